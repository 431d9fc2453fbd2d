// Which file a name means. Names of the same file have the same identity, whatever links lead to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace moo {

struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t node = 0;
    friend bool operator==(FileIdentity, FileIdentity) = default;
};

// Nothing unless it is a regular file; pipes, devices and folders cannot be overwritten by mistake.
[[nodiscard]] std::optional<FileIdentity> identity_of(std::string const& path);
[[nodiscard]] std::optional<FileIdentity> identity_of(int descriptor);

}  // namespace moo
