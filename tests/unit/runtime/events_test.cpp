#include "runtime/events/event_iteration.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

// x' = 1 from `start`; crossings at x = 1.
void make_ramp(TestModel& model, double start) {
    model.add_state("x", "der(x)", start);
    model.edit().derivatives = [](MooInstance* m) {
        m->value[1] = 1.0;
        return MOO_OK;
    };
    model.edit().zero_crossings = [](MooInstance* m, double* z) {
        z[0] = m->value[0] - 1.0;
        return MOO_OK;
    };
    model.edit().stop_time = 2.0;
}

}  // namespace

TEST_CASE("reinit takes effect at the end of the pass") {
    // when x >= 1 then reinit(x, pre(x) - 1); seen = x; end when: `seen` still has the old value.
    TestModel model;
    make_ramp(model, 0.25);
    model.add("seen", MOO_DISCRETE, 0.0);
    model.add_relation("x >= 1", true);
    model.set_conditions(1);
    model.edit().update = [](MooInstance* m) {
        m->condition[0] = moo_relation(m, 0, m->value[0] >= 1.0) != 0 ? 1 : 0;
        if (m->condition[0] > m->pre_condition[0]) {
            m->reinit_value[0] = m->pre[0] - 1.0;
            m->reinit_asked[0] = 1;
            m->value[2] = m->value[0];
        }
        return m->model->derivatives(m);
    };
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.outcome.statistics.events == 2);
    CHECK(run.last()[0] == Approx(0.25).margin(1e-6));
    CHECK(run.last()[2] == Approx(1.0).margin(1e-9));
    // Before and after: two rows of the same time.
    bool found = false;
    for (std::size_t i = 1; i < run.recorder.rows.size(); ++i) {
        if (run.recorder.times[i] != run.recorder.times[i - 1]) continue;
        found = true;
        CHECK(run.recorder.rows[i - 1][0] - run.recorder.rows[i][0] == Approx(1.0));
    }
    CHECK(found);
}

TEST_CASE("a condition that holds from the start does not fire") {
    TestModel model;
    make_ramp(model, 1.5);
    model.add("fired", MOO_DISCRETE, 0.0);
    model.add_relation("x >= 1", true);
    model.set_conditions(1);
    model.edit().begin = [](MooInstance* m) {
        m->condition[0] = moo_relation(m, 0, m->value[0] >= 1.0) != 0 ? 1 : 0;
        return MOO_OK;
    };
    model.edit().update = [](MooInstance* m) {
        m->condition[0] = moo_relation(m, 0, m->value[0] >= 1.0) != 0 ? 1 : 0;
        if (m->condition[0] > m->pre_condition[0]) m->value[2] = 1.0;
        return m->model->derivatives(m);
    };
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.last()[2] == 0.0);
    CHECK(run.outcome.statistics.events == 0);
}

