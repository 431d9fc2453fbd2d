// Checks whether a back end supports everything that a document requires.
#pragma once

#include <initializer_list>
#include <string_view>

#include "moo/base/diagnostics.h"
#include "moo/model/document.h"

namespace moo {

// Reports each feature (moo/check/requirements.h) that the document requires and the back end lacks; true if there is
// none. The document must be verified: then its list of requirements is complete.
bool check_features(Document const& document, std::string_view back_end,
                    std::initializer_list<std::string_view> supported, Diagnostics& diagnostics);

}  // namespace moo
