// Memory does not grow however often an FMU is used.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/fmi/import.h"

using namespace moo::test;

namespace {

std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void use_once(Library const& library, Kind kind) {
    auto const api = library.instantiate(kind);
    RunOptions options;
    options.stop = 1.0;
    options.points = 5;
    options.steps = 2;
    std::vector<std::uint32_t> const outputs{library["x"]};
    (void)(kind == Kind::model_exchange ? run_model_exchange(*api, options, outputs)
                                        : run_co_simulation(*api, options, outputs));
    void* state = nullptr;
    REQUIRE(api->get_state(&state) == Fmi::ok);
    REQUIRE(api->set_state(state) == Fmi::ok);
    REQUIRE(api->free_state(&state) == Fmi::ok);
    REQUIRE(api->reset() == Fmi::ok);
}

}  // namespace

TEST_CASE("a thousand cycles of instantiation, simulation and freeing do not grow") {
    int const version = GENERATE(2, 3);
    Kind const kind = GENERATE(Kind::model_exchange, Kind::co_simulation);
    Library const library("Plant", version);
    for (int i = 0; i < 100; ++i) use_once(library, kind);
    std::size_t const before = resident_bytes();
    for (int i = 0; i < 1000; ++i) use_once(library, kind);
    std::size_t const after = resident_bytes();
    // A leak of 200 bytes a cycle would show.
    CHECK(after < before + 200'000);
}
