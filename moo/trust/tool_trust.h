// The trust of one run of a tool, from its command line.
#pragma once

#include <string>
#include <vector>

#include "moo/base/cli.h"
#include "moo/trust/external_trust.h"

namespace moo {

// `named_folders` are the folders of `-L`; `model_files` are the Modelica files that the user named.
[[nodiscard]] ExternalTrust tool_trust(Tool const& tool, std::vector<std::string> const& named_folders,
                                       std::vector<std::string> const& model_files = {});

}  // namespace moo
