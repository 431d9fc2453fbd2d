// The type and sizes of a declared component.
#pragma once

#include "moo/lower/flat_scope.h"

namespace moo {

// What `Real[3] x` or `'R' x[:, n]` declares.
struct DeclaredType {
    TypeId type;                // with all its dimensions; `unknown_size` where a size has no value at translation
    std::vector<ExprId> sizes;  // of each dimension; none for `:`
    std::vector<ast::ModificationId> modifications;  // those of the type's own declaration, innermost first
};

// The type named in a component clause, without the sizes of the clause; none after a report.
[[nodiscard]] std::optional<DeclaredType> lower_type_name(LoweringContext& context, FlatScope& scope,
                                                          ast::Name const& name);

// Adds dimensions in front of those that the type has. False after a report.
[[nodiscard]] bool add_sizes(LoweringContext& context, FlatScope& scope, std::span<ast::ExprId const> subscripts,
                             DeclaredType& declared);

}  // namespace moo
