// The fields of a MOO document, each named once, for everything that goes over them: readers and writers of
// the encodings, schemas, comparison, verification. A new field or section is added here and nowhere else.
//
// `describe(archive, thing)` calls the archive for each field in the order of the files:
//
//     archive.name(name, field)                 an identifier, always there
//     archive.required(name, field)             always there
//     archive.field(name, field)                left out where it is as after default construction
//     archive.index(name, field, IndexOf)       a place in another table, in files from 1
//     archive.indices(name, field, IndexOf)     a list of them
//     archive.set(name, EquationSet)            blocks of equations, see document_rows.h
//     archive.enter_loop(iterator, range), archive.leave_loop()    the fields between see the iterator
//
// and for the whole document
//
//     archive.files(name), archive.shared(name) what archives keep beside the document: the names of the source
//                                               files, and expressions that several places use
//     archive.section(name, thing)              one object
//     archive.table(name, items)                a list of objects, in files numbered from 1
//     archive.types(name, document)             tables whose rows are put together: document_rows.h, VariableRow
//     archive.variables(name, document)
//
// A field is a bool, number, string, Symbol, enumeration, ExprId, VarId, TypeId, SourceSpan, an optional of one,
// something that is described here, or a vector of any of these. A list that is empty is left out. Enumerations have
// `names_of`, what is described has `row_name`, its name where it stands in a list.
#pragma once

#include <concepts>
#include <span>

#include "moo/model/document_rows.h"

