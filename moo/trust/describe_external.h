// What an external function would run, for people who decide whether they trust it.
#pragma once

#include <string>
#include <vector>

#include "moo/external/external_code.h"
#include "moo/model/flat_model.h"

namespace moo {

// The description of a model as a description for the compiler.
[[nodiscard]] ExternalCode external_code(FlatExternal const& external, Interner const& interner);

// Lines: the libraries, folders, and the first lines of the include texts, without control characters.
[[nodiscard]] std::vector<std::string> describe_external(ExternalCode const& code);

}  // namespace moo
