#include "backends/xml/emit_xml.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <pugixml.hpp>

#include "moo/io/document/read.h"
#include "tests/support/random_document.h"
#include "tests/support/scratch_folder.h"

namespace {

struct Emitted {
    pugi::xml_document xml;
    std::string text;
    explicit Emitted(std::string const& moo_text) {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Diagnostics diagnostics;
        moo::FileId const file = sources.add("document", moo_text);
        moo::Document const document = read_document(file, sources, interner, diagnostics);
        INFO(render_text(diagnostics, sources));
        REQUIRE(!diagnostics.has_errors());
        text = emit_xml(document, interner, sources);
        REQUIRE(xml.load_string(text.c_str()));
    }
    [[nodiscard]] std::string at(char const* path) const { return xml.select_node(path).attribute().value(); }
    [[nodiscard]] std::size_t count(char const* path) const { return xml.select_nodes(path).size(); }
};

bool is_there(char const* program) {
    return std::system(("command -v " + std::string(program) + " > /dev/null").c_str()) == 0;
}

}  // namespace

TEST_CASE("ModelicaXML: operators, calls and branches have the elements of the paper") {
    Emitted const made(R"(model M
  parameter Real p = 2;
  Real x;
  Real y;
equation
  p = {p};
  Eq[1,1] = {der(x), if x > 0 and not y < p then -x^2 + 1.5 else atan2(x, y)/3, "ass"};
  annotation(__moo(version = "1.0.0"));
end M;
)");
    CHECK(made.at("/program/definition/@ident") == "M");
    CHECK(made.at("//component[@ident='x']/@role") == "state");
    CHECK(made.at("//component[@ident='p']/modification_equals/integer_literal/@value") == "2");
    CHECK(made.count("//equation/target/der/function_arguments/component_reference[@ident='x']") == 1);
    CHECK(made.count("//equ_equal/if/and/gt[component_reference/@ident='x']") == 1);
    CHECK(made.count("//equ_equal/if/and/not/lt/component_reference[@ident='p']") == 1);
    CHECK(made.count("//then/add[@operation='binary']/sub[@operation='unary']/pow") == 1);
    CHECK(made.count("//else/div/call/component_reference[@ident='atan2' and @scope='predefined']") == 1);
    CHECK(made.count("//else/div/call/function_arguments/component_reference[not(@scope)]") == 2);
}

TEST_CASE("ModelicaXML: a residual is an equation with zero, an instant equation of a state a reinit") {
    Emitted const made(R"(model M
  Real x;
  Real y;
  discrete Boolean b;
equation
  Eq[1,1] = {der(x), y, "ass"};
  Eq[2,2] = {y, y^3 - x, "res"};
  Jac[2] = {{2, 3*y^2}};
  riEq[1,1] = {b, x > 1, "ass"};
  riEq[2,2] = {x, 0.5, "inst"};
  z = {{x - 1, {1, 2}, x > 1}};
  w = {{b, {2}}};
  annotation(__moo(version = "1.0.0"));
end M;
)");
    CHECK(made.count("//equation[@form='res']/equ_equal/real_literal[@value='0.0']") == 1);
    CHECK(made.count("//equation[@form='res']/jacobian/partial[@column='2']/mul") == 1);
    CHECK(made.count("//equation[@form='inst']/equ_call/component_reference[@ident='reinit']") == 1);
    CHECK(made.at("//equation[@form='inst']/@when") == "1");
    CHECK(made.at("//zero_crossing/@equations") == "1 2");
    CHECK(made.count("//when_condition/component_reference[@ident='b']") == 1);
}

TEST_CASE("ModelicaXML: what has no elements of its own stands in sections") {
    Emitted const made(R"(model M
  input Real u;
  Real x;
  Real y;
equation
  aliases[1] = alias(variable = y, target = x, negated = true);
  Eq[1,1] = {der(x), u, "ass"};
  annotation(__moo(version = "1.0.0", requires = {"inputs"}), experiment(StopTime = 2.5));
end M;
)");
    CHECK(made.at("//section[@name='requires']/row/@value") == "inputs");
    CHECK(made.at("//section[@name='aliases']/row/field[@name='target']/component_reference/@ident") == "x");
    CHECK(made.at("//section[@name='aliases']/row/field[@name='negated']/@value") == "true");
    CHECK(made.at("//annotation/element_modification[@ident='experiment']//element_modification[@ident='StopTime']"
                  "/modification_equals/real_literal/@value") == "2.5");
}

TEST_CASE("ModelicaXML: an expression that is deeper than tools can read is cut") {
    std::string const moo_text =
        "{\"moo\": \"1.0.0\", \"name\": \"M\", \"variables\": [{\"name\": \"x\", \"type\": "
        "\"Real\", \"role\": \"state\"}], \"integration\": [{\"equations\": [{\"target\": "
        "[\"der\", \"x\"], \"value\": ";
    std::string value = "\"x\"";
    for (int i = 0; i < 1000; ++i) value = "[\"sin\"," + value + "]";
    Emitted const made(moo_text + value + ", \"form\": \"ass\"}]}]}");
    CHECK(made.count("//call") == 1000);
    CHECK(made.count("//equation//shared") == 1);
    // All of them, though most only through others.
    CHECK(made.count("//shared_expression[uses/component_reference/@ident='x']") == made.count("//shared_expression"));
    std::size_t depth = 0;
    for (pugi::xpath_node const& node : made.xml.select_nodes("//*[not(*)]")) {
        std::size_t levels = 0;
        for (pugi::xml_node up = node.node(); up; up = up.parent()) ++levels;
        depth = std::max(depth, levels);
    }
    CHECK(depth < 256);
}

TEST_CASE("ModelicaXML: something in every field of a document, and all of it valid") {
    moo::test::ScratchFolder const folder;
    std::string files;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = moo::test::RandomDocument(seed, sources, interner).make();
        std::string const text = emit_xml(document, interner, sources);
        files += " " + folder.write(std::to_string(seed) + ".xml", text).string();
        // Names of strangers come back as they were, but for the backslash.
        pugi::xml_document xml;
        REQUIRE(xml.load_string(text.c_str()));
        for (pugi::xpath_node const& shared : xml.select_nodes("//shared")) {
            std::string const number = shared.node().attribute("ref").value();
            REQUIRE(xml.select_node(("//shared_expression[@number='" + number + "']").c_str()));
        }
        for (char const* const name : {"x\"y", "line\nbreak", "]]>", "<&>", "a\\\\b"}) {
            bool found = false;
            for (pugi::xpath_node const& component : xml.select_nodes("//component")) {
                found = found || component.node().attribute("ident").value() == std::string_view(name);
            }
            INFO(name);
            CHECK(found);
        }
    }
    if (!is_there("xmllint")) {
        WARN("no xmllint (Debian: libxml2-utils): validity is not checked");
        return;
    }
    std::filesystem::path const messages = folder.path() / "messages";
    std::string const command =
        "xmllint --noout --schema " MOO_TEST_SCHEMA + files + " > " + messages.string() + " 2>&1";
    bool const is_valid = std::system(command.c_str()) == 0;
    std::ifstream log(messages);
    INFO(std::string(std::istreambuf_iterator<char>(log), {}).substr(0, 2000));
    CHECK(is_valid);
}
