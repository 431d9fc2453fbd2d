// All solvers on the same models.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/runtime/bouncing_ball.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

// x'' = -x
void make_oscillator(TestModel& model) {
    model.add_state("x", "der(x)", 1.0);
    model.add_state("v", "der(v)", 0.0);
    model.edit().derivatives = [](MooInstance* m) {
        m->value[1] = m->value[2];
        m->value[3] = -m->value[0];
        return MOO_OK;
    };
    model.edit().stop_time = 10.0;
}

}  // namespace

TEST_CASE("every solver follows the cosine") {
    for (SolverInfo const& solver : solver_list()) {
        CAPTURE(solver.name);
        TestModel model;
        make_oscillator(model);
        SimulationOptions options = default_options(model.get());
        options.solver = solver.name;
        options.fixed_step = solver.name == "euler" ? 1e-5 : 1e-3;
        TestRun const run(model.get(), options);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        REQUIRE(run.recorder.rows.size() == 501);
        bool const rough = solver.name == "esdirk4" || solver.name == "esdirk5";
        double const allowed = solver.name == "euler" ? 1e-4 : rough ? 1e-4 : 1e-5;
        for (std::size_t i = 0; i < run.recorder.rows.size(); ++i) {
            REQUIRE(std::abs(run.recorder.rows[i][0] - std::cos(run.recorder.times[i])) < allowed);
        }
    }
}

TEST_CASE("every solver with a variable step finds the impacts of the ball") {
    for (char const* const solver :
         {"cvode-adams", "ida", "radau5", "rodas4", "esdirk4", "esdirk5", "heun", "bs23", "dopri45"}) {
        CAPTURE(solver);
        SimulationOptions options = default_options(bouncing_ball);
        options.solver = solver;
        options.stop_time = 2.2;
        TestRun const run(bouncing_ball, options);
        INFO(run.messages);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        double exact = std::sqrt(2.0 / 9.81);
        double speed = 9.81 * exact;
        int impacts = 0;
        Recorder const& r = run.recorder;
        for (std::size_t i = 1; i < r.rows.size() && impacts < 5; ++i) {
            if (r.times[i] != r.times[i - 1] || r.rows[i][ball_impact] <= r.rows[i - 1][ball_impact]) continue;
            CHECK(std::abs(r.times[i] - exact) < 2e-5);
            speed *= 0.7;
            exact += 2.0 * speed / 9.81;
            ++impacts;
        }
        CHECK(impacts == 5);
    }
}

namespace {

// The oscillator in units in which its values are `size` times as large.
TestRun run_in_units(double size, double nominal, std::string const& solver) {
    TestModel model;
    make_oscillator(model);
    model.variable(0).start = size;
    model.variable(0).nominal = nominal;
    model.variable(2).nominal = nominal;
    SimulationOptions options = default_options(model.get());
    options.solver = solver;
    return TestRun(model.get(), options);
}

}  // namespace

TEST_CASE("with nominal values units make no difference to any solver with a variable step") {
    for (SolverInfo const& solver : solver_list()) {
        if (solver.name == "euler" || solver.name == "rk4" || solver.name.ends_with("-fixed")) continue;
        CAPTURE(solver.name);
        TestRun const plain = run_in_units(1.0, 1.0, std::string(solver.name));
        // Powers of two, so that rounding is the same.
        for (double const size : {std::ldexp(1.0, -30), std::ldexp(1.0, 30)}) {
            CAPTURE(size);
            TestRun const scaled = run_in_units(size, size, std::string(solver.name));
            CHECK(scaled.outcome.statistics.integrator.steps == plain.outcome.statistics.integrator.steps);
            REQUIRE(scaled.recorder.rows.size() == plain.recorder.rows.size());
            for (std::size_t i = 0; i < plain.recorder.rows.size(); ++i) {
                REQUIRE(scaled.recorder.rows[i][0] == Approx(size * plain.recorder.rows[i][0]).margin(1e-9 * size));
            }
            // Without them small values drown in the absolute tolerance.
            TestRun const blind = run_in_units(size, 1.0, std::string(solver.name));
            if (size < 1.0) CHECK(blind.outcome.statistics.integrator.steps < plain.outcome.statistics.integrator.steps);
        }
    }
}

}  // namespace moo::runtime
