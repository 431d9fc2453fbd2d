// Statements of the template language, white space, other files, and limits.
#include <catch2/catch.hpp>

#include "tests/unit/backends/template_support.h"

using moo::test::rendered;
using moo::test::TemplateRun;
using nlohmann::json;

TEST_CASE("text outside of tags stays as it is") {
    CHECK(rendered("") == "");
    CHECK(rendered("a { b } % # {\n") == "a { b } % # {\n");
    CHECK(rendered("last line without end") == "last line without end");
    CHECK(rendered(std::string("a\0b", 3)) == std::string("a\0b", 3));
}

TEST_CASE("a line with nothing but a statement or comment leaves no trace") {
    CHECK(rendered("a\n  {% if true %}\n    b\n  {% endif %}\nc\n") == "a\n    b\nc\n");
    CHECK(rendered("a\n  {# note #}\nb\n") == "a\nb\n");
    CHECK(rendered("a {% if true %}b{% endif %} c\n") == "a b c\n");
    CHECK(rendered("{% if true %}\r\na\r\n{% endif %}\r\n") == "a\r\n");
    CHECK(rendered("  {{ 1 }}\n  x") == "  1\n  x");
}

TEST_CASE("minus takes white space, plus keeps it") {
    CHECK(rendered("a \n {%- if true -%} \n b {%- endif %}\nc") == "abc");
    CHECK(rendered("a {{- 1 -}} \n b") == "a1b");
    CHECK(rendered("a {#- note -#} b") == "ab");
    CHECK(rendered("a\n  {%+ if true +%}\nb{% endif %}") == "a\n  \nb");
}

TEST_CASE("raw text is not looked at") {
    CHECK(rendered("{% raw %}{{ a }} {% if %} {# {% endraw %}b") == "{{ a }} {% if %} {# b");
    CHECK(rendered("  {% raw %}\n{{ a }}\n  {% endraw %}\nb") == "{{ a }}\nb");
    CHECK(rendered("a {%- raw -%} {{ b }} {%- endraw -%} c") == "a{{ b }}c");
    CHECK(rendered("{% raw %}{% endrawx %}{% endraw %}") == "{% endrawx %}");
}

TEST_CASE("braces of dictionaries do not end a tag") {
    CHECK(rendered("{{ {'a': {'b': 1}}.a.b }}") == "1");
    CHECK(rendered("{{ {'a': {'b': 1}} }}") == R"({"a": {"b": 1}})");
    CHECK(rendered("{{ '}}' }}{{ \"%}\" }}") == "}}%}");
}

TEST_CASE("if chooses the first branch whose condition holds") {
    std::string const text = "{% if x == 1 %}one{% elif x == 2 %}two{% else %}many{% endif %}";
    CHECK(rendered(text, {{"x", 1}}) == "one");
    CHECK(rendered(text, {{"x", 2}}) == "two");
    CHECK(rendered(text, {{"x", 3}}) == "many");
    CHECK(rendered("{% if [] %}a{% endif %}") == "");
}

TEST_CASE("for walks over lists and dictionaries") {
    CHECK(rendered("{% for x in [1, 2] %}{{ x }};{% endfor %}") == "1;2;");
    CHECK(rendered("{% for x in [] %}x{% else %}none{% endfor %}") == "none");
    CHECK(rendered("{% for x in [1] %}x{% else %}none{% endfor %}") == "x");
    CHECK(rendered("{% for k in d %}{{ k }}{% endfor %}", {{"d", {{"b", 1}, {"a", 2}}}}) == "ab");
    CHECK(rendered("{% for k, v in d %}{{ k }}={{ v }};{% endfor %}", {{"d", {{"b", 1}, {"a", 2}}}}) == "a=2;b=1;");
    CHECK(rendered("{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}", {{"d", {{"b", 1}}}}) == "b=1;");
    CHECK(rendered("{% for a, b in [[1, 2], [3, 4]] %}{{ a + b }};{% endfor %}") == "3;7;");
    CHECK(rendered("{% for x in range(6) if x is odd %}{{ x }}/{{ loop.length }};{% endfor %}") == "1/3;3/3;5/3;");
    CHECK(rendered("{% for x in [1, 2] if x > 5 %}x{% else %}none{% endfor %}") == "none");
}

