// A document without what does not change its meaning.
#pragma once

#include "moo/model/document.h"

namespace moo {

// Places in source texts, the tool and its options and its report are taken out; tables whose order says nothing are
// sorted by the names of their variables.
void make_canonical(Document& document, Interner const& interner);

}  // namespace moo
