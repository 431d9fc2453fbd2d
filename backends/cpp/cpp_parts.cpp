#include "backends/cpp/cpp_parts.h"

namespace moo {

namespace {

// In bytes. g++ 12 compiles a file of this size in about 3 s; a quarter of a second of that is overhead per file.
constexpr std::size_t file_size = 1'000'000;

}  // namespace

void CppParts::move_function(TextWriter& out, std::size_t start, std::string_view declaration) {
    declare(declaration);
    if (files_.empty() || files_.back().size() > file_size) files_.emplace_back();
    files_.back().append(out.text(), start);
    out.truncate(start);
}

void CppParts::declare(std::string_view declaration) {
    declarations_ += declaration;
    declarations_ += '\n';
}

}  // namespace moo
