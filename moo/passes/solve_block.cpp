// Turns a block of equations that depend on each other into something that can be computed.
//
// A block of one equation should become an assignment. `2*x + y = z` becomes `x := 0.5*(z - y)`. It must not if that
// means dividing by something that may be zero: `time*y = 1` becomes a residual, and a solver finds y where there is
// one. We divide by numbers and parameters only, and not by parameters whose default makes the divisor zero.
//
// A larger block is torn (moo/structure/tearing.cpp): assignments as far as possible, then residuals with the iteration
// variables as their targets. If there are up to three of these, and everything that would be divided by is safe, the
// block is solved on expressions for good (symbolic_loop.cpp).
//
// Some blocks are *mixed*: they contain equations whose values jump. An ideal diode conducts if its voltage is
// positive, and its voltage depends on whether it conducts. Newton's method cannot step from `true` to `false`. The
// runtime assumes values for the discrete unknowns and for the relations that depend on the block, solves the
// continuous part, and looks whether the assumptions were right. For this the discrete equations have to be assignments
// to what they were matched with. They are placed between the continuous assignments and the residuals. Between events
// all of them are known, so the same block is linear or nonlinear in Eq.
//
// Every block comes with its Jacobian: the partial derivatives of each equation by all targets of the block, those of
// assignments too. A solver eliminates the assignments numerically. Written out symbolically, the derivatives of the
// residuals alone by the iteration variables would contain every path through the assignments, and would be long. All
// partial derivatives of an equation come from one walk through it (partial_derivatives.h), so that the flow balance of
// a node with n currents costs n and not n^2. A block is linear if none of these derivatives depends on its own
// targets. If one of them is not known, the block has no Jacobian at all and the solver takes differences, since a
// matrix with a gap is of no use.
//
// The three sets contain most equations three times. What solving one gives is remembered (equation_solutions.h) unless
// parameters are unknown in a set. This and three smaller changes saved a quarter of the instructions of `moopt` for a
// chain of a million equations.

#include "moo/passes/solve_block.h"

#include <algorithm>

#include "moo/expr/substitute.h"
#include "moo/passes/symbolic_loop.h"

