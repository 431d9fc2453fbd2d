#include "moo/structure/dummy_derivatives.h"

#include <catch2/catch.hpp>
#include <map>

#include "tests/unit/structure/dae.h"
#include "tests/unit/structure/determinant.h"
#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::ConstraintEntry;
using moo::DummyDerivatives;
using moo::Pivot;
using moo::SelectionReason;
using moo::StateChoice;
using moo::StatePreference;
using moo::StateReason;

struct Term {
    std::uint32_t variable;
    Pivot pivot = Pivot::constant;
    int coefficient = 1;
};

constexpr Pivot doubtful = Pivot::may_vanish;

// A DAE with what is known about its partial derivatives.
struct Model : Dae {
    std::map<std::pair<std::uint32_t, std::uint32_t>, Term> terms;
    std::map<std::uint32_t, StatePreference> preference;
    std::map<std::uint32_t, std::int32_t> weight;

    std::uint32_t equation(std::vector<Term> const& row) {
        std::vector<std::uint32_t> variables;
        for (Term const& term : row) {
            variables.push_back(term.variable);
            terms[{structure.equation_count(), term.variable}] = term;
        }
        return Dae::equation(variables);
    }

    DummyDerivatives select() {
        moo::PantelidesResult const reduced = reduce();
        REQUIRE(reduced.status == moo::PantelidesResult::Status::done);
        moo::StatePreferences preferences;
        preferences.of_variable.assign(structure.variable_count(), StatePreference::standard);
        for (auto const& [variable, wanted] : preference) preferences.of_variable[variable] = wanted;
        preferences.weight.assign(structure.variable_count(), 0);
        for (auto const& [variable, wanted] : weight) preferences.weight[variable] = wanted;
        return select_dummy_derivatives(
            structure, reduced.matching, preferences,
            {[&](std::uint32_t row, std::uint32_t column) {
                 return terms.at({row, column}).pivot;
             },
             [&](std::uint32_t size, std::span<ConstraintEntry const> entries) {
                 Matrix matrix(size, std::vector<std::int64_t>(size));
                 for (ConstraintEntry const& entry : entries) {
                     matrix[entry.row][entry.column] = terms.at({entry.equation, entry.variable}).coefficient;
                 }
                 return is_regular_matrix(matrix);
             }});
    }
};

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> items) {
    std::sort(items.begin(), items.end());
    return items;
}

std::vector<std::uint32_t> states(DummyDerivatives const& result) {
    std::vector<std::uint32_t> variables;
    for (auto const& state : result.states) variables.push_back(state.variable);
    return variables;
}

std::vector<std::uint32_t> dummies(DummyDerivatives const& result) {
    std::vector<std::uint32_t> variables;
    for (auto const& dummy : result.dummies) variables.push_back(dummy.variable);
    return sorted(variables);
}

struct Pendulum : Model {
    std::uint32_t x = variable(), y = variable(), vx = variable(), vy = variable(), force = variable();
    std::uint32_t length = 0;

    Pendulum() {
        equation({{der(vx)}, {x, doubtful}, {force, doubtful}});
        equation({{der(vy)}, {y, doubtful}, {force, doubtful}});
        length = equation({{x, doubtful}, {y, doubtful}});
        equation({{der(x)}, {vx}});
        equation({{der(y)}, {vy}});
    }
};

}  // namespace

TEST_CASE("the planar pendulum chooses a position and a velocity") {
    Pendulum model;
    DummyDerivatives const result = model.select();
    REQUIRE(result.sets.size() == 2);
    StateChoice const& velocities = result.sets[0];
    CHECK(velocities.level == 1);
    CHECK(sorted(velocities.candidates) == std::vector{model.vx, model.vy});
    CHECK(velocities.state_count == 1);
    CHECK(velocities.constraints == std::vector{model.structure.derivative_of_equation[model.length]});
    // der(x) = vx and der(y) = vy stand between the constraint and the velocities.
    REQUIRE(velocities.eliminated.size() == 2);
    CHECK(velocities.eliminated[0].variable == model.der(model.x));
    StateChoice const& positions = result.sets[1];
    CHECK(positions.level == 2);
    CHECK(sorted(positions.candidates) == std::vector{model.x, model.y});
    CHECK(positions.state_count == 1);
    CHECK(positions.constraints == std::vector{model.length});
    CHECK(positions.eliminated.empty());
    CHECK(result.states.empty());
    CHECK(dummies(result) == sorted({model.der(model.der(model.x)), model.der(model.der(model.y))}));
}

