// Shared objects that are loaded while the program runs.
#pragma once

#include <filesystem>
#include <string>

namespace moo {

// Loaded objects stay until the process ends: C code may have left addresses of its functions anywhere.
class SharedObject {
public:
    SharedObject() = default;
    // All that it needs must be there, so that nothing is missing in the middle of a call. `error` says why not.
    enum class Visibility { only_here, for_later_objects };
    static SharedObject load(std::filesystem::path const& path, Visibility visibility, std::string& error);
    // The program itself with the libraries that it has anyway, such as that of C.
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
