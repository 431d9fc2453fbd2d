#include "backends/interpret/interpreted_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/common/equation_places.h"
#include "backends/common/tunability.h"
#include "backends/interpret/interpreted_parts.h"
#include "backends/interpret/schedule_tape.h"
#include "backends/interpret/system_tapes.h"
#include "moo/evaluate/fallback_start.h"
#include "moo/expr/print.h"
#include "moo/model/names.h"
#include "moo/program/specialize_program.h"

namespace moo {

namespace {

InterpretedBlock const& of(MooBlock const* block) { return *reinterpret_cast<InterpretedBlock const*>(block); }

MooStatus block_residual(MooInstance* m, MooBlock const* block, double* residual) {
    return run_tape(of(block).residual, *of(block).tables, m, residual);
}

MooStatus block_jacobian(MooInstance* m, MooBlock const* block, double* jacobian) {
    return run_tape(of(block).jacobian, *of(block).tables, m, jacobian);
}

MooStatus block_switches(MooInstance* m, MooBlock const* block) {
    return run_tape(of(block).switches, *of(block).tables, m, nullptr);
}

}  // namespace

namespace {

using Parts = InterpretedModel::Parts;

Parts const& parts_of(MooInstance const* m) { return *reinterpret_cast<Parts const*>(m->model); }

template <Tape Parts::*tape>
MooStatus run_step(MooInstance* m) {
    return run_tape(parts_of(m).*tape, parts_of(m).tables, m, nullptr);
}

// The first step of a simulation also brings the literals to their registers.
MooStatus run_parameters(MooInstance* m) {
    Parts const& parts = parts_of(m);
    std::copy(parts.literals.begin(), parts.literals.end(), m->value + parts.first_literal);
    return run_tape(parts.parameters, parts.tables, m, nullptr);
}

// A step that fills an array.
template <Tape Parts::*tape>
MooStatus run_results(MooInstance* m, double* result) {
    return run_tape(parts_of(m).*tape, parts_of(m).tables, m, result);
}

MooStatus run_state_set(MooInstance* m, MooStateSet const* set, double* jacobian) {
    Parts const& parts = parts_of(m);
    auto const index = static_cast<std::size_t>(set - parts.state_set_abis.data());
    return run_tape(parts.state_sets[index].jacobian, parts.tables, m, jacobian);
}

MooStatus run_partition(MooInstance* m, MooPartition const* partition) {
    Parts const& parts = parts_of(m);
    auto const index = static_cast<std::size_t>(partition - parts.partition_abis.data());
    return run_tape(parts.partitions[index], parts.tables, m, nullptr);
}

// External objects are destructed, the last one first: one may use those before it.
void finish_instance(MooInstance* m) {
    Parts const& parts = parts_of(m);
    for (auto object = parts.objects.rbegin(); object != parts.objects.rend(); ++object) {
        double& slot = m->value[object->first];
        if (slot == 0.0) continue;
        try {
            parts.functions->call(object->second, m, &slot, nullptr);
        } catch (MooFailure const& failure) {
            moo_report(m, failure);
        }
        slot = 0.0;
    }
}

class ModelBuilder {
public:
    ModelBuilder(Document const& document, Interner const& interner, SourceManager const& sources, Parts& parts)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          names_(document.variables, interner, NameStyle::plain),
          program_(lower_program(document, interner)),
          plan_(document),
          registers_(document, plan_),
          parts_(parts),
          system_(document, plan_, program_, registers_, sources, parts) {}

    void run() {
        build_functions();
        parts_.parameters = system_.build_tape([&](TapeBuilder& tape) { build_parameters(tape); });
        system_.build();
        place_registers();
        fill_tables();
        fill_blocks();
        fill_features();
        fill_partials();
        fill_model();
    }

private:
    // ---- functions ----

    void build_functions() {
        if (program_.program.functions.empty()) return;
        specialize_program(program_.program);
        parts_.functions.emplace(program_.program, interner_, sources_);
        parts_.tables.functions = &*parts_.functions;
        for (ModelCall const& call : program_.calls) {
            parts_.tables.most_arguments = std::max(parts_.tables.most_arguments, call.inputs.size());
        }
        for (VarId const id : document_.parameter_order) {
            auto const destructor = program_.destructors.find(document_.variables[id].type);
            if (destructor != program_.destructors.end()) {
                parts_.objects.emplace_back(registers_.slot(id), destructor->second);
            }
        }
    }

    // ---- steps ----

