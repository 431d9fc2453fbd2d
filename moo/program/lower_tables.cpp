#include "moo/program/lower_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "moo/evaluate/fallback_start.h"
#include "moo/expr/print.h"
#include "moo/model/names.h"

namespace moo {

namespace {

SlotType slot_type(TypeKind kind) {
    switch (kind) {
        case TypeKind::integer: return SlotType::integer;
        case TypeKind::boolean: return SlotType::boolean;
        case TypeKind::enumeration: return SlotType::enumeration;
        case TypeKind::string: return SlotType::text;
        case TypeKind::external_object: return SlotType::object;
        case TypeKind::unknown:
        case TypeKind::real:
        case TypeKind::clock:
        case TypeKind::record:
        case TypeKind::array:
        case TypeKind::tuple: break;
    }
    return SlotType::real;
}

SlotRole slot_role(Role role) {
    switch (role) {
        case Role::state: return SlotRole::state;
        case Role::algebraic: return SlotRole::algebraic;
        case Role::discrete: return SlotRole::discrete;
        case Role::parameter: return SlotRole::parameter;
        case Role::constant: return SlotRole::constant;
        case Role::input: return SlotRole::input;
    }
    return SlotRole::algebraic;
}

SparsePattern sparse(SystemPlan::Pattern const& rows) {
    SparsePattern made;
    for (std::vector<std::uint32_t> const& row : rows) {
        made.row_starts.push_back(static_cast<std::uint32_t>(made.columns.size()));
        made.columns.insert(made.columns.end(), row.begin(), row.end());
    }
    if (!rows.empty()) made.row_starts.push_back(static_cast<std::uint32_t>(made.columns.size()));
    return made;
}

class TableLowering {
public:
    TableLowering(Document const& document, Interner const& interner, SourceManager const& sources,
                  Layout const& layout, SystemPlan& plan)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          layout_(layout),
          plan_(plan) {}

    ModelTables run() {
        add_experiment();
        add_slots();
        add_relations();
        add_counts();
        add_clocks();
        add_places();
        for (auto const& [variable, nominal] : plan_.computed_nominals()) {
            tables_.nominal_slots.push_back(layout_.slot(variable));
        }
        for (StateSet const& set : document_.state_sets) {
            tables_.state_sets.push_back({slots_of(set.candidates), slots_of(set.states), slots_of(set.selection)});
        }
        tables_.has_homotopy = plan_.uses(Builtin::homotopy);
        tables_.has_terminal = plan_.uses(Builtin::terminal);
        tables_.has_assertions = plan_.asserts_continuously();
        tables_.derivative_pattern = sparse(plan_.derivative_pattern());
        tables_.residual_pattern = sparse(plan_.residual_pattern());
        return std::move(tables_);
    }

private:
    [[nodiscard]] std::string text(Symbol symbol) const {
        return symbol ? std::string(interner_.text(symbol)) : std::string();
    }
    [[nodiscard]] std::vector<std::uint32_t> slots_of(std::vector<VarId> const& variables) const {
        std::vector<std::uint32_t> slots;
        for (VarId const variable : variables) slots.push_back(layout_.slot(variable));
        return slots;
    }

    // The annotation's defaults are those of the language (Modelica 3.6, section 18.4).
    void add_experiment() {
        Experiment const& experiment = document_.experiment;
        tables_.name = text(document_.name);
        tables_.description = text(document_.description);
        tables_.start_time = experiment.start_time.value_or(0.0);
        tables_.stop_time = experiment.stop_time.value_or(tables_.start_time + 1.0);
        tables_.tolerance = experiment.tolerance.value_or(1e-6);
        tables_.interval = experiment.interval.value_or(0.0);
    }

    // Texts and expressions of parameters have no number until the step `parameters` has run.
    [[nodiscard]] double literal_or(ExprId expr, double otherwise) const {
        if (!expr) return otherwise;
        if (exprs_.is_number(expr)) return exprs_.number_value(expr);
        if (exprs_.kind(expr) == ExprKind::boolean) return exprs_.boolean_value(expr) ? 1.0 : 0.0;
        if (exprs_.kind(expr) == ExprKind::enumeration) return exprs_.enumeration_ordinal(expr);
        return otherwise;
    }

    // Limits that an iteration can use: numbers. One of the two may be missing.
    void set_limits(SlotRow& row, Variable const& variable) const {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double const min = literal_or(variable.attribute(Attribute::min), -infinity);
        double const max = literal_or(variable.attribute(Attribute::max), infinity);
        if (!std::isfinite(min) && !std::isfinite(max)) return;
        row.min = min;
        row.max = max;
    }

