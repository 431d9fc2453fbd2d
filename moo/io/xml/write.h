// From a MOO document to XML.
#pragma once

#include <string>

#include "moo/io/document/write_context.h"

namespace moo {

[[nodiscard]] std::string write_xml(WriteContext const& context);

}  // namespace moo
