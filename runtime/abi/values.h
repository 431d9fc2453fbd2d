/* Arrays, texts and failures of the functions of a model, for generated code and the interpreter. Generated code
 * includes this header only if its model has functions. It is C++ and light: what is not called for each element is
 * in the runtime library.
 */
#ifndef MOO_RUNTIME_ABI_VALUES_H
#define MOO_RUNTIME_ABI_VALUES_H

#include <math.h>

#include "runtime/abi/model.h"

// ---- failures --------------------------------------------------------------------------------------

// Leaves a function that cannot continue. The functions of the interface catch it.
struct MooFailure {
    MooStatus status;
    char text[2000];
};

// `place` says where in the model: `Tables.mo:12:5, in `f``.
[[noreturn]] void moo_fail(char const* place, char const* text);
[[noreturn]] void moo_fail_subscript(char const* place, int64_t subscript, int64_t size, int dimension);
[[noreturn]] void moo_fail_division(char const* place);
// Tells the host, and returns the status to return.
MooStatus moo_report(MooInstance* m, MooFailure const& failure);
// `assert(false, text, level)` in a function: after a warning, the function continues.
void moo_assertion(MooInstance* m, char const* place, double text, bool is_warning);
// Messages of the equations, with severities as in `MooInstance::message`.
void moo_tell(MooInstance* m, char const* place, double text, int severity);
// `terminate(text)`: the host ends the simulation after this pass.
void moo_terminate(MooInstance* m, char const* place, double text);

// The depth of recursive calls.
constexpr int moo_deepest_call = 1000;
int& moo_call_depth();
class MooDepth {
public:
    explicit MooDepth(char const* place) {
        if (++moo_call_depth() <= moo_deepest_call) return;
        --moo_call_depth();
        moo_fail(place, "functions call each other without end");
    }
    ~MooDepth() { --moo_call_depth(); }
    MooDepth(MooDepth const&) = delete;
    MooDepth& operator=(MooDepth const&) = delete;
};

// ---- texts -----------------------------------------------------------------------------------------

// A text is represented by a number, so that a String has a slot like everything else: equal texts have equal numbers,
// and the empty text is 0. Texts live as long as the program.
typedef double MooText;
MooText moo_text(char const* text);
char const* moo_text_of(MooText text);
MooText moo_concatenate(MooText a, MooText b);
// Negative, zero or positive.
int moo_compare(MooText a, MooText b);
// String(…) in its forms (Modelica 3.6, section 3.7.1).
MooText moo_text_of_real(double value, int64_t digits, int64_t minimum_length, bool left_justified, char const* place);
MooText moo_text_of_integer(int64_t value, int64_t minimum_length, bool left_justified, char const* place);
MooText moo_text_of_boolean(bool value, int64_t minimum_length, bool left_justified, char const* place);
MooText moo_text_of_literal(int64_t ordinal, char const* const* literals, int64_t count, int64_t minimum_length,
                            bool left_justified, char const* place);
MooText moo_format_real(double value, MooText format, char const* place);
MooText moo_format_integer(int64_t value, MooText format, char const* place);

// ---- numbers (Modelica 3.6, section 3.7.2) ----------------------------------------------------------

inline int64_t moo_sign(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }
inline int64_t moo_integer(double x) { return static_cast<int64_t>(::floor(x)); }
inline int64_t moo_integer_div(int64_t x, int64_t y, char const* place) {
    if (y == 0) moo_fail_division(place);
    return y == -1 ? -x : x / y;
}
inline int64_t moo_integer_rem(int64_t x, int64_t y, char const* place) {
    if (y == 0) moo_fail_division(place);
    return y == -1 ? 0 : x % y;
}
inline int64_t moo_integer_mod(int64_t x, int64_t y, char const* place) {
    int64_t const remainder = moo_integer_rem(x, y, place);
    return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
}
inline double moo_div(double x, double y, char const* place) {
    if (y == 0.0) moo_fail_division(place);
    return ::trunc(x / y);
}
inline double moo_rem(double x, double y, char const* place) { return x - moo_div(x, y, place) * y; }
inline double moo_mod(double x, double y, char const* place) {
    if (y == 0.0) moo_fail_division(place);
    return x - ::floor(x / y) * y;
}
inline int64_t moo_integer_abs(int64_t x) { return x < 0 ? -x : x; }
inline double moo_min(double x, double y) { return x < y ? x : y; }
inline double moo_max(double x, double y) { return x < y ? y : x; }
inline int64_t moo_integer_min(int64_t x, int64_t y) { return x < y ? x : y; }
inline int64_t moo_integer_max(int64_t x, int64_t y) { return x < y ? y : x; }
inline double moo_power(double x, double y) { return y == 2.0 ? x * x : ::pow(x, y); }

