// The numbers of unknowns and equations differ, so every matching leaves something over. Here is what may be matched:
//
// - An equation between Reals can determine any of its Reals, whether or not they are differentiated; they count as
// one.
// - An equation between other values can determine only a variable that is alone on one of its sides.
// - A when-equation and an algorithm determine what is on their left sides.
// - An if-equation can determine any variable in it, as often as one of its branches has equations.
//
// Rows and columns are matched in the order of blame (moo/structure/blame.h), so that what is left over is what a user
// would call the mistake.

#include "frontend/flatten/balance_graph.h"

#include <algorithm>
#include <tuple>

#include "moo/check/assigned.h"
#include "moo/check/counts.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/print.h"
#include "moo/model/names.h"
#include "moo/scalarize/scalarize.h"
#include "moo/structure/blame.h"
#include "moo/structure/dulmage_mendelsohn.h"

namespace moo {

namespace {

// Of one model; more would not be read.
constexpr std::size_t most_findings = 10;
constexpr std::size_t most_others = 6;

// The cost of an explanation is at most that of a search for each row.
constexpr std::size_t most_equations = 100'000;

class BalanceGraph {
public:
    BalanceGraph(FlatModel const& model, Interner const& interner)
        : model_(model), interner_(interner), walk_(model.exprs) {}

    BalanceFindings run(std::function<bool(std::string_view)> const& is_open_input) {
        list_unknowns();
        graph_ = Incidence(static_cast<std::uint32_t>(unknowns_.size()));
        for (FlatEquation const& equation : model_.equations) add_equation(equation);
        for (FlatAlgorithm const& algorithm : model_.algorithms) {
            for (VarId const id : assigned_variables(model_.exprs, algorithm.statements)) {
                if (column_[id] != no_index) add_row({column_[id]}, nullptr);
            }
        }
        if (graph_.row_count() == unknowns_.size() || graph_.row_count() > most_equations) return {};
        BalanceFindings findings;
        find_unknowns(is_open_input, findings);
        find_equations(findings);
        return findings;
    }

private:
    // ---- the graph ----

    void list_unknowns() {
        column_.resize(model_.variables.size(), no_index);
        for (VarId const id : model_.variables.ids()) {
            Variable const& variable = model_.variables[id];
            if (variable.is_parameter() || variable.causality == Causality::input || variable.is_package_constant)
                continue;
            column_[id] = static_cast<std::uint32_t>(unknowns_.size());
            unknowns_.push_back(id);
        }
    }

    void add_row(std::vector<std::uint32_t> columns, FlatEquation const* equation) {
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        graph_.add_row(columns);
        equations_.push_back(equation);
    }

    void add_uses(ExprId expr, std::vector<std::uint32_t>& columns) {
        if (!expr) return;
        for (VariableUse const& use : walk_.uses(expr)) {
            if (use.occurrence != Occurrence::previous && column_[use.variable] != no_index) {
                columns.push_back(column_[use.variable]);
            }
        }
    }

    // A side that is one variable, or a tuple of them.
    void add_targets(ExprId side, std::vector<std::uint32_t>& columns) {
        ExprKind const kind = model_.exprs.kind(side);
        if (kind != ExprKind::variable && kind != ExprKind::tuple) return;
        add_uses(side, columns);
    }

    void add_equation(FlatEquation const& equation) {
        std::int64_t const size = equation_size(model_, equation);
        if (size == 0) return;
        std::vector<std::uint32_t> columns;
        if (equation.kind == FlatEquationKind::when) {
            add_assigned(equation, columns);
            std::sort(columns.begin(), columns.end());
            columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
            for (std::uint32_t const column : columns) add_row({column}, &equation);
            return;
        }
        collect_columns(equation, columns);
        for (std::int64_t i = 0; i < size; ++i) add_row(columns, &equation);
    }

    void collect_columns(FlatEquation const& equation, std::vector<std::uint32_t>& columns) {
        if (equation.kind == FlatEquationKind::equality) {
            // `0 = p.i + n.i` is between an Integer and a Real.
            if (is_real(model_.exprs.type(equation.a)) || is_real(model_.exprs.type(equation.b))) {
                add_reals(equation.a, columns);
                add_reals(equation.b, columns);
            } else {
                add_targets(equation.a, columns);
                add_targets(equation.b, columns);
            }
        }
        for (FlatBranch const& branch : equation.branches) {
            for (FlatEquation const& inner : branch.body) collect_columns(inner, columns);
        }
    }

    [[nodiscard]] bool is_real(TypeId type) const { return model_.exprs.types().kind(type) == TypeKind::real; }

    void add_reals(ExprId side, std::vector<std::uint32_t>& columns) {
        for (VariableUse const& use : walk_.uses(side)) {
            bool const is_unknown = use.occurrence != Occurrence::previous && column_[use.variable] != no_index;
            if (is_unknown && is_real(model_.variables[use.variable].type)) columns.push_back(column_[use.variable]);
        }
    }

    void add_assigned(FlatEquation const& equation, std::vector<std::uint32_t>& columns) {
        for (FlatBranch const& branch : equation.branches) {
            for (FlatEquation const& inner : branch.body) {
                if (inner.kind == FlatEquationKind::equality) add_targets(inner.a, columns);
                add_assigned(inner, columns);
            }
        }
    }

