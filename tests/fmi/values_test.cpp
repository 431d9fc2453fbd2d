// Getting and setting variables, when the standard allows it.
#include <catch2/catch.hpp>
#include <cmath>

#include "runtime/fmi/fmi3.h"
#include "tests/fmi/import.h"

using namespace moo::test;

#define WELL(call) REQUIRE((call) == Fmi::ok)

namespace {

double real(Api& api, std::uint32_t reference) {
    std::vector<double> values;
    WELL(api.get_reals({reference}, values));
    return values.at(0);
}

}  // namespace

TEST_CASE("parameters, start values and inputs before and in the initialization") {
    int const version = GENERATE(2, 3);
    Kind const kind = GENERATE(Kind::model_exchange, Kind::co_simulation);
    Library const library("Plant", version);
    auto const api = library.instantiate(kind);
    WELL(api->set_real(library["rate"], 4.0));
    WELL(api->set_real(library["x"], 0.25));
    WELL(api->set_integer(library["steps"], 7));
    WELL(api->set_text(library["label"], "other # text"));
    WELL(api->set_up(0.0, 1.0, 0.0));
    WELL(api->enter_initialization());
    CHECK(real(*api, library["twice"]) == 8.0);
    CHECK(real(*api, library["x"]) == 0.25);
    CHECK(real(*api, library["minus_x"]) == -0.25);
    CHECK(real(*api, library["der(x)"]) == Approx(4.0 * 0.75));
    // Again with other values: what was solved before leaves no trace.
    WELL(api->set_real(library["u"], 2.0));
    WELL(api->set_boolean(library["on"], false));
    WELL(api->set_integer(library["level"], -4));
    WELL(api->set_integer(library["gear"], 2));
    CHECK(real(*api, library["der(x)"]) == Approx(-0.25));
    WELL(api->set_boolean(library["on"], true));
    CHECK(real(*api, library["der(x)"]) == Approx(4.0 * 1.75));
    WELL(api->set_real(library["x"], 0.5));
    WELL(api->exit_initialization());
    if (kind == Kind::model_exchange) begin_continuous(*api);

    CHECK(real(*api, library["x"]) == 0.5);
    CHECK(real(*api, library["y"]) == Approx(10.5));
    int number = 0;
    WELL(api->get_integer(library["echo"], number));
    CHECK(number == -12);
    WELL(api->get_integer(library["shown"], number));
    CHECK(number == 2);
    bool flag = true;
    WELL(api->get_boolean(library["off"], flag));
    CHECK(!flag);
    std::string text;
    WELL(api->get_text(library["text"], text));
    CHECK(text == "other # text");
}

TEST_CASE("inputs at events reach outputs at once, and events follow from them") {
    int const version = GENERATE(2, 3);
    Library const library("Plant", version);
    auto const api = library.instantiate(Kind::model_exchange);
    initialize(*api);
    begin_continuous(*api);
    WELL(api->set_time(0.5));
    WELL(api->set_real(library["u"], 0.75));
    WELL(api->set_states({0.5, 0.1, 0.0, 0.0, 0.0}));
    CHECK(real(*api, library["der(x)"]) == Approx(2.0 * 0.25));
    bool enters = true;
    bool terminates = true;
    WELL(api->completed_step(enters, terminates));
    CHECK(!enters);
    CHECK(!terminates);
    WELL(api->enter_event_mode());
    bool off = true;
    WELL(api->get_boolean(library["off"], off));
    CHECK(!off);
    WELL(api->set_boolean(library["on"], false));
    WELL(api->get_boolean(library["off"], off));
    CHECK(off);
    WELL(api->set_boolean(library["on"], true));
    WELL(api->get_boolean(library["off"], off));
    CHECK(!off);
    // A tunable parameter lets the crossing happen: 0.5 > 0.4.
    WELL(api->set_real(library["limit"], 0.4));
    int count = -1;
    WELL(api->get_integer(library["count"], count));
    CHECK(count == 3);
    WELL(api->set_real(library["limit"], 0.6));
    WELL(api->get_integer(library["count"], count));
    CHECK(count == 0);
    WELL(api->set_real(library["limit"], 0.4));
    WELL(api->set_real(library["rate"], 5.0));
    Events const events = iterate(*api);
    CHECK(events.states_changed);
    WELL(api->get_integer(library["count"], count));
    CHECK(count == 3);
    CHECK(real(*api, library["twice"]) == 10.0);
    CHECK(real(*api, library["e"]) == 0.0);
    WELL(api->enter_continuous_mode());
    CHECK(real(*api, library["der(x)"]) == Approx(5.0 * 0.25));
}

