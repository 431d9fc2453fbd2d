// Large pages for tables that are accessed in random order.
#pragma once

#include <cstddef>

namespace moo {

// Advises the system to use large pages for this memory, which must not have been touched yet.
void advise_huge_pages(void* data, std::size_t bytes);

}  // namespace moo
