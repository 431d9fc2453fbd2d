// The description of an external function in a model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
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

// The names that the linker may know the function by, in the order in which they are tried.
[[nodiscard]] std::vector<std::string> symbols_of(ExternalCode const& code);

// Code that may be built, loaded and called. Only the place that decides about trust can make it.
class PermittedCode {
public:
    ExternalCode const* operator->() const { return &code_; }
    ExternalCode const& operator*() const { return code_; }

private:
    friend class ExternalTrust;
    explicit PermittedCode(ExternalCode code) : code_(std::move(code)) {}

    ExternalCode code_;
};

}  // namespace moo
