// Who takes the residuals of blocks where nobody wants them solved.
#pragma once

#include "runtime/abi/model.h"

namespace moo::runtime {

// The unknowns come from a solver of the whole system.
class ResidualCollector {
public:
    virtual ~ResidualCollector() = default;
    virtual MooStatus take(MooInstance* m, MooBlock const& block) = 0;
};

}  // namespace moo::runtime
