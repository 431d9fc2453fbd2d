// Small programs over scalars and arrays, from which back ends make code, both for functions and for the equations of a
// model.
//
// There are no records: a variable of a record type becomes one variable for each scalar field, and an array of records
// one array for each field. There are no enumerations, which become Integers, and no reductions or elementwise
// operations, which become loops. docs/functions_in_backends.md describes the lowering, and model_program.h says what
// equations become.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "moo/base/source.h"
#include "moo/expr/builtin.h"
#include "moo/external/external_code.h"
#include "moo/model/flat_model.h"

namespace moo {

enum class ScalarType : std::uint8_t { real, integer, boolean, text, object };

// ---- expressions: trees over a table of nodes ------------------------------------------------------

using ProgramExpr = std::uint32_t;

enum class ProgramOp : std::uint8_t {
// Operations on scalars. The operands of arithmetic have the type of the result; the operands of a relation have one
// common type.
#define MOO_PREFIX(name, text, value, source) name,
#define MOO_INFIX(name, text, level, value, source) name,
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) name,
#define MOO_CHECKED(name, text, whole_text, value, source) name,
#include "moo/program/operations.def"
    to_real,   // of an Integer
    to_whole,  // of a Real that holds an Integer
    if_else,   // only the operand that is selected is computed
    number,    // literal of any type except text
    text,      // number `index` of Program::texts
    local,     // scalar `index` of the function
    slot,      // `index` of the instance
    // Values of the instance; only in the equations of a model:
    pre,            // slot `index` before the event
    time,           // of the simulation
    initial,        // whether this is the initialization
    terminal,       // whether the simulation is ending
    interval,       // of the clocked partition that is being computed
    first_tick,     // whether this is its first tick
    is_set,         // whether the user has set slot `index`
    condition,      // whether when-condition `index` is true
    rises,          // whether when-condition `index` has just become true
    sampled,        // whether sampling `index` is due
    remembered,     // relation `index`; the operand is its new value, which counts at events
    blend,          // homotopy(actual, simplified)
    delayed,        // delay `index` of a value by a time
    transported,    // result `other` of spatial distribution `index` of four numbers
    call,           // call `index` of the model; `result` takes its values
    result,         // result `index` of a call
    // Of array `index`:
    element,  // operands: one subscript for each dimension
    place,    // operand: the position from 0, which is known to be in range
    size,     // operand: the dimension from 1
    count,    // of elements
    sum,
    product,
    smallest,
    largest,
    only_element,
    dot,  // with array `other`
    // Texts:
    concatenate,
    text_of_real,     // value, digits, minimum length, left justified
    text_of_integer,  // value, minimum length, left justified
    text_of_boolean,
    text_of_literal,  // the same for a literal of enumeration `index` of Program::enumerations
    format_real,      // value, format
    format_integer,
};

struct ProgramNode {
    ProgramOp op = ProgramOp::number;
    ScalarType type = ScalarType::real;
    std::uint32_t index = 0;
    std::uint32_t other = 0;
    double number = 0.0;
    std::uint32_t first = 0;  // operands in ProgramNodes::operands
    std::uint32_t operand_count = 0;
};

// Operands precede the nodes that use them.
struct ProgramNodes {
    std::vector<ProgramNode> nodes;
    std::vector<ProgramExpr> operands;

    [[nodiscard]] ProgramExpr operand(ProgramNode const& node, std::size_t i) const { return operands[node.first + i]; }
    ProgramExpr add(ProgramNode node, std::span<ProgramExpr const> of);
    ProgramExpr make(ProgramOp op, ScalarType type, std::initializer_list<ProgramExpr> of = {}, std::uint32_t index = 0,
                     std::uint32_t other = 0);
    ProgramExpr make_number(double value, ScalarType type);
};

// ---- statements ------------------------------------------------------------------------------------

// An argument or result of a function: an expression or scalar, or an array.
struct ProgramItem {
    static constexpr std::uint32_t nothing = 0xffffffffu;
    bool is_array = false;
    std::uint32_t index = nothing;
};

enum class SubscriptKind : std::uint8_t { whole, single, range, list };

struct ProgramSubscript {
    SubscriptKind kind = SubscriptKind::whole;
    ProgramExpr first = 0;  // of a single element or range
    ProgramExpr step = 0;
    ProgramExpr last = 0;
    std::uint32_t values = 0;  // of a list: array with the subscripts
};

