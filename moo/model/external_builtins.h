// External functions of the standard library that can run during translation.
#pragma once

#include "moo/base/interner.h"
#include "moo/model/interpret_function.h"

namespace moo {

// Strings, files that are only read, random number generators without memory, and linear algebra. `is_unknown` for
// any other function and for those that write, print or depend on the moment or the machine.
ExternalResult call_external_builtin(Interner& interner, FlatExternal const& external,
                                     std::span<Value const> arguments);

}  // namespace moo
