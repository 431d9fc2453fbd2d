// Expressions of the template language, and the messages about wrong ones.
#include <catch2/catch.hpp>

#include "tests/unit/backends/template_support.h"

using moo::test::rendered;
using moo::test::TemplateRun;
using nlohmann::json;

namespace {

std::string value(std::string const& expression, json data = json::object()) {
    return rendered("{{ " + expression + " }}", std::move(data));
}

}  // namespace

TEST_CASE("literals are written as they are read") {
    CHECK(value("1") == "1");
    CHECK(value("1.5") == "1.5");
    CHECK(value("2.0") == "2.0");
    CHECK(value("1e3") == "1000.0");
    CHECK(value("25e-1") == "2.5");
    CHECK(value("9223372036854775807") == "9223372036854775807");
    CHECK(value("true") == "true");
    CHECK(value("False") == "false");
    CHECK(value("'a\"b'") == "a\"b");
    CHECK(value(R"("a\n\t\\\"\'")") == "a\n\t\\\"'");
    CHECK(value("[1, 'a', [2.5, none],]") == R"([1, "a", [2.5, null]])");
    CHECK(value("(1, 2)") == "[1, 2]");
    CHECK(value("(1,)") == "[1]");
    CHECK(value("()") == "[]");
    CHECK(value("{'b': 1, 'a': {'c': []}}") == R"({"a": {"c": []}, "b": 1})");
    CHECK(value("{}") == "{}");
}

TEST_CASE("arithmetic on integers is exact, on reals as usual") {
    CHECK(value("1 + 2 * 3") == "7");
    CHECK(value("(1 + 2) * 3") == "9");
    CHECK(value("10 - 4 - 3") == "3");
    CHECK(value("7 / 2") == "3.5");
    CHECK(value("7 // 2") == "3");
    CHECK(value("-7 // 2") == "-4");
    CHECK(value("-7 % 3") == "2");
    CHECK(value("7 % -3") == "-2");
    CHECK(value("7.5 // 2") == "3.0");
    CHECK(value("7.5 % 2") == "1.5");
    CHECK(value("2 ** 10") == "1024");
    CHECK(value("2 ** -1") == "0.5");
    CHECK(value("-2 ** 2") == "4");
    CHECK(value("- -3") == "3");
    CHECK(value("+3") == "3");
    CHECK(value("1 + 0.5") == "1.5");
}

TEST_CASE("strings and lists are joined and repeated") {
    CHECK(value("'a' ~ 1 ~ true") == "a1true");
    CHECK(value("'a' + 'b'") == "ab");
    CHECK(value("'ab' * 3") == "ababab");
    CHECK(value("'ab' * -1") == "");
    CHECK(value("[1] + [2]") == "[1, 2]");
    CHECK(value("1 + 2 ~ 3") == "t.j2:1:4: error: `+` is not defined for an integer and a string [TypeMismatch]");
}

TEST_CASE("comparison and logic") {
    CHECK(value("1 < 2") == "true");
    CHECK(value("2 <= 1") == "false");
    CHECK(value("2 > 1") == "true");
    CHECK(value("'a' >= 'b'") == "false");
    CHECK(value("1 == 1.0") == "true");
    CHECK(value("1 == '1'") == "false");
    CHECK(value("[1, {'a': 2}] == [1, {'a': 2}]") == "true");
    CHECK(value("{'a': 1} == {'b': 1}") == "false");
    CHECK(value("[1] != [1, 2]") == "true");
    CHECK(value("none == none") == "true");
    CHECK(value("not 1 == 2") == "true");
    CHECK(value("1 and 0 or 'x'") == "x");
    CHECK(value("0 or false") == "false");
    CHECK(value("'' and 1") == "");
    CHECK(value("2 in [1, 2]") == "true");
    CHECK(value("'a' in {'a': 1}") == "true");
    CHECK(value("'bc' in 'abcd'") == "true");
    CHECK(value("2 not in [1, 2]") == "false");
    CHECK(value("'no' if 0 else 'yes' if 1 else 'never'") == "yes");
}

