#include "backends/xml/emit_xml.h"

#include "backends/xml/xml_definitions.h"
#include "backends/xml/xml_sections.h"
#include "moo/io/document/version.h"

namespace moo {

namespace {

struct StringSink : pugi::xml_writer {
    void write(void const* data, std::size_t size) override { text.append(static_cast<char const*>(data), size); }
    std::string text;
};

class XmlEmitter {
public:
    XmlEmitter(Document const& document, Interner const& interner, SourceManager const& sources)
        : document_(document),
          context_(document, interner, sources),
          expressions_(context_),
          definitions_(context_, expressions_) {}

    std::string run() {
        pugi::xml_document xml;
        pugi::xml_node const declaration = xml.append_child(pugi::node_declaration);
        append_attribute(declaration, "version", "1.0");
        append_attribute(declaration, "encoding", "UTF-8");
        pugi::xml_node const program = append_element(xml, "program");
        append_attribute(program, "moo", moo_format_version);
        if (!document_.generator.empty()) append_attribute(program, "generator", document_.generator);
        append_files(program);
        for (FlatType const& type : document_.types) definitions_.append_type(program, type);
        for (FlatFunction const& function : document_.functions) definitions_.append_function(program, function);
        append_model(program);
        expressions_.append_shared(program);
        StringSink sink;
        xml.save(sink, " ", pugi::format_indent, pugi::encoding_utf8);
        return std::move(sink.text);
    }

private:
    void append_files(pugi::xml_node program) const {
        std::size_t number = 0;
        for (std::string_view const name : context_.files.names()) {
            pugi::xml_node const file = append_element(program, "file");
            append_attribute(file, "number", ++number);
            append_attribute(file, "name", name);
        }
    }

    void append_model(pugi::xml_node program) {
        pugi::xml_node const model = append_element(program, "definition");
        append_attribute(model, "ident", context_.interner.text(document_.name));
        append_attribute(model, "restriction", "model");
        definitions_.append_comment(model, document_.description);
        for (VarId const id : document_.variables.ids()) definitions_.append_variable(model, id);
        append_parameters(model);
        append_set(model, "iEq", document_.initialization);
        append_set(model, "Eq", document_.integration);
        append_set(model, "riEq", document_.reinitialization);
        append_events(model);
        append_assertions(model);
        append_sections(model, context_, expressions_,
                        [this](pugi::xml_node parent, EquationSet const& set) { append_blocks(parent, set); });
        append_experiment(model);
    }

    // p: in the order in which they are computed.
    void append_parameters(pugi::xml_node model) {
        if (document_.parameter_order.empty()) return;
        pugi::xml_node const list = append_element(model, "parameter_order");
        for (VarId const id : document_.parameter_order) expressions_.append_variable(list, id);
    }

    // ---- equations ----

    void append_set(pugi::xml_node model, std::string_view name, EquationSet const& set) {
        if (set.empty()) return;
        pugi::xml_node const node = append_element(model, "equation_set");
        append_attribute(node, "name", name);
        append_blocks(node, set);
    }

    void append_blocks(pugi::xml_node parent, EquationSet const& set) {
        std::vector<std::vector<std::uint32_t>> const conditions = conditions_of(set);
        SetRows rows(set);
        std::uint32_t index = 0;
        for (std::size_t i = 0; i < set.block_count(); ++i) {
            pugi::xml_node const block = append_element(parent, "block");
            append_attribute(block, "number", i + 1);
            BlockFacts const facts = i < set.blocks.size() ? set.blocks[i] : BlockFacts();
            append_attribute(block, "kind", name_of_value(facts.kind));
            append_flag(block, "derivatives", facts.serves.derivatives);
            append_flag(block, "crossings", facts.serves.crossings);
            append_flag(block, "outputs", facts.serves.outputs);
            for (std::size_t k = 0; k < set.block(i).size(); ++k, ++index) {
                append_equation(block, rows.next(), index,
                                conditions.empty() ? std::vector<std::uint32_t>() : conditions[index]);
            }
        }
    }

    // By equation of riEq: the when-conditions that activate it.
    std::vector<std::vector<std::uint32_t>> conditions_of(EquationSet const& set) const {
        std::vector<std::vector<std::uint32_t>> conditions;
        if (&set != &document_.reinitialization) return conditions;
        conditions.resize(set.equations.size());
        for (std::uint32_t i = 0; i < document_.when_conditions.size(); ++i) {
            for (std::uint32_t const equation : document_.when_conditions[i].equations) {
                if (equation < conditions.size()) conditions[equation].push_back(i);
            }
        }
        return conditions;
    }