// Operations on the array `target`; the functions of runtime/abi/values.h with the same names define them.
enum class ArrayOperation : std::uint8_t {
    copy,
    assign,      // copy to an array that keeps its sizes
    fill,        // scalars: value, sizes
    shape_like,  // takes the sizes of an array; the elements are undefined
    same_shape,  // check of `target` against arrays[0]
    check_size,  // check one size of `target`; scalars: the size; `extra`: the dimension from 0
    slice,
    store_slice,
    clear,
    append,        // scalars: one value
    append_array,  // arrays: one
    stack,         // arrays: an element, if elements are arrays; scalars: outer sizes
    make_range,    // scalars: first, step, last; `extra`: whether they are Integers
    linspace,
    sizes,
    identity,
    diagonal,
    transpose,
    symmetric,
    cross,
    skew,
    outer_product,
    product,
    matrix_power,
    cat,  // scalars: dimension
    vector,
    promote,  // scalars: rank
};

enum class ProgramStatementKind : std::uint8_t {
    assign,  // scalar `target` := value
    store,   // element of array `target` := value; subscripts in `scalars`
    place,   // element of array `target` at position scalars[0] := value
    array,   // `operation` on array `target`
    call,    // outputs := function `target`(inputs)
    if_,     // value: body, otherwise
    loop,    // Integer scalar `target` from scalars[0] by scalars[1] to scalars[2]: body
    while_,  // value: body
    break_,
    return_,
    assertion,  // fails: message scalars[0]; `extra`: only warns
    terminate,  // message scalars[0]
    // Only in the equations of a model:
    hold,           // assigns to a scalar that is assigned only once
    set_slot,       // slot `target` := value
    set_pre,        // its value before the event := value
    set_result,     // number `target` of the array that is filled := value
    set_condition,  // when-condition `target` := value
    set_clock,      // condition of clock `target` := value
    reinit,         // state number `target` := value, when this event pass ends
    solve,          // block `target`
    evaluate,       // computes the value only so that its operators remember it
    say,            // issues message `target`; the value is its text if the message has none
};

struct ProgramStatement {
    ProgramStatementKind kind = ProgramStatementKind::assign;
    std::uint32_t target = 0;
    ProgramExpr value = 0;
    std::vector<ProgramExpr> scalars;
    ArrayOperation operation = ArrayOperation::copy;
    std::uint32_t extra = 0;
    std::vector<std::uint32_t> arrays;
    std::vector<ProgramSubscript> subscripts;
    std::vector<ProgramItem> inputs;
    std::vector<ProgramItem> outputs;
    std::vector<ProgramStatement> body;
    std::vector<ProgramStatement> otherwise;
    std::uint32_t place = 0;  // number of the function's place in the model
};

// ---- functions -------------------------------------------------------------------------------------

struct ProgramScalar {
    std::string name;  // as in the model, `r.a`; empty for a temporary
    ScalarType type = ScalarType::real;
};

struct ProgramArray {
    std::string name;
    ScalarType type = ScalarType::real;
    std::uint32_t rank = 1;
    bool is_input = false;
};

// Indices of arrays from here on refer to Program::constants.
inline constexpr std::uint32_t first_constant_array = 0x40000000u;

struct ConstantArray {
    ScalarType type = ScalarType::real;
    std::vector<std::int64_t> sizes;
    std::vector<double> elements;  // of texts: numbers in Program::texts
};

// How an argument is passed to an external function.
struct ProgramExternalArgument {
    ProgramItem item;  // the value; unused for a structure
    ScalarType type = ScalarType::real;
    bool is_size = false;       // size(…), which C takes as a size_t
    bool is_written = false;    // passed by address, and read back after the call
    bool is_structure = false;  // the address of a struct with these members
    std::vector<ProgramExternalArgument> members;
};

struct ProgramExternal {
    FlatExternal const* code = nullptr;
    // Engines build and call nothing else. It is decided after the lowering.
    std::optional<PermittedCode> permitted;
    bool is_fortran = false;
    std::vector<ProgramExternalArgument> arguments;
    std::optional<ProgramExternalArgument> result;
};

struct ProgramFunction {
    std::string name;          // `A.B.f`; of an expression of the model its text
    bool is_of_model = false;  // wraps an expression of the model; its inputs and outputs are scalars
    bool is_recursive = false;
    std::vector<ProgramScalar> scalars;
    std::vector<ProgramArray> arrays;
    std::vector<ProgramItem> inputs;  // scalars and arrays
    std::vector<ProgramItem> outputs;
    std::vector<ProgramStatement> body;
    std::optional<ProgramExternal> external;  // instead of a body; statements that come before the call are in `body`
    std::vector<SourceSpan> places = {{}};
    // The only output is a scalar.
    [[nodiscard]] bool gives_scalar() const { return outputs.size() == 1 && !outputs[0].is_array; }
};

// A construct that back ends cannot handle.
struct ProgramProblem {
    SourceSpan source;
    std::string text;
    std::vector<std::string> notes = {};  // details from other tools, line by line
};

struct Program : ProgramNodes {
    std::vector<std::string> texts;
    std::vector<std::vector<std::string>> enumerations;
    std::vector<ConstantArray> constants;
    std::vector<ProgramFunction> functions;
    std::vector<ProgramProblem> problems;
};

}  // namespace moo
