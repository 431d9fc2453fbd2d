// Random expressions for property tests. The same seed gives the same expressions on every platform.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "moo/expr/store.h"

namespace moo::test {

struct RandomOptions {
    // Levels of operators above the leaves, at most.
    int depth = 4;
    std::uint32_t variables = 4;
    // Only what is differentiable at almost every point, with Real literals.
    bool smooth = false;
    // if, relations and Boolean operators.
    bool logic = true;
    // Arrays, ranges, subscripts, reductions, calls, strings. Such expressions are for printing and reading:
    // many of them have no value. Needs `symbols`.
    bool syntax = false;
    std::vector<Symbol> symbols;
};

// Variables 0 … n-1 are scalar Reals, n … 2n-1 Integers, 2n … 3n-1 Booleans, 3n … 4n-1 vectors of three Reals.
class RandomExpression {
public:
    RandomExpression(ExprStore& store, std::uint64_t seed, RandomOptions options)
        : store_(store), random_(seed), options_(std::move(options)) {}

    ExprId real() { return real(options_.depth); }
    ExprId integer() { return integer(options_.depth); }
    ExprId boolean() { return boolean(options_.depth); }
    ExprId vector() { return vector(options_.depth); }
    // Any of them.
    ExprId any() {
        std::uint64_t const choice = below(options_.syntax ? 8 : 6);
        if (choice < 4) return real();
        if (choice == 4) return integer();
        return choice == 5 ? boolean() : vector();
    }

    ExprId real_variable(std::uint64_t i) { return store_.variable(VarId(static_cast<std::uint32_t>(i))); }
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    // Between -bound and bound.
    double number(double bound) { return bound * (static_cast<double>(below(2'000'001)) / 1e6 - 1); }

private:
    ExprId variable(std::uint32_t block, TypeId type) {
        auto const i = static_cast<std::uint32_t>(below(options_.variables));
        return store_.variable(VarId(block * options_.variables + i), type);
    }

    ExprId real_leaf() {
        switch (below(6)) {
            case 0: return store_.real(static_cast<double>(below(16)) / 4);
            case 1:
                return options_.smooth ? store_.real(number(3)) : store_.integer(static_cast<std::int64_t>(below(5)));
            case 2: return options_.smooth || below(4) > 0 ? variable(0, types::real) : store_.time();
            default: return variable(0, types::real);
        }
    }

    ExprId real(int depth) {
        if (depth <= 0 || below(8) == 0) return real_leaf();
        ExprId const a = real(depth - 1);
        std::uint64_t const choice = below(options_.smooth ? 10 : 14);
        switch (choice) {
            case 0: return store_.add(a, real(depth - 1));
            case 1: return store_.sub(a, real(depth - 1));
            case 2: return store_.mul(a, real(depth - 1));
            case 3: return store_.div(a, real(depth - 1));
            case 4: return store_.neg(a);
            case 5: return store_.pow(a, store_.integer(static_cast<std::int64_t>(below(5)) - 1));
            case 6: return function(a, depth);
            case 7: return below(2) == 0 ? store_.add(a, real(depth - 1)) : store_.mul(a, real(depth - 1));
            case 8: return options_.logic ? store_.if_else(boolean(depth - 1), a, real(depth - 1)) : store_.neg(a);
            case 9: return below(3) == 0 ? store_.pow(a, real(depth - 1)) : function(a, depth);
            case 10: return discrete_function(a, depth);
            case 11: return store_.builtin(Builtin::no_event, {a});
            case 12: return store_.add(a, integer(depth - 1));
            default: return options_.syntax ? syntax_real(a, depth) : store_.sub(a, real(depth - 1));
        }
    }

    ExprId function(ExprId a, int depth) {
        static constexpr Builtin unary[] = {Builtin::sin,  Builtin::cos,  Builtin::tan,  Builtin::asin, Builtin::acos,
                                            Builtin::atan, Builtin::sinh, Builtin::cosh, Builtin::tanh, Builtin::exp,
                                            Builtin::log,  Builtin::sqrt, Builtin::abs,  Builtin::log10};
        static constexpr Builtin binary[] = {Builtin::atan2, Builtin::min, Builtin::max, Builtin::homotopy};
        if (below(4) > 0) return store_.builtin(unary[below(std::size(unary))], {a});
        Builtin const chosen = binary[below(std::size(binary))];
        ExprId const b = real(depth - 1);
        if (chosen == Builtin::homotopy) return store_.builtin(chosen, {a, b});
        if (below(4) == 0) return store_.builtin(Builtin::semi_linear, {a, b, real(depth - 2)});
        if (below(4) == 0) return store_.builtin(Builtin::smooth, {store_.integer(1), a});
        return store_.builtin(chosen, {a, b});
    }

