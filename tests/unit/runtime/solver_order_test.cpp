// The order of each method, measured on a problem with a closed form; and stiff problems for those that are made for
// them.
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <map>

#include "runtime/solvers/radau_integrator.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

// y' = y cos(t) and z' = -z sin(t), so y = exp(sin(t)) and z = exp(cos(t)). Two, because the estimated error of one
// alone vanishes now and then, where a step may then be as long as it likes.
void make_smooth(TestModel& model) {
    model.add_state("y", "der(y)", 1.0);
    model.add_state("z", "der(z)", std::exp(1.0));
    model.edit().derivatives = [](MooInstance* m) {
        m->value[1] = m->value[0] * std::cos(m->time);
        m->value[3] = -m->value[2] * std::sin(m->time);
        return MOO_OK;
    };
}

struct Work {
    double error = 0.0;
    double steps = 0.0;
};

// The mean error at many ends, over a period: it changes its sign with the solution's slope, so one alone may be good
// by chance.
Work measure(std::string_view solver, double tolerance, double fixed_step) {
    constexpr int ends = 24;
    Work work;
    for (int i = 0; i < ends; ++i) {
        double const end = 16.0 + 0.25 * i;
        TestModel model;
        make_smooth(model);
        model.edit().stop_time = end;
        SimulationOptions options = default_options(model.get());
        options.solver = solver;
        options.tolerance = tolerance;
        options.fixed_step = fixed_step;
        options.interval = end / 20.0;
        TestRun const run(model.get(), options);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        double const of_y = run.last()[0] - std::exp(std::sin(end));
        double const of_z = run.last()[2] - std::exp(std::cos(end));
        work.error += 0.5 * (of_y * of_y + of_z * of_z);
        work.steps += static_cast<double>(run.outcome.statistics.integrator.steps);
    }
    work.error = std::sqrt(work.error / ends);
    return work;
}

}  // namespace

TEST_CASE("methods with a fixed step have their order") {
    std::map<std::string, double> const orders{
        {"euler", 1.0}, {"heun-fixed", 2.0}, {"bs23-fixed", 3.0}, {"rk4", 4.0}, {"dopri45-fixed", 5.0}};
    for (auto const& [solver, order] : orders) {
        double const h = order > 4.0 ? 0.125 : 0.03125;
        Work const coarse = measure(solver, 1e-6, h);
        Work const fine = measure(solver, 1e-6, h / 2.0);
        double const measured = std::log2(coarse.error / fine.error);
        INFO(solver << " has order " << measured);
        CHECK(std::abs(measured - order) < 0.1);
        // As many steps as were asked for.
        CHECK(fine.steps == Approx(2.0 * coarse.steps).epsilon(0.01));
    }
}

namespace {

struct OrderCase {
    char const* solver;
    double order;
    double loose;
    double tight;
};

// Over decades of tolerance in which truncation decides. Heun's method would need too many steps for small ones. The
// stages of radau5 are iterated to a part of the tolerance: at 1e-4 with too few iterations to be on the way of its
// order, below 1e-7 that part is all that is left of its error, which then is about a thousandth of the tolerance.
constexpr OrderCase order_cases[] = {{"heun", 2.0, 1e-3, 1e-6},    {"bs23", 3.0, 1e-4, 1e-8},
                                     {"dopri45", 5.0, 1e-4, 1e-8}, {"rodas4", 4.0, 1e-4, 1e-8},
                                     {"esdirk4", 4.0, 1e-4, 1e-8}, {"esdirk5", 5.0, 1e-4, 1e-8},
                                     {"radau5", 5.0, 1e-5, 1e-7}};

}  // namespace

TEST_CASE("one-step methods with a variable step have their order, and the error that was asked for") {
    for (auto const& [solver, order, loose, tight] : order_cases) {
        Work const coarse = measure(solver, loose, 0.0);
        Work const fine = measure(solver, tight, 0.0);
        double const measured = std::log(coarse.error / fine.error) / std::log(fine.steps / coarse.steps);
        INFO(solver << " has order " << measured << ", errors " << coarse.error << " and " << fine.error << " in "
                    << coarse.steps << " and " << fine.steps << " steps");
        CHECK(std::abs(measured - order) < 0.25);
        // Errors of steps add up over three periods; a step is allowed a tenth of the tolerance.
        CHECK(coarse.error < 3.0 * loose);
        CHECK(fine.error < 3.0 * tight);
    }
}

