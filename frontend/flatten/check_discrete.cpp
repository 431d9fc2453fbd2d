#include "frontend/flatten/check_discrete.h"

#include "moo/expr/free_variables.h"
#include "moo/lower/type_text.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> equation_continuous{
    DiagnosticKind::VariabilityMismatch,
    "the sides of this equation have type {}, but `{}` makes them change between events"};
constexpr Message<std::string_view, std::string_view> target_continuous{
    DiagnosticKind::VariabilityMismatch,
    "`{}` is discrete, but it is assigned a value that `{}` makes change between events"};
constexpr Message<std::string_view, std::string_view> branch_continuous{
    DiagnosticKind::VariabilityMismatch,
    "`{}` is discrete, but whether it has this value depends on `{}`, which changes between events"};
constexpr Message<std::string_view> when_continuous{
    DiagnosticKind::VariabilityMismatch, "`{}` makes the condition of this when-clause change between events"};
constexpr Message<std::string_view> not_assigned{DiagnosticKind::VariabilityMismatch,
                                                 "`{}` is declared as discrete, but no when-clause assigns it"};
constexpr Message<std::string_view, std::string_view, std::string_view> operand_continuous{
    DiagnosticKind::VariabilityMismatch,
    "`{}` is applied to `{}` outside of a when-clause, but `{}` changes between events"};
constexpr Message<std::string_view> der_of_discrete{DiagnosticKind::VariabilityMismatch,
                                                    "`der` is applied to `{}`, which changes only at events"};

constexpr Message<std::string_view> argument_varies{
    DiagnosticKind::VariabilityMismatch,
    "the times of `{}` are not parameter expressions; they change during simulation"};
constexpr Message<> order_varies{DiagnosticKind::VariabilityMismatch,
                                 "the order of `smooth` is not a parameter expression; it changes during simulation"};

class DiscreteCheck {
public:
    DiscreteCheck(Elaborator const& elaborator, DiscreteTime& discrete)
        : e_(elaborator),
          model_(elaborator.model),
          exprs_(elaborator.model.exprs),
          interner_(elaborator.interner),
          diagnostics_(elaborator.diagnostics),
          discrete_(discrete) {}

    void run() {
        check_declared();
        find_suspects();
        for (FlatEquation const& equation : model_.equations) check_equation(equation, {});
        for (FlatAlgorithm const& algorithm : model_.algorithms) {
            for (FlatStatement const& statement : algorithm.statements) check_statement(statement, {});
        }
        if (!has_wrong_der_ && !has_varying_argument_) return;
        for (FlatEquation const& equation : model_.initial_equations) check_derivatives(equation);
    }

private:
    // A text for what changes: `x`, `time`, `der(x)`.
    [[nodiscard]] std::string text_of(ExprId expr) const {
        VarId const variable = exprs_.referenced_variable(expr);
        if (!variable) return exprs_.kind(expr) == ExprKind::time ? "time" : "der";
        std::string const name(interner_.text(model_.variables[variable].name));
        return exprs_.kind(expr) == ExprKind::der ? "der(" + name + ")" : name;
    }

    // ---- declarations ----

    // `discrete Real x` is assigned in a when-clause, or takes its value through a connection.
    void check_declared() {
        std::vector<VarId> open;
        for (VarId const id : model_.listing) {
            Variable const& variable = model_.variables[id];
            if (variable.variability != Variability::discrete || discrete_.is_assigned_in_when(id)) continue;
            if (exprs_.types().element(variable.type) != types::real) continue;
            Component const* const component = e_.components.component_of(id);
            bool const is_given = component == nullptr || component->causality == ast::Causality::input ||
                                  component->parent->is_connector() || component->type->is_connector();
            if (!is_given) open.push_back(id);
        }
        if (open.empty()) return;
        std::unordered_set<VarId> const clocked = clocked_variables();
        for (VarId const id : open) {
            Variable const& variable = model_.variables[id];
            if (!clocked.contains(id)) diagnostics_.error(variable.source, not_assigned, interner_.text(variable.name));
        }
    }

