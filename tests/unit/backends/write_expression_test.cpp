// Expressions, names, strings and comments in a target language.
#include "backends/template/write_expression.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "backends/template/target_filters.h"
#include "tests/unit/backends/template_support.h"

using namespace moo::tmpl;
using nlohmann::json;

namespace {

// A language with what has to be told apart: precedences, sides, calls, an index base of 1.
char const* const test_table = R"json({
    "name": "test",
    "index_base": 1,
    "literals": {"true": "T", "false": "F", "integer": "{1}"},
    "operators": {
        "+": {"spelling": " + ", "precedence": 10, "associativity": "left"},
        "-": {"spelling": " - ", "precedence": 10, "associativity": "left"},
        "*": {"spelling": "*", "precedence": 11, "associativity": "left"},
        "unary -": {"spelling": "-", "precedence": 12},
        "^": {"spelling": "^", "precedence": 13, "associativity": "right"},
        "/": "div({1}, {2})",
        "not": {"spelling": "!", "precedence": 12},
        "<": {"spelling": " < ", "precedence": 6},
        "<=": {"spelling": " <= ", "precedence": 6},
        "<>": {"spelling": " != ", "precedence": 6},
        "and": {"spelling": " & ", "precedence": 4, "associativity": "both"},
        "or": {"spelling": " | ", "precedence": 3, "associativity": "both"}
    },
    "functions": {
        "sin": "sin", "max": "maximum", "square": {"pattern": "{1}**2", "precedence": 13}, "initial": "(phase == 0)"
    },
    "forms": {
        "if": {"pattern": "{1} ? {2} : {3}", "precedence": 2, "operands": [3, 3, 2]},
        "time": "t", "relation": "memory({index}, {1})", "array": "[{*}]", "subscript": "{1}[{*}]",
        "field": "{1}.{identifier}", "enum": "{identifier}({index}, {ordinal})", "call": "{identifier}({*})", "local": "{identifier}",
        "output": "{identifier}({*}).out{index}", "sampling": "sampled[{index}]",
        "shared": "cse[{index}]"
    },
    "variables": [
        {"type": "Boolean", "value": "(b[{index}] != 0)"},
        {"role": "parameter", "value": "p_{identifier}"},
        {"value": "v[{index}]", "derivative": "dx[{state}]", "previous": "pre[{index} /* {name} */]"}
    ],
    "targets": [{"value": "store[{index}]"}],
    "strings": {
        "open": "\"", "close": "\"", "control": "\\x{hex}", "escapes": {"\"": "\\\"", "\\": "\\\\", "#": "\\#"}
    },
    "comment": {"forbidden": ["*/", "/*"]},
    "identifier": {"reserved": ["int", "while"]}
})json";

