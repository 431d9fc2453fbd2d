// Blocks that are solved, state sets and clocked partitions: functions and the tables that the runtime finds them by.
#include "backends/cpp/cpp_system.h"

namespace moo {

std::uint32_t CppSystem::derivative_slot(VarId state) const {
    return static_cast<std::uint32_t>(document_.variables.size()) + state_index_[state];
}

std::uint32_t CppSystem::slot_of(ExprId target) const {
    VarId const variable = target_variable(exprs_, target);
    return exprs_.kind(target) == ExprKind::der ? derivative_slot(variable) : variable.index();
}

std::vector<std::uint32_t> CppSystem::slots_of(std::vector<VarId> const& variables) const {
    std::vector<std::uint32_t> slots;
    for (VarId const variable : variables) slots.push_back(variable.index());
    return slots;
}

// C++ has no empty arrays: each ends with a zero that nobody reads.
void CppSystem::emit_numbers(std::string const& type, std::string const& name,
                             std::vector<std::uint32_t> const& numbers) {
    std::string text = type + " const " + name + "[] = {";
    for (std::uint32_t const number : numbers) text += std::to_string(number) + ", ";
    out_.line(text + "0};");
}

void CppSystem::emit_texts(std::string const& name, std::vector<std::string> const& texts) {
    std::string line = "char const* const " + name + "[] = {";
    for (std::string const& text : texts) line += c_string_literal(text) + ", ";
    out_.line(line + "nullptr};");
}

void CppSystem::emit_block(EquationSet const& set, std::size_t b, BlockPlan const& plan, std::string const& name) {
    begin_function(name + "_residual", ", MooBlock const*, [[maybe_unused]] double* residual");
    for (std::uint32_t const i : plan.assigned) emit_equation(set.equations[i], i);
    for (std::size_t k = 0; k < plan.residuals.size(); ++k) {
        SetEquation const& equation = set.equations[plan.residuals[k]];
        out_.indent();
        out_.write("residual[" + std::to_string(k) + "] = ");
        write_expr(equation.value);
        out_.write(";  // " + c_comment_text(place(equation.source)) + "\n");
    }
    end_function();

    if (plan.has_jacobian) {
        begin_function(name + "_jacobian", ", MooBlock const*, double* entries");
        for (std::size_t k = 0; k < plan.entries.size(); ++k) {
            out_.indent();
            out_.write("entries[" + std::to_string(k) + "] = ");
            write_expr(plan.entries[k].value);
            out_.write(";\n");
        }
        end_function();
    }
    if (plan.switches()) {
        begin_function(name + "_switches", ", MooBlock const*");
        for (std::uint32_t const relation : plan.assumed_relations) emit_relation_value(relation);
        for (std::uint32_t const i : plan.discrete) emit_equation(set.equations[i], i);
        end_function();
    }

    auto const slots = [&](std::vector<std::uint32_t> const& equations) {
        std::vector<std::uint32_t> result;
        for (std::uint32_t const i : equations) result.push_back(slot_of(set.equations[i].target));
        return result;
    };
    std::vector<std::string> sources;
    for (std::uint32_t const i : plan.residuals) sources.push_back(place(set.equations[i].source));
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
    for (PlannedEntry const& entry : plan.entries) {
        rows.push_back(entry.row);
        columns.push_back(entry.column);
    }
    emit_numbers("uint32_t", name + "_unknowns", slots(plan.residuals));
    emit_texts(name + "_sources", sources);
    emit_numbers("uint32_t", name + "_assigned", slots(plan.assigned));
    emit_numbers("uint32_t", name + "_rows", rows);
    emit_numbers("uint32_t", name + "_columns", columns);
    emit_numbers("uint32_t", name + "_relations", plan.assumed_relations);
    emit_numbers("uint32_t", name + "_discrete", slots(plan.discrete));
    std::string selections;
    for (auto const& [residual, row] : plan.selections) {
        selections += "{" + std::to_string(residual) + ", " + std::to_string(row.set) + ", " +
                      std::to_string(row.state) + "}, ";
    }
    bool const has_selections = !plan.selections.empty();
    if (has_selections) out_.line("MooSelectionRow const " + name + "_selections[] = {" + selections + "};");
    char const* const kind = plan.entry_kind == EntryKind::dependent  ? "MOO_ENTRY_DEPENDENT"
                             : plan.entry_kind == EntryKind::constant ? "MOO_ENTRY_CONSTANT"
                                                                      : "MOO_ENTRY_PER_EVENT";
    auto const count = [](auto const& items) { return std::to_string(items.size()); };
    if (parts_ != nullptr) parts_->declare("extern MooBlock const " + name + ";");
    out_.line("MooBlock const " + name + " = {" + c_string_literal(plan.name) + ", " +
              c_string_literal(place(set.block(b)[0].source)) + ", " + std::to_string(plan.index) + ",");
    out_.line("    " + count(plan.residuals) + ", " + name + "_unknowns, " + name + "_sources, " +
              count(plan.assigned) + ", " + name + "_assigned, " + (plan.is_linear ? "1" : "0") + ",");
    out_.line("    " + calls_.guarded(name + "_residual") + ", " +
              (plan.has_jacobian ? calls_.guarded(name + "_jacobian") : "nullptr") + ", " + count(plan.entries) + ", " +
              name + "_rows, " + name + "_columns, " + kind + ",");
    out_.line("    " + count(plan.assumed_relations) + ", " + name + "_relations, " + count(plan.discrete) + ", " +
              name + "_discrete, " + (plan.switches() ? calls_.guarded(name + "_switches") : "nullptr") + ",");
    out_.line("    " + count(plan.selections) + ", " + (has_selections ? name + "_selections" : "nullptr") + "};");
    out_.line("");
}

void CppSystem::emit_state_sets() {
    for (std::size_t i = 0; i < document_.state_sets.size(); ++i) {
        StateSet const& set = document_.state_sets[i];
        std::string const name = "state_set_" + std::to_string(i + 1);
        begin_function(name + "_jacobian", ", MooStateSet const*, double* jacobian");
        for (JacobianEntry const& entry : set.jacobian) {
            out_.indent();
            out_.write("jacobian[" + std::to_string(entry.column * set.constraints.size() + entry.row) + "] = ");
            write_expr(entry.value);
            out_.write(";\n");
        }
        end_function();
        emit_numbers("uint32_t", name + "_candidates", slots_of(set.candidates));
        emit_numbers("uint32_t", name + "_states", slots_of(set.states));
        emit_numbers("uint32_t", name + "_selection", slots_of(set.selection));
    }
    if (document_.state_sets.empty()) return;
    out_.line("MooStateSet const state_sets[] = {");
    for (std::size_t i = 0; i < document_.state_sets.size(); ++i) {
        StateSet const& set = document_.state_sets[i];
        std::string const name = "state_set_" + std::to_string(i + 1);
        out_.line("  {" + std::to_string(set.candidates.size()) + ", " + std::to_string(set.states.size()) + ", " +
                  name + "_candidates, " + name + "_states, " + name + "_selection, " +
                  calls_.guarded(name + "_jacobian") + "},");
    }
    out_.line("};");
    out_.line("");
}

void CppSystem::emit_partitions() {
    for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
        std::string const number = std::to_string(i + 1);
        std::vector<Statement> const statements =
            emit_blocks("partitions[" + number + "].Eq", document_.partitions[i].equations, Selection::all);
        emit_function("compute_partition_" + number, statements.size(),
                      [&](std::size_t k) { emit_statement(statements[k]); });
        out_.line("MooStatus partition_" + number + "(MooInstance* m, MooPartition const*) {");
        out_.line("  return compute_partition_" + number + "(m);");
        out_.line("}");
        out_.line("");
    }
    if (document_.partitions.empty()) return;
    out_.line("MooPartition const partitions[] = {");
    for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
        ClockedPartition const& p = document_.partitions[i];
        out_.line("  {" + std::to_string(p.base) + ", " + std::to_string(p.factor_numerator) + ", " +
                  std::to_string(p.factor_denominator) + ", " + std::to_string(p.shift_numerator) + ", " +
                  std::to_string(p.shift_denominator) + ", " + calls_.guarded("partition_" + std::to_string(i + 1)) +
                  "},");
    }
    out_.line("};");
    out_.line("");
}

}  // namespace moo
