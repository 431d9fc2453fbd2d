#include "backends/cpp/emit_cpp.h"

#include <catch2/catch.hpp>

#include "backends/common/c_text.h"
#include "tests/support/translate_text.h"

namespace moo {

namespace {

// What equations of a model become in C++.
std::string code_of(std::string const& text) {
    SourceManager sources;
    Interner interner;
    Document const document = test::translate_text("model M\n" + text + "\nend M;\n", sources, interner);
    return emit_cpp(lower_model(document, interner, sources), interner, sources);
}

void contains(std::string const& code, std::string const& line) {
    INFO(code);
    CHECK(code.find(line) != std::string::npos);
}

std::string const two_states = "Real a(start = 1, fixed = true); Real b(start = 1, fixed = true); equation der(a) = -a; ";

}  // namespace

TEST_CASE("parentheses stand where C needs them") {
    contains(code_of(two_states + "der(b) = (a + b)*3;"), "= (v[0 /* a */] + v[1 /* b */]) * 3.0;");
    contains(code_of(two_states + "der(b) = a - (b - 3);"), "= v[0 /* a */] - (v[1 /* b */] - 3.0);");
    contains(code_of(two_states + "der(b) = a/(b*3);"), "= v[0 /* a */] / (v[1 /* b */] * 3.0);");
    contains(code_of(two_states + "der(b) = -(a + b);"), "= -(v[0 /* a */] + v[1 /* b */]);");
    contains(code_of(two_states + "der(b) = (-b)^3;"), "= moo_power(-v[1 /* b */], 3.0);");
    contains(code_of(two_states + "der(b) = sin(a) + max(a, b);"),
             "= std::sin(v[0 /* a */]) + moo_max(v[0 /* a */], v[1 /* b */]);");
}

TEST_CASE("a value that is used twice gets a variable") {
    std::string const code = code_of(two_states + "der(b) = sin(a*b) + cos(a*b);");
    contains(code, "double const t0 = v[0 /* a */] * v[1 /* b */];");
    contains(code, "= std::sin(t0) + std::cos(t0);");
}

TEST_CASE("a relation is remembered, but not inside noEvent") {
    contains(code_of(two_states + "der(b) = if a > 0.5 then a else b;"),
             "= moo_relation(m, 0, v[0 /* a */] > 0.5) ? v[0 /* a */] : v[1 /* b */];");
    contains(code_of(two_states + "der(b) = noEvent(if a > 0.5 then a else b);"),
             "= v[0 /* a */] > 0.5 ? v[0 /* a */] : v[1 /* b */];");
}

TEST_CASE("names of a model can do no harm in strings and comments") {
    CHECK(c_string_literal("a\"b\\c\n?\?/") == R"("a\042b\134c\012\077\077/")");
    CHECK(c_comment_text("x */ system(\"rm\") /*\n\\") == "x *_ system(\"rm\") /___");
    CHECK(c_real(1.0 / 0.0) == "HUGE_VAL");
}

}  // namespace moo