namespace moo {

// Writers see constants, readers fill in: both use one description.
template <class T, class Described>
concept ConstOr = std::same_as<std::remove_const_t<T>, Described>;

// Which table an index counts in. Those of the same set or row are checked by `verify_document`.
enum class IndexOf : std::uint8_t { same_set, same_row, reinitialization, integration, when_conditions, clocks };

// ---- names of enumerations, in the order of their values --------------------------------------------

using NameList = std::span<std::string_view const>;

[[nodiscard]] NameList names_of(ProvenanceKind);
[[nodiscard]] NameList names_of(EquationForm);
[[nodiscard]] NameList names_of(EntryKind);
[[nodiscard]] NameList names_of(BlockKind);
[[nodiscard]] NameList names_of(BlockJacobian);
[[nodiscard]] NameList names_of(RelationKind);
[[nodiscard]] NameList names_of(AssertionLevel);
[[nodiscard]] NameList names_of(ActionKind);
[[nodiscard]] NameList names_of(ClockKind);
[[nodiscard]] NameList names_of(DependencyKind);
[[nodiscard]] NameList names_of(Role);
[[nodiscard]] NameList names_of(DeclaredKind);
[[nodiscard]] NameList names_of(Variability);
[[nodiscard]] NameList names_of(Causality);
[[nodiscard]] NameList names_of(ConnectorRole);
[[nodiscard]] NameList names_of(FunctionRole);
[[nodiscard]] NameList names_of(FlatPurity);
[[nodiscard]] NameList names_of(FlatStatementKind);
[[nodiscard]] NameList names_of(ShapeKind);
[[nodiscard]] NameList names_of(LinePattern);
[[nodiscard]] NameList names_of(FillPattern);
[[nodiscard]] NameList names_of(BorderPattern);
[[nodiscard]] NameList names_of(EllipseClosure);
[[nodiscard]] NameList names_of(ArrowHead);
[[nodiscard]] NameList names_of(TextAlignment);

template <class Enumeration>
[[nodiscard]] std::string_view name_of_value(Enumeration value) {
    return names_of(value)[static_cast<std::size_t>(value)];
}

// ---- names of rows -----------------------------------------------------------------------------------

template <class Row>
inline constexpr std::string_view row_name = "item";
template <class VariableType, class FactsType>
struct VariableRow;
template <class VariableType, class FactsType>
inline constexpr std::string_view row_name<VariableRow<VariableType, FactsType>> = "variable";
template <>
inline constexpr std::string_view row_name<Serves> = "serves";
template <>
inline constexpr std::string_view row_name<RowEntry> = "entry";
template <>
inline constexpr std::string_view row_name<PartialEntry> = "entry";
template <>
inline constexpr std::string_view row_name<SetRow> = "equation";
template <>
inline constexpr std::string_view row_name<SetRowView> = "equation";
template <>
inline constexpr std::string_view row_name<SetBlock> = "block";
template <>
inline constexpr std::string_view row_name<Experiment> = "experiment";
template <>
inline constexpr std::string_view row_name<TypeMember> = "member";
template <>
inline constexpr std::string_view row_name<TypeRow> = "type";
template <>
inline constexpr std::string_view row_name<FunctionVariable> = "variable";
template <>
inline constexpr std::string_view row_name<FlatStatementBranch> = "branch";
template <>
inline constexpr std::string_view row_name<FlatStatement> = "statement";
template <>
inline constexpr std::string_view row_name<FlatExternal> = "external";
template <>
inline constexpr std::string_view row_name<FlatDerivative> = "derivative";
template <>
inline constexpr std::string_view row_name<FlatInverse> = "inverse";
template <>
inline constexpr std::string_view row_name<FlatFunction> = "function";
template <>
inline constexpr std::string_view row_name<ArrayInfo> = "array";
template <>
inline constexpr std::string_view row_name<Alias> = "alias";
template <>
inline constexpr std::string_view row_name<Recovered> = "recovery";
template <>
inline constexpr std::string_view row_name<EvaluatedParameter> = "evaluation";
template <>
inline constexpr std::string_view row_name<DroppedEquation> = "droppedEquation";
template <>
inline constexpr std::string_view row_name<ZeroCrossing> = "zeroCrossing";
template <>
inline constexpr std::string_view row_name<Sampling> = "sampling";
template <>
inline constexpr std::string_view row_name<WhenCondition> = "whenCondition";
template <>
inline constexpr std::string_view row_name<Trigger> = "trigger";
template <>
inline constexpr std::string_view row_name<Assertion> = "assertion";
template <>
inline constexpr std::string_view row_name<Action> = "action";
template <>
inline constexpr std::string_view row_name<DelayOperator> = "delayOperator";
template <>
inline constexpr std::string_view row_name<TransportOperator> = "transport";
template <>
inline constexpr std::string_view row_name<BaseClock> = "baseClock";
template <>
inline constexpr std::string_view row_name<ClockedPartition> = "clockedPartition";
template <>
inline constexpr std::string_view row_name<JacobianEntry> = "entry";
template <>
inline constexpr std::string_view row_name<StateSet> = "stateSet";
template <>
inline constexpr std::string_view row_name<StaticChoice> = "choice";
template <>
inline constexpr std::string_view row_name<ResidualView> = "residualView";
template <>
inline constexpr std::string_view row_name<DifferentialTerm> = "term";
template <>
inline constexpr std::string_view row_name<DifferentialEquation> = "differentialEquation";
template <>
inline constexpr std::string_view row_name<ConstraintEquation> = "constraint";
template <>
inline constexpr std::string_view row_name<OverdeterminedView> = "overdeterminedView";
template <>
inline constexpr std::string_view row_name<DependencyTerm> = "term";
template <>
inline constexpr std::string_view row_name<Dependency> = "dependency";
template <>
inline constexpr std::string_view row_name<Dependencies> = "dependencies";
template <>
inline constexpr std::string_view row_name<IconShape> = "shape";
template <>
inline constexpr std::string_view row_name<Icon> = "icon";
template <>
inline constexpr std::string_view row_name<OutsideConnector> = "outsideConnector";
template <>
inline constexpr std::string_view row_name<PassReport> = "pass";
template <>
inline constexpr std::string_view row_name<Extension> = "extension";

// ---- sets of equations -------------------------------------------------------------------------------

template <class Archive>
void describe(Archive& archive, ConstOr<Serves> auto& serves) {
    // Bit fields cannot be bound to references.
    bool derivatives = serves.derivatives;
    bool crossings = serves.crossings;
    bool outputs = serves.outputs;
    archive.field("derivatives", derivatives);
    archive.field("crossings", crossings);
    archive.field("outputs", outputs);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(serves)>>) {
        serves.derivatives = derivatives;
        serves.crossings = crossings;
        serves.outputs = outputs;
    }
}

template <class Archive>
void describe(Archive& archive, ConstOr<RowEntry> auto& entry) {
    archive.index("column", entry.column, IndexOf::same_set);
    archive.required("value", entry.value);
    archive.field("kind", entry.kind);
}

template <class Archive>
void describe(Archive& archive, ConstOr<PartialEntry> auto& entry) {
    archive.required("by", entry.by);
    archive.required("value", entry.value);
    archive.field("kind", entry.kind);
}