namespace moo {

namespace {

// A longer chain of assignments is left to the iteration: substituting them takes quadratic time, and the result is
// long.
constexpr std::size_t longest_symbolic_chain = 40;
constexpr std::uint32_t longest_symbolic_residual = 200;

}  // namespace

BlockSolver::BlockSolver(System& system, SortableSystem const& sortable, UnknownColumns const& columns,
                         EquationSet& set)
    : system_(system),
      exprs_(system.exprs()),
      sortable_(sortable),
      columns_(columns),
      set_(set),
      walk_(exprs_),
      terms_(system),
      simplifier_(system.simplifier()),
      sizes_(exprs_),
      relations_(exprs_),
      partial_(system),
      moving_(system.exprs()),
      determines_parameters_(std::any_of(
          sortable.unknowns.begin(), sortable.unknowns.end(),
          [&](VariableUse const& unknown) { return system.document.variables[unknown.variable].is_parameter(); })),
      position_of_column_(sortable.unknowns.size(), no_index),
      local_column_(sortable.unknowns.size(), no_index) {}

void BlockSolver::solve(std::span<BlockRow const> rows) {
    if (rows.size() == 1) {
        solve_single(rows[0]);
    } else {
        solve_loop(rows);
    }
}

bool BlockSolver::is_discrete(BlockRow const& row) const {
    return row.equation->is_instant || row.equation->is_discrete;
}

void BlockSolver::append(BlockRow const& row, VariableUse target, Form form) {
    SetEquation result;
    result.target = unknown_expr(system_, target);
    result.value = form.value;
    result.form = form.form;
    result.provenance = row.equation->provenance;
    result.is_overridable = form.form == EquationForm::assignment && is_start_value(result.provenance);
    position_of_column_[columns_.of_target(target)] = static_cast<std::uint32_t>(set_.equations.size());
    set_.equations.push_back(std::move(result));
}

void BlockSolver::solve_single(BlockRow const& row) {
    auto const first = static_cast<std::uint32_t>(set_.equations.size());
    SortableEquation const& equation = *row.equation;
    ExprId const target = unknown_expr(system_, row.unknown);
    if (equation.is_instant) {
        append(row, row.unknown, {equation.rhs, EquationForm::instant});
    } else if (ExprId const value = explicit_value(equation, target)) {
        append(row, row.unknown, {value, EquationForm::assignment});
    } else {
        append(row, row.unknown, {residual(equation), EquationForm::residual});
    }
    finish_block(first, is_discrete(row));
}

// Discrete equations become assignments to the unknowns that they are matched with. The continuous ones are torn: first
// assignments in the order in which they follow from the iteration variables, then residuals.
void BlockSolver::solve_loop(std::span<BlockRow const> rows) {
    auto const first = static_cast<std::uint32_t>(set_.equations.size());
    std::vector<BlockRow> continuous;
    for (BlockRow const& row : rows) {
        if (!is_discrete(row)) continuous.push_back(row);
    }
    Tearing const tearing = tear_rows(continuous);
    if (continuous.size() == rows.size() && try_symbolically(continuous, tearing)) return;
    std::vector<std::uint32_t> residual_rows = tearing.residual_equations;
    std::vector<std::uint32_t> iteration = tearing.iteration_variables;
    for (auto const& [equation, variable] : tearing.assignments) {
        BlockRow const& row = continuous[equation];
        VariableUse const target = continuous[variable].unknown;
        // The class of the entry says that there is a solution. If there is none after all, the unknown becomes an
        // iteration variable.
        if (ExprId const value = explicit_value(*row.equation, unknown_expr(system_, target))) {
            append(row, target, {value, EquationForm::assignment});
        } else {
            residual_rows.push_back(equation);
            iteration.push_back(variable);
        }
    }
    for (BlockRow const& row : rows) {
        if (!is_discrete(row)) continue;
        bool const is_instant = row.equation->is_instant;
        ExprId const target = unknown_expr(system_, row.unknown);
        ExprId const value = row.equation->lhs == target ? row.equation->rhs : row.equation->lhs;
        append(row, row.unknown, {value, is_instant ? EquationForm::instant : EquationForm::assignment});
    }
    for (std::size_t i = 0; i < residual_rows.size(); ++i) {
        BlockRow const& row = continuous[residual_rows[i]];
        append(row, continuous[iteration[i]].unknown, {residual(*row.equation), EquationForm::residual});
    }
    finish_block(first, continuous.size() < rows.size());
}

// A loop that needs no iteration: the assignments are substituted into the residuals, which give the iteration
// variables; the assignments give the rest. Each equation is a block of its own.
bool BlockSolver::try_symbolically(std::span<BlockRow const> rows, Tearing const& tearing) {
    if (tearing.iteration_variables.size() > most_symbolic_unknowns) return false;
    std::vector<Form> assigned;
    Substitution inner(exprs_);
    for (auto const& [equation, variable] : tearing.assignments) {
        if (assigned.size() == longest_symbolic_chain) return false;
        ExprId const target = unknown_expr(system_, rows[variable].unknown);
        ExprId const value = explicit_value(*rows[equation].equation, target);
        if (!value) return false;
        assigned.push_back({value, EquationForm::assignment});
        inner.set(target, inner.apply(value));
    }
    SymbolicLoop loop;
    for (std::uint32_t const equation : tearing.residual_equations) {
        ExprId const value = inner.apply(residual(*rows[equation].equation));
        if (sizes_.of(value) > longest_symbolic_residual || contains_homotopy(value)) return false;
        loop.residuals.push_back(simplifier_.simplify(value));
    }
    for (std::uint32_t const variable : tearing.iteration_variables) {
        // A user who names an iteration variable wants to see the iteration.
        if (is_hinted(rows[variable].unknown)) return false;
        loop.unknowns.push_back(unknown_expr(system_, rows[variable].unknown));
    }
    auto const solved = solve_symbolically(system_, simplifier_, std::move(loop), parameter_test());
    if (!solved) return false;
    for (SolvedUnknown const& each : *solved) {
        BlockRow const& row = rows[tearing.residual_equations[each.equation]];
        append_solved(row, rows[tearing.iteration_variables[each.unknown]].unknown,
                      {each.value, EquationForm::assignment});
    }
    for (std::size_t i = 0; i < assigned.size(); ++i) {
        auto const& [equation, variable] = tearing.assignments[i];
        append_solved(rows[equation], rows[variable].unknown, assigned[i]);
    }
    return true;
}

void BlockSolver::append_solved(BlockRow const& row, VariableUse target, Form form) {
    auto const first = static_cast<std::uint32_t>(set_.equations.size());
    append(row, target, form);
    set_.equations.back().provenance.is_loop_solved = true;
    set_.equations.back().is_overridable = false;
    finish_block(first, false);
}

bool BlockSolver::contains_homotopy(ExprId expr) {
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (exprs_.is_builtin(id, Builtin::homotopy)) return true;
        for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
    }
    return false;
}

