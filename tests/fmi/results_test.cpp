// Results of FMUs in both modes and versions, against those of mosim.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/fmi/import.h"
#include "tests/simulation/pipeline.h"

using namespace moo::test;

namespace {

Trajectory simulate(std::string const& file, std::string const& options) {
    ScratchFolder const folder;
    std::string const output = folder.path() + "/result.csv";
    REQUIRE(run_shell(MOO_TEST_BIN "/mosim " + file + " --tolerance 1e-9 -o " + output + " " + options + " 2>&1") == 0);
    return read_csv(output);
}

// An event may be a rounding error away from an output point; then the value on its other side counts too.
void check_curve(Trajectory const& expected, std::string const& name, Curves const& curves, std::size_t column,
                 double tolerance) {
    auto const& all = expected[name];
    auto const [low, high] = std::minmax_element(all.begin(), all.end());
    double const size = std::max({std::abs(*low), std::abs(*high), 1e-3});
    double worst = 0.0;
    double worst_time = 0.0;
    for (std::size_t k = 0; k < curves.times.size(); ++k) {
        double const time = curves.times[k];
        double const value = curves.rows[k][column];
        double error = 1e300;
        for (double const at : {time - 1e-6, time, time + 1e-6}) {
            error = std::min(error, std::abs(expected.value(name, std::max(at, 0.0)) - value) / size);
        }
        if (error > worst) {
            worst = error;
            worst_time = time;
        }
    }
    INFO(name << " at time " << worst_time);
    CHECK(worst < tolerance);
}

struct Case {
    char const* model;
    std::string file;
    std::vector<std::string> names;
    double stop;
    double tolerance;
};

std::vector<Case> const& cases() {
    static std::vector<Case> const list{
        {"Plant", MOO_TEST_MODELS "/Plant.mo", {"x", "e", "y", "minus_x", "late"}, 2.0, 1e-4},
        {"Thermostat", MOO_TEST_MODELS "/../simulation/Thermostat.mo", {"T"}, 4.0, 1e-4},
        {"Sampled", MOO_TEST_MODELS "/../simulation/Sampled.mo", {"x", "late", "held", "sum", "slow_held"}, 1.5, 1e-4},
        {"CartesianPendulum",
         MOO_TEST_MODELS "/../simulation/systems/CartesianPendulum.mo",
         {"x", "y", "vx", "vy", "F", "energy"},
         5.0,
         1e-4},
        {"BouncingBall", MOO_TEST_MODELS "/../../docs/examples/BouncingBall.mo", {"h", "v"}, 3.0, 1e-4},
    };
    return list;
}

}  // namespace

TEST_CASE("FMUs give the results of a simulation") {
    int const version = GENERATE(2, 3);
    for (Case const& test : cases()) {
        Trajectory const expected = simulate(test.file, "--stop " + std::to_string(test.stop) + " --intervals 200");
        Library const library(test.model, version);
        std::vector<std::uint32_t> outputs;
        for (std::string const& name : test.names) outputs.push_back(library[name]);
        RunOptions options;
        options.stop = test.stop;
        for (Kind const kind : {Kind::model_exchange, Kind::co_simulation}) {
            INFO(test.model << " by FMI " << version
                            << (kind == Kind::model_exchange ? ", Model Exchange" : ", Co-Simulation"));
            auto const api = library.instantiate(kind);
            REQUIRE(api);
            Curves const curves = kind == Kind::model_exchange ? run_model_exchange(*api, options, outputs)
                                                               : run_co_simulation(*api, options, outputs);
            REQUIRE(curves.times.size() == 101);
            for (std::size_t i = 0; i < test.names.size(); ++i) {
                check_curve(expected, test.names[i], curves, i, test.tolerance);
            }
        }
    }
}

TEST_CASE("a model that ends the simulation does so in an FMU") {
    int const version = GENERATE(2, 3);
    Library const library("Sampled", version);
    RunOptions options;
    options.stop = 2.0;
    std::vector<std::uint32_t> const outputs{library["time"]};

    auto const exchange = library.instantiate(Kind::model_exchange);
    Curves const by_exchange = run_model_exchange(*exchange, options, outputs);
    CHECK(by_exchange.times.back() == Approx(1.54));
    CHECK(exchange->said("that is enough"));

    auto const cosim = library.instantiate(Kind::co_simulation);
    initialize(*cosim, 2.0);
    Step step;
    REQUIRE(cosim->do_step(0.0, 1.0, step) == Fmi::ok);
    CHECK(cosim->do_step(1.0, 1.0, step) == (version == 2 ? Fmi::discard : Fmi::ok));
    CHECK(step.terminates);
    CHECK(step.time == Approx(1.55).margin(1e-9));
    CHECK(cosim->terminate() == Fmi::ok);
}

TEST_CASE("the pendulum that turns over tells that its states mean something else") {
    int const version = GENERATE(2, 3);
    Library const library("CartesianPendulum", version);
    auto const api = library.instantiate(Kind::model_exchange);
    std::vector<double> nominals;
    initialize(*api);
    begin_continuous(*api);
    std::vector<double> states;
    std::vector<double> rates;
    double time = 0.0;
    int switches = 0;
    while (time < 3.0) {
        REQUIRE(api->get_states(states) == Fmi::ok);
        REQUIRE(api->get_derivatives(rates) == Fmi::ok);
        double const h = 1e-3;
        for (std::size_t i = 0; i < states.size(); ++i) states[i] += h * rates[i];
        time += h;
        REQUIRE(api->set_time(time) == Fmi::ok);
        REQUIRE(api->set_states(states) == Fmi::ok);
        bool enters = false;
        bool terminates = false;
        REQUIRE(api->completed_step(enters, terminates) == Fmi::ok);
        if (!enters) continue;
        ++switches;
        REQUIRE(api->enter_event_mode() == Fmi::ok);
        Events const events = iterate(*api);
        CHECK(events.states_changed);
        CHECK(events.nominals_changed);
        REQUIRE(api->enter_continuous_mode() == Fmi::ok);
        REQUIRE(api->get_nominals(nominals) == Fmi::ok);
        CHECK(nominals.size() == states.size());
    }
    CHECK(switches > 0);
}
