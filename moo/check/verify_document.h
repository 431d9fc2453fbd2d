// Checks whether a document is sound and complete enough to be simulated.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/model/document.h"

namespace moo {

// A well-formed file may lack something that a simulation needs, as the listing in the paper does, or its equations may
// be in an order that cannot be computed. Reports every violation and returns false. A back end that gets a verified
// document needs no checks of its own.
bool verify_document(Document const& document, Diagnostics& diagnostics);
// The same without checking pictures, which passes hand on unchanged from the model.
bool verify_computation(Document const& document, Diagnostics& diagnostics);

}  // namespace moo