TEST_CASE("a loop knows where it is") {
    CHECK(rendered("{% for x in 'abc'|list %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}"
                   "{{ loop.first }}{{ loop.last }}{{ loop.length }} {% endfor %}") ==
          "1032truefalse3 2121falsefalse3 3210falsetrue3 ");
    CHECK(rendered(
              "{% for x in [1, 2] %}{% for y in [1, 2] %}{{ loop.index }}{% endfor %}{{ loop.index }} {% endfor %}") ==
          "121 122 ");
    CHECK(rendered("{{ loop.index }}") == "t.j2:1:4: error: nothing named `loop` is defined here [UnknownName]");
}

TEST_CASE("what a loop sets ends with the iteration; a namespace outlives it") {
    CHECK(rendered("{% set x = 0 %}{% for i in [1, 2] %}{% set x = x + i %}{{ x }};{% endfor %}{{ x }}") == "1;2;0");
    CHECK(
        rendered("{% set ns = namespace(x=0) %}{% for i in [1, 2] %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}") ==
        "3");
    CHECK(rendered("{% if true %}{% set x = 1 %}{% endif %}{{ x }}") == "1");
    CHECK(rendered("{% set a, b = 1, 2 %}") == "t.j2:1:16: error: expected the end of the tag [UnexpectedToken]");
    CHECK(rendered("{% set a, b = [1, 2] %}{{ b }}{{ a }}") == "21");
    CHECK(rendered("{% set x %}a{{ 1 }}{% endset %}{{ x }}{{ x | length }}") == "a12");
}

TEST_CASE("macros take arguments by position, name and default") {
    std::string const macro = "{% macro f(a, b=2, c=a) %}{{ a }}{{ b }}{{ c }}{% endmacro %}";
    CHECK(rendered(macro + "{{ f(1) }}") == "121");
    CHECK(rendered(macro + "{{ f(1, 3) }}") == "131");
    CHECK(rendered(macro + "{{ f(c=7, a=1) }}") == "127");
    CHECK(rendered(macro + "{{ f(1) | length }}") == "3");
    CHECK(rendered("{% set g = 5 %}{% macro f() %}{{ g }}{% endmacro %}{% for g in [1] %}{{ f() }}{% endfor %}") ==
          "5");
    CHECK(rendered("{% macro f(n) %}{{ n }}{% if n > 0 %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(3) }}") == "3210");
    CHECK(rendered("{% macro f() %}{% endmacro %}{{ f is callable }}") == "true");
    CHECK(rendered(macro + "{{ f() }}") == "t.j2:1:65: error: `f` needs a value for `a` [WrongArguments]");
    CHECK(rendered(macro + "{{ f(1, 2, 3, 4) }}") ==
          "t.j2:1:65: error: `f` takes at most 3 arguments, but 4 are given [WrongArguments]");
    CHECK(rendered(macro + "{{ f(1, a=2) }}") ==
          "t.j2:1:65: error: `f` is given its parameter `a` twice [WrongArguments]");
    CHECK(rendered(macro + "{{ f(1, z=2) }}") == "t.j2:1:65: error: `f` has no parameter `z` [WrongArguments]");
}

TEST_CASE("a mistake in a macro names the call as well") {
    CHECK(rendered("{% macro f(x) %}\n{{ x.y }}\n{% endmacro %}\n{{ f(1) }}") ==
          "t.j2:2:4: error: an integer has no member `y` here [UnknownName]\nt.j2:4:4: note: in the macro `f`, called "
          "here");
}

TEST_CASE("other files are included with the names around, and imported without") {
    TemplateRun run;
    run.files = {{"part", "{{ x }}{% set x = 9 %}{{ x }}"},
                 {"lib", "ignored {% set pi = 3 %}{% macro twice(a) %}{{ a }}{{ a }}{% endmacro %}"}};
    CHECK(run("{% set x = 1 %}{% include 'part' %}{{ x }}{% import 'lib' as m %}{{ m.twice(m.pi) }}") == "19133");
    TemplateRun other;
    other.files = {{"lib", "{{ x }}"}};
    CHECK(other("{% set x = 1 %}{% import 'lib' as m %}") ==
          "lib:1:4: error: nothing named `x` is defined here [UnknownName]\nt.j2:1:19: note: imported here");
    TemplateRun unknown;
    unknown.files = {{"lib", "{% macro area(r) %}{% endmacro %}"}};
    CHECK(unknown("{% import 'lib' as m %}{{ m.aera(1) }}") ==
          "t.j2:1:27: error: an imported template has no member `aera` here [UnknownName]\nnote: did you mean `area`?");
    TemplateRun circle;
    circle.files = {{"a", "{% include 'a' %}"}};
    CHECK(
        circle("{% include 'a' %}")
            .starts_with("a:1:4: error: more than 1000 blocks, expressions and macros are open here [NestingTooDeep]"));
    CHECK(rendered("{% include 1 %}") ==
          "t.j2:1:12: error: the name of a file takes a string, not an integer [TypeMismatch]");
}

