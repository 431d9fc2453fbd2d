#include "moo/base/file_identity.h"

#include <sys/stat.h>

namespace moo {

namespace {

std::optional<FileIdentity> identity_from(int result, struct stat const& info) {
    if (result != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return FileIdentity{static_cast<std::uint64_t>(info.st_dev), static_cast<std::uint64_t>(info.st_ino)};
}

}  // namespace

std::optional<FileIdentity> identity_of(std::string const& path) {
    struct stat info {};
    int const result = ::stat(path.c_str(), &info);
    return identity_from(result, info);
}

std::optional<FileIdentity> identity_of(int descriptor) {
    struct stat info {};
    int const result = ::fstat(descriptor, &info);
    return identity_from(result, info);
}

}  // namespace moo