// ---- arrays ----------------------------------------------------------------------------------------

constexpr int moo_largest_rank = 8;

// Row by row. Elements of all types are doubles, as in the slots of an instance. Small arrays need no memory of
// their own.
class MooArray {
public:
    MooArray() = default;
    ~MooArray() { release(); }
    MooArray(MooArray const&) = delete;
    MooArray& operator=(MooArray const&) = delete;
    // Elements that are stored elsewhere; never written to.
    MooArray(double const* elements, int rank, int64_t const* sizes);

    int rank() const { return rank_; }
    int64_t size(int axis) const { return sizes_[axis]; }  // axis from 0
    int64_t const* sizes() const { return sizes_; }
    int64_t count() const { return count_; }
    double* data() { return data_; }
    double const* data() const { return data_; }
    double& operator[](int64_t place) { return data_[place]; }
    double operator[](int64_t place) const { return data_[place]; }

    // Subscripts from 1.
    double& at(int64_t i, char const* place) { return data_[offset(i, place)]; }
    double at(int64_t i, char const* place) const { return data_[offset(i, place)]; }
    double& at(int64_t i, int64_t j, char const* place) { return data_[offset(i, j, place)]; }
    double at(int64_t i, int64_t j, char const* place) const { return data_[offset(i, j, place)]; }
    double& at(int64_t const* subscripts, char const* place) { return data_[offset(subscripts, place)]; }
    double at(int64_t const* subscripts, char const* place) const { return data_[offset(subscripts, place)]; }

    // New sizes; the values of the elements are undefined.
    void resize(int rank, int64_t const* sizes, char const* place);
    // Different sizes for the same number of elements.
    void reshape(int rank, int64_t const* sizes, char const* place);
    void append(double value, char const* place);
    void append(MooArray const& values, char const* place);
    void clear() {
        rank_ = 1;
        count_ = sizes_[0] = 0;
    }

private:
    static constexpr int64_t small = 12;

    int64_t offset(int64_t i, char const* place) const {
        if (i < 1 || i > sizes_[0]) moo_fail_subscript(place, i, sizes_[0], 1);
        return i - 1;
    }
    int64_t offset(int64_t i, int64_t j, char const* place) const {
        if (i < 1 || i > sizes_[0]) moo_fail_subscript(place, i, sizes_[0], 1);
        if (j < 1 || j > sizes_[1]) moo_fail_subscript(place, j, sizes_[1], 2);
        return (i - 1) * sizes_[1] + j - 1;
    }
    int64_t offset(int64_t const* subscripts, char const* place) const {
        int64_t result = 0;
        for (int axis = 0; axis < rank_; ++axis) {
            if (subscripts[axis] < 1 || subscripts[axis] > sizes_[axis]) {
                moo_fail_subscript(place, subscripts[axis], sizes_[axis], axis + 1);
            }
            result = result * sizes_[axis] + subscripts[axis] - 1;
        }
        return result;
    }
    void reserve(int64_t count, char const* place);
    void release();

    double* data_ = small_;
    int64_t count_ = 0;
    int64_t capacity_ = small;  // 0: stored elsewhere
    int rank_ = 1;
    int64_t sizes_[moo_largest_rank] = {0};
    double small_[small];
};

int64_t moo_size(MooArray const& a, int64_t dimension, char const* place);

// One subscript of a slice.
struct MooSubscript {
    enum Kind { whole, single, range, list } kind;
    int64_t first;  // of a single one and a range
    int64_t step;
    int64_t last;
    MooArray const* values;  // of a list
};
inline MooSubscript moo_whole() { return {MooSubscript::whole, 0, 0, 0, nullptr}; }
inline MooSubscript moo_single(int64_t i) { return {MooSubscript::single, i, 0, 0, nullptr}; }
inline MooSubscript moo_range(int64_t first, int64_t step, int64_t last) {
    return {MooSubscript::range, first, step, last, nullptr};
}
inline MooSubscript moo_list(MooArray const& values) { return {MooSubscript::list, 0, 0, 0, &values}; }

// Lists in one expression, for generated code.
struct MooSizes {
    int64_t values[moo_largest_rank];
};
struct MooSubscripts {
    MooSubscript values[moo_largest_rank];
};
template <size_t count>
struct MooParts {
    MooArray const* values[count];
};
inline int64_t moo_step(int64_t step, char const* place) {
    if (step == 0) moo_fail(place, "the step of a loop is zero");
    return step;
}

