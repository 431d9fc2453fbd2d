// The words for kinds of expressions that JSON and XML share.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "moo/expr/builtin.h"
#include "moo/expr/kind.h"

namespace moo {

// `+` for ExprKind::add, `subscript`, `if`; empty for literals, references, built-in functions, calls and reductions,
// which have their own forms.
[[nodiscard]] std::string_view operator_word(ExprKind kind);

// The meaning of a word at the head of a list of operands.
struct OperatorMeaning {
    ExprKind kind;
    Builtin builtin{};  // if the kind is `builtin`
};
// `-` means `sub`; with one operand it is `neg`. `matrix` means the constructor; with operands other than rows it is
// the function.
[[nodiscard]] std::optional<OperatorMeaning> find_operator(std::string_view word);

// The number of operands.
struct Arity {
    static constexpr std::size_t many = std::numeric_limits<std::size_t>::max();
    std::size_t fewest = 0;
    std::size_t most = many;
    [[nodiscard]] bool takes(std::size_t count) const { return count >= fewest && count <= most; }
};
[[nodiscard]] Arity operator_arity(ExprKind kind);
[[nodiscard]] Arity builtin_arity(Builtin builtin);
[[nodiscard]] Arity operator_arity(std::string_view word);
// All words that `find_operator` knows, in a fixed order.
[[nodiscard]] std::vector<std::string_view> all_operators();

// By its `reduction_name`.
[[nodiscard]] std::optional<Reduction> find_reduction(std::string_view name);

}  // namespace moo
