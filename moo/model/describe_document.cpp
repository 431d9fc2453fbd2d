#include "moo/model/describe_document.h"

#include <array>

namespace moo {

namespace {

template <std::size_t count>
using Names = std::array<std::string_view, count>;

constexpr Names<31> provenance_kinds{"equation",
                                     "binding",
                                     "connect",
                                     "flow",
                                     "stream",
                                     "overconstrained",
                                     "stateMachine",
                                     "initialEquation",
                                     "algorithm",
                                     "initialAlgorithm",
                                     "whenEquation",
                                     "reinit",
                                     "whenCondition",
                                     "stepOfFloor",
                                     "stepOfCeil",
                                     "stepOfInteger",
                                     "stepOfDiv",
                                     "discretized",
                                     "methodStage",
                                     "methodInput",
                                     "differentiatedExpression",
                                     "stateDerivative",
                                     "setState",
                                     "parameterBinding",
                                     "initialWhen",
                                     "unchangedAtStart",
                                     "unchangedAtEvent",
                                     "continuous",
                                     "fixedStart",
                                     "guessedStart",
                                     "defaultStart"};
constexpr Names<3> forms{"ass", "res", "inst"};
constexpr Names<3> entry_kinds{"dependent", "constant", "perEvent"};
constexpr Names<5> block_kinds{"assign", "linear", "nonlinear", "mixed", "algorithm"};
constexpr Names<3> block_jacobians{"full", "partial", "none"};
constexpr Names<2> relation_kinds{"state", "time"};
constexpr Names<2> assertion_levels{"error", "warning"};
constexpr Names<2> action_kinds{"terminate", "call"};
constexpr Names<2> clock_kinds{"periodic", "event"};
constexpr Names<5> dependency_kinds{"dependent", "constant", "fixed", "tunable", "discrete"};
constexpr Names<6> roles{"state", "algebraic", "discrete", "parameter", "constant", "input"};
constexpr Names<3> declared_kinds{"enumeration", "record", "externalObject"};
constexpr Names<4> variabilities{"continuous", "discrete", "parameter", "constant"};
constexpr Names<3> causalities{"local", "input", "output"};
constexpr Names<4> connector_roles{"none", "potential", "flow", "stream"};
constexpr Names<3> function_roles{"input", "output", "local"};
constexpr Names<2> purities{"pure", "impure"};
constexpr Names<11> statement_kinds{"assignment", "call", "reinit", "assert", "terminate", "if",
                                    "when",       "for",  "while",  "break",  "return"};
constexpr Names<6> shape_kinds{"line", "polygon", "rectangle", "ellipse", "text", "bitmap"};
constexpr Names<6> line_patterns{"solid", "none", "dash", "dot", "dashDot", "dashDotDot"};
constexpr Names<11> fill_patterns{"none",    "solid",    "horizontal",    "vertical",           "cross",
                                  "forward", "backward", "crossDiagonal", "horizontalCylinder", "verticalCylinder",
                                  "sphere"};
constexpr Names<4> border_patterns{"none", "raised", "sunken", "engraved"};
constexpr Names<3> ellipse_closures{"chord", "radial", "none"};
constexpr Names<4> arrow_heads{"none", "open", "filled", "half"};
constexpr Names<3> text_alignments{"center", "left", "right"};

}  // namespace

NameList names_of(ProvenanceKind) { return provenance_kinds; }
NameList names_of(EquationForm) { return forms; }
NameList names_of(EntryKind) { return entry_kinds; }
NameList names_of(BlockKind) { return block_kinds; }
NameList names_of(BlockJacobian) { return block_jacobians; }
NameList names_of(RelationKind) { return relation_kinds; }
NameList names_of(AssertionLevel) { return assertion_levels; }
NameList names_of(ActionKind) { return action_kinds; }
NameList names_of(ClockKind) { return clock_kinds; }
NameList names_of(DependencyKind) { return dependency_kinds; }
NameList names_of(Role) { return roles; }
NameList names_of(DeclaredKind) { return declared_kinds; }
NameList names_of(Variability) { return variabilities; }
NameList names_of(Causality) { return causalities; }
NameList names_of(ConnectorRole) { return connector_roles; }
NameList names_of(FunctionRole) { return function_roles; }
NameList names_of(FlatPurity) { return purities; }
NameList names_of(FlatStatementKind) { return statement_kinds; }
NameList names_of(ShapeKind) { return shape_kinds; }
NameList names_of(LinePattern) { return line_patterns; }
NameList names_of(FillPattern) { return fill_patterns; }
NameList names_of(BorderPattern) { return border_patterns; }
NameList names_of(EllipseClosure) { return ellipse_closures; }
NameList names_of(ArrowHead) { return arrow_heads; }
NameList names_of(TextAlignment) { return text_alignments; }

}  // namespace moo
