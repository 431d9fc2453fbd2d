// The interface for callers that want the residuals of blocks instead of solving them.
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
