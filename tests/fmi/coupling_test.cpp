// FMUs that are coupled, and inputs within a communication step.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "runtime/fmi/fmi2.h"
#include "runtime/fmi/fmi3.h"
#include "tests/fmi/import.h"

using namespace moo::test;

#define WELL(call) REQUIRE((call) == Fmi::ok)

namespace {

double real_output(Api& api, std::uint32_t reference) {
    std::vector<double> values;
    WELL(api.get_reals({reference}, values));
    return values.at(0);
}

// s'' = -4 s - 0.5 s', s(0) = 1, s'(0) = 0.
double exact_place(double t) {
    double const damping = 0.25;
    double const frequency = std::sqrt(4.0 - damping * damping);
    return std::exp(-damping * t) * (std::cos(frequency * t) + damping / frequency * std::sin(frequency * t));
}

}  // namespace

TEST_CASE("two FMUs coupled by Model Exchange are one model") {
    int const version = GENERATE(2, 3);
    Library const masses("Mass", version);
    Library const springs("Spring", version);
    auto const mass = masses.instantiate(Kind::model_exchange);
    auto const spring = springs.instantiate(Kind::model_exchange);
    for (Api* api : {mass.get(), spring.get()}) {
        WELL(api->set_up(0.0, 3.0, 0.0));
        WELL(api->enter_initialization());
    }
    // The loop is real_output at no place: s and v are states.
    auto const connect = [&] {
        WELL(spring->set_real(springs["s"], real_output(*mass, masses["s"])));
        WELL(spring->set_real(springs["v"], real_output(*mass, masses["v"])));
        WELL(mass->set_real(masses["f"], real_output(*spring, springs["f"])));
    };
    connect();
    CHECK(real_output(*mass, masses["der(v)"]) == Approx(-4.0));
    for (Api* api : {mass.get(), spring.get()}) {
        WELL(api->exit_initialization());
        begin_continuous(*api);
    }
    std::vector<double> x;
    WELL(mass->get_states(x));
    auto const rates = [&](double time, std::vector<double> const& states) {
        std::vector<double> result;
        WELL(mass->set_time(time));
        WELL(spring->set_time(time));
        WELL(mass->set_states(states));
        connect();
        WELL(mass->get_derivatives(result));
        return result;
    };
    double const h = 0.01;
    auto const moved = [](std::vector<double> a, double by, std::vector<double> const& b) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += by * b[i];
        return a;
    };
    for (int k = 0; k < 300; ++k) {
        double const t = k * h;
        auto const k1 = rates(t, x);
        auto const k2 = rates(t + h / 2, moved(x, h / 2, k1));
        auto const k3 = rates(t + h / 2, moved(x, h / 2, k2));
        auto const k4 = rates(t + h, moved(x, h, k3));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        bool enters = false;
        bool terminates = false;
        WELL(mass->set_states(x));
        WELL(mass->completed_step(enters, terminates));
    }
    CHECK(x[0] == Approx(exact_place(3.0)).epsilon(1e-7));
}

TEST_CASE("two FMUs coupled by Co-Simulation converge to one model") {
    int const version = GENERATE(2, 3);
    Library const masses("Mass", version);
    Library const springs("Spring", version);
    auto const error_of = [&](int steps) {
        auto const mass = masses.instantiate(Kind::co_simulation);
        auto const spring = springs.instantiate(Kind::co_simulation);
        initialize(*mass, 3.0);
        initialize(*spring, 3.0);
        double force = real_output(*spring, springs["f"]);
        for (int k = 0; k < steps; ++k) {
            double const time = 3.0 * k / steps;
            double const size = 3.0 * (k + 1) / steps - time;
            Step step;
            WELL(mass->set_real(masses["f"], force));
            WELL(mass->do_step(time, size, step));
            WELL(spring->set_real(springs["s"], real_output(*mass, masses["s"])));
            WELL(spring->set_real(springs["v"], real_output(*mass, masses["v"])));
            WELL(spring->do_step(time, size, step));
            force = real_output(*spring, springs["f"]);
        }
        return std::abs(real_output(*mass, masses["s"]) - exact_place(3.0));
    };
    double const coarse = error_of(300);
    double const fine = error_of(1200);
    CHECK(coarse < 2e-2);
    // Inputs that are held make it of order one.
    CHECK(fine < coarse / 3.5);
}

