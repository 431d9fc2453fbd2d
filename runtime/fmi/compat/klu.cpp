#include <klu.h>

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

struct klu_symbolic {
    int size;
};

struct klu_numeric {
    virtual ~klu_numeric() = default;
};

namespace {

// L U = P R A Q, where R divides each row by its size. The order Q of columns is computed once, because the pattern
// does not change.
template <class Scalar>
class SparseFactors final : public klu_numeric {
public:
    using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

    // False if the matrix is singular.
    bool compute(int size, int const* starts, int const* rows, Scalar const* values, bool is_scaled) {
        bool const is_new = matrix_.cols() == 0;
        matrix_ = Eigen::Map<Eigen::SparseMatrix<Scalar> const>(size, size, starts[size], starts, rows, values);
        row_factors_.setOnes(size);
        if (is_scaled) scale();
        if (is_new) factors_.analyzePattern(matrix_);
        if (!std::all_of(matrix_.valuePtr(), matrix_.valuePtr() + matrix_.nonZeros(), is_finite)) return false;
        factors_.factorize(matrix_);
        return factors_.info() == Eigen::Success;
    }

    void solve(Eigen::Ref<Vector> b) { b = factors_.solve(Vector(row_factors_.cwiseProduct(b))); }
    void solve_transposed(Eigen::Ref<Vector> b) {
        b = row_factors_.cwiseProduct(Vector(factors_.transpose().solve(Vector(b))));
    }

    // The ratio of the smallest pivot to the largest.
    [[nodiscard]] double pivot_ratio() const {
        Eigen::VectorXd const pivots = factors_.pivots();
        return pivots.size() == 0 ? 1.0 : pivots.minCoeff() / pivots.maxCoeff();
    }

    // ‖A‖₁ ‖A⁻¹‖₁, where the second is estimated by solving for the column that promises the largest sum (Hager:
    // "Condition estimates").
    [[nodiscard]] double condition() {
        Eigen::Index const size = matrix_.cols();
        Vector x = Vector::Constant(size, Scalar(1.0 / static_cast<double>(size)));
        double inverse_norm = 0.0;
        Eigen::Index last = -1;
        for (int i = 0; i < 5; ++i) {
            solve(x);
            double const norm = x.template lpNorm<1>();
            if (!std::isfinite(norm)) return std::numeric_limits<double>::infinity();
            if (norm <= inverse_norm) break;
            inverse_norm = norm;
            for (Scalar& entry : x) entry = std::real(entry) < 0.0 ? Scalar(-1.0) : Scalar(1.0);
            solve_transposed(x);
            Eigen::Index best = 0;
            x.cwiseAbs().maxCoeff(&best);
            if (best == last) break;
            last = best;
            x = Vector::Unit(size, best);
        }
        double norm = 0.0;
        for (Eigen::Index column = 0; column < size; ++column) {
            double sum = 0.0;
            for (typename Eigen::SparseMatrix<Scalar>::InnerIterator it(matrix_, column); it; ++it) {
                sum += std::abs(it.value()) / row_factors_[it.row()];
            }
            norm = std::max(norm, sum);
        }
        return norm * inverse_norm;
    }

private:
    // Eigen stores the diagonal of U with L, and makes neither accessible.
    struct Lu : Eigen::SparseLU<Eigen::SparseMatrix<Scalar>> {
        [[nodiscard]] Eigen::VectorXd pivots() const {
            Eigen::VectorXd sizes(this->cols());
            for (Eigen::Index column = 0; column < sizes.size(); ++column) {
                for (typename Lu::SCMatrix::InnerIterator it(this->m_Lstore, column); it; ++it) {
                    if (it.row() == column) sizes[column] = std::abs(it.value());
                }
            }
            return sizes;
        }
    };

    static bool is_finite(Scalar value) { return std::isfinite(std::real(value)) && std::isfinite(std::imag(value)); }

    void scale() {
        Eigen::VectorXd largest = Eigen::VectorXd::Zero(matrix_.rows());
        auto const for_all = [this](auto const& take) {
            for (Eigen::Index column = 0; column < matrix_.cols(); ++column) {
                for (typename Eigen::SparseMatrix<Scalar>::InnerIterator it(matrix_, column); it; ++it) take(it);
            }
        };
        for_all([&](auto& it) { largest[it.row()] = std::max(largest[it.row()], std::abs(it.value())); });
        row_factors_ = (largest.array() > 0.0).select(largest.cwiseInverse(), 1.0);
        for_all([&](auto& it) { it.valueRef() *= row_factors_[it.row()]; });
    }

