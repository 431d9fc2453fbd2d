#include "backends/cpp/cpp_tables.h"

#include "backends/common/c_text.h"

namespace moo {

namespace {

template <class Items>
std::string count_of(Items const& items) {
    return std::to_string(items.size());
}

std::string or_null(std::string const& name) { return name.empty() ? "nullptr" : name; }

char const* constant_of(SlotType type) {
    switch (type) {
        case SlotType::real: return "MOO_REAL";
        case SlotType::integer: return "MOO_INTEGER";
        case SlotType::boolean: return "MOO_BOOLEAN";
        case SlotType::enumeration: return "MOO_ENUMERATION";
        case SlotType::text: return "MOO_STRING";
        case SlotType::object: return "MOO_OBJECT";
    }
    return "";
}

char const* constant_of(SlotRole role) {
    switch (role) {
        case SlotRole::state: return "MOO_STATE";
        case SlotRole::derivative: return "MOO_DERIVATIVE";
        case SlotRole::algebraic: return "MOO_ALGEBRAIC";
        case SlotRole::discrete: return "MOO_DISCRETE";
        case SlotRole::parameter: return "MOO_PARAMETER";
        case SlotRole::constant: return "MOO_CONSTANT";
        case SlotRole::input: return "MOO_INPUT";
    }
    return "";
}

char const* constant_of(Tunability tunability) {
    switch (tunability) {
        case Tunability::fixed: return "MOO_FIXED";
        case Tunability::tunable: return "MOO_TUNABLE";
        case Tunability::evaluated: return "MOO_EVALUATED";
        case Tunability::final_value: return "MOO_FINAL";
        case Tunability::computed: return "MOO_COMPUTED";
    }
    return "";
}

char const* constant_of(EntryChange change) {
    switch (change) {
        case EntryChange::dependent: return "MOO_ENTRY_DEPENDENT";
        case EntryChange::constant: return "MOO_ENTRY_CONSTANT";
        case EntryChange::per_event: return "MOO_ENTRY_PER_EVENT";
    }
    return "";
}

// Writes an aggregate, member by member.
class Row {
public:
    Row& add(std::string const& value) {
        text_ += (text_.empty() ? "" : ", ") + value;
        return *this;
    }
    Row& text(std::string const& value) { return add(c_string_literal(value)); }
    Row& real(double value) { return add(c_real(value)); }
    Row& number(std::uint64_t value) { return add(std::to_string(value)); }
    Row& flag(bool value) { return add(value ? "1" : "0"); }
    [[nodiscard]] std::string braced() const { return "{" + text_ + "}"; }

private:
    std::string text_;
};

void emit_slots(TextWriter& out, ModelTables const& tables) {
    out.line("MooVariable const variables[] = {");
    for (SlotRow const& slot : tables.slots) {
        Row row;
        row.text(slot.name).text(slot.description).text(slot.unit);
        row.add(constant_of(slot.type)).add(constant_of(slot.role));
        row.real(slot.start).real(slot.nominal).add(constant_of(slot.tunability)).flag(slot.is_hidden);
        row.real(slot.min).real(slot.max).number(slot.alias_of).flag(slot.is_negated).flag(slot.is_output);
        out.line("  " + row.braced() + ",");
    }
    if (tables.slots.empty()) {
        out.line("  {\"\", \"\", \"\", MOO_REAL, MOO_CONSTANT, 0.0, 1.0, MOO_FIXED, 1, 0.0, 0.0, 0, 0, 0},");
    }
    out.line("};");
}

void emit_entries(TextWriter& out, std::string const& prefix, SparseEntries const& entries) {
    emit_reals(out, prefix + "_values", entries.values);
    emit_numbers(out, prefix + "_row_starts", entries.pattern.row_starts);
    emit_numbers(out, prefix + "_columns", entries.pattern.columns);
}

}  // namespace

void emit_numbers(TextWriter& out, std::string const& name, std::vector<std::uint32_t> const& numbers,
                  std::string const& type) {
    std::string text = type + " const " + name + "[] = {";
    for (std::uint32_t const number : numbers) text += std::to_string(number) + ", ";
    out.line(text + "0};");
}

void emit_reals(TextWriter& out, std::string const& name, std::vector<double> const& numbers) {
    std::string text = "double const " + name + "[] = {";
    for (double const number : numbers) text += c_real(number) + ", ";
    out.line(text + "0.0};");
}

void emit_texts(TextWriter& out, std::string const& name, std::vector<std::string> const& texts) {
    std::string line = "char const* const " + name + "[] = {";
    for (std::string const& text : texts) line += c_string_literal(text) + ", ";
    out.line(line + "nullptr};");
}

void emit_block(TextWriter& out, BlockTable const& block, std::uint32_t number, CppBlockFunctions const& functions) {
    std::string const name = "block_" + std::to_string(number + 1);
    emit_numbers(out, name + "_unknowns", block.unknowns);
    emit_texts(out, name + "_sources", block.sources);
    emit_numbers(out, name + "_assigned", block.assigned);
    emit_numbers(out, name + "_rows", block.entry_rows);
    emit_numbers(out, name + "_columns", block.entry_columns);
    emit_numbers(out, name + "_relations", block.relations);
    emit_numbers(out, name + "_discrete", block.discrete);
    if (!block.selections.empty()) {
        std::string rows;
        for (BlockSelection const& selection : block.selections) {
            rows += Row().number(selection.residual).number(selection.set).number(selection.state).braced() + ", ";
        }
        out.line("MooSelectionRow const " + name + "_selections[] = {" + rows + "};");
    }
    Row row;
    row.text(block.name).text(block.source).number(number);
    row.number(block.unknowns.size()).add(name + "_unknowns").add(name + "_sources");
    row.number(block.assigned.size()).add(name + "_assigned").flag(block.is_linear);
    row.add(or_null(functions.residual)).add(or_null(functions.jacobian));
    row.number(block.entry_rows.size()).add(name + "_rows").add(name + "_columns");
    row.add(constant_of(block.entry_change));
    row.number(block.relations.size()).add(name + "_relations");
    row.number(block.discrete.size()).add(name + "_discrete").add(or_null(functions.switches));
    row.number(block.selections.size()).add(block.selections.empty() ? "nullptr" : name + "_selections");
    out.line("MooBlock const " + name + " = " + row.braced() + ";");
    out.line("");
}

void emit_state_sets(TextWriter& out, ModelTables const& tables, std::vector<std::string> const& jacobians) {
    if (tables.state_sets.empty()) return;
    std::string rows;
    for (std::size_t i = 0; i < tables.state_sets.size(); ++i) {
        StateSetRow const& set = tables.state_sets[i];
        std::string const name = "state_set_" + std::to_string(i + 1);
        emit_numbers(out, name + "_candidates", set.candidates);
        emit_numbers(out, name + "_states", set.states);
        emit_numbers(out, name + "_selection", set.selection);
        Row row;
        row.number(set.candidates.size()).number(set.states.size());
        row.add(name + "_candidates").add(name + "_states").add(name + "_selection").add(jacobians[i]);
        rows += "  " + row.braced() + ",\n";
    }
    out.write("MooStateSet const state_sets[] = {\n" + rows + "};\n\n");
}

void emit_partitions(TextWriter& out, ModelTables const& tables, std::vector<std::string> const& functions) {
    if (tables.partitions.empty()) return;
    out.line("MooPartition const partitions[] = {");
    for (std::size_t i = 0; i < tables.partitions.size(); ++i) {
        PartitionRow const& p = tables.partitions[i];
        Row row;
        row.number(p.clock);
        for (std::int64_t const each :
             {p.factor_numerator, p.factor_denominator, p.shift_numerator, p.shift_denominator}) {
            row.add(std::to_string(each));
        }
        out.line("  " + row.add(functions[i]).braced() + ",");
    }
    out.line("};");
    out.line("");
}

void emit_partials(TextWriter& out, ModelTables const& tables, CppPartialFunctions const& functions) {
    if (!tables.partials) return;
    PartialsTable const& partials = *tables.partials;
    emit_entries(out, "partial", partials.entries);
    emit_numbers(out, "partial_part_starts", partials.part_starts);
    emit_numbers(out, "partial_targets", partials.targets);
    std::string blocks;
    for (std::uint32_t const block : partials.blocks) {
        blocks += block == PartialsTable::no_block ? "nullptr, " : "&block_" + std::to_string(block + 1) + ", ";
    }
    out.line("MooBlock const* const partial_blocks[] = {" + blocks + "nullptr};");
    Row row;
    row.number(partials.blocks.size()).number(partials.derivative_parts);
    row.add("partial_part_starts").add("partial_blocks").add("partial_targets");
    row.add("partial_row_starts").add("partial_columns").add("partial_values");
    row.add(or_null(functions.derivatives)).add(or_null(functions.outputs));
    out.line("MooPartials const partials = " + row.braced() + ";");
    out.line("");
    if (!tables.crossing_partials) return;
    emit_entries(out, "crossing", *tables.crossing_partials);
    Row crossings;
    crossings.add("crossing_row_starts").add("crossing_columns").add("crossing_values");
    crossings.add(or_null(functions.crossings));
    out.line("MooCrossingPartials const crossing_partials = " + crossings.braced() + ";");
    out.line("");
}

namespace {

// Writes the tables of MooModel one after another, and collects the members that point to them.
class ModelFields {
public:
    ModelFields(TextWriter& out, ModelTables const& tables) : out_(out), tables_(tables) {}

