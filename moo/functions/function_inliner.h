// Replaces calls of functions by their bodies.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/functions/function_list.h"
#include "moo/functions/symbolic_call.h"

namespace moo {

enum class InlineStage : std::uint8_t {
    early,  // before anything else
    late,   // when derivatives and inverses are not needed any more
};

struct InlineOptions {
    InlineStage stage = InlineStage::early;
    // The number of operators and references by which a call may grow: for functions without annotation, and for
    // functions whose annotation requests inlining. Shared expressions count as often as they are printed.
    std::int64_t unasked_growth = 60;
    std::int64_t asked_growth = 2000;
    // Every pure function of any size, for results that are only analysed and not written.
    bool only_to_look = false;
    // Functions inside functions.
    int max_depth = 16;
    SymbolicLimits symbolic = {};
    // Of the model, if its parameters may become bounds of ranges.
    Store<VarId, Variable> const* variables = nullptr;
};

// Which functions are inlined (Modelica 3.6, section 12.8):
//
//                                                early                    late
//   Inline = true, or GenerateEvents = true      yes                      yes
//   LateInline = true                            no                       yes
//   Inline = false, or LateInline = false        no                       no
//   with derivative or inverse annotations       no: they would be lost   if they stay small
//   other pure functions                         if they stay small       if they stay small
//
// All this only if the body can be written as expressions (symbolic_call.h).
//
// A function causes no events, so relations and the like in its body are put inside noEvent. A call is not inlined if
// this would remove events of its arguments, if an argument is the call of an impure function, or if the number of
// elements of an array or reduction would be known only during simulation.
class FunctionInliner {
public:
    FunctionInliner(ExprStore& store, Interner& interner, std::vector<FlatFunction>& functions,
                    InlineOptions const& options = {});

    // The expression with calls replaced, also inside the arguments of calls that stay. Nothing is replaced under der
    // and pre.
    ExprId apply(ExprId expr);
    // The results of a call, after `apply` on its arguments; empty if the call stays.
    std::vector<ExprId> const& results(ExprId call);

private:
    enum class Wish : std::uint8_t { no, unasked, asked };

    [[nodiscard]] Wish wish(FlatFunction const& function) const;
    [[nodiscard]] bool may_move(ExprId argument);
    [[nodiscard]] bool has_flexible_call(ExprId expr);
    [[nodiscard]] bool has_moving_range(ExprId expr);
    [[nodiscard]] bool is_moving(ExprId bound);
    template <class Predicate>
    bool any_callee(ExprId expr, Predicate const& holds);
    std::vector<ExprId> expand(ExprId call);
    std::int64_t tree_size(ExprId expr);
    ExprId replacement(ExprId id, std::vector<ExprId> const& operands);

    ExprStore& store_;
    Interner& interner_;
    FunctionList functions_;
    InlineOptions options_;
    int next_iterator_ = 0;
    std::unordered_set<Symbol> open_;  // functions that are being inlined
    std::unordered_map<ExprId, std::vector<ExprId>> results_;
    ExprMemo<ExprId> memo_;
    ExprMemo<std::int64_t> sizes_;
};

}  // namespace moo
