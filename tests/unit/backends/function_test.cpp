// Functions of a model on the interpreter: how they fail, and what is easily got wrong.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>

#include "backends/common/permit_externals.h"
#include "backends/cpp/emit_cpp.h"
#include "backends/interpret/interpreted_model.h"
#include "moo/check/verify_document.h"
#include "moo/expr/operator_table.h"
#include "moo/program/check_program.h"
#include "runtime/instance/instance.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/translate_text.h"

namespace {

using namespace moo;
using namespace moo::test;

struct Outcome {
    MooStatus status = MOO_OK;
    std::vector<std::string> messages;
    std::map<std::string, double> values;
};

// Initializes `model M <text> end M;`.
Outcome initialize(std::string const& text) {
    SourceManager sources;
    Interner interner;
    Document const document = translate_text("model M\n" + text + "\nend M;\n", sources, interner);
    Diagnostics diagnostics;
    REQUIRE(verify_document(document, diagnostics));
    ModelProgram program = lower_model(document, interner, sources);
    ExternalTrust trust = ExternalTrust::everything();
    bool const good = check_program(program, diagnostics) && permit_externals(program, interner, trust, diagnostics);
    INFO(render_text(diagnostics, sources));
    REQUIRE(good);
    InterpretedModel const interpreted(std::move(program), sources);
    MooModel const& model = interpreted.model();
    Outcome outcome;
    runtime::Messages messages([&](auto, std::string_view said) { outcome.messages.emplace_back(said); });
    runtime::Instance instance(model, messages);
    outcome.status = model.parameters(instance.raw());
    if (outcome.status == MOO_OK) outcome.status = model.initialize(instance.raw());
    if (outcome.status == MOO_OK) outcome.status = model.outputs(instance.raw());
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        std::uint32_t const target = model.variables[i].alias_of;
        outcome.values[model.variables[i].name] = instance.raw()->value[target == 0 ? i : target - 1];
    }
    return outcome;
}

void fails_with(std::string const& text, std::string const& message) {
    Outcome const outcome = initialize(text);
    CHECK(outcome.status == MOO_RECOVERABLE);
    REQUIRE(outcome.messages.size() == 1);
    CHECK(outcome.messages[0] == message);
}

}  // namespace

TEST_CASE("files of a large model declare the functions that others of them call") {
    SourceManager sources;
    Interner interner;
    std::string const text =
        "model M parameter Integer n = 1600; Real x[n](each start = 1, each fixed = true); Real y[n];\n"
        "Integer c[60](each start = 0, each fixed = true);\n"
        "equation for i in 1:n loop der(x[i]) = y[i]; y[i] = sin(i*x[i]); end for;\n"
        "for i in 1:60 loop when x[i] > 1 + 0.001*i then c[i] = pre(c[i]) + 1; end when; end for; end M;\n";
    Document const document = translate_text(text, sources, interner);
    CppModel const model = emit_cpp_model(lower_model(document, interner, sources), interner, sources, "M");
    REQUIRE(model.files.size() > 2);
    std::string const& header = model.files.back().text;
    INFO(header);
    CHECK(header.find("MooStatus derivatives_2(MooInstance* m);") != std::string::npos);
    CHECK(header.find("MooStatus update(MooInstance* m);") != std::string::npos);
}

TEST_CASE("a function that fails says what and where") {
    fails_with(
        "function f input Integer n; output Real y; protected Real v[2] = {1, 2};\n algorithm y := v[n]; end f;\n"
        "Real y = f(3);",
        "model.mo:3:12, in `M.f`: subscript 3 is out of range: dimension 1 has size 2");
    fails_with(
        "function f input Integer n; output Real y; protected Real m[2, 3];\n algorithm m[1, n] := 1; y := sum(m); "
        "end f;\nReal y = f(4);",
        "model.mo:3:12, in `M.f`: subscript 4 is out of range: dimension 2 has size 3");
    fails_with(
        "function f input Real x; output Real y;\n algorithm assert(x < 1, \"x is \" + String(x)); y := x; end f;\n"
        "Real y = f(2.5);",
        "model.mo:3:12, in `M.f`: x is 2.5");
    fails_with("function f input Integer n; output Integer y;\n algorithm y := div(7, n); end f;\nInteger y = f(0);",
               "model.mo:3:12, in `M.f`: division by zero");
    fails_with("function f input Integer n; output Integer y;\n algorithm y := 1 + f(n + 1); end f;\nInteger y = f(0);",
               "model.mo:2:10, in `M.f`: functions call each other without end");
    fails_with(
        "function f input Real v[:]; input Real w[size(v, 1)]; output Real y;\n algorithm y := v*w; end f;\n"
        "function g input Real v[:]; output Real y; algorithm y := f(v, v[1:2]); end g;\nReal y = g({1, 2, 3});",
        "model.mo:2:40, in `M.f`: dimension 1 of `w` is 2; it should be 3");
    fails_with(
        "function f input Integer n; output Real y; protected Real v[3];\n algorithm v := fill(1, n); y := v[1]; "
        "end f;\nReal y = f(2);",
        "model.mo:3:12, in `M.f`: the sizes of arrays differ: [3] and [2]");
    fails_with("function f input Integer n; output Real y;\n algorithm y := sum(zeros(n)); end f;\nReal y = f(-1);",
               "model.mo:3:12, in `M.f`: the size of an array is negative");
    fails_with("parameter Integer n = 0;\nInteger y = div(3, n);", "model.mo:3:13: division by zero");
}

