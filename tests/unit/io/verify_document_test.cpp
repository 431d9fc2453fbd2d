// Each rule of `verify_document` is broken once, in a document that is sound otherwise.
#include "moo/check/verify_document.h"

#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <string>

#include "moo/check/requirements.h"
#include "moo/io/document/read.h"
#include "moo/model/document_rows.h"

namespace {

using moo::Document;
using moo::ExprId;
using moo::VarId;

// Something in every section that can be simulated today, and rows of the others that fit to it.
constexpr std::string_view sound = R"(
function f
  input Real u;
  output Real y;
algorithm
  y := u;
  annotation(inverse(u = f(y)), derivative = f);
end f;
model M
  parameter Real k = 2;
  parameter Real l = k;
  Real x(start = 1, unit = "m");
  Real v;
  Real a;
  Real b;
  Real same;
  Real late;
  discrete Boolean on;
  discrete Real n;
  discrete Integer s1;
  discrete Integer s2;
  output Real y;
  Real 'e[1]';
  Real 'e[2]';
equation
  arrays[1] = array(name = "e", sizes = {2}, first = 'e[1]');
  aliases[1] = alias(variable = same, target = x);
  recovered[1] = recovery(variable = late, value = 2*x);
  p = {k, l};
  evaluated[1] = evaluation(variable = k, reason = "why not");
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {v, 0, "ass"};
  iEq[3,3] = {on, false, "ass"};
  iEq[4,4] = {n, 0, "ass"};
  iEq[5,5] = {s1, 1, "ass"};
  iEq[6,6] = {s2, 0, "ass"};
  Eq[1,1] = {a, a + b - x, "res"};
  Eq[1,2] = {b, a - b, "res"};
  Eq[2,3] = {y, k*a, "ass"};
  Eq[3,4] = {'e[1]', 1, "ass"};
  Eq[4,5] = {'e[2]', 2, "ass"};
  Eq[5,6] = {der(x), v, "ass"};
  Eq[6,7] = {der(v), -l*x, "ass"};
  Block[1] = {"linear"};
  Jac[1] = {{1, 1}, {2, 1}};
  Jac[2] = {{1, 1}, {2, -1}};
  Known[1] = {{x, -1}};
  riEq[1,1] = {on, x > 2, "ass"};
  riEq[2,2] = {n, pre(n) + 1, "inst"};
  dropped[1] = droppedEquation(lhs = x, rhs = 1, reason = "twice");
  z = {{x - 2, {1}, x > 2}};
  w = {{on, {2}}};
  c = {{1, {2}}};
  assert(x < 100, "too far");
  actions[1] = action(kind = "terminate", value = "done", conditions = {1});
  clocks[1] = baseClock(name = "tick", kind = "periodic", interval = 0.1);
  partitions[1] = clockedPartition(clock = 1, factorNumerator = 1, factorDenominator = 1, shiftNumerator = 0, shiftDenominator = 1);
  stateSets[1] = stateSet(candidates = {x, v}, states = {x}, selection = {s1, s2}, constraints = {x - v}, jacobian = {entry(row = 1, column = 2, value = -1)});
  staticChoices[1] = choice(state = x, dependent = {a}, reason = "first");
  residualView = residualView(unknowns = {a, b}, equations = {6, 7, 1, 2});
  overdeterminedView = overdeterminedView(differential = {differentialEquation(terms = {term(state = x, coefficient = 1)}, value = v)}, constraints = {constraint(residual = x - 1)});
  dependencies = dependencies(derivatives = {dependency(unknown = der(x), terms = {term(on = v)})}, outputs = {dependency(unknown = y, terms = {term(on = x)})}, stateColours = {0, 1});
  icon = icon(extent = {0, 0, 10, 10}, shapes = {shape(kind = "line", points = {0, 0, 10, 10}, lineColor = {255, 0, 0})});
  connectors[1] = outsideConnector(name = "plug", extent = {-1, -1, 1, 1}, icon = icon(shapes = {shape(kind = "ellipse", points = {-1, -1, 1, 1})}));
  results = {x, v};
  extensions[1] = extension(name = "org.example.a", content = "");
  annotation(__moo(version = "1.0.0"));
end M;
)";

