/* What the runtime uses of KLU, over dense matrices of Eigen. The sources of an FMU have to compile without other
 * libraries; large sparse blocks are solved more slowly there than in a binary FMU. */
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

constexpr int KLU_OK = 0;
constexpr int KLU_SINGULAR = 1;

struct klu_common {
    int scale = 0;
    int status = KLU_OK;
    double rcond = 0.0;
    double condest = 0.0;
    double rgrowth = 1.0;
};

struct klu_symbolic {
    int size = 0;
};

struct klu_numeric {
    Eigen::PartialPivLU<Eigen::MatrixXd> factors;
};

inline int klu_defaults(klu_common* common) {
    *common = klu_common();
    return 1;
}

inline klu_symbolic* klu_analyze(int size, int*, int*, klu_common*) { return new klu_symbolic{size}; }

inline int klu_refactor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                        klu_common* common) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(symbolic->size, symbolic->size);
    for (int column = 0; column < symbolic->size; ++column) {
        for (int i = starts[column]; i < starts[column + 1]; ++i) matrix(rows[i], column) += values[i];
    }
    bool const is_finite = matrix.allFinite();
    if (is_finite) numeric->factors.compute(matrix);
    bool const is_regular = is_finite && (numeric->factors.matrixLU().diagonal().array() != 0.0).all();
    common->status = is_regular ? KLU_OK : KLU_SINGULAR;
    return is_regular ? 1 : 0;
}

inline klu_numeric* klu_factor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_common* common) {
    auto* const numeric = new klu_numeric();
    if (klu_refactor(starts, rows, values, symbolic, numeric, common) != 0) return numeric;
    delete numeric;
    return nullptr;
}

// Pivots are chosen anew each time.
inline int klu_rgrowth(int*, int*, double*, klu_symbolic*, klu_numeric*, klu_common* common) {
    common->rgrowth = 1.0;
    return 1;
}

inline int klu_rcond(klu_symbolic*, klu_numeric* numeric, klu_common* common) {
    auto const pivots = numeric->factors.matrixLU().diagonal().cwiseAbs();
    common->rcond = pivots.size() == 0 ? 1.0 : pivots.minCoeff() / pivots.maxCoeff();
    return 1;
}

inline int klu_condest(int*, double*, klu_symbolic*, klu_numeric* numeric, klu_common* common) {
    common->condest = 1.0 / numeric->factors.rcond();
    return 1;
}

inline int klu_solve(klu_symbolic* symbolic, klu_numeric* numeric, int, int columns, double* b, klu_common*) {
    Eigen::Map<Eigen::MatrixXd> right_side(b, symbolic->size, columns);
    right_side = numeric->factors.solve(right_side).eval();
    return 1;
}

inline int klu_tsolve(klu_symbolic* symbolic, klu_numeric* numeric, int, int columns, double* b, klu_common*) {
    Eigen::Map<Eigen::MatrixXd> right_side(b, symbolic->size, columns);
    right_side = numeric->factors.transpose().solve(right_side).eval();
    return 1;
}

inline int klu_free_symbolic(klu_symbolic** symbolic, klu_common*) {
    delete *symbolic;
    *symbolic = nullptr;
    return 1;
}

inline int klu_free_numeric(klu_numeric** numeric, klu_common*) {
    delete *numeric;
    *numeric = nullptr;
    return 1;
}
