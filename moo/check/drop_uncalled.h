// Removes functions from a document that nothing calls.
#pragma once

#include "moo/model/document.h"

namespace moo {

// Keeps the functions that are called from outside of functions, the functions that those call, their derivatives and
// inverses, and the constructors and destructors of external objects.
void drop_uncalled(Document& document, Interner const& interner);

}  // namespace moo
