// The interpreter computes of a procedure what the evaluation of its expressions computes.
#include <catch2/catch.hpp>
#include <cmath>

#include "backends/interpret/interpreted_model.h"
#include "moo/expr/evaluate.h"
#include "moo/program/lower_values.h"
#include "moo/program/operations.h"
#include "tests/support/random_expression.h"

namespace {

using namespace moo;
using namespace moo::test;

constexpr std::uint32_t per_type = 4;
constexpr std::uint32_t slot_count = 3 * per_type;

bool can_compute(ExprStore const& store, ExprId root) {
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (store.kind(id) == ExprKind::builtin) {
            Builtin const builtin = store.builtin_of(id);
            std::optional<ProgramOp> const op = operation_of(builtin);
            bool const is_known = (op && operation_info(*op)->form == OperationForm::function) ||
                                  builtin == Builtin::no_event || builtin == Builtin::smooth;
            if (!is_known) return false;
        }
        for (ExprId const operand : store.operands(id)) stack.push_back(operand);
    }
    return true;
}

}  // namespace

TEST_CASE("a procedure of many expressions computes the value of each, whatever the order of its instructions") {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Document document;
        document.variables.resize(slot_count);
        document.facts.resize(slot_count);
        constexpr TypeId slot_types[] = {types::real, types::integer, types::boolean};
        for (VarId const id : document.variables.ids()) document.variables[id].type = slot_types[id.index() / per_type];
        RandomExpression random(document.exprs, seed, {.depth = 5, .variables = per_type, .symbols = {}});
        std::vector<ExprId> roots;
        // Expressions share parts with each other: one in three is used again in a larger one.
        for (int i = 0; i < 30; ++i) {
            ExprId root = random.real();
            if (i % 3 == 2) root = document.exprs.add(roots[random.below(roots.size())], root);
            if (can_compute(document.exprs, root)) roots.push_back(root);
            if (roots.empty()) roots.push_back(document.exprs.real(1.0));
        }

        Interner interner;
        SourceManager sources;
        SystemPlan const plan(document);
        ModelProgram program{Layout(document)};
        program.origins.emplace_back();
        program.tables.slots.resize(slot_count);
        ModelFunctions functions;
        ValueLowering lowering(document, interner, plan, program.layout, functions, program.values);
        for (std::uint32_t i = 0; i < roots.size(); ++i) {
            program.step(ModelStep::zero_crossings)
                .statements.push_back({ProgramStatementKind::set_result, i, lowering.lower(roots[i])});
        }
        InterpretedModel const interpreted(std::move(program), sources);
        MooModel const& model = interpreted.model();

        std::vector<double> values(model.variable_count + model.scratch_count);
        for (std::uint32_t i = 0; i < per_type; ++i) {
            values[i] = random.number(2);
            values[per_type + i] = std::round(random.number(4));
            values[2 * per_type + i] = random.below(2) == 0 ? 0.0 : 1.0;
        }
        MooInstance instance{};
        instance.model = &model;
        instance.value = values.data();
        instance.time = 0.25;
        std::vector<double> results(roots.size());
        REQUIRE(model.parameters(&instance) == MOO_OK);
        REQUIRE(model.zero_crossings(&instance, results.data()) == MOO_OK);

        auto const value_of = [&](ExprStore const& store, ExprId id) {
            if (store.kind(id) == ExprKind::time) return Value::real(0.25);
            if (store.kind(id) != ExprKind::variable) return Value();
            double const value = values[store.variable_of(id).index()];
            if (store.type(id) == types::boolean) return Value::boolean(value != 0.0);
            if (store.type(id) == types::integer) return Value::integer(static_cast<std::int64_t>(value));
            return Value::real(value);
        };
        Evaluator evaluator(document.exprs, value_of);
        for (std::size_t i = 0; i < roots.size(); ++i) {
            Evaluation const expected = evaluator.evaluate(roots[i]);
            if (!expected.has_value()) continue;  // division by zero and the like
            ++compared;
            INFO("seed " << seed << ", expression " << i);
            REQUIRE(results[i] == Approx(expected.as_real()).epsilon(1e-12).margin(1e-300));
        }
    }
    CHECK(compared > 5'000);
}
