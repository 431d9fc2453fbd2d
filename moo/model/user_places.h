// The lines of the user's own files that variables and equations belong to, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "moo/base/source.h"

namespace moo {

// Most mistakes show up in an equation of a library, but have to be corrected elsewhere: where the user declares and
// connects components. This knows the declarations of components in the user's own files, and which texts are those of
// libraries. Without such knowledge, as in a Base Modelica file of another tool, every text counts as the user's own.
class UserPlaces {
public:
    struct Declaration {
        std::string path;  // of a component, without subscripts: `a.b`; empty for the model itself
        SourceSpan source;
    };

    // Only declarations in the user's own files. The first one of a path counts.
    void declare(std::string path, SourceSpan source);
    // The first and last position of a library's file, or of a part of it.
    void add_library(SourceLoc first, SourceLoc last);

    [[nodiscard]] std::vector<Declaration> const& declarations() const { return declarations_; }
    [[nodiscard]] bool is_own(SourceLoc loc) const;

    // Where the user has to look for what is written at `source` in the class of `instance` (`a.b[2]`; empty at the
    // top): there, if that is a text of the user, else the declaration of the innermost component that contains it and
    // is declared by the user.
    [[nodiscard]] SourceSpan place_of(SourceSpan source, std::string_view instance) const;
    // The same as seen from the class of the component `level`, which contains the instance: parts of other components
    // count as the components that this class declares.
    [[nodiscard]] SourceSpan place_below(SourceSpan source, std::string_view instance, std::string_view level) const;

private:
    struct Range {
        std::uint32_t first;
        std::uint32_t last;
    };
    [[nodiscard]] SourceSpan declaration_around(std::string_view instance, std::size_t parts,
                                                SourceSpan otherwise) const;

    std::vector<Declaration> declarations_;
    std::unordered_map<std::string, std::size_t> by_path_;
    // Sorted at the first question: there may be one range for each row of a table.
    mutable std::vector<Range> libraries_;
    mutable bool is_sorted_ = true;
};

// `a.b` for `a[1].b[2]`.
[[nodiscard]] std::string path_without_subscripts(std::string_view path);
// The number of names in a path: 2 for `a.b[2]`.
[[nodiscard]] std::size_t path_depth(std::string_view path);
// The longest path that both are in: `a` for `a.b` and `a.c`.
[[nodiscard]] std::string_view common_path(std::string_view a, std::string_view b);

}  // namespace moo
