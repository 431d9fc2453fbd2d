// What a template wants to know about a document, but cannot find out without walking through expressions.
#pragma once

#include "backends/template/value.h"

namespace moo::tmpl {

// Numbers of the rows of `zeroCrossings` whose relations an expression contains, in ascending order; relations in
// noEvent do not count. If there are targets, such as "x" or ["der", "x"], only relations that contain one of them.
[[nodiscard]] ValueList relations_in(Value const& model, Value const& expression, ValueList const& targets);

// The rows of `functions` that equations call, directly or through other functions. Others only serve to compute
// derivatives that are optional, such as `known`.
[[nodiscard]] ValueList called_functions(Value const& model);

// The rows of `aliases`, each after that of its target if the target is an alias, too.
[[nodiscard]] ValueList ordered_aliases(Value const& model);

}  // namespace moo::tmpl