    // ---- what is left over ----

    [[nodiscard]] std::string_view path_of(Symbol instance) const {
        return instance ? interner_.text(instance) : std::string_view();
    }

    void find_unknowns(std::function<bool(std::string_view)> const& is_open_input, BalanceFindings& findings) {
        using Blame = std::tuple<bool, bool, int>;
        std::vector<Blame> blame;
        std::vector<std::uint32_t> order;
        for (VarId const id : unknowns_) {
            Variable const& variable = model_.variables[id];
            std::string_view const name = interner_.text(variable.name);
            int const depth = static_cast<int>(path_depth(path_of(variable.instance)));
            blame.emplace_back(is_open_input(path_without_subscripts(name)),
                               model_.places.is_own(variable.source.begin), -depth);
            order.push_back(static_cast<std::uint32_t>(order.size()));
        }
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return blame[a] < blame[b]; });
        Matching const matching = match_columns_in_order(graph_, order);
        ConflictSearch conflicts(graph_, matching);
        std::reverse(order.begin(), order.end());
        for (std::uint32_t const column : order) {
            if (matching.row_of_column[column] != unmatched) continue;
            if (findings.unknowns.size() == most_findings) return;
            Conflict const conflict = conflicts.around_column(column);
            Variable const& variable = model_.variables[unknowns_[column]];
            std::string_view level = path_of(variable.instance);
            for (std::uint32_t const other : conflict.columns) {
                level = common_path(level, path_of(model_.variables[unknowns_[other]].instance));
            }
            for (std::uint32_t const row : conflict.rows) level = common_path(level, path_of_row(row));
            findings.unknowns.push_back({std::string(interner_.text(variable.name)),
                                         model_.places.place_below(variable.source, path_of(variable.instance), level),
                                         model_.places.place_of(variable.source, path_of(variable.instance)),
                                         std::string(level),
                                         {},
                                         {}});
        }
    }

    [[nodiscard]] std::string_view path_of_row(std::uint32_t row) const {
        return equations_[row] != nullptr ? path_of(equations_[row]->instance) : std::string_view();
    }

    // A connection passes on what its ends say, so it is blamed last; equations of the user come first.
    [[nodiscard]] std::tuple<int, int> blame_of(std::uint32_t row) const {
        FlatEquation const* const equation = equations_[row];
        if (equation == nullptr) return {1, 0};
        bool const is_own = model_.places.is_own(equation->source.begin);
        bool const is_written =
            equation->origin == ProvenanceKind::equation || equation->origin == ProvenanceKind::binding;
        int const depth = static_cast<int>(path_depth(path_of(equation->instance)));
        return {!is_written ? 0 : is_own ? 2 : 1, -depth};
    }

    void find_equations(BalanceFindings& findings) {
        std::vector<std::uint32_t> order(graph_.row_count());
        for (std::uint32_t row = 0; row < order.size(); ++row) order[row] = row;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return blame_of(a) < blame_of(b); });
        Matching const matching = match_rows_in_order(graph_, order);
        ConflictSearch conflicts(graph_, matching);
        std::reverse(order.begin(), order.end());
        for (std::uint32_t const row : order) {
            FlatEquation const* const equation = equations_[row];
            if (matching.column_of_row[row] != unmatched || equation == nullptr) continue;
            if (findings.equations.size() == most_findings) return;
            add_surplus(row, conflicts.around_row(row), findings);
        }
    }

    void add_surplus(std::uint32_t row, Conflict const& conflict, BalanceFindings& findings) {
        FlatEquation const& equation = *equations_[row];
        std::string_view level = path_of(equation.instance);
        for (std::uint32_t const other : conflict.rows) level = common_path(level, path_of_row(other));
        Unmatched found{text_of(equation),
                        model_.places.place_below(equation.source, path_of(equation.instance), level),
                        model_.places.place_of(equation.source, path_of(equation.instance)),
                        std::string(level),
                        {},
                        {}};
        for (std::uint32_t const other : conflict.rows) {
            if (other == row || equations_[other] == nullptr || found.others.size() == most_others) continue;
            FlatEquation const& each = *equations_[other];
            found.others.push_back(text_of(each));
            found.other_places.push_back(model_.places.place_below(each.source, path_of(each.instance), level));
        }
        findings.equations.push_back(std::move(found));
    }

    [[nodiscard]] std::string text_of(FlatEquation const& equation) const {
        if (equation.kind != FlatEquationKind::equality) {
            return equation.kind == FlatEquationKind::when ? "when …" : "if …";
        }
        VariableNames const names(model_.variables, interner_, NameStyle::plain);
        return to_string(model_.exprs, equation.a, names) + " = " + to_string(model_.exprs, equation.b, names);
    }

    FlatModel const& model_;
    Interner const& interner_;
    FreeVariables walk_;
    Store<VarId, std::uint32_t> column_;
    std::vector<VarId> unknowns_;
    Incidence graph_;
    std::vector<FlatEquation const*> equations_;  // by row; null for a row of an algorithm
};

}  // namespace

BalanceFindings find_unmatched(FlatModel& model, Interner& interner,
                               std::function<bool(std::string_view name)> const& is_open_input) {
    Diagnostics unread;
    if (!scalarize(model, interner, unread)) return {};
    return BalanceGraph(model, interner).run(is_open_input);
}

}  // namespace moo
