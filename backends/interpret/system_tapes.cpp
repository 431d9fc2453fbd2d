#include "backends/interpret/system_tapes.h"

#include <algorithm>

#include "backends/common/partials_plan.h"

namespace moo {

namespace {

void store_result(TapeBuilder& tape, std::uint32_t place, ExprId value) {
    std::uint32_t const reg = tape.compute(value);
    tape.emit(Operation::store_result, place, reg);
}

MooEntryKind entry_kind(EntryKind kind) {
    switch (kind) {
        case EntryKind::dependent: return MOO_ENTRY_DEPENDENT;
        case EntryKind::constant: return MOO_ENTRY_CONSTANT;
        case EntryKind::per_event: return MOO_ENTRY_PER_EVENT;
    }
    return MOO_ENTRY_DEPENDENT;
}

}  // namespace

SystemTapes::SystemTapes(Document const& document, SystemPlan& plan, ModelProgram const& program, Registers& registers,
                         SourceManager const& sources, InterpretedModel::Parts& parts)
    : document_(document),
      exprs_(document.exprs),
      plan_(plan),
      program_(program),
      registers_(registers),
      sources_(sources),
      parts_(parts),
      conditions_of_(plan.conditions_of_equations()),
      is_condition_there_(document.when_conditions.size(), false),
      blocks_of_integration_(document.integration.block_count(), nullptr) {}

void SystemTapes::build() {
    parts_.initialize = build_tape([&](TapeBuilder& tape) {
        build_equations(tape, "iEq", document_.initialization, Selection::all);
        build_relations(tape);
    });
    parts_.begin = build_tape([&](TapeBuilder& tape) { build_begin(tape); });
    parts_.derivatives = build_tape(
        [&](TapeBuilder& tape) { build_equations(tape, "Eq", document_.integration, Selection::without_outputs); });
    parts_.update = build_tape([&](TapeBuilder& tape) { build_update(tape); });
    parts_.outputs = build_tape([&](TapeBuilder& tape) { build_outputs(tape); });
    parts_.crossings = build_tape([&](TapeBuilder& tape) {
        for (std::uint32_t i = 0; i < plan_.crossing_count(); ++i) store_result(tape, i, plan_.relation(i).function);
    });
    build_operators();
    build_partials();
    build_state_sets();
    build_clocks();
}

// ---- sets --------------------------------------------------------------------------------------------

void SystemTapes::build_equations(TapeBuilder& tape, std::string const& name, EquationSet const& set,
                                  Selection selection) {
    for (SetEquation const& equation : set.equations) tape.count_uses(equation.value);
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        bool const is_output = SystemPlan::serves_outputs_only(set, b);
        if (selection != Selection::all && is_output != (selection == Selection::outputs_only)) continue;
        if (SystemPlan::is_solved(set, b)) {
            BlockPlan const plan = plan_.plan_block(name, set, b);
            for (std::uint32_t const relation : plan.earlier_relations) {
                (void)tape.compute(plan_.relation(relation).relation);
            }
            std::uint32_t const number = add_block(set, b, plan);
            if (&set == &document_.integration) blocks_of_integration_[b] = parts_.tables.blocks[number];
            tape.emit(Operation::solve, 0, number);
            continue;
        }
        for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) {
            build_equation(tape, set.equations[i], i);
        }
    }
}

void SystemTapes::build_update(TapeBuilder& tape) {
    is_condition_there_.assign(document_.when_conditions.size(), false);
    build_equations(tape, "riEq", document_.reinitialization, Selection::all);
    build_relations(tape);
    for (Action const& action : document_.actions) {
        build_action(tape, action, build_active(tape, action.conditions));
    }
    build_clock_conditions(tape);
}

void SystemTapes::build_clock_conditions(TapeBuilder& tape) {
    for (std::uint32_t i = 0; i < document_.clocks.size(); ++i) {
        if (document_.clocks[i].kind != ClockKind::event) continue;
        std::uint32_t const value = tape.compute(document_.clocks[i].condition);
        tape.emit(Operation::store_clock, i, value);
    }
}

void SystemTapes::build_begin(TapeBuilder& tape) {
    for (std::uint32_t i = 0; i < document_.when_conditions.size(); ++i) {
        tape.emit(Operation::store_condition, i, tape.compute(document_.when_conditions[i].condition));
    }
    // A clock whose condition holds at the start ticks there, unless the condition is a variable that has been true
    // before.
    for (std::uint32_t i = 0; i < document_.clocks.size(); ++i) {
        ExprId const condition = document_.clocks[i].condition;
        std::uint32_t before = registers_.literal(0.0);
        if (condition && exprs_.kind(condition) == ExprKind::variable) {
            before = tape.scratch();
            tape.emit(Operation::previous, before, registers_.slot(exprs_.variable_of(condition)));
        }
        tape.emit(Operation::store_clock, i, before);
    }
    for (Action const& action : document_.actions) {
        for (std::uint32_t const condition : action.conditions) {
            if (!plan_.is_at_start(condition)) continue;
            build_action(tape, action, tape.compute(document_.when_conditions[condition].condition));
        }
    }
}

