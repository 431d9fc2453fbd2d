#include <catch2/catch.hpp>
#include <limits>

#include "moo/expr/evaluate.h"
#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Arrays : Fixture {
    ExprId a = s.array({n(1), n(2), n(3)});
    ExprId d = s.array({n(4), n(5), n(6)});
    ExprId mat = s.array({s.array({n(1), n(2)}), s.array({n(3), n(4)}), s.array({n(5), n(6)})});

    [[nodiscard]] Evaluation of(ExprId id) const { return evaluate_constant(s, id); }
    [[nodiscard]] EvaluateError error(ExprId id) const { return of(id).error; }
    // Elements as text, with the sizes in front.
    [[nodiscard]] std::string show(ExprId id) const {
        Evaluation const result = of(id);
        if (!result.has_value()) return std::string(evaluate_error_text(result.error));
        if (!result.value.is_array()) return std::to_string(static_cast<int>(result.as_real()));
        std::string text;
        for (std::int64_t const dim : result.value.dims()) text += std::to_string(dim) + ' ';
        text += ':';
        for (Value const& element : result.value.elements())
            text += ' ' + std::to_string(static_cast<int>(element.as_real()));
        return text;
    }
};

}  // namespace

TEST_CASE("operators on arrays") {
    Arrays f;
    CHECK(f.show(f.s.add(f.a, f.d)) == "3 : 5 7 9");
    CHECK(f.show(f.s.mul(f.n(2), f.a)) == "3 : 2 4 6");
    CHECK(f.show(f.s.mul(f.a, f.d)) == "32");
    CHECK(f.show(f.s.mul(f.a, f.mat)) == "2 : 22 28");
    CHECK(f.show(f.op(ExprKind::element_mul, f.a, f.d)) == "3 : 4 10 18");
    CHECK(f.show(f.op(ExprKind::element_add, f.a, f.n(1))) == "3 : 2 3 4");
    CHECK(f.show(f.s.neg(f.a)) == "3 : -1 -2 -3");
    CHECK(f.error(f.s.add(f.a, f.s.array({f.n(1)}))) == EvaluateError::type_mismatch);
    CHECK(f.error(f.s.mul(f.mat, f.a)) == EvaluateError::type_mismatch);
}

TEST_CASE("array functions") {
    Arrays f;
    CHECK(f.show(f.f(Builtin::sum, {f.mat})) == "21");
    CHECK(f.show(f.f(Builtin::product, {f.a})) == "6");
    CHECK(f.show(f.f(Builtin::max, {f.mat})) == "6");
    CHECK(f.show(f.f(Builtin::size, {f.mat})) == "2 : 3 2");
    CHECK(f.show(f.f(Builtin::size, {f.mat, f.n(2)})) == "2");
    CHECK(f.error(f.f(Builtin::size, {f.mat, f.n(3)})) == EvaluateError::subscript_out_of_range);
    CHECK(f.show(f.f(Builtin::transpose, {f.mat})) == "2 3 : 1 3 5 2 4 6");
    CHECK(f.show(f.f(Builtin::identity, {f.n(2)})) == "2 2 : 1 0 0 1");
    CHECK(f.show(f.f(Builtin::diagonal, {f.s.array({f.n(7), f.n(8)})})) == "2 2 : 7 0 0 8");
    CHECK(f.show(f.f(Builtin::fill, {f.n(4), f.n(2), f.n(1)})) == "2 1 : 4 4");
    CHECK(f.show(f.f(Builtin::linspace, {f.n(0), f.n(8), f.n(3)})) == "3 : 0 4 8");
    CHECK(f.show(f.f(Builtin::cross, {f.a, f.d})) == "3 : -3 6 -3");
    CHECK(f.show(f.s.mul(f.f(Builtin::skew, {f.a}), f.d)) == "3 : -3 6 -3");
    CHECK(f.show(f.f(Builtin::outer_product, {f.s.array({f.n(1), f.n(2)}), f.s.array({f.n(3), f.n(4)})})) ==
          "2 2 : 3 4 6 8");
    CHECK(f.show(f.f(Builtin::cat, {f.n(1), f.a, f.d})) == "6 : 1 2 3 4 5 6");
    CHECK(f.show(f.f(Builtin::cat, {f.n(2), f.mat, f.mat})) == "3 4 : 1 2 1 2 3 4 3 4 5 6 5 6");
    CHECK(f.show(f.f(Builtin::vector, {f.f(Builtin::matrix, {f.a})})) == "3 : 1 2 3");
    CHECK(f.show(f.f(Builtin::abs, {f.s.neg(f.a)})) == "3 : 1 2 3");
    CHECK(f.show(f.f(Builtin::symmetric, {f.s.array({f.s.array({f.n(1), f.n(2)}), f.s.array({f.n(9), f.n(4)})})})) ==
          "2 2 : 1 2 2 4");
}

