// The small machine that evaluates a MOO document: straight lines of instructions over registers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/model.h"

namespace moo {

enum class Operation : std::uint16_t {
    // r[to] = …
    move,  // r[a]
    neg,
    logical_not,
    add,
    sub,
    mul,
    div,
    pow,
    logical_and,
    logical_or,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    unary_function,   // function number `extra` of r[a]
    binary_function,  // function number `extra` of r[a] and r[b]
    time,
    initial,         // 1 during initialization
    previous,        // pre[a]
    edge,            // r[a] rose since pre[a]
    change,          // r[a] differs from pre[a]
    remember,        // relation b, which is r[a] now
    replace_unless,  // r[b] if r[a] is zero, else it stays
    sampled,         // 1 if sampling a is due
    terminal,        // 1 at the end of the simulation
    tick_interval,   // of the clocked partition that is being computed
    first_tick,      // 1 at its first tick
    blend,           // homotopy(r[a], r[b])
    delay,           // delay number `extra` of r[a] by r[b]
    rises,           // when-condition a has just become true
    call,            // and the registers behind it: function a of what was given

    // Effects
    store_previous,   // pre[to] = r[a]
    store_result,     // result[to] = r[a]: residuals, entries of a Jacobian, zero crossings
    store_condition,  // when-condition `to` is r[a]
    store_clock,      // the condition of clock `to` is r[a]
    ask_reinit,       // state number `to` is to become r[a]
    transport,        // r[to] = spatial distribution of r[a] to r[a + 3]; `extra` is twice its number plus the result
    solve,            // block a
    give,             // argument `to` of the next call is r[a]
    say,              // place a, then the text r[b]: severity `extra`, 2 ends with an error, 0 ends the simulation well

    // Jumps to instruction `to`
    jump,
    jump_if_false,  // r[a] is zero
    jump_if_set,    // the user gave slot a
};

struct Instruction {
    Operation operation = Operation::move;
    std::uint16_t extra = 0;
    std::uint32_t run = 0;  // how many instructions behind this one do the same to other registers
    std::uint32_t to = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

// Whether the operands are registers that the instruction reads.
[[nodiscard]] bool reads_a(Operation operation);
[[nodiscard]] bool reads_b(Operation operation);

using Tape = std::vector<Instruction>;

class FunctionTable;

// What `solve`, `say` and `call` refer to.
struct TapeTables {
    std::vector<MooBlock const*> blocks;
    std::vector<std::string> places;  // `Circuit.mo:14:3: `
    FunctionTable const* functions = nullptr;
    std::size_t most_arguments = 0;  // of a call
};

// `result` may be null if the tape stores none.
MooStatus run_tape(Tape const& tape, TapeTables const& tables, MooInstance* m, double* result);

}  // namespace moo
