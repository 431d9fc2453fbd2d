#include "moo/base/stack_space.h"

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace moo {

namespace {

// The lowest address that a frame may have; stacks grow downwards. Work that does not ask needs the rest.
std::uintptr_t lowest_frame() {
    pthread_attr_t attributes;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
    void* begin = nullptr;
    std::size_t size = 0;
    int const result = ::pthread_attr_getstack(&attributes, &begin, &size);
    ::pthread_attr_destroy(&attributes);
    if (result != 0) return 0;
    constexpr std::size_t most_reserve = std::size_t{2} << 20;
    return reinterpret_cast<std::uintptr_t>(begin) + std::min(size / 2, most_reserve);
}

}  // namespace

bool stack_is_short() {
    thread_local std::uintptr_t const lowest = lowest_frame();
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < lowest;
}

}  // namespace moo