TEST_CASE("a warning of a function goes on") {
    Outcome const outcome = initialize(
        "function f input Real x; output Real y;\n"
        "algorithm assert(x < 1, \"large\", AssertionLevel.warning); y := 2*x; end f;\nReal y = f(3);");
    CHECK(outcome.status == MOO_OK);
    CHECK(outcome.values.at("y") == 6);
    REQUIRE(outcome.messages.size() == 1);
    CHECK(outcome.messages[0] == "model.mo:3:11, in `M.f`: large");
}

TEST_CASE("what is not needed is not called") {
    // `bad` fails whenever it is called.
    std::string const bad =
        "function bad input Real x; output Real y; algorithm assert(false, \"called\"); y := x; end bad;\n"
        "function is_bad input Real x; output Boolean y; algorithm y := bad(x) > 0; end is_bad;\n"
        "parameter Boolean no = false;\n";
    CHECK(initialize(bad + "Real y = if no then bad(time) else 2;").values.at("y") == 2);
    CHECK(initialize(bad + "Boolean y = no and is_bad(1);").values.at("y") == 0);
    CHECK(initialize(bad + "Boolean y = not no or is_bad(1);").values.at("y") == 1);
    CHECK(initialize(bad + "function f input Boolean b; output Real y;\n"
                           "algorithm y := if b and is_bad(1) then bad(1) else sum({3, 4}); end f;\nReal y = f(no);")
              .values.at("y") == 7);
}

TEST_CASE("assigning a record or several variables takes the old values") {
    Outcome const outcome = initialize(
        "record P Real a; Real b; end P;\n"
        "function f input Real x; output Real y; protected P p = P(x, 2*x); Real u = 1; Real v[2] = {1, 2};\n"
        "algorithm p := P(p.b, p.a); v := {v[2], v[1]}; v[{1, 2}] := v[{2, 1}]; v := v[{2, 1}];\n"
        "  y := 1000*p.a + 100*p.b + 10*v[1] + v[2]; end f;\nReal y = f(3);");
    CHECK(outcome.values.at("y") == 6000 + 300 + 20 + 1);
}

TEST_CASE("loops run over what their range was when they began") {
    Outcome const outcome = initialize(
        "function f input Integer m; output Real y; protected Integer n = m; Real v[3] = {1, 2, 3};\n"
        "algorithm y := 0; for i in 1:n loop n := n + 1; y := y + 1; end for;\n"
        "  for e in v loop v := 0*v; y := y + 10*e; end for;\n"
        "  for i in 5:-2:1 loop y := y + 100*i; end for;\n"
        "  for r in 0.5:0.5:1.5 loop y := y + 1000*r; end for; for i in 3:2 loop y := -1; end for; end f;\n"
        "Real y = f(4);");
    CHECK(outcome.values.at("y") == 4 + 60 + 900 + 3000);
}

