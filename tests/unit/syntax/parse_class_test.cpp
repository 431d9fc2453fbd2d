#include <catch2/catch.hpp>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using namespace moo::ast;
using namespace moo::tests;
using moo::ParseOptions;

namespace {

std::string round_trip(std::string const& text, ParseOptions const& options = {}) {
    return check_round_trip("test.mo", text, options);
}

}  // namespace

TEST_CASE("stored definitions have a within clause and classes") {
    Parsed const parsed = parse_text("within A.B; final model M end M; type T = Real;");
    REQUIRE(parsed.text() == "");
    CHECK(parsed.tree.has_within());
    CHECK(name_text(parsed.tree, parsed.interner, parsed.tree.within()) == "A.B");
    REQUIRE(parsed.tree.classes().size() == 2);
    CHECK(parsed.tree[parsed.tree.classes()[0]].is_final);
    CHECK_FALSE(parse_text("within; model M end M;").tree.within().has_value());
    CHECK(round_trip("within; model M end M;") == "");
    CHECK(round_trip("within A.B; final model M end M; type T = Real;") == "");
}

TEST_CASE("every kind of class is told apart") {
    struct Case {
        char const* prefix;
        ClassKind kind;
        Purity purity;
    };
    for (Case const& c :
         {Case{"class", ClassKind::class_, Purity::none}, Case{"model", ClassKind::model, Purity::none},
          Case{"record", ClassKind::record, Purity::none},
          Case{"operator record", ClassKind::operator_record, Purity::none},
          Case{"block", ClassKind::block, Purity::none}, Case{"connector", ClassKind::connector, Purity::none},
          Case{"expandable connector", ClassKind::expandable_connector, Purity::none},
          Case{"type", ClassKind::type, Purity::none}, Case{"package", ClassKind::package, Purity::none},
          Case{"function", ClassKind::function, Purity::none}, Case{"pure function", ClassKind::function, Purity::pure},
          Case{"impure function", ClassKind::function, Purity::impure},
          Case{"pure operator function", ClassKind::operator_function, Purity::pure},
          Case{"operator", ClassKind::operator_, Purity::none}}) {
        std::string const text = std::string("encapsulated partial ") + c.prefix + " C \"text\" end C;";
        Parsed const parsed = parse_text(text);
        REQUIRE(parsed.text() == "");
        Class const& node = parsed.tree[parsed.tree.classes()[0]];
        CHECK(node.kind == c.kind);
        CHECK(node.purity == c.purity);
        CHECK(node.is_encapsulated);
        CHECK(node.is_partial);
        CHECK(parsed.tree.description_text(node.comment.description) == "text");
        CHECK(round_trip(text) == "");
    }
}

TEST_CASE("short classes, enumerations and derivatives") {
    Parsed const parsed = parse_text(
        "type A = output .B.C[3](min = 0) \"a\" + \"b\" annotation(x = 1);"
        "type E = enumeration(a \"first\", b annotation(y = 2)); type O = enumeration(:); type N = enumeration();"
        "function D = der(F, x, y) \"d\";");
    REQUIRE(parsed.text() == "");
    auto const node = [&](std::size_t i) { return parsed.tree[parsed.tree.classes()[i]]; };
    CHECK(node(0).form == ClassForm::short_);
    CHECK(node(0).causality == Causality::output);
    CHECK(node(0).base.is_global);
    CHECK(node(0).subscripts.count == 1);
    CHECK(parsed.tree.description_text(node(0).comment.description) == "ab");
    CHECK(node(1).form == ClassForm::enumeration);
    REQUIRE(node(1).literals.count == 2);
    CHECK(parsed.symbol(parsed.tree.items(node(1).literals)[1].name.symbol) == "b");
    CHECK(node(2).is_open_enumeration);
    CHECK(node(3).literals.empty());
    CHECK(node(4).form == ClassForm::derivative);
    CHECK(parsed.tree.items(node(4).derivative_variables).size() == 2);
    CHECK(round_trip("type A = output .B.C[3](min = 0) \"a\" + \"b\" annotation(x = 1);"
                     "type E = enumeration(a \"first\", b annotation(y = 2)); type O = enumeration(:);"
                     "type N = enumeration(); function D = der(F, x, y) \"d\";") == "");
}

