// Functions, parameters, arrays, and variables that the equations do not mention.
#include "moo/check/verification.h"
#include "moo/model/visit_document.h"

namespace moo {

namespace {

// Visits the calls in all expressions, each once.
class Calls : public DocumentVisitor {
public:
    explicit Calls(Verification& verification)
        : verification_(verification), exprs_(verification.exprs), is_seen_(verification.exprs.size()) {
        for (FlatFunction const& function : verification.document.functions) {
            std::size_t inputs = 0;
            for (FunctionVariable const& variable : function.variables) {
                inputs += variable.role == FunctionRole::input ? 1u : 0u;
            }
            if (!inputs_.emplace(function.name, inputs).second) {
                auto const index = static_cast<std::size_t>(&function - verification.document.functions.data());
                verification.report(row_text("functions", index) + " is declared twice", function.source);
            }
        }
    }

    void begin_section(std::string_view name) { section_ = name; }
    void expression(ExprId root) {
        push(root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (exprs_.kind(id) == ExprKind::call && !exprs_.is_record(id)) check(id);
            for (ExprId const operand : exprs_.operands(id)) push(operand);
        }
    }

private:
    void push(ExprId id) {
        if (is_seen_[id.index()]) return;
        is_seen_[id.index()] = true;
        stack_.push_back(id);
    }
    void check(ExprId call) {
        auto const found = inputs_.find(exprs_.symbol(call));
        if (found == inputs_.end()) {
            bool const is_object = exprs_.types().kind(exprs_.type(call)) == TypeKind::external_object;
            if (!is_object) verification_.report(std::string(section_) + ": a function is called that is not there");
        } else if (found->second != exprs_.operands(call).size()) {
            verification_.report(std::string(section_) +
                                 ": a call has another number of arguments than the function has inputs");
        }
    }