struct Sound {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    Document document;

    Sound() {
        document = read_document(sources.add("sound.moo", std::string(sound)), sources, interner, diagnostics);
        INFO(render_text(diagnostics, sources));
        REQUIRE(!diagnostics.has_errors());
        document.requirements = requirements_of(document);
    }
    VarId id(std::string_view name) const {
        for (VarId const each : document.variables.ids()) {
            if (interner.text(document.variables[each].name) == name) return each;
        }
        FAIL("no variable " << name);
        return {};
    }
    moo::Variable& variable(std::string_view name) { return document.variables[id(name)]; }
    ExprId ref(std::string_view name) { return document.exprs.variable(id(name), variable(name).type); }
    ExprId text() { return document.exprs.string(interner.intern("text")); }
    ExprId yes() { return document.exprs.boolean(true); }
    ExprId one() { return document.exprs.integer(1); }
    std::string verdict() {
        moo::Diagnostics reports;
        bool const good = verify_document(document, reports);
        CHECK(good == !reports.has_errors());
        return render_text(reports, sources);
    }
};

// What is broken, and what has to be said about it.
struct Case {
    std::string_view message;
    std::function<void(Sound&)> damage;
};

void check_cases(std::vector<Case> const& cases) {
    for (Case const& each : cases) {
        INFO(each.message);
        Sound made;
        each.damage(made);
        std::string const verdict = made.verdict();
        INFO(verdict);
        CHECK(verdict.find(each.message) != std::string::npos);
    }
}

}  // namespace

TEST_CASE("a sound document is found sound") {
    Sound made;
    CHECK(made.verdict().empty());
}

TEST_CASE("what is referred to has to be there") {
    check_cases({
        {"reinitialization: an entry of the Jacobian is about an equation that is not there",
         [](Sound& s) {
             s.document.reinitialization.jacobian.push_back({7, 0, s.one(), {}});
         }},
        {"integration: a known entry is about an equation that is not there",
         [](Sound& s) {
             s.document.integration.known.push_back({70, s.ref("x"), s.one(), {}});
         }},
        {"integration: its blocks are not a partition of its equations",
         [](Sound& s) { s.document.integration.block_starts[1] = 0; }},
        {"integration: its blocks are not a partition of its equations",
         [](Sound& s) { s.document.integration.block_starts.pop_back(); }},
        {"zeroCrossings[1] refers to number 9 of something that has 2",
         [](Sound& s) { s.document.zero_crossings[0].equations = {8}; }},
        {"whenConditions[1] refers to number 9", [](Sound& s) { s.document.when_conditions[0].equations = {8}; }},
        {"triggers[1] refers to number 9", [](Sound& s) { s.document.triggers[0].equation = 8; }},
        {"actions[1] refers to number 3 of something that has 1",
         [](Sound& s) { s.document.actions[0].conditions = {2}; }},
        {"partitions[1] refers to number 2 of something that has 1",
         [](Sound& s) { s.document.partitions[0].base = 1; }},
        {"residualView refers to number 100", [](Sound& s) { s.document.residual_view.equations[0] = 99; }},
        {"integration: something is missing", [](Sound& s) { s.document.integration.equations[0].value = {}; }},
        {"aliases[1]: something is missing", [](Sound& s) { s.document.aliases[0].target = {}; }},
        {"results refers to something that is not there", [](Sound& s) { s.document.results[0] = VarId(99u); }},
        {"integration refers to something that is not there",
         [](Sound& s) { s.document.integration.equations[0].value = ExprId(9999u); }},
        {"integration: an expression mentions a variable that is not there",
         [](Sound& s) { s.document.integration.equations[0].value = s.document.exprs.variable(VarId(77u)); }},
        {"variables: there is not one role for each of them", [](Sound& s) { s.document.facts.add({}); }},
        {"the document is a slice", [](Sound& s) { s.document.slice = {"equations"}; }},
    });
}