    std::vector<CppField> run() {
        add_experiment();
        add_slots();
        add_relations();
        add_features();
        add_places();
        add_pattern(tables_.derivative_pattern, "pattern_starts", "pattern_states");
        add_pattern(tables_.residual_pattern, "residual_starts", "residual_columns");
        if (tables_.partials) set("partials", "&partials");
        if (tables_.crossing_partials) set("crossing_partials", "&crossing_partials");
        return std::move(fields_);
    }

private:
    void set(char const* name, std::string value) { fields_.push_back({name, std::move(value)}); }
    void set(char const* name, std::size_t value) { set(name, std::to_string(value)); }

    // A member that points to an array of the same name.
    void set_numbers(char const* name, std::vector<std::uint32_t> const& numbers) {
        emit_numbers(out_, name, numbers);
        set(name, std::string(name));
    }
    void set_bytes(char const* name, std::vector<std::uint32_t> const& bytes) {
        emit_numbers(out_, name, bytes, "uint8_t");
        set(name, std::string(name));
    }
    void set_texts(char const* name, std::vector<std::string> const& texts) {
        emit_texts(out_, name, texts);
        set(name, std::string(name));
    }

    void add_experiment() {
        set("abi_version", "MOO_ABI_VERSION");
        set("name", c_string_literal(tables_.name));
        set("description", c_string_literal(tables_.description));
        set("start_time", c_real(tables_.start_time));
        set("stop_time", c_real(tables_.stop_time));
        set("tolerance", c_real(tables_.tolerance));
        set("interval", c_real(tables_.interval));
    }

