#include "tests/survey/trajectory.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

namespace moo::survey {

namespace {

std::string plain_name(std::string_view name) {
    std::string plain;
    for (char const c : name) {
        if (c != ' ' && c != '\t' && c != '\'' && c != '"') plain += c;
    }
    return plain;
}

// The cells of the line at the beginning of `text`, which it takes away. A quoted cell may hold commas, and quotes
// that are doubled.
std::vector<std::string> take_line(std::string_view& text) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        char const c = text[at];
        if (is_quoted) {
            if (c != '"') {
                cells.back() += c;
            } else if (at + 1 < text.size() && text[at + 1] == '"') {
                cells.back() += text[++at];
            } else {
                is_quoted = false;
            }
        } else if (c == '"') {
            is_quoted = true;
        } else if (c == ',') {
            cells.emplace_back();
        } else if (c == '\n') {
            ++at;
            break;
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    text.remove_prefix(at);
    return cells;
}

std::optional<double> parse_value(std::string_view cell) {
    while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
    while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
    if (cell == "true") return 1.0;
    if (cell == "false") return 0.0;
    if (cell.starts_with('+')) cell.remove_prefix(1);
    double value = 0.0;
    auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end != cell.data() + cell.size() || cell.empty()) return std::nullopt;
    // Smaller than any number is nothing; larger than any is infinite.
    if (error == std::errc::result_out_of_range) {
        bool const is_small = cell.find("e-") != std::string_view::npos || cell.find("E-") != std::string_view::npos;
        return is_small ? 0.0 : std::numeric_limits<double>::infinity();
    }
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

// Puts one line into the table. Returns an error text.
std::string add_line(Trajectory& table, std::vector<std::string> const& cells, std::size_t time_column) {
    if (cells.size() != table.names.size() + 1) {
        return std::to_string(cells.size()) + " values for " + std::to_string(table.names.size() + 1) + " columns";
    }
    std::size_t column = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto const value = parse_value(cells[i]);
        if (!value) return "`" + cells[i].substr(0, 40) + "` is not a number";
        if (i != time_column) {
            table.columns[column++].push_back(*value);
            continue;
        }
        if (!std::isfinite(*value)) return "the time is not finite";
        if (!table.time.empty() && *value < table.time.back()) return "the time goes back";
        table.time.push_back(*value);
    }
    return {};
}

}  // namespace

std::vector<double> const* Trajectory::find(std::string_view name) const {
    std::string const wanted = plain_name(name);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (plain_name(names[i]) == wanted) return &columns[i];
    }
    return nullptr;
}

Trajectory parse_csv(std::string_view text) {
    Trajectory table;
    std::vector<std::string> const header = take_line(text);
    std::size_t time_column = header.size();
    for (std::size_t i = 0; i < header.size(); ++i) {
        // Both spellings occur in the files of the Modelica Association.
        std::string const name = plain_name(header[i]);
        if (time_column == header.size() && (name == "time" || name == "Time")) {
            time_column = i;
        } else {
            table.names.push_back(header[i]);
        }
    }
    if (time_column == header.size()) {
        table.error = "there is no column `time`";
        return table;
    }
    table.columns.resize(table.names.size());
    for (std::size_t number = 2; !text.empty(); ++number) {
        std::vector<std::string> const cells = take_line(text);
        if (cells.size() == 1 && cells[0].empty()) continue;
        std::string const problem = add_line(table, cells, time_column);
        if (problem.empty()) continue;
        table.error = "line " + std::to_string(number) + ": " + problem;
        return table;
    }
    if (table.time.empty()) table.error = "there are no values";
    return table;
}

Trajectory read_csv(std::filesystem::path const& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        Trajectory none;
        none.error = "the file cannot be read";
        return none;
    }
    std::ostringstream text;
    text << in.rdbuf();
    return parse_csv(text.str());
}

}  // namespace moo::survey
