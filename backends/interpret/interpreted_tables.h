// The tables of a model for the interface that compiled models implement, without the functions.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "moo/program/model_tables.h"
#include "runtime/abi/model.h"

namespace moo {

// Owns what `model` points to.
class InterpretedTables {
public:
    explicit InterpretedTables(ModelTables tables);
    InterpretedTables(InterpretedTables const&) = delete;
    InterpretedTables& operator=(InterpretedTables const&) = delete;

    // Functions remain to be filled in, here and in `model`.
    std::vector<MooBlock> blocks;
    std::vector<MooStateSet> state_sets;
    std::vector<MooPartition> partitions;
    MooPartials partials{};
    MooCrossingPartials crossing_partials{};

    void describe(MooModel& model);

    [[nodiscard]] ModelTables const& tables() const { return tables_; }

private:
    void add_blocks();
    void describe_slots(MooModel& model);
    void describe_relations(MooModel& model);
    void describe_features(MooModel& model);
    void describe_partials(MooModel& model);

    ModelTables tables_;
    std::vector<MooVariable> variables_;
    std::vector<char const*> relation_texts_;
    std::vector<char const*> relation_sources_;
    std::vector<std::uint8_t> time_strict_;
    std::deque<std::vector<char const*>> block_sources_;
    std::deque<std::vector<MooSelectionRow>> selections_;
    std::vector<MooEquationPlace> places_;
    std::vector<char const*> files_;
    std::vector<MooBlock const*> partial_blocks_;
};

}  // namespace moo