    // Parameters in order, then the start values that depend on them: first guesses for blocks that iterate.
    void build_parameters(TapeBuilder& tape) {
        auto const add = [&](VarId id, ExprId value) {
            std::size_t const jump = tape.begin_branch(Operation::jump_if_set, registers_.slot(id));
            tape.assign(registers_.slot(id), value);
            tape.end_branch(jump);
        };
        for (VarId const id : document_.parameter_order) {
            if (plan_.has_slot(id)) add(id, document_.variables[id].binding);
        }
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const start = variable.attribute(Attribute::start);
            bool const is_bound = variable.is_parameter() && variable.binding;
            if (start && !is_bound && exprs_.varies(start)) add(id, start);
        }
    }

    // ---- tables ----

    void place_registers() {
        parts_.literals = registers_.literals();
        parts_.first_literal = registers_.slot_count();
        std::uint32_t const first = parts_.first_literal + static_cast<std::uint32_t>(parts_.literals.size());
        // A tape that solves a block goes on behind it with what it has computed before. What runs meanwhile has
        // scratch registers of its own.
        std::uint32_t const second = first + system_.scratch_used();
        parts_.for_each_tape([&](Tape& tape) {
            bool const solves = std::any_of(tape.begin(), tape.end(), [](Instruction const& instruction) {
                return instruction.operation == Operation::solve;
            });
            place_scratch(tape, solves ? first : second);
            schedule_tape(tape);
        });
    }

    char const* keep(std::string text) { return parts_.texts.emplace_back(std::move(text)).c_str(); }
    char const* keep(Symbol symbol) { return symbol ? keep(std::string(interner_.text(symbol))) : ""; }

    // What depends on parameters is not known here; `parameters` computes it.
    [[nodiscard]] double literal_or(ExprId expr, double otherwise) const {
        if (!expr) return otherwise;
        if (exprs_.is_number(expr)) return exprs_.number_value(expr);
        if (exprs_.kind(expr) == ExprKind::boolean) return exprs_.boolean_value(expr) ? 1.0 : 0.0;
        if (exprs_.kind(expr) == ExprKind::enumeration) return exprs_.enumeration_ordinal(expr);
        if (exprs_.kind(expr) == ExprKind::string)
            return moo_text(std::string(interner_.text(exprs_.symbol(expr))).c_str());
        return otherwise;
    }

    [[nodiscard]] MooType type_of(Variable const& variable) const {
        switch (exprs_.types().kind(variable.type)) {
            case TypeKind::integer: return MOO_INTEGER;
            case TypeKind::boolean: return MOO_BOOLEAN;
            case TypeKind::enumeration: return MOO_ENUMERATION;
            case TypeKind::string: return MOO_STRING;
            case TypeKind::external_object: return MOO_OBJECT;
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::clock:
            case TypeKind::record:
            case TypeKind::array:
            case TypeKind::tuple: break;
        }
        return MOO_REAL;
    }

    static MooRole role_of(Role role) {
        switch (role) {
            case Role::state: return MOO_STATE;
            case Role::algebraic: return MOO_ALGEBRAIC;
            case Role::discrete: return MOO_DISCRETE;
            case Role::parameter: return MOO_PARAMETER;
            case Role::constant: return MOO_CONSTANT;
            case Role::input: return MOO_INPUT;
        }
        return MOO_ALGEBRAIC;
    }

    // Limits that an iteration can use: numbers, of which one may be missing.
    void set_limits(MooVariable& abi, Variable const& variable) const {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double const min = literal_or(variable.attribute(Attribute::min), -infinity);
        double const max = literal_or(variable.attribute(Attribute::max), infinity);
        if (!std::isfinite(min) && !std::isfinite(max)) return;
        abi.min = min;
        abi.max = max;
    }

    void fill_tables() {
        auto const aliases = plan_.alias_targets();
        auto const hidden = plan_.hidden_variables();
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const unit = variable.attribute(Attribute::unit);
            bool const has_unit = unit && exprs_.kind(unit) == ExprKind::string;
            bool const is_bound = variable.is_parameter() && variable.binding;
            ExprId const value = is_bound ? variable.binding : variable.attribute(Attribute::start);
            MooVariable& abi = parts_.variables.emplace_back();
            abi.name = keep(variable.name);
            abi.description = keep(variable.description);
            abi.unit = has_unit ? keep(exprs_.symbol(unit)) : "";
            abi.type = type_of(variable);
            abi.role = role_of(document_.role(id));
            abi.start = literal_or(value, fallback_start(exprs_, variable));
            abi.nominal = literal_or(variable.attribute(Attribute::nominal), 1.0);
            abi.tunability = tunability_of(document_, id);
            abi.is_output = variable.causality == Causality::output ? 1 : 0;
            abi.hidden = hidden[id];
            set_limits(abi, variable);
            if (auto const alias = aliases.find(id); alias != aliases.end()) {
                abi.alias_of = registers_.slot(alias->second.variable) + 1;
                abi.negated = alias->second.is_negated ? 1 : 0;
            }
        }
        for (VarId const state : registers_.states()) {
            MooVariable& abi = parts_.variables.emplace_back();
            abi.name = keep("der(" + std::string(interner_.text(document_.variables[state].name)) + ")");
            abi.description = "";
            abi.unit = "";
            abi.type = MOO_REAL;
            abi.role = MOO_DERIVATIVE;
            abi.nominal = 1.0;
            abi.hidden = hidden[state];
            parts_.state_slots.push_back(registers_.slot(state));
            parts_.derivative_slots.push_back(registers_.derivative(state));
        }
        for (std::size_t i = 0; i < plan_.relation_count(); ++i) {
            ZeroCrossing const& crossing = plan_.relation(i);
            parts_.relation_texts.push_back(keep(to_string(exprs_, crossing.relation, names_)));
            parts_.relation_sources.push_back(keep(sources_.place_text(crossing.source.begin)));
            if (i >= plan_.crossing_count()) parts_.time_strict.push_back(plan_.is_strict(i) ? 1 : 0);
        }
    }

