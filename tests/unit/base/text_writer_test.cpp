#include "moo/base/text_writer.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

namespace {

std::string real_text(double value) {
    moo::TextWriter out;
    out.write_real(value);
    return out.take();
}

}  // namespace

TEST_CASE("reals are short and never look like integers") {
    CHECK(real_text(1) == "1.0");
    CHECK(real_text(0.1) == "0.1");
    CHECK(real_text(-0.0) == "-0.0");
    CHECK(real_text(1e300) == "1e+300");
    CHECK(real_text(9.81) == "9.81");
}

TEST_CASE("reals read back exactly") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 100'000; ++i) {
        std::uint64_t const bits = random();
        double value;
        static_assert(sizeof value == sizeof bits);
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value)) continue;
        REQUIRE(std::strtod(real_text(value).c_str(), nullptr) == value);
    }
}

TEST_CASE("lines are indented by depth and empty ones stay empty") {
    moo::TextWriter out;
    out.line("a");
    out.deeper();
    out.line("b");
    out.line("");
    out.shallower();
    out.line("c");
    CHECK(out.text() == "a\n  b\n\nc\n");
}
