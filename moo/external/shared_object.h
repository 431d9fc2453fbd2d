// Shared objects that are loaded while the program runs.
#pragma once

#include <filesystem>
#include <string>

namespace moo {

// Loaded objects stay until the process ends, because C code may have stored addresses of its functions anywhere.
class SharedObject {
public:
    SharedObject() = default;
    // Everything that it needs must be available, so that nothing is missing in the middle of a call. If it fails,
    // `error` says why.
    enum class Visibility { only_here, for_later_objects };
    static SharedObject load(std::filesystem::path const& path, Visibility visibility, std::string& error);
    // The program itself with the libraries that it has loaded anyway, such as the C library.
    static SharedObject program();

    [[nodiscard]] bool is_loaded() const { return handle_ != nullptr; }
    // Null if there is none.
    [[nodiscard]] void* find(std::string const& symbol) const;
    // Where it was found.
    [[nodiscard]] std::filesystem::path path() const;

private:
    void* handle_ = nullptr;
};

}  // namespace moo
