// Where equations come from, from the flat model to the document, in one process and through a pipe.
#include <algorithm>
#include <catch2/catch.hpp>

#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/io/document/write.h"
#include "moo/passes/alias_reasons.h"
#include "moo/passes/pipeline.h"
#include "tests/unit/lower/flat.h"

using moo::Provenance;
using moo::ProvenanceKind;
using moo::VarId;

namespace {

// A mass on a spring; the tests name its lines.
constexpr char const* model_text = R"(package P
  connector Pin
    Real s;
    flow Real f;
  end Pin;
  model Spring
    Pin a;
    Pin b;
    Real pull = a.s - b.s;
  equation
    a.f = 2*pull;
    a.f + b.f = 0;
  end Spring;
  model Wall
    Pin p;
  equation
    p.s = 0;
  end Wall;
  model Mass
    Pin p;
    Real v(start = 1, fixed = true);
    discrete Real hits(start = 0);
  equation
    der(p.s) = v;
    der(v) = p.f;
    when p.s > 0.5 then
      hits = pre(hits) + 1;
    end when;
  end Mass;
  model All
    Spring spring;
    Wall wall;
    Mass mass;
  equation
    connect(wall.p, spring.a);
    connect(spring.b, mass.p);
  end All;
end P;
)";

struct Run {
    moo::test::Flattened flat;
    moo::System system;

    explicit Run(std::string const& last_pass)
        : flat(model_text, "P.All"), system(flat.interner, std::move(flat.model)) {
        moo::PhaseStats stats;
        bool const good = run_pipeline(system, {.last_pass = last_pass}, flat.diagnostics, stats);
        INFO(flat.errors());
        REQUIRE(good);
    }
    [[nodiscard]] std::string place(moo::SourceSpan source) const { return flat.sources.place_text(source.begin); }
    [[nodiscard]] std::string text(Provenance const& provenance) const {
        std::string const instance(provenance.instance ? flat.interner.text(provenance.instance) : "");
        return origin_text(provenance) + " at " + place(provenance.source) +
               (instance.empty() ? "" : " in " + instance);
    }
    [[nodiscard]] std::string of(std::string_view equation) const {
        for (moo::SystemEquation const& each : system.equations) {
            if (system.text(each.lhs) + " = " + system.text(each.rhs) == equation) return text(each.provenance);
        }
        return "no such equation";
    }
    [[nodiscard]] std::string of_alias(std::string_view name) const {
        for (moo::Alias const& alias : system.document.aliases) {
            if (system.name_of(alias.variable) == name) return text(alias.provenance);
        }
        for (moo::Recovered const& recovered : system.document.recovered) {
            if (system.name_of(recovered.variable) == name) return text(recovered.provenance);
        }
        return "no alias";
    }
};

std::string document_text(moo::FlatModel model, moo::Interner& interner, moo::SourceManager const& sources) {
    moo::Diagnostics diagnostics;
    moo::PhaseStats stats;
    auto const document = optimize(std::move(model), interner, {}, diagnostics, stats);
    INFO(render_text(diagnostics, sources));
    REQUIRE(document.has_value());
    return write_document(*document, interner, sources);
}

}  // namespace

TEST_CASE("an equation knows what made it, its place and its component") {
    Run const run("expand_equations");
    CHECK(run.of("'spring.a.f' = 2*'spring.pull'") == "equation at test.mo:11:5 in spring");
    CHECK(run.of("'spring.pull' = 'spring.a.s' - 'spring.b.s'") == "binding at test.mo:9:17 in spring");
    CHECK(run.of("'wall.p.s' = 'spring.a.s'") == "connect at test.mo:35:5");
    CHECK(run.of("'spring.b.f' + 'mass.p.f' = 0.0") == "flow at test.mo:36:5");
    REQUIRE(run.system.instants.size() == 1);
    CHECK(run.text(run.system.instants[0].provenance) == "when-equation at test.mo:27:7 in mass");
}

TEST_CASE("an alias comes from the equation that makes it one") {
    Run const run("eliminate_aliases");
    CHECK(run.of_alias("wall.p.s") == "equation at test.mo:17:5 in wall");
    CHECK(run.of_alias("spring.a.s") == "connect at test.mo:35:5");
    CHECK(run.of_alias("spring.b.s") == "binding at test.mo:9:17 in spring");
    CHECK(run.of_alias("mass.p.s") == "connect at test.mo:36:5");
    CHECK(run.of_alias("spring.b.f") == "equation at test.mo:12:5 in spring");
    CHECK(run.of_alias("mass.p.f") == "flow at test.mo:36:5");
}

TEST_CASE("the reason for an alias is the first equation on the way to the variable that stays") {
    moo::AliasReasons reasons(7);
    auto const id = [](std::uint32_t number) { return VarId(number); };
    reasons.add_join(id(0), id(1), 10);
    reasons.add_join(id(2), id(1), 11);
    reasons.add_join(id(2), id(5), 12);
    reasons.add_join(id(3), id(4), 13);
    reasons.add_value(id(3), 20);
    reasons.find({id(2)});
    CHECK(reasons.of(id(0)) == 10);
    CHECK(reasons.of(id(1)) == 11);
    CHECK(reasons.of(id(2)) == moo::no_index);
    CHECK(reasons.of(id(5)) == 12);
    CHECK(reasons.of(id(3)) == 20);
    CHECK(reasons.of(id(4)) == 13);
    CHECK(reasons.of(id(6)) == moo::no_index);
}

TEST_CASE("the text of a provenance says how often it was differentiated, and whether its loop was solved") {
    Provenance provenance{ProvenanceKind::connect};
    CHECK(origin_text(provenance) == "connect");
    provenance.is_loop_solved = true;
    CHECK(origin_text(provenance) == "connect, loop solved symbolically");
    provenance.differentiations = 2;
    CHECK(origin_text(provenance) == "connect, differentiated twice, loop solved symbolically");
    provenance.differentiations = 9;
    CHECK(origin_text(provenance) == "connect, differentiated 9 times, loop solved symbolically");
    CHECK(origin_text(provenance.as(ProvenanceKind::no_event)) == "no event, so unchanged");
}

TEST_CASE("a pipe of Base Modelica keeps where equations come from") {
    moo::test::Flattened flat(model_text, "P.All");
    std::string const base = write_base_modelica(flat.model, flat.interner, flat.sources);
    std::string const directly = document_text(std::move(flat.model), flat.interner, flat.sources);
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::FileId const file = sources.add("base.mo", base);
    moo::FlatModel model = read_base_modelica(file, sources, interner, diagnostics);
    INFO(render_text(diagnostics, sources));
    REQUIRE(!diagnostics.has_errors());
    CHECK(document_text(std::move(model), interner, sources) == directly);
}