TEST_CASE("declarations have to fit together") {
    check_cases({
        {"variables[3] has no name", [](Sound& s) { s.variable("x").name = {}; }},
        {"variables[4]: its name is taken", [](Sound& s) { s.variable("v").name = s.variable("x").name; }},
        {"variables[3]: its role does not suit",
         [](Sound& s) { s.variable("x").variability = moo::Variability::discrete; }},
        {"variables[5]: its role does not suit", [](Sound& s) { s.document.facts[s.id("a")].role = moo::Role::input; }},
        {"variables[1]: its role does not suit",
         [](Sound& s) { s.document.facts[s.id("k")].role = moo::Role::algebraic; }},
        {"variables[3]: the attribute `start` has another type",
         [](Sound& s) { s.variable("x").attributes[static_cast<std::size_t>(moo::Attribute::start)] = s.text(); }},
        {"variables[3]: the attribute `fixed` has another type",
         [](Sound& s) { s.variable("x").attributes[static_cast<std::size_t>(moo::Attribute::fixed)] = s.one(); }},
        {"variables[3]: the attribute `unit` has another type",
         [](Sound& s) { s.variable("x").attributes[static_cast<std::size_t>(moo::Attribute::unit)] = s.one(); }},
        {"variables[3]: it is the derivative of itself",
         [](Sound& s) { s.document.facts[s.id("x")].derivative_of = s.id("x"); }},
        {"variables[7]: nothing determines this variable", [](Sound& s) { s.document.aliases.clear(); }},
        {"variables[8]: nothing determines this variable", [](Sound& s) { s.document.recovered.clear(); }},
        {"variables[4]: Eq does not determine the derivative of this state",
         [](Sound& s) { s.document.integration.equations[6].target = s.ref("late"); }},
        {"p[3] is listed twice", [](Sound& s) { s.document.parameter_order.push_back(s.id("k")); }},
        {"p[3] is not a parameter with a value", [](Sound& s) { s.document.parameter_order.push_back(s.id("x")); }},
        {"p[1]: its value needs something that is not computed before it",
         [](Sound& s) { std::swap(s.document.parameter_order[0], s.document.parameter_order[1]); }},
        {"p does not list variables[2], a parameter", [](Sound& s) { s.document.parameter_order.pop_back(); }},
        {"p[1]: the expression does not have the type", [](Sound& s) { s.variable("k").binding = s.yes(); }},
        {"evaluated[1]: the variable is not a parameter",
         [](Sound& s) { s.document.evaluated[0].parameter = s.id("x"); }},
        {"evaluated[2]: the parameter is listed twice",
         [](Sound& s) {
             s.document.evaluated.push_back({s.id("k"), "again"});
         }},
        {"arrays[1]: there are not as many variables", [](Sound& s) { s.document.arrays[0].sizes = {3}; }},
        {"arrays[1]: there are not as many variables", [](Sound& s) { s.document.arrays[0].sizes = {0}; }},
        {"arrays[1]: there are not as many variables",
         [](Sound& s) {
             s.document.arrays[0].sizes = {std::int64_t{1} << 40, std::int64_t{1} << 40};
         }},
        {"arrays[1]: its elements have different types", [](Sound& s) { s.document.arrays[0].first = s.id("s2"); }},
        {"aliases[2]: the variable is an alias twice",
         [](Sound& s) {
             s.document.aliases.push_back({s.id("same"), s.id("v"), false, {}});
         }},
        {"aliases[1]: an equation determines the variable",
         [](Sound& s) { s.document.aliases[0].variable = s.id("v"); }},
        {"aliases[1]: the two variables have different types",
         [](Sound& s) { s.document.aliases[0].target = s.id("on"); }},
        {"aliases[1] is the negative of something that is not a number or Boolean",
         [](Sound& s) {
             s.variable("same").type = s.variable("x").type = moo::types::string;
             s.document.aliases[0].is_negated = true;
         }},
        {"aliases[1] leads back to itself", [](Sound& s) { s.document.aliases[0].target = s.id("same"); }},
        {"recovered[1]: something else determines the variable",
         [](Sound& s) { s.document.recovered[0].variable = s.id("x"); }},
        {"recovered[2]: the variable is recovered twice",
         [](Sound& s) { s.document.recovered.push_back(s.document.recovered[0]); }},
        {"recovered[1] needs a variable that is recovered later",
         [](Sound& s) { s.document.recovered[0].value = s.ref("late"); }},
        {"recovered[1]: the expression does not have the type",
         [](Sound& s) { s.document.recovered[0].value = s.yes(); }},
        {"dropped[1]: its sides have different types", [](Sound& s) { s.document.dropped[0].rhs = s.yes(); }},
        {"functions[2] is declared twice", [](Sound& s) { s.document.functions.push_back(s.document.functions[0]); }},
        {"functions[1] has two variables of one name",
         [](Sound& s) { s.document.functions[0].variables[1].name = s.document.functions[0].variables[0].name; }},
        {"functions[1] has an algorithm and is external", [](Sound& s) { s.document.functions[0].external.emplace(); }},
        {"functions[1]: the inverse is for an input that it does not have",
         [](Sound& s) { s.document.functions[0].inverses[0].input = s.interner.intern("nobody"); }},
        {"functions[1]: the order of a derivative is less than 1",
         [](Sound& s) { s.document.functions[0].derivatives[0].order = 0; }},
        {"recovered: a function is called that is not there",
         [](Sound& s) {
             s.document.recovered[0].value =
                 s.document.exprs.call(s.interner.intern("nobody"), {s.ref("x")}, moo::types::real);
         }},
        {"recovered: a call has another number of arguments",
         [](Sound& s) {
             s.document.recovered[0].value =
                 s.document.exprs.call(s.interner.intern("f"), {s.ref("x"), s.one()}, moo::types::real);
         }},
        {"`requires` does not list", [](Sound& s) { s.document.requirements.clear(); }},
        {"`requires` lists `frobnication`", [](Sound& s) { s.document.requirements.push_back("frobnication"); }},
        {"results[3] is listed twice", [](Sound& s) { s.document.results.push_back(s.id("x")); }},
        {"extensions[1]: its name is not of the form", [](Sound& s) { s.document.extensions[0].name = "mine"; }},
        {"extensions[2]: there is another one of that name",
         [](Sound& s) { s.document.extensions.push_back(s.document.extensions[0]); }},
    });
}

