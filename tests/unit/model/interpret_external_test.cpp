#include <catch2/catch.hpp>
#include <fstream>

#include "moo/model/external_builtins.h"
#include "tests/unit/model/interpret_support.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Externals : Functions {
    ExternalResult call(std::string_view function_name, std::vector<Value> const& arguments) {
        FlatExternal external;
        external.language = name("C");
        external.function = name(function_name);
        return call_external_builtin(names, external, arguments);
    }
    Value text(std::string_view content) { return Value::string(name(content)); }
    std::string string_of(Value const& value) { return std::string(names.text(value.as_string())); }
};

Value integers(std::vector<std::int64_t> const& numbers) {
    std::vector<Value> elements;
    for (std::int64_t const number : numbers) elements.push_back(Value::integer(number));
    return Value::array({static_cast<std::int64_t>(numbers.size())}, elements);
}

Value const one = Value::integer(1);
Value const no = Value::boolean(false);
Value const yes = Value::boolean(true);

}  // namespace

TEST_CASE("strings of the standard library") {
    Externals t;
    CHECK(t.call("ModelicaStrings_length", {t.text("hello")}).value == Value::integer(5));
    auto const part = [&](std::int64_t start, std::int64_t end) {
        return t.string_of(
            t.call("ModelicaStrings_substring", {t.text("hello"), Value::integer(start), Value::integer(end)}).value);
    };
    CHECK(part(2, 4) == "ell");
    CHECK(part(4, 99) == "lo");
    CHECK(part(6, 9).empty());
    CHECK(part(0, 1) == "h");
    CHECK(part(3, -1) == "l");
    CHECK(t.call("ModelicaStrings_compare", {t.text("Abc"), t.text("abd"), no}).value == Value::integer(1));
    CHECK(t.call("ModelicaStrings_compare", {t.text("Abc"), t.text("aBC"), no}).value == Value::integer(2));
    CHECK(t.call("ModelicaStrings_compare", {t.text("abc"), t.text("ABC"), yes}).value == Value::integer(3));
    CHECK(t.call("ModelicaStrings_skipWhiteSpace", {t.text(" \t x"), one}).value == Value::integer(4));
    CHECK(t.call("ModelicaStrings_length", {one}).error == "an argument is not a String");
    CHECK(t.call("ModelicaStrings_reverse", {t.text("x")}).is_unknown);
}

