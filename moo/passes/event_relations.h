// The relations of an expression that can cause events.
#pragma once

#include <functional>
#include <vector>

#include "moo/expr/free_variables.h"
#include "moo/passes/system.h"

namespace moo {

// Finds relations between numbers outside of noEvent. The marks are reused between calls.
class EventRelations {
public:
    explicit EventRelations(ExprStore const& exprs) : exprs_(exprs) {}
    // Each relation once, from left to right. The result is valid until the next call.
    std::vector<ExprId> const& of(ExprId expr);

private:
    [[nodiscard]] bool is_relation_of_numbers(ExprId id) const;

    ExprStore const& exprs_;
    std::vector<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    std::vector<ExprId> stack_;
    std::vector<ExprId> relations_;
};

// Whether something in it moves between events: time, or a variable that is neither discrete nor a parameter.
[[nodiscard]] bool can_change_between_events(System const& system, FreeVariables& walk, ExprId relation);

}  // namespace moo