TEST_CASE("a pendulum whose velocities are known as derivatives needs no extra dummies") {
    // The chain x, vx, der(vx) as such; der(x) = vx is no equation then.
    Model model;
    auto const x = model.variable(), y = model.variable(), force = model.variable();
    auto const vx = model.der(x), vy = model.der(y);
    model.equation({{model.der(vx)}, {x, doubtful}, {force, doubtful}});
    model.equation({{model.der(vy)}, {y, doubtful}, {force, doubtful}});
    model.equation({{x, doubtful}, {y, doubtful}});
    DummyDerivatives const result = model.select();
    REQUIRE(result.sets.size() == 2);
    CHECK(sorted(result.sets[0].candidates) == sorted({vx, vy}));
    CHECK(sorted(result.sets[1].candidates) == sorted({x, y}));
    CHECK(result.dummies.empty());
}

TEST_CASE("preferences for one coordinate make the pendulum's choice") {
    SECTION("never x") {
        Pendulum model;
        model.preference[model.x] = StatePreference::never;
        DummyDerivatives const result = model.select();
        REQUIRE(result.sets.size() == 1);
        CHECK(result.sets[0].level == 1);
        CHECK(states(result) == std::vector{model.y});
        CHECK(result.not_as_preferred.empty());
    }
    SECTION("always x and vx") {
        Pendulum model;
        model.preference[model.x] = model.preference[model.vx] = StatePreference::always;
        DummyDerivatives const result = model.select();
        CHECK(result.sets.empty());
        CHECK(states(result) == sorted({model.x, model.vx}));
        CHECK(result.not_as_preferred.empty());
        CHECK(std::count_if(result.dummies.begin(), result.dummies.end(),
                            [](auto const& dummy) { return dummy.reason == SelectionReason::wish; }) == 2);
    }
    SECTION("both always") {
        Pendulum model;
        model.preference[model.x] = model.preference[model.y] = StatePreference::always;
        DummyDerivatives const result = model.select();
        // One of the two has to be given up, and it is named.
        REQUIRE(result.not_as_preferred.size() == 1);
        CHECK((result.not_as_preferred[0] == model.x || result.not_as_preferred[0] == model.y));
        CHECK(result.states.size() == 1);
    }
    SECTION("prefer is an order, no decision") {
        Pendulum model;
        model.preference[model.y] = StatePreference::prefer;
        DummyDerivatives const result = model.select();
        REQUIRE(result.sets.size() == 2);
        CHECK(result.sets[1].candidates == std::vector{model.y, model.x});
    }
}

namespace {

struct AnglePendulum : Model {
    std::uint32_t x = variable(), y = variable(), vx = variable(), vy = variable();
    std::uint32_t angle = variable(), omega = variable(), force = variable(), acceleration = variable();

    // der(angle)*ratio = omega
    explicit AnglePendulum(Pivot ratio) {
        equation({{der(vx)}, {force, doubtful}, {angle, doubtful}});
        equation({{der(vy)}, {force, doubtful}, {angle, doubtful}});
        equation({{x}, {angle, doubtful}});
        equation({{y}, {angle, doubtful}});
        equation({{acceleration}, {der(omega)}});
        equation({{der(x)}, {vx}});
        equation({{der(y)}, {vy}});
        equation({{der(angle), ratio}, {omega}});
    }
};

}  // namespace

TEST_CASE("a pendulum with an angle has it and its velocity as states") {
    AnglePendulum model(Pivot::constant);
    DummyDerivatives const result = model.select();
    CHECK(result.sets.empty());
    CHECK(states(result) == sorted({model.angle, model.omega}));
    for (auto const& dummy : result.dummies) CHECK(dummy.reason == SelectionReason::constant_pivot);
}

