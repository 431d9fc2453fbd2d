// What a model tells the code that simulates it, as plain data: the tables of runtime/abi/model.h, which describes
// their fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moo {

// The enumerations of the interface, in the same order.
enum class SlotType : std::uint8_t { real, integer, boolean, enumeration, text, object };
enum class SlotRole : std::uint8_t { state, derivative, algebraic, discrete, parameter, constant, input };
enum class Tunability : std::uint8_t { fixed, tunable, evaluated, final_value, computed };
enum class EntryChange : std::uint8_t { dependent, constant, per_event };

struct SlotRow {
    std::string name;
    std::string description;
    std::string unit;
    SlotType type = SlotType::real;
    SlotRole role = SlotRole::algebraic;
    double start = 0.0;
    double nominal = 1.0;
    Tunability tunability = Tunability::fixed;
    bool is_hidden = false;
    double min = 0.0;
    double max = 0.0;
    std::uint32_t alias_of = 0;  // 1 + the slot of the variable that always has the same value
    bool is_negated = false;
    bool is_output = false;
};

struct RelationRow {
    std::string text;
    std::string source;
    bool is_strict = false;
};

// A residual that defines a state of a state set.
struct BlockSelection {
    std::uint32_t residual = 0;
    std::uint32_t set = 0;
    std::uint32_t state = 0;
};

struct BlockTable {
    std::string name;
    std::string source;
    std::vector<std::uint32_t> unknowns;
    std::vector<std::string> sources;
    std::vector<std::uint32_t> assigned;
    bool is_linear = false;
    bool has_jacobian = false;
    std::vector<std::uint32_t> entry_rows;
    std::vector<std::uint32_t> entry_columns;
    EntryChange entry_change = EntryChange::dependent;
    std::vector<std::uint32_t> relations;
    std::vector<std::uint32_t> discrete;
    std::vector<BlockSelection> selections;

    [[nodiscard]] bool switches() const { return !relations.empty() || !discrete.empty(); }
};

struct StateSetRow {
    std::vector<std::uint32_t> candidates;
    std::vector<std::uint32_t> states;
    std::vector<std::uint32_t> selection;
};

struct PartitionRow {
    std::uint32_t clock = 0;
    std::int64_t factor_numerator = 1;
    std::int64_t factor_denominator = 1;
    std::int64_t shift_numerator = 0;
    std::int64_t shift_denominator = 1;
};

struct PlaceRow {
    std::uint32_t slot = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Rows of a sparse matrix; empty if the pattern is not known.
struct SparsePattern {
    std::vector<std::uint32_t> row_starts;  // and the end of the last row
    std::vector<std::uint32_t> columns;

    [[nodiscard]] bool empty() const { return row_starts.empty(); }
};

// A sparse matrix: its constant entries are given here; the others are zero here, and a procedure computes them.
struct SparseEntries {
    SparsePattern pattern;
    std::vector<double> values;
};

struct PartialsTable {
    static constexpr std::uint32_t no_block = 0xffffffffu;
    std::uint32_t derivative_parts = 0;
    std::vector<std::uint32_t> part_starts;
    std::vector<std::uint32_t> blocks;  // by part: its block, or `no_block` for an assignment
    std::vector<std::uint32_t> targets;
    SparseEntries entries;
};

struct ModelTables {
    std::string name;
    std::string description;
    double start_time = 0.0;
    double stop_time = 1.0;
    double tolerance = 1e-6;
    double interval = 0.0;
    std::vector<SlotRow> slots;
    std::vector<std::uint32_t> state_slots;
    std::vector<std::uint32_t> derivative_slots;
    std::vector<RelationRow> relations;
    std::uint32_t crossing_count = 0;  // the relations that integrators watch come first
    std::uint32_t condition_count = 0;
    std::uint32_t sampling_count = 0;
    std::uint32_t delay_count = 0;
    std::vector<std::uint32_t> transport_sizes;
    std::vector<BlockTable> blocks;
    std::vector<StateSetRow> state_sets;
    std::vector<std::uint8_t> clock_is_event;
    std::vector<PartitionRow> partitions;
    bool has_homotopy = false;
    bool has_terminal = false;
    bool has_assertions = false;
    std::vector<std::uint32_t> nominal_slots;
    std::vector<PlaceRow> places;
    std::vector<std::string> files;
    SparsePattern derivative_pattern;
    SparsePattern residual_pattern;
    std::optional<PartialsTable> partials;
    std::optional<SparseEntries> crossing_partials;

    [[nodiscard]] std::size_t time_relation_count() const { return relations.size() - crossing_count; }
};

}  // namespace moo
