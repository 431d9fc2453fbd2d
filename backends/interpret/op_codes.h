// Maps operations of a program to the instructions of the same names.
#pragma once

#include "backends/interpret/code.h"

namespace moo {

// The instruction for an operation of operations.def.
[[nodiscard]] constexpr CodeOp code_of(ProgramOp op) {
    switch (op) {
#define MOO_PREFIX(name, text, value, source) \
    case ProgramOp::name: return CodeOp::name;
#define MOO_INFIX(name, text, level, value, source) \
    case ProgramOp::name: return CodeOp::name;
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) \
    case ProgramOp::name: return CodeOp::name;
#define MOO_CHECKED(name, text, whole_text, value, source) \
    case ProgramOp::name: return CodeOp::name;
#include "moo/program/operations.def"
        default: return CodeOp::leave;
    }
}

// What a field of an instruction is: the letters of code_ops.def.
enum class CodeField : std::uint8_t { written, read, both, list, other };
struct CodeFields {
    CodeField to, a, b, c;
};
[[nodiscard]] CodeFields const& fields_of(CodeOp op);

// The instruction that runs this one and its neighbours in a loop; nullopt if there is none.
[[nodiscard]] std::optional<CodeOp> batch_of(CodeOp op);

}  // namespace moo
