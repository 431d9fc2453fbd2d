// Each invariant holds for a sound system, and notices when it is broken.
#include <catch2/catch.hpp>

#include <algorithm>

#include "moo/passes/pipeline.h"
#include "tests/unit/lower/flat.h"

using moo::Invariant;

namespace {

// A model on its way, stopped after a pass.
struct Stopped {
    moo::test::Flattened flat;
    moo::System system;

    Stopped(std::string text, std::string last_pass)
        : flat(std::move(text)), system(flat.interner, std::move(flat.model)) {
        moo::PhaseStats stats;
        moo::PassOptions const options{.last_pass = std::move(last_pass)};
        bool const good = run_pipeline(system, options, flat.diagnostics, stats);
        INFO(flat.errors());
        REQUIRE(good);
    }

    [[nodiscard]] std::string violation(Invariant invariant) const {
        auto const rules = moo::all_invariants();
        auto const rule = std::find_if(rules.begin(), rules.end(),
                                       [&](moo::InvariantRule const& each) { return each.invariant == invariant; });
        REQUIRE(rule != rules.end());
        return rule->find_violation(system);
    }
    [[nodiscard]] moo::VarId find(std::string_view name) const {
        for (moo::VarId const id : system.document.variables.ids()) {
            if (system.name_of(id) == name) return id;
        }
        FAIL("no variable " << name);
        return {};
    }
    [[nodiscard]] moo::ExprId ref(std::string_view name) { return system.reference(find(name)); }
    void add_equation(moo::ExprId lhs, moo::ExprId rhs) { system.equations.push_back({lhs, rhs, {}}); }
};

constexpr char const* ball = R"(model Ball
    parameter Real e = 0.7;
    parameter Real half = e/2;
    Real h(start = 1, fixed = true);
    Real v;
    Real speed;
    Boolean impact;
    Real bounce;
  equation
    der(h) = v;
    der(v) = -9.81;
    speed = v;
    impact = h <= 0;
    when impact then bounce = -e*pre(v); reinit(v, bounce); end when;
  end Ball;)";

}  // namespace

TEST_CASE("every invariant has a rule at its place and a pass that establishes it") {
    auto const rules = moo::all_invariants();
    for (std::size_t i = 0; i < rules.size(); ++i) {
        INFO(rules[i].name);
        CHECK(static_cast<std::size_t>(rules[i].invariant) == i);
        auto const passes = moo::all_passes();
        CHECK(std::any_of(passes.begin(), passes.end(),
                          [&](moo::Pass const& pass) { return pass.establishes.contains(rules[i].invariant); }));
    }
}

TEST_CASE("a broken invariant is reported with pass, name and meaning") {
    Stopped model(ball, "reduce_index");
    CHECK(find_broken_invariant("some_pass", {}, {Invariant::only_equalities}, model.system).empty());
    model.add_equation(model.ref("h"), model.ref("impact"));
    CHECK(
        find_broken_invariant("some_pass", {}, {Invariant::only_equalities}, model.system) ==
        "after the pass `some_pass` the invariant `only_equalities` does not hold (nothing is left in the flat model, "
        "and both sides of each equation have the same type): the sides of `h = impact` have different types");
    CHECK(find_broken_invariant("some_pass", {}, {}, model.system).empty());
}

TEST_CASE("in a large system a pass answers for its own cheap invariants only") {
    Stopped model(ball, "reduce_index");
    model.add_equation(model.ref("h"), model.ref("impact"));
    model.add_equation(model.ref("speed"),
                       model.system.exprs().der(model.system.exprs().mul(model.ref("h"), model.ref("v"))));
    for (int i = 0; i < 1000; ++i) model.add_equation(model.ref("h"), model.ref("v"));
    moo::InvariantSet const both{Invariant::only_equalities, Invariant::derivatives_named};
    CHECK(find_broken_invariant("some_pass", {}, both, model.system).empty());
    CHECK(find_broken_invariant("some_pass", {Invariant::derivatives_named}, both, model.system).empty());
    CHECK(!find_broken_invariant("some_pass", {Invariant::only_equalities}, both, model.system).empty());
}

