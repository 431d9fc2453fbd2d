#include "moo/model/verify_document.h"

#include <string>
#include <unordered_set>

#include "moo/expr/free_variables.h"
#include "moo/model/plain_expression.h"

namespace moo {

namespace {

constexpr Message<std::string_view> incomplete{DiagnosticKind::MooIncomplete, "{}"};

// Checks one document; each violation is named by set and number, which is how a MOO file names its parts.
class Verification {
public:
    Verification(Document const& document, Diagnostics& diagnostics)
        : document_(document), exprs_(document.exprs), diagnostics_(diagnostics), walk_(document.exprs) {}

    bool run() {
        verify_parameters();
        verify_set("iEq", document_.initialization, SetKind::initialization);
        verify_set("Eq", document_.integration, SetKind::integration);
        verify_set("riEq", document_.reinitialization, SetKind::reinitialization);
        verify_conditions();
        verify_crossings();
        for (Assertion const& assertion : document_.assertions)
            verify_value("an assertion", assertion.condition, types::boolean);
        return good_;
    }

private:
    enum class SetKind { initialization, integration, reinitialization };

    void report(std::string const& what, SourceSpan source = {}) {
        diagnostics_.error(source, incomplete, what);
        good_ = false;
    }

    // ---- expressions ----

    void verify_value(std::string const& where, ExprId expr, TypeId expected, SourceSpan source = {}) {
        TypeId const type = exprs_.type(expr);
        bool const fits = type == expected || (expected == types::real && type == types::integer);
        if (!fits) return report(where + ": the expression does not have the type of what it determines", source);
        stack_.assign(1, expr);
        seen_.clear();
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (!seen_.insert(id).second) continue;
            ExprKind const kind = exprs_.kind(id);
            if (!is_plain(kind) || (kind == ExprKind::builtin && !is_plain(exprs_.builtin_of(id)))) {
                std::string_view const name =
                    kind == ExprKind::builtin ? builtin_info(exprs_.builtin_of(id)).name : kind_name(kind);
                return report(where + ": `" + std::string(name) + "` cannot be computed yet", source);
            }
            if (kind == ExprKind::der && document_.role(exprs_.referenced_variable(id)) != Role::state) {
                return report(where + ": `der` of a variable that is no state", source);
            }
            for (ExprId const operand : exprs_.operands(id)) stack_.push_back(operand);
        }
    }

    void verify_parameters() {
        std::unordered_set<VarId> listed;
        for (VarId const id : document_.parameter_order) {
            Variable const& variable = document_.variables[id];
            if (!variable.is_parameter() || !variable.binding) {
                report("p lists something that is not a parameter with a value");
                continue;
            }
            if (!listed.insert(id).second) report("p lists a parameter twice");
            verify_value("a parameter", variable.binding, variable.type, variable.source);
            for (VariableUse const& use : walk_.uses(variable.binding)) {
                if (!listed.contains(use.variable) || use.variable == id) {
                    report("p: the value of a parameter needs something that is not computed before it",
                           variable.source);
                }
            }
        }
        for (VarId const id : document_.variables.ids()) {
            if (document_.variables[id].is_parameter() && !listed.contains(id)) {
                report("p does not list a parameter", document_.variables[id].source);
            }
        }
    }

    // ---- sets ----

    void verify_set(std::string const& name, EquationSet const& set, SetKind kind) {
        std::unordered_set<ExprId> targets;
        for (std::uint32_t i = 0; i < set.equations.size(); ++i) {
            SetEquation const& equation = set.equations[i];
            std::string const where = name + " equation " + std::to_string(i + 1);
            if (!targets.insert(equation.target).second)
                report(where + ": its variable is determined twice", equation.source);
            verify_target(where, equation, kind);
            TypeId const expected =
                equation.form == EquationForm::residual ? types::real : exprs_.type(equation.target);
            verify_value(where, equation.value, expected, equation.source);
        }
        for (std::size_t b = 0; b < set.block_count(); ++b) verify_block(name, set, b);
        verify_order(name, set, kind, targets);
        verify_jacobian(name, set);
    }

    void verify_target(std::string const& where, SetEquation const& equation, SetKind kind) {
        ExprKind const target = exprs_.kind(equation.target);
        VarId const variable = exprs_.referenced_variable(equation.target);
        Role const role = document_.role(variable);
        bool const is_instant = equation.form == EquationForm::instant;
        if (document_.variables[variable].is_parameter()) report(where + " determines a parameter", equation.source);
        if (target == ExprKind::der && role != Role::state)
            report(where + ": `der` of a variable that is no state", equation.source);
        if (target == ExprKind::pre && kind != SetKind::initialization)
            report(where + " determines a past value", equation.source);
        if (is_instant && (kind != SetKind::reinitialization || target != ExprKind::variable)) {
            report(where + ": only variables in riEq are determined at instants", equation.source);
        }
        bool const sets_state = role == Role::state && target == ExprKind::variable && kind != SetKind::initialization;
        if (sets_state && !is_instant)
            report(where + " determines a state, which the integrator does", equation.source);
        bool const is_discrete = role == Role::discrete && target == ExprKind::variable;
        if (is_discrete && kind == SetKind::integration)
            report(where + " determines a discrete variable", equation.source);
    }

