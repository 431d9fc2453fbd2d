// `extends A(break x, break connect(a, b))` (Modelica 3.6, section 7.4).
#pragma once

#include "frontend/instantiate/node.h"

namespace moo {

class Instances;

// Marks what the extends-clause of that base class removes.
void apply_breaks(Instances& instances, Node& node, std::size_t base);
// Whether `break` removes the connect-equation of this base class: by itself, or with a component that it names.
[[nodiscard]] bool is_broken(Instances& instances, Node& base, ast::Ast const& ast, ast::Equation const& connect);

}  // namespace moo