TEST_CASE("inputs and parameters that change between communication steps") {
    int const version = GENERATE(2, 3);
    Library const library("Plant", version);
    auto const api = library.instantiate(Kind::co_simulation);
    initialize(*api);
    Step step;
    WELL(api->do_step(0.0, 0.125, step));
    bool flag = false;
    int count = 0;
    WELL(api->set_boolean(library["on"], false));
    WELL(api->set_integer(library["level"], 5));
    WELL(api->do_step(0.125, 0.125, step));
    WELL(api->get_boolean(library["off"], flag));
    CHECK(flag);
    WELL(api->get_integer(library["echo"], count));
    CHECK(count == 15);
    double const x = real(*api, library["x"]);
    WELL(api->do_step(0.25, 0.5, step));
    CHECK(real(*api, library["x"]) == Approx(x * std::exp(-0.5)));
    WELL(api->set_real(library["limit"], 0.0));
    WELL(api->do_step(0.75, 0.25, step));
    WELL(api->get_integer(library["count"], count));
    CHECK(count == 3);
}

TEST_CASE("arrays of FMI 3.0 are one variable") {
    Library const library("Plant", 3);
    auto const api = library.instantiate(Kind::model_exchange);
    initialize(*api);
    begin_continuous(*api);
    std::vector<double> values;
    WELL(api->get_reals({library["x"], library["v[1]"], library["e"]}, values));
    CHECK(values.size() == 5);
    WELL(api->set_states({0.5, 0.1, 1.0, 2.0, 3.0}));
    WELL(api->get_reals({library["v[1]"]}, values));
    CHECK(values == std::vector<double>{1.0, 2.0, 3.0});
    // The number of values has to fit.
    CHECK(api->set_real(library["v[1]"], 1.0) == Fmi::error);
    CHECK(api->said("3 elements"));
}

TEST_CASE("what cannot be set is refused by name") {
    int const version = GENERATE(2, 3);
    Library const library("Plant", version);
    struct Refused {
        char const* name;
        double value;
        bool when_continuous;
    };
    for (Refused const& test : {Refused{"y", 1.0, false}, Refused{"der(x)", 1.0, false}, Refused{"time", 1.0, false},
                                Refused{"rate", 1.0, true}, Refused{"y", 1.0, true}}) {
        INFO(test.name);
        auto const api = library.instantiate(Kind::model_exchange);
        if (test.when_continuous) {
            initialize(*api);
            begin_continuous(*api);
        }
        CHECK(api->set_real(library[test.name], test.value) == Fmi::error);
        CHECK(api->said(test.name));
    }
    auto const api = library.instantiate(Kind::model_exchange);
    CHECK(api->set_boolean(library["u"], true) == Fmi::error);
    CHECK(api->said("is a Real"));
    WELL(api->reset());
    CHECK(api->set_real(100000, 1.0) == Fmi::error);
    CHECK(api->said("no variable has value reference 100000"));
}

TEST_CASE("a wrong token makes no instance") {
    int const version = GENERATE(2, 3);
    Library const library("Mass", version);
    CHECK(!library.instantiate(Kind::model_exchange, {}, "other"));
    CHECK(!library.instantiate(Kind::co_simulation, {}, "other"));
}

TEST_CASE("what cannot be computed is discarded, and the instance goes on") {
    int const version = GENERATE(2, 3);
    Library const library("Root", version);
    auto const api = library.instantiate(Kind::model_exchange);
    initialize(*api);
    begin_continuous(*api);
    std::vector<double> rates;
    WELL(api->set_time(0.1));
    WELL(api->set_states({-2.0}));
    CHECK(api->get_derivatives(rates) == Fmi::discard);
    CHECK(api->log().back().status == static_cast<int>(Fmi::discard));
    WELL(api->set_states({4.0}));
    WELL(api->get_derivatives(rates));
    CHECK(real(*api, library["y"]) == 2.0);

    auto const cosim = library.instantiate(Kind::co_simulation);
    initialize(*cosim);
    WELL(cosim->set_real(library["u"], 10.0));
    Step step;
    CHECK(cosim->do_step(0.0, 1.0, step) == (version == 2 ? Fmi::discard : Fmi::error));
    CHECK(cosim->said("too much"));
    CHECK(!step.terminates);
    WELL(cosim->reset());
    initialize(*cosim);
    WELL(cosim->do_step(0.0, 1.0, step));
    CHECK(real(*cosim, library["x"]) == Approx(2.0));
}

