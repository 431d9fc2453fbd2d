// The chunks `names` and `variables`.
#include "backends/show/chunks.h"
#include "moo/model/describe_document.h"

namespace moo {

namespace {

constexpr std::size_t most_uses = 100;

class VariableRows {
public:
    VariableRows(ShowContext& context, Explanations& explanations)
        : context_(context), facts_(context.facts), explanations_(explanations) {
        for (EvaluatedParameter const& row : context.document.evaluated) evaluated_.emplace(row.parameter, row.reason);
    }

    void write(JsonWriter& out, VarId id) {
        Variable const& variable = context_.document.variables[id];
        out.begin_object();
        out.always("v", id.index());
        out.always("name", facts_.name_of(id));
        out.always("kind", kind_name(facts_.kind(id)));
        write_declaration(out, variable);
        out.number_field("component", facts_.component_of(id));
        context_.places.field(out, "place", variable.source);
        write_start(out, id, variable);
        write_attributes(out, variable);
        context_.formulas.field(out, "binding", variable.binding);
        if (variable.binding && context_.document.exprs.is_number(variable.binding)) {
            out.key("value");
            out.real(context_.document.exprs.number_value(variable.binding));
        }
        write_aliases(out, id);
        if (facts_.kind(id) == VariableKind::recovered) {
            context_.formulas.field(out, "recovered", facts_.recovered(id).value);
        }
        if (auto const found = evaluated_.find(id); found != evaluated_.end()) {
            out.text_field("evaluated", found->second);
        }
        write_equations(out, id);
        if (VarId const base = context_.document.facts[id].derivative_of) out.always("derivativeOf", base.index());
        out.items_field("why", explanations_.why(id), [&](std::string const& reason) { out.text(reason); });
        out.end_object();
    }

private:
    void write_declaration(JsonWriter& out, Variable const& variable) {
        TypeTable const& types = context_.document.exprs.types();
        out.text_field("type", type_name(types, types.element(variable.type), context_.interner));
        write_string_attribute(out, "unit", variable, Attribute::unit);
        write_string_attribute(out, "displayUnit", variable, Attribute::display_unit);
        write_string_attribute(out, "quantity", variable, Attribute::quantity);
        out.text_field("description", context_.text(variable.description));
        if (variable.variability != Variability::continuous) {
            out.always("variability", name_of_value(variable.variability));
        }
        if (variable.causality != Causality::local) out.always("causality", name_of_value(variable.causality));
        out.truth_field("final", variable.is_final);
        out.truth_field("protected", variable.is_protected);
        out.truth_field("hidden", variable.hide_result);
    }

    // The text of a string; anything else as it is written.
    void write_string_attribute(JsonWriter& out, std::string_view name, Variable const& variable, Attribute which) {
        ExprId const value = variable.attribute(which);
        if (!value) return;
        bool const is_text = context_.document.exprs.kind(value) == ExprKind::string;
        out.text_field(name, is_text ? std::string(context_.text(context_.document.exprs.symbol(value)))
                                     : context_.formulas.text(value));
    }

    void write_start(JsonWriter& out, VarId id, Variable const& variable) {
        ExprId const start = variable.attribute(Attribute::start);
        if (!start) return;
        VariableFacts const& facts = context_.document.facts[id];
        out.key("start");
        out.begin_object();
        context_.formulas.write_fields(out, start);
        out.text_field("origin", facts.start_origin.empty() ? "declaration" : facts.start_origin);
        out.number_field("priority", facts.start_priority);
        out.truth_field("fixed", variable.is_fixed(context_.document.exprs));
        out.end_object();
    }

    void write_attributes(JsonWriter& out, Variable const& variable) {
        constexpr std::array shown = {Attribute::min, Attribute::max, Attribute::nominal, Attribute::state_select};
        if (std::ranges::none_of(shown, [&](Attribute which) { return variable.attribute(which).has_value(); })) return;
        out.key("attributes");
        out.begin_object();
        for (Attribute const which : shown) {
            ExprId const value = variable.attribute(which);
            if (value) out.always(attribute_name(which), context_.formulas.text(value));
        }
        out.end_object();
    }

    void write_aliases(JsonWriter& out, VarId id) {
        if (facts_.kind(id) == VariableKind::alias) {
            Alias const& alias = facts_.alias(id);
            out.key("alias");
            out.begin_object();
            out.always("of", alias.target.index());
            out.truth_field("negated", alias.is_negated);
            out.always("origin", origin_text(alias.provenance));
            context_.places.field(out, "place", alias.provenance.source);
            out.end_object();
        }
        out.items_field("aliases", facts_.aliases_of(id), [&](VarId alias) {
            out.begin_object();
            out.always("v", alias.index());
            out.truth_field("negated", facts_.alias(alias).is_negated);
            out.end_object();
        });
    }

    void write_equations(JsonWriter& out, VarId id) {
        auto const write_name = [&](EquationRef ref) { out.text(facts_.equation_name(ref)); };
        out.items_field("definedBy", facts_.defined_by(id), write_name);
        std::span<EquationRef const> const uses = facts_.used_by(id);
        out.items_field("usedBy", uses.subspan(0, std::min(uses.size(), most_uses)), write_name);
        out.number_field("useCount", uses.size());
        out.items_field("iterates", explanations_.iterations_of(id),
                        [&](Explanations::BlockRef ref) { out.text(facts_.block_name(ref.set, ref.block)); });
    }

    ShowContext& context_;
    ModelFacts const& facts_;
    Explanations& explanations_;
    std::unordered_map<VarId, std::string> evaluated_;
};

void write_names(ShowContext& context, TakeChunk const& take) {
    JsonWriter out;
    std::string kinds;
    std::vector<std::uint32_t> components;
    out.begin_object();
    out.key("names");
    out.begin_list();
    for (VarId const id : context.document.variables.ids()) {
        out.text(context.facts.name_of(id));
        kinds += kind_letter(context.facts.kind(id));
        components.push_back(context.facts.component_of(id));
    }
    out.end_list();
    out.always("kinds", kinds);
    out.list("components", components);
    out.end_object();
    take("names", out.take());
}

}  // namespace

void write_variables(ShowContext& context, Explanations& explanations, TakeChunk const& take) {
    write_names(context, take);
    VariableRows rows(context, explanations);
    write_table("variables", context.document.variables.size(), take,
                [&](JsonWriter& out, std::size_t row) { rows.write(out, VarId(row)); });
}

}  // namespace moo
