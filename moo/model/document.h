// The MOO document: all that a code generator needs, as plain data.
//
// The sets and their notation come from Larsson and Fritzson, "A Modelica-based Format for Flexible Modelica
// Code Generation and Causal Model Transformations", section 6. docs/moo.md describes the files.
// `describe_document.h` lists the fields for readers, writers and schemas.
#pragma once

#include "moo/model/document_events.h"
#include "moo/model/document_views.h"
#include "moo/model/flat_model.h"

namespace moo {

enum class Role : std::uint8_t { state, algebraic, discrete, parameter, constant, input };

// What the document knows of a variable beside its declaration.
struct VariableFacts {
    Role role = Role::algebraic;
    VarId derivative_of;              // of a dummy derivative: the variable whose derivative it is
    std::int32_t start_priority = 0;  // where several start values compete the highest wins
    std::string start_origin;         // where the start value came from, if not from the declaration
};

// A variable that the equations do not mention because it always equals another one, or its negative.
struct Alias {
    VarId variable;
    VarId target;
    bool is_negated = false;
    Provenance provenance = {};
};

// A variable that the equations do not mention, and how to compute it when somebody asks.
struct Recovered {
    VarId variable;
    ExprId value;
    Provenance provenance = {};
};

// A parameter whose value was used during translation, so that it cannot be changed afterwards.
struct EvaluatedParameter {
    VarId parameter;
    std::string reason;
};

// An equation of the initialization that was left out because the others imply it.
struct DroppedEquation {
    ExprId lhs;
    ExprId rhs;
    std::string reason;
    SourceSpan source;
};

// What a pass left behind. Times are recorded only if somebody asked for them: the same input gives the same bytes.
struct PassReport {
    std::string pass;
    std::uint64_t equations = 0;
    std::uint64_t variables = 0;
    double seconds = 0.0;
    std::uint64_t bytes = 0;
};

// Something that another tool added, under a name of its own such as `org.example.colours`. Kept as it is.
struct Extension {
    std::string name;
    std::string content;
};

struct Document {
    Symbol name;
    Symbol description;
    std::string generator;             // the tool that wrote it, with its version
    std::vector<std::string> options;  // with which it was called
    // Features that a back end has to have, so that it can refuse before it starts; see requirements.h.
    std::vector<std::string> requirements;
    // Names of the sections that it was cut down to, see slice_document.h; empty for a whole document.
    std::vector<std::string> slice;
    Experiment experiment;
    UserPlaces places;  // only for messages of this process, not written

    ExprStore exprs;
    std::vector<FlatType> types;
    std::vector<FlatFunction> functions;
    VariableStore variables;
    Store<VarId, VariableFacts> facts;  // of each variable
    std::vector<ArrayInfo> arrays;
    std::vector<Alias> aliases;
    std::vector<Recovered> recovered;
    std::vector<VarId> parameter_order;  // parameters and constants with a binding, in the order to compute them
    std::vector<EvaluatedParameter> evaluated;

    EquationSet initialization;    // iEq
    EquationSet integration;       // Eq
    EquationSet reinitialization;  // riEq
    std::vector<DroppedEquation> dropped;

    std::vector<ZeroCrossing> zero_crossings;    // z
    std::vector<WhenCondition> when_conditions;  // w
    std::vector<Trigger> triggers;               // c
    std::vector<Sampling> samplings;
    std::vector<Assertion> assertions;
    std::vector<Action> actions;
    std::vector<DelayOperator> delays;
    std::vector<TransportOperator> transports;
    std::vector<BaseClock> clocks;
    std::vector<ClockedPartition> partitions;

    std::vector<StateSet> state_sets;
    std::vector<StaticChoice> static_choices;
    ResidualView residual_view;
    OverdeterminedView overdetermined_view;
    Dependencies dependencies;

    Icon icon;
    std::vector<OutsideConnector> connectors;  // what is inside another comes behind it

    std::vector<VarId> results;  // what is to be stored; empty: all that is not hidden
    std::vector<PassReport> report;
    std::vector<Extension> extensions;

    [[nodiscard]] Role role(VarId variable) const { return facts[variable].role; }
    [[nodiscard]] std::vector<VarId> states() const;
};

}  // namespace moo
