// The flat model: variables, equations, functions and types without structure, as Base Modelica holds them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "moo/model/icon.h"
#include "moo/model/provenance.h"
#include "moo/model/user_places.h"
#include "moo/model/variable.h"

namespace moo {

// ---- equations -------------------------------------------------------------------------------------

struct FlatEquation;

// `if condition then body`, or one branch of a when-clause. The `else` of an if has no condition; neither has the
// only branch of a for.
struct FlatBranch {
    ExprId condition;
    std::vector<FlatEquation> body;
};

enum class FlatEquationKind : std::uint8_t {
    equality,   // a = b; a is a tuple `(x, , y)` or a record constructor where a call gives several values
    reinit,     // reinit(a, b)
    assertion,  // assert(a, b, c): condition, message, and the level if it is given
    terminate,  // terminate(a)
    call,       // a call without results: a
    if_,        // branches
    when,       // branches
    for_,       // `for iterator in a loop`: one branch
};

struct FlatEquation {
    FlatEquationKind kind = FlatEquationKind::equality;
    ProvenanceKind origin = ProvenanceKind::equation;
    ExprId a;
    ExprId b;
    ExprId c;
    Symbol iterator;
    std::vector<FlatBranch> branches;
    Symbol description;
    Symbol instance;  // the component whose class holds the equation, `a.b[2]`; none at the top
    SourceSpan source;

    [[nodiscard]] Provenance provenance() const { return {origin, source, instance}; }
};

// ---- algorithms ------------------------------------------------------------------------------------

struct FlatStatement;

struct FlatStatementBranch {
    ExprId condition;  // none for else and for the body of a loop over an iterator
    std::vector<FlatStatement> body;
};

enum class FlatStatementKind : std::uint8_t {
    assignment,  // a := b; a is a tuple `(x, , y)` where a call gives several values
    call,        // a
    reinit,      // reinit(a, b)
    assertion,   // assert(a, b, c)
    terminate,   // terminate(a)
    if_,         // branches
    when,        // branches
    for_,        // `for iterator in a loop`: one branch
    while_,      // `while a loop`: one branch
    break_,
    return_,
};

struct FlatStatement {
    FlatStatementKind kind = FlatStatementKind::assignment;
    ExprId a;
    ExprId b;
    ExprId c;
    Symbol iterator;
    std::vector<FlatStatementBranch> branches;
    Symbol description;
    SourceSpan source;
};

struct FlatAlgorithm {
    std::vector<FlatStatement> statements;
    Symbol instance;
    SourceSpan source;
};

// ---- functions -------------------------------------------------------------------------------------

enum class FunctionRole : std::uint8_t { input, output, local };

// A variable of a function. Expressions in the function refer to it by a leaf of kind `iterator` with its name.
struct FunctionVariable {
    Symbol name;
    TypeId type;                // sizes that depend on the arguments are `TypeTable::unknown_size`
    std::vector<ExprId> sizes;  // one for each dimension of the variable; none for `:`
    FunctionRole role = FunctionRole::local;
    ExprId binding;  // default of an input, first value of an output or local variable
    Symbol description;
    SourceSpan source;
};

// `external "C" result = function(arguments)` with what is needed to build and link it.
struct FlatExternal {
    Symbol language;  // C, FORTRAN 77, builtin
    Symbol function;
    ExprId result;  // the output that takes the value, if any
    std::vector<ExprId> arguments;
    // Annotations, with modelica:// addresses replaced by paths.
    std::vector<std::string> includes;
    std::vector<std::string> libraries;
    std::vector<std::string> include_directories;
    std::vector<std::string> library_directories;
    std::vector<std::string> source_directories;
};

// annotation(derivative(order = 2, zeroDerivative = x, noDerivative = y) = f)
struct FlatDerivative {
    Symbol function;
    int order = 1;
    std::vector<Symbol> zero_derivative;
    std::vector<Symbol> no_derivative;
};

// annotation(inverse(x = g(y, z)))
struct FlatInverse {
    Symbol input;
    Symbol function;
    std::vector<Symbol> arguments;
};

enum class FlatPurity : std::uint8_t { pure, impure };

struct FlatFunction {
    Symbol name;  // `A.B.f`, without quotes
    Symbol description;
    FlatPurity purity = FlatPurity::pure;
    std::vector<FunctionVariable> variables;  // in the order of the declarations
    std::vector<FlatStatement> body;
    std::optional<FlatExternal> external;
    std::vector<FlatDerivative> derivatives;
    std::vector<FlatInverse> inverses;
    // annotation(Inline = …, LateInline = …, GenerateEvents = …, smoothOrder = …), where given
    std::optional<bool> is_inline;
    std::optional<bool> is_late_inline;
    std::optional<bool> generates_events;
    std::optional<int> smooth_order;
    SourceSpan source;
};

// ---- types -----------------------------------------------------------------------------------------

// The declaration of an enumeration, record or external object; the type table has its literals or fields.
struct FlatType {
    TypeId type;
    Symbol description;
    std::vector<Symbol> member_descriptions;  // one for each literal or field, or empty
    SourceSpan source;
};

// ---- clocks ----------------------------------------------------------------------------------------

// Equations that are active at the ticks of one clock. `base` numbers the base clock in FlatModel::clocks.
struct FlatSubPartition {
    // The factors against the base clock: period * factor, shifted by `shift` periods, as exact rationals.
    std::int64_t sub_numerator = 1;
    std::int64_t sub_denominator = 1;
    std::int64_t shift_numerator = 0;
    std::int64_t shift_denominator = 1;
    Symbol solver_method;  // of a discretized continuous partition
    std::vector<FlatEquation> equations;
    std::vector<FlatAlgorithm> algorithms;
};

struct FlatPartition {
    Symbol clock_name;
    ExprId clock;  // Clock(…)
    std::vector<FlatSubPartition> sub_partitions;
    SourceSpan source;
};

// ---- the model -------------------------------------------------------------------------------------

// annotation(experiment(…)); what the model does not say stays empty.
struct Experiment {
    std::optional<double> start_time;
    std::optional<double> stop_time;
    std::optional<double> tolerance;
    std::optional<double> interval;
};

// Owns the expressions that its variables, equations and functions refer to.
struct FlatModel {
    Symbol name;
    Symbol description;
    ExprStore exprs;
    VariableStore variables;
    // The variables as they are to be listed; empty if that is the order of their ids.
    std::vector<VarId> listing;
    std::vector<ArrayInfo> arrays;  // those that `scalarize` has taken apart
    std::vector<FlatType> types;
    std::vector<FlatFunction> functions;
    std::vector<FlatEquation> equations;
    std::vector<FlatEquation> initial_equations;
    std::vector<FlatAlgorithm> algorithms;
    std::vector<FlatAlgorithm> initial_algorithms;
    std::vector<FlatPartition> partitions;
    Experiment experiment;
    Icon icon;
    std::vector<OutsideConnector> connectors;  // what is inside another comes behind it
    UserPlaces places;                         // for messages
};

}  // namespace moo