    void fill_blocks() {
        auto const count = [](auto const& items) { return static_cast<std::uint32_t>(items.size()); };
        std::uint32_t index = 0;
        for (InterpretedBlock& block : parts_.blocks) {
            MooBlock& abi = block.abi;
            abi.name = block.name.c_str();
            abi.source = block.source.c_str();
            abi.index = index++;
            abi.size = count(block.unknowns);
            abi.unknowns = block.unknowns.data();
            abi.sources = block.sources.data();
            abi.assigned_count = count(block.assigned);
            abi.assigned = block.assigned.data();
            abi.linear = block.is_linear ? 1 : 0;
            abi.residual = block_residual;
            abi.jacobian = block.has_jacobian ? block_jacobian : nullptr;
            abi.entry_count = count(block.entry_rows);
            abi.entry_rows = block.entry_rows.data();
            abi.entry_columns = block.entry_columns.data();
            abi.entry_kind = block.entry_kind;
            abi.relation_count = count(block.relations);
            abi.relations = block.relations.data();
            abi.discrete_count = count(block.discrete);
            abi.discrete = block.discrete.data();
            bool const switches = !block.relations.empty() || !block.discrete.empty();
            abi.switches = switches ? block_switches : nullptr;
            abi.selection_count = count(block.selections);
            abi.selections = block.selections.data();
        }
    }

    void fill_features() {
        auto const count = [](auto const& items) { return static_cast<std::uint32_t>(items.size()); };
        for (InterpretedStateSet const& set : parts_.state_sets) {
            parts_.state_set_abis.push_back({count(set.candidates), count(set.states), set.candidates.data(),
                                             set.states.data(), set.selection.data(), run_state_set});
        }
        for (ClockedPartition const& partition : document_.partitions) {
            parts_.partition_abis.push_back({partition.base, partition.factor_numerator, partition.factor_denominator,
                                             partition.shift_numerator, partition.shift_denominator, run_partition});
        }
        auto const keep_pattern = [&](SystemPlan::Pattern const& pattern, std::vector<std::uint32_t>& starts,
                                      std::vector<std::uint32_t>& columns) {
            for (std::vector<std::uint32_t> const& row : pattern) {
                starts.push_back(count(columns));
                columns.insert(columns.end(), row.begin(), row.end());
            }
            if (!starts.empty()) starts.push_back(count(columns));
        };
        keep_pattern(plan_.derivative_pattern(), parts_.pattern_starts, parts_.pattern_states);
        keep_pattern(plan_.residual_pattern(), parts_.residual_starts, parts_.residual_columns);
        for (auto const& [variable, nominal] : plan_.computed_nominals()) {
            parts_.nominal_slots.push_back(registers_.slot(variable));
        }
        EquationPlaces const places = find_equation_places(document_, sources_);
        for (EquationPlace const& at : places.equations) {
            VarId const variable = target_variable(exprs_, at.target);
            bool const is_derivative = exprs_.kind(at.target) == ExprKind::der;
            parts_.places.push_back({is_derivative ? registers_.derivative(variable) : registers_.slot(variable),
                                     at.file, at.line, at.column});
        }
        for (std::string const& file : places.files) parts_.files.push_back(keep(file));
        MooModel& model = parts_.abi;
        model.place_count = count(parts_.places);
        model.places = parts_.places.data();
        model.files = parts_.files.data();
        model.relation_sources = parts_.relation_sources.data();
        model.time_relation_count = count(parts_.time_strict);
        model.time_strict = parts_.time_strict.data();
        model.sampling_count = count(document_.samplings);
        model.block_count = count(parts_.blocks);
        model.delay_count = count(document_.delays);
        model.transport_count = count(document_.transports);
        model.transport_sizes = parts_.transport_sizes.data();
        model.state_set_count = count(parts_.state_set_abis);
        model.state_sets = parts_.state_set_abis.data();
        model.clock_count = count(document_.clocks);
        model.clock_is_event = parts_.clock_is_event.data();
        model.partition_count = count(parts_.partition_abis);
        model.partitions = parts_.partition_abis.data();
        model.has_homotopy = plan_.uses(Builtin::homotopy) ? 1 : 0;
        model.has_terminal = plan_.uses(Builtin::terminal) ? 1 : 0;
        model.pattern_starts = parts_.pattern_starts.empty() ? nullptr : parts_.pattern_starts.data();
        model.pattern_states = parts_.pattern_states.data();
        model.residual_starts = parts_.residual_starts.empty() ? nullptr : parts_.residual_starts.data();
        model.residual_columns = parts_.residual_columns.data();
        model.has_assertions = plan_.asserts_continuously() ? 1 : 0;
        model.nominal_count = count(parts_.nominal_slots);
        model.nominal_slots = parts_.nominal_slots.data();
        model.nominals = run_results<&Parts::nominals>;
        model.time_events = run_results<&Parts::time_events>;
        model.samplings = run_results<&Parts::samplings>;
        model.delays = run_results<&Parts::delays>;
        model.transports = run_results<&Parts::transports>;
        model.transport_profiles = run_results<&Parts::transport_profiles>;
        model.clocks = run_results<&Parts::clocks>;
    }

