// Loops and conditions that determine the structure of the model, for the walks over its equations.
#pragma once

#include <functional>

#include "frontend/typecheck/elaborator.h"

namespace moo {

// `Connections.branch(a, b)` and its like.
[[nodiscard]] bool is_connections_call(ast::Ast const& ast, Interner const& interner, ast::ExprId expr);

// Runs `body` for each value of the iterator's range, with the iterator bound to it. `what` names the range in the
// report if it is not known. If the range depends on a surrounding loop, that loop has to be unrolled first.
void unroll_loop(Elaborator& elaborator, LoweringContext& context, ast::Iterator const& iterator, std::string_view what,
                 std::function<void()> const& body);

// A branch of an if-equation that may be the active one: none before it is certain to be.
struct OpenBranch {
    std::size_t index = 0;
    ExprId condition;  // none if the branch is active unless one before it is
};

// Which conditions decide: all that have a value during translation, or those whose value cannot be changed afterwards.
enum class Decide : std::uint8_t { known, settled };

// The branches that remain; nullopt after a report.
[[nodiscard]] std::optional<std::vector<OpenBranch>> open_branches(Elaborator& elaborator, LoweringContext& context,
                                                                   std::span<ast::EquationBranch const> branches,
                                                                   Decide decide);
// The same for branches whose conditions are lowered, all that have a value deciding.
[[nodiscard]] std::vector<OpenBranch> known_branches(Elaborator& elaborator, std::vector<OpenBranch> const& branches);

}  // namespace moo