    [[nodiscard]] std::unordered_set<VarId> clocked_variables() const {
        std::unordered_set<VarId> found;
        FreeVariables free_variables(exprs_);
        for (FlatPartition const& partition : model_.partitions) {
            for (FlatSubPartition const& part : partition.sub_partitions) {
                add_used(part.equations, free_variables, found);
                for (FlatAlgorithm const& algorithm : part.algorithms) {
                    add_used(algorithm.statements, free_variables, found);
                }
            }
        }
        return found;
    }

    template <class Item>
    static void add_used(std::vector<Item> const& items, FreeVariables& free_variables,
                         std::unordered_set<VarId>& found) {
        for (Item const& item : items) {
            for (ExprId const expr : {item.a, item.b}) {
                if (!expr) continue;
                for (VariableUse const& use : free_variables.uses(expr)) found.insert(use.variable);
            }
            for (auto const& branch : item.branches) add_used(branch.body, free_variables, found);
        }
    }

    // ---- operands of der, pre, edge and change ----

    // Whether there are any that have to be looked for in the equations.
    void find_suspects() {
        for (std::size_t i = 0; i < exprs_.size(); ++i) {
            ExprId const expr(static_cast<std::uint32_t>(i));
            ExprKind const kind = exprs_.kind(expr);
            if (kind == ExprKind::builtin && !has_varying_argument_) {
                has_varying_argument_ = find_varying_argument(expr).has_value();
            }
            if (kind == ExprKind::der) {
                has_wrong_der_ = has_wrong_der_ || is_wrong_der(expr);
            } else if (!has_wrong_pre_ && takes_old_value(expr)) {
                has_wrong_pre_ = discrete_.find_continuous(exprs_.operand(expr, 0)).has_value();
            }
        }
    }

    [[nodiscard]] bool takes_old_value(ExprId expr) const {
        return exprs_.kind(expr) == ExprKind::pre || exprs_.is_builtin(expr, Builtin::edge) ||
               exprs_.is_builtin(expr, Builtin::change);
    }

    [[nodiscard]] bool is_wrong_der(ExprId der) const {
        VarId const variable = exprs_.referenced_variable(exprs_.operand(der, 0));
        return variable && discrete_.is_discrete(variable) && !model_.variables[variable].is_parameter();
    }

    // The arguments of delay, sample and smooth that must be parameter expressions; the one that is none.
    [[nodiscard]] ExprId find_varying_argument(ExprId expr) const {
        Operands const arguments = exprs_.operands(expr);
        bool const is_delay = exprs_.is_builtin(expr, Builtin::delay);
        bool const is_sample = exprs_.is_builtin(expr, Builtin::sample) && arguments.size() == 2 &&
                               exprs_.type(arguments[1]) != types::clock;
        bool const is_smooth = exprs_.is_builtin(expr, Builtin::smooth);
        if (is_smooth) return is_parameter_expression(arguments[0]) ? ExprId() : arguments[0];
        if (!is_delay && !is_sample) return {};
        // With a greatest delay the delay itself may vary.
        for (std::size_t i = is_sample ? 0 : arguments.size() - 1; i < arguments.size(); ++i) {
            if (!is_parameter_expression(arguments[i])) return arguments[i];
        }
        return {};
    }

    [[nodiscard]] bool is_parameter_expression(ExprId root) const {
        std::vector<ExprId> open{root};
        while (!open.empty()) {
            ExprId const expr = open.back();
            open.pop_back();
            if (!exprs_.varies(expr)) continue;
            ExprKind const kind = exprs_.kind(expr);
            if (kind == ExprKind::time || kind == ExprKind::der || kind == ExprKind::pre) return false;
            if (kind == ExprKind::variable && !model_.variables[exprs_.variable_of(expr)].is_parameter()) return false;
            for (ExprId const operand : exprs_.operands(expr)) open.push_back(operand);
        }
        return true;
    }

