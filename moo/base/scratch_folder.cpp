#include "moo/base/scratch_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace moo {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(std::string_view name) {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / name).string() + ".XXXXXX";
    if (error) return;
    if (char const* const made = ::mkdtemp(pattern.data())) path_ = made;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace moo