TEST_CASE("derivatives of inputs are followed within a step of FMI 2.0") {
    Library const library("Mass", 2);
    auto const api = library.instantiate(Kind::co_simulation);
    initialize(*api, 3.0);
    std::uint32_t const f = library["f"];
    // f = 1 + 2 t + 3 t²: v = t + t² + t³, s = 1 + t²/2 + t³/3 + t⁴/4.
    WELL(api->set_real(f, 1.0));
    std::uint32_t const references[] = {f, f};
    int const orders[] = {1, 2};
    double const values[] = {2.0, 6.0};
    REQUIRE(MOO_FMI_FUNCTION(library, fmi2SetRealInputDerivatives)(api->handle(), references, 2, orders, values) ==
            fmi2OK);
    Step step;
    WELL(api->do_step(0.0, 1.0, step));
    CHECK(real_output(*api, library["v"]) == Approx(3.0).epsilon(1e-6));
    CHECK(real_output(*api, library["s"]) == Approx(1.0 + 0.5 + 1.0 / 3.0 + 0.25).epsilon(1e-6));
    CHECK(real_output(*api, f) == Approx(6.0));
    // Then it stands still.
    WELL(api->do_step(1.0, 1.0, step));
    CHECK(real_output(*api, library["v"]) == Approx(9.0).epsilon(1e-6));
    int const wrong_orders[] = {0, 1};
    CHECK(MOO_FMI_FUNCTION(library, fmi2SetRealInputDerivatives)(api->handle(), references, 2, wrong_orders, values) ==
          fmi2Error);
}

TEST_CASE("steps of FMI 3.0 end at events where the importer wants that") {
    Library const library("Thermostat", 3);
    StepOptions options;
    options.uses_event_mode = true;
    options.may_return_early = GENERATE(true, false);
    auto const api = library.instantiate(Kind::co_simulation, options);
    initialize(*api, 4.0);
    (void)iterate(*api);
    WELL(api->enter_step_mode());
    double time = 0.0;
    int events = 0;
    int switches = 0;
    bool was_on = false;
    double first = 0.0;
    while (time < 3.999) {
        Step step;
        double const target = std::floor(time / 0.5 + 1.0 + 1e-9) * 0.5;
        WELL(api->do_step(time, target - time, step));
        CHECK(step.early_return == (step.time < target));
        CHECK(step.event_needed == step.early_return);
        CHECK((options.may_return_early || !step.early_return));
        time = step.time;
        if (!step.event_needed) continue;
        if (++events == 1) first = time;
        WELL(api->enter_event_mode());
        bool on = false;
        (void)iterate(*api);
        WELL(api->get_boolean(library["on"], on));
        if (on != was_on) ++switches;
        was_on = on;
        WELL(api->enter_step_mode());
    }
    // From 20 to 19: 10 + 10 exp(-t/2) = 19.
    if (options.may_return_early) {
        CHECK(first == Approx(-2.0 * std::log(0.9)).epsilon(1e-6));
        CHECK(switches == 10);
    } else {
        CHECK(events == 0);
        bool on = false;
        WELL(api->get_boolean(library["on"], on));
    }
}

TEST_CASE("an importer of FMI 3.0 is asked within a step, gives inputs and ends it") {
    Library const library("Mass", 3);
    StepOptions options;
    options.may_return_early = true;
    options.intermediate_variables = {library["f"], library["v"]};
    std::vector<double> times;
    Api* instance = nullptr;
    bool reads_well = true;
    options.intermediate_update = [&](double time) {
        times.push_back(time);
        std::vector<double> v;
        reads_well = reads_well && instance->get_reals({library["v"]}, v) == Fmi::ok;
        // There is a force all at once; the step is to end at 0.75.
        reads_well = reads_well && instance->set_real(library["f"], 2.0) == Fmi::ok;
        return 0.75;
    };
    auto const api = library.instantiate(Kind::co_simulation, options);
    instance = api.get();
    initialize(*api, 2.0);
    Step step;
    WELL(api->do_step(0.0, 1.0, step));
    CHECK(reads_well);
    CHECK(step.early_return);
    CHECK(step.time == 0.75);
    CHECK(std::is_sorted(times.begin(), times.end()));
    CHECK(times.size() > 1);
    CHECK(times.front() < 0.7);
    CHECK(real_output(*api, library["v"]) == Approx(2.0 * (0.75 - times.front())).margin(1e-7));
    // What was not announced may not be read there.
    options.intermediate_update = [&](double) {
        std::vector<double> s;
        reads_well = instance->get_reals({library["s"]}, s) == Fmi::ok;
        return -1.0;
    };
    auto const other = library.instantiate(Kind::co_simulation, options);
    instance = other.get();
    initialize(*other, 2.0);
    CHECK(other->do_step(0.0, 1.0, step) == Fmi::error);
    CHECK(!reads_well);
    CHECK(other->said("was not announced"));
}

