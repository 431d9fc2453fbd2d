// From syntax trees of statements to statements of a flat model.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "moo/lower/lower_equation.h"

namespace moo {

// Appends correct statements to `target`; false if something was wrong, which is then reported. A for-statement with
// several iterators becomes nested ones; one over elements of arrays of components becomes its iterations.
bool lower_statements(LoweringContext& context, std::span<ast::StatementId const> statements,
                      LocateSource const& locate, std::vector<FlatStatement>& target);

// An algorithm section. Its instance is that of its first statement.
[[nodiscard]] FlatAlgorithm lower_algorithm(LoweringContext& context, ast::Section const& section,
                                            LocateSource const& locate);

}  // namespace moo
