// A folder for the files of one test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>

namespace moo::runtime {

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "moo_runtime_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        folder_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    TemporaryFolder(TemporaryFolder const&) = delete;
    TemporaryFolder& operator=(TemporaryFolder const&) = delete;

    [[nodiscard]] std::string path(std::string const& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::string read(std::string const& name) const {
        std::ifstream file(folder_ / name);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    void write(std::string const& name, std::string const& text) const { std::ofstream(folder_ / name) << text; }
    [[nodiscard]] std::ptrdiff_t file_count() const {
        return std::distance(std::filesystem::directory_iterator(folder_), {});
    }

private:
    std::filesystem::path folder_;
};

}  // namespace moo::runtime