void SystemTapes::build_outputs(TapeBuilder& tape) {
    build_equations(tape, "Eq", document_.integration, Selection::outputs_only);
    for (Recovered const& recovered : document_.recovered) {
        tape.assign(registers_.slot(recovered.variable), recovered.value);
    }
    build_assertions(tape);
}

// `a and b` looks at both here, but a branch that is not taken may hide a relation.
void SystemTapes::build_relations(TapeBuilder& tape) {
    for (std::size_t i = 0; i < plan_.relation_count(); ++i) (void)tape.compute(plan_.relation(i).relation);
}

void SystemTapes::build_equation(TapeBuilder& tape, SetEquation const& equation, std::uint32_t index) {
    if (equation.form == EquationForm::instant) return build_instant(tape, equation, index);
    VarId const variable = target_variable(exprs_, equation.target);
    if (!equation.is_start_value()) return build_assignment(tape, equation.target, equation.value);
    std::size_t const jump = tape.begin_branch(Operation::jump_if_set, registers_.slot(variable));
    build_assignment(tape, equation.target, equation.value);
    tape.end_branch(jump);
}

void SystemTapes::build_assignment(TapeBuilder& tape, ExprId target, ExprId value) {
    VarId const variable = target_variable(exprs_, target);
    switch (exprs_.kind(target)) {
        case ExprKind::der: return tape.assign(registers_.derivative(variable), value);
        case ExprKind::pre:
        case ExprKind::builtin: {
            // previous(x) of a clocked variable is what x is before its first tick.
            std::uint32_t const reg = tape.compute(value);
            tape.emit(Operation::store_previous, registers_.slot(variable), reg);
            if (exprs_.kind(target) == ExprKind::builtin) tape.emit(Operation::move, registers_.slot(variable), reg);
            return;
        }
        default: return tape.assign(registers_.slot(variable), value);
    }
}

// ---- events ------------------------------------------------------------------------------------------

void SystemTapes::build_condition(TapeBuilder& tape, std::uint32_t condition) {
    if (is_condition_there_[condition]) return;
    is_condition_there_[condition] = true;
    std::uint32_t const value = tape.compute(document_.when_conditions[condition].condition);
    tape.emit(Operation::store_condition, condition, value);
}

// The register that says whether one of the conditions has just become true.
std::uint32_t SystemTapes::build_active(TapeBuilder& tape, std::vector<std::uint32_t> const& conditions) {
    std::uint32_t const active = tape.scratch();
    std::uint32_t const rises = tape.scratch();
    tape.emit(Operation::move, active, registers_.literal(0.0));
    for (std::uint32_t const condition : conditions) {
        build_condition(tape, condition);
        tape.emit(Operation::rises, rises, condition);
        tape.emit(Operation::logical_or, active, active, rises);
    }
    return active;
}

void SystemTapes::build_instant(TapeBuilder& tape, SetEquation const& equation, std::uint32_t index) {
    std::uint32_t const active = build_active(tape, conditions_of_[index]);
    VarId const variable = exprs_.variable_of(equation.target);
    bool const is_reinit = document_.role(variable) == Role::state;
    // A discrete variable whose clause is silent keeps its value.
    if (!is_reinit) tape.emit(Operation::previous, registers_.slot(variable), registers_.slot(variable));
    std::size_t const jump = tape.begin_branch(Operation::jump_if_false, active);
    if (is_reinit) {
        std::uint32_t const value = tape.compute(equation.value);
        tape.emit(Operation::ask_reinit, registers_.state_number(variable), value);
    } else {
        tape.assign(registers_.slot(variable), equation.value);
    }
    tape.end_branch(jump);
}

void SystemTapes::build_assertions(TapeBuilder& tape) {
    for (Assertion const& assertion : document_.assertions) {
        std::uint32_t const value = tape.compute(assertion.condition);
        std::uint32_t const failed = tape.scratch();
        tape.emit(Operation::logical_not, failed, value);
        std::size_t const jump = tape.begin_branch(Operation::jump_if_false, failed);
        bool const is_error = assertion.level == AssertionLevel::error;
        build_message(tape, assertion.message, assertion.source, is_error ? 2 : 1);
        tape.end_branch(jump);
    }
}

