// Where does a singular system go wrong? A matching says *that* an equation is left over, but which one is left is its
// choice, and the equation is mostly one of a library. The mistake is in the class that put the parts together.
//
// So three things are chosen here. First, of the equations that contradict each other (dulmage_mendelsohn.h), the one
// to name: matching equations in the order of `Blame` leaves over what the user wrote, rather than what a library did.
// Second, the level: the innermost component that contains all equations of the conflict, since nothing outside it
// matters. Third, the place: the line in the class of that component, or in the nearest class above it that is the
// user's, where the equation or the part with the equation is.
//
// Equations that made variables equal were removed from the system earlier. They are a part of the conflict too;
// alias_chains.h finds those of the variables that an equation mentions.

#include "moo/passes/report_singular.h"

#include <algorithm>
#include <optional>
#include <set>

#include "moo/expr/free_variables.h"
#include "moo/passes/alias_chains.h"
#include "moo/passes/report_at.h"
#include "moo/structure/blame.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, int, int> undetermined{
    DiagnosticKind::StructurallySingular, "nothing determines `{}`: {} has {} equations for {} unknowns"};
constexpr Message<std::string_view> surplus_equation{DiagnosticKind::StructurallySingular,
                                                     "{}: this equation has no unknown left to determine"};
constexpr Message<std::string_view> surplus_initial{
    DiagnosticKind::InitializationOverdetermined,
    "{}: this equation contradicts or repeats the others; all its unknowns are determined already"};

// In one message.
constexpr int most_notes = 10;
// A model with more conflicts has one cause for most of them.
constexpr std::size_t most_kept = 100;

// The matching is made anew, one row at a time, up to this size.
constexpr std::uint32_t most_rematched = 300'000;

// How likely it is that an equation or a declaration is the mistake; higher is likelier.
struct Blame {
    int tier;
    int height;  // minus the number of components around it
    friend auto operator<=>(Blame const&, Blame const&) = default;
};

// An equation of a conflict.
struct ConflictItem {
    std::string text;
    Provenance provenance;
};

class SingularReport {
public:
    SingularReport(SingularSystem const& system, Diagnostics& diagnostics)
        : system_(system), places_(system.system.user_places()), diagnostics_(diagnostics) {}

    bool run() {
        if (is_regular()) return true;
        choose_left_over();
        bool const good = report_surplus() && report_undetermined();
        if (!good) keep_undetermined();
        return good;
    }

private:
    // ---- what is left over ----

