// Which parameters a simulator's user may change.
#pragma once

#include "moo/model/document.h"
#include "runtime/abi/model.h"

namespace moo {

[[nodiscard]] MooTunability tunability_of(Document const& document, VarId variable);

}  // namespace moo
