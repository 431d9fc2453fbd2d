// The built-in filters of the template language.
#include <catch2/catch.hpp>

#include "tests/unit/backends/template_support.h"

using moo::test::rendered;
using nlohmann::json;

namespace {

std::string filtered(std::string const& expression) {
    json const data = {
        {"xs", {{{"n", "b"}, {"v", 2}}, {{"n", "a"}, {"v", 1}}, {{"n", "b"}, {"v", 3}, {"s", {{"t", 7}}}}}}};
    return rendered("{{ " + expression + " }}", data);
}

}  // namespace

TEST_CASE("filters on strings") {
    CHECK(filtered("'aBä' | upper") == "ABä");
    CHECK(filtered("'aBC' | lower") == "abc");
    CHECK(filtered("'aBC' | capitalize") == "Abc");
    CHECK(filtered("' a b\n' | trim") == "a b");
    CHECK(filtered("'xxaxx' | trim('x')") == "a");
    CHECK(filtered("'  ' | trim") == "");
    CHECK(filtered("'a.b.c' | replace('.', '::')") == "a::b::c");
    CHECK(filtered("'a.b.c' | replace('.', '', 1)") == "ab.c");
    CHECK(filtered("'a' | replace('', 'b')") ==
          "t.j2:1:10: error: `replace` needs something to look for [TemplateValue]");
    CHECK(filtered(R"('a\nb\n\nc' | indent)") == "a\n    b\n\n    c");
    CHECK(filtered(R"('a\nb\n' | indent(2, first=true))") == "  a\n  b\n");
    CHECK(filtered(R"('a\n\nb' | indent('> ', blank=true))") == "a\n> \n> b");
    CHECK(filtered("'äb' | length") == "2");
    CHECK(filtered("1 | upper") == "t.j2:1:8: error: `upper` takes a string, not an integer [TypeMismatch]");
    CHECK(filtered("'a' | upper(1)") ==
          "t.j2:1:10: error: `upper` takes at most 0 arguments, but 1 are given [WrongArguments]");
    CHECK(filtered("'a' | uper") ==
          "t.j2:1:10: error: there is no filter `uper` [UnknownName]\nnote: did you mean `upper`?");
}

TEST_CASE("format is printf with checks") {
    CHECK(filtered("'%s-%d-%5.2f%%' | format('a', 3, 2.5)") == "a-3- 2.50%");
    CHECK(filtered("'%05d|%-5d|%+d|%x' | format(42, 42, 42, 255)") == "00042|42   |+42|ff");
    CHECK(filtered("'%e %g' | format(1234.5, 0.5)") == "1.234500e+03 0.5");
    CHECK(filtered("'%-4s|%4s' | format('ä', 'b')") == "ä   |   b");
    CHECK(filtered("'%06.1f' | format(-2.25)") == "-002.2");
    CHECK(filtered("'%d' | format(1.5)") ==
          "t.j2:1:11: error: `format` takes an integer, not a real number [TypeMismatch]");
    CHECK(filtered("'%f' | format('a')") ==
          "t.j2:1:11: error: `format` takes a number here, not a string [TypeMismatch]");
    CHECK(filtered("'%q' | format(1)") ==
          "t.j2:1:11: error: `%q` is not a format; the formats are %s, %d, %x, %f, %e, %g and %% [TemplateValue]");
    CHECK(filtered("'%99999d' | format(1)").find("is not a format") != std::string::npos);
    CHECK(filtered("'%s' | format") ==
          "t.j2:1:11: error: the text has 1 places, but 0 values are given [WrongArguments]");
    CHECK(filtered("'%s' | format(1, 2)") ==
          "t.j2:1:11: error: the text has 1 places, but 2 values are given [WrongArguments]");
}

