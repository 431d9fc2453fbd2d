#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/entry.h"

namespace moo::fuzz {

void check(bool fine, std::string const& problem) {
    if (fine) return;
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::abort();
}

}  // namespace moo::fuzz
