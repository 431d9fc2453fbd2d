// External objects: each is freed once, whatever the importer does.
#include <catch2/catch.hpp>

#include "tests/fmi/import.h"

using namespace moo::test;

#define WELL(call) REQUIRE((call) == Fmi::ok)

TEST_CASE("external objects are made and freed in pairs") {
    int const version = GENERATE(2, 3);
    Library const library("Objects", version);
    int const& made = *static_cast<int*>(library.symbol("objects_made"));
    int const& freed = *static_cast<int*>(library.symbol("objects_freed"));
    {
        auto const api = library.instantiate(Kind::model_exchange);
        std::vector<double> values;
        WELL(api->set_up(0.0, 1.0, 0.0));
        WELL(api->enter_initialization());
        CHECK(made == 0);
        // Each solution of the initial equations has objects of its own.
        for (double const p : {3.0, 4.0}) {
            WELL(api->set_real(library["p"], p));
            WELL(api->get_reals({library["der(x)"]}, values));
            CHECK(values[0] == p);
            CHECK(made == freed + 1);
        }
        WELL(api->exit_initialization());
        begin_continuous(*api);
        CHECK(made == freed + 1);
        // A tunable parameter leaves them alone.
        int const before = made;
        WELL(api->enter_event_mode());
        WELL(api->set_real(library["p"], 5.0));
        (void)iterate(*api);
        WELL(api->get_reals({library["der(x)"]}, values));
        CHECK(values[0] == 5.0);
        CHECK(made == before);
        WELL(api->reset());
        CHECK(made == freed);
        initialize(*api);
        CHECK(made == freed + 1);
        void* state = nullptr;
        CHECK(api->get_state(&state) == Fmi::error);
        CHECK(api->said("external objects"));
        CHECK(state == nullptr);
    }
    CHECK(made == freed);
}
