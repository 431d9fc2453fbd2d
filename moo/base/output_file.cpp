#include "moo/base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace moo {

namespace {

std::string write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        ssize_t const written = ::write(descriptor, text.data(), text.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return errno == EPIPE ? std::string(closed_pipe) : std::strerror(errno);
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

// A device, a named pipe or a terminal cannot be replaced by a rename: it is written in place.
bool is_special(std::string const& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

// For a link, the file that it points to is meant, not the link itself.
std::string real_path(std::string const& path) {
    std::error_code error;
    std::filesystem::path const real = std::filesystem::weakly_canonical(path, error);
    return error || real.empty() ? path : real.string();
}

}  // namespace

std::string write_file(std::string const& path, std::string_view text) {
    if (path == "-") return write_all(STDOUT_FILENO, text);
    if (is_special(path)) {
        int const descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) return std::strerror(errno);
        std::string error = write_all(descriptor, text);
        ::close(descriptor);
        return error;
    }
    std::string const target = real_path(path);
    std::string temporary = target + ".XXXXXX";
    int const descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return std::strerror(errno);
    std::string error = write_all(descriptor, text);
    // mkostemp makes the file private; a result has the permissions that the user's umask asks for.
    mode_t const mask = ::umask(0);
    ::umask(mask);
    if (error.empty() && ::fchmod(descriptor, 0666 & ~mask) != 0) error = std::strerror(errno);
    if (::close(descriptor) != 0 && error.empty()) error = std::strerror(errno);
    if (error.empty() && std::rename(temporary.c_str(), target.c_str()) != 0) error = std::strerror(errno);
    if (!error.empty()) ::unlink(temporary.c_str());
    return error;
}

}  // namespace moo
