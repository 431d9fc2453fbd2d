// A folder for files between two steps, which vanishes with its contents.
#pragma once

#include <filesystem>
#include <string_view>

namespace moo {

class ScratchFolder {
public:
    // In the folder for temporary files, with `name` in its own so that one can tell whose it is.
    explicit ScratchFolder(std::string_view name);
    ~ScratchFolder();
    ScratchFolder(ScratchFolder const&) = delete;
    ScratchFolder& operator=(ScratchFolder const&) = delete;

    // Empty if none can be made.
    [[nodiscard]] std::filesystem::path const& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace moo