TEST_CASE("an event iteration without a fixed point names what keeps changing") {
    // when x >= 1 has made `on` true: toggle = not pre(toggle)
    TestModel model;
    make_ramp(model, 0.0);
    model.add("toggle", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    model.add_relation("x >= 1", true);
    model.edit().update = [](MooInstance* m) {
        if (moo_relation(m, 0, m->value[0] >= 1.0) != 0) m->value[2] = 1.0 - m->pre[2];
        return m->model->derivatives(m);
    };
    TestRun const run(model.get());
    CHECK(run.outcome.end == SimulationEnd::failed);
    CHECK(run.outcome.time == Approx(1.0));
    CHECK(run.said("does not come to an end"));
    CHECK(run.said("`toggle` from "));
}

TEST_CASE("a chain of discrete equations settles in several passes") {
    // a = x >= 1, b = pre(a), c = pre(b): each takes the next pass.
    TestModel model;
    make_ramp(model, 0.0);
    model.add("a", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    model.add("b", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    model.add("c", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    model.add_relation("x >= 1", true);
    model.edit().update = [](MooInstance* m) {
        m->value[2] = moo_relation(m, 0, m->value[0] >= 1.0);
        m->value[3] = m->pre[2];
        m->value[4] = m->pre[3];
        return m->model->derivatives(m);
    };
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.outcome.statistics.events == 1);
    CHECK(run.last()[4] == 1.0);
}

TEST_CASE("two events at the same time are both seen") {
    // x and y reach 1 together; each counts once, and a time event falls on the same instant.
    enum { x, der_x, y, der_y, x_count, y_count, t_count };
    TestModel model;
    model.add_state("x", "der(x)", 0.0);
    model.add_state("y", "der(y)", 2.0);
    model.add("x_count", MOO_DISCRETE, 0.0, MOO_INTEGER);
    model.add("y_count", MOO_DISCRETE, 0.0, MOO_INTEGER);
    model.add("t_count", MOO_DISCRETE, 0.0, MOO_INTEGER);
    model.add_relation("x >= 1", true);
    model.add_relation("y <= 1", true);
    model.add_time_relation("time >= 1", false);
    model.set_conditions(3);
    MooModel& edit = model.edit();
    edit.derivatives = [](MooInstance* m) {
        m->value[der_x] = 1.0;
        m->value[der_y] = -1.0;
        return MOO_OK;
    };
    edit.zero_crossings = [](MooInstance* m, double* z) {
        z[0] = m->value[x] - 1.0;
        z[1] = 1.0 - m->value[y];
        return MOO_OK;
    };
    edit.update = [](MooInstance* m) {
        m->condition[0] = moo_relation(m, 0, m->value[x] >= 1.0) != 0 ? 1 : 0;
        m->condition[1] = moo_relation(m, 1, m->value[y] <= 1.0) != 0 ? 1 : 0;
        m->condition[2] = moo_relation(m, 2, m->time >= 1.0) != 0 ? 1 : 0;
        for (std::uint32_t i = 0; i < 3; ++i) {
            if (m->condition[i] > m->pre_condition[i]) m->value[x_count + i] = m->pre[x_count + i] + 1.0;
        }
        return m->model->derivatives(m);
    };
    edit.time_events = [](MooInstance* m, double* due) {
        due[0] = 1.0;
        due[1] = m->time - 1.0;
        return MOO_OK;
    };
    edit.stop_time = 2.0;
    TestRun const run(model.get());
    INFO(run.messages);
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.last()[x_count] == 1.0);
    CHECK(run.last()[y_count] == 1.0);
    CHECK(run.last()[t_count] == 1.0);
    CHECK(run.outcome.statistics.events <= 3);
}

TEST_CASE("chattering without progress is reported with its relation") {
    // A sliding mode: x' = if x > 0 then -1 else 1
    TestModel model;
    model.add_state("x", "der(x)", 0.5);
    model.add_relation("x > 0", true);
    MooModel& edit = model.edit();
    edit.derivatives = [](MooInstance* m) {
        m->value[1] = moo_relation(m, 0, m->value[0] > 0.0) != 0 ? -1.0 : 1.0;
        return MOO_OK;
    };
    edit.initialize = edit.derivatives;
    edit.zero_crossings = [](MooInstance* m, double* z) {
        z[0] = m->value[0];
        return MOO_OK;
    };
    edit.stop_time = 2.0;
    static char const* const places[] = {"Slide.mo:4:12"};
    edit.relation_sources = places;
    TestRun const run(model.get());
    CHECK(run.outcome.end == SimulationEnd::failed);
    CHECK(run.outcome.time == Approx(0.5).margin(1e-6));
    CHECK(run.said("does not get beyond time 0.5"));
    CHECK(run.said("`x > 0` (Slide.mo:4:12)"));
}

TEST_CASE("a model can end the simulation") {
    TestModel model;
    make_ramp(model, 0.0);
    model.add_relation("x >= 1", true);
    model.edit().update = [](MooInstance* m) {
        if (moo_relation(m, 0, m->value[0] >= 1.0) != 0) m->terminate_asked = 1;
        return m->model->derivatives(m);
    };
    TestRun const run(model.get());
    CHECK(run.outcome.end == SimulationEnd::terminated);
    CHECK(run.outcome.time == Approx(1.0));
}

TEST_CASE("something can happen at the end") {
    // when terminal() then last = x; end when
    TestModel model;
    make_ramp(model, 0.0);
    model.add("last", MOO_DISCRETE, -1.0);
    model.add_relation("x >= 1", true);
    model.set_conditions(1);
    model.edit().has_terminal = 1;
    model.edit().update = [](MooInstance* m) {
        (void)moo_relation(m, 0, m->value[0] >= 1.0);
        m->condition[0] = m->is_terminal;
        if (m->condition[0] > m->pre_condition[0]) m->value[2] = m->value[0];
        return m->model->derivatives(m);
    };
    TestRun const run(model.get());
    REQUIRE(run.outcome.end == SimulationEnd::stop_time);
    CHECK(run.last()[2] == Approx(2.0));
    CHECK(run.recorder.rows[run.recorder.rows.size() - 2][2] == -1.0);
}

TEST_CASE("an initialization that fails is reported") {
    TestModel model;
    make_ramp(model, 0.0);
    model.edit().initialize = [](MooInstance* m) {
        m->message(m->host, 2, "no initial values");
        return MOO_RECOVERABLE;
    };
    TestRun const run(model.get());
    CHECK(run.outcome.end == SimulationEnd::failed);
    CHECK(run.recorder.rows.empty());
    CHECK(run.said("no initial values"));
    CHECK(run.said("the initialization at time 0 failed"));
}

TEST_CASE("given parameters and start values reach the model") {
    TestModel model;
    model.add_state("x", "der(x)", 1.0);
    std::uint32_t const p = model.add("p", MOO_PARAMETER, 2.0);
    std::uint32_t const q = model.add("q", MOO_PARAMETER, 0.0);
    model.edit().parameters = [](MooInstance* m) {
        if (m->is_set[3] == 0) m->value[3] = 10.0 * m->value[2];
        return MOO_OK;
    };
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(model.get(), messages);
    instance.set_start(0, 7.0);
    instance.set_start(p, 3.0);
    SECTION("the dependent parameter follows") {
        REQUIRE(EventHandler(instance).initialize());
        CHECK(instance.values()[q] == 30.0);
    }
    SECTION("unless it is given too") {
        instance.set_start(q, 5.0);
        REQUIRE(EventHandler(instance).initialize());
        CHECK(instance.values()[q] == 5.0);
    }
    CHECK(instance.values()[0] == 7.0);
    CHECK(instance.pre_values()[0] == 7.0);
}

}  // namespace moo::runtime
