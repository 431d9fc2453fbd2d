#include <algorithm>
#include <array>
#include <charconv>

#include "tests/survey/plain_text.h"
#include "tests/survey/report.h"

namespace moo::survey {

namespace {

constexpr std::size_t columns = 7;
using Cells = std::array<std::string, columns>;

// Control characters in the text of a tool must not reach the terminal, nor break the line.
std::string error_text(Problem const& problem) {
    std::string text = problem.place();
    if (!text.empty()) text += ": ";
    return one_line(text + problem.message + " [" + problem.kind + "]");
}

std::string count_text(std::optional<std::uint64_t> count) { return count ? std::to_string(*count) : "-"; }

Cells cells_of(Row const& row) {
    std::string_view const reached = row.reached();
    return {one_line(row.model),
            std::string(reached.empty() ? "-" : reached),
            count_text(row.count("variables")),
            count_text(row.count("equations")),
            fixed_text(row.seconds(), 2),
            fixed_text(row.megabytes(), 0),
            row.problem ? error_text(*row.problem) : ""};
}

bool is_number_column(std::size_t column) { return column >= 2 && column <= 5; }

}  // namespace

std::string fixed_text(double value, int digits) {
    char text[400];
    auto const end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr;
    return std::string(text, end);
}

std::string write_count_lines(SurveyTable const& table) {
    std::string text;
    for (StageCount const& count : count_stages(table)) {
        text += count.stage + ": " + std::to_string(count.passed) + " of " + std::to_string(count.total) + "\n";
    }
    return text;
}

std::string write_text(SurveyTable const& table) {
    std::vector<Cells> lines = {{"model", "reached", "variables", "equations", "time/s", "peak/MB", "first error"}};
    for (Row const& row : table.rows) lines.push_back(cells_of(row));
    std::array<std::size_t, columns> widths{};
    for (Cells const& cells : lines) {
        for (std::size_t i = 0; i + 1 < columns; ++i) widths[i] = std::max(widths[i], cells[i].size());
    }
    std::string text;
    for (Cells const& cells : lines) {
        std::string line;
        for (std::size_t i = 0; i < columns; ++i) {
            std::string const fill(widths[i] > cells[i].size() ? widths[i] - cells[i].size() : 0, ' ');
            line += is_number_column(i) ? fill + cells[i] : cells[i] + fill;
            line += "  ";
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    auto const kinds = count_kinds(table);
    if (!kinds.empty()) text += "\nfirst errors by kind:\n";
    for (auto const& [kind, count] : kinds) {
        std::string const number = std::to_string(count);
        text += std::string(number.size() < 6 ? 6 - number.size() : 0, ' ') + number + "  " + one_line(kind) + "\n";
    }
    text += "\ntimes by stage (median, longest, all together):\n";
    for (StageTimes const& times : stage_times(table)) {
        text += "  " + times.stage + ": " + fixed_text(times.median, 3) + " s, " + fixed_text(times.longest, 3) +
                " s, " + fixed_text(times.total, 1) + " s\n";
    }
    return text + "\n" + write_count_lines(table);
}

}  // namespace moo::survey