    void add_slots() {
        emit_slots(out_, tables_);
        set("variable_count", tables_.slots.size());
        set("variables", "variables");
        set("state_count", tables_.state_slots.size());
        set_numbers("state_slots", tables_.state_slots);
        set_numbers("derivative_slots", tables_.derivative_slots);
        set("nominal_count", tables_.nominal_slots.size());
        set_numbers("nominal_slots", tables_.nominal_slots);
    }

    void add_relations() {
        std::vector<std::string> texts;
        std::vector<std::string> sources;
        std::vector<std::uint32_t> strict;
        for (std::size_t i = 0; i < tables_.relations.size(); ++i) {
            texts.push_back(tables_.relations[i].text);
            sources.push_back(tables_.relations[i].source);
            if (i >= tables_.crossing_count) strict.push_back(tables_.relations[i].is_strict ? 1 : 0);
        }
        set("relation_count", texts.size());
        set_texts("relation_texts", texts);
        set_texts("relation_sources", sources);
        set("crossing_count", tables_.crossing_count);
        set("time_relation_count", strict.size());
        set_bytes("time_strict", strict);
    }

    void add_features() {
        set("condition_count", tables_.condition_count);
        set("sampling_count", tables_.sampling_count);
        set("block_count", tables_.blocks.size());
        set("delay_count", tables_.delay_count);
        set("transport_count", tables_.transport_sizes.size());
        set_numbers("transport_sizes", tables_.transport_sizes);
        set("state_set_count", tables_.state_sets.size());
        if (!tables_.state_sets.empty()) set("state_sets", "state_sets");
        set("clock_count", tables_.clock_is_event.size());
        set_bytes("clock_is_event", {tables_.clock_is_event.begin(), tables_.clock_is_event.end()});
        set("partition_count", tables_.partitions.size());
        if (!tables_.partitions.empty()) set("partitions", "partitions");
        set("has_homotopy", std::size_t{tables_.has_homotopy});
        set("has_terminal", std::size_t{tables_.has_terminal});
        set("has_assertions", std::size_t{tables_.has_assertions});
    }

    void add_places() {
        out_.line("MooEquationPlace const places[] = {");
        for (PlaceRow const& at : tables_.places) {
            out_.line("  " + Row().number(at.slot).number(at.file).number(at.line).number(at.column).braced() + ",");
        }
        out_.line("  {0, 0, 0, 0}};");
        set("place_count", tables_.places.size());
        set("places", "places");
        set_texts("files", tables_.files);
    }

    void add_pattern(SparsePattern const& pattern, char const* starts, char const* columns) {
        if (pattern.empty()) return;
        set_numbers(starts, pattern.row_starts);
        set_numbers(columns, pattern.columns);
    }

    TextWriter& out_;
    ModelTables const& tables_;
    std::vector<CppField> fields_;
};

}  // namespace

std::vector<CppField> emit_model_tables(TextWriter& out, ModelTables const& tables) {
    return ModelFields(out, tables).run();
}

}  // namespace moo