TEST_CASE("members, subscripts and slices") {
    json const data = {{"d", {{"a", {10, 20, 30, 40}}, {"x y", 5}}}, {"s", "aäb"}};
    CHECK(value("d.a[1]", data) == "20");
    CHECK(value("d.a[-1]", data) == "40");
    CHECK(value("d['x y']", data) == "5");
    CHECK(value("d.a[1:3]", data) == "[20, 30]");
    CHECK(value("d.a[:2]", data) == "[10, 20]");
    CHECK(value("d.a[2:]", data) == "[30, 40]");
    CHECK(value("d.a[:]", data) == "[10, 20, 30, 40]");
    CHECK(value("d.a[::2]", data) == "[10, 30]");
    CHECK(value("d.a[::-1]", data) == "[40, 30, 20, 10]");
    CHECK(value("d.a[-2:100]", data) == "[30, 40]");
    CHECK(value("d.a[3:0:-2]", data) == "[40, 20]");
    CHECK(value("d.a[5:]", data) == "[]");
    CHECK(value("s[1]", data) == "ä");
    CHECK(value("s[1:]", data) == "äb");
    CHECK(value("s[::-1]", data) == "bäa");
}

TEST_CASE("a missing name is an error with a hint, unless one asks for it") {
    json const data = {{"model", {{"name", "Ball"}, {"list", {1}}}}};
    CHECK(value("modle", data) ==
          "t.j2:1:4: error: nothing named `modle` is defined here [UnknownName]\nnote: did you mean `model`?");
    CHECK(value("model.nmae", data) ==
          "t.j2:1:4: error: a dictionary has no member `nmae` here [UnknownName]\nnote: did you mean `name`?");
    CHECK(value("model['nam']", data) ==
          "t.j2:1:4: error: a dictionary has no member `nam` here [UnknownName]\nnote: did you mean `name`?");
    CHECK(value("model.list[1]", data) == "t.j2:1:4: error: item 1 of a list that has 1 items [SubscriptOutOfRange]");
    CHECK(value("model.name.x", data) == "t.j2:1:4: error: a string has no member `x` here [UnknownName]");
    CHECK(value("x is defined", data) == "false");
    CHECK(value("model.x.y[3].z is defined", data) == "false");
    CHECK(value("model.list[7] is undefined", data) == "true");
    CHECK(value("model.name is defined", data) == "true");
    CHECK(value("x | default('d')", data) == "d");
    CHECK(value("model.x.y | d(1)", data) == "1");
    CHECK(value("x is number", data) == "t.j2:1:4: error: nothing named `x` is defined here [UnknownName]");
}

TEST_CASE("tests tell kinds and compare") {
    for (char const* const holds :
         {"1 is number",         "1.5 is number",   "1 is integer",    "1.5 is float",
          "'a' is string",       "[1] is sequence", "{} is mapping",   "'a' is iterable",
          "none is none",        "true is boolean", "true is true",    "false is false",
          "2 is even",           "3 is odd",        "-3 is odd",       "9 is divisibleby 3",
          "9 is divisibleby(3)", "1 is eq 1",       "1 is ne 2",       "1 is lt 2",
          "1 is le(1)",          "2 is gt(1)",      "2 is ge(2)",      "1 is in([1])",
          "1 is equalto 1",      "1 is not string", "not 1 is string", "1 is not none and true"}) {
        CHECK(value(holds) == "true");
    }
    CHECK(value("1 is true") == "false");
    CHECK(value("1 is float") == "false");
    CHECK(value("range is callable") == "t.j2:1:4: error: `range` is a function; it can only be called [TypeMismatch]");
    CHECK(value("1 is nmuber") ==
          "t.j2:1:9: error: there is no test `nmuber` [UnknownName]\nnote: did you mean `number`?");
    CHECK(value("'a' is even") == "t.j2:1:11: error: `even` takes an integer, not a string [TypeMismatch]");
    CHECK(value("1 is divisibleby 0") == "t.j2:1:9: error: this divides by zero [TemplateValue]");
}