bool BlockSolver::is_hinted(VariableUse unknown) const {
    return unknown.occurrence == Occurrence::value && system_.tearing_hints.contains(unknown.variable);
}

// Columns have the numbers of the rows that they are matched with.
Tearing BlockSolver::tear_rows(std::span<BlockRow const> rows) {
    PivotGraph graph(static_cast<std::uint32_t>(rows.size()));
    std::vector<TearPreference> preferences;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        local_column_[columns_.of_target(rows[i].unknown)] = i;
        preferences.push_back(tear_preference(rows[i].unknown));
    }
    std::vector<std::uint32_t> columns;
    std::vector<Pivot> pivots;
    for (BlockRow const& row : rows) {
        columns.clear();
        pivots.clear();
        for (Term const& term : terms_.of(row.equation->lhs, row.equation->rhs)) {
            std::uint32_t const column = columns_.of(term.use);
            if (column == no_index || local_column_[column] == no_index) continue;
            columns.push_back(local_column_[column]);
            pivots.push_back(term.pivot);
        }
        graph.add_row(columns, pivots);
    }
    for (BlockRow const& row : rows) local_column_[columns_.of_target(row.unknown)] = no_index;
    return tear(graph, preferences);
}

// A variable with a start value gives the iteration a good initial guess.
TearPreference BlockSolver::tear_preference(VariableUse unknown) const {
    if (unknown.occurrence != Occurrence::value) return TearPreference::neutral;
    if (auto const hint = system_.tearing_hints.find(unknown.variable); hint != system_.tearing_hints.end()) {
        return hint->second;
    }
    Variable const& variable = system_.document.variables[unknown.variable];
    return variable.attribute(Attribute::start) ? TearPreference::prefer : TearPreference::neutral;
}

ExprId BlockSolver::explicit_value(SortableEquation const& equation, ExprId target) {
    // An equation that is written as an assignment is not changed.
    if (equation.lhs == target && !walk_.contains(equation.rhs, target)) return equation.rhs;
    if (equation.rhs == target && !walk_.contains(equation.lhs, target)) return equation.lhs;
    if (equation.is_discrete) return {};
    // If some parameters are unknowns, other expressions count as constant, so solutions of other sets cannot be
    // reused.
    if (determines_parameters_) return solution(equation, target);
    EquationSolutions::Question const question{equation.lhs, equation.rhs, target};
    if (auto const known = system_.solutions.find(question)) return *known;
    ExprId const found = solution(equation, target);
    system_.solutions.add(question, found);
    return found;
}

ExprId BlockSolver::solution(SortableEquation const& equation, ExprId target) {
    Solution const solution = solve_for(exprs_, simplifier_, equation.lhs, equation.rhs, target, parameter_test());
    // If the divisor may vanish, or the inverse has a condition, leave the equation to the iteration.
    bool const is_safe =
        solution.solvability == Solvability::constant || solution.solvability == Solvability::parameter;
    if (!is_safe || solution.condition) return {};
    if (solution.divisor && system_.is_guessed_zero(solution.divisor)) return {};
    return simplifier_.simplify(solution.solution);
}

IsParameter BlockSolver::parameter_test() const {
    return [this](VarId id) {
        return system_.document.variables[id].is_parameter() && columns_.of_target({id, Occurrence::value}) == no_index;
    };
}

ExprId BlockSolver::residual(SortableEquation const& equation) {
    if (exprs_.is_zero(equation.lhs)) return equation.rhs;
    return exprs_.is_zero(equation.rhs) ? equation.lhs : exprs_.sub(equation.lhs, equation.rhs);
}

// ---- the block as a whole ----

void BlockSolver::finish_block(std::uint32_t first, bool has_discrete) {
    auto const end = static_cast<std::uint32_t>(set_.equations.size());
    set_.block_starts.push_back(end);
    bool const is_single = end == first + 1;
    bool const is_assignment = is_single && set_.equations[first].form != EquationForm::residual;
    std::size_t const first_entry = set_.jacobian.size();
    bool is_complete = true;
    for (std::uint32_t row = first; row < end; ++row) {
        SetEquation const& equation = set_.equations[row];
        if (equation.form == EquationForm::instant || exprs_.type(equation.target) != types::real) continue;
        if (system_.is_discrete(exprs_.referenced_variable(equation.target))) continue;
        if (is_assignment) set_.jacobian.push_back({row, row, exprs_.integer(1), EntryKind::constant});
        if (is_assignment && !sortable_.with_known_entries) continue;
        bool const is_known = add_jacobian_row(row, is_assignment ? end : first);
        is_complete = is_complete && (is_known || is_assignment);
    }
    // An incomplete matrix is useless; the solver takes differences instead.
    if (!is_complete) set_.jacobian.resize(first_entry);
    BlockKind kind = BlockKind::assign;
    if (!is_assignment) {
        bool const is_mixed = has_discrete || (!sortable_.relations_are_known && has_own_relations(first));
        kind = is_mixed ? BlockKind::mixed : is_complete && is_linear(first) ? BlockKind::linear : BlockKind::nonlinear;
    }
    set_.blocks.push_back({kind, is_complete ? BlockJacobian::full : BlockJacobian::none, {}});
}

