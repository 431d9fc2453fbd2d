#include "moo/external/redirect_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace moo {

OutputToErrors::OutputToErrors() {
    std::fflush(stdout);
    output_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (output_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

OutputToErrors::~OutputToErrors() {
    std::fflush(stdout);
    if (output_ < 0) return;
    ::dup2(output_, STDOUT_FILENO);
    ::close(output_);
}

}  // namespace moo
