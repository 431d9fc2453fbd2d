// Which expressions of a document are written once and referred to by number.
#pragma once

#include <vector>

#include "moo/model/document.h"

namespace moo {

// Smaller expressions are repeated: a number instead would hide more than it saves.
inline constexpr std::uint8_t smallest_shared = 10;
inline constexpr std::uint16_t deepest_written = 200;

// Expressions that equations and other entries use in several places, children before parents. Also those at which a
// deep expression is split, so that no reader has to follow more than `deepest_written` levels. Expressions that
// mention an iterator or a variable of a function are never shared.
class SharedExpressions {
public:
    SharedExpressions() = default;
    explicit SharedExpressions(Document const& document, std::uint8_t smallest = smallest_shared);

    [[nodiscard]] std::vector<ExprId> const& list() const { return list_; }
    // From 1; 0 if the expression is written in place.
    [[nodiscard]] std::uint32_t number_of(ExprId expr) const {
        return expr.index() < numbers_.size() ? numbers_[expr.index()] : 0;
    }

private:
    std::vector<ExprId> list_;
    std::vector<std::uint32_t> numbers_;  // by expression; empty if nothing is shared
};

}  // namespace moo
