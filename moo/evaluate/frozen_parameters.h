// Parameters whose value counts at the start only.
#pragma once

#include <cstdint>

#include "moo/model/document.h"

namespace moo {

// Of each variable: whether something follows from it that is looked at once, so that a later change would not reach
// it. These are times of samples and clocks, lengths of delays, profiles of transports, texts and external objects.
[[nodiscard]] Store<VarId, std::uint8_t> frozen_parameters(Document const& document);

}  // namespace moo
