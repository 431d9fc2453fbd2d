#include "moo/passes/differential_graph.h"

#include <algorithm>
#include <utility>

#include "moo/passes/rewrite_system.h"
#include "moo/passes/state_preference.h"

namespace moo {

DifferentialGraph::DifferentialGraph(System& system, RefusedWishes const& refused)
    : system_(system),
      exprs_(system.exprs()),
      walk_(exprs_),
      values_(exprs_, system.interner, system.document.functions, {.stage = InlineStage::late}),
      simplifier_(system.simplifier()),
      by_time_(exprs_,
               system.differentiation([this](ExprStore&, ExprId leaf) { return leaf_derivative(leaf); }, true)) {
    add_columns();
    find_chains();
    if (!refused.are_all_refused) add_wishes(refused);
    add_rows();
}

// ---- columns ----

std::uint32_t DifferentialGraph::add_column(VariableUse use) {
    std::uint32_t const column = structure_.incidence.add_column();
    use_.push_back(use);
    name_.emplace_back();
    base_.push_back(no_index);
    chain_equation_.push_back(no_index);
    structure_.derivative_of_variable.push_back(no_index);
    columns_by_use_[static_cast<std::size_t>(use.occurrence)][use.variable] = column;
    return column;
}

std::uint32_t DifferentialGraph::column_of(VariableUse use) const {
    if (use.occurrence == Occurrence::previous) return no_index;
    return columns_by_use_[static_cast<std::size_t>(use.occurrence)][use.variable];
}

// Variables in the order of the model, then the derivatives that the equations mention.
void DifferentialGraph::add_columns() {
    for (auto& columns : columns_by_use_) columns.resize(system_.document.variables.size(), no_index);
    for (VarId const id : system_.document.variables.ids()) {
        if (system_.is_continuous_unknown(id)) add_column({id, Occurrence::value});
    }
    // Include derivatives that occur only in initial equations, when-clauses and assertions.
    rewrite_system(system_, [&](ExprId expr) {
        if (!exprs_.has_der(expr)) return expr;
        for (VariableUse const& use : walk_.uses(expr)) {
            if (use.occurrence != Occurrence::derivative || column_of(use) != no_index) continue;
            std::uint32_t const base = column_of({use.variable, Occurrence::value});
            if (base == no_index) continue;
            std::uint32_t const derivative = add_column(use);
            structure_.derivative_of_variable[base] = derivative;
            base_[derivative] = base;
        }
        return expr;
    });
}

void DifferentialGraph::find_chains() {
    auto const is_derivative = [&](ExprId side) { return exprs_.kind(side) == ExprKind::der; };
    auto const is_variable = [&](ExprId side) { return exprs_.kind(side) == ExprKind::variable; };
    for (std::uint32_t i = 0; i < system_.equations.size(); ++i) {
        SystemEquation const& equation = system_.equations[i];
        if (equation.is_discrete) continue;
        if (is_derivative(equation.lhs) && is_variable(equation.rhs)) {
            add_chain(i, equation.lhs, equation.rhs);
        } else if (is_derivative(equation.rhs) && is_variable(equation.lhs)) {
            add_chain(i, equation.rhs, equation.lhs);
        }
    }
}

// Merges the column of der(x) with that of v; not if v is already a derivative of another variable, or x a derivative
// of v.
bool DifferentialGraph::add_chain(std::uint32_t equation, ExprId derivative, ExprId value) {
    std::uint32_t const base = column_of({exprs_.referenced_variable(derivative), Occurrence::value});
    std::uint32_t const column = column_of({exprs_.variable_of(value), Occurrence::value});
    if (base == no_index || column == no_index || base_[column] != no_index) return false;
    std::uint32_t const old = structure_.derivative_of_variable[base];
    if (use_[old].occurrence != Occurrence::derivative) return false;  // it has a name already
    for (std::uint32_t at = column; at != no_index; at = structure_.derivative_of_variable[at]) {
        if (at == base) return false;
    }
    structure_.derivative_of_variable[base] = column;
    base_[column] = base;
    base_[old] = no_index;
    columns_by_use_[1][use_[base].variable] = column;
    chain_equation_[column] = equation;
    all_chain_equations_.push_back(equation);
    return true;
}

void DifferentialGraph::add_wishes(RefusedWishes const& refused) {
    for (VarId const id : system_.document.variables.ids()) {
        std::uint32_t const column = column_of({id, Occurrence::value});
        if (column == no_index || structure_.derivative_of_variable[column] != no_index) continue;
        if (state_preference(exprs_, system_.document.variables[id]) < StatePreference::prefer) continue;
        if (refused.is_refused[id.index()]) continue;
        std::uint32_t const derivative = add_column({id, Occurrence::derivative});
        structure_.derivative_of_variable[column] = derivative;
        base_[derivative] = column;
        wishes_.push_back(column);
    }
}

// ---- rows ----

std::vector<std::uint32_t> DifferentialGraph::columns_of(SystemEquation const& equation) {
    std::vector<std::uint32_t> columns;
    for (VariableUse const& use : walk_.uses(value_of(equation.lhs), value_of(equation.rhs))) {
        std::uint32_t const column = column_of(use);
        if (column == no_index) continue;
        if (column >= is_in_row_.size()) is_in_row_.resize(use_.size());
        // v and der(x) share a column if v is the derivative of x.
        if (is_in_row_[column]) continue;
        is_in_row_[column] = true;
        columns.push_back(column);
    }
    for (std::uint32_t const column : columns) is_in_row_[column] = false;
    return columns;
}

void DifferentialGraph::add_rows() {
    std::vector<bool> is_chain(system_.equations.size());
    for (std::uint32_t const equation : all_chain_equations_) is_chain[equation] = true;
    for (std::uint32_t i = 0; i < system_.equations.size(); ++i) {
        if (is_chain[i] || system_.equations[i].is_discrete) continue;
        structure_.incidence.add_row(columns_of(system_.equations[i]));
        structure_.derivative_of_equation.push_back(no_index);
        original_row_.push_back(static_cast<std::uint32_t>(equation_of_row_.size()));
        equation_of_row_.push_back(i);
    }
}

bool DifferentialGraph::needs_reduction() const {
    Incidence active(structure_.variable_count());
    std::vector<std::uint32_t> row;
    for (std::uint32_t i = 0; i < structure_.equation_count(); ++i) {
        row.clear();
        for (std::uint32_t const column : structure_.incidence.row(i)) {
            if (structure_.derivative_of_variable[column] == no_index) row.push_back(column);
        }
        active.add_row(row);
    }
    return match_maximum(active).size < structure_.equation_count();
}

// ---- derivatives ----

DerivativeHooks DifferentialGraph::hooks() {
    return {[this](std::uint32_t variable, std::uint32_t derivative) { add_derivative(variable, derivative); },
            [this](std::uint32_t row, std::uint32_t derivative) { return differentiate(row, derivative); }};
}

void DifferentialGraph::add_derivative(std::uint32_t variable, std::uint32_t derivative) {
    // The structure has the column already; add the rest of the data.
    VarId const base = make_variable(variable);
    while (use_.size() <= derivative) {
        use_.emplace_back();
        name_.emplace_back();
        base_.push_back(no_index);
        chain_equation_.push_back(no_index);
    }
    use_[derivative] = {base, Occurrence::derivative};
    base_[derivative] = variable;
    columns_by_use_[1][base] = derivative;
}

VarId DifferentialGraph::variable_of(std::uint32_t column) const {
    return use_[column].occurrence == Occurrence::value ? use_[column].variable : name_[column];
}

VarId DifferentialGraph::make_variable(std::uint32_t column) {
    if (VarId const known = variable_of(column)) return known;
    VarId const base = use_[column].variable;
    VarId const variable = system_.add_variable("der(" + std::string(system_.name_of(base)) + ")", types::real, base);
    system_.document.facts[variable].derivative_of = base;
    for (auto& columns : columns_by_use_) columns.resize(system_.document.variables.size(), no_index);
    columns_by_use_[0][variable] = column;
    name_[column] = variable;
    return variable;
}

ExprId DifferentialGraph::leaf(std::uint32_t column) {
    ExprId const reference = system_.reference(use_[column].variable);
    return use_[column].occurrence == Occurrence::derivative ? exprs_.der(reference) : reference;
}

std::uint32_t DifferentialGraph::order_of(std::uint32_t column) const {
    std::uint32_t order = 0;
    for (; base_[column] != no_index; column = base_[column]) ++order;
    return order;
}

// What does not change between events has the derivative zero; the derivative of an input is not known.
ExprId DifferentialGraph::leaf_derivative(ExprId leaf_expr) {
    ExprKind const kind = exprs_.kind(leaf_expr);
    if (kind == ExprKind::time) return exprs_.real(1);
    if (kind == ExprKind::pre) return exprs_.real(0);
    VarId const variable = exprs_.referenced_variable(leaf_expr);
    bool const is_der = kind == ExprKind::der;
    std::uint32_t const column = column_of({variable, is_der ? Occurrence::derivative : Occurrence::value});
    if (column != no_index) {
        std::uint32_t const derivative = structure_.derivative_of_variable[column];
        return derivative == no_index ? irrelevant_derivative(column) : leaf(derivative);
    }
    Variable const& declared = system_.document.variables[variable];
    bool const is_input = declared.causality == Causality::input && declared.variability == Variability::continuous;
    return is_der || is_input ? ExprId() : exprs_.real(0);
}

// The derivative of an argument on which the value of a function does not depend. It may be anything, because it is
// multiplied by zero.
ExprId DifferentialGraph::irrelevant_derivative(std::uint32_t column) {
    auto const mentioned = structure_.incidence.row(row_at_hand_);
    if (std::find(mentioned.begin(), mentioned.end(), column) != mentioned.end()) return {};
    has_irrelevant_ = true;
    return exprs_.real(0);
}

std::optional<std::vector<std::uint32_t>> DifferentialGraph::differentiate(std::uint32_t row, std::uint32_t) {
    // Take a copy, because the list grows.
    SystemEquation const original = equation(row);
    row_at_hand_ = row;
    auto const side = [&](ExprId expr) -> ExprId {
        culprit_ = find_past(expr);
        if (culprit_) return {};
        Derivative const derivative = by_time_.differentiate(expr);
        if (!derivative.has_value()) culprit_ = derivative.culprit;
        return derivative.has_value() ? simplifier_.simplify(derivative.value) : ExprId();
    };
    ExprId const lhs = side(original.lhs);
    ExprId const rhs = lhs ? side(original.rhs) : ExprId();
    // In another equation the variable may matter.
    if (std::exchange(has_irrelevant_, false)) by_time_.reset();
    if (!rhs) {
        if (wishes_.empty()) return std::nullopt;
        return add_failure(row);
    }
    SystemEquation derived{lhs, rhs, original.provenance};
    ++derived.provenance.differentiations;
    std::vector<std::uint32_t> columns = columns_of(derived);
    equation_of_row_.push_back(static_cast<std::uint32_t>(system_.equations.size()));
    original_row_.push_back(original_row_[row]);
    system_.equations.push_back(std::move(derived));
    return columns;
}

// Operators that use the past: a value before the start is defined, but not its derivative.
ExprId DifferentialGraph::find_past(ExprId expr) const {
    if (system_.document.delays.empty() && system_.document.transports.empty()) return {};
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        bool const is_past =
            exprs_.is_builtin(id, Builtin::delay) || exprs_.is_builtin(id, Builtin::spatial_distribution);
        if (is_past) return id;
        for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
    }
    return {};
}

// The equation itself takes the place of its derivative.
std::vector<std::uint32_t> DifferentialGraph::add_failure(std::uint32_t row) {
    failures_.push_back({row, culprit_});
    equation_of_row_.push_back(equation_of_row_[row]);
    original_row_.push_back(original_row_[row]);
    return *structural_hooks(structure_).equation_derivative(row, no_index);
}

}  // namespace moo