    void append_equation(pugi::xml_node block, SetRowView const& row, std::uint32_t index,
                         std::vector<std::uint32_t> const& conditions) {
        SetEquation const& equation = row.equation;
        pugi::xml_node const node = append_element(block, "equation");
        append_attribute(node, "number", std::size_t{index} + 1);
        append_attribute(node, "form", name_of_value(equation.form));
        append_numbers(node, "when", conditions);
        append_attribute(node, "origin", origin_text(equation.provenance));
        definitions_.append_place(node, equation.provenance.source);
        expressions_.append(append_element(node, "target"), equation.target);
        append_sides(node, equation);
        if (!row.jacobian.empty()) {
            pugi::xml_node const jacobian = append_element(node, "jacobian");
            for (RowEntry const& entry : row.jacobian) {
                pugi::xml_node const partial = append_element(jacobian, "partial");
                append_attribute(partial, "column", std::size_t{entry.column} + 1);
                append_attribute(partial, "kind", name_of_value(entry.kind));
                expressions_.append(partial, entry.value);
            }
        }
        append_known(node, row.known);
    }

    // Partial derivatives with respect to variables that are determined before.
    void append_known(pugi::xml_node node, std::vector<PartialEntry> const& entries) {
        for (PartialEntry const& entry : entries) {
            pugi::xml_node const known = append_element(node, "known_partial");
            append_attribute(known, "kind", name_of_value(entry.kind));
            expressions_.append(append_element(known, "by"), entry.by);
            expressions_.append(known, entry.value);
        }
    }

    // The equation as in Modelica: target = value, residual = 0, reinit(state, value).
    void append_sides(pugi::xml_node node, SetEquation const& equation) {
        VarId const variable = document_.exprs.referenced_variable(equation.target);
        bool const is_reinit =
            equation.form == EquationForm::instant && variable && document_.role(variable) == Role::state;
        if (is_reinit) {
            pugi::xml_node const arguments = expressions_.append_call(node, "equ_call", "reinit", "predefined");
            expressions_.append(arguments, equation.target);
            expressions_.append(arguments, equation.value);
            return;
        }
        pugi::xml_node const sides = append_element(node, "equ_equal");
        if (equation.form == EquationForm::residual) {
            expressions_.append(sides, equation.value);
            append_attribute(append_element(sides, "real_literal"), "value", "0.0");
        } else {
            expressions_.append(sides, equation.target);
            expressions_.append(sides, equation.value);
        }
    }

    // ---- events ----

    // z, w and c
    void append_events(pugi::xml_node model) {
        std::size_t number = 0;
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            pugi::xml_node const node = append_element(model, "zero_crossing");
            append_attribute(node, "number", ++number);
            append_attribute(node, "kind", name_of_value(crossing.kind));
            append_numbers(node, "equations", crossing.equations);
            definitions_.append_place(node, crossing.source);
            expressions_.append(append_element(node, "function"), crossing.function);
            if (crossing.relation) expressions_.append(append_element(node, "relation"), crossing.relation);
            if (crossing.time) expressions_.append(append_element(node, "time"), crossing.time);
            append_known(node, crossing.known);
        }
        number = 0;
        for (WhenCondition const& condition : document_.when_conditions) {
            pugi::xml_node const node = append_element(model, "when_condition");
            append_attribute(node, "number", ++number);
            append_numbers(node, "equations", condition.equations);
            definitions_.append_place(node, condition.source);
            expressions_.append(node, condition.condition);
        }
        for (Trigger const& trigger : document_.triggers) {
            pugi::xml_node const node = append_element(model, "trigger");
            append_attribute(node, "equation", std::size_t{trigger.equation} + 1);
            append_numbers(node, "equations", trigger.equations);
        }
    }

    void append_assertions(pugi::xml_node model) {
        for (Assertion const& assertion : document_.assertions) {
            pugi::xml_node const node = append_element(model, "assertion");
            append_attribute(node, "level", name_of_value(assertion.level));
            definitions_.append_place(node, assertion.source);
            pugi::xml_node const arguments = expressions_.append_call(node, "equ_call", "assert", "predefined");
            expressions_.append(arguments, assertion.condition);
            expressions_.append(arguments, assertion.message);
        }
    }

    void append_experiment(pugi::xml_node model) {
        Experiment const& experiment = document_.experiment;
        pugi::xml_node const annotation = append_element(model, "annotation");
        pugi::xml_node const outer = append_element(annotation, "element_modification");
        append_attribute(outer, "ident", "experiment");
        pugi::xml_node const arguments = append_element(outer, "modification_arguments");
        auto const append_number = [&](std::string_view ident, std::optional<double> value) {
            if (value) definitions_.append_modification(arguments, ident, *value);
        };
        append_number("StartTime", experiment.start_time);
        append_number("StopTime", experiment.stop_time);
        append_number("Tolerance", experiment.tolerance);
        append_number("Interval", experiment.interval);
        if (!arguments.first_child()) model.remove_child(annotation);
    }

    Document const& document_;
    WriteContext context_;
    XmlExpressions expressions_;
    XmlDefinitions definitions_;
};

}  // namespace

std::string emit_xml(Document const& document, Interner const& interner, SourceManager const& sources) {
    return XmlEmitter(document, interner, sources).run();
}

}  // namespace moo
