// The rules of differentiation.
#include "moo/expr/derivative_rules.h"

#include <array>
#include <vector>

#include "moo/expr/type_rules.h"

namespace moo {

ExprId DerivativeRules::binary(ExprKind scalar, ExprKind elementwise, ExprId a, ExprId b) {
    return store_.binary(is_array(a) || is_array(b) ? elementwise : scalar, a, b);
}

ExprId DerivativeRules::add(ExprId a, ExprId b) {
    if (a == zero_) return b;
    if (b == zero_) return a;
    return is_array(a) == is_array(b) ? store_.add(a, b) : store_.binary(ExprKind::element_add, a, b);
}

ExprId DerivativeRules::sub(ExprId a, ExprId b) {
    if (b == zero_) return a;
    if (a == zero_) return store_.neg(b);
    return is_array(a) == is_array(b) ? store_.sub(a, b) : store_.binary(ExprKind::element_sub, a, b);
}

ExprId DerivativeRules::mul(ExprId a, ExprId b) {
    if (a == zero_ || b == zero_) return zero_;
    return binary(ExprKind::mul, ExprKind::element_mul, a, b);
}

ExprId DerivativeRules::div(ExprId a, ExprId b) {
    if (a == zero_) return zero_;
    return binary(ExprKind::div, ExprKind::element_div, a, b);
}

ExprId DerivativeRules::zero_of(ExprId expr) {
    TypeTable const& types = store_.types();
    TypeId const type = store_.type(expr);
    bool const is_record = types.kind(types.element(type)) == TypeKind::record;
    if (is_record) return types.is_array(type) ? zero_records(expr) : zero_record(expr);
    if (!types.is_array(type)) return zero_;
    std::vector<ExprId> arguments{zero_};
    for (std::size_t i = 0; i < types.rank(type); ++i) {
        std::int64_t const size = types.dims(type)[i];
        ExprId const axis = store_.integer(static_cast<std::int64_t>(i) + 1);
        arguments.push_back(size == TypeTable::unknown_size ? store_.builtin(Builtin::size, {expr, axis})
                                                            : store_.integer(size));
    }
    return store_.builtin(Builtin::fill, arguments);
}

// Records nest as deeply as their declarations.
ExprId DerivativeRules::zero_record(ExprId expr) {
    TypeId const type = store_.type(expr);
    std::vector<ExprId> values;
    for (std::size_t i = 0; i < store_.types().fields(type).size(); ++i) {
        RecordField const field = store_.types().fields(type)[i];
        ExprId const value = store_.field(expr, field.name, field.type);
        values.push_back(contains_real(store_.types(), field.type) ? zero_of(value) : value);
        if (!values.back()) return {};
    }
    return store_.record(type, values);
}

ExprId DerivativeRules::zero_records(ExprId expr) {
    constexpr std::int64_t most_records = 4096;
    std::int64_t const size = store_.types().dims(store_.type(expr))[0];
    if (size == TypeTable::unknown_size || size > most_records) return {};
    std::vector<ExprId> elements;
    for (std::int64_t i = 1; i <= size; ++i) {
        elements.push_back(zero_of(store_.subscript(expr, {store_.integer(i)})));
        if (!elements.back()) return {};
    }
    return elements.empty() ? expr : store_.array(elements);
}

ExprId DerivativeRules::apply(ExprId expr, std::span<ExprId const> d) {
    ExprNode const node = store_.node(expr);
    switch (node.kind) {
        case ExprKind::neg:
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::div:
        case ExprKind::pow:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::element_div:
        case ExprKind::element_pow: return of_operator(expr, node, d);
        case ExprKind::if_else: return of_if(expr, d);
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple: return of_constructor(expr, d);
        case ExprKind::subscript: {
            std::vector<ExprId> operands;
            store_.operands(expr).copy_to(operands);
            if (d[0] == zero_) return zero_;
            return store_.subscript(d[0], std::span<ExprId const>(operands).subspan(1));
        }
        case ExprKind::builtin: return of_builtin(expr, d);
        case ExprKind::reduction: return of_reduction(expr, d);
        case ExprKind::call: return of_call(expr, d);
        case ExprKind::output: return of_output(expr, d[0]);
        case ExprKind::field: return d[0] == zero_ ? zero_ : store_.field(d[0], store_.symbol(expr), store_.type(expr));
        // A range of Reals jumps in size.
        case ExprKind::range: return {};
        // Leaves and what has a discrete type never get here.
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::variable:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::logical_not:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: return {};
    }
    return {};
}

ExprId DerivativeRules::of_operator(ExprId expr, ExprNode const& node, std::span<ExprId const> d) {
    ExprId const a(node.a);
    ExprId const b(node.b);
    ExprId const da = d[0];
    if (node.kind == ExprKind::neg) return neg(da);
    ExprId const db = d[1];
    ExprId result;
    bool const adds = node.kind == ExprKind::add || node.kind == ExprKind::element_add;
    bool const subtracts = node.kind == ExprKind::sub || node.kind == ExprKind::element_sub;
    if (adds || subtracts) {
        result = adds ? add(da, db) : sub(da, db);
    } else if (node.kind == ExprKind::mul) {
        // Not by the elementwise builder: this may be a product of matrices.
        ExprId const left = da == zero_ ? zero_ : store_.mul(da, b);
        ExprId const right = db == zero_ ? zero_ : store_.mul(a, db);
        result = add(left, right);
    } else if (node.kind == ExprKind::element_mul) {
        result = add(mul(da, b), mul(a, db));
    } else if (node.kind == ExprKind::div || node.kind == ExprKind::element_div) {
        if (db == zero_) {
            result = div(da, b);
        } else {
            ExprId const moved_divisor = mul(a, db);
            result = da == zero_ ? neg(div(moved_divisor, square(b))) : div(sub(mul(da, b), moved_divisor), square(b));
        }
    } else {
        // The power of a matrix is a chain of products whose factors do not commute.
        if (node.kind == ExprKind::pow && is_array(a)) return {};
        result = of_pow(a, b, da, db);
    }
    // `v .+ s` has the shape of v also where only s moves.
    if (is_array(expr) && !is_array(result)) return store_.binary(ExprKind::element_add, zero_of(expr), result);
    return result;
}

ExprId DerivativeRules::of_pow(ExprId a, ExprId b, ExprId da, ExprId db) {
    ExprId const power = binary(ExprKind::pow, ExprKind::element_pow, a, b);
    if (da == zero_) return mul(mul(power, log(a)), db);
    if (db != zero_) return mul(power, add(mul(db, log(a)), div(mul(b, da), a)));
    if (store_.is_number(b, 2)) return mul(mul(real(2), a), da);
    ExprId const lowered = binary(ExprKind::sub, ExprKind::element_sub, b, store_.integer(1));
    return mul(mul(b, binary(ExprKind::pow, ExprKind::element_pow, a, lowered)), da);
}

ExprId DerivativeRules::of_if(ExprId expr, std::span<ExprId const> d) {
    Operands const operands = store_.operands(expr);
    if (d[1] == d[2]) return d[1];
    ExprId const then_value = d[1] == zero_ ? zero_of(operands[1]) : d[1];
    ExprId const else_value = d[2] == zero_ ? zero_of(operands[2]) : d[2];
    return then_value && else_value ? store_.if_else(operands[0], then_value, else_value) : ExprId();
}

ExprId DerivativeRules::of_call(ExprId expr, std::span<ExprId const> d) {
    if (!store_.is_record(expr))
        return call_rule_ != nullptr && *call_rule_ ? (*call_rule_)(store_, expr, d) : ExprId();
    std::vector<ExprId> values;
    store_.operands(expr).copy_to(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!contains_real(store_.types(), store_.types().fields(store_.type(expr))[i].type)) continue;
        values[i] = d[i] == zero_ ? zero_of(values[i]) : d[i];
        if (!values[i]) return {};
    }
    return store_.record(store_.type(expr), values);
}

