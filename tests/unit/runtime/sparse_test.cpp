// Sparse Jacobians: every method that has them, and the linear equations of its steps.
#include <sunmatrix/sunmatrix_sparse.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "runtime/math/incomplete_factors.h"
#include "runtime/solvers/state_jacobian.h"
#include "runtime/solvers/step_solver.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

// A plate of width x height cells whose border is kept at zero: each cell goes towards the mean of its neighbours. It
// starts with its slowest mode, which keeps its shape. A plate of height 1 is a rod.
template <std::uint32_t width, std::uint32_t height>
struct Plate {
    static constexpr std::uint32_t size = width * height;

    static double shape(std::uint32_t cell) {
        double const along = std::sin(std::numbers::pi * (cell % width + 1) / (width + 1));
        return height == 1 ? along : along * std::sin(std::numbers::pi * (cell / width + 1) / (height + 1));
    }
    // Of the mode: exp(-rate t).
    static double rate() {
        double const along = 2.0 * (1.0 - std::cos(std::numbers::pi / (width + 1)));
        return height == 1 ? along : along + 2.0 * (1.0 - std::cos(std::numbers::pi / (height + 1)));
    }
    static std::vector<std::uint32_t> neighbours(std::uint32_t cell) {
        std::vector<std::uint32_t> cells;
        if (cell >= width) cells.push_back(cell - width);
        if (cell % width > 0) cells.push_back(cell - 1);
        if (cell % width + 1 < width) cells.push_back(cell + 1);
        if (cell + width < size) cells.push_back(cell + width);
        return cells;
    }

    explicit Plate(bool is_sparse) {
        for (std::uint32_t i = 0; i < size; ++i) {
            model.add_state("T", "der(T)", shape(i));
            starts.push_back(static_cast<std::uint32_t>(states.size()));
            states.push_back(i);
            for (std::uint32_t const other : neighbours(i)) states.push_back(other);
        }
        starts.push_back(static_cast<std::uint32_t>(states.size()));
        model.edit().derivatives = [](MooInstance* m) {
            for (std::uint32_t i = 0; i < size; ++i) {
                double rate = -(height == 1 ? 2.0 : 4.0) * m->value[2 * i];
                for (std::uint32_t const other : neighbours(i)) rate += m->value[2 * other];
                m->value[2 * i + 1] = rate;
            }
            return MOO_OK;
        };
        model.edit().stop_time = 100.0;
        if (!is_sparse) return;
        model.edit().pattern_starts = starts.data();
        model.edit().pattern_states = states.data();
        // There are no blocks: the system as a whole is x' - value for each state.
        model.edit().residual_starts = starts.data();
        model.edit().residual_columns = states.data();
    }

    static void check_end(TestRun const& run) {
        INFO(run.messages);
        REQUIRE(run.outcome.end == SimulationEnd::stop_time);
        for (std::uint32_t i = 0; i < size; ++i) {
            REQUIRE(std::abs(run.last()[2 * i] - shape(i) * std::exp(-100.0 * rate())) < 1e-5);
        }
    }

    TestModel model;
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> states;
};

constexpr char const* implicit_solvers[] = {"cvode", "cvode-adams", "ida", "radau5", "rodas4", "esdirk4", "esdirk5"};

}  // namespace

TEST_CASE("with a sparse Jacobian every implicit method takes as many differences as it has colours") {
    using Rod = Plate<60, 1>;
    Rod dense(false);
    Rod sparse(true);
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(sparse.model.get(), messages);
    StateJacobian const jacobian(instance);
    CHECK(jacobian.is_sparse());
    CHECK(jacobian.pattern().colour_count() == 3);
    for (char const* const solver : implicit_solvers) {
        CAPTURE(solver);
        SimulationOptions options = default_options(sparse.model.get());
        options.solver = solver;
        TestRun const by_columns(dense.model.get(), options);
        TestRun const by_colours(sparse.model.get(), options);
        Rod::check_end(by_columns);
        Rod::check_end(by_colours);
        IntegratorStatistics const& columns = by_columns.outcome.statistics.integrator;
        IntegratorStatistics const& colours = by_colours.outcome.statistics.integrator;
        REQUIRE(columns.jacobian_calls > 0);
        // 60 differences for each matrix, and 3.
        CHECK(columns.derivative_calls - colours.derivative_calls > 40 * colours.jacobian_calls);
    }
}

TEST_CASE("the matrix of a plate fills up, and every implicit method follows its slowest mode") {
    using Grid = Plate<50, 45>;
    Grid grid(true);
    for (char const* const solver : implicit_solvers) {
        CAPTURE(solver);
        SimulationOptions options = default_options(grid.model.get());
        options.solver = solver;
        Grid::check_end(TestRun(grid.model.get(), options));
    }
}

