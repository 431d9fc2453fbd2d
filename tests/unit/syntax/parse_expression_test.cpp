#include <catch2/catch.hpp>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using moo::ast::ExprKind;
using namespace moo::tests;

namespace {

std::string read(std::string text, moo::ParseOptions const& options = {}) {
    Parsed const parsed = parse_expression_text(std::move(text), options);
    return parsed.diagnostics.has_errors() ? parsed.text() : structure(parsed, parsed.root);
}

std::vector<std::string> expression_errors(std::string text) { return parse_expression_text(std::move(text)).errors(); }

using Errors = std::vector<std::string>;

}  // namespace

TEST_CASE("precedence and associativity follow the grammar") {
    CHECK(read("a + b * c") == "(+ a (* b c))");
    CHECK(read("a - b - c + d") == "(+ (- (- a b) c) d)");
    CHECK(read("a / b * c ./ d") == "(./ (* (/ a b) c) d)");
    CHECK(read("-a * b + c") == "(+ (- (* a b)) c)");
    CHECK(read("-2 ^ n") == "(- (^ 2 n))");
    CHECK(read("a ^ b * c .^ d") == "(* (^ a b) (.^ c d))");
    CHECK(read("not a < b and c or d") == "(or (and (not (< a b)) c) d)");
    CHECK(read("a or b and not c") == "(or a (and b (not c)))");
    CHECK(read("a + 1 <> b - 1") == "(<> (+ a 1) (- b 1))");
    CHECK(read("(a + b) * c") == "(* (+ a b) c)");
    CHECK(read("a .+ b .- c") == "(.- (.+ a b) c)");
    CHECK(read("1:n + 1") == "(: 1 (+ n 1))");
    CHECK(read("1:2:n") == "(: 1 2 n)");
    CHECK(read("if a then b elseif c then d else e + f") == "(if a b c d (+ e f))");
    CHECK(read("if a then b else if c then d else e") == "(if a b (if c d e))");
}

TEST_CASE("literals carry their values") {
    Parsed const parsed = parse_expression_text("{42, 1.5e3, true, false, \"a\\n\" }");
    auto const parts = parsed.tree.elements(parsed.root);
    REQUIRE(parts.size() == 5);
    CHECK(parsed.tree[parts[0]].kind == ExprKind::integer);
    CHECK(parsed.tree[parts[0]].integer == 42);
    CHECK(parsed.tree[parts[1]].real == 1500.0);
    CHECK(parsed.tree[parts[2]].boolean);
    CHECK_FALSE(parsed.tree[parts[3]].boolean);
    CHECK(parsed.tree.string_value(parts[4]) == "a\n");
    CHECK(parsed.tree.text(parsed.tree[parts[1]].span) == "1.5e3");
}

TEST_CASE("references hold names, subscripts and the leading dot") {
    Parsed const parsed = parse_expression_text(".a[1, :].'b c'[end].d");
    CHECK(parsed.tree[parsed.root].is_global);
    auto const parts = parsed.tree.reference_parts(parsed.root);
    REQUIRE(parts.size() == 3);
    CHECK(parsed.symbol(parts[1].name) == "'b c'");
    auto const subscripts = parsed.tree.items(parts[0].subscripts);
    REQUIRE(subscripts.size() == 2);
    CHECK(parsed.tree[subscripts[1]].kind == ExprKind::colon);
    CHECK(parsed.tree[parsed.tree.items(parts[1].subscripts)[0]].kind == ExprKind::end);
    CHECK(parts[2].subscripts.empty());
}

TEST_CASE("calls have positional and named arguments, functions and reductions") {
    Parsed const parsed = parse_expression_text("f(x, function g(n = 2), tol = 1e-3)");
    auto const arguments = parsed.tree.arguments(parsed.root);
    REQUIRE(arguments.size() == 3);
    CHECK_FALSE(arguments[0].name.symbol);
    CHECK(parsed.tree[arguments[1].value].kind == ExprKind::partial_application);
    CHECK(parsed.symbol(arguments[2].name.symbol) == "tol");
    CHECK(parsed.symbol(*parsed.tree.simple_callee(parsed.root)) == "f");

    Parsed const sum = parse_expression_text("sum(x[i] * y[j] for i in 1:n, j)");
    auto const body = sum.tree.arguments(sum.root)[0].value;
    CHECK(sum.tree[body].kind == ExprKind::comprehension);
    REQUIRE(sum.tree.iterators(body).size() == 2);
    CHECK_FALSE(sum.tree.iterators(body)[1].range);

    Parsed const der = parse_expression_text("der(x)");
    CHECK(der.symbol(*der.tree.simple_callee(der.root)) == "der");
    CHECK_FALSE(parse_expression_text("a.f(x)").tree.simple_callee(parse_expression_text("a.f(x)").root));
}

TEST_CASE("parentheses, tuples, arrays and matrices") {
    Parsed const tuple = parse_expression_text("(a, , b, )");
    CHECK(tuple.tree[tuple.root].kind == ExprKind::tuple);
    auto const outputs = tuple.tree.elements(tuple.root);
    REQUIRE(outputs.size() == 4);
    CHECK_FALSE(outputs[1]);
    CHECK_FALSE(outputs[3]);
    CHECK(parse_expression_text("()").tree[moo::ast::ExprId(0u)].kind == ExprKind::tuple);

    Parsed const group = parse_expression_text("((a))");
    CHECK(group.tree[group.root].kind == ExprKind::group);
    CHECK(group.tree[group.tree.strip(group.root)].kind == ExprKind::reference);

    Parsed const matrix = parse_expression_text("[1, 2; 3, 4; 5, 6]");
    CHECK(matrix.tree.elements(matrix.root).size() == 3);
    CHECK(matrix.tree.elements(matrix.tree.elements(matrix.root)[1]).size() == 2);
}

