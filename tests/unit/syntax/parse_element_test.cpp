#include <catch2/catch.hpp>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using namespace moo::ast;
using namespace moo::tests;

namespace {

Element first_element(Parsed const& parsed) {
    Section const& section = parsed.tree.items(parsed.tree[parsed.tree.classes()[0]].sections)[0];
    return parsed.tree[parsed.tree.items(section.elements)[0]];
}

Parsed parse_element(std::string const& text) {
    Parsed parsed = parse_text("model M " + text + "; end M;");
    REQUIRE(parsed.text() == "");
    CHECK(check_round_trip("test.mo", "model M " + text + "; end M;") == "");
    return parsed;
}

}  // namespace

TEST_CASE("imports of all four forms") {
    struct Case {
        char const* text;
        ImportKind kind;
    };
    for (Case const& c : {Case{"import A.B \"b\"", ImportKind::qualified}, Case{"import C = A.B", ImportKind::renamed},
                          Case{"import A.B.*", ImportKind::unqualified},
                          Case{"import A.B.{C, D} annotation(x = 1)", ImportKind::group}}) {
        Parsed const parsed = parse_element(c.text);
        Import const& import = parsed.tree.import(first_element(parsed));
        CHECK(import.kind == c.kind);
        CHECK(name_text(parsed.tree, parsed.interner, import.name) == "A.B");
        if (c.kind == ImportKind::group) CHECK(import.members.count == 2);
    }
    CHECK(parse_text("model M import A. * ; end M;").errors().empty());
}

TEST_CASE("extends clauses with modifiers and break") {
    Parsed const parsed = parse_element("extends .A.B(x = 1, break y, break connect(a.p, b[2].n)) annotation(z = 1)");
    Extends const& extends = parsed.tree.extends(first_element(parsed));
    auto const modifiers = parsed.tree.items(parsed.tree[extends.modification].arguments);
    REQUIRE(modifiers.size() == 3);
    CHECK(parsed.tree[modifiers[1]].kind == ModifierKind::break_name);
    CHECK(parsed.tree[modifiers[2]].kind == ModifierKind::break_connect);
    CHECK(parsed.tree[modifiers[2]].connect_to);
    CHECK(extends.annotation);
}

TEST_CASE("component clauses carry their prefixes") {
    Parsed const parsed = parse_element(
        "redeclare final inner outer replaceable flow parameter input .A.B[2] x[3](start = 1) = y if c \"d\" "
        "annotation(e = 1), z constrainedby C(q = 1) \"f\" annotation(g = 1)");
    Element const element = first_element(parsed);
    CHECK(element.is_redeclare);
    CHECK(element.is_final);
    CHECK(element.is_inner);
    CHECK(element.is_outer);
    CHECK(element.is_replaceable);
    ComponentClause const& clause = parsed.tree.component_clause(element);
    CHECK(clause.flow == FlowPrefix::flow);
    CHECK(clause.variability == Variability::parameter);
    CHECK(clause.causality == Causality::input);
    CHECK(clause.subscripts.count == 1);
    REQUIRE(clause.components.count == 2);
    Component const& x = parsed.tree[parsed.tree.items(clause.components)[0]];
    CHECK(x.condition);
    CHECK(x.modification);
    CHECK(parsed.tree.text(x.span) == "x[3](start = 1) = y if c \"d\" annotation(e = 1)");
    REQUIRE(parsed.tree.constraint(element) != nullptr);
    CHECK(parsed.tree.constraint(element)->comment.annotation);
    CHECK(parsed.tree.text(element.span).starts_with("redeclare"));
    parse_element("stream discrete output Real x");
    parse_element("constant Real x");
}

TEST_CASE("replaceable classes and nested classes") {
    Parsed const parsed = parse_element("replaceable package P = Q(a = 1) \"p\" constrainedby R \"r\"");
    Element const element = first_element(parsed);
    CHECK(element.kind == ElementKind::class_definition);
    CHECK(parsed.tree[parsed.tree.class_definition(element)].form == ClassForm::short_);
    CHECK(parsed.tree.constraint(element) != nullptr);
    parse_element("redeclare replaceable partial function f input Real x; end f constrainedby g");
    parse_element("pure function f end f");
    parse_element("encapsulated operator 'constructor' function f end f; end 'constructor'");
}
