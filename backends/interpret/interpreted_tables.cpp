#include "backends/interpret/interpreted_tables.h"

namespace moo {

namespace {

template <class Items>
std::uint32_t count_of(Items const& items) {
    return static_cast<std::uint32_t>(items.size());
}

std::vector<char const*> pointers_to(std::vector<std::string> const& texts) {
    std::vector<char const*> pointers;
    for (std::string const& text : texts) pointers.push_back(text.c_str());
    return pointers;
}

// The enumerations have the same order as those of the interface.
static_assert(static_cast<int>(SlotType::object) == MOO_OBJECT && static_cast<int>(SlotType::text) == MOO_STRING);
static_assert(static_cast<int>(SlotRole::input) == MOO_INPUT && static_cast<int>(SlotRole::derivative) == MOO_DERIVATIVE);
static_assert(static_cast<int>(Tunability::computed) == MOO_COMPUTED &&
              static_cast<int>(Tunability::evaluated) == MOO_EVALUATED);
static_assert(static_cast<int>(EntryChange::per_event) == MOO_ENTRY_PER_EVENT &&
              static_cast<int>(EntryChange::constant) == MOO_ENTRY_CONSTANT);

}  // namespace

InterpretedTables::InterpretedTables(ModelTables tables) : tables_(std::move(tables)) {
    add_blocks();
    for (StateSetRow const& set : tables_.state_sets) {
        state_sets.push_back({count_of(set.candidates), count_of(set.states), set.candidates.data(), set.states.data(),
                              set.selection.data(), nullptr});
    }
    for (PartitionRow const& p : tables_.partitions) {
        partitions.push_back({p.clock, p.factor_numerator, p.factor_denominator, p.shift_numerator,
                              p.shift_denominator, nullptr});
    }
}

void InterpretedTables::add_blocks() {
    for (BlockTable const& row : tables_.blocks) {
        block_sources_.push_back(pointers_to(row.sources));
        std::vector<MooSelectionRow>& selections = selections_.emplace_back();
        for (BlockSelection const& each : row.selections) selections.push_back({each.residual, each.set, each.state});
        MooBlock& block = blocks.emplace_back();
        block.name = row.name.c_str();
        block.source = row.source.c_str();
        block.index = count_of(blocks) - 1;
        block.size = count_of(row.unknowns);
        block.unknowns = row.unknowns.data();
        block.sources = block_sources_.back().data();
        block.assigned_count = count_of(row.assigned);
        block.assigned = row.assigned.data();
        block.linear = row.is_linear ? 1 : 0;
        block.entry_count = count_of(row.entry_rows);
        block.entry_rows = row.entry_rows.data();
        block.entry_columns = row.entry_columns.data();
        block.entry_kind = static_cast<MooEntryKind>(row.entry_change);
        block.relation_count = count_of(row.relations);
        block.relations = row.relations.data();
        block.discrete_count = count_of(row.discrete);
        block.discrete = row.discrete.data();
        block.selection_count = count_of(selections);
        block.selections = selections.data();
    }
}

void InterpretedTables::describe(MooModel& model) {
    model.abi_version = MOO_ABI_VERSION;
    model.name = tables_.name.c_str();
    model.description = tables_.description.c_str();
    model.start_time = tables_.start_time;
    model.stop_time = tables_.stop_time;
    model.tolerance = tables_.tolerance;
    model.interval = tables_.interval;
    describe_slots(model);
    describe_relations(model);
    describe_features(model);
    describe_partials(model);
}

void InterpretedTables::describe_slots(MooModel& model) {
    for (SlotRow const& row : tables_.slots) {
        MooVariable& variable = variables_.emplace_back();
        variable.name = row.name.c_str();
        variable.description = row.description.c_str();
        variable.unit = row.unit.c_str();
        variable.type = static_cast<MooType>(row.type);
        variable.role = static_cast<MooRole>(row.role);
        variable.start = row.start;
        variable.nominal = row.nominal;
        variable.tunability = static_cast<MooTunability>(row.tunability);
        variable.hidden = row.is_hidden ? 1 : 0;
        variable.min = row.min;
        variable.max = row.max;
        variable.alias_of = row.alias_of;
        variable.negated = row.is_negated ? 1 : 0;
        variable.is_output = row.is_output ? 1 : 0;
    }
    model.variable_count = count_of(variables_);
    model.variables = variables_.data();
    model.state_count = count_of(tables_.state_slots);
    model.state_slots = tables_.state_slots.data();
    model.derivative_slots = tables_.derivative_slots.data();
    model.nominal_count = count_of(tables_.nominal_slots);
    model.nominal_slots = tables_.nominal_slots.data();
}

void InterpretedTables::describe_relations(MooModel& model) {
    for (std::size_t i = 0; i < tables_.relations.size(); ++i) {
        RelationRow const& row = tables_.relations[i];
        relation_texts_.push_back(row.text.c_str());
        relation_sources_.push_back(row.source.c_str());
        if (i >= tables_.crossing_count) time_strict_.push_back(row.is_strict ? 1 : 0);
    }
    model.relation_count = count_of(relation_texts_);
    model.relation_texts = relation_texts_.data();
    model.relation_sources = relation_sources_.data();
    model.crossing_count = tables_.crossing_count;
    model.time_relation_count = count_of(time_strict_);
    model.time_strict = time_strict_.data();
    model.condition_count = tables_.condition_count;
}

void InterpretedTables::describe_features(MooModel& model) {
    model.sampling_count = tables_.sampling_count;
    model.block_count = count_of(blocks);
    model.delay_count = tables_.delay_count;
    model.transport_count = count_of(tables_.transport_sizes);
    model.transport_sizes = tables_.transport_sizes.data();
    model.state_set_count = count_of(state_sets);
    model.state_sets = state_sets.data();
    model.clock_count = count_of(tables_.clock_is_event);
    model.clock_is_event = tables_.clock_is_event.data();
    model.partition_count = count_of(partitions);
    model.partitions = partitions.data();
    model.has_homotopy = tables_.has_homotopy ? 1 : 0;
    model.has_terminal = tables_.has_terminal ? 1 : 0;
    model.has_assertions = tables_.has_assertions ? 1 : 0;
    for (PlaceRow const& row : tables_.places) places_.push_back({row.slot, row.file, row.line, row.column});
    files_ = pointers_to(tables_.files);
    model.place_count = count_of(places_);
    model.places = places_.data();
    model.files = files_.data();
    auto const point_to = [](SparsePattern const& pattern, std::uint32_t const*& starts, std::uint32_t const*& columns) {
        if (pattern.empty()) return;
        starts = pattern.row_starts.data();
        columns = pattern.columns.data();
    };
    point_to(tables_.derivative_pattern, model.pattern_starts, model.pattern_states);
    point_to(tables_.residual_pattern, model.residual_starts, model.residual_columns);
}

void InterpretedTables::describe_partials(MooModel& model) {
    auto const point_to = [](SparseEntries const& entries, auto& table) {
        table.row_starts = entries.pattern.row_starts.data();
        table.columns = entries.pattern.columns.data();
        table.values = entries.values.data();
    };
    if (tables_.partials) {
        PartialsTable const& table = *tables_.partials;
        for (std::uint32_t const block : table.blocks) {
            partial_blocks_.push_back(block == PartialsTable::no_block ? nullptr : &blocks[block]);
        }
        partials.part_count = count_of(partial_blocks_);
        partials.derivative_part_count = table.derivative_parts;
        partials.part_starts = table.part_starts.data();
        partials.blocks = partial_blocks_.data();
        partials.targets = table.targets.data();
        point_to(table.entries, partials);
        model.partials = &partials;
    }
    if (tables_.crossing_partials) {
        point_to(*tables_.crossing_partials, crossing_partials);
        model.crossing_partials = &crossing_partials;
    }
}

}  // namespace moo
