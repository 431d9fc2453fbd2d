// What every operator and built-in function means, as data: for docs/operators.md and for authors of back ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/expr/builtin.h"
#include "moo/expr/kind.h"
#include "moo/expr/types.h"

namespace moo {

// Where an operator occurs in documents that `moopt` writes.
enum class OperatorStage : std::uint8_t {
    equations,  // in the scalar equations of any model
    calls,      // in equations too, but only around calls of functions
    clocks,     // in clocked partitions and what reads their results
    functions,  // only in functions, or before arrays are split into scalars
    flat,       // never: the front end replaces it
};
[[nodiscard]] std::string_view stage_name(OperatorStage stage);

// How the type of a node is known to a reader.
enum class ResultType : std::uint8_t {
    real,  // the operator fixes it; applied to arrays element by element, the result has their sizes
    integer,
    boolean,
    string,
    as_operand,  // that of the first operand, of `smooth` the second
    carried,     // the node carries it, unless it is Real
    declared,    // a declaration, or another section, says it
    clock,
};
[[nodiscard]] std::string_view result_type_name(ResultType type);
// Of a node of that type: some operators have several forms, such as `^` of numbers and of matrices.
[[nodiscard]] ResultType result_type(TypeTable const& types, ExprKind kind, TypeId type);
[[nodiscard]] ResultType result_type(Builtin builtin, TypeId type);

// What a row is about. Exactly one of these says it; none for a form that only files have.
struct OperatorKey {
    std::optional<ExprKind> kind;
    std::optional<Builtin> builtin;
    std::optional<Reduction> reduction;
    std::string_view form;
};

struct OperatorOperand {
    std::string name;
    std::string type;  // `Real[2,3]`, with sizes as an example
    bool is_optional = false;
};

struct OperatorExample {
    std::string expression;
    std::string value;
};

// One way to use an operator. Texts from operator_meanings.def are as they are there; the others are computed.
struct OperatorRow {
    OperatorKey key;
    std::string_view group;
    OperatorStage stage = OperatorStage::equations;
    std::string text;  // as it is written in MOO text
    std::vector<OperatorOperand> operands;
    bool takes_more = false;  // any number of further operands
    ResultType type = ResultType::carried;
    std::string example_type;  // for operands of the types given
    std::string_view meaning;
    std::string_view events;
    std::string_view domain;
    // With x' for the derivative of the operand x; empty if the operator cannot be differentiated.
    std::string derivative_by_time;
    std::string derivative_by_unknown;
    std::vector<OperatorExample> examples;
};

// In the order of operator_meanings.def.
[[nodiscard]] std::vector<OperatorRow> operator_rows();

}  // namespace moo