// Their steps are shorter and their errors have the same sign for longer, and their order varies.
TEST_CASE("the error of multistep methods follows the tolerance") {
    for (char const* const solver : {"cvode", "cvode-adams", "ida"}) {
        double last = 1.0;
        for (double const tolerance : {1e-4, 1e-6, 1e-8}) {
            Work const work = measure(solver, tolerance, 0.0);
            INFO(solver << " at " << tolerance << ": " << work.error);
            CHECK(work.error < 10.0 * tolerance);
            // A hundredth of the tolerance brings at least a tenth of the error.
            CHECK(work.error < 0.1 * last);
            last = work.error;
        }
    }
}

TEST_CASE("the transformation of the Radau method takes its matrix to real and complex eigenvalues") {
    using Matrix = Eigen::Matrix3d;
    auto const matrix = [](std::array<std::array<double, 3>, 3> const& rows) {
        Matrix m;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) m(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        }
        return m;
    };
    Matrix const t = matrix(radau::t);
    Matrix const inverse = matrix(radau::t_inverse);
    CHECK((t * inverse - Matrix::Identity()).cwiseAbs().maxCoeff() < 1e-14);
    Matrix expected = Matrix::Zero();
    expected(0, 0) = radau::gamma;
    expected(1, 1) = expected(2, 2) = radau::alpha;
    expected(1, 2) = -radau::beta;
    expected(2, 1) = radau::beta;
    // A T Λ = T says the same without an inverse of A.
    CHECK((matrix(radau::a) * t * expected - t).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("methods for stiff models follow a stiff one in few steps") {
    for (char const* const solver : {"cvode", "ida", "radau5", "rodas4", "esdirk4", "esdirk5"}) {
        // x' = -10⁶ (x - cos t) - sin t, from 0 to the cosine in a millionth of a second.
        TestModel model;
        model.add_state("x", "der(x)", 0.0);
        model.edit().derivatives = [](MooInstance* m) {
            m->value[1] = -1e6 * (m->value[0] - std::cos(m->time)) - std::sin(m->time);
            return MOO_OK;
        };
        model.edit().stop_time = 10.0;
        SimulationOptions options = default_options(model.get());
        options.solver = solver;
        TestRun const run(model.get(), options);
        INFO(solver << ": " << run.outcome.statistics.integrator.steps << " steps; " << run.messages);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        CHECK(run.outcome.statistics.integrator.steps < 1500);
        CHECK(std::abs(run.last()[0] - std::cos(10.0)) < 2e-6);
        // Points within steps, too.
        double const allowed = std::string_view(solver) == "radau5" ? 1e-5 : 5e-5;
        for (std::size_t i = 1; i < run.recorder.rows.size(); ++i) {
            REQUIRE(std::abs(run.recorder.rows[i][0] - std::cos(run.recorder.times[i])) < allowed);
        }
    }
}

TEST_CASE("van der Pol's oscillator with a stiffness of 10⁶ has the published end") {
    // F. Mazzia, C. Magherini: Test Set for IVP Solvers, release 2.4.
    for (char const* const solver : {"cvode", "ida", "radau5", "rodas4", "esdirk4", "esdirk5"}) {
        TestModel model;
        model.add_state("y", "der(y)", 2.0);
        model.add_state("z", "der(z)", 0.0);
        model.edit().derivatives = [](MooInstance* m) {
            m->value[1] = m->value[2];
            m->value[3] = ((1.0 - m->value[0] * m->value[0]) * m->value[2] - m->value[0]) / 1e-6;
            return MOO_OK;
        };
        model.edit().stop_time = 2.0;
        SimulationOptions options = default_options(model.get());
        options.solver = solver;
        options.tolerance = 1e-6;
        TestRun const run(model.get(), options);
        INFO(solver << ": " << run.outcome.statistics.integrator.steps << " steps; " << run.messages);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        CHECK(run.last()[0] == Approx(1.706167732170483).epsilon(1e-5));
        CHECK(run.last()[2] == Approx(-0.8928097010247975).epsilon(1e-5));
    }
}

}  // namespace moo::runtime
