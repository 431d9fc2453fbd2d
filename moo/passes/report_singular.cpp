#include "moo/passes/report_singular.h"

#include <optional>

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, int, int> undetermined{
    DiagnosticKind::StructurallySingular, "nothing determines `{}`: {} has {} equations for {} unknowns"};
constexpr Message<std::string_view> surplus_equation{DiagnosticKind::StructurallySingular,
                                                     "{}: this equation has no unknown left to determine"};
constexpr Message<std::string_view> surplus_initial{DiagnosticKind::InitializationOverdetermined,
                                                    "{}: this equation contradicts or repeats the others: all it "
                                                    "could determine is determined already"};

// Behind one message.
constexpr int most_notes = 10;

class SingularReport {
public:
    SingularReport(SingularSystem const& system, Diagnostics& diagnostics)
        : system_(system), diagnostics_(diagnostics) {}

    bool run() { return report_surplus() && report_undetermined(); }

private:
    bool report_surplus() {
        bool good = true;
        std::optional<ConflictSearch> conflicts;  // most models need none
        for (std::uint32_t row = 0; row < system_.graph.row_count(); ++row) {
            if (system_.matching.column_of_row[row] != unmatched || system_.is_optional_row(row)) continue;
            if (!conflicts) conflicts.emplace(system_.graph, system_.matching);
            bool const initial = system_.surplus_kind == DiagnosticKind::InitializationOverdetermined;
            auto report = diagnostics_.error(system_.equation_source(row), initial ? surplus_initial : surplus_equation,
                                             system_.equation_text(row));
            note_conflict(report, *conflicts, row);
            // Once is enough: what is left undetermined belongs to all surplus equations together.
            if (!initial && good) note_undetermined(report, 0);
            good = false;
        }
        return good;
    }

    // The other equations for its unknowns: without any one of them it could be used.
    void note_conflict(Diagnostics::Report& report, ConflictSearch& conflicts, std::uint32_t surplus) {
        int noted = 0;
        for (std::uint32_t const row : conflicts.around_row(surplus).rows) {
            if (row == surplus) continue;
            if (++noted > most_notes) {
                report.note({}, "and by others");
                return;
            }
            if (noted == 1) {
                report.note(system_.equation_source(row), "its unknowns are determined by `{}`",
                            system_.equation_text(row));
            } else {
                report.note(system_.equation_source(row), "and by `{}`", system_.equation_text(row));
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
            report.note(system_.unknown_source(i), "nothing determines `{}`", system_.unknown_text(i));
        }
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
