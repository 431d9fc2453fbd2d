// A folder for a test that vanishes with its contents.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace moo::test {

class ScratchFolder {
public:
    ScratchFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "moo_unit.XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~ScratchFolder() { std::filesystem::remove_all(path_); }
    ScratchFolder(ScratchFolder const&) = delete;
    ScratchFolder& operator=(ScratchFolder const&) = delete;

    [[nodiscard]] std::filesystem::path const& path() const { return path_; }
    std::filesystem::path write(std::string_view name, std::string_view text) const {
        std::filesystem::path const file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    // A script for /bin/sh that stands in for a tool.
    std::filesystem::path write_script(std::string_view name, std::string_view body) const {
        std::filesystem::path const file = write(name, "#!/bin/sh\n" + std::string(body));
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }

private:
    std::filesystem::path path_;
};

}  // namespace moo::test