TEST_CASE("mistakes in expressions say where and what") {
    CHECK(value("1 +") == "t.j2:1:8: error: expected an expression [UnexpectedToken]");
    CHECK(value("1 2") == "t.j2:1:6: error: expected `}}` [UnexpectedToken]");
    CHECK(value("(1") == "t.j2:1:7: error: expected `,` [UnexpectedToken]");
    CHECK(value("[1") == "t.j2:1:7: error: expected `]` [UnexpectedToken]");
    CHECK(value("{'a' 1}") == "t.j2:1:9: error: expected `:` [UnexpectedToken]");
    CHECK(value("1 if 2") == "t.j2:1:11: error: expected `else` [UnexpectedToken]");
    CHECK(value("1 < 2 < 3") ==
          "t.j2:1:10: error: comparisons cannot be chained; combine two of them with `and` [UnexpectedToken]");
    CHECK(value("a.1") == "t.j2:1:6: error: expected a member [UnexpectedToken]");
    CHECK(value("a | 1") == "t.j2:1:8: error: expected a filter [UnexpectedToken]");
    CHECK(value("a is 1") == "t.j2:1:9: error: expected a test [UnexpectedToken]");
    CHECK(value("f(a=1, 2)") ==
          "t.j2:1:11: error: an argument without a name comes after an argument with a name [WrongArguments]");
    CHECK(value("a $ b") ==
          "t.j2:1:6: error: `$` has no meaning in a tag [UnexpectedCharacter]\n"
          "t.j2:1:8: error: expected `}}` [UnexpectedToken]");
    CHECK(value("'a\\q'") == "t.j2:1:6: error: `\\q` is not an escape sequence [UnknownEscape]");
    CHECK(value("9999999999999999999") == "t.j2:1:4: error: this number is too large [NumberMalformed]");
    CHECK(value("1e999") == "t.j2:1:4: error: this number is too large [NumberMalformed]");
    CHECK(rendered("{{ 'a }}") ==
          "t.j2:1:4: error: this string has no end [UnterminatedString]\n"
          "t.j2:1:1: error: this tag has no `}}` [TemplateUnterminated]");
}

TEST_CASE("what cannot be computed is an error") {
    CHECK(value("1 / 0") == "t.j2:1:4: error: this divides by zero [TemplateValue]");
    CHECK(value("1 // 0") == "t.j2:1:4: error: this divides by zero [TemplateValue]");
    CHECK(value("1.0 % 0") == "t.j2:1:4: error: this divides by zero [TemplateValue]");
    CHECK(value("9223372036854775807 + 1") == "t.j2:1:4: error: the result is too large [TemplateValue]");
    CHECK(value("(-9223372036854775807 - 1) // -1") == "t.j2:1:5: error: the result is too large [TemplateValue]");
    CHECK(value("(-9223372036854775807 - 1) % -1") == "0");
    CHECK(value("10 ** 30") == "t.j2:1:4: error: the result is too large [TemplateValue]");
    CHECK(value("1e300 * 1e300") == "t.j2:1:4: error: the result is too large [TemplateValue]");
    CHECK(value("1 < 'a'") == "t.j2:1:4: error: `<` is not defined for an integer and a string [TypeMismatch]");
    CHECK(value("-'a'") == "t.j2:1:4: error: `-` takes a number, not a string [TypeMismatch]");
    CHECK(value("1 in 2") == "t.j2:1:4: error: `in` is not defined for an integer and an integer [TypeMismatch]");
    CHECK(value("none") == "t.j2:1:4: error: none cannot be written as text [TypeMismatch]");
    CHECK(value("'a' ~ none") == "t.j2:1:4: error: none cannot be written as text [TypeMismatch]");
    CHECK(value("1[0]") ==
          "t.j2:1:4: error: a subscript takes a list, a dictionary or a string, not an integer [TypeMismatch]");
    CHECK(value("[1]['a']") == "t.j2:1:8: error: a list takes an integer as subscript, not a string [TypeMismatch]");
    CHECK(value("{'a': 1}[0]") ==
          "t.j2:1:13: error: a dictionary takes a string as subscript, not an integer [TypeMismatch]");
    CHECK(value("{1: 2}") == "t.j2:1:5: error: a dictionary takes a string as key, not an integer [TypeMismatch]");
    CHECK(value("1[:]") == "t.j2:1:4: error: a slice takes a list or a string, not an integer [TypeMismatch]");
    CHECK(value("[1][::0]") == "t.j2:1:4: error: the step of a slice is zero [TemplateValue]");
    CHECK(value("[1]['a':]") == "t.j2:1:4: error: a slice takes integers, not a string [TypeMismatch]");
    CHECK(value("'a'()") == "t.j2:1:4: error: a string cannot be called [TypeMismatch]");
}