TEST_CASE("an input that follows a curve in intermediate updates costs no starts of the integrator") {
    Library const library("Mass", 3);
    StepOptions options;
    options.intermediate_variables = {library["f"]};
    int updates = 0;
    Api* instance = nullptr;
    options.intermediate_update = [&](double time) {
        ++updates;
        CHECK(instance->set_real(library["f"], std::sin(time)) == Fmi::ok);
        return -1.0;
    };
    auto const api = library.instantiate(Kind::co_simulation, options);
    instance = api.get();
    initialize(*api, 3.0, 1e-6);
    Step step;
    for (int i = 0; i < 3; ++i) WELL(api->do_step(i, 1.0, step));
    // It stands still between two updates, so the result is as good as steps are short.
    CHECK(updates > 10);
    CHECK(updates < 5000);
    CHECK(real_output(*api, library["v"]) == Approx(1.0 - std::cos(3.0)).epsilon(0.05));
}

TEST_CASE("what an importer of FMI 3.0 with Event Mode changes before a step is an event of its own") {
    Library const library("Plant", 3);
    StepOptions options;
    options.uses_event_mode = true;
    options.may_return_early = GENERATE(true, false);
    auto const api = library.instantiate(Kind::co_simulation, options);
    initialize(*api, 2.0);
    (void)iterate(*api);
    WELL(api->enter_step_mode());
    Step step;
    WELL(api->do_step(0.0, 0.25, step));
    WELL(api->set_boolean(library["on"], false));
    WELL(api->do_step(0.25, 0.25, step));
    CHECK(step.event_needed == options.may_return_early);
    CHECK(step.early_return == options.may_return_early);
    CHECK(step.time == (options.may_return_early ? 0.25 : 0.5));
    bool off = true;
    WELL(api->get_boolean(library["off"], off));
    CHECK(off == !options.may_return_early);
    if (!options.may_return_early) return;
    WELL(api->enter_event_mode());
    (void)iterate(*api);
    WELL(api->enter_step_mode());
    WELL(api->get_boolean(library["off"], off));
    CHECK(off);
    WELL(api->do_step(0.25, 0.25, step));
    CHECK(!step.event_needed);
    CHECK(step.time == 0.5);
}

TEST_CASE("clocks of FMI 3.0 tell of their ticks in event mode") {
    Library const library("Sampled", 3);
    auto const api = library.instantiate(Kind::model_exchange);
    auto const get_clock = MOO_FMI_FUNCTION(library, fmi3GetClock);
    initialize(*api);
    std::uint32_t const references[] = {library["_clock0"], library["_clock1"], library["_clock2"]};
    bool ticks[3] = {};
    REQUIRE(get_clock(api->handle(), references, 3, ticks) == fmi3OK);
    // Both periodic ones begin at the start.
    CHECK(ticks[0] + ticks[1] + ticks[2] == 2);
    Events const events = iterate(*api);
    REQUIRE(events.has_next);
    CHECK(events.next == Approx(0.1));
    WELL(api->enter_continuous_mode());
    WELL(api->set_time(events.next));
    WELL(api->set_states({events.next}));
    WELL(api->enter_event_mode());
    REQUIRE(get_clock(api->handle(), references, 3, ticks) == fmi3OK);
    CHECK(ticks[0] + ticks[1] + ticks[2] == 1);
    (void)iterate(*api);
    CHECK(real_output(*api, library["sum"]) == Approx(0.01));
}
