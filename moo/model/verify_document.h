// Whether a document is complete enough to be simulated.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/document.h"

namespace moo {

// A file may be well-formed and still leave out what a simulation needs; the listing in the paper does. Reports what
// is missing and returns false.
bool verify_document(Document const& document, Diagnostics& diagnostics);

}  // namespace moo