TEST_CASE("matrices, ranges and subscripts") {
    Arrays f;
    ExprStore& s = f.s;
    CHECK(f.show(s.matrix({s.matrix_row({f.n(1), f.n(2)}), s.matrix_row({f.n(3), f.n(4)})})) == "2 2 : 1 2 3 4");
    CHECK(f.show(s.range(f.n(1), f.n(2), f.n(6))) == "3 : 1 3 5");
    CHECK(f.show(s.range(f.n(3), f.n(1))) == "0 :");
    CHECK(f.of(s.range(f.r(0), f.r(0.1), f.r(1))).value.elements().size() == 11);
    CHECK(f.error(s.range(f.n(1), f.n(0), f.n(2))) == EvaluateError::undefined);
    CHECK(f.show(s.subscript(f.mat, {f.n(2), f.n(1)})) == "3");
    CHECK(f.show(s.subscript(f.mat, {s.whole(), f.n(2)})) == "3 : 2 4 6");
    CHECK(f.show(s.subscript(f.a, {s.end()})) == "3");
    CHECK(f.show(s.subscript(f.a, {s.range(f.n(2), f.n(3))})) == "2 : 2 3");
    CHECK(f.error(s.subscript(f.a, {f.n(4)})) == EvaluateError::subscript_out_of_range);
    CHECK(f.error(s.subscript(f.a, {f.n(0)})) == EvaluateError::subscript_out_of_range);
}

TEST_CASE("reductions bind their iterators") {
    Arrays f;
    ExprStore& s = f.s;
    ExprId const k = s.iterator(f.names("k"));
    ExprId const l = s.iterator(f.names("l"));
    ExprId const to_3 = s.range(f.n(1), f.n(3));
    CHECK(f.show(f.for_loop(Reduction::sum, s.mul(k, k), "k", to_3)) == "14");
    CHECK(f.show(f.for_loop(Reduction::product, k, "k", s.range(f.n(1), f.n(5)))) == "120");
    CHECK(f.show(f.for_loop(Reduction::min, s.neg(k), "k", to_3)) == "-3");
    CHECK(f.show(f.for_loop(Reduction::array, s.mul(f.n(2), k), "k", to_3)) == "3 : 2 4 6");
    CHECK(f.show(f.for_loop(Reduction::sum, k, "k", s.range(f.n(1), f.n(0)))) == "0");
    // The extreme of no values is that of the type.
    ExprId const none = s.range(f.n(1), f.n(0));
    CHECK(f.of(f.for_loop(Reduction::max, k, "k", none)).value == Value::integer(-9007199254740992));
    ExprId const is_small = s.binary(ExprKind::less, k, f.n(2));
    CHECK(f.of(f.for_loop(Reduction::min, is_small, "k", none)).value == Value::boolean(true));
    ExprId const half = s.mul(k, f.r(0.5));
    CHECK(f.of(f.for_loop(Reduction::min, half, "k", none)).value == Value::real(std::numeric_limits<double>::max()));
    CHECK(f.error(f.for_loop(Reduction::max, s.string(f.names("a")), "k", none)) == EvaluateError::undefined);
    // The last iterator is the outermost dimension.
    ReductionIterator const iterators[] = {{f.names("k"), s.range(f.n(1), f.n(2))}, {f.names("l"), to_3}};
    ExprId const body = s.add(s.mul(f.n(10), l), k);
    CHECK(f.show(s.reduction(Reduction::array, body, iterators)) == "3 2 : 11 12 21 22 31 32");
    // An inner reduction of the same name hides the outer one, which goes on afterwards.
    ExprId const inner = f.for_loop(Reduction::sum, k, "k", to_3);
    CHECK(f.show(f.for_loop(Reduction::sum, s.add(s.mul(f.n(100), k), inner), "k", s.range(f.n(1), f.n(2)))) == "312");
    CHECK(f.error(k) == EvaluateError::unknown_value);
}

TEST_CASE("limits hold") {
    Arrays f;
    CHECK(f.error(f.f(Builtin::zeros, {f.n(1'000'000), f.n(1'000'000)})) == EvaluateError::too_large);
    CHECK(f.error(f.f(Builtin::identity, {f.n(100'000)})) == EvaluateError::too_large);
    CHECK(f.error(f.s.range(f.n(1), f.n(1'000'000'000'000))) == EvaluateError::too_large);
    // Sharing must not multiply memory: thirty doublings, and a matrix by repeated subscripts.
    ExprId doubled = f.a;
    for (int k = 0; k < 30; ++k) doubled = f.f(Builtin::cat, {f.n(1), doubled, doubled});
    CHECK(f.error(doubled) == EvaluateError::too_large);
    ExprId const many = f.f(Builtin::ones, {f.n(100'000)});
    CHECK(f.error(f.s.subscript(f.mat, {many, many})) == EvaluateError::too_large);
    CHECK(f.error(f.f(Builtin::outer_product, {many, many})) == EvaluateError::too_large);
    std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
    CHECK(f.of(f.s.range(f.n(-largest - 1), f.n(largest), f.n(largest))).value.elements().size() <= 3);
    ExprId nested = f.s.iterator(f.names("k"));
    for (int depth = 0; depth < 100; ++depth)
        nested = f.for_loop(Reduction::sum, nested, "k", f.s.range(f.n(1), f.n(1)));
    CHECK(f.error(nested) == EvaluateError::too_large);
}
