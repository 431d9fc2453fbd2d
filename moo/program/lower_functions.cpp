#include "moo/program/lower_functions.h"

#include <algorithm>
#include <unordered_set>

#include "moo/model/visit_document.h"
#include "moo/program/program_lowering.h"

namespace moo {

namespace {

bool is_scalar(TypeTable const& types, TypeId type) {
    TypeKind const kind = types.kind(type);
    return kind != TypeKind::array && kind != TypeKind::record && kind != TypeKind::tuple;
}

// Built-ins whose operands or results are not scalars.
bool is_of_arrays(Builtin builtin) {
    TypeRule const rule = builtin_info(builtin).type;
    return (builtin >= Builtin::size && builtin <= Builtin::promote) || rule == TypeRule::string ||
           rule == TypeRule::element;
}

// Collects the expressions that equations cannot compute by themselves, and the inputs that these need.
class ModelCalls : public DocumentVisitor {
public:
    ModelCalls(Document const& document, ModelFunctions& made)
        : exprs_(document.exprs), made_(made), is_seen_(document.exprs.size()) {}

    void begin_section(std::string_view name) { is_function_ = name == "functions"; }

    void expression(ExprId root) {
        if (is_function_) return;
        push(root);
        find_calls();
    }

    // A call for its effect has no value; its arguments may be texts that a program concatenates.
    void effect(ExprId root) {
        (void)inputs_of(root);
        find_calls();
    }

    void find_calls() {
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (exprs_.is_builtin(id, Builtin::spatial_distribution)) {
                // Only its scalar operands vary.
                for (ExprId const operand : exprs_.operands(id)) {
                    if (is_scalar(exprs_.types(), exprs_.type(operand))) push(operand);
                }
            } else if (is_equation_node(exprs_, id)) {
                for (ExprId const operand : exprs_.operands(id)) push(operand);
            } else if (is_scalar(exprs_.types(), exprs_.type(id))) {
                add(id);
            }
        }
    }

    // The document visits the place of a row after the row's expressions.
    void source(SourceSpan span) {
        for (; sources.size() < groups.size();) sources.push_back(is_function_ ? SourceSpan() : span);
    }

    // The plain expressions inside a value that a program computes.
    std::vector<ExprId> inputs_of(ExprId root) {
        std::vector<ExprId> inputs;
        std::unordered_set<ExprId> seen;
        std::vector<ExprId> stack{root};
        while (!stack.empty()) {
            ExprId const id = stack.back();
            stack.pop_back();
            if (!seen.insert(id).second) continue;
            bool const is_literal_node = is_literal(exprs_.kind(id)) || exprs_.kind(id) == ExprKind::whole;
            // A call with a scalar value may be used elsewhere too, so it becomes a call of its own.
            bool const is_own = id != root && is_scalar(exprs_.types(), exprs_.type(id)) && !exprs_.has_iterator(id) &&
                                exprs_.kind(id) != ExprKind::end && !contains_end(id);
            if (is_own && !is_literal_node) {
                inputs.push_back(id);
                push(id);
                continue;
            }
            if (is_literal_node) continue;
            std::vector<ExprId> operands;
            exprs_.operands(id).copy_to(operands);
            stack.insert(stack.end(), operands.rbegin(), operands.rend());
        }
        return inputs;
    }

    std::vector<std::pair<ExprId, std::vector<ExprId>>> groups;  // a value, and those parts of it that are used
    std::vector<SourceSpan> sources;                             // by group: the equation in which it was found

private:
    void push(ExprId id) {
        if (is_seen_[id.index()]) return;
        is_seen_[id.index()] = true;
        stack_.push_back(id);
    }

    bool contains_end(ExprId root) const {
        std::vector<ExprId> stack{root};
        std::unordered_set<ExprId> seen;
        while (!stack.empty()) {
            ExprId const id = stack.back();
            stack.pop_back();
            if (!seen.insert(id).second) continue;
            if (exprs_.kind(id) == ExprKind::end) return true;
            for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
        }
        return false;
    }

    // The call of which an expression is a constant part; otherwise the expression itself.
    ExprId whole_of(ExprId id) const {
        ExprId at = id;
        for (;;) {
            ExprKind const kind = exprs_.kind(at);
            if (kind == ExprKind::call) return exprs_.is_record(at) ? id : at;
            auto const operands = exprs_.operands(at);
            bool is_fixed = kind == ExprKind::output || kind == ExprKind::field || kind == ExprKind::subscript;
            for (std::size_t i = 1; is_fixed && i < operands.size(); ++i) {
                is_fixed = is_literal(exprs_.kind(operands[i]));
            }
            if (!is_fixed) return id;
            at = operands[0];
        }
    }

    void add(ExprId id) {
        ExprId const whole = whole_of(id);
        auto const [place, is_new] = group_of_.try_emplace(whole, groups.size());
        if (is_new) {
            groups.emplace_back(whole, std::vector<ExprId>());
            (void)inputs_of(whole);
        }
        auto& outputs = groups[place->second].second;
        made_.computed[id] = {static_cast<std::uint32_t>(place->second), static_cast<std::uint32_t>(outputs.size())};
        outputs.push_back(id);
    }