TEST_CASE("sections keep their order and their kind") {
    std::string const text =
        "model M Real a; public Real b; protected equation a = b; initial equation a = 1; algorithm a := 1;"
        "initial algorithm a := 2; public Real c; annotation(Icon()); end M;";
    Parsed const parsed = parse_text(text);
    REQUIRE(parsed.text() == "");
    std::vector<SectionKind> kinds;
    Class const& node = parsed.tree[parsed.tree.classes()[0]];
    for (Section const& section : parsed.tree.items(node.sections)) kinds.push_back(section.kind);
    CHECK(kinds == std::vector{SectionKind::elements, SectionKind::public_, SectionKind::protected_,
                               SectionKind::equation, SectionKind::initial_equation, SectionKind::algorithm,
                               SectionKind::initial_algorithm, SectionKind::public_});
    CHECK(node.comment.annotation);
    CHECK(round_trip(text) == "");
}

TEST_CASE("class extends") {
    std::string const text = "package P extends Q; redeclare model extends M(a = 1) \"m\" Real x; end M; end P;";
    Parsed const parsed = parse_text(text);
    REQUIRE(parsed.text() == "");
    CHECK(parsed.tree[ClassId(0u)].form == ClassForm::extends_);
    CHECK(parsed.tree[ClassId(0u)].extends_modification);
    CHECK(round_trip(text) == "");
}

TEST_CASE("external clauses") {
    std::string const text =
        "function f external \"C\" y.a = g(x, size(x, 1), 2 * n) annotation(Library = \"l\"); end f;";
    Parsed const parsed = parse_text(text);
    REQUIRE(parsed.text() == "");
    External const* external = parsed.tree.external(parsed.tree[parsed.tree.classes()[0]]);
    REQUIRE(external != nullptr);
    CHECK(parsed.tree.string_value(external->language) == "C");
    CHECK(external->output);
    CHECK(parsed.symbol(external->function.symbol) == "g");
    CHECK(parsed.tree.items(external->arguments).size() == 3);
    CHECK(external->annotation);
    for (char const* other :
         {"function f external; end f;", "function f external \"builtin\"; annotation(a = 1); end f;",
          "function f external g(); end f;", "function f external \"C\" annotation(a = 1); end f;"}) {
        CHECK(round_trip(other) == "");
    }
    CHECK(parse_text("model M end M;").tree.external(Class()) == nullptr);
}

TEST_CASE("Base Modelica: header, partitions, parameter equations, purity") {
    std::string const text =
        "//! base 0.1.0\n"
        "package P\n"
        "  @1 pure constant function f @2 input Real x; @3 external \"C\"; end f;\n"
        "  constant Real c = 1;\n"
        "  @4 model P \"m\"\n"
        "    @5 parameter Real p(@6 start = 1 @7) = 2 @8;\n"
        "    parameter equation guess(p) = prioritize(3, 1) \"g\";\n"
        "    Real 'a.b'; Real Clock;\n"
        "  initial equation\n"
        "    @9 'a.b' @10 = p; prioritize('a.b', 2); if c then x; end if;\n"
        "  algorithm @11 x := 1;\n"
        "  partition \"b\" annotation(z = 1);\n"
        "    @12 Clock c1 = Clock(1, 10); Clock c2 = c1 \"c\";\n"
        "    subpartition (clock = c1, solver = \"x\") \"s\" annotation(w = 1);\n"
        "    equation x = 1; algorithm y := 2;\n"
        "    subpartition (clock = c2) equation\n"
        "  partition\n"
        "    annotation(Icon());\n"
        "  end P;\n"
        "end P;\n";
    Parsed const parsed = parse_text(text);
    REQUIRE(parsed.text() == "");
    CHECK(parsed.tree.base_version() == "0.1.0");
    CHECK(parsed.tree[ClassId(0u)].purity == Purity::pure_constant);
    Class const& model = parsed.tree[ClassId(1u)];
    REQUIRE(model.partitions.count == 2);
    Partition const& partition = parsed.tree.items(model.partitions)[0];
    CHECK(partition.clocks.count == 2);
    CHECK(parsed.tree.items(partition.clocks)[0].decoration.value == 12);
    REQUIRE(partition.sub_partitions.count == 2);
    CHECK(parsed.tree.items(partition.sub_partitions)[0].sections.count == 2);
    CHECK(round_trip(text) == "");
    // The same words are ordinary names in Modelica.
    CHECK(round_trip("model M partition subpartition; Real partition; equation partition = 1; end M;") == "");
    CHECK_FALSE(parse_text("model M parameter equation guess(x) = 1; end M;").errors().empty());
    CHECK(round_trip("model M parameter equation guess(x) = 1; end M;", base_modelica) == "");
    CHECK_FALSE(parse_text("model M parameter equation x = 1; end M;", base_modelica).errors().empty());
}
