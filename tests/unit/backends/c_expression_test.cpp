#include "backends/common/c_expression.h"

#include <catch2/catch.hpp>

namespace {

class Leaves : public moo::CLeaves {
public:
    void write_value(moo::TextWriter& out, moo::VarId id) const override { write(out, "x", id); }
    void write_derivative(moo::TextWriter& out, moo::VarId id) const override { write(out, "dx", id); }
    void write_previous(moo::TextWriter& out, moo::VarId id) const override { write(out, "pre", id); }
    [[nodiscard]] std::string_view time() const override { return "t"; }
    [[nodiscard]] std::string_view initial() const override { return "init"; }
    [[nodiscard]] std::string relation_prefix(moo::ExprId relation) const override {
        return relation == remembered ? "relation(0, " : "";
    }
    moo::ExprId remembered;

private:
    static void write(moo::TextWriter& out, char const* what, moo::VarId id) {
        out.write(what);
        out.write_integer(id.index());
    }
};

struct Fixture {
    moo::ExprStore s;
    Leaves leaves;
    moo::ExprId a = s.variable(moo::VarId(0u));
    moo::ExprId b = s.variable(moo::VarId(1u));
    moo::ExprId c = s.variable(moo::VarId(2u));
    moo::ExprId p = s.variable(moo::VarId(3u), moo::types::boolean);

    std::string text(moo::ExprId expr) {
        moo::TextWriter out;
        write_c_expression(out, s, expr, leaves);
        return out.take();
    }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "parentheses stand where C needs them") {
    CHECK(text(s.mul(s.add(a, b), c)) == "(x0 + x1) * x2");
    CHECK(text(s.sub(a, s.sub(b, c))) == "x0 - (x1 - x2)");
    CHECK(text(s.div(a, s.mul(b, c))) == "x0 / (x1 * x2)");
    CHECK(text(s.neg(s.add(a, b))) == "-(x0 + x1)");
    CHECK(text(s.mul(a, s.neg(b))) == "x0 * -x1");
    CHECK(text(s.pow(s.neg(a), s.integer(2))) == "std::pow(-x0, 2.0)");
    CHECK(text(s.mul(a, s.real(-2))) == "x0 * (-2.0)");
}

TEST_CASE_METHOD(Fixture, "conditions are conditions and Booleans are held as numbers") {
    CHECK(text(s.logical_not(p)) == "!(x3 != 0.0)");
    CHECK(text(s.if_else(p, a, s.if_else(s.binary(moo::ExprKind::less, a, b), b, c))) ==
          "(x3 != 0.0) ? x0 : x0 < x1 ? x1 : x2");
    CHECK(text(s.builtin(moo::Builtin::edge, {p})) == "(x3 != 0.0 && pre3 == 0.0)");
    CHECK(text(s.integer(3)) == "3.0");
}

TEST_CASE_METHOD(Fixture, "a remembered relation is wrapped, but not inside noEvent") {
    leaves.remembered = s.binary(moo::ExprKind::less_equal, a, b);
    moo::ExprId const choice = s.if_else(leaves.remembered, a, b);
    CHECK(text(choice) == "relation(0, x0 <= x1) ? x0 : x1");
    CHECK(text(s.builtin(moo::Builtin::no_event, {choice})) == "x0 <= x1 ? x0 : x1");
    CHECK(text(s.add(s.builtin(moo::Builtin::no_event, {choice}), choice)) ==
          "(x0 <= x1 ? x0 : x1) + (relation(0, x0 <= x1) ? x0 : x1)");
}

TEST_CASE_METHOD(Fixture, "a sum of a hundred thousand terms is printed without recursion") {
    moo::ExprId sum = a;
    for (int i = 0; i < 100'000; ++i) sum = s.add(sum, b);
    CHECK(text(sum).size() > 500'000);
}

TEST_CASE("names of a model can do no harm in strings and comments") {
    CHECK(moo::c_string_literal("a\"b\\c\n?\?/") == R"("a\042b\134c\012\077\077/")");
    CHECK(moo::c_comment_text("x */ system(\"rm\") /*\n\\") == "x *_ system(\"rm\") /___");
}
