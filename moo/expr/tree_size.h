// How long expressions would be if nothing in them were shared.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"

namespace moo {

// A call of a function of the user counts as one: it is computed once, however often it stands there. Remembers what
// it has counted. Numbers are cut off at `most`: the true ones may be astronomical.
class TreeSizes {
public:
    static constexpr std::uint32_t most = 1u << 20;

    explicit TreeSizes(ExprStore const& store) : store_(store) {}
    [[nodiscard]] std::uint32_t of(ExprId expr);

private:
    ExprStore const& store_;
    ExprMemo<std::uint32_t> sizes_;
    std::vector<ExprId> stack_;
};

}  // namespace moo