namespace {

// The linear equations of a step of a plate, (1 + shift) x - gamma Σ neighbours = b, for a known x.
struct StepEquations {
    template <class AnyPlate>
    StepEquations(AnyPlate const&, double diagonal, double gamma) {
        SUNContext made = nullptr;
        REQUIRE(SUNContext_Create(nullptr, &made) == 0);
        context.reset(made);
        constexpr std::uint32_t size = AnyPlate::size;
        matrix.reset(SUNSparseMatrix(size, size, 5 * size, CSC_MAT, made));
        sunindextype entries = 0;
        auto const put = [&](std::uint32_t row, double value) {
            SM_INDEXVALS_S(matrix.get())[entries] = row;
            SM_DATA_S(matrix.get())[entries++] = value;
        };
        for (std::uint32_t column = 0; column < size; ++column) {
            SM_INDEXPTRS_S(matrix.get())[column] = entries;
            bool is_put = false;
            for (std::uint32_t const row : AnyPlate::neighbours(column)) {
                if (row > column && !is_put) put(column, diagonal), is_put = true;
                put(row, -gamma);
            }
            if (!is_put) put(column, diagonal);
        }
        SM_INDEXPTRS_S(matrix.get())[size] = entries;
        exact.reset(N_VNew_Serial(size, made));
        x.reset(N_VNew_Serial(size, made));
        b.reset(N_VNew_Serial(size, made));
        weight.reset(N_VNew_Serial(size, made));
        for (std::uint32_t i = 0; i < size; ++i) N_VGetArrayPointer(exact.get())[i] = std::sin(1.7 * i);
        N_VConst(0.0, x.get());
        N_VConst(1.0, weight.get());
        SUNMatMatvec(matrix.get(), exact.get(), b.get());
        solver = make_step_solver(x.get(), matrix.get(), made);
        REQUIRE(solver);
        REQUIRE(SUNLinSolInitialize(solver.get()) == 0);
        REQUIRE(SUNLinSolSetScalingVectors(solver.get(), weight.get(), weight.get()) == 0);
        REQUIRE(SUNLinSolSetup(solver.get(), matrix.get()) == 0);
    }
    // The largest error of the solution.
    double solve(double tolerance) {
        N_VConst(0.0, x.get());
        REQUIRE(SUNLinSolSolve(solver.get(), matrix.get(), x.get(), b.get(), tolerance) == 0);
        N_VLinearSum(1.0, x.get(), -1.0, exact.get(), weight.get());
        double const error = N_VMaxNorm(weight.get());
        N_VConst(1.0, weight.get());
        return error;
    }
    OwnedContext context;
    OwnedMatrix matrix;
    OwnedVector exact;
    OwnedVector x;
    OwnedVector b;
    OwnedVector weight;
    OwnedLinearSolver solver;
};

}  // namespace

TEST_CASE("a band is factorized, a plane is iterated over") {
    Plate<3000, 1> const rod(true);
    StepEquations of_rod(rod, 1.0 + 2.0, 1.0);
    CHECK(!is_iterating(of_rod.solver.get()));
    CHECK(of_rod.solve(1e-9) < 1e-13);

    Plate<50, 45> const plate(true);
    StepEquations of_plate(plate, 1.0 + 4.0, 1.0);
    CHECK(is_iterating(of_plate.solver.get()));
    CHECK(of_plate.solve(1e-9) < 1e-9);
    CHECK(SUNLinSolNumIters(of_plate.solver.get()) > 1);
    CHECK(is_iterating(of_plate.solver.get()));
}

TEST_CASE("where the iteration does not converge, the matrix is factorized after all") {
    // Eigenvalues on both sides of zero.
    Plate<50, 45> const plate(true);
    StepEquations hard(plate, 0.3, 1.0);
    CHECK(is_iterating(hard.solver.get()));
    CHECK(hard.solve(1e-9) < 1e-9);
    CHECK(!is_iterating(hard.solver.get()));
    // It stays so.
    REQUIRE(SUNLinSolSetup(hard.solver.get(), hard.matrix.get()) == 0);
    CHECK(!is_iterating(hard.solver.get()));
    CHECK(hard.solve(1e-9) < 1e-9);
}

TEST_CASE("incomplete factors are exact where nothing fills up, and need a diagonal") {
    // 4 on the diagonal, -1 and 2 beside it.
    std::vector<std::int64_t> const starts{0, 2, 5, 8, 10};
    std::vector<std::int64_t> const rows{0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
    std::vector<double> const values{4, 2, -1, 4, 2, -1, 4, 2, -1, 4};
    IncompleteFactors factors;
    REQUIRE(factors.compute(starts, rows, values));
    std::vector<double> x{4 - 2, 2 + 8 - 3, 4 + 12 - 4, 6 + 16};  // the product with 1, 2, 3, 4
    factors.solve(x);
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(x[i] == Approx(static_cast<double>(i + 1)).epsilon(1e-14));

    std::vector<std::int64_t> const short_starts{0, 1, 2};
    std::vector<std::int64_t> const crossed{1, 0};
    CHECK_FALSE(factors.compute(short_starts, crossed, std::vector<double>{1, 1}));
    std::vector<std::int64_t> const straight{0, 1};
    CHECK_FALSE(factors.compute(short_starts, straight, std::vector<double>{1, 0}));
}

}  // namespace moo::runtime
