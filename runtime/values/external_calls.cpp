// Calls of C and FORTRAN 77: memory for arguments, and the functions of ModelicaUtilities.h.
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "runtime/abi/values.h"

// The same struct as in moo/external/c/modelica_utilities.c, which simulators with external functions are linked with.
struct MooUtilityCallbacks {
    void (*message)(char const* text);
    void (*warning)(char const* text);
    void (*error)(char const* text);
    char* (*allocate)(size_t size);
};

namespace {

// C code is left by longjmp, because it has nothing to unwind and may be compiled without exception tables.
struct Guard {
    std::jmp_buf place;
    MooInstance* instance = nullptr;
    char text[1500] = {};
    Guard* outer = nullptr;
};
thread_local Guard* innermost = nullptr;
thread_local std::vector<std::unique_ptr<char[]>> strings;

void tell(int severity, char const* text) {
    std::string line = text != nullptr ? text : "";
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    MooInstance* const m = innermost != nullptr ? innermost->instance : nullptr;
    if (m != nullptr && m->message != nullptr) {
        m->message(m->host, severity, line.c_str());
    } else {
        std::fprintf(stderr, "%s\n", line.c_str());
    }
}

void take_message(char const* text) { tell(0, text); }

void take_warning(char const* text) { tell(1, text); }

void take_error(char const* text) {
    if (innermost == nullptr) {
        std::fprintf(stderr, "an external function failed outside of a call: %s\n", text);
        std::abort();
    }
    std::snprintf(innermost->text, sizeof innermost->text, "%s", text != nullptr ? text : "");
    std::longjmp(innermost->place, 1);
}

char* allocate(size_t size) {
    std::unique_ptr<char[]> memory(new (std::nothrow) char[size]);
    if (memory == nullptr) return nullptr;
    strings.push_back(std::move(memory));
    return strings.back().get();
}

// This function has no local variables whose values would be undefined after the jump. True if the body returned.
bool run(Guard& guard, void (*body)(void*), void* data) {
    if (setjmp(guard.place) != 0) return false;
    body(data);
    return true;
}

}  // namespace

MooUtilityCallbacks const* moo_utility_callbacks() {
    static constexpr MooUtilityCallbacks callbacks{take_message, take_warning, take_error, allocate};
    return &callbacks;
}

void moo_call_external(MooInstance* m, void (*body)(void*), void* data, char const* place) {
    Guard guard;
    guard.instance = m;
    guard.outer = innermost;
    innermost = &guard;
    bool const returned = run(guard, body, data);
    innermost = guard.outer;
    if (returned) return;
    std::string text = guard.text;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    moo_fail(place, text.empty() ? "the external function fails without a message" : text.c_str());
}

// ---- memory ----------------------------------------------------------------------------------------

struct MooMemory::Block {
    Block* next;
    alignas(std::max_align_t) unsigned char bytes[1];
};

MooMemory::~MooMemory() {
    while (blocks_ != nullptr) {
        Block* const next = blocks_->next;
        std::free(blocks_);
        blocks_ = next;
    }
    // The memory that C code allocated for results has been handed over.
    if (innermost == nullptr) strings.clear();
}

void* MooMemory::allocate(size_t bytes) {
    auto* const block = static_cast<Block*>(std::calloc(1, sizeof(Block) + bytes));
    if (block == nullptr) throw std::bad_alloc();
    block->next = blocks_;
    blocks_ = block;
    return block->bytes;
}

int moo_c_int(int64_t value, char const* place) {
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
        moo_fail(place, ("the Integer " + std::to_string(value) + " does not fit into an `int` of C").c_str());
    }
    return static_cast<int>(value);
}

MooText moo_take_text(char const* text, char const* place) {
    if (text == nullptr) moo_fail(place, "the external function returns no string");
    return moo_text(text);
}

double moo_take_object(void* object, char const* place) {
    if (object == nullptr) moo_fail(place, "the external function returns no object");
    return moo_object(object);
}

namespace {

// The position by columns of the element with the number `index` by rows.
int64_t column_place(MooArray const& a, int64_t index) {
    int64_t place = 0;
    int64_t stride = a.count();
    for (int axis = a.rank(); axis-- > 0;) {
        stride /= a.size(axis);
        place += index % a.size(axis) * stride;
        index /= a.size(axis);
    }
    return place;
}

}  // namespace

int* MooMemory::integers(MooArray const& a, char const* place) {
    auto* const made = static_cast<int*>(allocate(static_cast<size_t>(a.count()) * sizeof(int)));
    for (int64_t i = 0; i < a.count(); ++i) made[i] = moo_c_int(static_cast<int64_t>(a[i]), place);
    return made;
}

int* MooMemory::integer_columns(MooArray const& a, char const* place) {
    auto* const made = static_cast<int*>(allocate(static_cast<size_t>(a.count()) * sizeof(int)));
    for (int64_t i = 0; i < a.count(); ++i) made[column_place(a, i)] = moo_c_int(static_cast<int64_t>(a[i]), place);
    return made;
}

double* MooMemory::columns(MooArray const& a) {
    auto* const made = static_cast<double*>(allocate(static_cast<size_t>(a.count()) * sizeof(double)));
    for (int64_t i = 0; i < a.count(); ++i) made[column_place(a, i)] = a[i];
    return made;
}

char const** MooMemory::texts(MooArray const& a) {
    auto* const made = static_cast<char const**>(allocate(static_cast<size_t>(a.count()) * sizeof(char const*)));
    for (int64_t i = 0; i < a.count(); ++i) made[i] = moo_text_of(a[i]);
    return made;
}

void moo_take_integers(MooArray& to, int const* from) {
    for (int64_t i = 0; i < to.count(); ++i) to[i] = from[i];
}

void moo_take_integer_columns(MooArray& to, int const* from) {
    for (int64_t i = 0; i < to.count(); ++i) to[i] = from[column_place(to, i)];
}

void moo_take_columns(MooArray& to, double const* from) {
    for (int64_t i = 0; i < to.count(); ++i) to[i] = from[column_place(to, i)];
}

void moo_take_texts(MooArray& to, char const* const* from, char const* place) {
    for (int64_t i = 0; i < to.count(); ++i) to[i] = moo_take_text(from[i], place);
}
