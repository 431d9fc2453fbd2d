#include "moo/program/spell_out.h"

#include <catch2/catch.hpp>

namespace moo {

namespace {

// A model of values that are put together by hand.
struct Values {
    Document document;
    ModelProgram model{Layout(document)};

    ProgramExpr make(ProgramOp op, std::initializer_list<ProgramExpr> operands, std::uint32_t index = 0,
                     ScalarType type = ScalarType::real) {
        ProgramNode node;
        node.op = op;
        node.type = type;
        node.index = index;
        return model.values.add(node, {operands.begin(), operands.size()});
    }
    ProgramExpr slot(std::uint32_t index) { return make(ProgramOp::slot, {}, index); }
    ProgramExpr is_positive(ProgramExpr value) {
        return make(ProgramOp::greater, {value, make(ProgramOp::number, {})}, 0, ScalarType::boolean);
    }
    // A call of a function with one input and as many outputs.
    ProgramExpr call(ProgramExpr input, std::uint32_t outputs) {
        ProgramFunction& function = model.functions.functions.emplace_back();
        for (std::uint32_t i = 0; i <= outputs; ++i) function.scalars.push_back({"x", ScalarType::real});
        function.inputs = {{false, 0}};
        for (std::uint32_t i = 1; i <= outputs; ++i) function.outputs.push_back({false, i});
        auto const number = static_cast<std::uint32_t>(model.callees.size());
        model.callees.push_back(number);
        return make(ProgramOp::call, {input}, number);
    }
    ProgramExpr result(ProgramExpr call, std::uint32_t number) { return make(ProgramOp::result, {call}, number); }

    static ModelStatement set(std::uint32_t slot, ProgramExpr value, ProgramExpr condition = no_value) {
        return {ProgramStatementKind::set_slot, slot, value, condition, 0};
    }
};

std::size_t count_of(std::vector<ProgramStatement> const& body, ProgramStatementKind kind) {
    std::size_t count = 0;
    for (ProgramStatement const& each : body) {
        count += (each.kind == kind ? 1 : 0) + count_of(each.body, kind) + count_of(each.otherwise, kind);
    }
    return count;
}

std::size_t depth_of(ProgramNodes const& nodes, ProgramExpr value) {
    std::size_t deepest = 0;
    ProgramNode const& node = nodes.nodes[value];
    for (std::size_t i = 0; i < node.operand_count; ++i) {
        deepest = std::max(deepest, 1 + depth_of(nodes, nodes.operand(node, i)));
    }
    return deepest;
}

using Kind = ProgramStatementKind;

}  // namespace

TEST_CASE_METHOD(Values, "a value that is used twice is computed once, leaves are not") {
    ProgramExpr const sum = make(ProgramOp::add, {slot(0), slot(1)});
    std::vector<ModelStatement> const statements = {set(2, make(ProgramOp::sin, {sum})),
                                                    set(3, make(ProgramOp::mul, {sum, slot(0)}))};
    SpelledOut const spelled = spell_out(model, statements);
    REQUIRE(spelled.body.size() == 3);
    CHECK(spelled.body[0].kind == Kind::hold);
    CHECK(spelled.scalars.size() == 1);
    CHECK(spelled.is_held[0]);
    ProgramNode const& sine = spelled.nodes.nodes[spelled.body[1].value];
    CHECK(spelled.nodes.nodes[spelled.nodes.operand(sine, 0)].op == ProgramOp::local);
}

TEST_CASE_METHOD(Values, "what is computed in one branch is not known in another") {
    ProgramExpr const root = make(ProgramOp::sqrt, {slot(0)});
    ProgramExpr const twice = make(ProgramOp::mul, {root, root});
    ProgramExpr const choice = make(ProgramOp::if_else, {is_positive(slot(1)), twice, slot(0)});
    ProgramExpr const other = make(ProgramOp::if_else, {is_positive(slot(2)), twice, slot(0)});
    std::vector<ModelStatement> const statements = {set(3, choice), set(4, other)};
    SpelledOut const spelled = spell_out(model, statements);
    CHECK(count_of(spelled.body, Kind::if_) == 2);
    // In each branch the root and its square.
    CHECK(count_of(spelled.body, Kind::hold) == 4);
}

TEST_CASE_METHOD(Values, "what is needed anyway is known in branches") {
    ProgramExpr const root = make(ProgramOp::sqrt, {slot(0)});
    ProgramExpr const choice = make(ProgramOp::if_else, {is_positive(root), root, slot(0)});
    std::vector<ModelStatement> const statements = {set(1, choice)};
    SpelledOut const spelled = spell_out(model, statements);
    CHECK(count_of(spelled.body, Kind::hold) == 1);
    CHECK(spelled.body.front().kind == Kind::hold);
}

TEST_CASE_METHOD(Values, "all results come from one call, which is made only where it counts") {
    ProgramExpr const made = call(slot(0), 2);
    ProgramExpr const sum = make(ProgramOp::add, {result(made, 0), result(made, 1)});
    std::vector<ModelStatement> const plain = {set(1, sum), set(2, result(made, 1))};
    SpelledOut const spelled = spell_out(model, plain);
    REQUIRE(spelled.body.size() == 3);
    CHECK(spelled.body[0].kind == Kind::call);
    CHECK(spelled.body[0].outputs.size() == 2);

    ProgramExpr const choice = make(ProgramOp::if_else, {is_positive(slot(0)), sum, slot(0)});
    std::vector<ModelStatement> const conditional = {set(1, choice)};
    SpelledOut const lazy = spell_out(model, conditional);
    CHECK(count_of(lazy.body, Kind::call) == 1);
    for (ProgramStatement const& each : lazy.body) CHECK(each.kind != Kind::call);
    ProgramExpr const both =
        make(ProgramOp::logical_and, {is_positive(slot(0)), is_positive(result(made, 0))}, 0, ScalarType::boolean);
    std::vector<ModelStatement> const logic = {{Kind::set_condition, 0, both}};
    for (ProgramStatement const& each : spell_out(model, logic).body) CHECK(each.kind != Kind::call);
}

TEST_CASE_METHOD(Values, "a call that several conditional statements need is made once, if any of them counts") {
    ProgramExpr const made = call(slot(0), 2);
    ProgramExpr const first = is_positive(slot(1));
    ProgramExpr const second = is_positive(slot(2));
    std::vector<ModelStatement> const statements = {set(3, result(made, 0), first), set(4, result(made, 1), second)};
    SpelledOut const spelled = spell_out(model, statements);
    CHECK(count_of(spelled.body, Kind::call) == 1);
    REQUIRE(spelled.body[0].kind == Kind::if_);
    CHECK(spelled.nodes.nodes[spelled.body[0].value].op == ProgramOp::logical_or);
    CHECK(count_of(spelled.body[0].body, Kind::call) == 1);
}

TEST_CASE_METHOD(Values, "a sum of a hundred thousand terms becomes trees of bounded depth") {
    ProgramExpr sum = slot(0);
    for (int i = 0; i < 100'000; ++i) sum = make(ProgramOp::add, {sum, slot(1)});
    std::vector<ModelStatement> const statements = {set(2, sum)};
    SpelledOut const spelled = spell_out(model, statements);
    CHECK(spelled.body.size() > 900);
    for (ProgramStatement const& each : spelled.body) CHECK(depth_of(spelled.nodes, each.value) <= 100);
}

}  // namespace moo
