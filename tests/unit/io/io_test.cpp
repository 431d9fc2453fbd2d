// What is written reads back the same, and the sets of the paper can be read.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "moo/model/names.h"
#include "moo/passes/pipeline.h"

namespace {

std::string read_text(std::string const& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// A model of which all names are plain is Base Modelica of a kind.
struct ReadFlat {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::FlatModel model;
    explicit ReadFlat(std::string text) {
        moo::FileId const file = sources.add("flat.mo", std::move(text));
        model = read_base_modelica(file, sources, interner, diagnostics);
    }
    [[nodiscard]] std::string errors() const { return render_text(diagnostics, sources); }
    [[nodiscard]] std::string written() const { return write_base_modelica(model, interner, sources); }
};

struct ReadMoo {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::Document document;
    explicit ReadMoo(std::string text) {
        moo::FileId const file = sources.add("model.moo", std::move(text));
        document = read_document(file, sources, interner, diagnostics);
    }
    [[nodiscard]] std::string errors() const { return render_text(diagnostics, sources); }
    [[nodiscard]] std::string text(moo::ExprId expr) const {
        return to_string(document.exprs, expr, moo::VariableNames(document.variables, interner, moo::NameStyle::plain));
    }
};

}  // namespace

TEST_CASE("Base Modelica and MOO read back as they were written") {
    for (char const* const model : {"docs/examples/BouncingBall.mo", "tests/simulation/Loops.mo",
                                    "tests/simulation/Thermostat.mo", "tests/golden/moflat/constructs.mo"}) {
        INFO(model);
        ReadFlat flat(read_text(std::string(MOO_TEST_ROOT) + "/" + model));
        INFO(flat.errors());
        REQUIRE(!flat.diagnostics.has_errors());
        std::string const base = flat.written();
        ReadFlat const again(base);
        INFO(again.errors());
        CHECK(again.written() == base);

        moo::System system(flat.interner, std::move(flat.model));
        moo::PhaseStats stats;
        bool const good = run_pipeline(system, {}, flat.diagnostics, stats);
        INFO(flat.errors());
        REQUIRE(good);
        std::string const moo = write_document(system.document, flat.interner, flat.sources);
        ReadMoo const read(moo);
        INFO(read.errors());
        REQUIRE(!read.diagnostics.has_errors());
        CHECK(write_document(read.document, read.interner, read.sources) == moo);
    }
}

TEST_CASE("the notation of the paper is read: one index, crossings without a relation, no header") {
    ReadMoo const read(R"(model PreCodeInfo
        parameter Real e=0.7;
        parameter Real g=9.81;
        discrete Real v_new;
        discrete Boolean impact;
        discrete Boolean flying(start=true);
        Real v;
        Real h;
      equation
        iEq[1,1] = {pre(v_new), 0, "ass"};
        iEq[2,2] = {v_new, pre(v_new), "ass"};
        iEq[3,3] = {pre(flying), true, "ass"};
        iEq[4,4] = {flying, pre(flying), "ass"};
        iEq[5,5] = {h, 1, "ass"};
        iEq[6,6] = {v, 0, "ass"};
        iEq[7,7] = {der(h), v, "ass"};
        iEq[8,8] = {impact, h<=0.0, "ass"};
        iEq[9,9] = {der(v), if flying then -g else 0, "ass"};
        Eq[1] = {der(h), v, "ass"};
        Eq[2] = {der(v), if flying then -g else 0, "ass"};
        Jac[1] = {{1, 1}};
        riEq[1,1] = {impact, h <= 0.0, "ass"};
        riEq[2,2] = {v_new, if edge(impact) then -e*pre(v) else 0, "inst"};
        riEq[3,3] = {v, v_new, "inst"};
        z = {{0.0-h, {1,2,3}}, {0.0-v, {2,3}}};
        c = {{1, {2,3}}};
      end PreCodeInfo;)");
    INFO(read.errors());
    REQUIRE(!read.diagnostics.has_errors());
    CHECK(read.document.initialization.equations.size() == 9);
    CHECK(read.document.initialization.block_count() == 9);
    CHECK(read.document.states().size() == 2);
    CHECK(read.text(read.document.reinitialization.equations[1].value) == "if edge(impact) then -e*pre(v) else 0");
    REQUIRE(read.document.zero_crossings.size() == 2);
    CHECK(!read.document.zero_crossings[0].relation);
    CHECK(read.document.triggers[0].equations == std::vector<std::uint32_t>{1, 2});
}