    void check_operands(ExprId root, SourceSpan source, bool is_in_when) {
        if (!root || (!has_wrong_der_ && !has_varying_argument_ && (!has_wrong_pre_ || is_in_when))) return;
        std::vector<ExprId> open{root};
        std::unordered_set<ExprId> seen;
        while (!open.empty()) {
            ExprId const expr = open.back();
            open.pop_back();
            if (!exprs_.varies(expr) || !seen.insert(expr).second) continue;
            if (has_varying_argument_ && exprs_.kind(expr) == ExprKind::builtin && find_varying_argument(expr)) {
                if (exprs_.is_builtin(expr, Builtin::smooth)) {
                    diagnostics_.error(source, order_varies);
                } else {
                    diagnostics_.error(source, argument_varies, builtin_info(exprs_.builtin_of(expr)).name);
                }
            }
            if (exprs_.kind(expr) == ExprKind::der && is_wrong_der(expr)) {
                diagnostics_.error(source, der_of_discrete, text_of(exprs_.operand(expr, 0)));
            } else if (!is_in_when && takes_old_value(expr)) {
                ExprId const wrong = discrete_.find_continuous(exprs_.operand(expr, 0));
                bool const is_pre = exprs_.kind(expr) == ExprKind::pre;
                if (wrong) {
                    diagnostics_.error(source, operand_continuous,
                                       is_pre ? "pre" : builtin_info(exprs_.builtin_of(expr)).name, text_of(wrong),
                                       text_of(wrong));
                }
                continue;
            }
            for (ExprId const operand : exprs_.operands(expr)) open.push_back(operand);
        }
    }

    void check_derivatives(FlatEquation const& equation) {
        for (ExprId const expr : {equation.a, equation.b, equation.c}) check_operands(expr, equation.source, true);
        for (FlatBranch const& branch : equation.branches) {
            check_operands(branch.condition, equation.source, true);
            for (FlatEquation const& inner : branch.body) check_derivatives(inner);
        }
    }

    // ---- equations ----

    // `switching` is what makes the condition around change between events, if anything does.
    void check_equation(FlatEquation const& equation, ExprId switching) {
        for (ExprId const expr : {equation.a, equation.b, equation.c}) check_operands(expr, equation.source, false);
        switch (equation.kind) {
            case FlatEquationKind::equality: check_equality(equation, switching); return;
            case FlatEquationKind::reinit:
            case FlatEquationKind::assertion:
            case FlatEquationKind::terminate:
            case FlatEquationKind::call: return;
            case FlatEquationKind::when:
                for (FlatBranch const& branch : equation.branches) {
                    check_when(branch.condition, equation.source);
                    for (FlatEquation const& inner : branch.body) check_derivatives(inner);
                }
                return;
            case FlatEquationKind::if_:
            case FlatEquationKind::for_: break;
        }
        for (FlatBranch const& branch : equation.branches) {
            check_operands(branch.condition, equation.source, false);
            if (!switching && branch.condition) switching = discrete_.find_continuous(branch.condition);
        }
        for (FlatBranch const& branch : equation.branches) {
            for (FlatEquation const& inner : branch.body) check_equation(inner, switching);
        }
    }

    void check_when(ExprId condition, SourceSpan source) {
        check_operands(condition, source, false);
        if (exprs_.types().kind(exprs_.type(condition)) == TypeKind::clock) return;
        if (ExprId const wrong = discrete_.find_continuous(condition)) {
            diagnostics_.error(source, when_continuous, text_of(wrong));
        }
    }

