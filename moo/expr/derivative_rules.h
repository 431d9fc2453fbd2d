// The rules of differentiation, one node at a time.
#pragma once

#include <functional>
#include <span>

#include "moo/expr/store.h"

namespace moo {

// The input of the rules: an expression, the derivatives of its operands, and builders that use the elementwise
// operators for arrays. The literal `zero` stands for a vanishing derivative of any shape, so that products with it are
// never built.
class DerivativeRules {
public:
    using CallRule = std::function<ExprId(ExprStore&, ExprId call, std::span<ExprId const> argument_derivatives)>;

    // `call_rule` is for calls of functions (LeafDerivative::of_call); without it they have no derivative.
    DerivativeRules(ExprStore& store, ExprId zero, bool is_time, CallRule const* call_rule = nullptr)
        : store_(store), zero_(zero), is_time_(is_time), call_rule_(call_rule) {}

    // The derivative of `expr`, or none if it has none. At least one operand has a derivative that is not zero.
    ExprId apply(ExprId expr, std::span<ExprId const> operand_derivatives);
    // A zero of the shape of `expr`; fields of a record that have no Reals keep their values. None for arrays of
    // records of unknown size.
    ExprId zero_of(ExprId expr);

private:
    ExprId of_operator(ExprId expr, ExprNode const& node, std::span<ExprId const> d);
    ExprId of_pow(ExprId a, ExprId b, ExprId da, ExprId db);
    ExprId of_if(ExprId expr, std::span<ExprId const> d);
    ExprId of_reduction(ExprId expr, std::span<ExprId const> d);
    // The same node over the derivatives of its operands.
    ExprId of_constructor(ExprId expr, std::span<ExprId const> d);
    ExprId of_call(ExprId expr, std::span<ExprId const> d);
    ExprId of_output(ExprId expr, ExprId call_derivative);
    ExprId zero_record(ExprId expr);
    ExprId zero_records(ExprId expr);
    // derivative_rules.cpp
    ExprId of_builtin(ExprId expr, std::span<ExprId const> d);
    ExprId chain_factor(Builtin builtin, ExprId argument);
    ExprId of_linear(ExprId expr, Builtin builtin, std::span<ExprId const> d);
    ExprId of_special(ExprId expr, Builtin builtin, std::span<ExprId const> d);
    ExprId of_delay(ExprId expr, std::span<ExprId const> d);
    ExprId of_semi_linear(ExprId expr, std::span<ExprId const> d);
    ExprId choose(ExprKind relation, ExprId a, ExprId b, ExprId if_true, ExprId if_false);

    [[nodiscard]] bool is_array(ExprId id) const { return store_.types().is_array(store_.type(id)); }
    ExprId binary(ExprKind scalar, ExprKind elementwise, ExprId a, ExprId b);

public:
    // Builders for the factors in builtins.def. Sums and products leave out zeros.
    ExprId zero() const { return zero_; }
    ExprId one() { return store_.real(1); }
    ExprId real(double value) { return store_.real(value); }
    ExprId neg(ExprId a) { return a == zero_ ? zero_ : store_.neg(a); }
    ExprId add(ExprId a, ExprId b);
    ExprId sub(ExprId a, ExprId b);
    ExprId mul(ExprId a, ExprId b);
    ExprId div(ExprId a, ExprId b);
    ExprId square(ExprId a) { return binary(ExprKind::pow, ExprKind::element_pow, a, store_.integer(2)); }
    ExprId call(Builtin builtin, ExprId a) { return store_.builtin(builtin, {a}); }
    ExprId sin(ExprId a) { return call(Builtin::sin, a); }
    ExprId cos(ExprId a) { return call(Builtin::cos, a); }
    ExprId tan(ExprId a) { return call(Builtin::tan, a); }
    ExprId sinh(ExprId a) { return call(Builtin::sinh, a); }
    ExprId cosh(ExprId a) { return call(Builtin::cosh, a); }
    ExprId tanh(ExprId a) { return call(Builtin::tanh, a); }
    ExprId exp(ExprId a) { return call(Builtin::exp, a); }
    ExprId log(ExprId a) { return call(Builtin::log, a); }
    ExprId sqrt(ExprId a) { return call(Builtin::sqrt, a); }

private:
    ExprStore& store_;
    ExprId zero_;
    bool is_time_;
    CallRule const* call_rule_;
};

}  // namespace moo