// Fields of what has a provenance.
template <class Archive>
void describe_provenance(Archive& archive, ConstOr<Provenance> auto& provenance) {
    archive.field("origin", provenance.kind);
    archive.field("differentiations", provenance.differentiations);
    archive.field("loopSolved", provenance.is_loop_solved);
    archive.field("instance", provenance.instance);
    archive.field("source", provenance.source);
}

template <class Archive, class Row>
requires ConstOr<Row, SetRow> || ConstOr<Row, SetRowView>
void describe(Archive& archive, Row& row) {
    archive.required("target", row.equation.target);
    archive.required("value", row.equation.value);
    archive.required("form", row.equation.form);
    archive.field("overridable", row.equation.is_overridable);
    describe_provenance(archive, row.equation.provenance);
    archive.field("jacobian", row.jacobian);
    archive.field("known", row.known);
}

template <class Archive>
void describe(Archive& archive, ConstOr<BlockFacts> auto& facts) {
    archive.field("kind", facts.kind);
    archive.field("jacobian", facts.jacobian);
    archive.field("serves", facts.serves);
}

template <class Archive>
void describe(Archive& archive, ConstOr<SetBlock> auto& block) {
    describe(archive, block.facts);
    archive.required("equations", block.equations);
}

// ---- header, types, functions ------------------------------------------------------------------------

template <class Archive>
void describe(Archive& archive, ConstOr<Experiment> auto& experiment) {
    archive.field("startTime", experiment.start_time);
    archive.field("stopTime", experiment.stop_time);
    archive.field("tolerance", experiment.tolerance);
    archive.field("interval", experiment.interval);
}

template <class Archive>
void describe(Archive& archive, ConstOr<TypeMember> auto& member) {
    archive.name("name", member.name);
    archive.field("type", member.type);
    archive.field("description", member.description);
}

