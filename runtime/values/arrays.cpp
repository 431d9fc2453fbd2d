// Memory and sizes of arrays.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/abi/values.h"

namespace {

// Of one array; a larger size is a mistake in the model.
constexpr int64_t most_elements = int64_t{1} << 31;

int64_t count_of(int rank, int64_t const* sizes, char const* place) {
    if (rank > moo_largest_rank) moo_fail(place, "an array has too many dimensions");
    int64_t count = 1;
    for (int axis = 0; axis < rank; ++axis) {
        if (sizes[axis] < 0) moo_fail(place, "the size of an array is negative");
        if (__builtin_mul_overflow(count, sizes[axis], &count) || count > most_elements) {
            moo_fail(place, "an array is too large");
        }
    }
    return count;
}

}  // namespace

MooArray::MooArray(double const* elements, int rank, int64_t const* sizes)
    : data_(const_cast<double*>(elements)), count_(count_of(rank, sizes, "")), capacity_(0), rank_(rank) {
    std::copy_n(sizes, rank, sizes_);
}

void MooArray::release() {
    if (capacity_ > small) std::free(data_);
}

void MooArray::reserve(int64_t count, char const* place) {
    if (count <= capacity_) return;
    int64_t const wanted = std::max(count, 2 * capacity_);
    auto* const grown = static_cast<double*>(std::malloc(static_cast<std::size_t>(wanted) * sizeof(double)));
    if (grown == nullptr) moo_fail(place, "there is no memory for an array");
    std::memcpy(grown, data_, static_cast<std::size_t>(count_) * sizeof(double));
    release();
    data_ = grown;
    capacity_ = wanted;
}

void MooArray::resize(int rank, int64_t const* sizes, char const* place) {
    int64_t const count = count_of(rank, sizes, place);
    if (count > capacity_) {
        count_ = 0;  // nothing to keep
        reserve(count, place);
    }
    count_ = count;
    rank_ = rank;
    std::copy_n(sizes, rank, sizes_);
}

void MooArray::reshape(int rank, int64_t const* sizes, char const* place) {
    if (count_of(rank, sizes, place) != count_) moo_fail(place, "the sizes of arrays differ");
    rank_ = rank;
    std::copy_n(sizes, rank, sizes_);
}

void MooArray::append(double value, char const* place) {
    reserve(count_ + 1, place);
    data_[count_++] = value;
    rank_ = 1;
    sizes_[0] = count_;
}

void MooArray::append(MooArray const& values, char const* place) {
    reserve(count_ + values.count(), place);
    std::copy_n(values.data(), values.count(), data_ + count_);
    count_ += values.count();
    rank_ = 1;
    sizes_[0] = count_;
}

int64_t moo_size(MooArray const& a, int64_t dimension, char const* place) {
    if (dimension < 1 || dimension > a.rank()) {
        std::string const text =
            "an array of " + std::to_string(a.rank()) + " dimensions has no dimension " + std::to_string(dimension);
        moo_fail(place, text.c_str());
    }
    return a.size(static_cast<int>(dimension - 1));
}

namespace {

std::string sizes_text(MooArray const& a) {
    std::string text = "[";
    for (int axis = 0; axis < a.rank(); ++axis) text += (axis > 0 ? ", " : "") + std::to_string(a.size(axis));
    return text + "]";
}

}  // namespace

void moo_same_shape(MooArray const& a, MooArray const& b, char const* place) {
    if (a.rank() == b.rank() && std::equal(a.sizes(), a.sizes() + a.rank(), b.sizes())) return;
    moo_fail(place, ("the sizes of arrays differ: " + sizes_text(a) + " and " + sizes_text(b)).c_str());
}

void moo_copy(MooArray& to, MooArray const& from, char const* place) {
    if (&to == &from) return;
    to.resize(from.rank(), from.sizes(), place);
    std::copy_n(from.data(), from.count(), to.data());
}

void moo_assign(MooArray& to, MooArray const& from, char const* place) {
    moo_same_shape(to, from, place);
    if (&to != &from) std::copy_n(from.data(), from.count(), to.data());
}

void moo_fill(MooArray& to, double value, int rank, int64_t const* sizes, char const* place) {
    to.resize(rank, sizes, place);
    std::fill_n(to.data(), to.count(), value);
}

void moo_shape_like(MooArray& to, MooArray const& from, char const* place) {
    if (&to != &from) to.resize(from.rank(), from.sizes(), place);
}