void SystemTapes::build_message(TapeBuilder& tape, ExprId message, SourceSpan source, int severity) {
    std::uint32_t const text = tape.compute(message);
    std::string const place = sources_.place_text(source.begin);
    tape.emit(Operation::say, 0, static_cast<std::uint32_t>(parts_.tables.places.size()), text,
              static_cast<std::uint16_t>(severity));
    parts_.tables.places.push_back(place.empty() ? place : place + ": ");
}

void SystemTapes::build_action(TapeBuilder& tape, Action const& action, std::uint32_t active) {
    std::size_t const jump = tape.begin_branch(Operation::jump_if_false, active);
    if (action.kind == ActionKind::terminate) {
        build_message(tape, action.value, action.source, 0);
    } else {
        tape.call_for_effect(action.value);
    }
    tape.end_branch(jump);
}

// ---- partial derivatives -----------------------------------------------------------------------------

void SystemTapes::build_partials() {
    std::optional<PartialsPlan> const plan = plan_partials(document_, plan_);
    if (!plan) return;
    using Entries = std::vector<PartialsPlan::Entry>;
    auto const build = [&](Entries const& entries, std::size_t first, std::size_t end) {
        return build_tape([&](TapeBuilder& tape) {
            auto const entry = [&](std::size_t i) { return entries[i].value; };
            for (std::size_t i = first; i < end; ++i) tape.count_uses(entry(i));
            for (std::size_t i = first; i < end; ++i) {
                if (!exprs_.is_number(entry(i))) store_result(tape, static_cast<std::uint32_t>(i), entry(i));
            }
        });
    };
    auto const table = [&](Entries const& entries, std::vector<std::uint32_t> const& row_starts) {
        InterpretedEntries made{row_starts, {}, {}};
        for (PartialsPlan::Entry const& entry : entries) {
            made.columns.push_back(slot_of(entry.by));
            made.values.push_back(exprs_.is_number(entry.value) ? exprs_.number_value(entry.value) : 0.0);
        }
        return made;
    };
    parts_.partial_derivatives = build(plan->entries, 0, plan->derivative_entries);
    parts_.partial_outputs = build(plan->entries, plan->derivative_entries, plan->entries.size());
    InterpretedPartials& partials = parts_.partials.emplace();
    for (PartialsPlan::Part const& part : plan->parts) {
        partials.part_starts.push_back(part.first_row);
        partials.blocks.push_back(part.is_solved ? blocks_of_integration_[part.block] : nullptr);
    }
    partials.part_starts.push_back(plan->row_count());
    for (ExprId const target : plan->targets) partials.targets.push_back(slot_of(target));
    partials.entries = table(plan->entries, plan->row_starts);
    partials.abi.part_count = static_cast<std::uint32_t>(plan->parts.size());
    partials.abi.derivative_part_count = plan->derivative_parts;
    if (!plan->crossings) return;
    auto const& [row_starts, entries] = *plan->crossings;
    parts_.partial_crossings = build(entries, 0, entries.size());
    parts_.crossing_partials.emplace().entries = table(entries, row_starts);
}

// ---- operators with memory, clocks, state sets ---------------------------------------------------------

void SystemTapes::build_operators() {
    parts_.time_events = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        for (std::size_t i = plan_.crossing_count(); i < plan_.relation_count(); ++i) {
            store_result(tape, place++, plan_.relation(i).time);
            store_result(tape, place++, plan_.relation(i).function);
        }
    });
    parts_.nominals = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        for (auto const& [variable, nominal] : plan_.computed_nominals()) store_result(tape, place++, nominal);
    });
    parts_.samplings = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        for (Sampling const& sampling : document_.samplings) {
            store_result(tape, place++, sampling.start);
            store_result(tape, place++, sampling.interval);
        }
    });
    parts_.delays = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        for (DelayOperator const& delay : document_.delays) {
            store_result(tape, place++, delay.value);
            store_result(tape, place++, delay.longest ? delay.longest : delay.delay_time);
        }
    });
    parts_.transports = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        for (TransportOperator const& transport : document_.transports) {
            for (std::size_t i = 0; i < 4; ++i) store_result(tape, place++, exprs_.operand(transport.call, i));
        }
    });
    parts_.transport_profiles = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        for (TransportOperator const& transport : document_.transports) {
            for (ExprId const point : transport.initial_points) store_result(tape, place++, point);
            for (ExprId const value : transport.initial_values) store_result(tape, place++, value);
            parts_.transport_sizes.push_back(static_cast<std::uint32_t>(transport.initial_points.size()));
        }
    });
}

