// The built-in functions of arrays (Modelica 3.6, section 10.3).
#include <algorithm>
#include <cmath>

#include "runtime/abi/values.h"

namespace {

void resize_vector(MooArray& to, int64_t size, char const* place) { to.resize(1, &size, place); }

void resize_matrix(MooArray& to, int64_t rows, int64_t columns, char const* place) {
    int64_t const sizes[] = {rows, columns};
    to.resize(2, sizes, place);
}

void need_vector_of_three(MooArray const& x, char const* place) {
    if (x.rank() != 1 || x.size(0) != 3) moo_fail(place, "a vector of three elements is needed");
}

}  // namespace

void moo_make_range(MooArray& to, double first, double step, double last, bool is_integer, char const* place) {
    if (step == 0.0) moo_fail(place, "the step of a range is zero");
    // A Real range whose length is an integer up to rounding includes its end.
    double const slack = is_integer ? 0.0 : 1e-9;
    double const length = std::max(0.0, std::floor((last - first) / step + slack) + 1.0);
    if (!(length <= 2147483648.0)) moo_fail(place, "a range is too long");
    resize_vector(to, static_cast<int64_t>(length), place);
    for (int64_t i = 0; i < to.count(); ++i) to[i] = first + static_cast<double>(i) * step;
}

void moo_linspace(MooArray& to, double first, double last, int64_t count, char const* place) {
    if (count < 2) moo_fail(place, "linspace needs at least two points");
    resize_vector(to, count, place);
    double const step = (last - first) / static_cast<double>(count - 1);
    for (int64_t i = 0; i < count; ++i) to[i] = first + static_cast<double>(i) * step;
}

void moo_sizes(MooArray& to, MooArray const& a, char const* place) {
    resize_vector(to, a.rank(), place);
    for (int axis = 0; axis < a.rank(); ++axis) to[axis] = static_cast<double>(a.size(axis));
}

void moo_identity(MooArray& to, int64_t size, char const* place) {
    int64_t const sizes[] = {size, size};
    moo_fill(to, 0.0, 2, sizes, place);
    for (int64_t i = 0; i < size; ++i) to[i * size + i] = 1.0;
}

void moo_diagonal(MooArray& to, MooArray const& v, char const* place) {
    int64_t const n = v.count();
    int64_t const sizes[] = {n, n};
    moo_fill(to, 0.0, 2, sizes, place);
    for (int64_t i = 0; i < n; ++i) to[i * n + i] = v[i];
}

void moo_transpose(MooArray& to, MooArray const& a, char const* place) {
    if (a.rank() < 2) moo_fail(place, "transpose needs a matrix");
    int64_t sizes[moo_largest_rank];
    std::copy_n(a.sizes(), a.rank(), sizes);
    std::swap(sizes[0], sizes[1]);
    to.resize(a.rank(), sizes, place);
    int64_t const rows = a.size(0);
    int64_t const columns = a.size(1);
    int64_t const chunk = rows * columns == 0 ? 0 : a.count() / (rows * columns);
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            std::copy_n(a.data() + (i * columns + j) * chunk, chunk, to.data() + (j * rows + i) * chunk);
        }
    }
}

void moo_symmetric(MooArray& to, MooArray const& a, char const* place) {
    if (a.rank() != 2 || a.size(0) != a.size(1)) moo_fail(place, "symmetric needs a square matrix");
    moo_copy(to, a, place);
    int64_t const n = a.size(0);
    for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j < i; ++j) to[i * n + j] = a[j * n + i];
    }
}

void moo_cross(MooArray& to, MooArray const& x, MooArray const& y, char const* place) {
    need_vector_of_three(x, place);
    need_vector_of_three(y, place);
    resize_vector(to, 3, place);
    for (int64_t i = 0; i < 3; ++i) {
        int64_t const j = (i + 1) % 3;
        int64_t const k = (i + 2) % 3;
        to[i] = x[j] * y[k] - x[k] * y[j];
    }
}

void moo_skew(MooArray& to, MooArray const& x, char const* place) {
    need_vector_of_three(x, place);
    resize_matrix(to, 3, 3, place);
    double const elements[] = {0.0, -x[2], x[1], x[2], 0.0, -x[0], -x[1], x[0], 0.0};
    std::copy_n(elements, 9, to.data());
}

void moo_outer_product(MooArray& to, MooArray const& x, MooArray const& y, char const* place) {
    if (x.rank() != 1 || y.rank() != 1) moo_fail(place, "outerProduct needs two vectors");
    resize_matrix(to, x.count(), y.count(), place);
    for (int64_t i = 0; i < x.count(); ++i) {
        for (int64_t j = 0; j < y.count(); ++j) to[i * y.count() + j] = x[i] * y[j];
    }
}