    void verify_block(std::string const& name, EquationSet const& set, std::size_t b) {
        auto const block = set.block(b);
        for (SetEquation const& equation : block) {
            if (block.size() > 1 && equation.form != EquationForm::residual) {
                report(name + " block " + std::to_string(b + 1) + ": equations that are solved together are residuals",
                       equation.source);
            }
        }
    }

    // Nothing is used before the block that determines it.
    void verify_order(std::string const& name, EquationSet const& set, SetKind kind,
                      std::unordered_set<ExprId> const& targets) {
        std::unordered_set<ExprId> known;
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            for (SetEquation const& equation : set.block(b)) {
                if (equation.form == EquationForm::residual) known.insert(equation.target);
            }
            for (SetEquation const& equation : set.block(b)) {
                for (ExprId const used : walk_.references(equation.value)) {
                    VarId const variable = exprs_.referenced_variable(used);
                    bool const keeps_value = kind == SetKind::reinitialization &&
                                             document_.role(variable) == Role::state &&
                                             exprs_.kind(used) == ExprKind::variable;
                    if (keeps_value || !targets.contains(used) || known.contains(used)) continue;
                    report(name + " block " + std::to_string(b + 1) + " uses what a later one determines",
                           equation.source);
                }
            }
            for (SetEquation const& equation : set.block(b)) known.insert(equation.target);
        }
    }

    void verify_jacobian(std::string const& name, EquationSet const& set) {
        std::vector<std::uint32_t> block_of(set.equations.size());
        for (std::uint32_t b = 0; b < set.block_count(); ++b) {
            for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) block_of[i] = b;
        }
        std::vector<bool> has_row(set.equations.size());
        for (std::size_t i = 0; i < set.jacobian.size(); ++i) {
            JacobianEntry const& entry = set.jacobian[i];
            std::string const where = name + "'s Jacobian, row " + std::to_string(entry.row + 1);
            has_row[entry.row] = true;
            if (block_of[entry.row] != block_of[entry.column]) report(where + " has a column outside its block");
            bool const in_order = i == 0 || set.jacobian[i - 1].row < entry.row ||
                                  (set.jacobian[i - 1].row == entry.row && set.jacobian[i - 1].column < entry.column);
            if (!in_order) report(where + ": rows and columns are in ascending order, each entry once");
            verify_value(where, entry.value, types::real);
        }
        for (std::size_t i = 0; i < set.equations.size(); ++i) {
            if (set.equations[i].form == EquationForm::residual && !has_row[i]) {
                report(name + " equation " + std::to_string(i + 1) + " is a residual without a row of the Jacobian",
                       set.equations[i].source);
            }
        }
    }

    // ---- events ----

    void verify_conditions() {
        auto const& equations = document_.reinitialization.equations;
        std::vector<bool> is_activated(equations.size());
        for (WhenCondition const& when : document_.when_conditions) {
            verify_value("a condition in w", when.condition, types::boolean);
            for (std::uint32_t const equation : when.equations) is_activated[equation] = true;
        }
        for (std::size_t i = 0; i < equations.size(); ++i) {
            if (equations[i].form != EquationForm::instant || is_activated[i]) continue;
            report("no condition in w activates equation " + std::to_string(i + 1) + " of riEq", equations[i].source);
        }
    }

    void verify_crossings() {
        for (std::size_t i = 0; i < document_.zero_crossings.size(); ++i) {
            ZeroCrossing const& crossing = document_.zero_crossings[i];
            std::string const where = "zero crossing " + std::to_string(i + 1);
            verify_value(where, crossing.function, types::real);
            if (!crossing.relation || !is_relation(exprs_.kind(crossing.relation))) {
                report(where + " does not name the relation that it belongs to");
            }
        }
    }

    Document const& document_;
    ExprStore const& exprs_;
    Diagnostics& diagnostics_;
    FreeVariables walk_;
    std::vector<ExprId> stack_;
    std::unordered_set<ExprId> seen_;
    bool good_ = true;
};

}  // namespace

bool verify_document(Document const& document, Diagnostics& diagnostics) {
    return Verification(document, diagnostics).run();
}

}  // namespace moo