// The first array is the result; it is never one of the others, unless stated otherwise. Each of these functions has a
// counterpart in `array_operation` of moo/program/program.h.
void moo_copy(MooArray& to, MooArray const& from, char const* place);
// The same, if `to` keeps its sizes.
void moo_assign(MooArray& to, MooArray const& from, char const* place);
void moo_fill(MooArray& to, double value, int rank, int64_t const* sizes, char const* place);
// `to` may be `from`. Keeping sizes, they have to be equal already.
void moo_shape_like(MooArray& to, MooArray const& from, char const* place);
void moo_same_shape(MooArray const& a, MooArray const& b, char const* place);
void moo_slice(MooArray& to, MooArray const& from, MooSubscript const* subscripts, char const* place);
void moo_store_slice(MooArray& to, MooSubscript const* subscripts, MooArray const& from, char const* place);
// The appended values become elements of `outer` sizes; each was as large as `element`, or one number if that is null.
void moo_stack(MooArray& to, MooArray const* element, int rank, int64_t const* outer, char const* place);
void moo_make_range(MooArray& to, double first, double step, double last, bool is_integer, char const* place);
void moo_linspace(MooArray& to, double first, double last, int64_t count, char const* place);
void moo_sizes(MooArray& to, MooArray const& a, char const* place);
void moo_identity(MooArray& to, int64_t size, char const* place);
void moo_diagonal(MooArray& to, MooArray const& v, char const* place);
void moo_transpose(MooArray& to, MooArray const& a, char const* place);
void moo_symmetric(MooArray& to, MooArray const& a, char const* place);
void moo_cross(MooArray& to, MooArray const& x, MooArray const& y, char const* place);
void moo_skew(MooArray& to, MooArray const& x, char const* place);
void moo_outer_product(MooArray& to, MooArray const& x, MooArray const& y, char const* place);
void moo_product(MooArray& to, MooArray const& a, MooArray const& b, char const* place);
void moo_matrix_power(MooArray& to, MooArray const& a, int64_t exponent, char const* place);
void moo_cat(MooArray& to, int64_t dimension, MooArray const* const* parts, int count, char const* place);
void moo_vector(MooArray& to, MooArray const& a, char const* place);
void moo_promote(MooArray& to, MooArray const& a, int64_t rank, char const* place);
void moo_check_size(MooArray const& a, int axis, int64_t size, char const* name, char const* place);

double moo_dot(MooArray const& x, MooArray const& y, char const* place);
double moo_sum(MooArray const& a);
double moo_product_of(MooArray const& a);
double moo_smallest(MooArray const& a, char const* place);
double moo_largest(MooArray const& a, char const* place);
double moo_scalar(MooArray const& a, char const* place);

// ---- external objects and functions ------------------------------------------------------------------

// An address as a number: those of 64-bit systems have 48 bits.
inline double moo_object(void* address) { return static_cast<double>(reinterpret_cast<uintptr_t>(address)); }
inline void* moo_address(double object) { return reinterpret_cast<void*>(static_cast<uintptr_t>(object)); }

// Calls `body(data)`, which is as plain as C: if C code in it ends with ModelicaError, this fails with its text.
void moo_call_external(MooInstance* m, void (*body)(void*), void* data, char const* place);
// `struct moo_utility_callbacks` of the functions of ModelicaUtilities.h that the simulator is linked with.
struct MooUtilityCallbacks;
MooUtilityCallbacks const* moo_utility_callbacks();

// Memory of one external call.
class MooMemory {
public:
    MooMemory() = default;
    ~MooMemory();
    MooMemory(MooMemory const&) = delete;
    MooMemory& operator=(MooMemory const&) = delete;
    void* allocate(size_t bytes);
    int* integers(MooArray const& a, char const* place);
    char const** texts(MooArray const& a);
    // By columns, as FORTRAN requires.
    double* columns(MooArray const& a);
    int* integer_columns(MooArray const& a, char const* place);

private:
    struct Block;
    Block* blocks_ = nullptr;
};
void moo_take_integers(MooArray& to, int const* from);
void moo_take_texts(MooArray& to, char const* const* from, char const* place);
void moo_take_columns(MooArray& to, double const* from);
void moo_take_integer_columns(MooArray& to, int const* from);
int moo_c_int(int64_t value, char const* place);
MooText moo_take_text(char const* text, char const* place);
double moo_take_object(void* object, char const* place);

#endif
