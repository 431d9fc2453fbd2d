// Results of a simulation, to be shown next to the variables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// A table of numbers with names, as `mosim -o results.csv` writes it. The first column is time.
struct RunTable {
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;
    [[nodiscard]] std::size_t row_count() const { return columns.empty() ? 0 : columns.front().size(); }
};
struct ReadTable {
    std::optional<RunTable> table;
    std::string problem;  // with the number of the line
};
[[nodiscard]] ReadTable read_run_table(std::string_view csv);

// A line of what `mosim --profile` writes.
struct ProfileLine {
    double milliseconds = 0.0;
    std::uint64_t calls = 0;
    std::string what;
    std::string block;  // `Eq/7`, if the line is about a block
};
// Lines of another form are skipped: programs print other things, too.
[[nodiscard]] std::vector<ProfileLine> read_profile(std::string_view text);

// What the report shows of a simulation.
struct ShownRun {
    std::string file;
    RunTable table;
    std::vector<ProfileLine> profile;
};

// The points of a curve that a picture of it needs: the lowest and the highest value in each slice of the rows, in
// their order. A curve that is constant has one point.
[[nodiscard]] std::vector<std::size_t> curve_points(std::vector<double> const& values, std::size_t most_points);

}  // namespace moo
