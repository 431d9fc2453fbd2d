// The whole state of an instance: taken, put back, written as bytes and read by another instance.
#include <catch2/catch.hpp>

#include "tests/fmi/import.h"

using namespace moo::test;

#define WELL(call) REQUIRE((call) == Fmi::ok)

namespace {

std::vector<std::uint32_t> all_reals(Library const& library) {
    std::vector<std::uint32_t> references;
    for (std::uint32_t i = 0; i < library.fmu().variable_count; ++i) {
        if (library.fmu().variables[i].type == MOO_FMU_REAL) references.push_back(i);
    }
    return references;
}

// Steps of Euler's method by Model Exchange or communication steps: every Real after each.
std::vector<std::vector<double>> go_on(Library const& library, Api& api, Kind kind, double from, int steps) {
    std::vector<std::uint32_t> const references = all_reals(library);
    std::vector<std::vector<double>> rows;
    double const h = 1.0 / 64.0;
    for (int k = 0; k < steps; ++k) {
        double const time = from + k * h;
        if (kind == Kind::co_simulation) {
            Step step;
            WELL(api.do_step(time, h, step));
        } else {
            std::vector<double> states;
            std::vector<double> rates;
            WELL(api.get_states(states));
            WELL(api.get_derivatives(rates));
            for (std::size_t i = 0; i < states.size(); ++i) states[i] += h * rates[i];
            WELL(api.set_time(time + h));
            WELL(api.set_states(states));
            bool enters = false;
            bool terminates = false;
            WELL(api.completed_step(enters, terminates));
            WELL(api.enter_event_mode());
            begin_continuous(api);
        }
        WELL(api.get_reals(references, rows.emplace_back()));
    }
    return rows;
}

}  // namespace

TEST_CASE("a state that is put back goes on to the last bit as before") {
    int const version = GENERATE(2, 3);
    Kind const kind = GENERATE(Kind::model_exchange, Kind::co_simulation);
    for (char const* model : {"Plant", "Sampled", "Thermostat", "CartesianPendulum", "BouncingBall"}) {
        INFO(model << " by FMI " << version);
        Library const library(model, version);
        auto const api = library.instantiate(kind);
        initialize(*api);
        if (kind == Kind::model_exchange) begin_continuous(*api);
        (void)go_on(library, *api, kind, 0.0, 45);
        void* state = nullptr;
        WELL(api->get_state(&state));
        auto const first = go_on(library, *api, kind, 45.0 / 64.0, 40);
        WELL(api->set_state(state));
        CHECK(go_on(library, *api, kind, 45.0 / 64.0, 40) == first);
        // Once more, over the same memory and through bytes, in another instance that knows nothing.
        WELL(api->set_state(state));
        WELL(api->get_state(&state));
        std::vector<char> bytes;
        WELL(api->serialize(state, bytes));
        WELL(api->free_state(&state));
        CHECK(state == nullptr);
        auto const other = library.instantiate(kind);
        WELL(other->deserialize(bytes, &state));
        WELL(other->set_state(state));
        CHECK(go_on(library, *other, kind, 45.0 / 64.0, 40) == first);
        WELL(other->free_state(&state));
    }
}

TEST_CASE("texts and settings before the initialization are part of the state") {
    int const version = GENERATE(2, 3);
    Library const library("Plant", version);
    auto const api = library.instantiate(Kind::model_exchange);
    WELL(api->set_text(library["label"], "saved"));
    WELL(api->set_real(library["x"], 0.125));
    void* state = nullptr;
    WELL(api->get_state(&state));
    WELL(api->set_text(library["label"], "lost"));
    WELL(api->set_real(library["x"], 0.5));
    initialize(*api);
    WELL(api->set_state(state));
    WELL(api->free_state(&state));
    initialize(*api);
    std::string text;
    std::vector<double> x;
    WELL(api->get_text(library["text"], text));
    WELL(api->get_reals({library["x"]}, x));
    CHECK(text == "saved");
    CHECK(x[0] == 0.125);
}