TEST_CASE("a velocity takes the place of a derivative only if one follows from the other at all times") {
    SECTION("it does for all but odd parameters") {
        AnglePendulum model(Pivot::parameter);
        CHECK(states(model.select()) == sorted({model.angle, model.omega}));
    }
    SECTION("it does not while the ratio vanishes") {
        AnglePendulum model(doubtful);
        DummyDerivatives const result = model.select();
        CHECK(states(result) == sorted({model.angle, model.der(model.angle)}));
    }
    SECTION("nor if it is never to be a state") {
        AnglePendulum model(Pivot::constant);
        model.preference[model.omega] = StatePreference::never;
        DummyDerivatives const result = model.select();
        CHECK(states(result) == sorted({model.angle, model.der(model.angle)}));
        CHECK(result.not_as_preferred.empty());
    }
}

TEST_CASE("a quaternion has three of four as states") {
    // sum q[i]^2 = 1; omega = 2*L(q)*der(q); the angular velocities are states beside.
    Model model;
    std::vector<std::uint32_t> q, omega;
    for (int i = 0; i < 4; ++i) q.push_back(model.variable());
    for (int i = 0; i < 3; ++i) omega.push_back(model.variable());
    model.equation({{q[0], doubtful}, {q[1], doubtful}, {q[2], doubtful}, {q[3], doubtful}});
    for (std::size_t i = 0; i < 3; ++i) {
        std::vector<Term> row = {{omega[i]}};
        for (std::uint32_t const each : q) row.push_back({each, doubtful});
        for (std::uint32_t const each : q) row.push_back({model.der(each), doubtful});
        model.equation(row);
        model.equation({{model.der(omega[i])}, {omega[(i + 1) % 3], doubtful}});
    }
    DummyDerivatives const result = model.select();
    REQUIRE(result.sets.size() == 1);
    CHECK(sorted(result.sets[0].candidates) == q);
    CHECK(result.sets[0].state_count == 3);
    CHECK(result.sets[0].constraints == std::vector<std::uint32_t>{0});
    CHECK(states(result) == omega);
    for (auto const& state : result.states) CHECK(state.reason == StateReason::unconstrained);
}

TEST_CASE("coupled inertias are one, with the states that are preferred") {
    // J*der(w[i]) = tau[i] - tau[i+1], der(phi[i]) = w[i], phi[i] = phi[i+1] or a gear between them.
    std::uint32_t const count = 5;
    for (std::uint32_t wanted = 0; wanted < count; ++wanted) {
        Model model;
        std::vector<std::uint32_t> phi, w, torque;
        for (std::uint32_t i = 0; i < count; ++i) {
            phi.push_back(model.variable());
            w.push_back(model.variable());
            torque.push_back(model.variable());
        }
        torque.push_back(model.variable());
        model.equation({{torque[0]}});
        model.equation({{torque[count]}});
        for (std::uint32_t i = 0; i < count; ++i) {
            model.equation({{model.der(w[i]), Pivot::parameter}, {torque[i]}, {torque[i + 1]}});
            model.equation({{model.der(phi[i])}, {w[i]}});
            if (i > 0) model.equation({{phi[i - 1]}, {phi[i], Pivot::constant, 3}});
        }
        model.preference[phi[wanted]] = model.preference[w[wanted]] = StatePreference::prefer;
        DummyDerivatives const result = model.select();
        CHECK(result.sets.empty());
        CHECK(states(result) == sorted({phi[wanted], w[wanted]}));
        CHECK(result.not_as_preferred.empty());
    }
}

TEST_CASE("a weight decides between equal preferences") {
    for (std::uint32_t wanted = 0; wanted < 3; ++wanted) {
        Model model;
        std::vector<std::uint32_t> x, flow;
        for (int i = 0; i < 3; ++i) {
            x.push_back(model.variable());
            flow.push_back(model.variable());
        }
        for (std::size_t i = 0; i < 3; ++i) model.equation({{model.der(x[i])}, {flow[i]}});
        model.equation({{flow[0]}, {flow[1]}, {flow[2]}});
        model.equation({{x[0]}, {x[1]}});
        model.equation({{x[1]}, {x[2]}});
        model.weight[x[wanted]] = 1;
        CHECK(states(model.select()) == std::vector{x[wanted]});
    }
}