template <class Archive>
void describe(Archive& archive, ConstOr<TypeRow> auto& type) {
    archive.required("kind", type.kind);
    archive.name("name", type.name);
    archive.field("members", type.members);
    archive.field("description", type.description);
    archive.field("source", type.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FunctionVariable> auto& variable) {
    archive.name("name", variable.name);
    archive.required("type", variable.type);
    archive.required("role", variable.role);
    archive.field("sizes", variable.sizes);
    archive.field("binding", variable.binding);
    archive.field("description", variable.description);
    archive.field("source", variable.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatStatementBranch> auto& branch) {
    archive.field("condition", branch.condition);
    archive.required("body", branch.body);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatStatement> auto& statement) {
    archive.required("kind", statement.kind);
    archive.field("a", statement.a);
    archive.field("b", statement.b);
    archive.field("c", statement.c);
    archive.field("iterator", statement.iterator);
    archive.enter_loop(statement.iterator, statement.a);
    archive.field("branches", statement.branches);
    archive.leave_loop(statement.iterator);
    archive.field("description", statement.description);
    archive.field("source", statement.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatExternal> auto& external) {
    archive.field("language", external.language);
    archive.field("function", external.function);
    archive.field("result", external.result);
    archive.field("arguments", external.arguments);
    archive.field("includes", external.includes);
    archive.field("libraries", external.libraries);
    archive.field("includeDirectories", external.include_directories);
    archive.field("libraryDirectories", external.library_directories);
    archive.field("sourceDirectories", external.source_directories);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatDerivative> auto& derivative) {
    archive.name("function", derivative.function);
    archive.required("order", derivative.order);
    archive.field("zeroDerivative", derivative.zero_derivative);
    archive.field("noDerivative", derivative.no_derivative);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatInverse> auto& inverse) {
    archive.name("input", inverse.input);
    archive.name("function", inverse.function);
    archive.field("arguments", inverse.arguments);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatFunction> auto& function) {
    archive.name("name", function.name);
    archive.field("description", function.description);
    archive.field("purity", function.purity);
    archive.field("variables", function.variables);
    archive.field("body", function.body);
    archive.field("external", function.external);
    archive.field("derivatives", function.derivatives);
    archive.field("inverses", function.inverses);
    archive.field("inline", function.is_inline);
    archive.field("lateInline", function.is_late_inline);
    archive.field("generateEvents", function.generates_events);
    archive.field("smoothOrder", function.smooth_order);
    archive.field("source", function.source);
}

// ---- variables ---------------------------------------------------------------------------------------

// A variable and what the document knows of it, as one row.
template <class VariableType, class FactsType>
struct VariableRow {
    VariableType& variable;
    FactsType& facts;
};

template <class Archive>
void describe_flags(Archive& archive, ConstOr<Variable> auto& variable) {
    bool is_package_constant = variable.is_package_constant;
    bool is_protected = variable.is_protected;
    bool is_final = variable.is_final;
    bool is_evaluated = variable.is_evaluated;
    bool hide_result = variable.hide_result;
    archive.field("packageConstant", is_package_constant);
    archive.field("isProtected", is_protected);
    archive.field("isFinal", is_final);
    archive.field("evaluated", is_evaluated);
    archive.field("hideResult", hide_result);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(variable)>>) {
        variable.is_package_constant = is_package_constant;
        variable.is_protected = is_protected;
        variable.is_final = is_final;
        variable.is_evaluated = is_evaluated;
        variable.hide_result = hide_result;
    }
}

template <class Archive, class VariableType, class FactsType>
void describe(Archive& archive, VariableRow<VariableType, FactsType> const& row) {
    auto& variable = row.variable;
    archive.name("name", variable.name);
    archive.required("type", variable.type);
    archive.required("role", row.facts.role);
    archive.field("variability", variable.variability);
    archive.field("causality", variable.causality);
    archive.field("binding", variable.binding);
    for (std::size_t i = 0; i < attribute_count; ++i) {
        archive.field(attribute_name(static_cast<Attribute>(i)), variable.attributes[i]);
    }
    archive.field("description", variable.description);
    archive.field("instance", variable.instance);
    archive.field("connectorRole", variable.connector_role);
    describe_flags(archive, variable);
    archive.field("derivativeOf", row.facts.derivative_of);
    archive.field("startPriority", row.facts.start_priority);
    archive.field("startOrigin", row.facts.start_origin);
    archive.field("source", variable.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<ArrayInfo> auto& array) {
    archive.name("name", array.name);
    archive.required("sizes", array.sizes);
    archive.required("first", array.first);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Alias> auto& alias) {
    archive.required("variable", alias.variable);
    archive.required("target", alias.target);
    archive.field("negated", alias.is_negated);
    describe_provenance(archive, alias.provenance);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Recovered> auto& recovered) {
    archive.required("variable", recovered.variable);
    archive.required("value", recovered.value);
    describe_provenance(archive, recovered.provenance);
}

template <class Archive>
void describe(Archive& archive, ConstOr<EvaluatedParameter> auto& evaluated) {
    archive.required("variable", evaluated.parameter);
    archive.required("reason", evaluated.reason);
}

template <class Archive>
void describe(Archive& archive, ConstOr<DroppedEquation> auto& dropped) {
    archive.required("lhs", dropped.lhs);
    archive.required("rhs", dropped.rhs);
    archive.required("reason", dropped.reason);
    archive.field("source", dropped.source);
}

// ---- events ------------------------------------------------------------------------------------------

template <class Archive>
void describe(Archive& archive, ConstOr<ZeroCrossing> auto& crossing) {
    archive.required("function", crossing.function);
    archive.field("relation", crossing.relation);
    archive.indices("equations", crossing.equations, IndexOf::reinitialization);
    archive.field("kind", crossing.kind);
    archive.field("time", crossing.time);
    archive.field("known", crossing.known);
    archive.field("source", crossing.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Sampling> auto& sampling) {
    archive.required("call", sampling.call);
    archive.required("start", sampling.start);
    archive.required("interval", sampling.interval);
}

template <class Archive>
void describe(Archive& archive, ConstOr<WhenCondition> auto& when) {
    archive.required("condition", when.condition);
    archive.indices("equations", when.equations, IndexOf::reinitialization);
    archive.field("source", when.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Trigger> auto& trigger) {
    archive.index("equation", trigger.equation, IndexOf::reinitialization);
    archive.indices("equations", trigger.equations, IndexOf::reinitialization);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Assertion> auto& assertion) {
    archive.required("condition", assertion.condition);
    archive.required("message", assertion.message);
    archive.field("level", assertion.level);
    archive.field("source", assertion.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Action> auto& action) {
    archive.required("kind", action.kind);
    archive.required("value", action.value);
    archive.indices("conditions", action.conditions, IndexOf::when_conditions);
    archive.field("source", action.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<DelayOperator> auto& delay) {
    archive.required("call", delay.call);
    archive.required("value", delay.value);
    archive.required("delayTime", delay.delay_time);
    archive.field("longest", delay.longest);
}

template <class Archive>
void describe(Archive& archive, ConstOr<TransportOperator> auto& transport) {
    archive.required("call", transport.call);
    archive.field("initialPoints", transport.initial_points);
    archive.field("initialValues", transport.initial_values);
}

template <class Archive>
void describe(Archive& archive, ConstOr<BaseClock> auto& clock) {
    archive.required("name", clock.name);
    archive.required("kind", clock.kind);
    archive.field("interval", clock.interval);
    archive.field("resolution", clock.resolution);
    archive.field("condition", clock.condition);
    archive.field("startInterval", clock.start_interval);
    archive.field("source", clock.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<ClockedPartition> auto& partition) {
    archive.index("clock", partition.base, IndexOf::clocks);
    archive.required("factorNumerator", partition.factor_numerator);
    archive.required("factorDenominator", partition.factor_denominator);
    archive.required("shiftNumerator", partition.shift_numerator);
    archive.required("shiftDenominator", partition.shift_denominator);
    archive.field("solverMethod", partition.solver_method);
    archive.set("equations", partition.equations);
}

// ---- state selection and views -----------------------------------------------------------------------

// Of a state set: rows are its constraints, columns its candidates.
template <class Archive>
void describe(Archive& archive, ConstOr<JacobianEntry> auto& entry) {
    archive.index("row", entry.row, IndexOf::same_row);
    archive.index("column", entry.column, IndexOf::same_row);
    archive.required("value", entry.value);
    archive.field("kind", entry.kind);
}

template <class Archive>
void describe(Archive& archive, ConstOr<StateSet> auto& set) {
    archive.required("candidates", set.candidates);
    archive.required("states", set.states);
    archive.required("selection", set.selection);
    archive.required("constraints", set.constraints);
    archive.field("jacobian", set.jacobian);
    archive.field("level", set.level);
    archive.field("reason", set.reason);
}

template <class Archive>
void describe(Archive& archive, ConstOr<StaticChoice> auto& choice) {
    archive.required("state", choice.state);
    archive.field("dependent", choice.dependent);
    archive.required("reason", choice.reason);
}

template <class Archive>
void describe(Archive& archive, ConstOr<ResidualView> auto& view) {
    archive.field("unknowns", view.unknowns);
    archive.indices("equations", view.equations, IndexOf::integration);
    archive.field("dependencies", view.dependencies);
    archive.field("outputs", view.outputs);
    archive.field("crossings", view.crossings);
}

template <class Archive>
void describe(Archive& archive, ConstOr<DifferentialTerm> auto& term) {
    archive.required("state", term.state);
    archive.required("coefficient", term.coefficient);
}

template <class Archive>
void describe(Archive& archive, ConstOr<DifferentialEquation> auto& equation) {
    archive.required("terms", equation.terms);
    archive.required("value", equation.value);
    archive.field("source", equation.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<ConstraintEquation> auto& constraint) {
    archive.required("residual", constraint.residual);
    archive.field("level", constraint.level);
    describe_provenance(archive, constraint.provenance);
}

template <class Archive>
void describe(Archive& archive, ConstOr<OverdeterminedView> auto& view) {
    archive.field("differential", view.differential);
    archive.field("constraints", view.constraints);
}

template <class Archive>
void describe(Archive& archive, ConstOr<DependencyTerm> auto& term) {
    archive.required("on", term.on);
    archive.field("kind", term.kind);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Dependency> auto& dependency) {
    archive.required("unknown", dependency.unknown);
    archive.field("time", dependency.on_time);
    archive.field("timeKind", dependency.time_kind);
    archive.required("terms", dependency.terms);
    archive.field("derivatives", dependency.derivatives);
    archive.field("atEvents", dependency.at_events);
    archive.field("parameters", dependency.parameters);
    archive.field("open", dependency.is_open);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Dependencies> auto& dependencies) {
    archive.field("derivatives", dependencies.derivatives);
    archive.field("outputs", dependencies.outputs);
    archive.field("crossings", dependencies.crossings);
    archive.field("initialUnknowns", dependencies.initial_unknowns);
    archive.field("stateColours", dependencies.state_colours);
}

// ---- the outside -------------------------------------------------------------------------------------

template <class Archive>
void describe(Archive& archive, ConstOr<IconShape> auto& shape) {
    archive.required("kind", shape.kind);
    archive.required("points", shape.points);
    archive.field("origin", shape.origin);
    archive.field("rotation", shape.rotation);
    archive.field("lineColor", shape.line_color);
    archive.field("fillColor", shape.fill_color);
    archive.field("linePattern", shape.line_pattern);
    archive.field("fillPattern", shape.fill_pattern);
    archive.field("thickness", shape.thickness);
    archive.field("smooth", shape.is_smooth);
    archive.field("startArrow", shape.start_arrow);
    archive.field("endArrow", shape.end_arrow);
    archive.field("arrowSize", shape.arrow_size);
    archive.field("border", shape.border);
    archive.field("radius", shape.radius);
    archive.field("startAngle", shape.start_angle);
    archive.field("endAngle", shape.end_angle);
    archive.field("closure", shape.closure);
    archive.field("text", shape.text);
    archive.field("fontSize", shape.font_size);
    archive.field("font", shape.font);
    archive.field("bold", shape.is_bold);
    archive.field("italic", shape.is_italic);
    archive.field("underlined", shape.is_underlined);
    archive.field("alignment", shape.alignment);
    archive.field("file", shape.file);
    archive.field("image", shape.image);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Icon> auto& icon) {
    archive.field("extent", icon.extent);
    archive.field("scale", icon.scale);
    archive.field("shapes", icon.shapes);
}

template <class Archive>
void describe(Archive& archive, ConstOr<OutsideConnector> auto& connector) {
    archive.name("name", connector.name);
    archive.field("className", connector.class_name);
    archive.field("description", connector.description);
    archive.field("isExpandable", connector.is_expandable);
    archive.field("extent", connector.extent);
    archive.field("rotation", connector.rotation);
    archive.field("origin", connector.origin);
    archive.field("icon", connector.icon);
}

// ---- the rest ----------------------------------------------------------------------------------------

template <class Archive>
void describe(Archive& archive, ConstOr<PassReport> auto& report) {
    archive.required("pass", report.pass);
    archive.field("equations", report.equations);
    archive.field("variables", report.variables);
    archive.field("seconds", report.seconds);
    archive.field("bytes", report.bytes);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Extension> auto& extension) {
    archive.required("name", extension.name);
    archive.required("content", extension.content);
}

// The sections in the order of the files, in which a reader finds everything declared before it is used.
template <class Archive>
void describe(Archive& archive, ConstOr<Document> auto& document) {
    archive.name("name", document.name);
    archive.field("description", document.description);
    archive.field("generator", document.generator);
    archive.field("options", document.options);
    archive.field("requires", document.requirements);
    archive.field("slice", document.slice);
    archive.files("files");
    archive.section("experiment", document.experiment);
    archive.types("types", document);
    archive.table("functions", document.functions);
    archive.variables("variables", document);
    archive.shared("shared");
    archive.table("arrays", document.arrays);
    archive.table("aliases", document.aliases);
    archive.table("recovered", document.recovered);
    archive.field("parameters", document.parameter_order);
    archive.table("evaluated", document.evaluated);
    archive.set("initialization", document.initialization);
    archive.set("integration", document.integration);
    archive.set("reinitialization", document.reinitialization);
    archive.table("dropped", document.dropped);
    archive.table("zeroCrossings", document.zero_crossings);
    archive.table("whenConditions", document.when_conditions);
    archive.table("triggers", document.triggers);
    archive.table("samplings", document.samplings);
    archive.table("assertions", document.assertions);
    archive.table("actions", document.actions);
    archive.table("delays", document.delays);
    archive.table("transports", document.transports);
    archive.table("clocks", document.clocks);
    archive.table("partitions", document.partitions);
    archive.table("stateSets", document.state_sets);
    archive.table("staticChoices", document.static_choices);
    archive.section("residualView", document.residual_view);
    archive.section("overdeterminedView", document.overdetermined_view);
    archive.section("dependencies", document.dependencies);
    archive.section("icon", document.icon);
    archive.table("connectors", document.connectors);
    archive.field("results", document.results);
    archive.table("report", document.report);
    archive.table("extensions", document.extensions);
}

}  // namespace moo