    Eigen::SparseMatrix<Scalar> matrix_;
    Eigen::VectorXd row_factors_;
    Lu factors_;
};

template <class Scalar>
SparseFactors<Scalar>& of(klu_numeric* numeric) {
    return *static_cast<SparseFactors<Scalar>*>(numeric);
}

template <class Scalar>
int refactor(int const* starts, int const* rows, double const* values, klu_symbolic const* symbolic,
             klu_numeric* numeric, klu_common* common) {
    bool const is_regular = of<Scalar>(numeric).compute(symbolic->size, starts, rows,
                                                        reinterpret_cast<Scalar const*>(values), common->scale > 0);
    common->status = is_regular ? KLU_OK : KLU_SINGULAR;
    return is_regular ? 1 : 0;
}

template <class Scalar>
klu_numeric* factor(int const* starts, int const* rows, double const* values, klu_symbolic const* symbolic,
                    klu_common* common) {
    auto* const numeric = new SparseFactors<Scalar>();
    if (refactor<Scalar>(starts, rows, values, symbolic, numeric, common) != 0) return numeric;
    delete numeric;
    return nullptr;
}

// Column by column, because solutions for all columns at once take long to compile.
template <class Scalar, class Solve>
int for_columns(double* b, int rows, int columns, Solve const& solve) {
    auto* const first = reinterpret_cast<Scalar*>(b);
    for (int column = 0; column < columns; ++column) {
        solve(Eigen::Map<typename SparseFactors<Scalar>::Vector>(first + std::ptrdiff_t{column} * rows, rows));
    }
    return 1;
}

template <class Object>
int free_object(Object** object) {
    delete *object;
    *object = nullptr;
    return 1;
}

}  // namespace

int klu_defaults(klu_common* common) {
    *common = klu_common();
    return 1;
}

klu_symbolic* klu_analyze(int size, int*, int*, klu_common*) { return new klu_symbolic{size}; }

int klu_free_symbolic(klu_symbolic** symbolic, klu_common*) { return free_object(symbolic); }

klu_numeric* klu_factor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_common* common) {
    return factor<double>(starts, rows, values, symbolic, common);
}

int klu_refactor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                 klu_common* common) {
    return refactor<double>(starts, rows, values, symbolic, numeric, common);
}

// Pivots are always chosen anew, so there is no growth.
int klu_rgrowth(int*, int*, double*, klu_symbolic*, klu_numeric*, klu_common* common) {
    common->rgrowth = 1.0;
    return 1;
}

int klu_rcond(klu_symbolic*, klu_numeric* numeric, klu_common* common) {
    common->rcond = of<double>(numeric).pivot_ratio();
    return 1;
}

int klu_condest(int*, double*, klu_symbolic*, klu_numeric* numeric, klu_common* common) {
    common->condest = of<double>(numeric).condition();
    return 1;
}

int klu_solve(klu_symbolic*, klu_numeric* numeric, int rows, int columns, double* b, klu_common*) {
    return for_columns<double>(b, rows, columns, [&](auto column) { of<double>(numeric).solve(column); });
}

int klu_tsolve(klu_symbolic*, klu_numeric* numeric, int rows, int columns, double* b, klu_common*) {
    return for_columns<double>(b, rows, columns, [&](auto column) { of<double>(numeric).solve_transposed(column); });
}

int klu_free_numeric(klu_numeric** numeric, klu_common*) { return free_object(numeric); }

klu_numeric* klu_z_factor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_common* common) {
    return factor<std::complex<double>>(starts, rows, values, symbolic, common);
}

int klu_z_refactor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                   klu_common* common) {
    return refactor<std::complex<double>>(starts, rows, values, symbolic, numeric, common);
}

int klu_z_rgrowth(int*, int*, double*, klu_symbolic*, klu_numeric*, klu_common* common) {
    common->rgrowth = 1.0;
    return 1;
}

int klu_z_solve(klu_symbolic*, klu_numeric* numeric, int rows, int columns, double* b, klu_common*) {
    using Complex = std::complex<double>;
    return for_columns<Complex>(b, rows, columns, [&](auto column) { of<Complex>(numeric).solve(column); });
}

int klu_z_free_numeric(klu_numeric** numeric, klu_common*) { return free_object(numeric); }
