// Which equations of a block say what a chosen state stands for.
#include <catch2/catch.hpp>

#include "moo/program/system_plan.h"
#include "tests/support/translate_text.h"

namespace moo {

namespace {

constexpr char const* spatial_pendulum = R"(
model Spatial
  Real x(start = 0.6, fixed = true);
  Real y(start = 0.1, fixed = true);
  Real z(start = -0.8);
  Real vx(start = 0, fixed = true);
  Real vy(start = 1, fixed = true);
  Real vz;
  Real F;
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = -F*x;
  der(vy) = -F*y;
  der(vz) = -F*z - 9.81;
  x^2 + y^2 + z^2 = 1;
end Spatial;
)";

}  // namespace

TEST_CASE("every state of a set is found once in Eq and once in riEq, and nothing else is") {
    SourceManager sources;
    Interner interner;
    Document const document = test::translate_text(spatial_pendulum, sources, interner);
    REQUIRE(document.state_sets.size() == 2);
    SystemPlan plan(document);
    for (EquationSet const* const set : {&document.integration, &document.reinitialization}) {
        std::vector<std::vector<int>> found(2, std::vector<int>(2, 0));
        for (std::size_t b = 0; b < set->block_count(); ++b) {
            if (!SystemPlan::is_solved(*set, b)) continue;
            BlockPlan const block = plan.plan_block("Eq", *set, b);
            for (auto const& [residual, row] : block.selections) {
                ++found.at(row.set).at(row.state);
                VarId const state = document.state_sets[row.set].states[row.state];
                ExprId const value = set->equations[block.residuals.at(residual)].value;
                CHECK(document.exprs.variable_of(document.exprs.operand(value, 0)) == state);
            }
        }
        CHECK(found == std::vector<std::vector<int>>{{1, 1}, {1, 1}});
    }
}

}  // namespace moo