TEST_CASE("expressions survive printing") {
    for (char const* text : {"2 .* x",
                             "1.^2",
                             "1 .^ 2",
                             "a.b[1].c(x)",
                             "(a, , b)",
                             "(, )",
                             "()",
                             "{i for i in 1:3, j in {1, 2}}",
                             "[1, 2; 3, 4]",
                             "f(function .g.h(), a = function k(b = 1))",
                             "not (not a)",
                             "-(-a)",
                             "x[:, 1:end, :]",
                             "if a then b elseif c then d else e",
                             "pure(f(x))",
                             "initial()",
                             "der(x)",
                             "\"a\nb\" + \"\\\"\"",
                             ".5",
                             "a.'b'"}) {
        CHECK(check_expression_round_trip(text) == "");
    }
}

TEST_CASE("Base Modelica adds decorations and several parts of parentheses") {
    Parsed const parsed = parse_expression_text("(a + b)[i, :] @12", base_modelica);
    REQUIRE(parsed.text() == "");
    CHECK(parsed.tree[parsed.root].kind == ExprKind::decorated);
    CHECK(parsed.tree.decoration(parsed.root) == 12);
    CHECK(parsed.tree[parsed.tree.operand(parsed.root)].kind == ExprKind::subscripted);
    CHECK(parsed.tree[parsed.tree.strip(parsed.root)].kind == ExprKind::subscripted);
    CHECK(check_expression_round_trip("f((x)[1] @3, y @0) + (g(z))[2]", base_modelica) == "");
    CHECK(expression_errors("x @3") == Errors{"1:3 UnexpectedToken"});
    CHECK(expression_errors("(x)[1]") == Errors{});
    CHECK(expression_errors("(x).y") == Errors{});
    CHECK(expression_errors("(x)[1].y") == Errors{"1:7 UnexpectedToken"});
    CHECK(parse_expression_text("x @4294967295", base_modelica).errors() == Errors{"1:4 NumberMalformed"});
    CHECK(parse_expression_text("x @y", base_modelica).errors() == Errors{"1:4 UnexpectedToken"});
}

TEST_CASE("mistakes in expressions are pointed at") {
    CHECK(expression_errors("a + ") == Errors{"1:5 UnexpectedToken"});
    CHECK(expression_errors("a b") == Errors{"1:3 UnexpectedToken"});
    CHECK(expression_errors("a * -b") == Errors{"1:5 UnexpectedToken"});
    CHECK(expression_errors("a + not b") == Errors{"1:5 UnexpectedToken"});
    CHECK(expression_errors("1 + if a then b else c") == Errors{"1:5 UnexpectedToken"});
    CHECK(expression_errors("a < b < c") == Errors{"1:7 UnexpectedToken"});
    CHECK(expression_errors("a ^ b ^ c") == Errors{"1:7 UnexpectedToken"});
    CHECK(expression_errors("f(a = 1, b)") == Errors{"1:10 UnexpectedToken"});
    CHECK(expression_errors("{}") == Errors{"1:2 UnexpectedToken"});
    CHECK(expression_errors("{1, 2") == Errors{"1:6 UnexpectedToken"});
    CHECK(expression_errors("if a then b") == Errors{"1:12 UnexpectedToken"});
    CHECK(expression_errors("if a = b then c else d") == Errors{"1:6 UnexpectedToken"});
    CHECK(expression_errors("der x") == Errors{"1:5 UnexpectedToken"});
    CHECK(expression_errors("a.") == Errors{"1:3 UnexpectedToken"});
    CHECK(expression_errors("99999999999999999999") == Errors{"1:1 NumberMalformed"});
    CHECK(expression_errors("1e999") == Errors{"1:1 NumberMalformed"});
    CHECK(expression_errors("") == Errors{"1:1 FileEmpty"});
    CHECK_FALSE(parse_expression_text("\"\xE9\"").root);
    CHECK_FALSE(parse_expression_text("a +").root);
}

TEST_CASE("a long chain is one node") {
    std::string text = "x";
    for (int i = 1; i < 100000; ++i) text += i % 2 == 0 ? " + x" : " - x";
    Parsed const parsed = parse_expression_text(text);
    REQUIRE(parsed.text() == "");
    CHECK(parsed.tree.terms(parsed.root).size() == 99999);
    CHECK(check_expression_round_trip(text) == "");
}

TEST_CASE("nesting is limited with one error") {
    auto const nested = [](std::string const& open, std::string const& close, int depth) {
        std::string text;
        for (int i = 0; i < depth; ++i) text += open;
        text += "x";
        for (int i = 0; i < depth; ++i) text += close;
        return text;
    };
    CHECK(expression_errors(nested("(", ")", 499)).empty());
    for (auto const& [open, close] :
         {std::pair("(", ")"), std::pair("{", "}"), std::pair("[", "]"), std::pair("a[", "]"), std::pair("f(", ")"),
          std::pair("-(", ")"), std::pair("if a then b else ", ""), std::pair("f(function g(a = ", "))"),
          std::pair("(", ""), std::pair("[1;", "")}) {
        auto const parsed = parse_expression_text(nested(open, close, 100000));
        INFO(open);
        REQUIRE(parsed.errors().size() == 1);
        CHECK(parsed.diagnostics.items()[0].kind == moo::DiagnosticKind::NestingTooDeep);
    }
    CHECK(parse_expression_text(nested("(", ")", 20), {.max_nesting = 10}).errors() == Errors{"1:11 NestingTooDeep"});
}
