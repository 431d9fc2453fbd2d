// Whether a back end can do all that a document asks for.
#pragma once

#include <initializer_list>
#include <string_view>

#include "moo/base/diagnostics.h"
#include "moo/model/document.h"

namespace moo {

// Reports each feature (moo/check/requirements.h) that the document requires and the back end does not have. True if
// there is none. For a verified document, as that lists what it uses.
bool check_features(Document const& document, std::string_view back_end,
                    std::initializer_list<std::string_view> supported, Diagnostics& diagnostics);

}  // namespace moo