TEST_CASE("sets have to be such that they can be computed") {
    auto const equation = [](Sound& s, std::size_t i) -> moo::SetEquation& {
        return s.document.integration.equations[i];
    };
    check_cases({
        {"Eq equation 4: its variable is determined twice", [=](Sound& s) { equation(s, 3).target = s.ref("y"); }},
        {"Eq equation 3 determines a parameter", [=](Sound& s) { equation(s, 2).target = s.ref("k"); }},
        {"Eq equation 3: `der` of a variable that is not a state",
         [=](Sound& s) { equation(s, 2).target = s.document.exprs.der(s.ref("y")); }},
        {"Eq equation 3 determines a past value",
         [=](Sound& s) { equation(s, 2).target = s.document.exprs.pre(s.ref("y")); }},
        {"Eq equation 3: only variables in riEq are determined at instants",
         [=](Sound& s) { equation(s, 2).form = moo::EquationForm::instant; }},
        {"Eq equation 3 determines a state, which the integrator does",
         [=](Sound& s) { equation(s, 2).target = s.ref("x"); }},
        {"Eq equation 3 determines a discrete variable", [=](Sound& s) { equation(s, 2).target = s.ref("n"); }},
        {"Eq equation 3: the expression does not have the type", [=](Sound& s) { equation(s, 2).value = s.yes(); }},
        {"Eq equation 3: `inStream` cannot be computed yet",
         [=](Sound& s) { equation(s, 2).value = s.document.exprs.builtin(moo::Builtin::in_stream, {s.ref("x")}); }},
        {"Eq block 1: its kind does not suit its equations",
         [](Sound& s) { s.document.integration.blocks[0].kind = moo::BlockKind::assign; }},
        {"Eq block 1: equations that are solved together must be residuals",
         [=](Sound& s) { equation(s, 1).form = moo::EquationForm::assignment; }},
        {"Eq block 1: the results of a call are assigned",
         [](Sound& s) { s.document.integration.blocks[0].kind = moo::BlockKind::algorithm; }},
        {"Eq block 1 is said to be linear, but its Jacobian depends",
         [](Sound& s) { s.document.integration.jacobian[0].value = s.ref("a"); }},
        {"Eq block 2 uses what a later one determines", [=](Sound& s) { equation(s, 2).value = s.ref("e[1]"); }},
        {"Eq's Jacobian, row 1 has a column outside its block",
         [](Sound& s) { s.document.integration.jacobian[1].column = 4; }},
        {"Eq's Jacobian, row 1: rows and columns are in ascending order",
         [](Sound& s) { std::swap(s.document.integration.jacobian[0], s.document.integration.jacobian[1]); }},
        {"Eq equation 2 has no row in the Jacobian",
         [](Sound& s) { s.document.integration.jacobian.resize(2); }},
        {"Eq's known entries, row 1: by something that is not a variable",
         [](Sound& s) { s.document.integration.known[0].by = s.one(); }},
        {"Eq's known entries, row 1: the expression does not have the type",
         [](Sound& s) { s.document.integration.known[0].value = s.yes(); }},
    });
}

