// Texts of icons with their macros replaced (Modelica 3.6, section 18.6.5.5).
#pragma once

#include <string>
#include <string_view>

#include "frontend/typecheck/elaborator.h"

namespace moo {

// What texts of an icon may refer to.
struct IconNames {
    std::string component;       // %name
    std::string class_name;      // %class
    Node* parameters = nullptr;  // %p, %{a.p}: looked up in this node
};

// `%p` is the present value of the parameter, in its display unit. Anything else stays as it is.
[[nodiscard]] std::string replace_macros(Elaborator& elaborator, std::string_view text, IconNames const& names);

// The text, or its beginning and dots if it has more bytes than that; characters are not split.
[[nodiscard]] std::string shorten(std::string text, std::size_t longest);

}  // namespace moo