    [[nodiscard]] bool is_discrete_valued(TypeId type) const {
        TypeTable const& types = exprs_.types();
        switch (types.kind(types.element(type))) {
            case TypeKind::integer:
            case TypeKind::boolean:
            case TypeKind::string:
            case TypeKind::enumeration: return true;
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::clock:
            case TypeKind::external_object:
            case TypeKind::record:
            case TypeKind::tuple:
            case TypeKind::array: return false;
        }
        return false;
    }

    // The rule is about scalars and arrays. The fields of a record that a call returns cannot be distinguished, and the
    // standard library takes records and lists of results with discrete parts from functions of continuous arguments.
    void check_equality(FlatEquation const& equation, ExprId switching) {
        TypeId const type = exprs_.type(equation.a);
        if (!is_discrete_valued(type) || !is_discrete_valued(exprs_.type(equation.b))) return;
        for (ExprId const side : {equation.a, equation.b}) {
            ExprId const wrong = discrete_.find_continuous(side);
            if (!wrong) continue;
            TypeTable const& types = exprs_.types();
            diagnostics_.error(equation.source, equation_continuous, type_text(types, types.element(type), interner_),
                               text_of(wrong));
            return;
        }
        if (!switching) return;
        VarId const variable = exprs_.referenced_variable(equation.a);
        std::string const name = variable ? std::string(interner_.text(model_.variables[variable].name)) : "this";
        diagnostics_.error(equation.source, branch_continuous, name, text_of(switching));
    }

    // ---- algorithms ----

    void check_statement(FlatStatement const& statement, ExprId switching) {
        for (ExprId const expr : {statement.a, statement.b, statement.c}) {
            check_operands(expr, statement.source, false);
        }
        switch (statement.kind) {
            case FlatStatementKind::assignment:
                check_assignment(statement.a, statement.b, statement.source, switching);
                return;
            case FlatStatementKind::when:
                for (FlatStatementBranch const& branch : statement.branches) {
                    check_when(branch.condition, statement.source);
                }
                return;
            case FlatStatementKind::call:
            case FlatStatementKind::reinit:
            case FlatStatementKind::assertion:
            case FlatStatementKind::terminate:
            case FlatStatementKind::break_:
            case FlatStatementKind::return_: return;
            case FlatStatementKind::if_:
            case FlatStatementKind::for_:
            case FlatStatementKind::while_: break;
        }
        if (!switching && statement.a) switching = discrete_.find_continuous(statement.a);
        for (FlatStatementBranch const& branch : statement.branches) {
            check_operands(branch.condition, statement.source, false);
            if (!switching && branch.condition) switching = discrete_.find_continuous(branch.condition);
        }
        for (FlatStatementBranch const& branch : statement.branches) {
            for (FlatStatement const& inner : branch.body) check_statement(inner, switching);
        }
    }

    void check_assignment(ExprId target, ExprId value, SourceSpan source, ExprId switching) {
        ExprKind const kind = exprs_.kind(target);
        if (kind == ExprKind::tuple || kind == ExprKind::array) {
            for (ExprId const member : exprs_.operands(target)) check_assignment(member, value, source, switching);
            return;
        }
        VarId const variable = exprs_.is_reference(target) ? exprs_.referenced_variable(target) : VarId();
        if (!variable || model_.variables[variable].variability != Variability::discrete) return;
        std::string_view const name = interner_.text(model_.variables[variable].name);
        if (ExprId const wrong = discrete_.find_continuous(value, exprs_.type(target))) {
            diagnostics_.error(source, target_continuous, name, text_of(wrong));
        } else if (switching) {
            diagnostics_.error(source, branch_continuous, name, text_of(switching));
        }
    }

    Elaborator const& e_;
    FlatModel const& model_;
    ExprStore const& exprs_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
    DiscreteTime& discrete_;
    bool has_wrong_der_ = false;
    bool has_wrong_pre_ = false;
    bool has_varying_argument_ = false;
};

}  // namespace

void check_discrete(Elaborator const& elaborator, DiscreteTime& discrete) { DiscreteCheck(elaborator, discrete).run(); }

}  // namespace moo
