// Powers whose exponent is not a literal integer other than zero; those are products.
#include "moo/expr/simplify_rules.h"

namespace moo {

ExprId simplify_pow(ExprStore& store, ExprId id) {
    ExprId const base = store.operand(id, 0);
    ExprId const exponent = store.operand(id, 1);
    if (store.is_zero(exponent)) return store.real(1);
    if (store.is_one(base)) return store.real(1);
    if (store.is_number(exponent, 0.5)) return store.builtin(Builtin::sqrt, {base});
    return {};
}

}  // namespace moo
