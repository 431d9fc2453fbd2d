#include "backends/cpp/cpp_parts.h"

namespace moo {

namespace {

// Bytes of a file, which g++ 12 compiles in about 3 s; each begins with a quarter of a second for nothing.
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
