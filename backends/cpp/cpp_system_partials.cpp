// The partial derivatives of Eq: those that are numbers as a table, the others as functions.
#include "backends/cpp/cpp_system.h"

namespace moo {

void CppSystem::emit_partials(std::vector<Statement> const& derivatives, std::vector<Statement> const& outputs) {
    std::optional<PartialsPlan> const plan = plan_partials(document_, plan_);
    has_partials_ = plan.has_value();
    if (!plan) return;
    std::string const of_derivatives = emit_partial_function("partial_derivatives", *plan, 0, plan->derivative_entries);
    std::string const of_outputs =
        emit_partial_function("partial_outputs", *plan, plan->derivative_entries, plan->entries.size());

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
    std::vector<std::uint32_t> columns;
    out_.write("double const partial_values[] = {");
    for (PartialsPlan::Entry const& entry : plan->entries) {
        columns.push_back(slot_of(entry.by));
        out_.write_real(exprs_.is_number(entry.value) ? exprs_.number_value(entry.value) : 0.0);
        out_.write(", ");
    }
    out_.write("0.0};\n");
    out_.line(blocks + "nullptr};");
    emit_numbers("uint32_t", "partial_part_starts", part_starts);
    emit_numbers("uint32_t", "partial_targets", targets);
    emit_numbers("uint32_t", "partial_row_starts", plan->row_starts);
    emit_numbers("uint32_t", "partial_columns", columns);
    out_.line("MooPartials const partials = {" + std::to_string(plan->parts.size()) + ", " +
              std::to_string(plan->derivative_parts) + ", partial_part_starts, partial_blocks, partial_targets,");
    out_.line("    partial_row_starts, partial_columns, partial_values, " + of_derivatives + ", " + of_outputs + "};");
    out_.line("");
}

std::string CppSystem::emit_partial_function(std::string const& name, PartialsPlan const& plan, std::size_t first,
                                             std::size_t end) {
    std::vector<std::size_t> computed;
    for (std::size_t i = first; i < end; ++i) {
        if (!exprs_.is_number(plan.entries[i].value)) computed.push_back(i);
    }
    if (computed.empty()) return "nullptr";
    emit_function(
        name, computed.size(),
        [&](std::size_t i) {
            out_.indent();
            out_.write("entries[" + std::to_string(computed[i]) + "] = ");
            write_expr(plan.entries[computed[i]].value);
            out_.write(";\n");
        },
        "entries");
    return calls_.guarded(name);
}

}  // namespace moo
