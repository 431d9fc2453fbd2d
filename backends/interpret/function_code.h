// Functions of a model as instructions over registers and arrays of a frame.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "backends/interpret/external_call.h"
#include "moo/program/program.h"
#include "runtime/abi/values.h"

namespace moo {

// The instructions, in groups that the code relies on: what writes the register `to`, effects, jumps.
// clang-format off
#define MOO_CODE_OPS(X)                                                                          \
    /* r[to] = … */                                                                              \
    X(move) X(neg) X(logical_not) X(add) X(sub) X(mul) X(div) X(pow)                             \
    X(multiply_add) /* r[a]*r[b] + r[c] */                                                       \
    X(polynomial)   /* that `extra` times, r[a] being the last result and r[c] of list c */      \
    X(less) X(less_equal) X(greater) X(greater_equal) X(equal) X(not_equal)                      \
    X(compare_texts) /* negative, zero or positive */                                            \
    X(unary_function) X(binary_function)                                                         \
    X(quotient) X(modulo) X(remainder) /* div, mod and rem of numbers of any type */             \
    X(global)   /* slot a of the instance */                                                     \
    X(element)  /* of array a: place r[b] + `extra` from 0 */                                    \
    X(element2) /* of array a: row r[b] + `extra` from 0, column r[c] */                         \
    X(elements) /* of array a: `extra` registers of list b */                                    \
    X(place)    /* of array a: place r[b] from 0 */                                              \
    X(size)     /* of array a: dimension r[b] */                                                 \
    X(count) X(sum) X(product) X(smallest) X(largest) X(only_element)                            \
    X(dot)      /* of arrays a and b */                                                          \
    X(text)     /* operation `extra` on registers of list b; c: enumeration */                   \
    /* Effects */                                                                                \
    X(store)    /* array to: element as for `element` is r[a] */                                 \
    X(store2)   /* array to: element as for `element2` is r[a] */                                \
    X(stores)   /* array to: element at `extra` registers of list b is r[a] */                   \
    X(store_place)                                                                               \
    X(array_operation) /* number a */                                                            \
    X(call)            /* number a */                                                            \
    X(external)                                                                                  \
    X(assertion)       /* fails with text r[a]; `extra`: goes on */                              \
    X(terminate) X(leave)                                                                        \
    /* Jumps by `to` instructions; while a function is compiled, to instruction `to` */          \
    X(jump) X(jump_if_false) X(jump_if_true)                                                     \
    X(jump_if_less) X(jump_if_less_equal) X(jump_if_greater)                                     \
    X(jump_if_greater_equal) X(jump_if_equal) X(jump_if_not_equal)                               \
    X(jump_unless_less) X(jump_unless_less_equal) X(jump_unless_greater)                         \
    X(jump_unless_greater_equal) X(jump_unless_equal) X(jump_unless_not_equal)                   \
    X(enter_loop) /* unless r[a] is within r[c] by steps of r[b] */                              \
    X(next_turn)  /* r[a] steps by r[b]; back if it is within r[c] */                            \
    X(next_up)    /* the same where the step is known to be positive */                          \
    X(next_down)  /* or negative */
// clang-format on

enum class CodeOp : std::uint16_t {
#define MOO_CODE_OP(name) name,
    MOO_CODE_OPS(MOO_CODE_OP)
#undef MOO_CODE_OP
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
        std::uint32_t there = 0;  // and of the function; while it is compiled, number of the scalar
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
    // What registers and arrays are when a call begins; of arrays that the caller gives nothing.
    std::vector<double> registers_at_begin;
    std::vector<MooArray*> arrays_at_begin;
    std::uint32_t scalar_count = 0;
    std::uint32_t register_count = 0;
    std::uint32_t array_count = 0;          // of its own
    std::vector<std::uint32_t> own_arrays;  // those that the caller does not give
    std::vector<std::uint32_t> constants;   // arrays behind those
    std::vector<std::string> array_names;
    std::vector<ProgramItem> inputs;
    std::vector<ProgramItem> outputs;
    std::vector<std::vector<std::uint32_t>> lists;  // of registers
    std::vector<CodeArrayOperation> operations;
    std::vector<CodeCall> calls;
    std::unique_ptr<ExternalCall> external;
};

class FunctionFrames;

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
    // How a function is entered from a tape: an expression that is nothing but a call goes to the function itself.
    struct Entry {
        FunctionCode const* code = nullptr;
        std::vector<double> registers;  // as they are at the beginning
        std::vector<MooArray*> arrays;
        struct Move {
            std::uint32_t from = 0;
            std::uint32_t to = 0;
        };
        std::vector<Move> inputs;            // argument to register
        std::vector<std::uint32_t> outputs;  // registers
    };
    // A frame that stays, with its literals in place. It is that of the thread that came first; others build a frame
    // for each call.
    struct ResidentFrame {
        std::atomic<FunctionFrames*> owner = nullptr;
        std::vector<double> registers;
        std::vector<MooArray*> arrays;
        std::deque<MooArray> own_arrays;
    };
    bool claim(ResidentFrame& frame, Entry const& entry, FunctionFrames& frames) const;
    [[nodiscard]] Entry enter_directly(FunctionCode const& code) const;
    // None if the function is more than a call.
    [[nodiscard]] std::optional<Entry> enter_called(Program const& program, ProgramFunction const& function) const;
    void prepare(FunctionCode& code);
    [[nodiscard]] MooArray* constant_in_frame(std::uint32_t number) const;

    std::vector<FunctionCode> functions_;
    std::vector<Entry> entries_;
    mutable std::deque<ResidentFrame> residents_;  // one for each entry
    std::deque<std::vector<double>> constant_elements_;
    std::deque<MooArray> constants_;
    std::deque<std::string> texts_;
    std::vector<std::vector<char const*>> enumeration_texts_;
};

// compile_function.cpp
[[nodiscard]] FunctionCode compile_function(Program const& program, ProgramFunction const& function,
                                            std::vector<double> const& texts);
// run_function.cpp; `r` and `arrays` are those of the frame.
void run_function(FunctionTable const& table, FunctionFrames& frames, FunctionCode const& function, MooInstance* m,
                  double* r, MooArray** arrays);

}  // namespace moo