TEST_CASE("only_scalars notices an array and a loop") {
    Stopped model("model A Real x[2]; equation for i in 1:2 loop x[i] = i; end for; end A;",
                  "check_derivative_annotations");
    CHECK(model.violation(Invariant::only_scalars) == "`x` is not a scalar");
    model.system.flat.variables[moo::VarId(0u)].type = moo::types::real;
    CHECK(model.violation(Invariant::only_scalars) == "a for-equation is left");
    CHECK(Stopped("model A Real x[2] = {1, 2}; end A;", "scalarize").violation(Invariant::only_scalars).empty());
}

TEST_CASE("only_equalities notices what is left, a missing side and different types") {
    CHECK(Stopped(ball, "scalarize").violation(Invariant::only_equalities) == "equations are left in the flat model");
    Stopped model(ball, "expand_equations");
    CHECK(model.violation(Invariant::only_equalities).empty());
    model.add_equation(model.ref("h"), {});
    CHECK(model.violation(Invariant::only_equalities) == "an equation has one side only");
    model.system.equations.back().rhs = model.ref("impact");
    CHECK(model.violation(Invariant::only_equalities) == "the sides of `h = impact` have different types");
}

TEST_CASE("conditions_listed notices a condition that is not there, and a target that is no variable") {
    Stopped model(ball, "expand_equations");
    CHECK(model.violation(Invariant::conditions_listed).empty());
    model.system.instants[0].conditions.push_back(7);
    CHECK(model.violation(Invariant::conditions_listed) == "the equation of `bounce` has no condition");
    model.system.instants[0].target = model.system.exprs().neg(model.ref("bounce"));
    CHECK(model.violation(Invariant::conditions_listed) ==
          "an instant equation sets `-bounce`, which is not a variable");
}

TEST_CASE("fixed_settled notices an expression") {
    Stopped model(ball, "refuse_unsupported");
    CHECK(model.violation(Invariant::fixed_settled).empty());
    auto& attributes = model.system.document.variables[model.find("h")].attributes;
    attributes[static_cast<std::size_t>(moo::Attribute::fixed)] = model.ref("impact");
    CHECK(model.violation(Invariant::fixed_settled) == "`fixed` of `h` is `impact`");
}

TEST_CASE("derivatives_named notices the derivative of an expression") {
    Stopped model(ball, "name_derivatives");
    CHECK(model.violation(Invariant::derivatives_named).empty());
    moo::ExprStore& exprs = model.system.exprs();
    model.add_equation(model.ref("speed"), exprs.neg(exprs.der(exprs.mul(model.ref("h"), model.ref("v")))));
    CHECK(model.violation(Invariant::derivatives_named) == "`der(h*v)` stands in `-der(h*v)`");
}

TEST_CASE("discrete_marked notices a Boolean equation and the target of a when-clause") {
    Stopped model(ball, "separate_discrete");
    CHECK(model.violation(Invariant::discrete_marked).empty());
    for (moo::SystemEquation& equation : model.system.equations) equation.is_discrete = false;
    CHECK(model.violation(Invariant::discrete_marked) == "`impact = h <= 0` counts as continuous");
    model.system.document.variables[model.find("bounce")].variability = moo::Variability::continuous;
    CHECK(model.violation(Invariant::discrete_marked) == "a when-clause sets `bounce`, which is not discrete");
}

TEST_CASE("aliases_resolved notices an eliminated variable and a chain of aliases") {
    Stopped model(ball, "eliminate_aliases");
    REQUIRE(model.system.document.aliases.size() == 1);
    CHECK(model.violation(Invariant::aliases_resolved).empty());
    moo::VarId const gone = model.system.document.aliases[0].variable;
    std::string const name(model.system.name_of(gone));
    moo::ExprStore& exprs = model.system.exprs();
    model.add_equation(model.ref("h"), exprs.mul(exprs.real(2), model.system.reference(gone)));
    CHECK(model.violation(Invariant::aliases_resolved) == "`" + name + "` stands in `2.0*" + name + "`");
    model.system.document.aliases.push_back({model.find("h"), gone, false, {}});
    CHECK(model.violation(Invariant::aliases_resolved) == "`h` is an alias of `" + name + "`, which is one itself");
}

TEST_CASE("index_one notices a constraint that was not differentiated") {
    Stopped model(ball, "reduce_index");
    CHECK(model.violation(Invariant::index_one).empty());
    moo::ExprStore& exprs = model.system.exprs();
    model.add_equation(model.ref("h"), exprs.mul(exprs.real(2), model.ref("v")));
    CHECK(model.violation(Invariant::index_one) == "`h = 2.0*v` has nothing to determine");
}

