// The table of operations.def: what an operation on scalars is called, how C++ writes it, and what it comes from.
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
    std::string_view text;        // in C++, of Reals
    std::string_view whole_text;  // of Integers; empty: the same
    int level;                    // of an infix operator: its precedence in c_precedence.h
};

// None for an operation that is not in the table.
[[nodiscard]] OperationInfo const* operation_info(ProgramOp op);

// The operation that an operator or built-in function of an expression stands for; none if it takes more than one.
[[nodiscard]] std::optional<ProgramOp> operation_of(ExprKind kind);
[[nodiscard]] std::optional<ProgramOp> operation_of(Builtin builtin);

[[nodiscard]] constexpr bool is_relation(ProgramOp op) { return op >= ProgramOp::less && op <= ProgramOp::not_equal; }
// Whether the second operand counts only if the first one leaves the result open.
[[nodiscard]] constexpr bool is_logic(ProgramOp op) {
    return op == ProgramOp::logical_and || op == ProgramOp::logical_or;
}
[[nodiscard]] constexpr bool is_leaf(ProgramOp op) { return op >= ProgramOp::number && op <= ProgramOp::sampled; }

}  // namespace moo
