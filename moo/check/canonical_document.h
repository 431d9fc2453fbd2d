// Puts the parts of a document into one order wherever their order has no meaning.
#pragma once

#include "moo/model/document.h"

namespace moo {

// Two documents that differ only in source positions and in the tool that wrote them are written with the same bytes
// afterwards:
//
// - variables are sorted by name; the elements of an array stay together
// - blocks are in computing order, and sorted by the names of their unknowns where there is a choice; the same holds
//   for parameters, types and recovered variables
// - rows of other tables are sorted by their names or contents, except for actions, partitions and results, whose order
//   has a meaning
void make_canonical(Document& document, Interner const& interner);

}  // namespace moo
