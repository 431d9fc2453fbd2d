// Kinds of files that users confuse with models.
#pragma once

#include <string>
#include <string_view>

namespace moo {

struct ForeignFile {
    std::string_view kind;    // `an FMU`; empty if it may be a model
    std::string_view advice;  // what to do instead
};

// By the first bytes, and for formats that are text by the end of the name.
[[nodiscard]] ForeignFile recognize_foreign_file(std::string_view path, std::string_view text);

// Whether the name ends like that of a file of a known kind, model or not.
[[nodiscard]] bool has_known_ending(std::string_view path);

}  // namespace moo
