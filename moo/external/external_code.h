// The description of an external function in a model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace moo {

enum class ExternalLanguage : std::uint8_t { c, fortran77 };

// With addresses replaced by paths (section 12.9.4).
struct ExternalCode {
    ExternalLanguage language = ExternalLanguage::c;
    std::string function;
    std::vector<std::string> includes;  // C texts
    std::vector<std::string> libraries;
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::filesystem::path> library_folders;
    std::vector<std::filesystem::path> source_folders;
};

}  // namespace moo