TEST_CASE("a four-bar linkage chooses one of its three angles") {
    // Two equations close the loop of three angles; der(angle) = velocity, and one torque for each equation.
    Model model;
    std::vector<std::uint32_t> angle, velocity, reaction;
    for (int i = 0; i < 3; ++i) {
        angle.push_back(model.variable());
        velocity.push_back(model.variable());
    }
    for (int i = 0; i < 2; ++i) reaction.push_back(model.variable());
    for (std::size_t i = 0; i < 3; ++i) {
        model.equation({{model.der(angle[i])}, {velocity[i]}});
        model.equation({{model.der(velocity[i]), Pivot::parameter}, {reaction[0], doubtful}, {reaction[1], doubtful}});
    }
    std::vector<std::uint32_t> closing;
    for (int i = 0; i < 2; ++i) {
        closing.push_back(model.equation({{angle[0], doubtful}, {angle[1], doubtful}, {angle[2], doubtful}}));
    }
    SECTION("of them any") {
        DummyDerivatives const result = model.select();
        REQUIRE(result.sets.size() == 2);
        CHECK(sorted(result.sets[0].candidates) == velocity);
        CHECK(sorted(result.sets[1].candidates) == angle);
        CHECK(result.sets[0].state_count == 1);
        CHECK(result.sets[1].state_count == 1);
        CHECK(sorted(result.sets[1].constraints) == closing);
    }
    SECTION("or the one that drives it") {
        model.preference[angle[1]] = model.preference[velocity[1]] = StatePreference::always;
        DummyDerivatives const result = model.select();
        CHECK(result.sets.empty());
        CHECK(states(result) == sorted({angle[1], velocity[1]}));
    }
}

TEST_CASE("a wish reaches over blocks") {
    // der(x) = -x, T = f(x): T' is the only unknown of its block.
    for (Pivot const factor : {Pivot::constant, Pivot::parameter, doubtful}) {
        for (StatePreference const preference : {StatePreference::prefer, StatePreference::always}) {
            Model model;
            auto const x = model.variable(), t = model.variable();
            model.der(t);
            model.equation({{model.der(x)}, {x}});
            model.equation({{t}, {x, factor}});
            model.preference[t] = preference;
            DummyDerivatives const result = model.select();
            CHECK(result.sets.empty());
            CHECK(result.not_as_preferred.empty());
            // Who only prefers it does not want to divide by something that may vanish.
            bool const is_granted = preference == StatePreference::always || factor != doubtful;
            CHECK(states(result) == std::vector{is_granted ? t : x});
        }
    }
}

TEST_CASE("a wish reaches over a chain of blocks, and nothing else changes") {
    Model model;
    auto const x = model.variable(), other = model.variable();
    model.equation({{model.der(x)}, {x}});
    model.equation({{model.der(other)}, {x}});
    std::uint32_t last = x;
    for (int i = 0; i < 5; ++i) {
        auto const next = model.variable();
        model.equation({{next}, {last}});
        last = next;
    }
    model.der(last);
    model.preference[last] = StatePreference::always;
    // Depends on the same state, and has no choice by itself.
    auto const beside = model.variable();
    model.der(beside);
    model.equation({{beside, doubtful}, {x, doubtful}});
    DummyDerivatives const result = model.select();
    CHECK(result.sets.empty());
    CHECK(states(result) == sorted({last, other}));
}

