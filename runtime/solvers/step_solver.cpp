#include "runtime/solvers/step_solver.h"

#include <klu.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

#include "runtime/math/incomplete_factors.h"

namespace moo::runtime {

namespace {

static_assert(sizeof(sunindextype) == sizeof(std::int64_t));

// If a factorization takes more than this many operations for each entry of the matrix, iterations are cheaper. A
// matrix is factorized every few steps, and an iteration costs about ten operations per entry.
constexpr double most_operations_by_entry = 100.0;
// Iterations that need more than this are not worth it.
constexpr int most_iterations = 20;

class StepSolver {
public:
    StepSolver(N_Vector vector, SUNMatrix matrix, SUNContext context)
        : direct_(SUNLinSol_KLU(vector, matrix, context)),
          iterative_(SUNLinSol_SPGMR(vector, SUN_PREC_RIGHT, most_iterations, context)) {
        if (!is_complete()) return;
        SUNLinSolSetATimes(iterative_.get(), this, multiply);
        SUNLinSolSetPreconditioner(iterative_.get(), this, nullptr, precondition);
    }

    [[nodiscard]] bool is_complete() const { return direct_ && iterative_; }
    [[nodiscard]] bool iterates() const { return way_ == Way::iterative; }

    int initialize() {
        int const status = SUNLinSolInitialize(iterative_.get());
        return status != SUNLS_SUCCESS ? status : SUNLinSolInitialize(direct_.get());
    }

    int set_up(SUNMatrix matrix) {
        matrix_ = matrix;
        if (way_ == Way::open) way_ = fills_up() ? Way::iterative : Way::direct;
        if (way_ == Way::iterative && set_up_iteration()) return SUNLS_SUCCESS;
        way_ = Way::direct;
        return SUNLinSolSetup(direct_.get(), matrix);
    }

    int solve(SUNMatrix matrix, N_Vector x, N_Vector b, realtype tolerance) {
        iterations_ = 0;
        if (way_ == Way::iterative) {
            int const status = SUNLinSolSolve(iterative_.get(), nullptr, x, b, tolerance);
            iterations_ = SUNLinSolNumIters(iterative_.get());
            if (status == SUNLS_SUCCESS) return status;
            way_ = Way::direct;
            if (int const failure = SUNLinSolSetup(direct_.get(), matrix); failure != SUNLS_SUCCESS) return failure;
        }
        return SUNLinSolSolve(direct_.get(), matrix, x, b, tolerance);
    }

    int scale(N_Vector rows, N_Vector columns) { return SUNLinSolSetScalingVectors(iterative_.get(), rows, columns); }
    [[nodiscard]] int iterations() const { return iterations_; }
    [[nodiscard]] realtype residual_norm() const {
        return way_ == Way::iterative ? SUNLinSolResNorm(iterative_.get()) : 0.0;
    }
    [[nodiscard]] sunindextype last_flag() const {
        return SUNLinSolLastFlag(way_ == Way::iterative ? iterative_.get() : direct_.get());
    }

private:
    enum class Way { open, direct, iterative };

    [[nodiscard]] std::span<std::int64_t const> starts() const {
        return {SM_INDEXPTRS_S(matrix_), static_cast<std::size_t>(SM_NP_S(matrix_)) + 1};
    }
    [[nodiscard]] std::size_t entry_count() const { return static_cast<std::size_t>(starts().back()); }

    // Uses KLU's estimate, which depends only on the pattern.
    [[nodiscard]] bool fills_up() const {
        klu_l_common common;
        klu_l_defaults(&common);
        klu_l_symbolic* symbolic =
            klu_l_analyze(SM_NP_S(matrix_), SM_INDEXPTRS_S(matrix_), SM_INDEXVALS_S(matrix_), &common);
        bool const fills =
            symbolic != nullptr && symbolic->est_flops > most_operations_by_entry * static_cast<double>(entry_count());
        klu_l_free_symbolic(&symbolic, &common);
        return fills;
    }

    [[nodiscard]] bool set_up_iteration() {
        std::size_t const entries = entry_count();
        return factors_.compute(starts(), {SM_INDEXVALS_S(matrix_), entries}, {SM_DATA_S(matrix_), entries});
    }

    static int multiply(void* self, N_Vector x, N_Vector product) {
        SUNMatrix const matrix = static_cast<StepSolver*>(self)->matrix_;
        return SUNMatMatvec(matrix, x, product);
    }

    static int precondition(void* self, N_Vector r, N_Vector z, realtype, int) {
        auto const size = static_cast<std::size_t>(N_VGetLength(r));
        std::copy_n(N_VGetArrayPointer(r), size, N_VGetArrayPointer(z));
        static_cast<StepSolver*>(self)->factors_.solve({N_VGetArrayPointer(z), size});
        return 0;
    }

    OwnedLinearSolver direct_;
    OwnedLinearSolver iterative_;
    Way way_ = Way::open;
    SUNMatrix matrix_ = nullptr;
    IncompleteFactors factors_;
    int iterations_ = 0;
};

StepSolver& of(SUNLinearSolver solver) { return *static_cast<StepSolver*>(solver->content); }

}  // namespace

OwnedLinearSolver make_step_solver(N_Vector vector, SUNMatrix matrix, SUNContext context) {
    auto content = std::make_unique<StepSolver>(vector, matrix, context);
    SUNLinearSolver const solver = content->is_complete() ? SUNLinSolNewEmpty(context) : nullptr;
    if (solver == nullptr) return {};
    solver->content = content.release();
    SUNLinearSolver_Ops const ops = solver->ops;
    ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_MATRIX_ITERATIVE; };
    ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
    ops->initialize = [](SUNLinearSolver s) { return of(s).initialize(); };
    ops->setup = [](SUNLinearSolver s, SUNMatrix a) { return of(s).set_up(a); };
    ops->solve = [](SUNLinearSolver s, SUNMatrix a, N_Vector x, N_Vector b, realtype tolerance) {
        return of(s).solve(a, x, b, tolerance);
    };
    ops->setscalingvectors = [](SUNLinearSolver s, N_Vector rows, N_Vector columns) {
        return of(s).scale(rows, columns);
    };
    ops->numiters = [](SUNLinearSolver s) { return of(s).iterations(); };
    ops->resnorm = [](SUNLinearSolver s) { return of(s).residual_norm(); };
    ops->lastflag = [](SUNLinearSolver s) { return of(s).last_flag(); };
    ops->free = [](SUNLinearSolver s) {
        delete static_cast<StepSolver*>(s->content);
        s->content = nullptr;
        SUNLinSolFreeEmpty(s);
        return static_cast<int>(SUNLS_SUCCESS);
    };
    return OwnedLinearSolver(solver);
}

bool is_iterating(SUNLinearSolver solver) { return of(solver).iterates(); }

}  // namespace moo::runtime
