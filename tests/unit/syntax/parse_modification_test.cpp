#include <catch2/catch.hpp>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using namespace moo::ast;
using namespace moo::tests;

namespace {

// The modification of the component in `Real x…;`.
Modification modification_of(Parsed const& parsed) {
    REQUIRE(parsed.text() == "");
    Section const& section = parsed.tree.items(parsed.tree[parsed.tree.classes()[0]].sections)[0];
    ComponentClause const& clause = parsed.tree.component_clause(parsed.tree[parsed.tree.items(section.elements)[0]]);
    return parsed.tree[parsed.tree[parsed.tree.items(clause.components)[0]].modification];
}

Parsed parse_modifier(std::string const& text) {
    CHECK(check_round_trip("test.mo", "model M Real x" + text + "; end M;") == "");
    return parse_text("model M Real x" + text + "; end M;");
}

}  // namespace

TEST_CASE("bindings") {
    Parsed const equal = parse_modifier("(start = 1, min = 0) = 2");
    Modification const both = modification_of(equal);
    CHECK(both.binding == BindingKind::equal);
    CHECK(both.arguments.count == 2);
    CHECK(equal.tree.text(both.span) == "(start = 1, min = 0) = 2");
    CHECK(modification_of(parse_modifier(" = 2")).binding == BindingKind::equal);
    CHECK(modification_of(parse_modifier(" := 2")).binding == BindingKind::assign);
    Modification const empty = modification_of(parse_modifier("()"));
    CHECK(empty.has_arguments);
    CHECK(empty.arguments.empty());
    Parsed const removed = parse_modifier(" = break");
    CHECK(removed.tree[modification_of(removed).value].kind == ExprKind::break_);
}

TEST_CASE("modifiers nest and carry prefixes and descriptions") {
    Parsed const parsed = parse_modifier("(each final a.b(c(d = 1), e) = 2 \"text\", final f, each g = 3)");
    auto const modifiers = parsed.tree.items(modification_of(parsed).arguments);
    REQUIRE(modifiers.size() == 3);
    Modifier const& first = parsed.tree[modifiers[0]];
    CHECK(first.is_each);
    CHECK(first.is_final);
    CHECK(name_text(parsed.tree, parsed.interner, first.name) == "a.b");
    CHECK(parsed.tree.description_text(first.description) == "text");
    CHECK(parsed.tree[first.modification].arguments.count == 2);
    CHECK_FALSE(parsed.tree[modifiers[1]].modification);
}

TEST_CASE("redeclarations in modifiers") {
    Parsed const parsed = parse_text(
        "model M A a(redeclare each final replaceable package P = Q(x = 1) \"p\" constrainedby R(y = 2),"
        "each replaceable parameter Real z[2] = {1, 2} \"z\" annotation(w = 1), redeclare function f = g); end M;");
    Modifier const& first = parsed.tree[parsed.tree.items(modification_of(parsed).arguments)[0]];
    CHECK(first.kind == ModifierKind::element);
    CHECK(first.is_each);
    CHECK(first.is_final);
    Element const& element = parsed.tree[first.element];
    CHECK(element.is_redeclare);
    CHECK(element.is_replaceable);
    CHECK(parsed.tree.constraint(element) != nullptr);
    parse_modifier(
        "(redeclare each final replaceable package P = Q(x = 1) \"p\" constrainedby R(y = 2), "
        "each replaceable parameter Real z[2] = {1, 2} \"z\" annotation(w = 1), redeclare function f = g)");
    CHECK(parse_text("model M A a(redeclare model B end B); end M;").errors().size() == 1);
}

TEST_CASE("annotations stand wherever the grammar has them") {
    CHECK(check_round_trip(
              "test.mo",
              "model M \"m\" import A annotation(a = 1); extends B annotation(b = 1);"
              "Real x annotation(c = 1), y annotation(d = 1); type E = enumeration(u annotation(e = 1));"
              "equation x = 1 annotation(f = 1); connect(p, q) \"c\" annotation(g());"
              "if x then y = 1 annotation(h = 1); end if annotation(i = 1); algorithm x := 1 annotation(j = 1);"
              "break annotation(k = 1); annotation(l(m(n = {{1, 2}, {3, 4}}), choices(choice = 1 \"one\"))); end M;") ==
          "");
}
