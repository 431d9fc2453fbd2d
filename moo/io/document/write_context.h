// The common part of the writers of all encodings.
#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/text_writer.h"
#include "moo/io/document/document_names.h"
#include "moo/io/document/remembered.h"
#include "moo/io/document/share_expressions.h"
#include "moo/io/document/source_files.h"
#include "moo/model/describe_document.h"

namespace moo {

struct WriteContext {
    WriteContext(Document const& written, Interner const& symbols, SourceManager const& sources,
                 std::uint8_t smallest = smallest_shared)
        : document(written),
          interner(symbols),
          shared(written, smallest),
          remembered(written),
          files(written, sources) {}

    Document const& document;
    Interner const& interner;
    SharedExpressions shared;
    RememberedValues remembered;
    WrittenFiles files;
};

// Whether a field can be left out.
template <class T>
[[nodiscard]] bool is_default(WriteContext const& context, T const& value) {
    if constexpr (std::same_as<T, Symbol>) {
        return !value || context.interner.text(value).empty();
    } else if constexpr (requires { value.has_value(); }) {
        return !value.has_value();
    } else if constexpr (std::same_as<T, SourceSpan>) {
        return !value.begin.has_value();
    } else if constexpr (requires { value.empty(); }) {
        return value.empty();
    } else if constexpr (std::floating_point<T>) {
        return value == T() && !std::signbit(value);  // -0.0 is a different number
    } else {
        return value == T();
    }
}

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

// A described type as a field of another one.
template <class Archive, class T>
concept Described = requires(Archive& archive, T& value) {
    describe(archive, value);
};

}  // namespace moo
