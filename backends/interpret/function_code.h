// Functions of a model as instructions over registers and arrays of a frame.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "backends/interpret/external_call.h"
#include "moo/program/program.h"
#include "runtime/abi/values.h"

namespace moo {

enum class CodeOp : std::uint16_t {
    // r[to] = …
    move,
    neg,
    logical_not,
    add,
    sub,
    mul,
    div,
    pow,
    multiply_add,  // r[a]*r[b] + r[c]
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    compare_texts,  // negative, zero or positive
    unary_function,
    binary_function,
    quotient,  // div, mod and rem of numbers of any type
    modulo,
    remainder,
    global,    // slot a of the instance
    element,   // of array a: r[b] + `extra`
    element2,  // of array a: r[b] + `extra`, r[c]
    elements,  // of array a: `extra` registers of list b
    place,     // of array a: place r[b] from 0
    size,      // of array a: dimension r[b]
    count,
    sum,
    product,
    smallest,
    largest,
    only_element,
    dot,   // of arrays a and b
    text,  // operation `extra` on registers of list b; c: enumeration
    // Effects
    store,   // array to: element r[b] is r[a]
    store2,  // array to: element r[b], r[c] is r[a]
    stores,  // array to: element at `extra` registers of list b is r[a]
    store_place,
    array_operation,  // number a
    call,             // number a
    external,
    assertion,  // fails with text r[a]; `extra`: goes on
    terminate,
    leave,
    // Jumps to instruction `to`
    jump,
    jump_if_false,
    jump_if_true,
    jump_if_less,
    jump_if_less_equal,
    jump_if_greater,
    jump_if_greater_equal,
    jump_if_equal,
    jump_if_not_equal,
    jump_unless_less,
    jump_unless_less_equal,
    jump_unless_greater,
    jump_unless_greater_equal,
    jump_unless_equal,
    jump_unless_not_equal,
    enter_loop,  // unless r[a] is within r[c] by steps of r[b]
    next_turn,   // r[a] steps by r[b]; back if it is within r[c]
    next_one,    // r[a] steps by one; back unless it is beyond r[c]
};

struct CodeInstruction {
    CodeOp op = CodeOp::move;
    std::uint16_t extra = 0;
    std::uint32_t to = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
};

struct CodeSubscript {
    SubscriptKind kind = SubscriptKind::whole;
    std::uint32_t first = 0, step = 0, last = 0;  // registers
    std::uint32_t values = 0;
};

struct CodeArrayOperation {
    ArrayOperation operation = ArrayOperation::copy;
    std::uint32_t target = 0;
    std::uint32_t extra = 0;
    std::vector<std::uint32_t> arrays;
    std::vector<std::uint32_t> scalars;  // registers
    std::vector<CodeSubscript> subscripts;
};

struct CodeCall {
    struct Item {
        bool is_array = false;
        std::uint32_t here = 0;   // register or array of the caller
        std::uint32_t there = 0;  // and of the function
    };
    std::uint32_t function = 0;
    std::vector<Item> inputs;
    std::vector<Item> outputs;
};

struct FunctionCode {
    std::string name;
    std::vector<CodeInstruction> code;
    std::vector<std::uint32_t> places;  // by instruction, numbers of `place_texts`
    std::vector<std::string> place_texts;
    // Registers: literals, then the scalars of the function, then values in between.
    std::vector<double> literals;
    std::uint32_t scalar_count = 0;
    std::uint32_t register_count = 0;
    std::uint32_t array_count = 0;         // of its own
    std::vector<std::uint32_t> constants;  // arrays behind those
    std::vector<std::string> array_names;
    std::vector<std::uint8_t> is_given;  // array is an input or output: the caller keeps it
    std::vector<ProgramItem> inputs;
    std::vector<ProgramItem> outputs;
    std::vector<std::vector<std::uint32_t>> lists;  // of registers
    std::vector<CodeArrayOperation> operations;
    std::vector<CodeCall> calls;
    std::unique_ptr<ExternalCall> external;
};

// All functions of a model, ready to run.
class FunctionTable {
public:
    FunctionTable(Program const& program, Interner const& interner, SourceManager const& sources);

    // Of a function whose inputs and outputs are scalars. Throws MooFailure.
    void call(std::uint32_t function, MooInstance* m, double const* inputs, double* outputs) const;

    [[nodiscard]] std::vector<FunctionCode> const& functions() const { return functions_; }
    [[nodiscard]] MooArray const& constant(std::uint32_t number) const { return constants_[number]; }
    [[nodiscard]] char const* const* literals(std::uint32_t enumeration) const {
        return enumeration_texts_[enumeration].data();
    }
    [[nodiscard]] std::int64_t literal_count(std::uint32_t enumeration) const {
        return static_cast<std::int64_t>(enumeration_texts_[enumeration].size());
    }

private:
    struct Forward {
        enum class Kind : std::uint8_t { argument, literal, constant };
        struct Input {
            Kind kind;
            std::uint32_t index;
            double number;
        };
        std::uint32_t function = 0;
        std::vector<Input> inputs;
        std::vector<std::uint32_t> outputs;  // numbers of outputs of the function
    };
    static std::optional<Forward> find_forward(Program const& program, ProgramFunction const& function);

    std::vector<FunctionCode> functions_;
    std::vector<std::optional<Forward>> forwards_;
    std::deque<std::vector<double>> constant_elements_;
    std::deque<MooArray> constants_;
    std::deque<std::string> texts_;
    std::vector<std::vector<char const*>> enumeration_texts_;
};

// compile_function.cpp
[[nodiscard]] FunctionCode compile_function(Program const& program, ProgramFunction const& function,
                                            std::vector<double> const& texts);
// run_function.cpp; `r` and `arrays` are those of the frame.
void run_function(FunctionTable const& table, FunctionCode const& function, MooInstance* m, double* r,
                  MooArray** arrays);

}  // namespace moo