TEST_CASE("functions and methods") {
    CHECK(value("range(3)") == "[0, 1, 2]");
    CHECK(value("range(1, 8, 3)") == "[1, 4, 7]");
    CHECK(value("range(3, 0, -1)") == "[3, 2, 1]");
    CHECK(value("range(3, step=-1)") == "[]");
    CHECK(value("dict(b=1, a='x')") == R"({"a": "x", "b": 1})");
    CHECK(value("{'b': 1, 'a': 2}.items()") == R"([["a", 2], ["b", 1]])");
    CHECK(value("{'b': 1, 'a': 2}.keys()") == R"(["a", "b"])");
    CHECK(value("{'b': 1, 'a': 2}.values()") == "[2, 1]");
    CHECK(value("{'a': 2}.get('a')") == "2");
    CHECK(value("{'a': 2}.get('b', 3)") == "3");
    CHECK(value("{'a': 2}.get('b') is none") == "true");
    CHECK(value("'abc'.startswith('ab')") == "true");
    CHECK(value("'abc'.endswith('ab')") == "false");
    CHECK(value("'a.b.c'.split('.')") == R"(["a", "b", "c"])");
    CHECK(value("'a'.split('')") == "t.j2:1:4: error: `split` needs something to look for [TemplateValue]");
    CHECK(value("'a'.spilt('')") ==
          "t.j2:1:4: error: a string has no method `spilt` [UnknownName]\nnote: did you mean `split`?");
    CHECK(value("range(0, 1, 0)") == "t.j2:1:4: error: the step of a range is zero [TemplateValue]");
    CHECK(value("range('a')") == "t.j2:1:4: error: `range` takes an integer, not a string [TypeMismatch]");
    CHECK(value("range()") == "t.j2:1:4: error: `range` needs a value for `start` [WrongArguments]");
    CHECK(value("range(1, 2, 3, 4)") ==
          "t.j2:1:4: error: `range` takes at most 3 arguments, but 4 are given [WrongArguments]");
    CHECK(value("range(1, start=2)") ==
          "t.j2:1:4: error: `range` is given its parameter `start` twice [WrongArguments]");
    CHECK(value("range(1, stpo=2)") ==
          "t.j2:1:4: error: `range` has no parameter `stpo` [WrongArguments]\nnote: did you mean `stop`?");
    CHECK(value("dict(1)") ==
          "t.j2:1:4: error: `dict` takes only arguments with names, such as `count=0` [WrongArguments]");
    CHECK(value("fail('no ' ~ 'inputs')") == "t.j2:1:4: error: no inputs [TemplateFailed]");
}

TEST_CASE("more than one mistake is found in a run, each once") {
    CHECK(rendered("{{ a }}{{ 1 / 0 }}{% for i in range(3) %}{{ b }}{% endfor %}") ==
          "t.j2:1:4: error: nothing named `a` is defined here [UnknownName]\n"
          "t.j2:1:11: error: this divides by zero [TemplateValue]\n"
          "t.j2:1:45: error: nothing named `b` is defined here [UnknownName]");
}

TEST_CASE("data may be nested deeper than a stack") {
    json deep = 1;
    for (int i = 0; i < 100'000; ++i) {
        json level = json::array();
        level.push_back(std::move(deep));
        deep = std::move(level);
    }
    TemplateRun run;
    run.data["deep"] = std::move(deep);
    CHECK(run("{% set a = deep %}{{ a == deep }}{{ [a, a] | unique | length }}{{ (a | tojson) | length }}") ==
          "true1200001");
}

TEST_CASE("large integers of the data become reals rather than wrong") {
    CHECK(value("a", json::parse(R"({"a": 18446744073709551615})")) == "18446744073709551616.0");
    CHECK(value("a + 1", json::parse(R"({"a": 4})")) == "5");
}
