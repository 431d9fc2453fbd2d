#include "moo/program/layout.h"

#include "moo/program/system_plan.h"

namespace moo {

Layout::Layout(Document const& document)
    : derivatives_begin_(static_cast<std::uint32_t>(document.variables.size())),
      state_numbers_(document.variables.size(), 0) {
    for (VarId const state : document.states()) state_numbers_[state] = state_count_++;
}

std::uint32_t Layout::slot_of(ExprStore const& exprs, ExprId target) const {
    VarId const variable = target_variable(exprs, target);
    return exprs.kind(target) == ExprKind::der ? derivative_slot(variable) : slot(variable);
}

}  // namespace moo