namespace {

// Rows by unknown, columns by known.
using Matrix = std::vector<std::vector<double>>;

Matrix by_columns(Api& api, std::vector<std::uint32_t> const& unknowns, std::vector<std::uint32_t> const& knowns) {
    Matrix matrix(unknowns.size(), std::vector<double>(knowns.size()));
    for (std::size_t k = 0; k < knowns.size(); ++k) {
        std::vector<double> seed(knowns.size(), 0.0);
        seed[k] = 1.0;
        std::vector<double> column;
        WELL(api.directional(unknowns, knowns, seed, column));
        for (std::size_t i = 0; i < unknowns.size(); ++i) matrix[i][k] = column[i];
    }
    return matrix;
}

}  // namespace

TEST_CASE("partial derivatives of the equations") {
    int const version = GENERATE(2, 3);
    Library const library("Plant", version);
    auto const api = library.instantiate(Kind::model_exchange);
    std::vector<std::uint32_t> const unknowns{library["der(x)"], library["der(e)"], library["y"], library["minus_x"]};
    std::vector<std::uint32_t> const knowns{library["x"], library["e"], library["u"]};
    WELL(api->set_up(0.0, 1.0, 0.0));
    WELL(api->set_real(library["x"], 0.5));
    WELL(api->enter_initialization());
    // der(x) = 2 (u - x), der(e) = x², y = x + 4 e, minus_x = -x.
    Matrix const expected{{-2, 0, 2}, {1, 0, 0}, {1, 4, 0}, {-1, 0, 0}};
    Matrix const initial = by_columns(*api, unknowns, knowns);
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
        for (std::size_t k = 0; k < knowns.size(); ++k) CHECK(initial[i][k] == Approx(expected[i][k]).margin(1e-7));
    }
    WELL(api->exit_initialization());
    begin_continuous(*api);
    CHECK(by_columns(*api, unknowns, knowns) == expected);
    WELL(api->set_states({0.25, 0.0, 0.0, 0.0, 0.0}));
    std::vector<double> one;
    WELL(api->directional({library["der(e)"]}, {library["x"]}, {3.0}, one));
    CHECK(one[0] == 1.5);
    // The crossing function of x > limit.
    WELL(api->directional({library["_crossing0"]}, {library["x"], library["u"]}, {2.0, 5.0}, one));
    CHECK(one[0] == 2.0);
    CHECK(api->directional({library["y"]}, {library["y"]}, {1.0}, one) == Fmi::error);
}

TEST_CASE("what is computed for a derivative alone says nothing") {
    int const version = GENERATE(2, 3);
    Library const library("Root", version);
    auto const api = library.instantiate(Kind::model_exchange);
    WELL(api->set_up(0.0, 1.0, 0.0));
    // The model warns from 1.5 on.
    WELL(api->set_real(library["x"], 1.4999));
    WELL(api->enter_initialization());
    std::vector<double> one;
    WELL(api->directional({library["y"]}, {library["x"]}, {1.0}, one));
    CHECK(one[0] == Approx(0.5 / std::sqrt(1.4999)).epsilon(1e-9));
    CHECK(!api->said("quite a lot"));
    WELL(api->set_real(library["x"], 1.6));
    CHECK(real(*api, library["y"]) == Approx(std::sqrt(1.6)));
    CHECK(api->said("quite a lot"));
}

TEST_CASE("adjoint derivatives are the rows of the same matrix") {
    Library const library("Plant", 3);
    auto const api = library.instantiate(Kind::model_exchange);
    initialize(*api);
    begin_continuous(*api);
    WELL(api->set_states({0.25, 0.5, 1.0, 2.0, 3.0}));
    auto const adjoint = MOO_FMI_FUNCTION(library, fmi3GetAdjointDerivative);
    std::uint32_t const unknowns[] = {library["der(v[1])"], library["der(e)"], library["y"]};
    std::uint32_t const knowns[] = {library["v[1]"], library["x"], library["u"], library["e"]};
    double const seed[] = {1.0, 1.0, 1.0};
    double result[6] = {};
    REQUIRE(adjoint(api->handle(), unknowns, 3, knowns, 4, seed, 3, result, 6) == fmi3OK);
    // der(v[1]) = x - v[1], der(e) = x², y = x + 4 e.
    double const expected[] = {-1.0, 0.0, 0.0, 1.0 + 0.5 + 1.0, 0.0, 4.0};
    for (int i = 0; i < 6; ++i) CHECK(result[i] == expected[i]);
}
