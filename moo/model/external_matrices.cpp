// The functions of LAPACK that the standard library calls to solve linear equations. Matrices are values here, so the
// leading dimensions and work arrays among the arguments are not looked at.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "moo/model/external_arguments.h"

namespace moo {

namespace {

constexpr std::size_t largest_dimension = 1000;

struct Matrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> elements;  // row by row
    double& at(std::size_t i, std::size_t j) { return elements[i * columns + j]; }
    [[nodiscard]] double at(std::size_t i, std::size_t j) const { return elements[i * columns + j]; }
};

// A vector is a matrix with one column.
Matrix matrix_of(ExternalArguments& arguments, std::size_t i) {
    Matrix matrix;
    Value const& value = arguments[i];
    bool const good = value.is_array() && (value.dims().size() == 1 || value.dims().size() == 2) && is_complete(value);
    if (!good) {
        arguments.fail("an argument is not a matrix");
        return matrix;
    }
    matrix.rows = static_cast<std::size_t>(value.dims()[0]);
    matrix.columns = value.dims().size() == 2 ? static_cast<std::size_t>(value.dims()[1]) : 1;
    if (matrix.rows > largest_dimension || matrix.columns > largest_dimension) {
        arguments.fail("the matrix is too large to be decomposed during translation");
        return {};
    }
    for (Value const& element : value.elements()) {
        if (!element.is_number()) arguments.fail("an element of a matrix is not a number");
        matrix.elements.push_back(element.is_number() ? element.as_real() : 0);
    }
    return matrix;
}

// With the shape of the argument.
void set_matrix(ExternalArguments& arguments, std::size_t i, Matrix const& matrix) {
    std::vector<Value> elements;
    for (double const element : matrix.elements) elements.push_back(Value::real(element));
    arguments.set(i, Value::array(arguments[i].dims(), std::move(elements)));
}

void set_pivots(ExternalArguments& arguments, std::size_t i, std::vector<std::size_t> const& pivots) {
    std::vector<Value> elements;
    for (std::size_t const pivot : pivots) elements.push_back(Value::integer(static_cast<std::int64_t>(pivot) + 1));
    auto const count = std::ssize(elements);
    arguments.set(i, Value::array({count}, std::move(elements)));
}

std::vector<std::size_t> pivots_of(ExternalArguments& arguments, std::size_t i, std::size_t rows) {
    std::vector<std::size_t> pivots;
    Value const& value = arguments[i];
    if (!value.is_array() || value.elements().size() < rows) {
        arguments.fail("there are too few pivots");
        return {};
    }
    for (std::size_t k = 0; k < rows; ++k) {
        std::int64_t const pivot = value.elements()[k].as_integer();
        if (pivot < 1 || pivot > static_cast<std::int64_t>(rows)) arguments.fail("a pivot is out of range");
        pivots.push_back(static_cast<std::size_t>(pivot) - 1);
    }
    return pivots;
}

// Gaussian elimination with partial pivoting (Golub and Van Loan, Matrix Computations, algorithm 3.4.1): P A = L U in
// the place of A; row k was exchanged with row pivots[k]. Returns 0, or the number from 1 of the first zero pivot.
std::int64_t decompose(Matrix& a, std::vector<std::size_t>& pivots) {
    std::int64_t info = 0;
    std::size_t const steps = std::min(a.rows, a.columns);
    for (std::size_t k = 0; k < steps; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < a.rows; ++i) {
            if (std::fabs(a.at(i, k)) > std::fabs(a.at(pivot, k))) pivot = i;
        }
        pivots.push_back(pivot);
        if (a.at(pivot, k) == 0) {
            if (info == 0) info = static_cast<std::int64_t>(k) + 1;
            continue;
        }
        for (std::size_t j = 0; j < a.columns && pivot != k; ++j) std::swap(a.at(k, j), a.at(pivot, j));
        for (std::size_t i = k + 1; i < a.rows; ++i) {
            double const factor = a.at(i, k) /= a.at(k, k);
            for (std::size_t j = k + 1; j < a.columns; ++j) a.at(i, j) -= factor * a.at(k, j);
        }
    }
    return info;
}

