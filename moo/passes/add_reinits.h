// `reinit` as instant equations.
#pragma once

#include "moo/passes/expansion.h"

namespace moo {

struct Reinit {
    ExprId state;
    ExprId value;
    ExprId guard;  // beside the condition of the when-clause; none if there is nothing else
    Activation const* when;
    Provenance provenance;
};

// Several for one state become one; where more than one is active the first in the list counts. Each that may have to
// stand back gets a generated condition.
void add_reinits(Expansion& expansion, std::vector<Reinit> const& reinits);

}  // namespace moo
