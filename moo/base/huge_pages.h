// Large pages for tables that are read in no order.
#pragma once

#include <cstddef>

namespace moo {

// Tells the system that this memory, which nobody has touched yet, is worth large pages. Only advice.
void advise_huge_pages(void* data, std::size_t bytes);

}  // namespace moo
