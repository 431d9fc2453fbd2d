// The partial derivatives of Eq and of crossing functions: those that are numbers as a table, the others as functions.
#include "backends/cpp/cpp_system.h"

namespace moo {

void CppSystem::emit_partials(std::vector<Statement> const& derivatives, std::vector<Statement> const& outputs) {
    std::optional<PartialsPlan> const plan = plan_partials(document_, plan_);
    has_partials_ = plan.has_value();
    if (!plan) return;
    std::string const of_derivatives =
        emit_partial_function("partial_derivatives", plan->entries, 0, plan->derivative_entries);
    std::string const of_outputs =
        emit_partial_function("partial_outputs", plan->entries, plan->derivative_entries, plan->entries.size());

    std::vector<std::string> block_names(document_.integration.block_count());
    for (auto const* const statements : {&derivatives, &outputs}) {
        for (Statement const& statement : *statements) block_names[statement.block] = statement.block_name;
    }
    std::vector<std::uint32_t> part_starts;
    std::string blocks = "MooBlock const* const partial_blocks[] = {";
    for (PartialsPlan::Part const& part : plan->parts) {
        part_starts.push_back(part.first_row);
        blocks += part.is_solved ? "&" + block_names[part.block] + ", " : "nullptr, ";
    }
    part_starts.push_back(plan->row_count());
    std::vector<std::uint32_t> targets;
    for (ExprId const target : plan->targets) targets.push_back(slot_of(target));
    emit_partial_entries("partial", plan->entries, plan->row_starts);
    out_.line(blocks + "nullptr};");
    emit_numbers("uint32_t", "partial_part_starts", part_starts);
    emit_numbers("uint32_t", "partial_targets", targets);
    out_.line("MooPartials const partials = {" + std::to_string(plan->parts.size()) + ", " +
              std::to_string(plan->derivative_parts) + ", partial_part_starts, partial_blocks, partial_targets,");
    out_.line("    partial_row_starts, partial_columns, partial_values, " + of_derivatives + ", " + of_outputs + "};");
    out_.line("");
    has_crossing_partials_ = plan->crossings.has_value();
    if (!plan->crossings) return;
    auto const& [row_starts, entries] = *plan->crossings;
    std::string const of_crossings = emit_partial_function("partial_crossings", entries, 0, entries.size());
    emit_partial_entries("crossing", entries, row_starts);
    out_.line(
        "MooCrossingPartials const crossing_partials = {crossing_row_starts, crossing_columns, crossing_values, " +
        of_crossings + "};");
    out_.line("");
}

// Rows of columns and values, where a value that is no number is left to a function.
void CppSystem::emit_partial_entries(std::string const& prefix, std::vector<PartialsPlan::Entry> const& entries,
                                     std::vector<std::uint32_t> const& row_starts) {
    std::vector<std::uint32_t> columns;
    out_.write("double const " + prefix + "_values[] = {");
    for (PartialsPlan::Entry const& entry : entries) {
        columns.push_back(slot_of(entry.by));
        out_.write_real(exprs_.is_number(entry.value) ? exprs_.number_value(entry.value) : 0.0);
        out_.write(", ");
    }
    out_.write("0.0};\n");
    emit_numbers("uint32_t", prefix + "_row_starts", row_starts);
    emit_numbers("uint32_t", prefix + "_columns", columns);
}

std::string CppSystem::emit_partial_function(std::string const& name, std::vector<PartialsPlan::Entry> const& entries,
                                             std::size_t first, std::size_t end) {
    std::vector<std::size_t> computed;
    for (std::size_t i = first; i < end; ++i) {
        if (!exprs_.is_number(entries[i].value)) computed.push_back(i);
    }
    if (computed.empty()) return "nullptr";
    emit_function(
        name, computed.size(),
        [&](std::size_t i) {
            out_.indent();
            out_.write("entries[" + std::to_string(computed[i]) + "] = ");
            write_expr(entries[computed[i]].value);
            out_.write(";\n");
        },
        "entries");
    return calls_.guarded(name);
}

}  // namespace moo
