#include <catch2/catch.hpp>

#include "moo/expr/evaluate.h"
#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Strings : Fixture {
    ExprId text_of(std::string_view content) { return s.string(names(content)); }
    std::string show(ExprId id) {
        Evaluation const result = evaluate_constant(s, id, &names.symbols);
        if (!result.has_value()) return std::string(evaluate_error_text(result.error));
        if (result.value.kind() == ValueKind::boolean) return result.value.as_boolean() ? "true" : "false";
        return std::string(names.symbols.text(result.value.as_string()));
    }
    std::string string(ExprList arguments) { return show(f(Builtin::to_string, arguments)); }
};

}  // namespace

TEST_CASE("String of scalars") {
    Strings f;
    CHECK(f.string({f.r(2.5)}) == "2.5");
    CHECK(f.string({f.r(3.14159265358979)}) == "3.14159");
    CHECK(f.string({f.r(3.14159265358979), f.n(3)}) == "3.14");
    CHECK(f.string({f.r(1e100), f.n(3), f.n(8)}) == "1e+100  ");
    CHECK(f.string({f.r(1.5), f.n(3), f.n(6), f.s.boolean(false)}) == "   1.5");
    CHECK(f.string({f.n(-12)}) == "-12");
    CHECK(f.string({f.n(42), f.n(5)}) == "42   ");
    CHECK(f.string({f.n(42), f.n(5), f.s.boolean(false)}) == "   42");
    CHECK(f.string({f.s.boolean(true), f.n(6)}) == "true  ");
    Symbol const literals[] = {f.names("red"), f.names("green")};
    TypeId const color = f.s.types().enumeration(f.names("Color"), literals);
    CHECK(f.string({f.s.enumeration(color, 2)}) == "green");
}

TEST_CASE("String with a format passes nothing dangerous on") {
    Strings f;
    CHECK(f.string({f.r(2.5), f.text_of("8.3f")}) == "   2.500");
    CHECK(f.string({f.r(2.5), f.text_of("-10.2e")}) == "2.50e+00  ");
    CHECK(f.string({f.n(255), f.text_of("04X")}) == "00FF");
    CHECK(f.string({f.n(255), f.text_of(".1f")}) == "255.0");
    CHECK(f.string({f.n(65), f.text_of("-3c")}) == "A  ");
    std::string const refused(evaluate_error_text(EvaluateError::type_mismatch));
    for (std::string_view const format : {"s", "n", "*d", "ld", "99999d", "d%n", "", "-", "5", "8.3f "}) {
        CAPTURE(format);
        CHECK(f.string({f.n(1), f.text_of(format)}) == refused);
    }
    CHECK(f.string({f.r(1), f.text_of("d")}) == refused);
    CHECK(f.string({f.r(65), f.text_of("c")}) == refused);
    CHECK(f.string({f.n(0), f.text_of("c")}) == refused);
    CHECK(f.string({f.n(200), f.text_of("c")}) == refused);
    CHECK(f.string({f.n(1), f.n(1'000'000'000)}) == evaluate_error_text(EvaluateError::too_large));
}

TEST_CASE("strings are concatenated and compared by their texts") {
    Strings f;
    // Interned in the other order than they compare.
    ExprId const b = f.text_of("banana");
    ExprId const a = f.text_of("apple");
    CHECK(f.show(f.s.add(a, b)) == "applebanana");
    CHECK(f.show(f.op(ExprKind::less, a, b)) == "true");
    CHECK(f.show(f.op(ExprKind::greater_equal, a, b)) == "false");
    CHECK(f.show(f.op(ExprKind::equal, a, f.text_of("apple"))) == "true");
    CHECK(f.show(f.op(ExprKind::not_equal, f.s.add(a, b), f.text_of("applebanana"))) == "false");
    CHECK(f.show(f.s.sub(a, b)) == evaluate_error_text(EvaluateError::type_mismatch));
    CHECK(evaluate_constant(f.s, f.s.add(a, b)).error == EvaluateError::unsupported);
    CHECK(evaluate_constant(f.s, f.f(Builtin::to_string, {f.n(1)})).error == EvaluateError::unsupported);
}
