#include "moo/external/modelica_utilities.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace moo;

namespace {

struct Steps {
    int before = 0;
    int after = 0;
};

void fail_in_the_middle(void* data) {
    auto& steps = *static_cast<Steps*>(data);
    ++steps.before;
    utility_callbacks().error("too hot\n");
    ++steps.after;
}

void do_nothing(void*) {}

}  // namespace

TEST_CASE("an error leaves the call and brings its text along") {
    Steps steps;
    CHECK(call_guarded(fail_in_the_middle, &steps) == "too hot");
    CHECK(steps.before == 1);
    CHECK(steps.after == 0);
    CHECK_FALSE(call_guarded(do_nothing, nullptr).has_value());
}

TEST_CASE("an error inside an inner call does not leave the outer one") {
    Steps steps;
    auto const outer = [](void* data) {
        CHECK(call_guarded(fail_in_the_middle, data).has_value());
        ++static_cast<Steps*>(data)->after;
    };
    CHECK_FALSE(call_guarded(outer, &steps).has_value());
    CHECK(steps.after == 1);
}

TEST_CASE("messages and warnings go where they are wanted, without line breaks") {
    std::vector<std::string> heard;
    UtilityOutput before =
        set_utility_output({[&](std::string_view text) { heard.emplace_back(text); },
                            [&](std::string_view text) { heard.push_back("!" + std::string(text)); }});
    utility_callbacks().message("loaded\r\n");
    utility_callbacks().warning("odd");
    utility_callbacks().message(nullptr);
    set_utility_output(std::move(before));
    CHECK(heard == std::vector<std::string>{"loaded", "!odd", ""});
}

TEST_CASE("strings stay until they are released") {
    char* const first = utility_callbacks().allocate(4);
    std::string("abc").copy(first, 3);
    first[3] = '\0';
    for (int i = 0; i < 100; ++i) CHECK(utility_callbacks().allocate(1000) != nullptr);
    CHECK(std::string(first) == "abc");
    release_utility_strings();
}
