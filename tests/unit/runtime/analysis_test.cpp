#include <catch2/catch.hpp>
#include <cmath>

#include "runtime/analysis/distribution.h"
#include "runtime/analysis/final_statistics.h"
#include "runtime/analysis/linearize.h"
#include "runtime/analysis/study.h"
#include "tests/unit/runtime/bouncing_ball.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

struct Moments {
    double mean = 0.0;
    double deviation = 0.0;
    double lowest = 0.0;
    double highest = 0.0;
};

Moments moments_of(char const* text) {
    ParsedDistribution const parsed = parse_distribution(text);
    REQUIRE(parsed.error.empty());
    constexpr int count = 100'000;
    Moments moments;
    double squares = 0.0;
    for (int i = 0; i < count; ++i) {
        double const value = draw(parsed.distribution, 1, static_cast<std::uint64_t>(i), 0);
        moments.mean += value / count;
        squares += value * value / count;
        moments.lowest = i == 0 ? value : std::min(moments.lowest, value);
        moments.highest = i == 0 ? value : std::max(moments.highest, value);
    }
    moments.deviation = std::sqrt(squares - moments.mean * moments.mean);
    return moments;
}

}  // namespace

TEST_CASE("random values have the mean and the deviation of their distribution") {
    Moments const normal = moments_of("normal(2, 0.5)");
    CHECK(normal.mean == Approx(2.0).margin(0.01));
    CHECK(normal.deviation == Approx(0.5).margin(0.01));
    Moments const uniform = moments_of("uniform(-1,3)");
    CHECK(uniform.mean == Approx(1.0).margin(0.02));
    CHECK(uniform.deviation == Approx(4.0 / std::sqrt(12.0)).margin(0.01));
    CHECK(uniform.lowest > -1.0);
    CHECK(uniform.highest < 3.0);
    Moments const triangular = moments_of("triangular(0,1,3)");
    CHECK(triangular.mean == Approx(4.0 / 3.0).margin(0.01));
    CHECK(triangular.deviation == Approx(std::sqrt(7.0 / 18.0)).margin(0.01));
    Moments const lognormal = moments_of("lognormal(0,0.25)");
    CHECK(lognormal.mean == Approx(std::exp(0.03125)).margin(0.01));
    CHECK(lognormal.lowest > 0.0);
}

TEST_CASE("variables and runs draw values of their own") {
    Distribution const uniform = parse_distribution("uniform(0,1)").distribution;
    CHECK(draw(uniform, 1, 0, 0) != draw(uniform, 1, 0, 1));
    CHECK(draw(uniform, 1, 0, 1) != draw(uniform, 1, 1, 0));
    CHECK(draw(uniform, 1, 0, 0) != draw(uniform, 2, 0, 0));
    // The values themselves are a promise: a study can be repeated on another machine.
    CHECK(draw(uniform, 1, 0, 0) == draw(uniform, 1, 0, 0));
}

TEST_CASE("a grid runs through all combinations, the last sweep fastest") {
    ParsedSweep const e = parse_sweep(bouncing_ball, "e=0.5:0.7:3");
    ParsedSweep const h = parse_sweep(bouncing_ball, "h=1,2");
    REQUIRE(e.error.empty());
    REQUIRE(h.error.empty());
    CHECK(e.sweep.values.back() == 0.7);
    Study study;
    study.sweeps = {e.sweep, h.sweep};
    REQUIRE(study.run_count() == 6);
    CHECK(study.slots() == std::vector<std::uint32_t>{ball_e, ball_h});
    CHECK(study.values(0) == std::vector<double>{0.5, 1.0});
    CHECK(study.values(1) == std::vector<double>{0.5, 2.0});
    CHECK(study.values(5) == std::vector<double>{0.7, 2.0});

    // Each combination sees the same draws.
    study.variations = {parse_variation(bouncing_ball, "g=normal(9.81,0.1)").variation};
    study.draws = 4;
    CHECK(study.run_count() == 24);
    CHECK(study.values(1)[2] == study.values(5)[2]);
    CHECK(study.values(1)[2] != study.values(2)[2]);
}

TEST_CASE("statistics of a few numbers") {
    TestModel model;
    model.add("x", MOO_ALGEBRAIC, 0.0);
    std::vector<FinalStatistics> const all = final_statistics(model.get(), {0}, {4.0, 1.0, 2.0, 3.0});
    REQUIRE(all.size() == 1);
    CHECK(all[0].count == 4);
    CHECK(all[0].mean == 2.5);
    CHECK(all[0].median == 2.5);
    CHECK(all[0].deviation == Approx(std::sqrt(5.0 / 3.0)));
    CHECK(all[0].lowest == 1.0);
    CHECK(all[0].high == Approx(3.85));
    CHECK(final_statistics(model.get(), {0}, {}).front().count == 0);
}

TEST_CASE("a linear model in Octave has empty matrices of the right size, and quotes names") {
    LinearModel model;
    model.name = "It's";
    model.states = {"x", "y"};
    model.x0 = model.f0 = {1.0, 2.0};
    model.a = {1.0, 2.0, 3.0, 4.0};
    std::string const text = write_linear_model(model, LinearFormat::octave);
    CHECK(text.find("model = 'It''s';\n") != std::string::npos);
    CHECK(text.find("A = [1, 2;\n  3, 4];\n") != std::string::npos);
    CHECK(text.find("B = zeros(2, 0);\n") != std::string::npos);
    CHECK(text.find("C = zeros(0, 2);\n") != std::string::npos);
    CHECK(text.find("D = zeros(0, 0);\n") != std::string::npos);
}

}  // namespace moo::runtime