TEST_CASE("filters on numbers and any value") {
    CHECK(filtered("'42' | int + 1") == "43");
    CHECK(filtered("-2.9 | int") == "-2");
    CHECK(filtered("'2.5' | int") == "2");
    CHECK(filtered("true | int") == "1");
    CHECK(filtered("'x' | int") == "t.j2:1:10: error: `x` is not a number [TemplateValue]");
    CHECK(filtered("1e30 | int") == "t.j2:1:11: error: this number does not fit into an integer [TemplateValue]");
    CHECK(filtered("[] | int") == "t.j2:1:9: error: `int` takes a string, not a list [TypeMismatch]");
    CHECK(filtered("2 | float") == "2.0");
    CHECK(filtered("'1e3' | float") == "1000.0");
    CHECK(filtered("'1e3x' | float") == "t.j2:1:13: error: `1e3x` is not a number [TemplateValue]");
    CHECK(filtered("-3 | abs") == "3");
    CHECK(filtered("-3.5 | abs") == "3.5");
    CHECK(filtered("2.567 | round(2)") == "2.57");
    CHECK(filtered("2.5 | round") == "3.0");
    CHECK(filtered("2.1 | round(method='ceil')") == "3.0");
    CHECK(filtered("2.9 | round(0, 'floor')") == "2.0");
    CHECK(filtered("1 | round(0, 'x')") ==
          "t.j2:1:8: error: `round` has the methods `common`, `ceil` and `floor`, not `x` [TemplateValue]");
    CHECK(filtered("1 | string ~ 'a'") == "1a");
    CHECK(filtered("[1, 'a', none, {'b': true}] | tojson") == R"([1, "a", null, {"b": true}])");
    CHECK(filtered("{'a': [1]} | tojson(2)") == "{\n  \"a\": [\n    1\n  ]\n}");
    CHECK(filtered("[] | tojson(2)") == "[]");
    CHECK(filtered(R"('a"\n' | tojson)") == R"("a\"\n")");
    CHECK(filtered("0 | default(5)") == "0");
    CHECK(filtered("0 | default(5, true)") == "5");
    CHECK(filtered("x | default") == "t.j2:1:8: error: `default` needs a value for `value` [WrongArguments]");
}

TEST_CASE("filters on lists") {
    CHECK(filtered("[1, 2] | length") == "2");
    CHECK(filtered("xs | count") == "3");
    CHECK(filtered("[3, 4] | first") == "3");
    CHECK(filtered("[3, 4] | last") == "4");
    CHECK(filtered("'abc' | last") == "c");
    CHECK(filtered("[] | first") == "t.j2:1:9: error: `first` of nothing [TemplateValue]");
    CHECK(filtered("'ab' | list") == R"(["a", "b"])");
    CHECK(filtered("{'b': 1} | list") == R"(["b"])");
    CHECK(filtered("1 | list") ==
          "t.j2:1:8: error: `list` takes a list, a dictionary or a string, not an integer [TypeMismatch]");
    CHECK(filtered("[1, 2] | reverse") == "[2, 1]");
    CHECK(filtered("'ab' | reverse") == "ba");
    CHECK(filtered("[1, 'a'] | join(', ')") == "1, a");
    CHECK(filtered("xs | join('+', attribute='n')") == "b+a+b");
    CHECK(filtered("xs | map(attribute='n') | join") == "bab");
    CHECK(filtered("xs | map(attribute='s.t', default=0) | list") == "[0, 0, 7]");
    CHECK(filtered("[[1, 2], [3, 4]] | map(attribute=1) | list") == "[2, 4]");
    CHECK(filtered("['a', 'b'] | map('upper') | join") == "AB");
    CHECK(filtered("['a.b'] | map('replace', '.', '_') | join") == "a_b");
    CHECK(filtered("xs | map(attribute='s') | list") == "t.j2:1:9: error: an item has no member `s` [UnknownName]");
    CHECK(filtered("xs | map") ==
          "t.j2:1:9: error: `map` needs `attribute=…` or the name of a filter [WrongArguments]");
    CHECK(filtered("[0, 1, 2] | select | list") == "[1, 2]");
    CHECK(filtered("[0, 1, 2] | select('gt', 1) | list") == "[2]");
    CHECK(filtered("[0, 1, 2] | reject('odd') | list") == "[0, 2]");
    CHECK(filtered("xs | selectattr('n', 'eq', 'b') | map(attribute='v') | list") == "[2, 3]");
    CHECK(filtered("xs | rejectattr('v', 'in', [1, 2]) | map(attribute='v') | list") == "[3]");
    CHECK(filtered("xs | selectattr('s', 'defined') | map(attribute='v') | list") == "[3]");
    CHECK(filtered("xs | selectattr('v') | length") == "3");
    CHECK(filtered("xs | selectattr") == "t.j2:1:9: error: `selectattr` needs the name of a member [WrongArguments]");
    CHECK(filtered("[3, 1, 2] | sort") == "[1, 2, 3]");
    CHECK(filtered("['b', 'a'] | sort(reverse=true)") == R"(["b", "a"])");
    CHECK(filtered("xs | sort(attribute='n') | map(attribute='v') | list") == "[1, 2, 3]");
    CHECK(filtered("[1, 'a'] | sort").find("TypeMismatch") != std::string::npos);
    CHECK(filtered("[1, 2, 1, 1.0, '1'] | unique") == R"([1, 2, "1"])");
    CHECK(filtered("xs | unique(attribute='n') | map(attribute='v') | list") == "[2, 1]");
    CHECK(filtered("[1, 2, 3] | batch(2)") == "[[1, 2], [3]]");
    CHECK(filtered("[1, 2, 3] | batch(2, 0)") == "[[1, 2], [3, 0]]");
    CHECK(filtered("[1] | batch(0)") == "t.j2:1:10: error: `batch` needs a positive number of items [TemplateValue]");
    CHECK(filtered("[1, 2.5] | sum") == "3.5");
    CHECK(filtered("xs | sum(attribute='v', start=10)") == "16");
    CHECK(filtered("[3, 1, 2] | min") == "1");
    CHECK(filtered("xs | max(attribute='v') | tojson").starts_with(R"({"n": "b")"));
    CHECK(filtered("[] | max") == "t.j2:1:9: error: `max` of nothing [TemplateValue]");
    CHECK(
        rendered(
            "{% for k, items in xs | groupby('n') %}{{ k }}:{{ items | map(attribute='v') | join(',') }};{% endfor %}",
            {{"xs", {{{"n", "b"}, {"v", 2}}, {{"n", "a"}, {"v", 1}}, {{"n", "b"}, {"v", 3}}}}}) == "a:1;b:2,3;");
}