TEST_CASE("a mistake in a block names what was opened") {
    CHECK(rendered("{% if a %}x") == "t.j2:1:4: error: this `if` has no `{% endif %}` [TemplateUnterminated]");
    CHECK(rendered("{% for a in b %}x") == "t.j2:1:4: error: this `for` has no `{% endfor %}` [TemplateUnterminated]");
    CHECK(rendered("{% set a %}x") == "t.j2:1:4: error: this `set` has no `{% endset %}` [TemplateUnterminated]");
    CHECK(rendered("{% macro a() %}x") ==
          "t.j2:1:4: error: this `macro` has no `{% endmacro %}` [TemplateUnterminated]");
    CHECK(rendered("x{% endif %}y") == "t.j2:1:5: error: `endif` does not belong to an open block [UnexpectedToken]");
    CHECK(rendered("{% if 1 %}{% endfor %}{% endif %}") ==
          "t.j2:1:14: error: `endfor` does not belong to an open block [UnexpectedToken]\n"
          "t.j2:1:4: note: the innermost open block is this `if`");
    CHECK(rendered("{% if 1 %}{% for x in [] %}{% endif %}") ==
          "t.j2:1:31: error: `endif` does not belong to an open block [UnexpectedToken]\n"
          "t.j2:1:14: note: the innermost open block is this `for`");
    CHECK(rendered("{% if 1 %}{% else %}{% else %}{% endif %}") ==
          "t.j2:1:24: error: `else` does not belong to an open block [UnexpectedToken]\n"
          "t.j2:1:4: note: the innermost open block is this `if`");
}

TEST_CASE("a mistake in a tag is reported, and the next tags are looked at") {
    CHECK(rendered("{% fro x in y %}\n{% if %}{% endif %}\n{{ }}\n{% set 1 %}\n{% %}") ==
          "t.j2:1:4: error: there is no statement `fro` [UnexpectedToken]\n"
          "note: did you mean `for`?\n"
          "t.j2:2:7: error: expected an expression [UnexpectedToken]\n"
          "t.j2:3:4: error: expected an expression [UnexpectedToken]\n"
          "t.j2:4:8: error: expected a name [UnexpectedToken]\n"
          "t.j2:5:4: error: expected a statement [UnexpectedToken]");
    CHECK(rendered("{% for in %}{% endfor %}") == "t.j2:1:8: error: expected a name for the items [UnexpectedToken]");
    CHECK(rendered("{% for x y %}{% endfor %}") == "t.j2:1:10: error: expected `in` [UnexpectedToken]");
    CHECK(rendered("{% set x.y.z = 1 %}") == "t.j2:1:11: error: expected `=` [UnexpectedToken]");
    CHECK(rendered("{% import 'a' %}") == "t.j2:1:15: error: expected `as` [UnexpectedToken]");
    CHECK(rendered("{% macro f %}{% endmacro %}") == "t.j2:1:12: error: expected `(` [UnexpectedToken]");
    CHECK(rendered("{% macro f(a, a) %}{% endmacro %}") ==
          "t.j2:1:15: error: the macro has two parameters named `a` [DuplicateName]");
    CHECK(rendered("{% if 1 %}{% macro f() %}{% endmacro %}{% endif %}") ==
          "t.j2:1:14: error: a macro must be defined outside of all blocks [UnexpectedToken]");
    CHECK(rendered("{% if 1 2 %}{% endif %}") == "t.j2:1:9: error: expected the end of the tag [UnexpectedToken]");
}

