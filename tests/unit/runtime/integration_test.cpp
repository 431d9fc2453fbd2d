#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/runtime/bouncing_ball.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

TEST_CASE("exponential decay agrees with the closed form") {
    TestModel model;
    model.add_state("x", "der(x)", 1.0);
    model.edit().derivatives = [](MooInstance* m) {
        m->value[1] = -m->value[0];
        return MOO_OK;
    };
    model.edit().stop_time = 5.0;
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    REQUIRE(run.recorder.rows.size() == 501);
    CHECK(run.recorder.times.back() == 5.0);
    for (std::size_t i = 0; i < run.recorder.rows.size(); ++i) {
        CHECK(run.recorder.rows[i][0] == Approx(std::exp(-run.recorder.times[i])).margin(2e-6));
        CHECK(run.recorder.rows[i][1] == -run.recorder.rows[i][0]);
    }
}

TEST_CASE("a stiff model takes few steps") {
    // Fast relaxation towards a slow oscillation.
    TestModel model;
    model.add_state("x", "der(x)", 0.0);
    model.edit().derivatives = [](MooInstance* m) {
        m->value[1] = -1e6 * (m->value[0] - std::cos(m->time));
        return MOO_OK;
    };
    model.edit().stop_time = 10.0;
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.last()[0] == Approx(std::cos(10.0)).margin(1e-5));
    CHECK(run.outcome.statistics.integrator.steps < 3000);
}

TEST_CASE("the bouncing ball follows its closed form and comes to rest") {
    double const stop = GENERATE(3.0, 5.0, 100.0);
    SimulationOptions options = default_options(bouncing_ball);
    options.stop_time = stop;
    TestRun const run(bouncing_ball, options);
    INFO(run.messages);
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.outcome.time == stop);

    double const g = 9.81;
    double exact = std::sqrt(2.0 / g);
    double speed = g * exact;
    int impacts = 0;
    Recorder const& r = run.recorder;
    for (std::size_t i = 1; i < r.rows.size(); ++i) {
        bool const impact = r.times[i] == r.times[i - 1] && r.rows[i][ball_impact] > r.rows[i - 1][ball_impact];
        if (!impact) continue;
        CAPTURE(impacts);
        REQUIRE(r.times[i] == Approx(exact).epsilon(0).margin(1e-6));
        CHECK(r.rows[i - 1][ball_v] == Approx(-speed).epsilon(1e-4).margin(1e-9));
        speed *= 0.7;
        exact += 2.0 * speed / g;
        ++impacts;
    }
    CHECK(impacts > 60);
    CHECK(impacts < 100);
    CHECK(run.last()[ball_v] == 0.0);
    CHECK(run.last()[ball_flying] == 0.0);
    CHECK(std::abs(run.last()[ball_h]) < 1e-9);
    // Nothing more happens once the ball is at rest: no event fires for ever.
    CHECK(run.outcome.statistics.events < 300);
}

TEST_CASE("the height between bounces is the parabola") {
    TestRun const run(bouncing_ball);
    Recorder const& r = run.recorder;
    double const first = std::sqrt(2.0 / 9.81);
    double const second = first + 2.0 * 0.7 * first;
    for (std::size_t i = 0; i < r.rows.size(); ++i) {
        double const t = r.times[i];
        if (t < first - 1e-6) CHECK(r.rows[i][ball_h] == Approx(1.0 - 9.81 / 2.0 * t * t).margin(1e-6));
        double const s = t - first;
        if (t > first + 1e-6 && t < second - 1e-6) {
            CHECK(r.rows[i][ball_h] == Approx(0.7 * 9.81 * first * s - 9.81 / 2.0 * s * s).margin(1e-6));
        }
    }
}

