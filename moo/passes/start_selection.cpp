// Which candidates of a state set are its states when the simulation starts?
//
// A state set (build_state_sets.cpp) leaves the choice to the runtime, which decides at the current point of the
// solution. At the start there is no such point yet. There are only start values, and they may be all that the user has
// given: a pendulum with x = 1 and y = 0 has to be computed from y, because at y = 0 the constraint x^2 + y^2 = L^2 can
// be solved for x and not for y.
//
// So the Jacobian of the constraints is evaluated at the start values, with zero as the language's default. Gaussian
// elimination with complete pivoting finds columns in which it is regular. These candidates are solved for, and the
// others are the states. Any pivot of at least a fiftieth of the largest is good enough. Among these, a candidate
// without a start value is solved for first, then one whose start value is a guess, and one with a fixed start value
// last. So the user's values are kept where the numbers allow it.
//
// If the Jacobian cannot be evaluated, or is singular at these values, the first candidates are the states.

#include "moo/passes/start_selection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moo {

namespace {

// How strongly a candidate should keep its value, depending on what the user has given.
enum class Hold : std::uint8_t { none, start, fixed };

class StartSelection {
public:
    StartSelection(System& system, StateSet const& set)
        : system_(system),
          exprs_(system.exprs()),
          set_(set),
          columns_(set.candidates.size()),
          rows_(columns_ - set.states.size()),
          matrix_(rows_ * columns_) {}

    // The columns that are solved for; none if the numbers do not determine them.
    std::vector<bool> solved_columns() {
        std::vector<bool> solved(columns_);
        if (!evaluate()) return {};
        std::vector<bool> is_used(rows_);
        for (std::size_t step = 0; step < rows_; ++step) {
            std::optional<Pivot> const pivot = find_pivot(is_used, solved);
            if (!pivot) return {};
            is_used[pivot->row] = true;
            solved[pivot->column] = true;
            eliminate(*pivot, is_used);
        }
        return solved;
    }

private:
    struct Pivot {
        std::size_t row;
        std::size_t column;
    };
    // Relative to the largest remaining entry.
    static constexpr double smallest_pivot = 0.02;
    static constexpr double smallest_entry = 1e-10;

    double& at(std::size_t row, std::size_t column) { return matrix_[row * columns_ + column]; }

    bool evaluate() {
        Evaluator evaluator(exprs_, [this](ExprStore const& store, ExprId leaf) { return value_of(store, leaf); });
        for (JacobianEntry const& entry : set_.jacobian) {
            double const value = evaluator.evaluate(entry.value).as_real();
            if (!std::isfinite(value)) return false;
            at(entry.row, entry.column) = value;
        }
        return true;
    }

    // Before anything is solved, a variable has its start value, or zero (Modelica 3.6, section 4.8).
    Value value_of(ExprStore const& store, ExprId leaf) const {
        if (store.kind(leaf) == ExprKind::time) return Value::real(0.0);
        if (store.kind(leaf) != ExprKind::variable) return {};
        VarId const id = store.variable_of(leaf);
        Variable const& variable = system_.document.variables[id];
        if (variable.is_parameter()) {
            auto const& values = system_.parameter_numbers.guess;
            return id.index() < values.size() ? values[id] : Value();
        }
        if (variable.type != types::real) return {};
        double number = 0.0;
        if (ExprId const start = variable.attribute(Attribute::start)) {
            number = exprs_.is_number(start) ? exprs_.number_value(start) : system_.guess(start);
        }
        return std::isnan(number) ? Value() : Value::real(number);
    }

    [[nodiscard]] Hold hold_of(std::size_t column) const {
        Variable const& variable = system_.document.variables[set_.candidates[column]];
        if (variable.is_fixed(exprs_)) return Hold::fixed;
        return variable.attribute(Attribute::start) ? Hold::start : Hold::none;
    }

    std::optional<Pivot> find_pivot(std::vector<bool> const& is_used, std::vector<bool> const& solved) {
        double largest = 0.0;
        auto const for_all = [&](auto const& visit) {
            for (std::size_t row = 0; row < rows_; ++row) {
                for (std::size_t column = 0; column < columns_; ++column) {
                    if (!is_used[row] && !solved[column]) visit(row, column, std::abs(at(row, column)));
                }
            }
        };
        for_all([&](std::size_t, std::size_t, double size) { largest = std::max(largest, size); });
        if (largest < smallest_entry) return std::nullopt;
        std::optional<Pivot> best;
        double best_size = 0.0;
        for_all([&](std::size_t row, std::size_t column, double size) {
            if (size < smallest_pivot * largest) return;
            bool const is_better = !best || hold_of(column) < hold_of(best->column) ||
                                   (hold_of(column) == hold_of(best->column) && size > best_size);
            if (!is_better) return;
            best = Pivot{row, column};
            best_size = size;
        });
        return best;
    }

    void eliminate(Pivot pivot, std::vector<bool> const& is_used) {
        for (std::size_t row = 0; row < rows_; ++row) {
            if (is_used[row]) continue;
            double const factor = at(row, pivot.column) / at(pivot.row, pivot.column);
            for (std::size_t column = 0; column < columns_; ++column) at(row, column) -= factor * at(pivot.row, column);
        }
    }

    System& system_;
    ExprStore& exprs_;
    StateSet const& set_;
    std::size_t columns_;
    std::size_t rows_;
    std::vector<double> matrix_;
};

}  // namespace

void select_at_start(System& system, StateSet const& set) {
    std::vector<bool> solved = StartSelection(system, set).solved_columns();
    if (solved.empty()) {
        solved.assign(set.candidates.size(), true);
        std::fill_n(solved.begin(), set.states.size(), false);
    }
    std::size_t state = 0;
    for (std::size_t i = 0; i < set.candidates.size(); ++i) {
        if (solved[i]) continue;
        VarId const entry = set.selection[state * set.candidates.size() + i];
        Variable& variable = system.document.variables[entry];
        variable.attributes[static_cast<std::size_t>(Attribute::start)] = system.exprs().integer(1);
        ++state;
    }
}

bool is_selected_at_start(System const& system, StateSet const& set, std::size_t candidate) {
    ExprStore const& exprs = system.document.exprs;
    for (std::size_t state = 0; state < set.states.size(); ++state) {
        VarId const entry = set.selection[state * set.candidates.size() + candidate];
        ExprId const start = system.document.variables[entry].attribute(Attribute::start);
        if (start && exprs.is_one(start)) return true;
    }
    return false;
}

}  // namespace moo
