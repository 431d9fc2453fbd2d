// Output files that are either complete or not there at all.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// Writes to a temporary file beside `path` and renames it when all is written; an interrupted or failed
// run leaves an older file as it was. `-` is standard output. Returns an error text, empty if all went well.
[[nodiscard]] std::string write_file(std::string const& path, std::string_view text);

// The result of `write_file` if the reader of a pipe has gone away. This is not reported as an error.
inline constexpr std::string_view closed_pipe = "closed pipe";

}  // namespace moo