struct Fixture {
    moo::SourceManager sources;
    moo::Diagnostics diagnostics;
    LanguageTable language = read(test_table);
    json model = json::parse(R"({
        "files": ["Ball.mo", "lib/package.mo"],
        "types": [{"kind": "enumeration", "name": "Lib.Color", "members": [{"name": "green"}, {"name": "red"}]}],
        "variables": [{"name": "x", "type": "Real", "role": "state"},
                      {"name": "y */ 2", "type": "Real", "role": "algebraic"},
                      {"name": "on", "type": "Boolean", "role": "discrete"},
                      {"name": "a.b", "type": "Real", "role": "parameter"}],
        "shared": [["+", "x", ["int", 1]], ["relation", 2, ["<", ["shared", 1], 2.5]], ["and", "on", ["shared", 2]],
                   ["call", "f", "x"]],
        "aliases": [{"variable": "p", "target": "q"}, {"variable": "q", "target": "x"}],
        "functions": [{"name": "f", "body": [{"kind": "call", "a": ["call", "g"]}]}, {"name": "g"}, {"name": "unused"}],
        "integration": [{"equations": [{"target": "y */ 2", "value": ["output", 1, ["shared", 4]],
                                        "known": [{"by": "x", "value": ["call", "unused"]}]}]}],
        "zeroCrossings": [{"function": ["-", 1.5, "x"], "relation": ["relation", 1, ["<", "x", 1.5]]},
                          {"function": ["-", 2.5, ["shared", 1]], "relation": ["shared", 2]}]})");
    ExpressionWriter writer{language, Value::of(model)};

    LanguageTable read(std::string const& text) {
        moo::FileId const file = sources.add("table.json", text);
        auto table = read_language_table(file, sources, diagnostics);
        REQUIRE(table.has_value());
        return *table;
    }
    std::string text(char const* expression) {
        json const data = json::parse(expression);
        try {
            return writer.write(Value::of(data));
        } catch (CannotWrite const& failure) {
            return "error: " + failure.problem;
        }
    }
    std::string target(char const* expression) {
        json const data = json::parse(expression);
        return writer.write_target(Value::of(data));
    }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "parentheses stand where the language needs them") {
    CHECK(text(R"(["+", ["+", "x", 1], 2])") == "v[1] + 1.0 + 2.0");
    CHECK(text(R"(["-", "x", ["-", 1, 2]])") == "v[1] - (1.0 - 2.0)");
    CHECK(text(R"(["*", ["+", "x", 1], 2])") == "(v[1] + 1.0)*2.0");
    CHECK(text(R"(["-", ["*", "x", 2]])") == "-(v[1]*2.0)");
    CHECK(text(R"(["-", ["-", "x"]])") == "-(-v[1])");
    CHECK(text(R"(["^", ["^", "x", 2], ["^", 3, 4]])") == "(v[1]^2.0)^3.0^4.0");
    CHECK(text(R"(["^", ["-", "x"], 2])") == "(-v[1])^2.0");
    CHECK(text(R"(["^", -2, 2])") == "(-2.0)^2.0");
    CHECK(text(R"(["*", "x", -2.5])") == "v[1]*-2.5");
    CHECK(text(R"(["/", ["+", "x", 1], ["-", 2]])") == "div(v[1] + 1.0, -2.0)");
    CHECK(text(R"(["and", ["or", true, "on"], ["not", ["<=", "x", 1]]])") == "(T | (b[3] != 0)) & !(v[1] <= 1.0)");
    CHECK(text(R"(["and", "on", ["and", "on", false]])") == "(b[3] != 0) & (b[3] != 0) & F");
    CHECK(text(R"(["<", ["<", 1, 2], 3])") == "(1.0 < 2.0) < 3.0");
    CHECK(text(R"(["if", "on", 1, ["if", ["if", true, true, "on"], 2, 3]])") ==
          "(b[3] != 0) ? 1.0 : (T ? T : (b[3] != 0)) ? 2.0 : 3.0");
    CHECK(text(R"(["+", ["if", "on", 1, 2], 3])") == "((b[3] != 0) ? 1.0 : 2.0) + 3.0");
    CHECK(text(R"(["square", ["+", "x", 1]])") == "(v[1] + 1.0)**2");
    CHECK(text(R"(["*", ["square", "x"], 2])") == "v[1]**2*2.0");
}

