// Memory does not grow however often an FMU is used.
#ifdef MOO_SANITIZED
#include <sanitizer/allocator_interface.h>
#endif
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>

#include "tests/fmi/import.h"

using namespace moo::test;

namespace {

#ifdef MOO_SANITIZED

// Sanitizers keep freed memory for a while, so blocks are counted there.
std::atomic<std::int64_t> blocks{0};

void count_blocks() {
    static bool const is_installed = __sanitizer_install_malloc_and_free_hooks(
        [](void const volatile*, std::size_t) { ++blocks; }, [](void const volatile*) { --blocks; });
    REQUIRE(is_installed);
}

std::int64_t held_memory() { return blocks; }

// A leak of one block in ten cycles would show.
constexpr std::int64_t allowed_growth = 100;

#else

void count_blocks() {}

std::int64_t held_memory() {
    std::ifstream file("/proc/self/statm");
    std::int64_t total = 0;
    std::int64_t resident = 0;
    file >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

// A leak of 200 bytes a cycle would show.
constexpr std::int64_t allowed_growth = 200'000;

#endif

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
    count_blocks();
    for (int i = 0; i < 100; ++i) use_once(library, kind);
    std::int64_t const before = held_memory();
    for (int i = 0; i < 1000; ++i) use_once(library, kind);
    CHECK(held_memory() < before + allowed_growth);
}