TEST_CASE("roles_given notices roles that do not suit") {
    Stopped model(ball, "classify_variables");
    CHECK(model.violation(Invariant::roles_given).empty());
    model.system.document.facts[model.find("impact")].role = moo::Role::state;
    CHECK(model.violation(Invariant::roles_given) == "`impact` is a state, but not a continuous Real");
    model.system.document.facts[model.find("half")].role = moo::Role::algebraic;
    CHECK(model.violation(Invariant::roles_given) == "`half` is a parameter");
    model.system.document.facts.resize(2);
    CHECK(model.violation(Invariant::roles_given) == "not every variable has a role");
}

TEST_CASE("derivatives_of_states notices the derivative of another variable") {
    Stopped model(ball, "classify_variables");
    CHECK(model.violation(Invariant::derivatives_of_states).empty());
    model.add_equation(model.ref("h"), model.system.exprs().der(model.ref("bounce")));
    CHECK(model.violation(Invariant::derivatives_of_states) == "`der(bounce)` stands in `der(bounce)`");
}

TEST_CASE("free_parameters_unbound notices a binding") {
    Stopped model("model A parameter Real p(fixed = false) = 2; Real x = p; initial equation x = 1; end A;",
                  "free_parameters");
    CHECK(model.violation(Invariant::free_parameters_unbound).empty());
    model.system.document.variables[model.find("p")].binding = model.system.exprs().real(3);
    CHECK(model.violation(Invariant::free_parameters_unbound) == "`p` has the binding `3.0`");
}

TEST_CASE("parameters_in_order notices the wrong order, a repetition and a gap") {
    Stopped model(ball, "order_parameters");
    CHECK(model.violation(Invariant::parameters_in_order).empty());
    auto& order = model.system.document.parameter_order;
    REQUIRE(order.size() == 2);
    std::swap(order[0], order[1]);
    CHECK(model.violation(Invariant::parameters_in_order) == "`half` is computed before `e`, which it needs");
    order[0] = order[1];
    CHECK(model.violation(Invariant::parameters_in_order) == "`e` is computed twice");
    order.resize(1);
    CHECK(model.violation(Invariant::parameters_in_order) == "`half` is never computed");
}

TEST_CASE("the sets have to determine each of their unknowns once") {
    Stopped model(ball, "build_initialization");
    CHECK(model.violation(Invariant::events_determined).empty());
    CHECK(model.violation(Invariant::integration_determined).empty());
    CHECK(model.violation(Invariant::start_determined).empty());
    moo::Document& document = model.system.document;
    auto const replace = [&](moo::EquationSet& set, moo::ExprId from, moo::ExprId to) {
        for (moo::SetEquation& equation : set.equations) {
            if (equation.target == from) equation.target = to;
        }
    };
    moo::ExprId const der_h = model.system.exprs().der(model.ref("h"));
    moo::ExprId const der_v = model.system.exprs().der(model.ref("v"));
    replace(document.integration, der_h, der_v);
    CHECK(model.violation(Invariant::integration_determined) == "`der(v)` is determined twice");
    replace(document.integration, der_v, {model.ref("e")});
    document.integration.equations.resize(1);
    CHECK(model.violation(Invariant::integration_determined) == "nothing determines `der(h)`");
    replace(document.reinitialization, model.ref("impact"), model.ref("e"));
    CHECK(model.violation(Invariant::events_determined) == "nothing determines `impact`");
    replace(document.initialization, model.ref("bounce"), model.ref("e"));
    CHECK(model.violation(Invariant::start_determined) == "nothing determines `bounce`");
}

TEST_CASE("blocks_in_order notices what is used too early") {
    Stopped model("model A Real x(start = 1); Real y; Real z; equation der(x) = z; y = 2*x; z = y + 1; end A;",
                  "build_integration");
    CHECK(model.violation(Invariant::blocks_in_order).empty());
    auto& equations = model.system.document.integration.equations;
    std::swap(equations.front(), equations.back());
    CHECK(model.violation(Invariant::blocks_in_order) == "the equation of `der(x)` in Eq uses `z`, which comes later");
}

TEST_CASE("document_verified notices what a back end would refuse") {
    Stopped model(ball, "list_requirements");
    CHECK(model.violation(Invariant::document_verified).empty());
    model.system.document.requirements.emplace_back("homotopy");
    CHECK(model.violation(Invariant::document_verified) ==
          "`requires` lists `homotopy`, which the document does not use");
}
