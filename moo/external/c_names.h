// The names that a C text defines and uses, read without a preprocessor.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace moo {

// Refers to the text.
struct CNames {
    struct Definition {
        std::string_view name;
        std::vector<std::string_view> before;  // the words of the declaration before the name
        // A word follows the parentheses after the name: the type of a parameter in the old style, or the name stands
        // for an attribute.
        bool is_old_style = false;
    };
    // At the outermost level, in all branches of conditions; prototypes and `extern` variables are not definitions.
    std::vector<Definition> defined;
    std::unordered_set<std::string_view> used;  // all words
    // The words that a macro is replaced by, in all its definitions.
    std::unordered_map<std::string_view, std::vector<std::string_view>> macros;
};

[[nodiscard]] CNames read_c_names(std::string_view text);

}  // namespace moo