// Matrix by matrix, matrix by vector, vector by matrix.
void moo_product(MooArray& to, MooArray const& a, MooArray const& b, char const* place) {
    bool const fits = a.rank() <= 2 && b.rank() <= 2 && a.size(a.rank() - 1) == b.size(0);
    if (!fits) moo_fail(place, "the sizes of two matrices do not fit their product");
    int64_t const inner = b.size(0);
    int64_t const rows = a.rank() == 2 ? a.size(0) : 1;
    int64_t const columns = b.rank() == 2 ? b.size(1) : 1;
    if (a.rank() == 2 && b.rank() == 2) {
        resize_matrix(to, rows, columns, place);
    } else {
        resize_vector(to, a.rank() == 2 ? rows : columns, place);
    }
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            double sum = 0.0;
            for (int64_t k = 0; k < inner; ++k) sum += a[i * inner + k] * b[k * columns + j];
            to[i * columns + j] = sum;
        }
    }
}

void moo_matrix_power(MooArray& to, MooArray const& a, int64_t exponent, char const* place) {
    if (a.rank() != 2 || a.size(0) != a.size(1) || exponent < 0) {
        moo_fail(place, "only square matrices have powers, with exponents that are not negative");
    }
    MooArray square;
    MooArray product;
    moo_copy(square, a, place);
    moo_identity(to, a.size(0), place);
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0) {
            moo_product(product, to, square, place);
            moo_copy(to, product, place);
        }
        moo_product(product, square, square, place);
        moo_copy(square, product, place);
    }
}

void moo_cat(MooArray& to, int64_t dimension, MooArray const* const* parts, int count, char const* place) {
    int64_t sizes[moo_largest_rank];
    int const rank = parts[0]->rank();
    if (dimension < 1 || dimension > rank) moo_fail(place, "cat along a dimension that does not exist");
    auto const axis = static_cast<int>(dimension - 1);
    std::copy_n(parts[0]->sizes(), rank, sizes);
    sizes[axis] = 0;
    for (int p = 0; p < count; ++p) {
        bool fits = parts[p]->rank() == rank;
        for (int other = 0; fits && other < rank; ++other) {
            fits = other == axis || parts[p]->size(other) == sizes[other];
        }
        if (!fits) moo_fail(place, "the sizes of arrays that are put together differ");
        sizes[axis] += parts[p]->size(axis);
    }
    to.resize(rank, sizes, place);
    int64_t outer = 1;
    for (int other = 0; other < axis; ++other) outer *= sizes[other];
    double* at = to.data();
    for (int64_t i = 0; i < outer; ++i) {
        for (int p = 0; p < count; ++p) {
            int64_t const chunk = parts[p]->count() / outer;
            at = std::copy_n(parts[p]->data() + i * chunk, chunk, at);
        }
    }
}

void moo_vector(MooArray& to, MooArray const& a, char const* place) {
    moo_copy(to, a, place);
    int64_t const count = a.count();
    to.reshape(1, &count, place);
}

void moo_promote(MooArray& to, MooArray const& a, int64_t rank, char const* place) {
    if (rank < a.rank() || rank > moo_largest_rank) moo_fail(place, "an array cannot have that many dimensions");
    int64_t sizes[moo_largest_rank];
    std::fill_n(sizes, moo_largest_rank, 1);
    std::copy_n(a.sizes(), a.rank(), sizes);
    moo_copy(to, a, place);
    to.reshape(static_cast<int>(rank), sizes, place);
}

// ---- to one number ---------------------------------------------------------------------------------

double moo_dot(MooArray const& x, MooArray const& y, char const* place) {
    moo_same_shape(x, y, place);
    double sum = 0.0;
    for (int64_t i = 0; i < x.count(); ++i) sum += x[i] * y[i];
    return sum;
}

double moo_sum(MooArray const& a) {
    double sum = 0.0;
    for (int64_t i = 0; i < a.count(); ++i) sum += a[i];
    return sum;
}

double moo_product_of(MooArray const& a) {
    double product = 1.0;
    for (int64_t i = 0; i < a.count(); ++i) product *= a[i];
    return product;
}

double moo_smallest(MooArray const& a, char const* place) {
    if (a.count() == 0) moo_fail(place, "an empty array has no smallest element");
    return *std::min_element(a.data(), a.data() + a.count());
}

double moo_largest(MooArray const& a, char const* place) {
    if (a.count() == 0) moo_fail(place, "an empty array has no largest element");
    return *std::max_element(a.data(), a.data() + a.count());
}

double moo_scalar(MooArray const& a, char const* place) {
    if (a.count() != 1) moo_fail(place, "scalar needs an array of one element");
    return a[0];
}
