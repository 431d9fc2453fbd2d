#include "runtime/text/same_file.h"

#include <filesystem>
#include <system_error>

namespace moo::runtime {

bool is_same_file(std::string const& a, std::string const& b) {
    if (a.empty() || b.empty() || a == "-" || b == "-") return false;
    std::error_code error;
    if (std::filesystem::equivalent(a, b, error) && !error) return std::filesystem::is_regular_file(a, error);
    bool const is_new = !std::filesystem::exists(a, error) && !std::filesystem::exists(b, error);
    return is_new && std::filesystem::weakly_canonical(a, error) == std::filesystem::weakly_canonical(b, error);
}

}  // namespace moo::runtime
