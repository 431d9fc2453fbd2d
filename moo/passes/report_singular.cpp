#include "moo/passes/report_singular.h"

#include <algorithm>
#include <optional>

#include "moo/expr/free_variables.h"

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

class SingularReport {
public:
    SingularReport(SingularSystem const& system, Diagnostics& diagnostics)
        : system_(system), diagnostics_(diagnostics) {}

    bool run() {
        bool const good = report_surplus() && report_undetermined();
        if (!good) keep_undetermined();
        return good;
    }

private:
    bool report_surplus() {
        bool good = true;
        std::optional<ConflictSearch> conflicts;  // most models need none
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            if (system_.matching.column_of_row[row] != unmatched || system_.is_optional_row(row)) continue;
            if (!conflicts) conflicts.emplace(system_.graph, system_.matching);
            bool const initial = system_.surplus_kind == DiagnosticKind::InitializationOverdetermined;
            auto report = diagnostics_.error(system_.equation(row).source, initial ? surplus_initial : surplus_equation,
                                             equation_text(row));
            Conflict const conflict = conflicts->around_row(row);
            keep(conflict);
            if (system_.graph.row(row).empty()) {
                note_remainder(report, row);
            } else {
                note_conflict(report, conflict, row);
            }
            // Report this only once: the undetermined unknowns belong to all surplus equations together.
            if (!initial && good) note_undetermined(report, 0);
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
                                     was_rewritten ? equation.written_rhs : equation.rhs, equation.source});
        }
        for (std::uint32_t const column : conflict.columns) {
            set.unknowns.push_back({system_.unknown_text(column), system_.unknown_source(column), {}});
        }
    }

    void keep_undetermined() {
        for (std::uint32_t column = 0; column < system_.graph.column_count(); ++column) {
            if (is_determined(column)) continue;
            if (system_.system.undetermined.size() == most_kept) return;
            system_.system.undetermined.push_back(
                {system_.unknown_text(column), system_.unknown_source(column), std::string(why_undetermined(column))});
        }
    }

    // As written in the model.
    std::string equation_text(std::uint32_t row) {
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

    // Lists the other equations for its unknowns: without any one of them, the surplus equation could be used.
    void note_conflict(Diagnostics::Report& report, Conflict const& conflict, std::uint32_t surplus) {
        int noted = 0;
        for (std::uint32_t const row : conflict.rows) {
            if (row == surplus) continue;
            if (++noted > most_notes) {
                report.note({}, "and by others");
                return;
            }
            if (noted == 1) {
                report.note(system_.equation(row).source, "its unknowns are determined by `{}`", equation_text(row));
            } else {
                report.note(system_.equation(row).source, "and by `{}`", equation_text(row));
            }
        }
    }

    void note_undetermined(Diagnostics::Report& report, std::uint32_t from) {
        int noted = 0;
        for (std::uint32_t i = from; i < system_.graph.column_count(); ++i) {
            if (is_determined(i)) continue;
            if (++noted > most_notes) {
                report.note({}, "and more");
                return;
            }
            report.note(system_.unknown_source(i), "nothing determines `{}`: {}", system_.unknown_text(i),
                        why_undetermined(i));
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
        return system_.matching.row_of_column[column] != unmatched || system_.is_optional_column(column);
    }

    bool report_undetermined() {
        std::uint32_t first = 0;
        std::uint32_t const count = system_.graph.column_count();
        while (first < count && is_determined(first)) ++first;
        if (first == count) return true;
        int unknowns = 0;
        for (std::uint32_t i = 0; i < count; ++i) unknowns += system_.is_optional_column(i) ? 0 : 1;
        auto report = diagnostics_.error(system_.unknown_source(first), undetermined, system_.unknown_text(first),
                                         system_.description, static_cast<int>(system_.matching.size), unknowns);
        report.note({}, "{}", why_undetermined(first));
        note_undetermined(report, first + 1);
        return false;
    }

    SingularSystem const& system_;
    Diagnostics& diagnostics_;
};

}  // namespace

bool report_singular(SingularSystem const& system, Diagnostics& diagnostics) {
    return SingularReport(system, diagnostics).run();
}

}  // namespace moo