TEST_CASE("bytes that are no state are refused") {
    int const version = GENERATE(2, 3);
    Library const library("Sampled", version);
    auto const api = library.instantiate(Kind::model_exchange);
    initialize(*api);
    begin_continuous(*api);
    void* state = nullptr;
    WELL(api->get_state(&state));
    std::vector<char> bytes;
    WELL(api->serialize(state, bytes));
    void* other = nullptr;
    std::vector<std::vector<char>> wrong{{}, {1, 2, 3}};
    wrong.emplace_back(bytes.begin(), bytes.end() - 1);
    wrong.push_back(bytes);
    wrong.back().push_back('x');
    wrong.push_back(bytes);
    wrong.back()[10] = static_cast<char>(wrong.back()[10] + 1);
    for (std::vector<char> const& given : wrong) {
        CHECK(api->deserialize(given, &other) == Fmi::error);
        CHECK(other == nullptr);
        WELL(api->set_state(state));
    }
    // Whatever else is changed is a state or not, but does no harm.
    for (std::size_t i = 40; i < bytes.size(); i += 7) {
        std::vector<char> changed = bytes;
        changed[i] = static_cast<char>(~changed[i]);
        Fmi const status = api->deserialize(changed, &other);
        CHECK((status == Fmi::ok || status == Fmi::error));
        WELL(api->set_state(state));
    }
    if (other != nullptr) WELL(api->free_state(&other));
    WELL(api->free_state(&state));
    // That of the other kind is none either.
    auto const cosim = library.instantiate(Kind::co_simulation);
    CHECK(cosim->deserialize(bytes, &other) == Fmi::error);
}

TEST_CASE("two instances do not see each other") {
    int const version = GENERATE(2, 3);
    Kind const kind = GENERATE(Kind::model_exchange, Kind::co_simulation);
    Library const library("Sampled", version);
    auto const alone = library.instantiate(kind);
    initialize(*alone);
    if (kind == Kind::model_exchange) begin_continuous(*alone);
    auto const expected = go_on(library, *alone, kind, 0.0, 60);

    auto const a = library.instantiate(kind);
    auto const b = library.instantiate(kind);
    initialize(*a);
    if (kind == Kind::model_exchange) begin_continuous(*a);
    std::vector<std::vector<double>> rows_a;
    std::vector<std::vector<double>> rows_b;
    auto const add = [](std::vector<std::vector<double>>& rows, std::vector<std::vector<double>> const& more) {
        rows.insert(rows.end(), more.begin(), more.end());
    };
    add(rows_a, go_on(library, *a, kind, 0.0, 10));
    initialize(*b);
    if (kind == Kind::model_exchange) begin_continuous(*b);
    for (int k = 0; k < 50; ++k) {
        add(rows_b, go_on(library, *b, kind, k / 64.0, 1));
        add(rows_a, go_on(library, *a, kind, (k + 10) / 64.0, 1));
    }
    add(rows_b, go_on(library, *b, kind, 50 / 64.0, 10));
    CHECK(rows_a == expected);
    CHECK(rows_b == expected);
}

TEST_CASE("a reset instance is as good as new") {
    int const version = GENERATE(2, 3);
    Kind const kind = GENERATE(Kind::model_exchange, Kind::co_simulation);
    for (char const* model : {"Plant", "Sampled", "BouncingBall"}) {
        Library const library(model, version);
        auto const api = library.instantiate(kind);
        std::vector<std::vector<double>> runs[2];
        for (auto& rows : runs) {
            initialize(*api);
            if (kind == Kind::model_exchange) begin_continuous(*api);
            rows = go_on(library, *api, kind, 0.0, 70);
            WELL(api->reset());
        }
        CHECK(runs[0] == runs[1]);
    }
}