TEST_CASE("events and clocks have to be complete") {
    check_cases({
        {"w[1]: the expression does not have the type",
         [](Sound& s) { s.document.when_conditions[0].condition = s.one(); }},
        {"w[1]: riEq equation 1 is active always",
         [](Sound& s) {
             s.document.when_conditions[0].equations = {0, 1};
         }},
        {"w[1] lists riEq equation 2 twice",
         [](Sound& s) {
             s.document.when_conditions[0].equations = {1, 1};
         }},
        {"no condition in w activates equation 2 of riEq",
         [](Sound& s) { s.document.when_conditions[0].equations.clear(); }},
        {"c[1]: the equation is not Boolean", [](Sound& s) { s.document.triggers[0].equation = 1; }},
        {"c[1]: riEq equation 1 is active always", [](Sound& s) { s.document.triggers[0].equations = {0}; }},
        {"z[1]: the expression does not have the type",
         [](Sound& s) { s.document.zero_crossings[0].function = s.yes(); }},
        {"z[1] does not name the relation", [](Sound& s) { s.document.zero_crossings[0].relation = s.yes(); }},
        {"z[2]: another one has the same relation",
         [](Sound& s) { s.document.zero_crossings.push_back(s.document.zero_crossings[0]); }},
        {"z[1] does not say when it happens",
         [](Sound& s) { s.document.zero_crossings[0].kind = moo::RelationKind::time; }},
        {"z[1] has a time, but is not a time event", [](Sound& s) { s.document.zero_crossings[0].time = s.one(); }},
        {"z[1] lists an equation twice",
         [](Sound& s) {
             s.document.zero_crossings[0].equations = {0, 0};
         }},
        {"assertions[1]: the expression does not have the type",
         [](Sound& s) { s.document.assertions[0].condition = s.one(); }},
        {"assertions[1]: the message is not a String", [](Sound& s) { s.document.assertions[0].message = s.one(); }},
        {"actions[1]: no condition triggers it", [](Sound& s) { s.document.actions[0].conditions.clear(); }},
        {"actions[1] is not a call", [](Sound& s) { s.document.actions[0].kind = moo::ActionKind::call; }},
        {"actions[1]: the message is not a String", [](Sound& s) { s.document.actions[0].value = s.one(); }},
        {"samplings[1] is not about a call of `sample`",
         [](Sound& s) {
             s.document.samplings.push_back({s.ref("on"), s.one(), s.one()});
         }},
        {"delays[1] is not about a call of `delay`",
         [](Sound& s) {
             s.document.delays.push_back({s.ref("x"), s.ref("x"), s.one(), {}});
         }},
        {"transports[1] is not about a call of `spatialDistribution`",
         [](Sound& s) {
             s.document.transports.push_back({s.ref("x"), {}, {}});
         }},
        {"transports[1] has not as many initial values as points",
         [](Sound& s) {
             s.document.transports.push_back({s.ref("x"), {s.one()}, {}});
         }},
        {"whenConditions: a call of `sample` has no row of its own",
         [](Sound& s) {
             s.document.when_conditions[0].condition =
                 s.document.exprs.builtin(moo::Builtin::sample, {s.one(), s.document.exprs.integer(2)});
         }},
        {"clocks[1] has no interval", [](Sound& s) { s.document.clocks[0].interval = {}; }},
        {"clocks[1] has no condition", [](Sound& s) { s.document.clocks[0].kind = moo::ClockKind::event; }},
        {"clocks[1]: the condition is not Boolean", [](Sound& s) { s.document.clocks[0].condition = s.one(); }},
        {"clocks[1]: the resolution is no Integer", [](Sound& s) { s.document.clocks[0].resolution = s.yes(); }},
        {"clocks[2]: its name is taken", [](Sound& s) { s.document.clocks.push_back(s.document.clocks[0]); }},
        {"partitions[1]: its factor or shift is not a fraction",
         [](Sound& s) { s.document.partitions[0].factor_denominator = 0; }},
        {"partitions[1].Eq equation 1 determines a parameter",
         [](Sound& s) {
             moo::SetBlock block;
             block.equations.push_back({{s.ref("k"), s.one(), {}, {}, false}, {}, {}});
             append_block(s.document.partitions[0].equations, std::move(block));
         }},
        {"partitions[2] determines what another one does",
         [](Sound& s) {
             moo::SetBlock block;
             block.equations.push_back({{s.ref("late"), s.one(), {}, {}, false}, {}, {}});
             append_block(s.document.partitions[0].equations, std::move(block));
             s.document.partitions.push_back(s.document.partitions[0]);
         }},
    });
}

