#include "backends/show/results.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace moo {

namespace {

// The fields of a line; a field in quotes may contain commas, and `""` in it is a quote.
std::vector<std::string> split_fields(std::string_view line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        char const c = line[i];
        if (c == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += c;
            ++i;
        } else if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

// The next line, without its end; `text` loses it.
std::string_view take_line(std::string_view& text) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool read_number(std::string_view text, double& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool read_row(std::string_view line, std::vector<std::vector<double>>& columns) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
        std::size_t const end = std::min(line.find(','), line.size());
        double value = 0.0;
        if (!read_number(line.substr(0, end), value)) return false;
        columns[column].push_back(value);
        bool const is_last = column + 1 == columns.size();
        if (is_last != (end == line.size())) return false;
        line.remove_prefix(is_last ? end : end + 1);
    }
    return true;
}

std::string_view trimmed_front(std::string_view text) {
    std::size_t const begin = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(begin);
}

// `derivatives: block Eq[7], linear, …`
std::string block_of(std::string_view what) {
    constexpr std::string_view word = ": block ";
    std::size_t const at = what.find(word);
    if (at == std::string_view::npos) return {};
    std::string_view const name = what.substr(at + word.size());
    std::size_t const open = name.find('[');
    std::size_t const close = name.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
    return std::string(name.substr(0, open)) + "/" + std::string(name.substr(open + 1, close - open - 1));
}

}  // namespace

ReadTable read_run_table(std::string_view csv) {
    RunTable table;
    table.names = split_fields(take_line(csv));
    if (table.names.front() != "time") return {{}, "line 1: the first column has to be `time`"};
    table.columns.resize(table.names.size());
    for (std::size_t line = 2; !csv.empty(); ++line) {
        std::string_view const text = take_line(csv);
        if (!text.empty() && !read_row(text, table.columns)) {
            return {{},
                    "line " + std::to_string(line) + ": expected " + std::to_string(table.names.size()) + " numbers"};
        }
    }
    if (table.row_count() == 0) return {{}, "it contains no results"};
    return {std::move(table), {}};
}

std::vector<ProfileLine> read_profile(std::string_view text) {
    std::vector<ProfileLine> lines;
    while (!text.empty()) {
        std::string_view rest = trimmed_front(take_line(text));
        std::size_t const percent = rest.find(" % ");
        double share = 0.0;
        if (percent == std::string_view::npos || !read_number(rest.substr(0, percent), share)) continue;
        rest = trimmed_front(rest.substr(percent + 3));
        ProfileLine line;
        auto const time = std::from_chars(rest.data(), rest.data() + rest.size(), line.milliseconds);
        if (time.ec != std::errc()) continue;
        rest = trimmed_front(rest.substr(static_cast<std::size_t>(time.ptr - rest.data())));
        auto const calls = std::from_chars(rest.data(), rest.data() + rest.size(), line.calls);
        rest = trimmed_front(rest.substr(static_cast<std::size_t>(calls.ptr - rest.data())));
        line.what = rest;
        line.block = block_of(rest);
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::size_t> curve_points(std::vector<double> const& values, std::size_t most_points) {
    std::vector<std::size_t> points;
    if (values.empty()) return points;
    auto const [lowest, highest] = std::ranges::minmax_element(values);
    if (*lowest == *highest) return {0};
    std::size_t const slices = std::max<std::size_t>(1, most_points / 2 - 1);
    std::size_t const rows_of_slice = (values.size() + slices - 1) / slices;
    points.push_back(0);
    for (std::size_t begin = 0; begin < values.size(); begin += rows_of_slice) {
        std::size_t const end = std::min(values.size(), begin + rows_of_slice);
        auto const [low, high] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                                     values.begin() + static_cast<std::ptrdiff_t>(end));
        auto first = static_cast<std::size_t>(low - values.begin());
        auto second = static_cast<std::size_t>(high - values.begin());
        if (second < first) std::swap(first, second);
        for (std::size_t const point : {first, second}) {
            if (points.back() != point) points.push_back(point);
        }
    }
    if (points.back() != values.size() - 1) points.push_back(values.size() - 1);
    return points;
}

}  // namespace moo