    void add_slots() {
        auto const aliases = plan_.alias_targets();
        auto const hidden = plan_.hidden_variables();
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const unit = variable.attribute(Attribute::unit);
            bool const has_unit = unit && exprs_.kind(unit) == ExprKind::string;
            bool const is_bound = variable.is_parameter() && variable.binding;
            SlotRow& row = tables_.slots.emplace_back();
            row.name = text(variable.name);
            row.description = text(variable.description);
            row.unit = has_unit ? text(exprs_.symbol(unit)) : std::string();
            row.type = slot_type(exprs_.types().kind(variable.type));
            row.role = slot_role(document_.role(id));
            row.start = literal_or(is_bound ? variable.binding : variable.attribute(Attribute::start),
                                   fallback_start(exprs_, variable));
            row.nominal = literal_or(variable.attribute(Attribute::nominal), 1.0);
            row.tunability = tunability_of(document_, id);
            row.is_output = variable.causality == Causality::output;
            row.is_hidden = hidden[id] != 0;
            set_limits(row, variable);
            if (auto const alias = aliases.find(id); alias != aliases.end()) {
                row.alias_of = layout_.slot(alias->second.variable) + 1;
                row.is_negated = alias->second.is_negated;
            }
        }
        for (VarId const state : document_.states()) {
            SlotRow& row = tables_.slots.emplace_back();
            row.name = "der(" + text(document_.variables[state].name) + ")";
            row.role = SlotRole::derivative;
            row.is_hidden = hidden[state] != 0;
            tables_.state_slots.push_back(layout_.slot(state));
            tables_.derivative_slots.push_back(layout_.derivative_slot(state));
        }
    }

    void add_relations() {
        VariableNames const names(document_.variables, interner_, NameStyle::plain);
        for (std::size_t i = 0; i < plan_.relation_count(); ++i) {
            ZeroCrossing const& crossing = plan_.relation(i);
            tables_.relations.push_back({to_string(exprs_, crossing.relation, names),
                                         sources_.place_text(crossing.source.begin), plan_.is_strict(i)});
        }
        tables_.crossing_count = static_cast<std::uint32_t>(plan_.crossing_count());
    }

    void add_counts() {
        tables_.condition_count = static_cast<std::uint32_t>(document_.when_conditions.size());
        tables_.sampling_count = static_cast<std::uint32_t>(document_.samplings.size());
        tables_.delay_count = static_cast<std::uint32_t>(document_.delays.size());
        for (TransportOperator const& transport : document_.transports) {
            tables_.transport_sizes.push_back(static_cast<std::uint32_t>(transport.initial_points.size()));
        }
    }

    void add_clocks() {
        for (BaseClock const& clock : document_.clocks) {
            tables_.clock_is_event.push_back(clock.kind == ClockKind::event ? 1 : 0);
        }
        for (ClockedPartition const& p : document_.partitions) {
            tables_.partitions.push_back(
                {p.base, p.factor_numerator, p.factor_denominator, p.shift_numerator, p.shift_denominator});
        }
    }

    // The positions of the integration equations in the user's files, and of those that give the variables that no set
    // mentions. Equations without a position are left out.
    void add_places() {
        for (SetEquation const& equation : document_.integration.equations) {
            add_place(layout_.slot_of(exprs_, equation.target), equation.provenance);
        }
        for (Recovered const& recovered : document_.recovered) {
            add_place(layout_.slot(recovered.variable), recovered.provenance);
        }
    }

    void add_place(std::uint32_t slot, Provenance const& from) {
        std::string_view const instance = from.instance ? interner_.text(from.instance) : std::string_view();
        DecodedLoc const at = sources_.decode(document_.places.place_of(from.source, instance).begin);
        if (at.line == 0) return;
        // A linear search is enough: there are few files.
        auto const known = std::find(tables_.files.begin(), tables_.files.end(), at.file);
        auto const file = static_cast<std::uint32_t>(known - tables_.files.begin());
        if (known == tables_.files.end()) tables_.files.emplace_back(at.file);
        tables_.places.push_back({slot, file, at.line, at.column});
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    Layout const& layout_;
    SystemPlan& plan_;
    ModelTables tables_;
};

}  // namespace

ModelTables lower_tables(Document const& document, Interner const& interner, SourceManager const& sources,
                         Layout const& layout, SystemPlan& plan) {
    return TableLowering(document, interner, sources, layout, plan).run();
}

Tunability tunability_of(Document const& document, VarId variable) {
    Variable const& facts = document.variables[variable];
    if (document.role(variable) != Role::parameter) return Tunability::fixed;
    if (facts.is_evaluated) return Tunability::evaluated;
    if (facts.is_final) return Tunability::final_value;
    return facts.binding ? Tunability::tunable : Tunability::computed;
}

}  // namespace moo
