#include "moo/external/find_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace moo {

namespace fs = std::filesystem;

namespace {

// Standard names of platforms. Other machines have no standard name: libraries for them lie in the folder itself.
char const* platform_folder() {
#if defined(__linux__) && defined(__x86_64__)
    return "linux64";
#elif defined(__linux__) && defined(__i386__)
    return "linux32";
#else
    return "";
#endif
}

// A name and not a path: nothing outside the folders is meant.
bool is_plain_name(std::string const& name) {
    return !name.empty() && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
}

std::vector<fs::path> system_folders() {
    std::vector<fs::path> folders;
    if (char const* const given = std::getenv("LD_LIBRARY_PATH")) {
        std::istringstream stream(given);
        for (std::string folder; std::getline(stream, folder, ':');) folders.emplace_back(folder);
    }
    // Where the C library is, others of this machine are.
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(&std::getenv), &info) != 0 && info.dli_fname != nullptr) {
        folders.push_back(fs::path(info.dli_fname).parent_path());
        folders.push_back(fs::path("/usr") / folders.back().relative_path());
    }
    for (char const* const folder : {"/usr/local/lib", "/usr/lib64", "/usr/lib", "/lib64", "/lib"}) {
        folders.emplace_back(folder);
    }
    return folders;
}

}  // namespace

LibraryFile find_library_file(std::vector<fs::path> const& folders, std::string const& name) {
    if (!is_plain_name(name)) return {};
    std::error_code error;
    for (fs::path const& folder : folders) {
        for (fs::path const& place : {folder / platform_folder(), folder}) {
            fs::path const shared = place / ("lib" + name + ".so");
            if (fs::is_regular_file(shared, error)) return {LibraryFormat::shared, shared};
            fs::path const archive = place / ("lib" + name + ".a");
            if (fs::is_regular_file(archive, error)) return {LibraryFormat::archive, archive};
        }
    }
    return {};
}

SharedObject load_system_library(std::string const& name) {
    if (!is_plain_name(name)) return {};
    std::string ignored;
    std::string const file = "lib" + name + ".so";
    SharedObject found = SharedObject::load(file, SharedObject::Visibility::only_here, ignored);
    if (found.is_loaded()) return found;
    // The plain name is there only where programs are linked, and may be a script for the linker.
    std::error_code error;
    for (fs::path const& folder : system_folders()) {
        std::vector<fs::path> versions;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            if (it->path().filename().string().starts_with(file + ".")) versions.push_back(it->path());
        }
        std::sort(versions.begin(), versions.end());
        for (fs::path const& version : versions) {
            found = SharedObject::load(version, SharedObject::Visibility::only_here, ignored);
            if (found.is_loaded()) return found;
        }
    }
    return {};
}

}  // namespace moo