TEST_CASE("scanning numbers and names") {
    Externals t;
    auto const scan = [&](std::string_view function, std::string_view content, Value const& is_unsigned) {
        return t.call(function, {t.text(content), one, is_unsigned, Value(), Value()}).arguments;
    };
    CHECK(scan("ModelicaStrings_scanInteger", "  -42 x", no)[4] == Value::integer(-42));
    CHECK(scan("ModelicaStrings_scanInteger", "  -42 x", no)[3] == Value::integer(6));
    CHECK(scan("ModelicaStrings_scanInteger", "-42", yes)[3] == one);
    CHECK(scan("ModelicaStrings_scanInteger", "4.2", no)[3] == one);
    CHECK(scan("ModelicaStrings_scanReal", " +1.5e-3,", no)[4] == Value::real(1.5e-3));
    CHECK(scan("ModelicaStrings_scanReal", " +1.5e-3,", no)[3] == Value::integer(9));
    CHECK(scan("ModelicaStrings_scanReal", "1.5e", no)[3] == one);
    CHECK(scan("ModelicaStrings_scanReal", "-.", no)[3] == one);
    auto const name = t.call("ModelicaStrings_scanIdentifier", {t.text(" ab_1 c"), one, Value(), Value()}).arguments;
    CHECK(name[2] == Value::integer(6));
    CHECK(t.string_of(name[3]) == "ab_1");
    auto const quoted = t.call("ModelicaStrings_scanString", {t.text(R"( "a\"b" c)"), one, Value(), Value()}).arguments;
    CHECK(t.string_of(quoted[3]) == R"(a\"b)");
    CHECK(quoted[2] == Value::integer(8));
    CHECK_FALSE(t.call("ModelicaStrings_skipWhiteSpace", {t.text("x"), Value::integer(9)}).error.empty());
}

// The expected values were computed with the C sources of the standard library 4.1.0.
TEST_CASE("random numbers and hashes are those of the standard library") {
    Externals t;
    std::vector<std::int64_t> seed;
    for (std::int64_t i = 0; i < 33; ++i) seed.push_back(1000003 * (i + 1) * (i % 3 != 0 ? 1 : -1));
    seed[32] = 15;
    auto const next = [&](std::string_view generator, Value const& state) {
        return t.call(generator, {state, Value(), Value()}).arguments;
    };
    auto const small = next("ModelicaRandom_xorshift64star", integers(seed));
    CHECK(small[1] == integers({-1063308487, -1757547113}));
    CHECK(small[2] == Value::real(0.090789174603398248));
    auto const middle = next("ModelicaRandom_xorshift128plus", integers(seed));
    CHECK(middle[1] == integers({3000009, -4000012, 1874501013, -1134124393}));
    CHECK(middle[2] == Value::real(0.23594108769587269));
    auto const first = next("ModelicaRandom_xorshift1024star", integers(seed));
    CHECK(first[2] == Value::real(0.55908844867770846));
    CHECK(first[1].elements().back() == Value::integer(0));
    CHECK(first[1].elements()[1] == Value::integer(2114023139));
    auto const second = next("ModelicaRandom_xorshift1024star", first[1]);
    CHECK(second[2] == Value::real(0.310922787369318));
    CHECK(second[1].elements()[3] == Value::integer(-2117434896));
    CHECK_FALSE(t.call("ModelicaRandom_xorshift1024star", {integers({1, 2}), Value(), Value()}).error.empty());
    CHECK(t.call("ModelicaStrings_hashString", {t.text("")}).value == Value::integer(-1431655766));
    CHECK(t.call("ModelicaStrings_hashString", {t.text("Modelica.Blocks.Noise")}).value == Value::integer(-1992542438));
    CHECK(t.call("ModelicaRandom_convertRealToIntegers", {Value::real(0.1), Value()}).arguments[1] ==
          integers({-1717986918, 1069128089}));
}

TEST_CASE("files are read, and nothing else") {
    Externals t;
    std::string const path = "interpret_external_test.txt";
    std::ofstream(path) << "first\r\nsecond\nthird";
    CHECK(t.call("ModelicaInternal_countLines", {t.text(path)}).value == Value::integer(3));
    CHECK(t.call("ModelicaInternal_stat", {t.text(path)}).value == Value::integer(2));
    CHECK(t.call("ModelicaInternal_stat", {t.text(".")}).value == Value::integer(3));
    CHECK(t.call("ModelicaInternal_stat", {t.text(path + "x")}).value == Value::integer(1));
    ExternalResult const line = t.call("ModelicaInternal_readLine", {t.text(path), Value::integer(1), Value()});
    CHECK(t.string_of(line.value) == "first");
    CHECK(line.arguments[2] == no);
    CHECK(t.call("ModelicaInternal_readLine", {t.text(path), Value::integer(4), Value()}).arguments[2] == yes);
    ExternalResult const whole = t.call("ModelicaInternal_readFile", {t.text(path), Value(), Value::integer(2)});
    CHECK(t.string_of(whole.arguments[1].elements()[1]) == "second");
    CHECK(t.string_of(t.call("ModelicaInternal_fullPathName", {t.text("/a/./b/../c")}).value) == "/a/c");
    CHECK_FALSE(t.call("ModelicaInternal_countLines", {t.text(path + "x")}).error.empty());
    std::remove(path.c_str());
    for (std::string_view const refused : {"ModelicaInternal_print", "ModelicaInternal_getenv",
                                           "ModelicaInternal_removeFile", "ModelicaInternal_getTime", "system"}) {
        CHECK(t.call(refused, {t.text("x"), t.text("y")}).is_unknown);
    }
}

TEST_CASE("linear equations") {
    Externals t;
    // A needs an exchange of rows.
    Value const a = Value::array({2, 2}, vector_value({0, 2, 4, 1}).elements());
    Value const b = vector_value({4, 6});
    Value const n = Value::integer(2);
    auto const solved = t.call("dgesv", {n, one, a, n, Value(), b, n, Value()}).arguments;
    CHECK(solved[5] == vector_value({1, 2}));
    CHECK(solved[7] == Value::integer(0));
    auto const lu = t.call("dgetrf", {n, n, a, n, Value(), Value()}).arguments;
    CHECK(lu[2] == Value::array({2, 2}, vector_value({4, 1, 0, 2}).elements()));
    CHECK(lu[4] == integers({2, 2}));
    CHECK(t.call("dgetrs", {t.text("N"), n, one, lu[2], n, lu[4], b, n, Value()}).arguments[6] == vector_value({1, 2}));
    // A' x = b
    CHECK(t.call("dgetrs", {t.text("T"), n, one, lu[2], n, lu[4], vector_value({8, 4}), n, Value()}).arguments[6] ==
          vector_value({1, 2}));
    auto const inverse = t.call("dgetri", {n, lu[2], n, lu[4], Value(), n, Value()}).arguments;
    CHECK(inverse[1] == Value::array({2, 2}, vector_value({-0.125, 0.25, 0.5, 0}).elements()));
    Value const singular = Value::array({2, 2}, vector_value({1, 2, 2, 4}).elements());
    CHECK(t.call("dgesv", {n, one, singular, n, Value(), b, n, Value()}).arguments[7] == n);
    CHECK_FALSE(t.call("dgesv", {n, one, a, n, Value(), vector_value({1, 2, 3}), n, Value()}).error.empty());
}

TEST_CASE("external functions in functions") {
    Externals t;
    FlatFunction& scan = t.function("scan");
    ExprId const text = t.input(scan, "text", types::string);
    ExprId const next = t.output(scan, "next", types::integer);
    ExprId const number = t.output(scan, "number");
    scan.external.emplace();
    scan.external->language = t.name("C");
    scan.external->function = t.name("ModelicaStrings_scanReal");
    scan.external->arguments = {text, t.n(1), t.s.boolean(false), next, number};
    CHECK(t.run("scan", {t.text("2.5 m")}).outputs == std::vector<Value>{Value::integer(4), Value::real(2.5)});

    FlatFunction& compare = t.function("compare");
    Symbol const literals[] = {t.name("Less"), t.name("Equal"), t.name("Greater")};
    ExprId const first = t.input(compare, "a", types::string);
    ExprId const result = t.output(compare, "result", t.s.types().enumeration(t.name("Compare"), literals));
    compare.external.emplace();
    compare.external->language = t.name("C");
    compare.external->function = t.name("ModelicaStrings_compare");
    compare.external->result = result;
    compare.external->arguments = {first, t.str("b"), t.s.boolean(true)};
    CHECK(t.value("compare", {t.text("a")}) == Value::enumeration(1));

    FlatFunction& sine = t.function("sine");
    ExprId const u = t.input(sine, "u");
    ExprId const y = t.output(sine, "y");
    sine.external.emplace();
    sine.external->language = t.name("builtin");
    sine.external->function = t.name("sin");
    sine.external->result = y;
    sine.external->arguments = {u};
    CHECK(t.value("sine", {Value::integer(0)}) == Value::real(0));
    sine.external->language = t.name("C");
    sine.external->function = t.name("my_sine");
    Interpretation const refused = t.run("sine", {Value::real(0)});
    CHECK(refused.failure.error == InterpretError::unsupported);
    CHECK(refused.failure.message.find("`my_sine`") != std::string::npos);
    FunctionInterpreter interpreter(t.s, t.names, t.lookup());
    interpreter.set_external_call([&](Symbol function, FlatExternal const&, std::span<Value const> arguments) {
        ExternalResult answer;
        answer.is_unknown = function != t.name("my_sine");
        answer.value = Value::real(arguments[0].as_real() + 1);
        return answer;
    });
    Value const argument = Value::real(2);
    CHECK(interpreter.call(t.name("sine"), {&argument, 1}).outputs == std::vector<Value>{Value::real(3)});
}
