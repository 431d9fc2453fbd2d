// The sparse bipartite graph of equations (rows) and unknowns (columns): integers only.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace moo {

inline constexpr std::uint32_t no_index = 0xffffffffu;

// Compressed rows. Built row by row; a column may occur once in a row. Rows and columns can be added at the end.
class Incidence {
public:
    explicit Incidence(std::uint32_t column_count = 0) : column_count_(column_count) {}
    // Row i is the part of `columns` that ends before ends[i].
    Incidence(std::uint32_t column_count, std::span<std::uint32_t const> ends, std::vector<std::uint32_t> columns)
        : column_count_(column_count), columns_(std::move(columns)) {
        starts_.insert(starts_.end(), ends.begin(), ends.end());
    }

    void reserve(std::size_t rows, std::size_t entries) {
        starts_.reserve(rows + 1);
        columns_.reserve(entries);
    }
    void add_row(std::span<std::uint32_t const> columns) {
        columns_.insert(columns_.end(), columns.begin(), columns.end());
        starts_.push_back(static_cast<std::uint32_t>(columns_.size()));
    }
    std::uint32_t add_column() { return column_count_++; }

    [[nodiscard]] std::uint32_t row_count() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
    [[nodiscard]] std::uint32_t column_count() const { return column_count_; }
    [[nodiscard]] std::size_t entry_count() const { return columns_.size(); }
    [[nodiscard]] std::span<std::uint32_t const> row(std::uint32_t row) const {
        return {columns_.data() + starts_[row], columns_.data() + starts_[row + 1]};
    }
    // Entries are numbered row by row. Returns the number of the first entry of a row.
    [[nodiscard]] std::uint32_t first_entry(std::uint32_t row) const { return starts_[row]; }

private:
    std::uint32_t column_count_;
    std::vector<std::uint32_t> starts_ = {0};
    std::vector<std::uint32_t> columns_;
};

// What one divides by when the equation of an entry is solved for its variable; for a Jacobian, the entry itself.
enum class Pivot : std::uint8_t {
    constant,      // a number, not zero and of ordinary size
    parameter,     // fixed once the initialization is over, so it can be checked then
    may_vanish,    // changes during simulation
    not_solvable,  // the variable cannot be isolated
};

[[nodiscard]] constexpr bool never_vanishes(Pivot pivot) {
    return pivot == Pivot::constant || pivot == Pivot::parameter;
}

// A graph with the class of each entry, in the order of entries.
struct PivotGraph {
    explicit PivotGraph(std::uint32_t column_count = 0) : incidence(column_count) {}

    void add_row(std::span<std::uint32_t const> columns, std::span<Pivot const> row_pivots) {
        incidence.add_row(columns);
        pivots.insert(pivots.end(), row_pivots.begin(), row_pivots.end());
    }
    [[nodiscard]] std::span<Pivot const> row_pivots(std::uint32_t row) const {
        return std::span(pivots).subspan(incidence.first_entry(row), incidence.row(row).size());
    }

    Incidence incidence;
    std::vector<Pivot> pivots;
};

// Columns as rows; the entries of each in ascending order.
[[nodiscard]] Incidence transpose(Incidence const& incidence);

// Extracts parts of a graph, numbered in the order given. The cost of a part is that of its rows, however large the
// graph is.
class PartExtractor {
public:
    explicit PartExtractor(PivotGraph const& graph)
        : graph_(graph), local_column_(graph.incidence.column_count(), no_index) {}
    [[nodiscard]] PivotGraph extract(std::span<std::uint32_t const> rows, std::span<std::uint32_t const> columns);

private:
    PivotGraph const& graph_;
    std::vector<std::uint32_t> local_column_;
};

}  // namespace moo
