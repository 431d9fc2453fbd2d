// The procedures of a model, and the tables that belong to blocks and partial derivatives.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "moo/program/lower_functions.h"
#include "moo/program/lower_tables.h"
#include "moo/program/lower_values.h"
#include "moo/program/model_program.h"
#include "moo/program/partials_plan.h"
#include "moo/program/system_plan.h"

namespace moo {

namespace {

using Kind = ProgramStatementKind;

EntryChange entry_change(EntryKind kind) {
    switch (kind) {
        case EntryKind::dependent: return EntryChange::dependent;
        case EntryKind::constant: return EntryChange::constant;
        case EntryKind::per_event: return EntryChange::per_event;
    }
    return EntryChange::dependent;
}

class ModelLowering {
public:
    ModelLowering(Document const& document, Interner const& interner, SourceManager const& sources)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          model_(Layout(document)),
          plan_(document),
          functions_(lower_functions(document, interner)),
          values_(document, interner, plan_, model_.layout, functions_, model_.values),
          conditions_of_(plan_.conditions_of_equations()),
          relation_values_(plan_.relation_count(), no_value) {}

    ModelProgram run() {
        model_.tables = lower_tables(document_, interner_, sources_, model_.layout, plan_);
        for (std::size_t i = 0; i < plan_.relation_count(); ++i) model_.relations.push_back(plan_.relation(i).relation);
        model_.origins.emplace_back();
        fill(
            ModelStep::parameters, [&] { lower_parameters(); }, true);
        fill(
            ModelStep::initialize, [&] { lower_initialize(); }, true);
        fill(
            ModelStep::begin, [&] { lower_begin(); }, true);
        fill(ModelStep::derivatives, [&] { lower_set("Eq", document_.integration, Selection::without_outputs); });
        fill(ModelStep::update, [&] { lower_update(); });
        fill(ModelStep::outputs, [&] { lower_outputs(); });
        lower_arrays();
        lower_partials();
        lower_state_sets();
        lower_partitions();
        take_functions();
        return std::move(model_);
    }

private:
    enum class Selection { all, without_outputs, outputs_only };

    // ---- statements ----

    template <class Write>
    ModelProcedure procedure(Write const& write, bool runs_once = false) {
        ModelProcedure made;
        made.runs_once = runs_once;
        ModelProcedure* const outer = std::exchange(procedure_, &made);
        write();
        procedure_ = outer;
        return made;
    }
    template <class Write>
    void fill(ModelStep step, Write const& write, bool runs_once = false) {
        model_.step(step) = procedure(write, runs_once);
    }
    void emit(Kind kind, std::uint32_t target, ProgramExpr value, ProgramExpr condition = no_value) {
        procedure_->statements.push_back({kind, target, value, condition, origin_});
    }
    ProgramExpr truth(ProgramOp op, std::initializer_list<ProgramExpr> operands, std::uint32_t index = 0) {
        return values_.make(op, ScalarType::boolean, operands, index);
    }
    ProgramExpr is_not_set(std::uint32_t slot) {
        return truth(ProgramOp::logical_not, {truth(ProgramOp::is_set, {}, slot)});
    }

    // Statements added from now on come from this block of a set.
    void come_from(std::uint32_t set, std::size_t block, SourceSpan source) {
        origin_ = static_cast<std::uint32_t>(model_.origins.size());
        model_.origins.push_back({set, static_cast<std::uint32_t>(block + 1), source});
    }

    // ---- parameters ----

    // Parameters in order, then start values that depend on parameters: they are first guesses for blocks that iterate.
    void lower_parameters() {
        auto const add = [&](VarId id, ExprId value) {
            std::uint32_t const slot = model_.layout.slot(id);
            emit(Kind::set_slot, slot, values_.lower(value), is_not_set(slot));
        };
        for (VarId const id : document_.parameter_order) {
            if (plan_.has_slot(id)) add(id, document_.variables[id].binding);
        }
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const start = variable.attribute(Attribute::start);
            bool const is_bound = variable.is_parameter() && variable.binding;
            // The number of a text is known only when the model runs.
            bool const is_computed = start && (exprs_.varies(start) || exprs_.kind(start) == ExprKind::string);
            if (is_computed && !is_bound && plan_.has_slot(id)) add(id, start);
        }
    }