// The derivative of a call has those results that contain Reals, in their order.
ExprId DerivativeRules::of_output(ExprId expr, ExprId call_derivative) {
    if (call_derivative == zero_) return zero_;
    TypeTable const& types = store_.types();
    auto const results = types.members(store_.type(store_.operand(expr, 0)));
    std::size_t place = 0;
    for (std::size_t i = 0; i < store_.output_number(expr); ++i) place += contains_real(types, results[i]) ? 1u : 0u;
    if (store_.kind(call_derivative) == ExprKind::tuple) return store_.operand(call_derivative, place - 1);
    return store_.output(call_derivative, place);
}

ExprId DerivativeRules::of_constructor(ExprId expr, std::span<ExprId const> d) {
    std::vector<ExprId> operands;
    store_.operands(expr).copy_to(operands);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        operands[i] = d[i] == zero_ ? zero_of(operands[i]) : d[i];
        if (!operands[i]) return {};
    }
    return store_.rebuild(expr, operands);
}

ExprId DerivativeRules::of_reduction(ExprId expr, std::span<ExprId const> d) {
    for (ExprId const range : d.subspan(1)) {
        if (range != zero_) return {};
    }
    switch (store_.reduction_of(expr)) {
        case Reduction::sum:
        case Reduction::array: {
            std::vector<ExprId> operands;
            store_.operands(expr).copy_to(operands);
            operands[0] = d[0];
            return store_.rebuild(expr, operands);
        }
        case Reduction::product:
        case Reduction::min:
        case Reduction::max: return {};
    }
    return {};
}