    [[nodiscard]] bool is_regular() const {
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            if (system_.matching.column_of_row[row] == unmatched && !system_.is_optional_row(row)) return false;
        }
        for (std::uint32_t column = 0; column < system_.graph.column_count(); ++column) {
            if (system_.matching.row_of_column[column] == unmatched && !system_.is_optional_column(column))
                return false;
        }
        return true;
    }

    void choose_left_over() {
        row_matching_ = column_matching_ = system_.matching;
        if (system_.graph.row_count() > most_rematched) return;
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> optional_rows;
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            (system_.is_optional_row(row) ? optional_rows : rows).push_back(row);
        }
        std::vector<Blame> blame;
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            blame.push_back(blame_of(system_.equation(row).provenance));
        }
        auto const is_less = [&](std::uint32_t a, std::uint32_t b) { return blame[a] < blame[b]; };
        std::stable_sort(rows.begin(), rows.end(), is_less);
        rows.insert(rows.end(), optional_rows.begin(), optional_rows.end());
        row_matching_ = match_rows_in_order(system_.graph, rows);
        std::vector<std::uint32_t> columns;
        std::vector<Blame> column_blame(system_.graph.column_count());
        for (std::uint32_t column = 0; column < system_.graph.column_count(); ++column) {
            if (system_.is_optional_column(column)) continue;
            columns.push_back(column);
            Variable const& variable = variable_of(column);
            column_blame[column] = {places_.is_own(variable.source.begin) ? 1 : 0, -depth_of(variable.instance)};
        }
        std::stable_sort(columns.begin(), columns.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return column_blame[a] < column_blame[b]; });
        column_matching_ = match_columns_in_order(system_.graph, columns);
    }

    [[nodiscard]] Variable const& variable_of(std::uint32_t column) const {
        return system_.system.document.variables[system_.unknown(column)];
    }

    [[nodiscard]] std::string_view path_of(Symbol instance) const {
        return instance ? system_.system.interner.text(instance) : std::string_view();
    }

    [[nodiscard]] int depth_of(Symbol instance) const { return static_cast<int>(path_depth(path_of(instance))); }

    // Connections only pass on what components say; a component of a library is as its author meant it.
    [[nodiscard]] Blame blame_of(Provenance const& provenance) const {
        bool const is_connection =
            provenance.kind == ProvenanceKind::connect || provenance.kind == ProvenanceKind::flow ||
            provenance.kind == ProvenanceKind::stream || provenance.kind == ProvenanceKind::overconstrained;
        int const tier = is_connection ? 0 : places_.is_own(provenance.source.begin) ? 2 : 1;
        return {tier, -depth_of(provenance.instance)};
    }

    // ---- surplus equations ----

    bool report_surplus() {
        bool good = true;
        std::optional<ConflictSearch> conflicts;
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            if (row_matching_.column_of_row[row] != unmatched || system_.is_optional_row(row)) continue;
            if (!conflicts) conflicts.emplace(system_.graph, row_matching_);
            keep(conflicts->around_row(row));
            report_conflict(*conflicts, row, good);
            good = false;
        }
        return good;
    }

    void keep(Conflict const& conflict) {
        if (system_.system.singular_sets.size() == most_kept) return;
        SingularSet& set = system_.system.singular_sets.emplace_back();
        for (std::uint32_t const row : conflict.rows) {
            SingularEquation const equation = system_.equation(row);
            bool const was_rewritten = equation.written_lhs && equation.written_rhs;
            set.equations.push_back({was_rewritten ? equation.written_lhs : equation.lhs,
                                     was_rewritten ? equation.written_rhs : equation.rhs, equation.provenance.source});
        }
        for (std::uint32_t const column : conflict.columns) {
            set.unknowns.push_back({system_.unknown_text(column), variable_of(column).source, {}});
        }
    }

    void keep_undetermined() {
        for (std::uint32_t column = 0; column < system_.graph.column_count(); ++column) {
            if (is_determined(column)) continue;
            if (system_.system.undetermined.size() == most_kept) return;
            system_.system.undetermined.push_back({system_.unknown_text(column), variable_of(column).source,
                                                   std::string(why_undetermined(column))});
        }
    }

    void report_conflict(ConflictSearch& conflicts, std::uint32_t surplus, bool is_first) {
        std::vector<ConflictItem> items = conflict_of(conflicts, surplus);
        choose_first(items);
        std::string_view const level = level_of(items);
        bool const initial = system_.surplus_kind == DiagnosticKind::InitializationOverdetermined;
        SourceSpan const place = place_of(items.front(), level);
        auto report = diagnostics_.error(place, initial ? surplus_initial : surplus_equation, items.front().text);
        note_written_place(system_.system, items.front().provenance, place, report);
        bool const is_empty = system_.graph.row(surplus).empty();
        if (is_empty) note_remainder(report, surplus);
        note_others(report, items, level, is_empty);
        // Report this only once: the undetermined unknowns belong to all surplus equations together.
        if (!initial && is_first) note_undetermined(report, 0);
    }

    // The equations that contradict each other, the surplus one first.
    std::vector<ConflictItem> conflict_of(ConflictSearch& conflicts, std::uint32_t surplus) {
        std::vector<ConflictItem> items = {{equation_text(surplus), system_.equation(surplus).provenance}};
        std::vector<std::uint32_t> rows = {surplus};
        if (!system_.graph.row(surplus).empty()) {
            for (std::uint32_t const row : conflicts.around_row(surplus).rows) {
                if (row == surplus) continue;
                rows.push_back(row);
                items.push_back({equation_text(row), system_.equation(row).provenance});
            }
        }
        if (!chains_) chains_.emplace(system_.system);
        // What two chains share is not a part of the loop that they close.
        std::vector<AliasChains::Step> steps;
        std::set<std::uint32_t> once;
        for (std::uint32_t const row : rows) {
            SingularEquation const equation = system_.equation(row);
            bool const was_rewritten = equation.written_lhs && equation.written_rhs;
            if (!was_rewritten) continue;
            FreeVariables walk(system_.system.document.exprs);
            for (VariableUse const& use : walk.uses(equation.written_lhs, equation.written_rhs)) {
                for (AliasChains::Step& step : chains_->chain_of(use.variable)) {
                    if (auto const [at, is_new] = once.insert(step.variable.index()); !is_new) {
                        once.erase(at);
                    } else {
                        steps.push_back(std::move(step));
                    }
                }
            }
        }
        for (AliasChains::Step& step : steps) {
            if (once.erase(step.variable.index()) == 0) continue;
            items.push_back({std::move(step.text), step.provenance});
        }
        return items;
    }

    // The likeliest mistake, and of several the surplus equation.
    void choose_first(std::vector<ConflictItem>& items) const {
        auto const likeliest =
            std::max_element(items.begin(), items.end(), [&](ConflictItem const& a, ConflictItem const& b) {
                return blame_of(a.provenance) < blame_of(b.provenance);
            });
        std::rotate(items.begin(), likeliest, likeliest + 1);
    }

    // The innermost component that contains all of it.
    [[nodiscard]] std::string_view level_of(std::vector<ConflictItem> const& items) const {
        std::string_view level = path_of(items.front().provenance.instance);
        for (ConflictItem const& item : items) level = common_path(level, path_of(item.provenance.instance));
        return level;
    }

    [[nodiscard]] SourceSpan place_of(ConflictItem const& item, std::string_view level) const {
        return places_.place_below(item.provenance.source, path_of(item.provenance.instance), level);
    }

    // As written in the model.
    [[nodiscard]] std::string equation_text(std::uint32_t row) const {
        SingularEquation const equation = system_.equation(row);
        bool const was_rewritten = equation.written_lhs && equation.written_rhs;
        return system_.system.text(was_rewritten ? equation.written_lhs : equation.lhs) + " = " +
               system_.system.text(was_rewritten ? equation.written_rhs : equation.rhs);
    }

    // Describes an equation without unknowns.
    void note_remainder(Diagnostics::Report& report, std::uint32_t row) {
        SingularEquation const equation = system_.equation(row);
        std::string const text = system_.system.text(equation.lhs) + " = " + system_.system.text(equation.rhs);
        if (text != equation_text(row)) {
            report.note({}, "after equal variables are replaced, it reads `{}`", text);
        }
        Document const& document = system_.system.document;
        FreeVariables walk(document.exprs);
        bool has_parameter = false;
        for (VariableUse const& use : walk.uses(equation.lhs, equation.rhs)) {
            Variable const& variable = document.variables[use.variable];
            has_parameter = has_parameter || variable.is_parameter();
            if (variable.causality != Causality::input) continue;
            report.note(variable.source,
                        "`{}` is an input, so its value comes from outside; remove the equation, or do not declare one "
                        "of its inputs as `input`",
                        system_.system.name_of(use.variable));
            return;
        }
        if (has_parameter) {
            report.note({}, "two components prescribe the same quantity, such as two ideal sources in parallel");
        } else if (equation.lhs == equation.rhs) {
            report.note({},
                        "it follows from the others; if connections form a loop, a component that sets the level may "
                        "be missing, such as a ground");
        }
    }

    // Without any one of these equations, the surplus one could be used.
    void note_others(Diagnostics::Report& report, std::vector<ConflictItem> const& items, std::string_view level,
                     bool is_empty) {
        int noted = 0;
        for (std::size_t i = 1; i < items.size(); ++i) {
            SourceSpan const place = place_of(items[i], level);
            if (++noted > most_notes) {
                report.note({}, "and by others");
                return;
            }
            if (noted > 1) {
                report.note(place, "and by `{}`", items[i].text);
            } else if (is_empty) {
                report.note(place, "its variables are determined by `{}`", items[i].text);
            } else {
                report.note(place, "its unknowns are determined by `{}`", items[i].text);
            }
        }
    }

    // ---- undetermined unknowns ----

    void note_undetermined(Diagnostics::Report& report, std::uint32_t from) {
        int noted = 0;
        for (std::uint32_t i = from; i < system_.graph.column_count(); ++i) {
            if (is_determined(i)) continue;
            if (++noted > most_notes) {
                report.note({}, "and more");
                return;
            }
            Variable const& variable = variable_of(i);
            report.note(places_.place_below(variable.source, path_of(variable.instance), level_of_column(i)),
                        "nothing determines `{}`: {}", system_.unknown_text(i), why_undetermined(i));
        }
    }

    [[nodiscard]] std::string_view why_undetermined(std::uint32_t column) const {
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            auto const columns = system_.graph.row(row);
            if (std::find(columns.begin(), columns.end(), column) == columns.end()) continue;
            return "the equations that contain it are needed for others";
        }
        return "no equation contains it";
    }

    [[nodiscard]] bool is_determined(std::uint32_t column) const {
        return column_matching_.row_of_column[column] != unmatched || system_.is_optional_column(column);
    }

    // The innermost component that contains the unknown, and all equations and unknowns that it depends on.
    [[nodiscard]] std::string_view level_of_column(std::uint32_t column) {
        if (!column_conflicts_) column_conflicts_.emplace(system_.graph, column_matching_);
        Conflict const conflict = column_conflicts_->around_column(column);
        std::string_view level = path_of(variable_of(column).instance);
        for (std::uint32_t const other : conflict.columns) {
            level = common_path(level, path_of(variable_of(other).instance));
        }
        for (std::uint32_t const row : conflict.rows) {
            level = common_path(level, path_of(system_.equation(row).provenance.instance));
        }
        return level;
    }

    bool report_undetermined() {
        std::uint32_t first = 0;
        std::uint32_t const count = system_.graph.column_count();
        while (first < count && is_determined(first)) ++first;
        if (first == count) return true;
        int unknowns = 0;
        for (std::uint32_t i = 0; i < count; ++i) unknowns += system_.is_optional_column(i) ? 0 : 1;
        Variable const& variable = variable_of(first);
        SourceSpan const place =
            places_.place_below(variable.source, path_of(variable.instance), level_of_column(first));
        auto report = diagnostics_.error(place, undetermined, system_.unknown_text(first), system_.description,
                                         static_cast<int>(system_.matching.size), unknowns);
        note_written_place(system_.system, variable, place, report);
        report.note({}, "{}", why_undetermined(first));
        note_undetermined(report, first + 1);
        return false;
    }

    SingularSystem const& system_;
    UserPlaces const& places_;
    Diagnostics& diagnostics_;
    Matching row_matching_;
    Matching column_matching_;
    std::optional<AliasChains> chains_;
    std::optional<ConflictSearch> column_conflicts_;
};

}  // namespace

bool report_singular(SingularSystem const& system, Diagnostics& diagnostics) {
    return SingularReport(system, diagnostics).run();
}

}  // namespace moo
