// The components of a model as a tree, made from paths such as `pipe[2].flow`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace moo {

class ComponentTree {
public:
    struct Row {
        std::string name;          // of the component alone
        std::int32_t parent = -1;  // a row; the model itself, row 0, has none
        std::uint32_t variables = 0;
        std::uint32_t equations = 0;  // with those of the components inside
    };

    ComponentTree() { rows_.emplace_back(); }

    // The row of a path, which is added if it is not there.
    std::uint32_t add(std::string_view path);
    // The model itself if it is not there.
    [[nodiscard]] std::uint32_t find(std::string_view path) const;
    [[nodiscard]] std::vector<Row> const& rows() const { return rows_; }
    void count_variable(std::uint32_t row) { ++rows_[row].variables; }
    void count_equation(std::uint32_t row) { ++rows_[row].equations; }
    // Adds the counts of each component to those around it; once, at the end.
    void add_up();

private:
    std::vector<Row> rows_;  // parents before children
    std::unordered_map<std::string, std::uint32_t> by_path_;
};

// The path of the component that contains the last part of a name: `a.b` of `a.b.c`. Dots in brackets and in quoted
// identifiers do not separate.
[[nodiscard]] std::string_view path_around(std::string_view name);

}  // namespace moo
