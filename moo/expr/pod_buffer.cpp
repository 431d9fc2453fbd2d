#include "moo/expr/pod_buffer.h"

#include "moo/base/huge_pages.h"

namespace moo {

void advise_random_access(void* data, std::size_t bytes) { advise_huge_pages(data, bytes); }

}  // namespace moo