    ExprId discrete_function(ExprId a, int depth) {
        switch (below(5)) {
            case 0: return store_.builtin(Builtin::floor, {a});
            case 1: return store_.builtin(Builtin::ceil, {a});
            case 2: return store_.builtin(Builtin::mod, {a, real(depth - 1)});
            case 3: return store_.builtin(Builtin::rem, {a, real(depth - 1)});
            default: return store_.add(a, store_.builtin(Builtin::sign, {a}));
        }
    }

    ExprId integer(int depth) {
        if (depth <= 0 || below(4) == 0) {
            return below(2) == 0 ? store_.integer(static_cast<std::int64_t>(below(9)) - 4)
                                 : variable(1, types::integer);
        }
        ExprId const a = integer(depth - 1);
        switch (below(5)) {
            case 0: return store_.add(a, integer(depth - 1));
            case 1: return store_.sub(a, integer(depth - 1));
            case 2: return store_.mul(a, integer(depth - 1));
            case 3: return store_.builtin(Builtin::div, {a, integer(depth - 1)});
            default: return store_.neg(a);
        }
    }

    ExprId boolean(int depth) {
        if (depth <= 0) return below(3) == 0 ? store_.boolean(below(2) == 0) : variable(2, types::boolean);
        switch (below(6)) {
            case 0: return store_.logical_and(boolean(depth - 1), boolean(depth - 1));
            case 1: return store_.logical_or(boolean(depth - 1), boolean(depth - 1));
            case 2: return store_.logical_not(boolean(depth - 1));
            case 3: return store_.binary(ExprKind::equal, integer(depth - 1), integer(depth - 1));
            default: {
                static constexpr ExprKind relations[] = {ExprKind::less, ExprKind::less_equal, ExprKind::greater,
                                                         ExprKind::greater_equal};
                return store_.binary(relations[below(4)], real(depth - 1), real(depth - 1));
            }
        }
    }

    TypeId vector_type() {
        std::int64_t const size = 3;
        return store_.types().array(types::real, {&size, 1});
    }

    Symbol symbol() { return options_.symbols[below(options_.symbols.size())]; }

    ExprId syntax_real(ExprId a, int depth) {
        switch (below(7)) {
            case 0: return store_.subscript(variable(3, vector_type()), {integer(depth - 1)});
            case 1: return store_.call(symbol(), {a, integer(depth - 1)}, types::real);
            case 2: return store_.builtin(Builtin::sum, {vector(depth - 1)});
            case 3: {
                ReductionIterator const iterator{symbol(), store_.range(store_.integer(1), integer(depth - 1))};
                ExprId const body = store_.mul(a, store_.iterator(iterator.name));
                return store_.reduction(static_cast<Reduction>(below(4)), body, {&iterator, 1});
            }
            case 4: return store_.der(variable(0, types::real));
            case 5:
                return store_.field(store_.variable(VarId(5 * options_.variables), types::unknown), symbol(),
                                    types::real);
            default: return store_.mul(vector(depth - 1), vector(depth - 1));
        }
    }

    ExprId vector(int depth) {
        ExprId const leaf = variable(3, vector_type());
        if (depth <= 0) return leaf;
        switch (below(8)) {
            case 0: return store_.array({real(depth - 1), real(depth - 1), real(depth - 1)});
            case 1: return store_.binary(ExprKind::element_mul, leaf, vector(depth - 1));
            case 2: return store_.binary(ExprKind::element_pow, vector(depth - 1), store_.integer(2));
            case 3: return store_.add(vector(depth - 1), leaf);
            case 4: return store_.mul(real(depth - 1), leaf);
            case 5: return store_.subscript(leaf, {store_.range(store_.integer(1), store_.integer(3))});
            case 6: {
                ReductionIterator const iterator{symbol(), store_.range(store_.integer(1), store_.integer(3))};
                return store_.reduction(Reduction::array, real(depth - 1), {&iterator, 1});
            }
            default: return store_.neg(vector(depth - 1));
        }
    }

    ExprStore& store_;
    std::mt19937_64 random_;
    RandomOptions options_;
};

}  // namespace moo::test