TEST_CASE("functions of constant tables compute the same as others") {
    std::string const functions =
        "function search input Real u; input Real t[:, 2]; output Real y; protected Integer i; algorithm i := 1;\n"
        "  while i < size(t, 1) - 1 and t[i + 1, 1] < u loop i := i + 1; end while;\n"
        "  y := t[i, 2] + (u - t[i, 1])*(t[i + 1, 2] - t[i, 2])/(t[i + 1, 1] - t[i, 1]); end search;\n"
        "function horner input Real u; input Real c[:]; output Real y; algorithm y := 0;\n"
        "  for i in size(c, 1):-1:1 loop y := y*u + c[i]; end for; end horner;\n"
        "function powers input Real u; output Real y; protected Real c[3] = {1, 2, 4}; Real s = 1; algorithm\n"
        "  y := 0; for i in 1:3 loop if i > 1 then s := s*u; end if; y := y + c[i]*s; end for; end powers;\n"
        // What is known before a loop is not known in its second turn.
        "function steps input Real u; input Real c[:]; output Real y; protected Integer i = 1; Real s = 0; algorithm\n"
        "  while s < u loop s := s + c[i]; i := if i == size(c, 1) then 1 else i + 1; end while; y := 100*s + i;\n"
        "  end steps;\n";
    std::string const table = "[0, 1; 1, 3; 2, 2; 3, 5]";
    for (double const u : {-1.0, 0.5, 1.5, 2.5, 9.0}) {
        std::string const x = std::to_string(u);
        Outcome const known =
            initialize(functions + "Real u = " + x + "*time^0; Real a = search(u, " + table +
                       "); Real b = horner(u, {1, 2, 3}); Real c = powers(u); Real d = steps(u, {1, 2});");
        Outcome const open =
            initialize(functions + "Real u = " + x + "*time^0; Real o = time^0; Real a = search(u, o*" + table +
                       "); Real b = horner(u, o*{1, 2, 3}); Real c = powers(u); "
                       "Real d = steps(u, o*{1, 2});");
        INFO(u);
        for (char const* const name : {"a", "b", "c", "d"}) CHECK(known.values.at(name) == open.values.at(name));
        CHECK(known.values.at("b") == 1 + u * (2 + 3 * u));
        CHECK(known.values.at("c") == 1 + u * (2 + 4 * u));
    }
    CHECK(initialize(functions + "Real u = 1.5 + time; Real a = search(u, " + table + ");").values.at("a") == 2.5);
    CHECK(initialize(functions + "Real u = 4 + time; Real d = steps(u, {1, 2});").values.at("d") == 402);
    // A loop that leaves its table.
    fails_with(
        "function f input Real u; input Real c[:]; output Real y; algorithm y := 0;\n"
        "  for i in 1:3 loop y := y*u + c[i]; end for; end f;\nReal u = time; Real y = f(u, {1, 2});",
        "model.mo:3:21, in `M.f`: subscript 3 is out of range: dimension 1 has size 2");
}

TEST_CASE("the smallest and the largest of no values are those of the type") {
    Outcome const outcome = initialize(
        "function f input Integer n; output Real r[4]; protected Real a = min(0.5*i for i in 1:n);\n"
        "Integer b = max(i for i in 1:n); Boolean c = min(i > 0 for i in 1:n); Boolean d = max(i > 0 for i in 1:n);\n"
        "algorithm r := {a, b, if c then 1 else 0, if d then 1 else 0}; end f;\n"
        "Real r[4] = f(integer(time));");
    CHECK(outcome.values.at("r[1]") == 1.7976931348623157e308);
    CHECK(outcome.values.at("r[2]") == -9007199254740992.0);
    CHECK(outcome.values.at("r[3]") == 1);
    CHECK(outcome.values.at("r[4]") == 0);
}

TEST_CASE("the examples of docs/operators.md have the same values at run time") {
    std::string body;
    std::vector<double> expected;
    std::vector<std::string> expressions;
    for (OperatorRow const& row : operator_rows()) {
        // The row of a matrix is no expression of its own.
        if (row.key.kind == ExprKind::matrix_row) continue;
        for (auto const& [expression, value] : row.examples) {
            // Functions fill arrays with scalars only, and say so.
            if (expression == "fill({1, 2}, 2)") continue;
            std::string computed = expression;
            double wanted = 0;
            if (value.front() == '{' || value.starts_with("fill(")) {
                computed = "sum((" + expression + ") - (" + value + "))";
            } else if (value.front() == '"') {
                computed = "if (" + expression + ") == " + value + " then 1 else 0";
                wanted = 1;
            } else if (value == "true" || value == "false") {
                computed = "if " + expression + " then 1 else 0";
                wanted = value == "true" ? 1 : 0;
            } else {
                wanted = std::stod(value);
            }
            expressions.push_back(expression);
            expected.push_back(wanted);
            // The time keeps the call from being evaluated during translation.
            body += "r[" + std::to_string(expected.size()) + "] := 0*t + (" + computed + ");\n";
        }
    }
    std::string const count = std::to_string(expected.size());
    Outcome const outcome = initialize("function f input Real t; output Real r[" + count + "]; algorithm\n" + body +
                                       "end f;\nReal r[" + count + "] = f(time);");
    REQUIRE(expected.size() > 100);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO(expressions[i]);
        CHECK(outcome.values.at("r[" + std::to_string(i + 1) + "]") == expected[i]);
    }
}

