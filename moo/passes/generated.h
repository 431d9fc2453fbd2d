// Names, variables and functions that no model declares. Their names begin with an underscore.
#pragma once

#include "moo/passes/system.h"

namespace moo {

// `prefix` and a number: a name that is not used yet.
[[nodiscard]] Symbol generated_name(System& system, std::string_view prefix);

// Adds a variable that is not stored with the results. Returns a reference to it.
ExprId add_generated_variable(System& system, std::string_view prefix, TypeId type, Variability variability,
                              SourceSpan source);

// A scalar input, output or local variable of a function; `binding` may be none.
[[nodiscard]] FunctionVariable function_variable(System& system, Symbol name, TypeId type, FunctionRole role,
                                                 SourceSpan source);

// The value of a variable without a start value (Modelica 3.6, section 4.8); none for external objects.
[[nodiscard]] ExprId default_value(System& system, TypeId type);
// The start value of a variable, or the default.
[[nodiscard]] ExprId start_value(System& system, VarId variable);

}  // namespace moo
