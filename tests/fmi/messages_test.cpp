// What FMUs say, and when they are silent.
#include <algorithm>
#include <catch2/catch.hpp>

#include "runtime/fmi/fmi2.h"
#include "runtime/fmi/fmi3.h"
#include "tests/fmi/import.h"

using namespace moo::test;

#define WELL(call) REQUIRE((call) == Fmi::ok)

namespace {

int switch_logging(Library const& library, Api const& api, bool on, std::vector<char const*> const& categories) {
    if (library.version() == 3) {
        return MOO_FMI_FUNCTION(library, fmi3SetDebugLogging)(api.handle(), on, categories.size(), categories.data());
    }
    return MOO_FMI_FUNCTION(library, fmi2SetDebugLogging)(api.handle(), on ? 1 : 0, categories.size(),
                                                          categories.data());
}

bool has_category(Api const& api, std::string const& category) {
    return std::any_of(api.log().begin(), api.log().end(),
                       [&](LogEntry const& entry) { return entry.category == category; });
}

}  // namespace

TEST_CASE("messages come by category") {
    int const version = GENERATE(2, 3);
    Library const library("Sampled", version);
    auto const api = library.instantiate(Kind::co_simulation);
    Step step;
    initialize(*api, 2.0);
    WELL(api->do_step(0.0, 0.25, step));
    CHECK(has_category(*api, "logEvents"));
    CHECK(api->said("`held` from 0 to "));
    // Nothing, then the model alone.
    REQUIRE(switch_logging(library, *api, false, {}) == 0);
    api->clear_log();
    WELL(api->do_step(0.25, 0.5, step));
    CHECK(api->log().empty());
    REQUIRE(switch_logging(library, *api, true, {"logInformation"}) == 0);
    (void)api->do_step(0.75, 1.0, step);
    CHECK(api->said("that is enough"));
    CHECK(!has_category(*api, "logEvents"));
    REQUIRE(switch_logging(library, *api, true, {"logStatusError"}) == 0);
    CHECK(switch_logging(library, *api, true, {"unknown"}) == static_cast<int>(Fmi::error));
    CHECK(api->said("no category"));
}

TEST_CASE("texts of a model are neither formats nor references") {
    int const version = GENERATE(2, 3);
    Library const library("Root", version);
    auto const api = library.instantiate(Kind::co_simulation);
    initialize(*api);
    WELL(api->set_real(library["u"], 10.0));
    Step step;
    CHECK(api->do_step(0.0, 1.0, step) != Fmi::ok);
    // A `#` would begin the reference to a variable, unless it is doubled.
    CHECK(api->said("too much %s%n ##1##"));
}

TEST_CASE("a warning comes once in each run") {
    int const version = GENERATE(2, 3);
    Library const library("Root", version);
    auto const api = library.instantiate(Kind::co_simulation);
    for (int run = 0; run < 2; ++run) {
        api->clear_log();
        initialize(*api);
        Step step;
        WELL(api->do_step(0.0, 1.0, step));
        WELL(api->do_step(1.0, 1.0, step));
        auto const is_warning = [](LogEntry const& entry) {
            return entry.category == "logStatusWarning" && entry.status == static_cast<int>(Fmi::warning) &&
                   entry.text.find("quite a lot") != std::string::npos;
        };
        CHECK(std::count_if(api->log().begin(), api->log().end(), is_warning) == 1);
        WELL(api->reset());
    }
}