TEST_CASE_METHOD(Fixture, "leaves, functions and structure") {
    CHECK(text("3") == "3.0");
    CHECK(text(R"(["int", 3])") == "3");
    CHECK(text(R"(["*", 2.0, ["int", -3]])") == "2.0*-3");
    CHECK(text(R"(["^", ["int", -2], ["int", 2]])") == "(-2)^2");
    CHECK(text("3.0") == "3.0");
    CHECK(text("1e-7") == "1e-07");
    CHECK(text(R"(["time"])") == "t");
    CHECK(text(R"(["der", "x"])") == "dx[1]");
    CHECK(text(R"(["pre", "y */ 2"])") == "pre[2 /* y *_ 2 */]");
    CHECK(text(R"("a.b")") == "p_a_b_qd");
    CHECK(text(R"(["string", "a\"#{b}"])") == R"("a\"\#{b}")");
    CHECK(text(R"(["max", ["sin", "x"], 2])") == "maximum(sin(v[1]), 2.0)");
    CHECK(text(R"(["max", ["int", 1], ["int", 2], {"type": "Integer"}])") == "maximum(1, 2)");
    CHECK(text(R"(["initial"])") == "(phase == 0)");
    CHECK(text(R"(["edge", "on"])") == "(b[3] != 0) & !pre[3 /* on */]");
    CHECK(text(R"(["change", "x"])") == "v[1] != pre[1 /* x */]");
    CHECK(text(R"(["smooth", 1, ["+", "x", 1]])") == "v[1] + 1.0");
    CHECK(text(R"(["semiLinear", "x", 2, 3])") ==
          "error: the table of the language `test` has no form for `>=`");
    CHECK(text(R"(["homotopy", "x", 1])") == "v[1]");
    CHECK(text(R"(["array", 1, ["+", "x", 1]])") == "[1.0, v[1] + 1.0]");
    CHECK(text(R"(["subscript", ["local", "a"], ["int", 1], ["local", "i"]])") == "a[1, i]");
    CHECK(text(R"(["subscript", ["local", "a"], ["-", ["end"], ["int", 1]]])") ==
          "error: the table of the language `test` has no form for `size`");
    CHECK(text(R"(["field", ["local", "r"], "re"])") == "r.re");
    CHECK(text(R"(["enum", "Lib.Color", "red"])") == "Lib_Color_red_qdd(2, 2)");
    CHECK(text(R"(["call", "Lib.f", "x", 1])") == "Lib_f_qd(v[1], 1.0)");
    CHECK(text(R"(["output", 2, ["call", "f", "x"]])") == "f(v[1]).out2");
    CHECK(text(R"(["output", 1, ["shared", 4]])") == "f(v[1]).out1");
    CHECK(text(R"(["local", "while"])") == "while_q");
    CHECK(text(R"(["record", "Lib.R", 1])") == "error: the table of the language `test` has no form for `record`");
    CHECK(text(R"(["shared", 3])") == "cse[3]");
    CHECK(target(R"("x")") == "store[1]");
    CHECK(target(R"(["der", "x"])") == "dx[1]");
    CHECK(target(R"(["pre", "x"])") == "pre[1 /* x */]");
}

TEST_CASE_METHOD(Fixture, "a language that counts from zero has other subscripts") {
    LanguageTable zero = language;
    zero.index_base = 0;
    ExpressionWriter const other(zero, Value::of(model));
    json const constant = json::parse(R"(["subscript", ["local", "a"], ["int", 3]])");
    json const variable = json::parse(R"(["subscript", ["local", "a"], ["local", "i"]])");
    CHECK(other.write(Value::of(constant)) == "a[2]");
    CHECK(other.write(Value::of(variable)) == "a[i - 1]");
}

TEST_CASE_METHOD(Fixture, "a relation with a number is remembered, but not inside noEvent") {
    CHECK(text(R"(["if", ["relation", 1, ["<", "x", 1.5]], 1, 2])") == "memory(1, v[1] < 1.5) ? 1.0 : 2.0");
    CHECK(text(R"(["noEvent", ["relation", 1, ["<", "x", 1.5]]])") == "v[1] < 1.5");
    CHECK(text(R"(["and", ["noEvent", ["<", "x", 1.5]], ["relation", 1, ["<", "x", 1.5]]])") ==
          "v[1] < 1.5 & memory(1, v[1] < 1.5)");
    CHECK(text(R"(["<", "x", 1.5])") == "v[1] < 1.5");
    language.forms.erase("relation");
    CHECK(text(R"(["relation", 1, ["<", "x", 1.5]])") == "v[1] < 1.5");
}