TEST_CASE("views have to fit to the system that they look at") {
    check_cases({
        {"stateSets[1]: it has not fewer states than candidates",
         [](Sound& s) { s.document.state_sets[0].candidates.pop_back(); }},
        {"stateSets[1]: the selection has not one variable",
         [](Sound& s) { s.document.state_sets[0].selection.pop_back(); }},
        {"stateSets[1]: it has not one constraint", [](Sound& s) { s.document.state_sets[0].constraints.clear(); }},
        {"stateSets[1]: a candidate is listed twice",
         [](Sound& s) { s.document.state_sets[0].candidates[1] = s.id("x"); }},
        {"stateSets[1]: a variable of the selection is no Integer",
         [](Sound& s) { s.document.state_sets[0].selection[0] = s.id("x"); }},
        {"stateSets[1]: a candidate is no Real", [](Sound& s) { s.document.state_sets[0].candidates[1] = s.id("on"); }},
        {"stateSets[1]: the variable that it defines is not a state",
         [](Sound& s) { s.document.state_sets[0].states[0] = s.id("a"); }},
        {"stateSets[1]: an entry of its Jacobian is outside",
         [](Sound& s) { s.document.state_sets[0].jacobian[0].column = 2; }},
        {"stateSets[1]: the expression does not have the type",
         [](Sound& s) { s.document.state_sets[0].constraints[0] = s.yes(); }},
        {"staticChoices[1]: the chosen variable is not a state",
         [](Sound& s) { s.document.static_choices[0].state = s.id("a"); }},
        {"staticChoices[1]: what was not chosen is a state",
         [](Sound& s) { s.document.static_choices[0].dependent = {s.id("v")}; }},
        {"residualView: there is not one equation for each state and unknown",
         [](Sound& s) { s.document.residual_view.equations.pop_back(); }},
        {"residualView: a state is among the other unknowns",
         [](Sound& s) { s.document.residual_view.unknowns[0] = s.id("x"); }},
        {"residualView: something is listed twice",
         [](Sound& s) { s.document.residual_view.equations[0] = s.document.residual_view.equations[1]; }},
        {"residualView: dependencies[1] depends on something that is not known",
         [](Sound& s) {
             moo::Dependency row;
             row.unknown = s.document.exprs.der(s.ref("x"));
             row.derivatives = {{s.id("a"), {}}};
             s.document.residual_view.dependencies = {row};
         }},
        {"residualView: outputs[1] is not about an output",
         [](Sound& s) {
             moo::Dependency row;
             row.unknown = s.ref("x");
             s.document.residual_view.outputs = {row};
         }},
        {"overdeterminedView: differential[1] has a derivative of something that does not change continuously",
         [](Sound& s) { s.document.overdetermined_view.differential[0].terms[0].state = s.id("n"); }},
        {"overdeterminedView: differential[1]: the expression does not have the type",
         [](Sound& s) { s.document.overdetermined_view.differential[0].value = s.yes(); }},
        {"overdeterminedView: constraints[1]: the expression does not have the type",
         [](Sound& s) { s.document.overdetermined_view.constraints[0].residual = s.yes(); }},
        {"dependencies: derivatives[1] is about something that is not a variable",
         [](Sound& s) { s.document.dependencies.derivatives[0].unknown = s.one(); }},
        {"dependencies: derivatives[1] is not about the derivative of a state",
         [](Sound& s) { s.document.dependencies.derivatives[0].unknown = s.ref("x"); }},
        {"dependencies: outputs[1] is not about an output",
         [](Sound& s) { s.document.dependencies.outputs[0].unknown = s.ref("x"); }},
        {"dependencies: outputs[1] has two terms of one variable",
         [](Sound& s) {
             s.document.dependencies.outputs[0].terms.push_back({s.id("x"), {}});
         }},
        {"dependencies: outputs[1] depends on something that is not known",
         [](Sound& s) {
             s.document.dependencies.outputs[0].terms.push_back({s.id("a"), {}});
         }},
        {"dependencies: outputs[1] depends on something that is not known",
         [](Sound& s) {
             s.document.dependencies.outputs[0].at_events.push_back({s.id("a"), {}});
         }},
        {"dependencies: outputs[1] depends on something that is not known",
         [](Sound& s) {
             s.document.dependencies.outputs[0].parameters.push_back({s.id("x"), {}});
         }},
        {"dependencies: crossings[1] is not about a relation of z",
         [](Sound& s) {
             moo::Dependency row;
             row.unknown = s.yes();
             s.document.dependencies.crossings.push_back(row);
         }},
        {"dependencies: there is not one colour for each state",
         [](Sound& s) { s.document.dependencies.state_colours.pop_back(); }},
        {"dependencies: derivatives[1] depends on two states of one colour",
         [](Sound& s) {
             s.document.dependencies.state_colours = {0, 0};
             s.document.dependencies.derivatives[0].terms.push_back({s.id("x"), {}});
         }},
    });
}