void SystemTapes::build_clocks() {
    parts_.clocks = build_tape([&](TapeBuilder& tape) {
        std::uint32_t place = 0;
        auto const store = [&](ExprId value) {
            if (value) return store_result(tape, place++, value);
            tape.emit(Operation::store_result, place++, registers_.literal(0.0));
        };
        for (BaseClock const& clock : document_.clocks) {
            store(clock.interval);
            store(clock.resolution);
            store(clock.start_interval);
            parts_.clock_is_event.push_back(clock.kind == ClockKind::event ? 1 : 0);
        }
    });
    for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
        ClockedPartition const& partition = document_.partitions[i];
        std::string const name = "partitions[" + std::to_string(i + 1) + "].Eq";
        parts_.partitions.push_back(
            build_tape([&](TapeBuilder& tape) { build_equations(tape, name, partition.equations, Selection::all); }));
    }
}

std::vector<std::uint32_t> SystemTapes::slots_of(std::vector<VarId> const& variables) const {
    std::vector<std::uint32_t> slots;
    for (VarId const variable : variables) slots.push_back(registers_.slot(variable));
    return slots;
}

void SystemTapes::build_state_sets() {
    for (StateSet const& set : document_.state_sets) {
        auto const rows = static_cast<std::uint32_t>(set.constraints.size());
        parts_.state_sets.push_back({slots_of(set.candidates), slots_of(set.states), slots_of(set.selection),
                                     build_tape([&](TapeBuilder& tape) {
                                         for (JacobianEntry const& entry : set.jacobian) {
                                             store_result(tape, entry.column * rows + entry.row, entry.value);
                                         }
                                     })});
    }
}

// ---- blocks ------------------------------------------------------------------------------------------

std::uint32_t SystemTapes::slot_of(ExprId target) const {
    VarId const variable = target_variable(exprs_, target);
    return exprs_.kind(target) == ExprKind::der ? registers_.derivative(variable) : registers_.slot(variable);
}

char const* SystemTapes::keep_place(SourceSpan source) {
    return parts_.texts.emplace_back(sources_.place_text(source.begin)).c_str();
}

std::uint32_t SystemTapes::add_block(EquationSet const& set, std::size_t b, BlockPlan const& plan) {
    InterpretedBlock& block = parts_.blocks.emplace_back();
    block.name = plan.name;
    block.source = sources_.place_text(set.block(b)[0].source.begin);
    block.tables = &parts_.tables;
    for (std::uint32_t const i : plan.assigned) block.assigned.push_back(slot_of(set.equations[i].target));
    for (std::uint32_t const i : plan.residuals) {
        block.unknowns.push_back(slot_of(set.equations[i].target));
        block.sources.push_back(keep_place(set.equations[i].source));
    }
    for (std::uint32_t const i : plan.discrete) block.discrete.push_back(slot_of(set.equations[i].target));
    for (PlannedEntry const& entry : plan.entries) {
        block.entry_rows.push_back(entry.row);
        block.entry_columns.push_back(entry.column);
    }
    block.relations = plan.assumed_relations;
    for (auto const& [residual, row] : plan.selections) block.selections.push_back({residual, row.set, row.state});
    block.is_linear = plan.is_linear;
    block.has_jacobian = plan.has_jacobian;
    block.entry_kind = entry_kind(plan.entry_kind);
    build_block_tapes(block, set, plan);
    parts_.tables.blocks.push_back(&block.abi);
    return static_cast<std::uint32_t>(parts_.tables.blocks.size() - 1);
}

void SystemTapes::build_block_tapes(InterpretedBlock& block, EquationSet const& set, BlockPlan const& plan) {
    block.residual = build_tape([&](TapeBuilder& tape) {
        for (std::uint32_t const i : plan.assigned) tape.count_uses(set.equations[i].value);
        for (std::uint32_t const i : plan.residuals) tape.count_uses(set.equations[i].value);
        for (std::uint32_t const i : plan.assigned) build_equation(tape, set.equations[i], i);
        for (std::uint32_t k = 0; k < plan.residuals.size(); ++k) {
            store_result(tape, k, set.equations[plan.residuals[k]].value);
        }
    });
    block.jacobian = build_tape([&](TapeBuilder& tape) {
        for (PlannedEntry const& entry : plan.entries) tape.count_uses(entry.value);
        for (std::uint32_t k = 0; k < plan.entries.size(); ++k) store_result(tape, k, plan.entries[k].value);
    });
    if (!plan.switches()) return;
    block.switches = build_tape([&](TapeBuilder& tape) {
        for (std::uint32_t const relation : plan.assumed_relations) {
            tape.count_uses(plan_.relation(relation).relation);
        }
        for (std::uint32_t const i : plan.discrete) tape.count_uses(set.equations[i].value);
        for (std::uint32_t const relation : plan.assumed_relations) {
            (void)tape.compute(plan_.relation(relation).relation);
        }
        for (std::uint32_t const i : plan.discrete) build_equation(tape, set.equations[i], i);
    });
}

}  // namespace moo