    // ---- sets ----

    void lower_set(std::string const& name, EquationSet const& set, Selection selection) {
        std::uint32_t const set_number = set_number_of(name);
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            bool const is_output = SystemPlan::serves_outputs_only(set, b);
            if (selection != Selection::all && is_output != (selection == Selection::outputs_only)) continue;
            come_from(set_number, b, set.block(b)[0].provenance.source);
            if (SystemPlan::is_solved(set, b)) {
                lower_block(name, set, b);
                continue;
            }
            for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) {
                lower_equation(set.equations[i], i);
            }
        }
        origin_ = 0;
    }

    std::uint32_t set_number_of(std::string const& name) {
        auto const found = std::find(model_.set_names.begin(), model_.set_names.end(), name);
        auto const number = static_cast<std::uint32_t>(found - model_.set_names.begin());
        if (found == model_.set_names.end()) model_.set_names.push_back(name);
        return number;
    }

    void lower_equation(SetEquation const& equation, std::uint32_t index) {
        VarId const variable = target_variable(exprs_, equation.target);
        if (equation.form == EquationForm::instant) return lower_instant(equation, variable, index);
        std::uint32_t const slot = model_.layout.slot_of(exprs_, equation.target);
        ProgramExpr const value = values_.lower(equation.value);
        ProgramExpr const condition = equation.is_overridable ? is_not_set(model_.layout.slot(variable)) : no_value;
        ExprKind const target = exprs_.kind(equation.target);
        // previous(x) of a clocked variable is the value of x before its first tick.
        bool const is_past = target == ExprKind::pre || target == ExprKind::builtin;
        if (is_past) emit(Kind::set_pre, slot, value, condition);
        if (target != ExprKind::pre) emit(Kind::set_slot, slot, value, condition);
    }

    // ---- blocks ----

    void lower_block(std::string const& name, EquationSet const& set, std::size_t b) {
        BlockPlan const plan = plan_.plan_block(name, set, b);
        for (std::uint32_t const relation : plan.earlier_relations) emit(Kind::evaluate, 0, relation_value(relation));
        emit(Kind::solve, plan.index, no_value);
        if (&set == &document_.integration) block_of_integration_[b] = plan.index;
        model_.tables.blocks.push_back(block_row(plan, set, b));
        std::uint32_t const origin = std::exchange(origin_, 0);
        auto const come_from_row = [&](std::uint32_t i) {
            come_from(model_.origins[origin].set, b, set.equations[i].provenance.source);
        };
        model_.residuals.push_back(procedure([&] {
            for (std::uint32_t const i : plan.assigned) {
                come_from_row(i);
                lower_equation(set.equations[i], i);
            }
            for (std::uint32_t k = 0; k < plan.residuals.size(); ++k) {
                come_from_row(plan.residuals[k]);
                emit(Kind::set_result, k, values_.lower(set.equations[plan.residuals[k]].value));
            }
            origin_ = 0;
        }));
        model_.jacobians.push_back(procedure([&] {
            for (std::uint32_t k = 0; k < plan.entries.size(); ++k) {
                emit(Kind::set_result, k, values_.lower(plan.entries[k].value));
            }
        }));
        model_.switches.push_back(procedure([&] {
            if (!plan.switches()) return;
            for (std::uint32_t const relation : plan.assumed_relations) {
                emit(Kind::evaluate, 0, relation_value(relation));
            }
            for (std::uint32_t const i : plan.discrete) {
                come_from_row(i);
                lower_equation(set.equations[i], i);
            }
            origin_ = 0;
        }));
    }

    [[nodiscard]] BlockTable block_row(BlockPlan const& plan, EquationSet const& set, std::size_t b) const {
        BlockTable row;
        auto const slot = [&](std::uint32_t i) { return model_.layout.slot_of(exprs_, set.equations[i].target); };
        row.name = plan.name;
        row.source = place_text(set.block(b)[0].provenance.source, set.block(b)[0].provenance.instance);
        for (std::uint32_t const i : plan.assigned) row.assigned.push_back(slot(i));
        for (std::uint32_t const i : plan.residuals) {
            row.unknowns.push_back(slot(i));
            Provenance const& provenance = set.equations[i].provenance;
            row.sources.push_back(place_text(provenance.source, provenance.instance));
        }
        for (std::uint32_t const i : plan.discrete) row.discrete.push_back(slot(i));
        for (PlannedEntry const& entry : plan.entries) {
            row.entry_rows.push_back(entry.row);
            row.entry_columns.push_back(entry.column);
        }
        row.relations = plan.assumed_relations;
        for (auto const& [residual, selected] : plan.selections) {
            row.selections.push_back({residual, selected.set, selected.state});
        }
        row.is_linear = plan.is_linear;
        row.has_jacobian = plan.has_jacobian;
        row.entry_change = entry_change(plan.entry_kind);
        return row;
    }

    // ---- relations and events ----

    ProgramExpr relation_value(std::size_t number) {
        ProgramExpr& value = relation_values_[number];
        if (value == no_value) value = values_.lower(plan_.relation(number).relation);
        return value;
    }

    // `a and b` skips b where a is false, so relations are updated separately.
    void lower_relations() {
        for (std::size_t i = 0; i < plan_.relation_count(); ++i) emit(Kind::evaluate, 0, relation_value(i));
    }

    void lower_initialize() {
        lower_set("iEq", document_.initialization, Selection::all);
        lower_relations();
    }

    void lower_condition(std::uint32_t condition) {
        if (is_condition_there_[condition]) return;
        is_condition_there_[condition] = true;
        emit(Kind::set_condition, condition, values_.lower(document_.when_conditions[condition].condition));
    }

    // Whether one of the conditions has just become true.
    ProgramExpr active(std::vector<std::uint32_t> const& conditions) {
        if (conditions.empty()) return values_.number(0.0, ScalarType::boolean);
        for (std::uint32_t const condition : conditions) lower_condition(condition);
        auto const [place, is_new] = active_.try_emplace(conditions, no_value);
        if (!is_new) return place->second;
        ProgramExpr any = no_value;
        for (std::uint32_t const condition : conditions) {
            ProgramExpr const rises = truth(ProgramOp::rises, {}, condition);
            any = any == no_value ? rises : truth(ProgramOp::logical_or, {any, rises});
        }
        return place->second = any;
    }

    // A discrete variable keeps its value while its when-clause is inactive.
    void lower_instant(SetEquation const& equation, VarId variable, std::uint32_t index) {
        ProgramExpr const is_active = active(conditions_of_[index]);
        ProgramExpr const value = values_.lower(equation.value);
        if (document_.role(variable) == Role::state) {
            return emit(Kind::reinit, model_.layout.state_number(variable), value, is_active);
        }
        ProgramExpr const kept = values_.pre(variable);
        ScalarType const type = model_.values.nodes[kept].type;
        emit(Kind::set_slot, model_.layout.slot(variable),
             values_.make(ProgramOp::if_else, type, {is_active, value, kept}));
    }

    // In the user's files, and where it is written if that is in a library.
    [[nodiscard]] std::string place_text(SourceSpan source, Symbol instance) const {
        std::string const written = sources_.place_text(source.begin);
        SourceSpan const own =
            document_.places.place_of(source, instance ? interner_.text(instance) : std::string_view());
        return own == source ? written : sources_.place_text(own.begin) + ", from " + written;
    }

    void lower_message(ExprId message, std::string place, int severity, ProgramExpr condition) {
        ModelMessage said;
        said.place = std::move(place);
        said.severity = severity;
        said.has_text = exprs_.kind(message) == ExprKind::string;
        if (said.has_text) said.text = interner_.text(exprs_.symbol(message));
        ProgramExpr const value = said.has_text ? no_value : values_.lower(message);
        emit(Kind::say, static_cast<std::uint32_t>(model_.messages.size()), value, condition);
        model_.messages.push_back(std::move(said));
    }

    void lower_action(Action const& action, ProgramExpr condition) {
        if (action.kind == ActionKind::terminate) {
            return lower_message(action.value, sources_.place_text(action.source.begin), 0, condition);
        }
        emit(Kind::call, 0, values_.lower_effect(action.value), condition);
    }

    void lower_begin() {
        auto const conditions = static_cast<std::uint32_t>(document_.when_conditions.size());
        is_condition_there_.assign(conditions, false);
        for (std::uint32_t i = 0; i < conditions; ++i) lower_condition(i);
        // A clock whose condition holds at the start ticks there, unless the condition is a variable that was already
        // true before.
        for (std::uint32_t i = 0; i < document_.clocks.size(); ++i) {
            ExprId const condition = document_.clocks[i].condition;
            bool const is_variable = condition && exprs_.kind(condition) == ExprKind::variable;
            emit(Kind::set_clock, i,
                 is_variable ? values_.pre(exprs_.variable_of(condition)) : values_.number(0.0, ScalarType::boolean));
        }
        for (Action const& action : document_.actions) {
            for (std::uint32_t const condition : action.conditions) {
                if (plan_.is_at_start(condition)) lower_action(action, truth(ProgramOp::condition, {}, condition));
            }
        }
    }

    void lower_update() {
        is_condition_there_.assign(document_.when_conditions.size(), false);
        lower_set("riEq", document_.reinitialization, Selection::all);
        lower_relations();
        for (Action const& action : document_.actions) {
            ProgramExpr const is_active = active(action.conditions);
            lower_action(action, is_active);
        }
        for (std::uint32_t i = 0; i < document_.clocks.size(); ++i) {
            if (document_.clocks[i].kind != ClockKind::event) continue;
            emit(Kind::set_clock, i, values_.lower(document_.clocks[i].condition));
        }
    }

    void lower_outputs() {
        lower_set("Eq", document_.integration, Selection::outputs_only);
        for (Recovered const& recovered : document_.recovered) {
            emit(Kind::set_slot, model_.layout.slot(recovered.variable), values_.lower(recovered.value));
        }
        for (Assertion const& assertion : document_.assertions) {
            ProgramExpr const fails = truth(ProgramOp::logical_not, {values_.lower(assertion.condition)});
            lower_message(assertion.message, place_text(assertion.source, assertion.instance),
                          assertion.level == AssertionLevel::error ? 2 : 1, fails);
        }
    }

    // ---- steps that fill an array ----

    void lower_array(ModelStep step, std::vector<ExprId> const& items) {
        fill(step, [&] {
            for (std::uint32_t i = 0; i < items.size(); ++i) {
                emit(Kind::set_result, i, items[i] ? values_.lower(items[i]) : values_.number(0.0));
            }
        });
    }

    void lower_arrays() {
        std::vector<ExprId> items;
        auto const finish = [&](ModelStep step) {
            lower_array(step, items);
            items.clear();
        };
        for (std::size_t i = 0; i < plan_.crossing_count(); ++i) items.push_back(plan_.relation(i).function);
        finish(ModelStep::zero_crossings);
        for (std::size_t i = plan_.crossing_count(); i < plan_.relation_count(); ++i) {
            items.insert(items.end(), {plan_.relation(i).time, plan_.relation(i).function});
        }
        finish(ModelStep::time_events);
        for (auto const& [variable, nominal] : plan_.computed_nominals()) items.push_back(nominal);
        finish(ModelStep::nominals);
        for (Sampling const& sampling : document_.samplings) {
            items.insert(items.end(), {sampling.start, sampling.interval});
        }
        finish(ModelStep::samplings);
        for (DelayOperator const& delay : document_.delays) {
            items.insert(items.end(), {delay.value, delay.longest ? delay.longest : delay.delay_time});
        }
        finish(ModelStep::delays);
        constexpr std::size_t transport_inputs = 4;
        for (TransportOperator const& transport : document_.transports) {
            for (std::size_t i = 0; i < transport_inputs; ++i) items.push_back(exprs_.operand(transport.call, i));
        }
        finish(ModelStep::transports);
        for (TransportOperator const& transport : document_.transports) {
            items.insert(items.end(), transport.initial_points.begin(), transport.initial_points.end());
            items.insert(items.end(), transport.initial_values.begin(), transport.initial_values.end());
        }
        finish(ModelStep::transport_profiles);
        for (BaseClock const& clock : document_.clocks) {
            items.insert(items.end(), {clock.interval, clock.resolution, clock.start_interval});
        }
        finish(ModelStep::clocks);
    }

    // ---- partial derivatives, state sets, partitions ----

    using Entries = std::vector<PartialsPlan::Entry>;

    ModelProcedure lower_entries(Entries const& entries, std::size_t first, std::size_t end) {
        return procedure([&] {
            for (std::size_t i = first; i < end; ++i) {
                if (exprs_.is_number(entries[i].value)) continue;
                emit(Kind::set_result, static_cast<std::uint32_t>(i), values_.lower(entries[i].value));
            }
        });
    }

    [[nodiscard]] SparseEntries sparse_entries(Entries const& entries,
                                               std::vector<std::uint32_t> const& row_starts) const {
        SparseEntries made;
        made.pattern.row_starts = row_starts;
        for (PartialsPlan::Entry const& entry : entries) {
            made.pattern.columns.push_back(model_.layout.slot_of(exprs_, entry.by));
            made.values.push_back(exprs_.is_number(entry.value) ? exprs_.number_value(entry.value) : 0.0);
        }
        return made;
    }

    void lower_partials() {
        std::optional<PartialsPlan> const plan = plan_partials(document_, plan_);
        if (!plan) return;
        model_.partial_derivatives = lower_entries(plan->entries, 0, plan->derivative_entries);
        model_.partial_outputs = lower_entries(plan->entries, plan->derivative_entries, plan->entries.size());
        PartialsTable& table = model_.tables.partials.emplace();
        table.derivative_parts = plan->derivative_parts;
        for (PartialsPlan::Part const& part : plan->parts) {
            table.part_starts.push_back(part.first_row);
            table.blocks.push_back(part.is_solved ? block_of_integration_.at(part.block) : PartialsTable::no_block);
        }
        table.part_starts.push_back(plan->row_count());
        for (ExprId const target : plan->targets) table.targets.push_back(model_.layout.slot_of(exprs_, target));
        table.entries = sparse_entries(plan->entries, plan->row_starts);
        if (!plan->crossings) return;
        Entries const& crossings = plan->crossings->entries;
        model_.partial_crossings = lower_entries(crossings, 0, crossings.size());
        model_.tables.crossing_partials = sparse_entries(crossings, plan->crossings->row_starts);
    }

    void lower_state_sets() {
        for (StateSet const& set : document_.state_sets) {
            auto const rows = static_cast<std::uint32_t>(set.constraints.size());
            model_.state_set_jacobians.push_back(procedure([&] {
                for (JacobianEntry const& entry : set.jacobian) {
                    emit(Kind::set_result, entry.column * rows + entry.row, values_.lower(entry.value));
                }
            }));
        }
    }

    void lower_partitions() {
        for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
            std::string const name = "partitions[" + std::to_string(i + 1) + "].Eq";
            model_.partitions.push_back(
                procedure([&] { lower_set(name, document_.partitions[i].equations, Selection::all); }));
        }
    }

    // ---- functions ----

    void take_functions() {
        for (ModelCall const& call : functions_.calls) model_.callees.push_back(call.function);
        for (VarId const id : document_.parameter_order) {
            auto const destructor = functions_.destructors.find(document_.variables[id].type);
            if (destructor == functions_.destructors.end()) continue;
            model_.objects.push_back({model_.layout.slot(id), destructor->second});
        }
        model_.functions = std::move(functions_.program);
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    ModelProgram model_;
    SystemPlan plan_;
    ModelFunctions functions_;
    ValueLowering values_;
    std::vector<std::vector<std::uint32_t>> conditions_of_;
    std::vector<ProgramExpr> relation_values_;
    std::vector<bool> is_condition_there_;
    std::map<std::vector<std::uint32_t>, ProgramExpr> active_;
    std::unordered_map<std::size_t, std::uint32_t> block_of_integration_;
    ModelProcedure* procedure_ = nullptr;
    std::uint32_t origin_ = 0;
};

}  // namespace

ModelProgram lower_model(Document const& document, Interner const& interner, SourceManager const& sources) {
    return ModelLowering(document, interner, sources).run();
}

}  // namespace moo
