// A document without functions that nothing leads to.
#pragma once

#include "moo/model/document.h"

namespace moo {

// Keeps what is called from anywhere but functions, what those call, their derivatives and inverses, and constructors and
// destructors of external objects.
void drop_uncalled(Document& document, Interner const& interner);

}  // namespace moo
