// Trajectories in CSV files: a column `time` and one for each signal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace moo::survey {

struct Trajectory {
    std::vector<std::string> names;  // without `time`
    std::vector<double> time;        // never falls; repeated at events
    std::vector<std::vector<double>> columns;
    std::string error;  // empty if the text could be read

    // Blanks and quotes in names do not count: `a[1, 2]` and `'a[1,2]'` are the same. Null if there is none.
    [[nodiscard]] std::vector<double> const* find(std::string_view name) const;
};

[[nodiscard]] Trajectory parse_csv(std::string_view text);
[[nodiscard]] Trajectory read_csv(std::filesystem::path const& file);

}  // namespace moo::survey
