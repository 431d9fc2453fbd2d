// Arguments by position and by name for calls that are not functions: `assert`, `reinit`, `transition`.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "moo/lower/lower_expression.h"

namespace moo {

struct CallForm {
    std::string_view name;
    std::size_t fewest;  // arguments; the parameters after these are optional
    std::span<std::string_view const> parameters;
};

// The arguments in the order of the parameters, none for each that is not given; nullopt after a report.
[[nodiscard]] std::optional<std::vector<ast::ExprId>> place_arguments(LoweringContext& context, ast::ExprId call,
                                                                      CallForm const& form, SourceSpan span);

}  // namespace moo