TEST_CASE("pressure and temperature of a volume are its states though mass and energy are differentiated") {
    // der(m) = ..., der(U) = ..., m = V*d, U = m*u, d = d(p, T), u = u(p, T)
    Model model;
    auto const m = model.variable(), energy = model.variable(), d = model.variable(), u = model.variable();
    auto const p = model.variable(), t = model.variable();
    model.der(p);
    model.der(t);
    model.equation({{model.der(m)}, {p, doubtful}});
    model.equation({{model.der(energy)}, {t, doubtful}});
    model.equation({{m}, {d, Pivot::parameter}});
    model.equation({{energy}, {m, doubtful}, {u, doubtful}});
    model.equation({{d}, {p, doubtful}, {t, doubtful}});
    model.equation({{u}, {p, doubtful}, {t, doubtful}});
    SECTION("by preference") {
        model.preference[p] = model.preference[t] = StatePreference::prefer;
        DummyDerivatives const result = model.select();
        CHECK(result.sets.empty());
        CHECK(states(result) == sorted({p, t}));
        for (auto const& dummy : result.dummies) CHECK(dummy.reason != SelectionReason::only_choice);
    }
    SECTION("not without one") {
        DummyDerivatives const result = model.select();
        CHECK(result.sets.empty());
        CHECK(states(result) == sorted({m, energy}));
    }
    SECTION("as many as there is room for") {
        model.preference[p] = model.preference[t] = model.preference[u] = StatePreference::always;
        DummyDerivatives const result = model.select();
        CHECK(result.not_as_preferred.size() == 1);
        CHECK(result.states.size() == 2);
    }
}

TEST_CASE("a wish that the structure forbids is reported") {
    // T follows from time alone.
    Model model;
    auto const x = model.variable(), t = model.variable();
    model.der(t);
    model.equation({{model.der(x)}, {x}});
    model.equation({{t}});
    model.preference[t] = StatePreference::always;
    DummyDerivatives const result = model.select();
    CHECK(states(result) == std::vector{x});
    CHECK(result.not_as_preferred == std::vector{t});
}

namespace {

// Whether the equations determine everything that is not a state.
bool is_regular_with(moo::DifferentialStructure const& structure, std::vector<std::uint32_t> const& chosen) {
    std::vector<std::uint32_t> number(structure.variable_count(), moo::no_index);
    std::uint32_t unknowns = 0;
    for (std::uint32_t variable = 0; variable < structure.variable_count(); ++variable) {
        if (!contains(chosen, variable)) number[variable] = unknowns++;
    }
    if (unknowns != structure.equation_count()) return false;
    moo::Incidence incidence(unknowns);
    for (std::uint32_t equation = 0; equation < structure.equation_count(); ++equation) {
        std::vector<std::uint32_t> row;
        for (std::uint32_t const variable : structure.incidence.row(equation)) {
            if (number[variable] != moo::no_index) row.push_back(number[variable]);
        }
        incidence.add_row(row);
    }
    return moo::match_maximum(incidence).size == unknowns;
}

// All ways to choose the states of the sets from number `first` on.
bool is_some_choice_regular(moo::DifferentialStructure const& structure, DummyDerivatives const& result,
                            std::vector<std::uint32_t> const& chosen, std::size_t first = 0) {
    if (first == result.sets.size()) return is_regular_with(structure, chosen);
    StateChoice const& set = result.sets[first];
    for (std::uint32_t subset = 0; subset < 1u << set.candidates.size(); ++subset) {
        if (static_cast<std::uint32_t>(__builtin_popcount(subset)) != set.state_count) continue;
        auto more = chosen;
        for (std::size_t i = 0; i < set.candidates.size(); ++i) {
            if ((subset >> i & 1u) != 0) more.push_back(set.candidates[i]);
        }
        if (is_some_choice_regular(structure, result, more, first + 1)) return true;
    }
    return false;
}

}  // namespace