TEST_CASE("pictures have to be such that they can be drawn") {
    check_cases({
        {"icon: the extent has no area",
         [](Sound& s) {
             s.document.icon.extent = {10, 10, 0, 0};
         }},
        {"icon: the extent is not four numbers", [](Sound& s) { s.document.icon.extent.pop_back(); }},
        {"icon: the scale is too small", [](Sound& s) { s.document.icon.scale = 0.0; }},
        {"icon: there are too many shapes",
         [](Sound& s) { s.document.icon.shapes.resize(20'000, s.document.icon.shapes[0]); }},
        {"icon: there are too many points", [](Sound& s) { s.document.icon.shapes[0].points.resize(300'000); }},
        {"icon: shape 1: the points are not pairs", [](Sound& s) { s.document.icon.shapes[0].points.pop_back(); }},
        {"icon: shape 1: a coordinate is too large", [](Sound& s) { s.document.icon.shapes[0].points[0] = 1e9; }},
        {"icon: shape 1: a colour is not three numbers",
         [](Sound& s) { s.document.icon.shapes[0].line_color.pop_back(); }},
        {"icon: shape 1: the thickness is negative", [](Sound& s) { s.document.icon.shapes[0].thickness = -1.0; }},
        {"connectors[1]: shape 1: the extent has not two corners",
         [](Sound& s) { s.document.connectors[0].icon->shapes[0].points.resize(2); }},
        {"connectors[1]: the extent is not four numbers", [](Sound& s) { s.document.connectors[0].extent.pop_back(); }},
        {"connectors[1]: the rotation is too large",
         [](Sound& s) { s.document.connectors[0].rotation = std::numeric_limits<double>::quiet_NaN(); }},
        {"connectors[2]: another one has the same name",
         [](Sound& s) { s.document.connectors.push_back(s.document.connectors[0]); }},
    });
}