TEST_CASE_METHOD(Fixture, "a form for a remembered value need not show how it is computed") {
    CHECK(text(R"(["sampling", 2, ["sample", 0, 0.1, {"type": "Boolean"}]])") == "sampled[2]");
    CHECK(text(R"(["delayed", 1, ["delay", "x", 1]])") ==
          "error: the table of the language `test` has no form for `delay`");
    CHECK(text(R"(["relation", "x", true])") == "error: `[\"relation\", \"x\", true]` is not an expression");
}

TEST_CASE_METHOD(Fixture, "shared expressions are written out where the language has no form for them") {
    language.forms.erase("shared");
    CHECK(text(R"(["*", 2, ["shared", 1]])") == "2.0*(v[1] + 1)");
    CHECK(text(R"(["shared", 3])") == "(b[3] != 0) & memory(2, v[1] + 1 < 2.5)");
    CHECK(text(R"(["noEvent", ["shared", 3]])") == "(b[3] != 0) & v[1] + 1 < 2.5");
}

TEST_CASE_METHOD(Fixture, "a shared expression in noEvent is written out, as its relations are not remembered there") {
    CHECK(text(R"(["shared", 2])") == "cse[2]");
    CHECK(text(R"(["noEvent", ["shared", 2]])") == "v[1] + 1 < 2.5");
}

TEST_CASE_METHOD(Fixture, "arrays have forms of their own, in which numbers may be written as arrays") {
    language = read(R"json({
        "name": "test",
        "operators": {"*": {"spelling": "*", "precedence": 11, "associativity": "left"},
                      "-": {"spelling": " - ", "precedence": 10, "associativity": "left"}},
        "functions": {"sin": "sin"},
        "forms": {"local": "{identifier}", "subscript": "at({1}, {*})", "call": "{identifier}({*})"},
        "arrays": {
            "scalar operand": "array({1})", "*": "product({1}, {2})", "sum": "sum", "size": "size({1}, {2})",
            "subscript": "part({1}, {*})", "store": "store({1}, {2}, {*})", "range": "range({1}, {2}, {3})", "whole": "(ALL)"
        }
    })json");
    json const function = json::parse(R"({"variables": [
        {"name": "u", "type": {"element": "Real", "sizes": [null]}, "role": "input"},
        {"name": "n", "type": "Integer", "role": "input"}]})");
    auto const written = [&](char const* expression) {
        json const data = json::parse(expression);
        try {
            return writer.write(Value::of(data), Value::of(function));
        } catch (CannotWrite const& failure) {
            return "error: " + failure.problem;
        }
    };
    CHECK(written(R"(["*", 2, ["local", "n"]])") == "2.0*n");
    CHECK(written(R"(["*", 2, ["local", "u"], {"type": {"element": "Real", "sizes": [null]}}])") ==
          "product(array(2.0), u)");
    CHECK(written(R"(["*", 2, ["sum", ["local", "u"]]])") == "2.0*sum(u)");
    CHECK(written(R"(["subscript", ["local", "u"], ["local", "n"]])") == "at(u, n - 1)");
    CHECK(written(R"(["subscript", ["local", "u"], ["end"]])") == "at(u, size(u, array(1)) - 1)");
    CHECK(written(R"(["subscript", ["local", "u"], ["range", ["int", 2], ["end"], {"type": {"element": "Integer", "sizes": [null]}}],
                      {"type": {"element": "Real", "sizes": [null]}}])") ==
          "part(u, range(array(2), array(1), array(size(u, array(1)))))");
    CHECK(written(R"(["store", ["local", "u"], ["local", "u"], ["whole"], {"type": {"element": "Real", "sizes": [null]}}])") ==
          "store(u, u, (ALL))");
    CHECK(written(R"(["call", "f", ["local", "u"], ["local", "n"], {"type": {"element": "Real", "sizes": [2]}}])") ==
          "f(u, n)");
    CHECK(written(R"(["sin", ["local", "u"], {"type": {"element": "Real", "sizes": [null]}}])") ==
          "error: the table of the language `test` has no form for `sin` of arrays");
}

