// One order of a document's parts wherever their order has no meaning.
#pragma once

#include "moo/model/document.h"

namespace moo {

// Two documents that say the same, apart from where and by which tool, are written with the same bytes afterwards:
//
// - variables stand by name, the elements of an array together
// - blocks stand in the order in which they can be computed, by the names of what they determine where that leaves a
//   choice; so do parameters, types and recovered variables
// - rows of other tables stand by their names or contents, except for actions, partitions and results, whose order
// means
//   something
void make_canonical(Document& document, Interner const& interner);

}  // namespace moo
