// What departs from the draft is named with its place, and what does not is left alone.
#include <catch2/catch.hpp>

#include "moo/io/base_modelica/check.h"
#include "moo/syntax/parse.h"

namespace {

std::vector<std::string> departures(std::string text) {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::FileId const file = sources.add("flat.mo", std::move(text));
    moo::ParseOptions options;
    options.base_modelica = true;
    moo::ast::Ast const ast = parse(file, sources, interner, diagnostics, options);
    INFO(render_text(diagnostics, sources));
    REQUIRE(!diagnostics.has_errors());
    check_base_modelica(ast, sources, interner, diagnostics);
    std::vector<std::string> found;
    for (moo::Diagnostic const& each : diagnostics.items()) {
        CHECK(each.kind == moo::DiagnosticKind::NotBaseModelica);
        moo::DecodedLoc const place = sources.decode(each.span.begin);
        found.push_back(std::to_string(place.line) + ": " + each.text());
    }
    return found;
}

// The first departure of a model with these lines in its body, which begin at line 4.
std::string departure(std::string const& body) {
    auto const found = departures("//! base 0.1.0\npackage 'M'\nmodel 'M'\n" + body + "\nend 'M';\nend 'M';\n");
    return found.empty() ? "" : found[0];
}

}  // namespace

TEST_CASE("a strict file has nothing to complain about") {
    CHECK(departures(R"(//! base 0.1.0
package 'M'
  type 'E' = enumeration('a', 'b');
  record _R1 Real[2] 'x'; end _R1;
  function '-R' input Real 'x'; output Real 'y'; algorithm for 'i' in 1:3 loop 'y' := 'x'; end for; end '-R';
  constant Real 'c' = 1.0;
  @1 model 'M'
    parameter Real 'p'(min = 0.0) = 2.0;
    parameter equation guess('x') = 1.0;
    Real 'x' annotation(Protected = true);
  initial equation
    'x' = guess('x');
  equation
    if 'p' > 1.0 then assert('x' > 0.0, "no"); end if;
    when 'x' > 1.0 then reinit('x', sum('i' for 'i' in 1:3)); end when;
    'x' = 2.0*(-1.0);
  partition
    Clock _c = Clock(1.0);
    subpartition (clock = _c) equation 'x' = sample('x');
  end 'M';
  annotation(SourceLocations(__moo()));
end 'M';
)")
              .empty());
}

TEST_CASE("the form of the file is checked") {
    auto const found = departures("model 'M' Real 'x'; end 'M';");
    REQUIRE(found.size() == 2);
    CHECK(found[0].starts_with("1: the file has no version header"));
    CHECK(found[1].starts_with("1: the file is not one package"));
    auto const other = departures("//! base 0.1.0\npackage 'P'\nmodel 'M' end 'M';\nReal 'x';\nend 'P';");
    REQUIRE(other.size() == 3);
    CHECK(other[0].starts_with("4: there is something after the model"));
    CHECK(other[1].starts_with("4: neither a class nor a constant"));
    CHECK(other[2].starts_with("3: the model has another name"));
}

TEST_CASE("what Base Modelica left behind is found") {
    CHECK(departure("Real x;").starts_with("4: a component has the plain name `x`"));
    CHECK(departure("protected Real 'x';").starts_with("4: a public or protected section"));
    CHECK(departure("final parameter Real 'x' = 1;").starts_with("4: `final`"));
    CHECK(departure("flow Real 'x';").starts_with("4: `flow` or `stream`"));
    CHECK(departure("inner Real 'x';").starts_with("4: `inner` or `outer`"));
    CHECK(departure("Real 'x' if true;").starts_with("4: a conditional component"));
    CHECK(departure("\nReal 'x'[2](each start = 1);").starts_with("5: `each`"));
    CHECK(departure("'R' 'x'(a.b = 1);").starts_with("4: a name with dots"));
    CHECK(departure("Real 'x'(min = 1, min = 2);").starts_with("4: a second modifier"));
    CHECK(departure("extends 'A';").starts_with("4: an extends-clause"));
    CHECK(departure("equation connect('a', 'b');").starts_with("4: a connection"));
    CHECK(departure("equation for 'i' in 1:2, 'j' in 1:2 loop end for;").starts_with("4: several iterators"));
    CHECK(departure("equation if true then when true then end when; end if;").starts_with("4: a when-equation inside"));
    CHECK(departure("equation 'x' = sum(1 for 'i' in 1:2, 'j' in 1:2);").starts_with("4: several iterators"));
    CHECK(departure("equation 'x' = 2 * -1.0;").starts_with("4: a sign after an operator"));
    CHECK(departure("equation 'x' = ('f'(1)).'re';").starts_with("4: a field of something in parentheses"));
    CHECK(departure("equation 'x' = inStream('h');").starts_with("4: a call of `inStream`"));
}