TEST_CASE_METHOD(Fixture, "what a template can ask about a document") {
    moo::test::TemplateRun run;
    add_document(run.environment, Value::of(model));
    run.data["e"] = json::parse(R"(["and", ["relation", 1, ["<", "x", 1.5]], ["shared", 3]])");
    run.data["quiet"] = json::parse(R"(["noEvent", ["relation", 1, ["<", "x", 1.5]]])");
    run.data["der"] = json::parse(R"(["relation", 1, ["<", ["der", "x"], 1.5]])");
    CHECK(run("{{ e | relations }} {{ e | relations(['x']) }} {{ e | relations(['on']) }} {{ quiet | relations }}") ==
          "[1, 2] [1, 2] [] []");
    CHECK(run("{{ der | relations(['x']) }} {{ der | relations([['der', 'x']]) }}") == "[] [1]");
    CHECK(run("{% for f in functions %}{{ f.name }} {% endfor %}") == "f g ");
    CHECK(run("{% for each in aliases %}{{ each.variable }} {% endfor %}") == "q p ");
}

TEST_CASE_METHOD(Fixture, "what the language or the document does not have is named") {
    CHECK(text(R"(["shared", 5])") == "error: `[\"shared\", 5]` is not an expression");
    CHECK(text(R"(["enum", "Lib.Color", "blue"])") ==
          "error: `[\"enum\", \"Lib.Color\", \"blue\"]` is not an expression");
    CHECK(text(R"(["delay", "x", 1])") == "error: the table of the language `test` has no form for `delay`");
    CHECK(text(R"("z")") == "error: the document has no variable `z`");
    CHECK(text(R"(["der", "on"])") ==
          "error: the table of the language `test` has no form for `on`, which has no `state`");
    CHECK(text(R"(["+", 1])") == "error: `[\"+\", 1]` is not an expression");
    CHECK(text(R"(["+", 1, 2, 3])") == "error: `[\"+\", 1, 2, 3]` is not an expression");
    CHECK(text(R"([])") == "error: `[]` is not an expression");
    CHECK(text(R"([1, 2])") == "error: `[1, 2]` is not an expression");
    CHECK(text(R"(null)") == "error: `null` is not an expression");
    CHECK(text(R"({"a": 1})") == "error: `{\"a\": 1}` is not an expression");
    CHECK(text(R"(["der", ["+", 1, 2]])") ==
          "error: the table of the language `test` has no form for `der` of something that is not a variable");
    CHECK(text(R"(["call"])") == "error: `[\"call\"]` is not an expression");
}