// Solves A X = B in the place of B, or A' X = B.
void solve(Matrix const& lu, std::vector<std::size_t> const& pivots, Matrix& b, bool transposed) {
    std::size_t const n = lu.rows;
    for (std::size_t k = 0; k < n && !transposed; ++k) {
        for (std::size_t c = 0; c < b.columns && pivots[k] != k; ++c) std::swap(b.at(k, c), b.at(pivots[k], c));
    }
    for (std::size_t c = 0; c < b.columns; ++c) {
        // First the factor with zeros above its diagonal, which is L, or U transposed.
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < i; ++j) b.at(i, c) -= (transposed ? lu.at(j, i) : lu.at(i, j)) * b.at(j, c);
            if (transposed) b.at(i, c) /= lu.at(i, i);
        }
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t j = i + 1; j < n; ++j) b.at(i, c) -= (transposed ? lu.at(j, i) : lu.at(i, j)) * b.at(j, c);
            if (!transposed) b.at(i, c) /= lu.at(i, i);
        }
    }
    for (std::size_t k = n; k-- > 0 && transposed;) {
        for (std::size_t c = 0; c < b.columns && pivots[k] != k; ++c) std::swap(b.at(k, c), b.at(pivots[k], c));
    }
}

bool fit_together(ExternalArguments& arguments, Matrix const& a, Matrix const& b) {
    if (a.rows != a.columns || a.rows != b.rows) arguments.fail("the matrices do not fit together");
    return !arguments.failed();
}

// dgesv(n, nrhs, A, lda, ipiv, B, ldb, info)
void dgesv(ExternalArguments& arguments) {
    Matrix a = matrix_of(arguments, 2);
    Matrix b = matrix_of(arguments, 5);
    if (arguments.failed() || !fit_together(arguments, a, b)) return;
    std::vector<std::size_t> pivots;
    std::int64_t const info = decompose(a, pivots);
    if (info == 0) solve(a, pivots, b, false);
    set_matrix(arguments, 2, a);
    set_pivots(arguments, 4, pivots);
    set_matrix(arguments, 5, b);
    arguments.set(7, Value::integer(info));
}

// dgetrf(m, n, A, lda, ipiv, info)
void dgetrf(ExternalArguments& arguments) {
    Matrix a = matrix_of(arguments, 2);
    if (arguments.failed()) return;
    std::vector<std::size_t> pivots;
    std::int64_t const info = decompose(a, pivots);
    set_matrix(arguments, 2, a);
    set_pivots(arguments, 4, pivots);
    arguments.set(5, Value::integer(info));
}

// dgetrs(trans, n, nrhs, LU, lda, ipiv, B, ldb, info)
void dgetrs(ExternalArguments& arguments) {
    Matrix const lu = matrix_of(arguments, 3);
    Matrix b = matrix_of(arguments, 6);
    bool const transposed = !arguments.string(0).starts_with('N');
    if (arguments.failed() || !fit_together(arguments, lu, b)) return;
    std::vector<std::size_t> const pivots = pivots_of(arguments, 5, lu.rows);
    if (arguments.failed()) return;
    solve(lu, pivots, b, transposed);
    set_matrix(arguments, 6, b);
    arguments.set(8, Value::integer(0));
}

// dgetri(n, LU, lda, ipiv, work, lwork, info)
void dgetri(ExternalArguments& arguments) {
    Matrix const lu = matrix_of(arguments, 1);
    if (arguments.failed() || !fit_together(arguments, lu, lu)) return;
    std::vector<std::size_t> const pivots = pivots_of(arguments, 3, lu.rows);
    if (arguments.failed()) return;
    Matrix inverse{lu.rows, lu.rows, std::vector<double>(lu.rows * lu.rows, 0)};
    std::int64_t info = 0;
    for (std::size_t i = 0; i < lu.rows; ++i) {
        inverse.at(i, i) = 1;
        if (lu.at(i, i) == 0 && info == 0) info = static_cast<std::int64_t>(i) + 1;
    }
    if (info == 0) solve(lu, pivots, inverse, false);
    set_matrix(arguments, 1, info == 0 ? inverse : lu);
    arguments.set(6, Value::integer(info));
}

}  // namespace

bool call_matrix_function(std::string_view name, ExternalArguments& arguments) {
    std::size_t const count = arguments.size();
    if (name == "dgesv" && count == 8) {
        dgesv(arguments);
    } else if (name == "dgetrf" && count == 6) {
        dgetrf(arguments);
    } else if (name == "dgetrs" && count == 9) {
        dgetrs(arguments);
    } else if (name == "dgetri" && count == 7) {
        dgetri(arguments);
    } else {
        return false;
    }
    return true;
}

}  // namespace moo
