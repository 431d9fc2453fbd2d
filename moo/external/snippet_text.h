// Pieces of C that call external functions with include texts: the compiler has to see prototypes, static functions
// and macros.
#pragma once

#include <string>

#include "moo/external/external_code.h"
#include "moo/external/foreign_function.h"

namespace moo {

[[nodiscard]] bool has_snippet(ExternalCode const& code);

// The include texts, followed by a function of known name and type that calls the function of the model. A structure
// that it returns is written to the address in the first argument.
[[nodiscard]] std::string snippet_text(ExternalCode const& code, ForeignSignature const& signature,
                                       std::string const& entry);
// Its two parts, for several functions with the same include texts.
[[nodiscard]] std::string snippet_head(ExternalCode const& code);
[[nodiscard]] std::string snippet_entry(ExternalCode const& code, ForeignSignature const& signature,
                                        std::string const& entry);

}  // namespace moo