    static void point_to(InterpretedEntries const& entries, auto& abi) {
        abi.row_starts = entries.row_starts.data();
        abi.columns = entries.columns.data();
        abi.values = entries.values.data();
    }

    void fill_partials() {
        if (!parts_.partials) return;
        MooPartials& abi = parts_.partials->abi;
        abi.part_starts = parts_.partials->part_starts.data();
        abi.blocks = parts_.partials->blocks.data();
        abi.targets = parts_.partials->targets.data();
        point_to(parts_.partials->entries, abi);
        if (!parts_.partial_derivatives.empty()) abi.derivatives = run_results<&Parts::partial_derivatives>;
        if (!parts_.partial_outputs.empty()) abi.outputs = run_results<&Parts::partial_outputs>;
        parts_.abi.partials = &abi;
        if (!parts_.crossing_partials) return;
        MooCrossingPartials& crossings = parts_.crossing_partials->abi;
        point_to(parts_.crossing_partials->entries, crossings);
        if (!parts_.partial_crossings.empty()) crossings.compute = run_results<&Parts::partial_crossings>;
        parts_.abi.crossing_partials = &crossings;
    }

    void fill_model() {
        Experiment const& experiment = document_.experiment;
        auto const count = [](auto const& items) { return static_cast<std::uint32_t>(items.size()); };
        MooModel& model = parts_.abi;
        model.abi_version = MOO_ABI_VERSION;
        model.name = keep(document_.name);
        model.description = keep(document_.description);
        // The annotation's defaults are those of the language (Modelica 3.6, section 18.4).
        model.start_time = experiment.start_time.value_or(0.0);
        model.stop_time = experiment.stop_time.value_or(model.start_time + 1.0);
        model.tolerance = experiment.tolerance.value_or(1e-6);
        model.interval = experiment.interval.value_or(0.0);
        model.variable_count = count(parts_.variables);
        model.variables = parts_.variables.data();
        model.scratch_count = count(parts_.literals) + 2 * system_.scratch_used();
        model.state_count = count(parts_.state_slots);
        model.state_slots = parts_.state_slots.data();
        model.derivative_slots = parts_.derivative_slots.data();
        model.relation_count = count(parts_.relation_texts);
        model.relation_texts = parts_.relation_texts.data();
        model.condition_count = count(document_.when_conditions);
        model.crossing_count = static_cast<std::uint32_t>(plan_.crossing_count());
        model.parameters = run_parameters;
        model.initialize = run_step<&Parts::initialize>;
        model.begin = run_step<&Parts::begin>;
        model.derivatives = run_step<&Parts::derivatives>;
        model.outputs = run_step<&Parts::outputs>;
        model.update = run_step<&Parts::update>;
        model.zero_crossings = run_results<&Parts::crossings>;
        model.finish = finish_instance;
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    VariableNames names_;
    ModelProgram program_;
    SystemPlan plan_;
    Registers registers_;
    Parts& parts_;
    SystemTapes system_;
};

}  // namespace

InterpretedModel::InterpretedModel(Document const& document, Interner const& interner, SourceManager const& sources)
    : parts_(std::make_unique<Parts>()) {
    ModelBuilder(document, interner, sources, *parts_).run();
}

InterpretedModel::~InterpretedModel() = default;

MooModel const& InterpretedModel::model() const { return parts_->abi; }

}  // namespace moo