TEST_CASE("one call computes all of its results") {
    // The second call of `count` in a pass would be seen in its result.
    Outcome const outcome = initialize(
        "impure function count input Real x; output Real y; output Real z[2];\n"
        "external \"C\" counted(x, y, z) annotation(Include = \"static void counted(double x, double* y, double* z) {"
        " static int calls; ++calls; *y = calls; z[0] = calls; z[1] = x; }\"); end count;\n"
        "Real y; Real z[2];\nequation\n when initial() then (y, z) = count(7); end when;");
    CHECK(outcome.values.at("y") == outcome.values.at("z[1]"));
    CHECK(outcome.values.at("z[2]") == 7);
}

TEST_CASE("texts of numbers and comparisons of texts") {
    Outcome const outcome = initialize(
        "type E = enumeration(red, green);\n"
        "parameter String a = String(12) + String(true) + String(E.green) + String(0.1, significantDigits = 2);\n"
        "parameter Boolean same = a == \"12truegreen0.1\";\n"
        "parameter Boolean padded = String(7, minimumLength = 3, leftJustified = false) == \"  7\";\n"
        "parameter Boolean formatted = String(3.14159, format = \".2f\") == \"3.14\";\n"
        "parameter Boolean less = a < \"2\";");
    CHECK(outcome.values.at("same") == 1);
    CHECK(outcome.values.at("padded") == 1);
    CHECK(outcome.values.at("formatted") == 1);
    CHECK(outcome.values.at("less") == 1);
}

TEST_CASE("an external function that is not there is named") {
    Outcome const outcome = initialize(
        "function f input Real x; output Real y;\nexternal \"C\" y = no_such_function_anywhere(x); end f;\nReal y = "
        "f(1);");
    CHECK(outcome.status == MOO_RECOVERABLE);
    REQUIRE(outcome.messages.size() == 1);
    CHECK(
        outcome.messages[0].find("model.mo:2:10, in `M.f`: the external function `no_such_function_anywhere` cannot be "
                                 "called") == 0);
}

TEST_CASE("functions in FORTRAN 77 get arrays by columns and the lengths of strings") {
    ScratchFolder const folder;
    // What a FORTRAN compiler makes of a subroutine and a function.
    std::ofstream(folder.path() / "f.c")
        << "#include <stddef.h>\n"
           "void fscale_(double* a, int* m, int* n, char* s, double* b, int* k, size_t length) {\n"
           "  for (int j = 0; j < *n; ++j) for (int i = 0; i < *m; ++i) b[j * *m + i] = a[j * *m + i] * (i + 1);\n"
           "  k[0] = (int)length; k[1] = s[0]; }\n"
           "double triple_(double* x) { return 3 * *x; }\n";
    std::string const annotation =
        " annotation(Library = \"moo_test_none\", SourceDirectory = \"file://" + folder.path().string() + "\");";
    Outcome const outcome = initialize(
        "function scale input Real a[:, :]; input String s; output Real b[size(a, 1), size(a, 2)]; output Integer "
        "k[2];\n"
        "external \"FORTRAN 77\" FSCALE(a, size(a, 1), size(a, 2), s, b, k)" +
        annotation +
        " end scale;\nfunction triple input Real x; output Real y;\nexternal \"FORTRAN 77\" y = TRIPLE(x)" +
        annotation +
        " end triple;\nReal b[2, 3]; Integer k[2]; Real y = triple(7);\n"
        "equation\n (b, k) = scale([1, 2, 3; 4, 5, 6], \"abc\");");
    REQUIRE(outcome.status == MOO_OK);
    CHECK(outcome.values.at("b[1,3]") == 3);
    CHECK(outcome.values.at("b[2,1]") == 8);
    CHECK(outcome.values.at("b[2,3]") == 12);
    CHECK(outcome.values.at("k[1]") == 3);
    CHECK(outcome.values.at("k[2]") == 'a');
    CHECK(outcome.values.at("y") == 21);
}