    Verification& verification_;
    ExprStore const& exprs_;
    std::unordered_map<Symbol, std::size_t> inputs_;
    std::vector<bool> is_seen_;
    std::vector<ExprId> stack_;
    std::string_view section_;
};

// Its variables have unique names, and it has one body.
void verify_function(Verification& all, std::string const& where, FlatFunction const& function) {
    std::unordered_set<Symbol> names;
    for (FunctionVariable const& variable : function.variables) {
        if (!names.insert(variable.name).second) all.report(where + " has two variables of one name", variable.source);
    }
    if (function.external && !function.body.empty()) {
        all.report(where + " has an algorithm and is external", function.source);
    }
    for (FlatInverse const& inverse : function.inverses) {
        if (!names.contains(inverse.input))
            all.report(where + ": the inverse is for an input that it does not have", function.source);
    }
    for (FlatDerivative const& derivative : function.derivatives) {
        if (derivative.order < 1) all.report(where + ": the order of a derivative is less than 1", function.source);
    }
}

bool have_common_type(ExprStore const& exprs, ExprId a, ExprId b) {
    auto const is_number = [](TypeId type) { return type == types::real || type == types::integer; };
    return exprs.type(a) == exprs.type(b) || (is_number(exprs.type(a)) && is_number(exprs.type(b)));
}

}  // namespace

void verify_functions(Verification& verification) {
    std::vector<FlatFunction> const& functions = verification.document.functions;
    for (std::size_t i = 0; i < functions.size(); ++i)
        verify_function(verification, row_text("functions", i), functions[i]);
    Calls calls(verification);
    visit_document(verification.document, calls);
}

void verify_parameters(Verification& verification) {
    Document const& document = verification.document;
    std::unordered_set<VarId> listed;
    for (std::size_t i = 0; i < document.parameter_order.size(); ++i) {
        VarId const id = document.parameter_order[i];
        std::string const where = row_text("p", i);
        Variable const& variable = document.variables[id];
        if (!variable.is_parameter() || !variable.binding) {
            verification.report(where + " is not a parameter with a value");
            continue;
        }
        if (!listed.insert(id).second) verification.report(where + " is listed twice");
        verification.verify_value(where, variable.binding, variable.type, variable.source);
        for (VariableUse const& use : verification.walk.uses(variable.binding)) {
            if (!listed.contains(use.variable) || use.variable == id) {
                verification.report(where + ": its value needs something that is not computed before it",
                                    variable.source);
            }
        }
    }
    for (VarId const id : document.variables.ids()) {
        // The initialization may determine a parameter without a value.
        bool const is_found = !document.variables[id].binding && verification.determined.contains(id);
        if (document.variables[id].is_parameter() && !listed.contains(id) && !is_found) {
            verification.report("p does not list " + row_text("variables", id.index()) + ", a parameter",
                                document.variables[id].source);
        }
    }
    std::unordered_set<VarId> evaluated;
    for (std::size_t i = 0; i < document.evaluated.size(); ++i) {
        VarId const id = document.evaluated[i].parameter;
        std::string const where = row_text("evaluated", i);
        if (!document.variables[id].is_parameter()) verification.report(where + ": the variable is not a parameter");
        if (!evaluated.insert(id).second) verification.report(where + ": the parameter is listed twice");
    }
    for (std::size_t i = 0; i < document.dropped.size(); ++i) {
        DroppedEquation const& dropped = document.dropped[i];
        ExprStore const& exprs = document.exprs;
        if (have_common_type(exprs, dropped.lhs, dropped.rhs)) continue;
        verification.report(row_text("dropped", i) + ": its sides have different types", dropped.source);
    }
}

void verify_arrays(Verification& verification) {
    Document const& document = verification.document;
    for (std::size_t i = 0; i < document.arrays.size(); ++i) {
        ArrayInfo const& array = document.arrays[i];
        std::int64_t count = array.sizes.empty() ? 0 : 1;
        bool fits = true;
        for (std::int64_t const size : array.sizes)
            fits = fits && size > 0 && !__builtin_mul_overflow(count, size, &count);
        auto const left = static_cast<std::int64_t>(document.variables.size()) - array.first.index();
        if (!fits || count == 0 || count > left) {
            verification.report(row_text("arrays", i) + ": there are not as many variables from the first element on");
            continue;
        }
        for (std::int64_t k = 1; k < count; ++k) {
            VarId const element(array.first.index() + static_cast<std::size_t>(k));
            if (verification.type(element) == verification.type(array.first)) continue;
            verification.report(row_text("arrays", i) + ": its elements have different types");
            break;
        }
    }
}

// Aliases, and variables that are computed on request.
void verify_eliminated(Verification& verification) {
    Document const& document = verification.document;
    std::unordered_map<VarId, VarId> targets;
    for (std::size_t i = 0; i < document.aliases.size(); ++i) {
        Alias const& alias = document.aliases[i];
        std::string const where = row_text("aliases", i);
        if (!targets.emplace(alias.variable, alias.target).second)
            verification.report(where + ": the variable is an alias twice", alias.provenance.source);
        if (verification.determined.contains(alias.variable)) {
            verification.report(where + ": an equation determines the variable", alias.provenance.source);
        }
        TypeId const type = verification.type(alias.variable);
        if (type != verification.type(alias.target)) {
            verification.report(where + ": the two variables have different types", alias.provenance.source);
        }
        // An alias of a Boolean is negated by `not`.
        TypeId const element = document.exprs.types().element(type);
        bool const has_negative = element == types::real || element == types::integer || element == types::boolean;
        if (alias.is_negated && !has_negative) {
            verification.report(where + " is the negative of something that is not a number or Boolean",
                                alias.provenance.source);
        }
    }
    // A chain of aliases ends at a variable that is not an alias; a walk longer than the table is a cycle.
    std::unordered_set<VarId> ends;
    for (std::size_t i = 0; i < document.aliases.size(); ++i) {
        std::vector<VarId> path;
        VarId at = document.aliases[i].variable;
        bool is_cyclic = false;
        std::unordered_set<VarId> passed;
        while (targets.contains(at) && !ends.contains(at) && !is_cyclic) {
            is_cyclic = !passed.insert(at).second;
            path.push_back(at);
            at = targets[at];
        }
        if (is_cyclic)
            verification.report(row_text("aliases", i) + " leads back to itself",
                                document.aliases[i].provenance.source);
        ends.insert(path.begin(), path.end());
    }
    std::unordered_set<VarId> waiting;
    for (std::size_t i = 0; i < document.recovered.size(); ++i) {
        if (waiting.insert(document.recovered[i].variable).second) continue;
        verification.report(row_text("recovered", i) + ": the variable is recovered twice",
                            document.recovered[i].provenance.source);
    }
    for (std::size_t i = 0; i < document.recovered.size(); ++i) {
        Recovered const& recovered = document.recovered[i];
        std::string const where = row_text("recovered", i);
        bool const is_elsewhere =
            verification.determined.contains(recovered.variable) || targets.contains(recovered.variable);
        if (is_elsewhere)
            verification.report(where + ": something else determines the variable", recovered.provenance.source);
        verification.verify_value(where, recovered.value, verification.type(recovered.variable),
                                  recovered.provenance.source);
        for (VariableUse const& use : verification.walk.uses(recovered.value)) {
            if (use.occurrence == Occurrence::value && waiting.contains(use.variable)) {
                verification.report(where + " needs a variable that is recovered later, or itself",
                                    recovered.provenance.source);
            }
        }
        waiting.erase(recovered.variable);
    }
}

}  // namespace moo