namespace {

Model random_model(std::mt19937& random, std::uint32_t doubtful_of_four) {
    std::uint32_t const size = 1 + below(random, 5);
    Model model;
    std::vector<std::uint32_t> variables;
    for (std::uint32_t i = 0; i < size; ++i) variables.push_back(model.variable());
    for (std::uint32_t i = 0; i < size; ++i) {
        std::vector<Term> row;
        for (std::uint32_t each : variables) {
            if (below(random, 2) == 0) continue;
            for (std::uint32_t order = below(random, 3); order > 0; --order) each = model.der(each);
            auto const coefficient = static_cast<int>(1 + below(random, 3));
            row.push_back({each, below(random, 4) < doubtful_of_four ? doubtful : Pivot::constant, coefficient});
        }
        model.equation(row);
    }
    for (std::uint32_t const each : variables) model.preference[each] = static_cast<StatePreference>(below(random, 5));
    return model;
}

bool can_be_reduced(Dae model) { return model.reduce().status == moo::PantelidesResult::Status::done; }

// The Jacobian of the equations of some dummies by these dummies, with any values for doubtful entries.
Matrix dummy_jacobian(Model& model, std::vector<moo::DummyDerivative> const& chosen, std::mt19937& random) {
    Matrix matrix(chosen.size(), std::vector<std::int64_t>(chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        auto const& equations = model.structure.derivative_of_equation;
        std::uint32_t original = chosen[i].equation;
        int order = 0;
        while (true) {
            auto const place = std::find(equations.begin(), equations.end(), original);
            if (place == equations.end()) break;
            original = static_cast<std::uint32_t>(place - equations.begin());
            ++order;
        }
        for (std::uint32_t variable : model.structure.incidence.row(original)) {
            Term const term = model.terms.at({original, variable});
            for (int k = 0; k < order; ++k) variable = model.der(variable);
            for (std::size_t j = 0; j < chosen.size(); ++j) {
                if (chosen[j].variable != variable) continue;
                matrix[i][j] = term.pivot == doubtful ? static_cast<int>(below(random, 5)) - 2 : term.coefficient;
            }
        }
    }
    return matrix;
}

}  // namespace

TEST_CASE("random systems become regular, with as many states as degrees of freedom") {
    std::mt19937 random(59);
    int regular = 0;
    int with_sets = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        Model model = random_model(random, 3);
        if (!can_be_reduced(model)) continue;
        std::uint32_t const size = model.structure.equation_count();
        DummyDerivatives const result = model.select();
        ++regular;
        // Degrees of freedom: derivatives that are there, less one for each differentiation.
        std::uint32_t const derivatives = model.structure.variable_count() - size;
        std::uint32_t const differentiations = model.structure.equation_count() - size;
        std::size_t freedom = result.states.size();
        for (StateChoice const& set : result.sets) {
            freedom += set.state_count;
            REQUIRE(set.candidates.size() > set.state_count);
            REQUIRE(set.constraints.size() + set.state_count == set.candidates.size() + set.fixed.size());
        }
        REQUIRE(freedom == derivatives - differentiations);
        REQUIRE(is_some_choice_regular(model.structure, result, states(result)));
        if (!result.sets.empty()) ++with_sets;
    }
    CHECK(regular > 1500);
    CHECK(with_sets > 100);
}

TEST_CASE("dummies that are proved can be solved for on every level, whatever the values are") {
    std::mt19937 random(61);
    int proved = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        Model model = random_model(random, 1);
        if (!can_be_reduced(model)) continue;
        DummyDerivatives const result = model.select();
        bool const is_proved = std::all_of(result.dummies.begin(), result.dummies.end(), [](auto const& dummy) {
            return dummy.reason != SelectionReason::only_choice && dummy.reason != SelectionReason::wish;
        });
        if (!is_proved || !result.sets.empty() || result.dummies.empty()) continue;
        for (std::uint32_t level = 1; level < 4; ++level) {
            std::vector<moo::DummyDerivative> chosen;
            for (auto const& dummy : result.dummies) {
                if (dummy.level == level) chosen.push_back(dummy);
            }
            for (int again = 0; again < 5; ++again) {
                REQUIRE(is_regular_matrix(dummy_jacobian(model, chosen, random)));
            }
        }
        ++proved;
    }
    CHECK(proved > 500);
}

