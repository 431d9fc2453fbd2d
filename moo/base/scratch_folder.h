// A folder for intermediate files, which is deleted with its contents.
#pragma once

#include <filesystem>
#include <string_view>

namespace moo {

class ScratchFolder {
public:
    // It is made in the folder for temporary files; its name contains `name`, so that one can tell where it comes from.
    explicit ScratchFolder(std::string_view name);
    ~ScratchFolder();
    ScratchFolder(ScratchFolder const&) = delete;
    ScratchFolder& operator=(ScratchFolder const&) = delete;

    // Empty if no folder can be made.
    [[nodiscard]] std::filesystem::path const& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace moo