TEST_CASE("a model without states is followed through its events") {
    // y = sin(time); positive = y > 0.5
    TestModel model;
    model.add("y", MOO_ALGEBRAIC, 0.0);
    model.add("positive", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    model.add_relation("y > 0.5", true);
    MooModel& edit = model.edit();
    edit.derivatives = [](MooInstance* m) {
        m->value[0] = std::sin(m->time);
        return MOO_OK;
    };
    edit.update = [](MooInstance* m) {
        m->value[0] = std::sin(m->time);
        m->value[1] = moo_relation(m, 0, m->value[0] > 0.5);
        return MOO_OK;
    };
    edit.initialize = edit.update;
    edit.zero_crossings = [](MooInstance* m, double* z) {
        z[0] = m->value[0] - 0.5;
        return MOO_OK;
    };
    edit.stop_time = 10.0;
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    std::vector<double> changes;
    for (std::size_t i = 1; i < run.recorder.rows.size(); ++i) {
        if (run.recorder.rows[i][1] != run.recorder.rows[i - 1][1]) changes.push_back(run.recorder.times[i]);
    }
    double const pi = std::acos(-1.0);
    std::array<double, 4> const exact{pi / 6, 5 * pi / 6, 13 * pi / 6, 17 * pi / 6};
    REQUIRE(changes.size() == exact.size());
    for (std::size_t i = 0; i < exact.size(); ++i) CHECK(changes[i] == Approx(exact[i]).epsilon(1e-14));
}

TEST_CASE("a relation that starts on its border goes the way the state goes") {
    // x' = ±1 from 0; up = x > 0
    static double rate;
    rate = GENERATE(1.0, -1.0);
    TestModel model;
    model.add_state("x", "der(x)", 0.0);
    model.add("up", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    model.add_relation("x > 0", true);
    MooModel& edit = model.edit();
    edit.derivatives = [](MooInstance* m) {
        m->value[1] = rate;
        return MOO_OK;
    };
    edit.update = [](MooInstance* m) {
        m->value[1] = rate;
        m->value[2] = moo_relation(m, 0, m->value[0] > 0.0);
        return MOO_OK;
    };
    edit.initialize = edit.update;
    edit.zero_crossings = [](MooInstance* m, double* z) {
        z[0] = m->value[0];
        return MOO_OK;
    };
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.last()[2] == (rate > 0.0 ? 1.0 : 0.0));
    CHECK(run.outcome.statistics.events == (rate > 0.0 ? 1 : 0));
}

TEST_CASE("time events are met exactly, also at output points and at the end") {
    // when time >= pre(next) then next = pre(next) + 0.25; count = pre(count) + 1; end when; der(x) = count
    enum { x, der_x, count, next };
    TestModel model;
    model.add_state("x", "der(x)", 0.0);
    model.add("count", MOO_DISCRETE, 0.0, MOO_INTEGER);
    model.add("next", MOO_DISCRETE, 0.25);
    model.add_time_relation("time >= next", false);
    model.set_conditions(1);
    MooModel& edit = model.edit();
    edit.derivatives = [](MooInstance* m) {
        m->value[der_x] = m->value[count];
        return MOO_OK;
    };
    edit.update = [](MooInstance* m) {
        m->condition[0] = moo_relation(m, 0, m->time >= m->pre[next]) != 0 ? 1 : 0;
        if (m->condition[0] > m->pre_condition[0]) {
            m->value[next] = m->pre[next] + 0.25;
            m->value[count] = m->pre[count] + 1.0;
        }
        return m->model->derivatives(m);
    };
    edit.time_events = [](MooInstance* m, double* due) {
        due[0] = m->value[next];
        due[1] = m->time - m->value[next];
        return MOO_OK;
    };
    SimulationOptions options = default_options(model.get());
    options.interval = 0.05;
    SECTION("the end is no event") {
        options.stop_time = 0.6;
        TestRun const run(model.get(), options);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        CHECK(run.outcome.statistics.events == 2);
        CHECK(run.last()[count] == 2.0);
        CHECK(run.last()[x] == Approx(0.45).epsilon(1e-7));
        // 13 output points, and two rows for each event, of which one is an output point.
        CHECK(run.recorder.rows.size() == 15);
    }
    SECTION("the end is an event") {
        options.stop_time = 0.75;
        TestRun const run(model.get(), options);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        CHECK(run.last()[count] == 3.0);
        CHECK(run.recorder.times.back() == 0.75);
    }
    SECTION("the end comes right after an event") {
        options.stop_time = std::nextafter(0.75, 1.0);
        TestRun const run(model.get(), options);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        CHECK(run.last()[count] == 3.0);
        CHECK(run.recorder.times.back() == options.stop_time);
    }
}

TEST_CASE("a derivative that is not finite ends the simulation with a message") {
    // x' = x², a pole at 1
    TestModel model;
    model.add_state("x", "der(x)", 1.0);
    model.edit().derivatives = [](MooInstance* m) {
        m->value[1] = m->value[0] * m->value[0];
        return MOO_OK;
    };
    model.edit().stop_time = 2.0;
    TestRun const run(model.get());
    CHECK(run.outcome.end == SimulationEnd::failed);
    CHECK(run.outcome.time == Approx(1.0).margin(1e-3));
    CHECK(run.said("integration stopped at time "));
}

TEST_CASE("what a model says in a trial step is heard only if the simulation fails") {
    TestModel model;
    model.add_state("x", "der(x)", 1.0);
    model.edit().derivatives = [](MooInstance* m) {
        if (m->value[0] < 0.5) {
            m->message(m->host, 2, "x is below a half");
            return MOO_RECOVERABLE;
        }
        m->value[1] = -1.0;
        return MOO_OK;
    };
    SECTION("the limit is not reached") {
        model.edit().stop_time = 0.4;
        TestRun const run(model.get());
        CHECK(run.outcome.end == SimulationEnd::stop_time);
        CHECK(run.messages.empty());
    }
    SECTION("the limit is in the way") {
        TestRun const run(model.get());
        CHECK(run.outcome.end == SimulationEnd::failed);
        CHECK(run.said("x is below a half"));
        CHECK(run.outcome.time == Approx(0.5).margin(1e-3));
    }
}

}  // namespace moo::runtime
