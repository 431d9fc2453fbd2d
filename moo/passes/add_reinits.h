// `reinit` as instant equations.
#pragma once

#include "moo/passes/expansion.h"

namespace moo {

struct Reinit {
    ExprId state;
    ExprId value;
    ExprId guard;  // a further condition besides that of the when-clause; none if there is no other
    Activation const* when;
    Provenance provenance;
};

// Several reinits of one state become one equation; if more than one is active, the first in the list counts. A reinit
// that may have to yield gets a generated condition.
void add_reinits(Expansion& expansion, std::vector<Reinit> const& reinits);

}  // namespace moo