namespace {

// The fewest variables with the preference `always` that can be algebraic, over all ways to choose dummies among the
// derivatives of order one.
std::size_t fewest_refused(Model const& model, std::vector<std::uint32_t> const& differentiated) {
    auto const& structure = model.structure;
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t variable = 0; variable < structure.variable_count(); ++variable) {
        if (structure.derivative_of_variable[variable] != moo::no_index) candidates.push_back(variable);
    }
    std::size_t best = candidates.size();
    for (std::uint32_t subset = 0; subset < 1u << candidates.size(); ++subset) {
        if (static_cast<std::size_t>(__builtin_popcount(subset)) != differentiated.size()) continue;
        moo::Incidence part(structure.variable_count());
        std::size_t refused = 0;
        for (std::uint32_t const equation : differentiated) {
            std::vector<std::uint32_t> row;
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                auto const columns = structure.incidence.row(equation);
                bool const occurs = std::find(columns.begin(), columns.end(), candidates[i]) != columns.end();
                if ((subset >> i & 1u) != 0 && occurs) row.push_back(candidates[i]);
            }
            part.add_row(row);
        }
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            auto const wish = model.preference.find(candidates[i]);
            bool const is_wished = wish != model.preference.end() && wish->second == StatePreference::always;
            if ((subset >> i & 1u) != 0 && is_wished) ++refused;
        }
        if (moo::match_maximum(part).size == differentiated.size()) best = std::min(best, refused);
    }
    return best;
}

}  // namespace

TEST_CASE("wishes that leave a singular matrix give way") {
    // der(q) = ..., s = q1 + q2, d = q1 - q2, m = q1 + q2: not s and m, but d and one of them.
    Model model;
    std::vector<std::uint32_t> q, wished;
    for (int i = 0; i < 2; ++i) q.push_back(model.variable());
    for (std::uint32_t const each : q) model.equation({{model.der(each)}, {each}});
    for (int const sign : {1, -1, 1}) {
        auto const sum = model.variable();
        wished.push_back(sum);
        model.der(sum);
        model.equation({{sum}, {q[0]}, {q[1], Pivot::constant, sign}});
        model.preference[sum] = StatePreference::always;
    }
    DummyDerivatives const result = model.select();
    REQUIRE(result.states.size() == 2);
    CHECK(contains(states(result), wished[1]));
    CHECK(contains(states(result), wished[0]) != contains(states(result), wished[2]));
    CHECK(result.not_as_preferred.size() == 1);
}

TEST_CASE("as many variables as possible are states that always shall be, in whatever blocks they are") {
    std::mt19937 random(71);
    int tried = 0;
    int over_blocks = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        std::uint32_t const size = 2 + below(random, 6);
        Model model;
        std::vector<std::uint32_t> variables;
        for (std::uint32_t i = 0; i < size; ++i) variables.push_back(model.variable());
        // Rows that follow from earlier ones, so that there are many blocks.
        for (std::uint32_t i = 0; i < size; ++i) {
            // Numbers that are hardly ever dependent: the structure decides.
            auto const term = [&](std::uint32_t variable) {
                return Term{variable, below(random, 2) == 0 ? doubtful : Pivot::constant,
                            static_cast<int>(1 + below(random, 1000))};
            };
            std::vector<Term> row = {term(variables[i])};
            bool const is_differential = below(random, 3) == 0;
            for (std::uint32_t k = 0; k < i + (below(random, 4) == 0 ? 2 : 0) && k < size; ++k) {
                if (k != i && below(random, 2) == 0) row.push_back(term(variables[k]));
            }
            if (is_differential) row[0].variable = model.der(variables[i]);
            model.equation(row);
        }
        for (std::uint32_t const each : variables) {
            if (below(random, 3) != 0) continue;
            model.der(each);
            model.preference[each] = StatePreference::always;
        }
        Dae probe = model;
        moo::PantelidesResult const reduced = probe.reduce();
        if (reduced.status != moo::PantelidesResult::Status::done) continue;
        std::vector<std::uint32_t> differentiated;
        for (std::uint32_t i = 0; i < size; ++i) {
            if (reduced.differentiations[i] > 0) differentiated.push_back(i);
        }
        bool const is_first_order = std::all_of(reduced.differentiations.begin(), reduced.differentiations.end(),
                                                [](auto times) { return times < 2; });
        if (!is_first_order || differentiated.empty()) continue;
        DummyDerivatives const result = model.select();
        std::size_t refused = 0;
        for (auto const& [variable, preference] : model.preference) {
            if (!contains(states(result), variable)) ++refused;
        }
        REQUIRE(refused == fewest_refused(model, differentiated));
        ++tried;
        if (refused < differentiated.size()) ++over_blocks;
    }
    CHECK(tried > 2000);
    CHECK(over_blocks > 500);
}