TEST_CASE_METHOD(Fixture, "a sum of a hundred thousand terms is written without recursion") {
    json sum = "x";
    for (int i = 0; i < 100'000; ++i) {
        json next = json::array({"+"});
        next.push_back(std::move(sum));
        next.push_back(1);
        sum = std::move(next);
    }
    CHECK(writer.write(Value::of(sum)).size() == 4 + 6 * 100'000);
}

TEST_CASE_METHOD(Fixture, "names of a model can do no harm in strings and comments") {
    CHECK(quote(language, "a\"b\\c\n\x7f#{x}") == R"("a\"b\\c\x0a\x7f\#{x}")");
    CHECK(quote(language, "ä") == "\"ä\"");
    CHECK(comment_text(language, "x */ y /* z\n\r\t") == "x *_ y /_ z___");
    CHECK(comment_text(language, "**//") == "**_/");
    CHECK(comment_text(language, "a\u2028b\u202ec\u0085ä") == "a_b_c_ä");
    CHECK(comment_text(language, "bad \xff byte") == "bad _ byte");
}

TEST_CASE_METHOD(Fixture, "different names have different identifiers, and all are plain") {
    CHECK(identifier(language, "height") == "height");
    CHECK(identifier(language, "v_new2") == "v_new2");
    CHECK(identifier(language, "a.b[2].c") == "a_b_2__c_qdlrd");
    CHECK(identifier(language, "int") == "int_q");
    std::set<std::string> found;
    std::vector<std::string> const names = {
        "a",    "a.b",  "a_b", "a_b_qd", "a_b_qdu", "a b",  "a,b", "a[b]",  "int",       "int_q", "int_qu", "int_q_q",
        "",     "_",    "n",   "n_qn",   "n_qnu",   "2",    "n2",  "n2_qn", "a\nb",      "a\"b",  "ä",      "a__b",
        "a._b", "a_.b", "_q",  "a_q",    "a_qx",    "x2fz", "/",   "a/b",   "a_b_qx2fz", "while", "A.B",    "A_B"};
    for (std::string const& name : names) {
        std::string const made = identifier(language, name);
        INFO(name << " " << made);
        CHECK(found.insert(made).second);
        CHECK(made.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
              std::string::npos);
        CHECK((made[0] != '_' && (made[0] < '0' || made[0] > '9')));
    }
}

TEST_CASE_METHOD(Fixture, "the filters in a template, with a language and without") {
    moo::test::TemplateRun run;
    add_target_filters(run.environment, &language, &writer);
    run.data["e"] = json::parse(R"(["+", "x", 1])");
    CHECK(run("{{ e | expr }};{{ ['der', 'x'] | target }};{{ 'a.b' | identifier }};{{ '*/' | comment }};{{ 'a\"' | "
              "quote }}") == "v[1] + 1.0;dx[1];a_b_qd;*_;\"a\\\"\"");
    moo::test::TemplateRun wrong;
    add_target_filters(wrong.environment, &language, &writer);
    CHECK(wrong("{{ ['sample', 1] | expr }}{{ 'z' | expr }}{{ 1 | comment }}{{ {} | target }}") ==
          "t.j2:1:20: error: the table of the language `test` has no form for `sample` [LanguageLacks]\n"
          "t.j2:1:36: error: the document has no variable `z` [UnknownName]\n"
          "t.j2:1:50: error: `comment` takes a string, not an integer [TypeMismatch]\n"
          "t.j2:1:68: error: `{}` is not an expression [TypeMismatch]");
    moo::test::TemplateRun places;
    add_document(places.environment, Value::of(model));
    CHECK(places("{{ '2:14:5' | place }} {{ variables.x.state }} {{ variables['a.b'].index }}") ==
          "lib/package.mo:14:5 0 3");
    CHECK(places("{{ '3:14:5' | place }}") ==
          "t.j2:1:15: error: `3:14:5` is not a place of the document, such as `1:14:5` [TemplateValue]");
    moo::test::TemplateRun none;
    add_target_filters(none.environment, nullptr, nullptr);
    CHECK(none("{{ 1 | expr }}") ==
          "t.j2:1:8: error: `expr` needs to know the target language; give its table by `--language` [LanguageLacks]");
}

TEST_CASE_METHOD(Fixture, "a language can have parentheses, separators and other functions of its own") {
    language = read(R"json({
        "name": "markup",
        "operators": {"+": {"spelling": " plus ", "precedence": 10, "associativity": "left"},
                      "*": {"spelling": " times ", "precedence": 11, "associativity": "left"}},
        "functions": {"otherwise": "{text}({*})", "noEvent": "calm({1})", "edge": "rise({1})"},
        "forms": {"relation": "({1})", "shared": "see({index})"},
        "parentheses": "[{1}]", "separator": "; ",
        "variables": [{"value": {"pattern": "<{text}>", "precedence": 1000}}],
        "strings": {"escapes": {"*": "&star;"}}
    })json");
    CHECK(text(R"(["*", ["+", "x", 1], 2])") == "[<x> plus 1.0] times 2.0");
    CHECK(text(R"(["max", "x", ["+", "x", 1]])") == "max(<x>; <x> plus 1.0)");
    CHECK(text(R"(["smooth", ["int", 1], "x"])") == "<x>");
    CHECK(text(R"(["edge", "on"])") == "rise(<on>)");
    CHECK(text(R"(["noEvent", ["shared", 2]])") == "calm(see(1))");
    CHECK(text(R"("y */ 2")") == "<y &star;/ 2>");
}