ExprId DerivativeRules::of_builtin(ExprId expr, std::span<ExprId const> d) {
    Builtin const builtin = store_.builtin_of(expr);
    switch (builtin_info(builtin).derivative) {
        case DerivativeRule::none: return {};
        case DerivativeRule::zero: return zero_;
        case DerivativeRule::chain: return mul(chain_factor(builtin, store_.operand(expr, 0)), d[0]);
        case DerivativeRule::linear: return of_linear(expr, builtin, d);
        case DerivativeRule::bilinear: {
            ExprId const a = store_.operand(expr, 0);
            ExprId const b = store_.operand(expr, 1);
            ExprId const left = d[0] == zero_ ? zero_ : store_.builtin(builtin, {d[0], b});
            ExprId const right = d[1] == zero_ ? zero_ : store_.builtin(builtin, {a, d[1]});
            return add(left, right);
        }
        case DerivativeRule::special: return of_special(expr, builtin, d);
    }
    return {};
}

ExprId DerivativeRules::chain_factor(Builtin builtin, ExprId argument) {
    DerivativeRules& d = *this;
    ExprId const u = argument;
#define MOO_BUILTIN(id, name, fewest, most, type, derivative)
#define MOO_CHAIN(id, factor) \
    if (builtin == Builtin::id) return factor;
#include "moo/expr/builtins.def"
#undef MOO_BUILTIN
#undef MOO_CHAIN
    return {};
}

// Arguments that are sizes and the like stay; the others are replaced by their derivatives.
ExprId DerivativeRules::of_linear(ExprId expr, Builtin builtin, std::span<ExprId const> d) {
    std::vector<ExprId> arguments;
    store_.operands(expr).copy_to(arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        bool const stays = (builtin == Builtin::cat && i == 0) || (builtin == Builtin::fill && i > 0) ||
                           (builtin == Builtin::linspace && i == 2) || (builtin == Builtin::promote && i == 1);
        if (stays) continue;
        arguments[i] = d[i] == zero_ ? zero_of(arguments[i]) : d[i];
        if (!arguments[i]) return {};
    }
    return store_.builtin(builtin, arguments);
}

// noEvent: the derivative is read between events, where the relation cannot change anyway.
ExprId DerivativeRules::choose(ExprKind relation, ExprId a, ExprId b, ExprId if_true, ExprId if_false) {
    return store_.builtin(Builtin::no_event, {store_.if_else(store_.binary(relation, a, b), if_true, if_false)});
}

ExprId DerivativeRules::of_special(ExprId expr, Builtin builtin, std::span<ExprId const> d) {
    for (ExprId const operand : store_.operands(expr)) {
        if (is_array(operand) && builtin != Builtin::smooth && builtin != Builtin::delay) return {};
    }
    Operands const operands = store_.operands(expr);
    ExprId const a = operands[0];
    ExprId const b = operands.size() > 1 ? operands[1] : a;
    // x mod y = x - floor(x/y)*y, and rem with div for floor.
    if (builtin == Builtin::mod) {
        return sub(d[0], mul(store_.builtin(Builtin::floor, {store_.div(a, b)}), d[1]));
    }
    if (builtin == Builtin::rem) return sub(d[0], mul(store_.builtin(Builtin::div, {a, b}), d[1]));
    if (builtin == Builtin::abs) return choose(ExprKind::greater_equal, a, zero_, d[0], neg(d[0]));
    if (builtin == Builtin::min) return choose(ExprKind::less, a, b, d[0], d[1]);
    if (builtin == Builtin::max) return choose(ExprKind::greater, a, b, d[0], d[1]);
    if (builtin == Builtin::atan2) {
        return div(sub(mul(b, d[0]), mul(a, d[1])), add(square(a), square(b)));
    }
    if (builtin == Builtin::smooth) {
        bool const has_order = store_.kind(a) == ExprKind::integer && store_.integer_value(a) > 0;
        // It jumps where the relations of e change, and has to see them as e does: remembered between events.
        if (!has_order) return d[1];
        return store_.builtin(Builtin::smooth, {store_.integer(store_.integer_value(a) - 1), d[1]});
    }
    if (builtin == Builtin::semi_linear) return of_semi_linear(expr, d);
    if (builtin == Builtin::delay) return of_delay(expr, d);
    return {};
}

// semiLinear(x, k, m) is k*x for x >= 0 and m*x otherwise.
ExprId DerivativeRules::of_semi_linear(ExprId expr, std::span<ExprId const> d) {
    Operands const operands = store_.operands(expr);
    ExprId const x = operands[0];
    ExprId const positive = add(mul(d[1], x), mul(operands[1], d[0]));
    ExprId const negative = add(mul(d[2], x), mul(operands[2], d[0]));
    return choose(ExprKind::greater_equal, x, zero_, positive, negative);
}

// e(t - T)' = e'(t - T) (1 - T') by time. The past does not depend on the present value of an unknown.
ExprId DerivativeRules::of_delay(ExprId expr, std::span<ExprId const> d) {
    if (!is_time_) return d[1] == zero_ ? zero_ : ExprId();
    if (d[0] == zero_) return zero_;
    std::vector<ExprId> arguments;
    store_.operands(expr).copy_to(arguments);
    arguments[0] = d[0];
    return mul(store_.builtin(Builtin::delay, arguments), sub(one(), d[1]));
}

}  // namespace moo
