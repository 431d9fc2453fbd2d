// Which equations have to be differentiated before the highest derivatives can be computed?
//
// A pendulum in Cartesian coordinates has `x^2 + y^2 = L^2` among its equations. This equation cannot be solved for
// anything: x and y are states, known from the integrator, and it does not contain the force in the rod, which is
// unknown. The equation says something about the accelerations, but only after it has been differentiated twice.
// Mechanisms, many circuits and every gear between two inertias contain such hidden constraints.
//
// As a graph: equations are rows, and every variable and every derivative is a column of its own, with a link from each
// variable to its derivative. Columns without such a link are the highest derivatives; call them active. A solver can
// compute them if all equations can be matched with active columns. If some cannot, then these and all rows that
// alternating paths reach from them have fewer active columns than rows. They constrain the rest, and differentiating
// them brings in higher derivatives, which become the new active columns. This is repeated until the matching is
// complete (Pantelides 1988). A derivative takes the derivative of the column that its equation was matched with, so
// that work done before is kept.
//
// Where we differ:
//
// - Pantelides goes from one unmatched equation to the next. We take a maximum matching and differentiate everything
//   that its free rows reach in one round. The result is the same. It is the smallest solution c >= 0 of the dual
//   problem of Pryce (2001),
//
//       d_j - c_i >= s_ij,  with equality on a transversal;   s_ij: order of the highest derivative of j in i,
//
//   because every equation that is reached has to be differentiated once more in any solution. One that was not would
//   keep its column, so the rows that reach it would not be differentiated either, and so on back to the free row,
//   which has no column at all.
// - The original does not end if the model is singular. Ours asks first whether all equations can be matched when each
//   variable counts as one with its derivatives; the search ends if and only if they can. It asks again whenever a
//   derivative has lost a variable that its equation had, because then something has cancelled.
// - Symbols stay outside. Two hooks create the derivative of a variable and of an equation, so that the algorithm can
//   be tested on bare graphs: on random ones it gives what Pryce's method gives.
//
// We measured 0.07 s for 100,000 coupled inertias, with 299,998 differentiations, and 0.23 s for a chain of 100,000
// pendulums, with 400,000.

#include "moo/structure/pantelides.h"

#include <algorithm>
#include <numeric>

namespace moo {

namespace {

class Pantelides {
public:
    Pantelides(DifferentialStructure& structure, DerivativeHooks const& hooks)
        : structure_(structure), hooks_(hooks), matcher_(structure.incidence) {
        structure.derivative_of_variable.resize(structure.variable_count(), no_index);
        structure.derivative_of_equation.resize(structure.equation_count(), no_index);
        original_.resize(structure.equation_count());
        std::iota(original_.begin(), original_.end(), 0u);
        result_.differentiations.resize(structure.equation_count());
        name_chains();
    }

    PantelidesResult run() {
        if (!is_regular()) return std::move(result_);
        for (std::uint32_t variable = 0; variable < structure_.variable_count(); ++variable) {
            if (structure_.derivative_of_variable[variable] != no_index) matcher_.exclude_column(variable);
        }
        matcher_.augment_all(original_);
        while (!matcher_.surplus_rows().empty()) {
            if (!differentiate_surplus()) return std::move(result_);
            if (has_cancelled_ && !is_regular()) return std::move(result_);
            matcher_.augment_all(unmatched_);
        }
        result_.matching = matcher_.take();
        return std::move(result_);
    }

private:
    // The first variable of each chain of derivatives.
    void name_chains() {
        chain_.resize(structure_.variable_count());
        std::iota(chain_.begin(), chain_.end(), 0u);
        std::vector<bool> is_derivative(structure_.variable_count());
        for (std::uint32_t const derivative : structure_.derivative_of_variable) {
            if (derivative != no_index) is_derivative[derivative] = true;
        }
        for (std::uint32_t variable = 0; variable < structure_.variable_count(); ++variable) {
            if (is_derivative[variable]) continue;
            for (std::uint32_t each = variable; each != no_index; each = structure_.derivative_of_variable[each]) {
                chain_[each] = variable;
            }
        }
    }