TEST_CASE("tags without an end") {
    CHECK(rendered("a {{ 1") == "t.j2:1:3: error: this tag has no `}}` [TemplateUnterminated]");
    CHECK(rendered("a {# 1") == "t.j2:1:3: error: this comment has no `#}` [UnterminatedComment]");
    CHECK(rendered("a {% raw %} 1") == "t.j2:1:3: error: `raw` has no `{% endraw %}` [TemplateUnterminated]");
    CHECK(rendered("{% set x = 1").starts_with("t.j2:1:1: error: this tag has no `%}` [TemplateUnterminated]"));
}

TEST_CASE("wrong values in statements") {
    CHECK(rendered("{% for x in 1 %}{% endfor %}") ==
          "t.j2:1:13: error: a loop cannot iterate over an integer [TypeMismatch]");
    CHECK(rendered("{% for a, b in [1] %}{% endfor %}") ==
          "t.j2:1:4: error: there are 2 names here, but the value is an integer [TypeMismatch]");
    CHECK(rendered("{% for a, b in [[1]] %}{% endfor %}") ==
          "t.j2:1:4: error: there are 2 names here, but the list has 1 items [TypeMismatch]");
    CHECK(rendered("{% set x = 1 %}{% set x.y = 2 %}") ==
          "t.j2:1:19: error: `x` is not a namespace, so its members cannot be set [TypeMismatch]");
    CHECK(rendered("{% set n = namespace() %}{% set n.n = n %}") ==
          "t.j2:1:29: error: a namespace cannot be part of a list, a dictionary or a namespace [TypeMismatch]");
    CHECK(rendered("{% macro f() %}{% endmacro %}{{ [f] }}") ==
          "t.j2:1:33: error: a macro cannot be part of a list, a dictionary or a namespace [TypeMismatch]");
    CHECK(rendered("{{ namespace() }}") == "t.j2:1:4: error: a namespace cannot be written as text [TypeMismatch]");
}

TEST_CASE("an endless recursion is named once, with a few of its calls") {
    std::string const found = rendered("{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}");
    CHECK(found.find("error: more than 1000 blocks, expressions and macros are open here [NestingTooDeep]") !=
          std::string::npos);
    CHECK(std::count(found.begin(), found.end(), '\n') == 10);
}

TEST_CASE("no template can hang the tool or eat the machine") {
    CHECK(rendered(std::string(500, '(') + "x") == std::string(500, '(') + "x");
    CHECK(rendered("{{ " + std::string(500, '(') + "1" + std::string(500, ')') + " }}") ==
          "t.j2:1:104: error: this is nested more than 100 levels deep [NestingTooDeep]");
    CHECK(rendered("{{ " + std::string(500, '-') + "1 }}").find("NestingTooDeep") != std::string::npos);
    std::string sum = "{{ 1";
    for (int i = 0; i < 1000; ++i) sum += "+1";
    CHECK(rendered(sum + " }}").find("this is nested more than 500 levels deep [NestingTooDeep]") != std::string::npos);
    std::string blocks;
    for (int i = 0; i < 500; ++i) blocks += "{% if 1 %}";
    CHECK(rendered(blocks).find("blocks are nested more than 100 levels deep [NestingTooDeep]") != std::string::npos);

    CHECK(rendered("{{ range(10 ** 15) }}") ==
          "t.j2:1:4: error: this range has more than 10000000 items [TemplateLimit]");
    CHECK(rendered("{{ 'a' * 10 ** 15 }}") ==
          "t.j2:1:4: error: this makes a text of more than 1073741824 bytes [TemplateLimit]");
    CHECK(rendered("{% set n = namespace(x=1) %}{% for i in range(200) %}{% set n.x = [n.x] %}{% endfor %}") ==
          "t.j2:1:57: error: this value is a list of lists of lists, too many levels deep [NestingTooDeep]");

    TemplateRun slow;
    slow.environment.limits.steps = 10'000;
    CHECK(slow("{% for i in range(1000) %}{% for j in range(1000) %}{% endfor %}{% endfor %}") ==
          "t.j2:1:30: error: the template takes more than 10000 steps [TemplateLimit]");
    TemplateRun large;
    large.environment.limits.text = 1000;
    CHECK(large("{% for i in range(1000) %}ten bytes {% endfor %}") ==
          "t.j2:1:27: error: this makes a text of more than 1000 bytes [TemplateLimit]");

    std::string mistakes;
    for (int i = 0; i < 1000; ++i) mistakes += "{{ ) }}";
    std::string const found = rendered(mistakes);
    CHECK(std::count(found.begin(), found.end(), '\n') == 20);
}
