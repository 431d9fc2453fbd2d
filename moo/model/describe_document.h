// The fields of a MOO document, each named once, for everything that goes over them: readers and writers of
// the encodings, schemas, comparison, verification. A new field or section is added here and nowhere else.
//
// `describe(archive, thing)` calls the archive for each field in the order of the files:
//
//     archive.required(name, field)             always there
//     archive.field(name, field)                left out where it is as after default construction
//     archive.index(name, field, IndexOf)       a place in another table, in files from 1
//     archive.indices(name, field, IndexOf)     a list of them
//
// and for the whole document
//
//     archive.section(name, thing)              one object
//     archive.table(name, items)                a list of objects, in files numbered from 1
//     archive.set(name, EquationSet)            blocks of equations, see document_rows.h
//
// A field is a bool, number, string, Symbol, enumeration, ExprId, VarId, TypeId, SourceSpan, an optional of one,
// something that is described here, or a vector of any of these. Enumerations have `names_of`.
#pragma once

#include <concepts>
#include <span>

#include "moo/model/document_rows.h"

namespace moo {

// Writers see constants, readers fill in: both use one description.
template <class T, class Described>
concept ConstOr = std::same_as<std::remove_const_t<T>, Described>;

enum class IndexOf : std::uint8_t { same_set, reinitialization, integration, when_conditions, clocks };

// ---- names of enumerations, in the order of their values --------------------------------------------

using NameList = std::span<std::string_view const>;

[[nodiscard]] NameList names_of(EquationForm);
[[nodiscard]] NameList names_of(EntryKind);
[[nodiscard]] NameList names_of(BlockKind);
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

template <class Enumeration>
[[nodiscard]] std::string_view name_of_value(Enumeration value) {
    return names_of(value)[static_cast<std::size_t>(value)];
}

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
void describe(Archive& archive, ConstOr<RowKnown> auto& entry) {
    archive.required("by", entry.by);
    archive.required("value", entry.value);
    archive.field("kind", entry.kind);
}

template <class Archive>
void describe(Archive& archive, ConstOr<SetRow> auto& row) {
    archive.required("target", row.equation.target);
    archive.required("value", row.equation.value);
    archive.required("form", row.equation.form);
    archive.field("origin", row.equation.origin);
    archive.field("source", row.equation.source);
    archive.field("jacobian", row.jacobian);
    archive.field("known", row.known);
}

template <class Archive>
void describe(Archive& archive, ConstOr<SetBlock> auto& block) {
    archive.field("kind", block.facts.kind);
    archive.field("serves", block.facts.serves);
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
    archive.required("name", member.name);
    archive.field("type", member.type);
    archive.field("description", member.description);
}

template <class Archive>
void describe(Archive& archive, ConstOr<TypeRow> auto& type) {
    archive.required("kind", type.kind);
    archive.required("name", type.name);
    archive.field("members", type.members);
    archive.field("description", type.description);
    archive.field("source", type.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FunctionVariable> auto& variable) {
    archive.required("name", variable.name);
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
    archive.field("branches", statement.branches);
    archive.field("description", statement.description);
    archive.field("source", statement.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatExternal> auto& external) {
    archive.required("language", external.language);
    archive.required("function", external.function);
    archive.field("result", external.result);
    archive.field("arguments", external.arguments);
    archive.field("includes", external.includes);
    archive.field("libraries", external.libraries);
    archive.field("includeDirectories", external.include_directories);
    archive.field("libraryDirectories", external.library_directories);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatDerivative> auto& derivative) {
    archive.required("function", derivative.function);
    archive.required("order", derivative.order);
    archive.field("zeroDerivative", derivative.zero_derivative);
    archive.field("noDerivative", derivative.no_derivative);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatInverse> auto& inverse) {
    archive.required("input", inverse.input);
    archive.required("function", inverse.function);
    archive.field("arguments", inverse.arguments);
}

template <class Archive>
void describe(Archive& archive, ConstOr<FlatFunction> auto& function) {
    archive.required("name", function.name);
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

template <class Archive, class VariableType, class FactsType>
void describe(Archive& archive, VariableRow<VariableType, FactsType>& row) {
    auto& variable = row.variable;
    archive.required("name", variable.name);
    archive.required("type", variable.type);
    archive.required("role", row.facts.role);
    archive.field("variability", variable.variability);
    archive.field("causality", variable.causality);
    archive.field("binding", variable.binding);
    archive.attributes(variable.attributes);
    archive.field("description", variable.description);
    archive.field("instance", variable.instance);
    archive.field("connector", variable.connector_role);
    archive.flags(variable);
    archive.field("derivativeOf", row.facts.derivative_of);
    archive.field("startPriority", row.facts.start_priority);
    archive.field("startOrigin", row.facts.start_origin);
    archive.field("source", variable.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<ArrayInfo> auto& array) {
    archive.required("name", array.name);
    archive.required("sizes", array.sizes);
    archive.required("first", array.first);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Alias> auto& alias) {
    archive.required("variable", alias.variable);
    archive.required("target", alias.target);
    archive.field("negated", alias.is_negated);
    archive.field("origin", alias.origin);
    archive.field("source", alias.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Recovered> auto& recovered) {
    archive.required("variable", recovered.variable);
    archive.required("value", recovered.value);
    archive.field("origin", recovered.origin);
    archive.field("source", recovered.source);
}

template <class Archive>
void describe(Archive& archive, ConstOr<EvaluatedParameter> auto& evaluated) {
    archive.required("parameter", evaluated.parameter);
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
    archive.field("factorNumerator", partition.factor_numerator);
    archive.field("factorDenominator", partition.factor_denominator);
    archive.field("shiftNumerator", partition.shift_numerator);
    archive.field("shiftDenominator", partition.shift_denominator);
    archive.field("solverMethod", partition.solver_method);
    archive.set("equations", partition.equations);
}

// ---- state selection and views -----------------------------------------------------------------------

// Of a state set: rows are its constraints, columns its candidates.
template <class Archive>
void describe(Archive& archive, ConstOr<JacobianEntry> auto& entry) {
    archive.required("row", entry.row);
    archive.required("column", entry.column);
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
    archive.field("origin", constraint.origin);
    archive.field("source", constraint.source);
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
    archive.required("terms", dependency.terms);
}

template <class Archive>
void describe(Archive& archive, ConstOr<Dependencies> auto& dependencies) {
    archive.field("derivatives", dependencies.derivatives);
    archive.field("outputs", dependencies.outputs);
    archive.field("initialUnknowns", dependencies.initial_unknowns);
    archive.field("stateColours", dependencies.state_colours);
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

// The sections in the order of the files. Types, variables and sets have rows of their own: the archive's functions
// `types`, `variables` and `set` go over them with document_rows.h and VariableRow.
template <class Archive>
void describe(Archive& archive, ConstOr<Document> auto& document) {
    archive.required("name", document.name);
    archive.field("description", document.description);
    archive.field("generator", document.generator);
    archive.field("options", document.options);
    archive.field("requires", document.requirements);
    archive.section("experiment", document.experiment);
    archive.types("types", document);
    archive.table("functions", document.functions);
    archive.variables("variables", document);
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
    archive.field("results", document.results);
    archive.table("report", document.report);
    archive.table("extensions", document.extensions);
}

}  // namespace moo
