// Checks of equations and of the expressions in them.
#include "moo/expr/free_variables.h"
#include "moo/passes/invariants.h"
#include "moo/passes/visit_expressions.h"
#include "moo/structure/matching.h"

namespace moo {

namespace {

std::string quoted(System const& system, ExprId expr) { return "`" + system.text(expr) + "`"; }

std::string quoted(System const& system, SystemEquation const& equation) {
    return "`" + system.text(equation.lhs) + " = " + system.text(equation.rhs) + "`";
}

template <class Visit>
std::string first_fault(System const& system, Visit const& fault_of) {
    for (auto const* const equations : {&system.equations, &system.initial_equations}) {
        for (SystemEquation const& equation : *equations) {
            if (std::string fault = fault_of(equation); !fault.empty()) return fault;
        }
    }
    return {};
}

// The first part of an expression, of the system or of a set, for which `is_wrong` holds, with the expression as
// `root`. Looks at each part once, and not into those that cannot contain such a part.
template <class MayContain, class IsWrong>
ExprId find_part(System const& system, MayContain const& may_contain, IsWrong const& is_wrong, ExprId& root) {
    ExprStore const& exprs = system.document.exprs;
    std::vector<bool> is_seen(exprs.size());
    std::vector<ExprId> stack;
    ExprId found;
    auto const look_at = [&](ExprId expr) {
        stack.assign(1, expr);
        while (!stack.empty() && !found) {
            ExprId const id = stack.back();
            stack.pop_back();
            if (is_seen[id.index()] || !may_contain(id)) continue;
            is_seen[id.index()] = true;
            if (is_wrong(id)) found = id;
            for (ExprId const operand : exprs.operands(id)) stack.push_back(operand);
        }
    };
    auto const look_at_first = [&](ExprId expr) {
        if (found) return;
        look_at(expr);
        if (found) root = expr;
    };
    visit_expressions(system, look_at_first);
    Document const& document = system.document;
    for (EquationSet const* const set : {&document.initialization, &document.integration, &document.reinitialization}) {
        for (SetEquation const& equation : set->equations) look_at_first(equation.value);
    }
    return found;
}

bool is_scalar_kind(TypeKind kind) {
    return kind != TypeKind::array && kind != TypeKind::record && kind != TypeKind::tuple;
}

}  // namespace

std::string find_array(System const& system) {
    VariableStore const& variables = system.is_flat() ? system.flat.variables : system.document.variables;
    ExprStore const& exprs = system.is_flat() ? system.flat.exprs : system.document.exprs;
    for (Variable const& variable : variables) {
        // Functions use package constants unchanged.
        if (variable.is_package_constant || is_scalar_kind(exprs.types().kind(variable.type))) continue;
        return "`" + std::string(system.interner.text(variable.name)) + "` is not a scalar";
    }
    for (FlatEquation const& equation : system.flat.equations) {
        if (equation.kind == FlatEquationKind::for_) return "a for-equation is left";
    }
    return {};
}

std::string find_incomplete_equation(System const& system) {
    if (system.is_flat() || !system.flat.equations.empty()) return "equations are left in the flat model";
    ExprStore const& exprs = system.document.exprs;
    return first_fault(system, [&](SystemEquation const& equation) -> std::string {
        if (!equation.lhs || !equation.rhs) return "an equation has one side only";
        TypeId const left = exprs.type(equation.lhs);
        TypeId const right = exprs.type(equation.rhs);
        bool const are_numbers = exprs.types().is_numeric(left) && exprs.types().is_numeric(right);
        if (left == right || are_numbers) return {};
        return "the sides of " + quoted(system, equation) + " have different types";
    });
}

std::string find_unlisted_condition(System const& system) {
    std::size_t const count = system.document.when_conditions.size();
    for (InstantEquation const& instant : system.instants) {
        if (system.document.exprs.kind(instant.target) != ExprKind::variable) {
            return "an instant equation sets " + quoted(system, instant.target) + ", which is not a variable";
        }
        for (std::uint32_t const condition : instant.conditions) {
            if (condition >= count) return "the equation of " + quoted(system, instant.target) + " has no condition";
        }
    }
    for (Action const& action : system.document.actions) {
        for (std::uint32_t const condition : action.conditions) {
            if (condition >= count) return "the action " + quoted(system, action.value) + " has no condition";
        }
    }
    return {};
}

std::string find_unnamed_derivative(System const& system) {
    ExprStore const& exprs = system.document.exprs;
    ExprId root;
    ExprId const found = find_part(
        system, [&](ExprId id) { return exprs.has_der(id); },
        [&](ExprId id) { return exprs.kind(id) == ExprKind::der && !exprs.referenced_variable(id); }, root);
    return found ? quoted(system, found) + " stands in " + quoted(system, root) : std::string();
}

std::string find_unmarked_discrete(System const& system) {
    ExprStore const& exprs = system.document.exprs;
    for (InstantEquation const& instant : system.instants) {
        if (!instant.is_reinit && !system.is_discrete(exprs.referenced_variable(instant.target))) {
            return "a when-clause sets " + quoted(system, instant.target) + ", which is not discrete";
        }
    }
    return first_fault(system, [&](SystemEquation const& equation) -> std::string {
        TypeKind const kind = exprs.types().kind(exprs.type(equation.lhs));
        bool const is_number = kind == TypeKind::real || kind == TypeKind::integer;
        if (is_number || equation.is_discrete) return {};
        return quoted(system, equation) + " counts as continuous";
    });
}

std::string find_used_alias(System const& system) {
    ExprStore const& exprs = system.document.exprs;
    std::vector<bool> is_gone(system.document.variables.size());
    for (Alias const& alias : system.document.aliases) is_gone[alias.variable.index()] = true;
    for (Recovered const& recovered : system.document.recovered) is_gone[recovered.variable.index()] = true;
    for (Alias const& alias : system.document.aliases) {
        if (!is_gone[alias.target.index()]) continue;
        return "`" + std::string(system.name_of(alias.variable)) + "` is an alias of `" +
               std::string(system.name_of(alias.target)) + "`, which is one itself";
    }
    ExprId root;
    ExprId const found = find_part(
        system, [&](ExprId id) { return exprs.varies(id); },
        [&](ExprId id) { return exprs.kind(id) == ExprKind::variable && is_gone[exprs.variable_of(id).index()]; },
        root);
    return found ? quoted(system, found) + " stands in " + quoted(system, root) : std::string();
}

// A maximum matching between the equations that Eq will contain and the unknowns of Eq.
std::string find_undifferentiated_constraint(System const& system) {
    ExprStore const& exprs = system.document.exprs;
    std::size_t const variable_count = system.document.variables.size();
    FreeVariables walk(exprs);
    std::vector<bool> is_differentiated(variable_count);
    std::vector<SystemEquation const*> equations;
    for (SystemEquation const& equation : system.equations) {
        if (equation.is_discrete) continue;
        equations.push_back(&equation);
        for (VariableUse const& use : walk.uses(equation.lhs, equation.rhs)) {
            if (use.occurrence == Occurrence::derivative) is_differentiated[use.variable.index()] = true;
        }
    }
    Incidence graph(static_cast<std::uint32_t>(variable_count));
    std::vector<std::uint32_t> row;
    for (SystemEquation const* const equation : equations) {
        row.clear();
        for (VariableUse const& use : walk.uses(equation->lhs, equation->rhs)) {
            bool const is_unknown = is_differentiated[use.variable.index()] ? use.occurrence == Occurrence::derivative
                                                                            : use.occurrence == Occurrence::value;
            if (is_unknown && system.is_continuous_unknown(use.variable)) row.push_back(use.variable.index());
        }
        graph.add_row(row);
    }
    Matching const matching = match_maximum(graph);
    for (std::size_t i = 0; i < equations.size(); ++i) {
        if (matching.column_of_row[i] == unmatched) return quoted(system, *equations[i]) + " has nothing to determine";
    }
    return {};
}

std::string find_derivative_of_other(System const& system) {
    ExprStore const& exprs = system.document.exprs;
    ExprId root;
    ExprId const found = find_part(
        system, [&](ExprId id) { return exprs.has_der(id); },
        [&](ExprId id) {
            return exprs.kind(id) == ExprKind::der &&
                   system.document.role(exprs.referenced_variable(id)) != Role::state;
        },
        root);
    return found ? quoted(system, found) + " stands in " + quoted(system, root) : std::string();
}

}  // namespace moo