    // Whether all equations can be matched if each variable counts as one with its derivatives.
    bool is_regular() {
        has_cancelled_ = false;
        Incidence collapsed(structure_.variable_count());
        std::vector<std::uint32_t> equations;
        std::vector<std::uint32_t> columns;
        for (std::uint32_t equation = 0; equation < structure_.equation_count(); ++equation) {
            if (structure_.derivative_of_equation[equation] != no_index) continue;
            columns.clear();
            for (std::uint32_t const variable : structure_.incidence.row(equation)) columns.push_back(chain_[variable]);
            std::sort(columns.begin(), columns.end());
            columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
            collapsed.add_row(columns);
            equations.push_back(equation);
        }
        Matching const matching = match_maximum(collapsed);
        if (matching.size == equations.size()) return true;
        result_.status = PantelidesResult::Status::singular;
        result_.conflict = minimal_conflict(collapsed, matching);
        for (std::uint32_t& row : result_.conflict.rows) row = original_[equations[row]];
        std::sort(result_.conflict.rows.begin(), result_.conflict.rows.end());
        return false;
    }

    bool differentiate_surplus() {
        // Take them now: the matcher forgets them when the graph grows.
        auto const rows = matcher_.surplus_rows();
        std::vector<std::uint32_t> const surplus(rows.begin(), rows.end());
        std::vector<std::uint32_t> variables(surplus.size());
        for (std::size_t i = 0; i < surplus.size(); ++i) {
            variables[i] = matcher_.matching().column_of_row[surplus[i]];
            if (variables[i] != unmatched) differentiate_variable(variables[i]);
        }
        unmatched_.clear();
        std::uint32_t const first = structure_.equation_count();
        for (std::uint32_t const equation : surplus) {
            if (!differentiate_equation(equation)) return false;
        }
        matcher_.grow();
        for (std::uint32_t i = 0; i < surplus.size(); ++i) {
            if (variables[i] == unmatched) {
                unmatched_.push_back(first + i);
                continue;
            }
            matcher_.exclude_column(variables[i]);
            std::uint32_t const derivative = structure_.derivative_of_variable[variables[i]];
            auto const columns = structure_.incidence.row(first + i);
            if (std::find(columns.begin(), columns.end(), derivative) != columns.end()) {
                matcher_.pair(first + i, derivative);
            } else {
                unmatched_.push_back(first + i);
            }
        }
        return true;
    }

    void differentiate_variable(std::uint32_t variable) {
        std::uint32_t const derivative = structure_.incidence.add_column();
        structure_.derivative_of_variable[variable] = derivative;
        structure_.derivative_of_variable.push_back(no_index);
        chain_.push_back(chain_[variable]);
        hooks_.variable_derivative(variable, derivative);
    }

    bool differentiate_equation(std::uint32_t equation) {
        std::uint32_t const derivative = structure_.equation_count();
        auto const columns = hooks_.equation_derivative(equation, derivative);
        if (!columns) {
            result_.status = PantelidesResult::Status::not_differentiable;
            result_.culprit = equation;
            return false;
        }
        structure_.incidence.add_row(*columns);
        structure_.derivative_of_equation[equation] = derivative;
        structure_.derivative_of_equation.push_back(no_index);
        original_.push_back(original_[equation]);
        ++result_.differentiations[original_[equation]];
        note_cancellation(equation, derivative);
        return true;
    }

    void note_cancellation(std::uint32_t equation, std::uint32_t derivative) {
        auto const columns = structure_.incidence.row(derivative);
        sorted_.assign(columns.begin(), columns.end());
        std::sort(sorted_.begin(), sorted_.end());
        for (std::uint32_t const variable : structure_.incidence.row(equation)) {
            if (!std::binary_search(sorted_.begin(), sorted_.end(), structure_.derivative_of_variable[variable])) {
                has_cancelled_ = true;
            }
        }
    }

    DifferentialStructure& structure_;
    DerivativeHooks const& hooks_;
    Matcher matcher_;
    PantelidesResult result_;
    std::vector<std::uint32_t> original_;   // the equation that was differentiated to this one
    std::vector<std::uint32_t> chain_;      // the variable of which this one is a derivative
    std::vector<std::uint32_t> unmatched_;  // equations to be matched next
    std::vector<std::uint32_t> sorted_;
    bool has_cancelled_ = false;
};

}  // namespace

DerivativeHooks structural_hooks(DifferentialStructure const& structure) {
    return {[](std::uint32_t, std::uint32_t) {},
            [&structure](std::uint32_t equation, std::uint32_t) -> std::optional<std::vector<std::uint32_t>> {
                auto const row = structure.incidence.row(equation);
                std::vector<std::uint32_t> columns(row.begin(), row.end());
                for (std::uint32_t const variable : row) columns.push_back(structure.derivative_of_variable[variable]);
                std::sort(columns.begin(), columns.end());
                columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
                return columns;
            }};
}

PantelidesResult pantelides(DifferentialStructure& structure, DerivativeHooks const& hooks) {
    return Pantelides(structure, hooks).run();
}

}  // namespace moo
