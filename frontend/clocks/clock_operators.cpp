#include "frontend/clocks/clock_operators.h"

namespace moo {

bool is_clock_type(TypeTable const& types, TypeId type) { return types.kind(types.element(type)) == TypeKind::clock; }

ClockOperator clock_operator(ExprStore const& store, ExprId expr) {
    if (store.kind(expr) != ExprKind::builtin) return ClockOperator::none;
    Builtin const builtin = store.builtin_of(expr);
    if (builtin == Builtin::clock) return ClockOperator::constructor;
    if (builtin == Builtin::sample) {
        Operands const operands = store.operands(expr);
        bool const is_clocked = operands.size() == 1 || is_clock_type(store.types(), store.type(operands[1]));
        return is_clocked ? ClockOperator::sample : ClockOperator::none;
    }
    if (builtin == Builtin::hold) return ClockOperator::hold;
    if (builtin == Builtin::previous) return ClockOperator::previous;
    if (builtin == Builtin::sub_sample || builtin == Builtin::super_sample || builtin == Builtin::shift_sample ||
        builtin == Builtin::back_sample || builtin == Builtin::no_clock) {
        return ClockOperator::sub_clock;
    }
    if (builtin == Builtin::interval || builtin == Builtin::first_tick) return ClockOperator::tick;
    return ClockOperator::none;
}

bool mentions_clocks(ExprStore const& store) {
    for (std::size_t i = 0; i < store.size(); ++i) {
        ExprId const expr(i);
        if (store.type(expr) == types::clock || clock_operator(store, expr) != ClockOperator::none) return true;
    }
    return false;
}

}  // namespace moo
