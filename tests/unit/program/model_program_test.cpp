#include "moo/program/model_program.h"

#include <catch2/catch.hpp>

#include "tests/support/translate_text.h"

namespace moo {

namespace {

struct Lowered {
    SourceManager sources;
    Interner interner;
    Document document;
    ModelProgram model;

    explicit Lowered(std::string const& text)
        : document(test::translate_text("model M\n" + text + "\nend M;\n", sources, interner)),
          model(lower_model(document, interner, sources)) {}

    [[nodiscard]] SlotRow const& slot(std::string const& name) const {
        for (SlotRow const& row : model.tables.slots) {
            if (row.name == name) return row;
        }
        FAIL("there is no slot `" + name + "`");
        return model.tables.slots[0];
    }
};

std::size_t count_of(ModelProcedure const& procedure, ProgramStatementKind kind) {
    std::size_t count = 0;
    for (ModelStatement const& each : procedure.statements) count += each.kind == kind ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("a slot for each variable, then one for each derivative") {
    Lowered const made("parameter Real k = 2; Real x(start = 1, fixed = true, min = 0); output Real y;\n"
                       "equation der(x) = -k*x; y = x;");
    CHECK(made.slot("k").role == SlotRole::parameter);
    CHECK(made.slot("k").tunability == Tunability::tunable);
    CHECK(made.slot("x").role == SlotRole::state);
    CHECK(made.slot("x").start == 1.0);
    CHECK(made.slot("x").min == 0.0);
    CHECK(std::isinf(made.slot("x").max));
    CHECK(made.slot("der(x)").role == SlotRole::derivative);
    CHECK(made.slot("y").is_output);
    CHECK(made.slot("y").alias_of == made.model.tables.state_slots.at(0) + 1);
    CHECK(made.model.tables.slots.size() == made.model.layout.slot_count());
}

TEST_CASE("texts get their numbers in the step of the parameters") {
    Lowered const made("parameter String s = \"abc\"; parameter Real x = if s == \"abc\" then 1 else 2;\n");
    CHECK(made.slot("s").type == SlotType::text);
    CHECK(made.slot("s").start == 0.0);
    CHECK(count_of(made.model.step(ModelStep::parameters), ProgramStatementKind::set_slot) >= 1);
}

TEST_CASE("equations that the integration and events share are the same statements") {
    Lowered const made("Real x(start = 1, fixed = true); Real y; discrete Real n(start = 0, fixed = true);\n"
                       "equation der(x) = -sin(x); y = cos(x)*x; when x < 0.5 then n = pre(n) + 1; end when;");
    ModelProcedure const& derivatives = made.model.step(ModelStep::derivatives);
    ModelProcedure const& update = made.model.step(ModelStep::update);
    REQUIRE(!derivatives.empty());
    for (ModelStatement const& each : derivatives.statements) {
        CHECK(std::any_of(update.statements.begin(), update.statements.end(),
                          [&](ModelStatement const& other) { return other.does_the_same_as(each); }));
    }
}

TEST_CASE("what a model lacks has no procedure") {
    Lowered const made("Real x(start = 1, fixed = true); equation der(x) = -x;");
    CHECK(made.model.step(ModelStep::samplings).empty());
    CHECK(made.model.step(ModelStep::time_events).empty());
    CHECK(made.model.step(ModelStep::delays).empty());
    CHECK(made.model.step(ModelStep::zero_crossings).empty());
    CHECK(!made.model.tables.has_terminal);
}

TEST_CASE("a loop is a block with its residual, its Jacobian and what it switches") {
    Lowered const made("Real x(start = 1); Real y; Real u(start = 1, fixed = true);\n"
                       "equation der(u) = -u; x + y^3 = u; x*y = if x > 0.3 then 0.1 else 0.2;");
    REQUIRE(!made.model.tables.blocks.empty());
    BlockTable const& block = made.model.tables.blocks[0];
    CHECK(block.switches());
    CHECK(block.has_jacobian);
    CHECK(made.model.residuals[0].statements.size() == block.assigned.size() + block.unknowns.size());
    CHECK(made.model.jacobians[0].statements.size() == block.entry_rows.size());
    CHECK(count_of(made.model.switches[0], ProgramStatementKind::evaluate) == block.relations.size());
    CHECK(made.model.residuals.size() == made.model.tables.blocks.size());
}

}  // namespace moo
