#include <catch2/catch.hpp>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using namespace moo::ast;
using namespace moo::tests;

namespace {

Parsed parse_statements(std::string const& text) {
    std::string const file = "function f algorithm " + text + " end f;";
    CHECK(check_round_trip("test.mo", file) == "");
    return parse_text(file);
}

std::vector<Statement> statements(Parsed const& parsed) {
    REQUIRE(parsed.text() == "");
    Section const& section = parsed.tree.items(parsed.tree[parsed.tree.classes()[0]].sections)[0];
    std::vector<Statement> out;
    for (StatementId const id : parsed.tree.items(section.statements)) out.push_back(parsed.tree[id]);
    return out;
}

std::vector<std::string> statement_errors(std::string const& text) {
    return parse_text("function f algorithm\n" + text + "\nend f;").errors();
}

using Errors = std::vector<std::string>;

}  // namespace

TEST_CASE("assignments, calls, break and return") {
    Parsed const parsed = parse_statements(
        "x.y[1] := 2 \"t\"; (a, , b) := g(x); (c) := g(x); g(1); .h.k(); break; return annotation(z = 1);");
    std::vector<StatementKind> kinds;
    for (Statement const& statement : statements(parsed)) kinds.push_back(statement.kind);
    CHECK(kinds == std::vector{StatementKind::assignment, StatementKind::assignment, StatementKind::assignment,
                               StatementKind::call, StatementKind::call, StatementKind::break_,
                               StatementKind::return_});
    CHECK(parsed.tree[statements(parsed)[1].lhs].kind == ExprKind::tuple);
}

TEST_CASE("compound statements") {
    Parsed const parsed = parse_statements(
        "if a then x := 1; elseif b then x := 2; y := 3; else x := 4; end if;"
        "for i in 1:n, j in {1, 2} loop x := i; end for; while x > 0 loop x := x - 1; end while;"
        "when a then x := 1; elsewhen b then x := 2; end when;");
    auto const all = statements(parsed);
    REQUIRE(all.size() == 4);
    CHECK(all[0].branches.count == 3);
    CHECK(parsed.tree.items(all[0].branches)[1].body.count == 2);
    CHECK(all[1].iterators.count == 2);
    CHECK(all[2].kind == StatementKind::while_);
    CHECK(all[2].lhs);
    CHECK(all[3].kind == StatementKind::when);
}

TEST_CASE("mistakes in statements are named once") {
    CHECK(statement_errors("x = 1;") == Errors{"2:3 UnexpectedToken"});
    CHECK(statement_errors("x == 1;") == Errors{"2:3 UnexpectedToken"});
    CHECK(statement_errors("x;") == Errors{"2:2 UnexpectedToken"});
    CHECK(statement_errors("x + 1 := 2;") == Errors{"2:3 UnexpectedToken"});
    CHECK(statement_errors("(a, b) := 3;") == Errors{"2:11 UnexpectedToken"});
    CHECK(statement_errors("g(x) := 3;") == Errors{"2:1 UnexpectedToken"});
    CHECK(statement_errors("1 := 3;") == Errors{"2:1 UnexpectedToken"});
    CHECK(statement_errors("while x do\n x := 1;\nend while;\ny := ;") == Errors{"2:9 UnexpectedToken"});
    CHECK(statement_errors("while x > loop\n x := 1;\nend while;\ny := ;") ==
          Errors{"2:11 UnexpectedToken", "5:6 UnexpectedToken"});
}
