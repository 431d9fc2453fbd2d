#include "moo/base/huge_pages.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace moo {

void advise_huge_pages(void* data, std::size_t bytes) {
#ifdef __linux__
    constexpr std::size_t huge_page = std::size_t{1} << 21;
    if (bytes < huge_page) return;
    auto const begin = (reinterpret_cast<std::uintptr_t>(data) + huge_page - 1) / huge_page * huge_page;
    auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / huge_page * huge_page;
    // If the kernel refuses, everything works as before, only slower.
    if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
    static_cast<void>(data);
    static_cast<void>(bytes);
#endif
}

}  // namespace moo