    ExprStore const& exprs_;
    ModelFunctions& made_;
    std::vector<bool> is_seen_;
    std::vector<ExprId> stack_;
    std::unordered_map<ExprId, std::size_t> group_of_;
    bool is_function_ = false;
};

// Functions that may call themselves, directly or through others: those on cycles of the call graph.
class Recursion {
public:
    explicit Recursion(Program& program) : program_(program), calls_(program.functions.size()) {
        for (std::size_t i = 0; i < calls_.size(); ++i) collect(program.functions[i].body, calls_[i]);
    }

    void run() {
        // Search from each function for itself; programs have a few hundred functions.
        for (std::uint32_t start = 0; start < calls_.size(); ++start) {
            std::vector<bool> seen(calls_.size());
            std::vector<std::uint32_t> stack = calls_[start];
            while (!stack.empty() && !program_.functions[start].is_recursive) {
                std::uint32_t const at = stack.back();
                stack.pop_back();
                if (at == start) program_.functions[start].is_recursive = true;
                if (seen[at]) continue;
                seen[at] = true;
                stack.insert(stack.end(), calls_[at].begin(), calls_[at].end());
            }
        }
    }

private:
    static void collect(std::vector<ProgramStatement> const& statements, std::vector<std::uint32_t>& calls) {
        for (ProgramStatement const& statement : statements) {
            if (statement.kind == ProgramStatementKind::call) calls.push_back(statement.target);
            collect(statement.body, calls);
            collect(statement.otherwise, calls);
        }
    }

    Program& program_;
    std::vector<std::vector<std::uint32_t>> calls_;
};

}  // namespace

bool is_equation_node(ExprStore const& exprs, ExprId id) {
    TypeTable const& types = exprs.types();
    if (!is_scalar(types, exprs.type(id))) return false;
    ExprKind const kind = exprs.kind(id);
    switch (kind) {
        case ExprKind::iterator:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::reduction: return false;
        case ExprKind::output: return exprs.is_builtin(exprs.operand(id, 0), Builtin::spatial_distribution);
        case ExprKind::builtin: {
            Builtin const builtin = exprs.builtin_of(id);
            // Division may fail, and its message then needs the place.
            bool const divides = builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem;
            if (is_of_arrays(builtin) || divides || builtin == Builtin::semi_linear) return false;
            auto const operands = exprs.operands(id);
            return std::all_of(operands.begin(), operands.end(),
                               [&](ExprId operand) { return is_scalar(types, exprs.type(operand)); });
        }
        default: break;
    }
    if (!is_binary(kind)) return true;
    // Equal texts have equal numbers; programs do everything else with texts.
    ExprId const first = exprs.operand(id, 0);
    if (!is_scalar(types, exprs.type(first))) return false;
    return exprs.type(first) != types::string || kind == ExprKind::equal || kind == ExprKind::not_equal;
}

ModelFunctions lower_functions(Document const& document, Interner const& interner) {
    ModelFunctions made;
    ModelCalls calls(document, made);
    visit_document(document, calls);
    for (Action const& action : document.actions) {
        if (action.kind == ActionKind::call) calls.effect(action.value);
    }
    ProgramContext context(document, interner, made.program);
    auto& functions = made.program.functions;
    // Reserve room for all functions, so that references to them stay valid.
    std::size_t effects = 0;
    for (Action const& action : document.actions) effects += action.kind == ActionKind::call ? 1u : 0u;
    functions.resize(document.functions.size() + calls.groups.size() + effects);
    for (std::size_t i = 0; i < document.functions.size(); ++i) {
        functions[i].places[0] = document.functions[i].source;
        ProgramLowering(context, functions[i]).lower_function(document.functions[i]);
    }
    auto next = static_cast<std::uint32_t>(document.functions.size());
    for (auto const& [whole, outputs] : calls.groups) {
        ModelCall& call = made.calls.emplace_back();
        call.function = next++;
        call.inputs = calls.inputs_of(whole);
        call.outputs = outputs;
        std::size_t const group = made.calls.size() - 1;
        if (group < calls.sources.size()) functions[call.function].places[0] = calls.sources[group];
        ProgramLowering(context, functions[call.function]).lower_expression(call.inputs, call.outputs);
    }
    for (Action const& action : document.actions) {
        if (action.kind != ActionKind::call) continue;
        made.effects.emplace(action.value, static_cast<std::uint32_t>(made.calls.size()));
        ModelCall& call = made.calls.emplace_back();
        call.function = next++;
        functions[call.function].places[0] = action.source;
        call.inputs = calls.inputs_of(action.value);
        ProgramLowering(context, functions[call.function]).lower_effect(call.inputs, action.value);
    }
    for (FlatType const& type : document.types) {
        if (document.exprs.types().kind(type.type) != TypeKind::external_object) continue;
        std::string const name = context.text(document.exprs.types().name(type.type)) + ".destructor";
        if (auto const found = context.find_function(name)) made.destructors.emplace(type.type, *found);
    }
    Recursion(made.program).run();
    return made;
}

}  // namespace moo
