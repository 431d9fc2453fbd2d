#include "moo/base/kept_memory.h"

#include <cstdlib>  // tells which library it is
#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace moo {

void keep_freed_memory() {
#ifdef __GLIBC__
    // Failures do not matter: the memory is then returned as usual.
    mallopt(M_MMAP_THRESHOLD, std::numeric_limits<int>::max());
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

}  // namespace moo
