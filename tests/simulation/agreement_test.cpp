// Every model of this folder and those below it gives the same results compiled and interpreted, to 1e-6 relative.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <vector>

#include "tests/simulation/pipeline.h"

namespace moo::test {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> all_models() {
    std::vector<fs::path> models;
    for (auto const& entry : fs::recursive_directory_iterator(MOO_TEST_MODELS)) {
        fs::path const extension = entry.path().extension();
        if (extension != ".mo" && extension != ".moo") continue;
        models.push_back(fs::relative(entry.path(), MOO_TEST_MODELS));
    }
    std::sort(models.begin(), models.end());
    return models;
}

// Models that never end, until they are interrupted.
bool is_endless(fs::path const& model) {
    std::string const name = model.filename().string();
    return name == "Endless.mo" || name == "SlowBlock.mo" || name == "SlowStart.mo";
}

}  // namespace

TEST_CASE("every model of these folders agrees between compiled C++ and the interpreter to 1e-6 relative") {
    std::vector<fs::path> const models = all_models();
    REQUIRE(models.size() > 60);
    for (fs::path const& model : models) {
        if (is_endless(model)) continue;
        DYNAMIC_SECTION(model.string()) {
            Simulator const simulator(model.string());
            Simulator::Outcome const outcome = simulator.try_run("");
            INFO(outcome.errors);
            // Those that are made to fail have to do so in both, after the same rows.
            bool const fails = outcome.exit_code != 0;
            bool const is_fault =
                model.string().starts_with("faults/") || model == "NoSolution.mo" || model == "Limits.mo";
            CHECK((!fails || is_fault));
            if (fs::exists(simulator.result_path())) check_same(simulator.results(), simulator.interpreted_results());
        }
    }
}

}  // namespace moo::test
