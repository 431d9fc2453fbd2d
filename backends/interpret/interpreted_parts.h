// What an interpreted model owns, and how the functions of its interface find it.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "backends/interpret/function_code.h"
#include "backends/interpret/interpreted_model.h"
#include "backends/interpret/tape.h"

namespace moo {

// A block with the tapes behind its functions; the interface hands it back to them.
struct InterpretedBlock {
    MooBlock abi{};  // first, so that a pointer to it is one to the whole
    std::string name;
    std::string source;
    std::vector<std::uint32_t> unknowns;
    std::vector<char const*> sources;
    std::vector<std::uint32_t> assigned;
    bool is_linear = false;
    bool has_jacobian = false;
    MooEntryKind entry_kind = MOO_ENTRY_DEPENDENT;
    std::vector<std::uint32_t> entry_rows;
    std::vector<std::uint32_t> entry_columns;
    std::vector<std::uint32_t> relations;
    std::vector<std::uint32_t> discrete;
    std::vector<MooSelectionRow> selections;
    Tape residual;
    Tape jacobian;
    Tape switches;
    TapeTables const* tables = nullptr;
};

struct InterpretedStateSet {
    std::vector<std::uint32_t> candidates;
    std::vector<std::uint32_t> states;
    std::vector<std::uint32_t> selection;
    Tape jacobian;
};

struct InterpretedEntries {
    std::vector<std::uint32_t> row_starts;
    std::vector<std::uint32_t> columns;
    std::vector<double> values;
};

struct InterpretedPartials {
    std::vector<std::uint32_t> part_starts;
    std::vector<MooBlock const*> blocks;  // by part; none for an assignment
    std::vector<std::uint32_t> targets;
    InterpretedEntries entries;
    MooPartials abi{};
};

struct InterpretedCrossingPartials {
    InterpretedEntries entries;
    MooCrossingPartials abi{};
};

struct InterpretedModel::Parts {
    MooModel abi{};  // first, so that a function finds the rest from the pointer that it is given
    TapeTables tables;
    std::optional<FunctionTable> functions;
    // External objects in the order of their construction: slot and destructor.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> objects;
    std::vector<double> literals;
    std::uint32_t first_literal = 0;
    Tape parameters;
    Tape initialize;
    Tape begin;
    Tape derivatives;
    Tape outputs;
    Tape update;
    Tape crossings;
    // Each fills the array that the function of the same name is given.
    Tape time_events;
    Tape nominals;
    Tape samplings;
    Tape delays;
    Tape transports;
    Tape transport_profiles;
    Tape clocks;
    Tape partial_derivatives;
    Tape partial_outputs;
    Tape partial_crossings;
    std::deque<InterpretedBlock> blocks;
    std::deque<InterpretedStateSet> state_sets;
    std::vector<MooStateSet> state_set_abis;
    std::deque<Tape> partitions;
    std::vector<MooPartition> partition_abis;
    std::deque<std::string> texts;
    std::vector<MooVariable> variables;
    std::vector<std::uint32_t> state_slots;
    std::vector<std::uint32_t> derivative_slots;
    std::vector<char const*> relation_texts;
    std::vector<char const*> relation_sources;
    std::vector<std::uint8_t> time_strict;
    std::vector<std::uint8_t> clock_is_event;
    std::vector<std::uint32_t> transport_sizes;
    std::vector<std::uint32_t> pattern_starts;
    std::vector<std::uint32_t> pattern_states;
    std::vector<std::uint32_t> residual_starts;
    std::vector<std::uint32_t> residual_columns;
    std::optional<InterpretedPartials> partials;
    std::optional<InterpretedCrossingPartials> crossing_partials;
    std::vector<std::uint32_t> nominal_slots;
    std::vector<MooEquationPlace> places;
    std::vector<char const*> files;

    template <class Visit>
    void for_each_tape(Visit const& visit) {
        for (Tape* const tape : {&parameters, &initialize, &begin, &derivatives, &outputs, &update, &crossings,
                                 &nominals, &time_events, &samplings, &delays, &transports, &transport_profiles,
                                 &clocks, &partial_derivatives, &partial_outputs, &partial_crossings}) {
            visit(*tape);
        }
        for (InterpretedBlock& block : blocks) {
            visit(block.residual);
            visit(block.jacobian);
            visit(block.switches);
        }
        for (InterpretedStateSet& set : state_sets) visit(set.jacobian);
        for (Tape& tape : partitions) visit(tape);
    }
};

}  // namespace moo