bool BlockSolver::is_in_block(VariableUse use, std::uint32_t first) const {
    std::uint32_t const column = columns_.of(use);
    if (column == no_index) return false;
    std::uint32_t const position = position_of_column_[column];
    return position != no_index && position >= first;
}

// A block is linear if no partial derivative depends on its unknowns.
bool BlockSolver::is_linear(std::uint32_t first) {
    for (std::size_t i = set_.jacobian.size(); i > 0 && set_.jacobian[i - 1].row >= first; --i) {
        for (VariableUse const& use : walk_.uses(set_.jacobian[i - 1].value)) {
            if (is_in_block(use, first)) return false;
        }
    }
    return true;
}

// A relation that depends on the unknowns of the block.
bool BlockSolver::has_own_relations(std::uint32_t first) {
    for (std::uint32_t row = first; row < set_.equations.size(); ++row) {
        for (ExprId const relation : relations_.of(set_.equations[row].value)) {
            for (VariableUse const& use : walk_.uses(relation)) {
                if (is_in_block(use, first)) return true;
            }
        }
    }
    return false;
}

// Adds zeros for references whose derivative is zero, as in atan2(0, x), because a missing entry means that there is no
// formula.
void BlockSolver::add_zero_entries(std::uint32_t row, std::uint32_t first, ExprId value,
                                   std::vector<PartialDerivatives::Entry> const& listed) {
    std::unordered_set<ExprId> is_listed;
    for (PartialDerivatives::Entry const& entry : listed) is_listed.insert(entry.by);
    for (ExprId const reference : moving_.of(value)) {
        if (is_listed.contains(reference)) continue;
        VarId const variable = exprs_.referenced_variable(reference);
        bool const is_fixed = system_.document.variables[variable].is_parameter() || system_.is_discrete(variable);
        if (is_fixed || is_in_block(walk_.uses(reference)[0], first)) continue;
        set_.known.push_back({row, reference, exprs_.real(0), EntryKind::constant});
    }
}

// Adds the partial derivatives of an equation with respect to the continuous unknowns of its block, in the order of the
// block, and on request with respect to known variables. False if one of the former is not known.
bool BlockSolver::add_jacobian_row(std::uint32_t row, std::uint32_t first) {
    SetEquation const equation = set_.equations[row];
    bool const is_assignment = equation.form == EquationForm::assignment;
    ExprId const value = is_assignment ? exprs_.sub(equation.target, equation.value) : equation.value;
    std::size_t const start = set_.jacobian.size();
    bool is_complete = true;
    std::vector<PartialDerivatives::Entry> const& listed = partial_.of(value);
    for (auto const& [by, entry] : listed) {
        VarId const variable = exprs_.referenced_variable(by);
        if (by == equation.target && first > row) continue;
        VariableUse const use = walk_.uses(by)[0];
        bool const is_fixed = system_.document.variables[variable].is_parameter() || system_.is_discrete(variable);
        if (is_in_block(use, first)) {
            is_complete = is_complete && entry.has_value();
            if (!entry || system_.is_discrete(variable)) continue;
            set_.jacobian.push_back({row, position_of_column_[columns_.of(use)], entry, partial_.kind_of(entry)});
        } else if (entry && sortable_.with_known_entries && !is_fixed && use.occurrence != Occurrence::previous) {
            set_.known.push_back({row, by, entry, partial_.kind_of(entry)});
        }
    }
    if (sortable_.with_known_entries && partial_.left_out()) add_zero_entries(row, first, value, listed);
    std::sort(set_.jacobian.begin() + static_cast<std::ptrdiff_t>(start), set_.jacobian.end(),
              [](JacobianEntry const& a, JacobianEntry const& b) { return a.column < b.column; });
    return is_complete;
}

}  // namespace moo
