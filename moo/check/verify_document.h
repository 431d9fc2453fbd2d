// Whether a document is sound and complete enough to be simulated.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/document.h"

namespace moo {

// A file may be well-formed and still leave out what a simulation needs, as the listing in the paper does, or have its
// equations in an order that cannot be computed. Reports every violation and returns false; a back end that is given
// a verified document needs no checks of its own.
bool verify_document(Document const& document, Diagnostics& diagnostics);
// The same without what the document says about pictures, which passes hand on as a model has it.
bool verify_computation(Document const& document, Diagnostics& diagnostics);

}  // namespace moo