void moo_check_size(MooArray const& a, int axis, int64_t size, char const* name, char const* place) {
    if (a.size(axis) == size) return;
    std::string const text = "dimension " + std::to_string(axis + 1) + " of `" + name + "` is " +
                             std::to_string(a.size(axis)) + "; it should be " + std::to_string(size);
    moo_fail(place, text.c_str());
}

// ---- slices ----------------------------------------------------------------------------------------

namespace {

int64_t length_of(MooSubscript const& subscript, int64_t size) {
    switch (subscript.kind) {
        case MooSubscript::whole: return size;
        case MooSubscript::single: return 1;
        case MooSubscript::range: {
            int64_t const span =
                subscript.step > 0 ? subscript.last - subscript.first : subscript.first - subscript.last;
            int64_t const step = subscript.step > 0 ? subscript.step : -subscript.step;
            return step == 0 || span < 0 ? 0 : span / step + 1;
        }
        case MooSubscript::list: return subscript.values->count();
    }
    return 0;
}

int64_t place_of(MooSubscript const& subscript, int64_t k) {
    switch (subscript.kind) {
        case MooSubscript::whole: return k;
        case MooSubscript::single: return subscript.first - 1;
        case MooSubscript::range: return subscript.first + k * subscript.step - 1;
        case MooSubscript::list: return static_cast<int64_t>((*subscript.values)[k]) - 1;
    }
    return 0;
}

// The elements of `array` that the subscripts choose, in order.
class SlicePlaces {
public:
    SlicePlaces(MooArray const& array, MooSubscript const* subscripts, char const* place)
        : array_(array), subscripts_(subscripts) {
        for (int axis = 0; axis < array.rank(); ++axis) {
            lengths_[axis] = length_of(subscripts[axis], array.size(axis));
            count_ *= lengths_[axis];
            if (subscripts[axis].kind != MooSubscript::single) sizes_[rank_++] = lengths_[axis];
            if (subscripts[axis].kind == MooSubscript::whole) continue;
            bool const is_list = subscripts[axis].kind == MooSubscript::list;
            // The ends of a range are its extremes.
            int64_t const step = is_list || lengths_[axis] < 2 ? 1 : lengths_[axis] - 1;
            for (int64_t k = 0; k < lengths_[axis]; k += step) {
                int64_t const chosen = place_of(subscripts[axis], k) + 1;
                if (chosen < 1 || chosen > array.size(axis)) {
                    moo_fail_subscript(place, chosen, array.size(axis), axis + 1);
                }
            }
        }
    }

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int64_t const* sizes() const { return sizes_; }
    [[nodiscard]] int64_t count() const { return count_; }

    template <class Visit>
    void for_each(Visit const& visit) const {
        int64_t index[moo_largest_rank] = {0};
        for (int64_t k = 0; k < count_; ++k) {
            int64_t offset = 0;
            for (int axis = 0; axis < array_.rank(); ++axis) {
                offset = offset * array_.size(axis) + place_of(subscripts_[axis], index[axis]);
            }
            visit(k, offset);
            for (int axis = array_.rank(); axis-- > 0;) {
                if (++index[axis] < lengths_[axis]) break;
                index[axis] = 0;
            }
        }
    }

private:
    MooArray const& array_;
    MooSubscript const* subscripts_;
    int64_t lengths_[moo_largest_rank] = {0};
    int64_t sizes_[moo_largest_rank] = {0};
    int64_t count_ = 1;
    int rank_ = 0;
};

}  // namespace

void moo_slice(MooArray& to, MooArray const& from, MooSubscript const* subscripts, char const* place) {
    SlicePlaces const places(from, subscripts, place);
    to.resize(places.rank(), places.sizes(), place);
    places.for_each([&](int64_t k, int64_t offset) { to[k] = from[offset]; });
}

void moo_store_slice(MooArray& to, MooSubscript const* subscripts, MooArray const& from, char const* place) {
    SlicePlaces const places(to, subscripts, place);
    bool const fits =
        from.rank() == places.rank() && std::equal(from.sizes(), from.sizes() + from.rank(), places.sizes());
    if (!fits) moo_fail(place, "the sizes of what is assigned and of its place differ");
    places.for_each([&](int64_t k, int64_t offset) { to[offset] = from[k]; });
}

void moo_stack(MooArray& to, MooArray const* element, int rank, int64_t const* outer, char const* place) {
    int64_t sizes[moo_largest_rank];
    int const inner = element != nullptr ? element->rank() : 0;
    if (rank + inner > moo_largest_rank) moo_fail(place, "an array has too many dimensions");
    std::copy_n(outer, rank, sizes);
    if (element != nullptr) std::copy_n(element->sizes(), inner, sizes + rank);
    to.reshape(rank + inner, sizes, place);
}
