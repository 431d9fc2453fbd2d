// What operations.def says about each operation on scalars: its name, its C++ text, and the expression that it comes
// from.
#pragma once

#include <optional>
#include <string_view>

#include "moo/expr/builtin.h"
#include "moo/expr/store.h"
#include "moo/program/program.h"

namespace moo {

enum class OperationForm : std::uint8_t { prefix, infix, function, checked };

struct OperationInfo {
    std::string_view name;
    OperationForm form;
    std::uint8_t operands;
    std::string_view text;        // in C++, for Reals
    std::string_view whole_text;  // for Integers; empty: the same
    int level;                    // of an infix operator: its precedence, see c_precedence.h
};

// Null for an operation that is not in the table.
[[nodiscard]] OperationInfo const* operation_info(ProgramOp op);

// The operation that computes an operator or built-in function of an expression; nullopt if one is not enough.
[[nodiscard]] std::optional<ProgramOp> operation_of(ExprKind kind);
[[nodiscard]] std::optional<ProgramOp> operation_of(Builtin builtin);

[[nodiscard]] constexpr bool is_relation(ProgramOp op) { return op >= ProgramOp::less && op <= ProgramOp::not_equal; }
// Whether the second operand is evaluated only if the first one does not decide the result.
[[nodiscard]] constexpr bool is_logic(ProgramOp op) {
    return op == ProgramOp::logical_and || op == ProgramOp::logical_or;
}
[[nodiscard]] constexpr bool is_leaf(ProgramOp op) { return op >= ProgramOp::number && op <= ProgramOp::sampled; }

}  // namespace moo
