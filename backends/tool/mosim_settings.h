// Values on the command line of mosim that a simulator would refuse, because the translation needs them.
#pragma once

#include <string>
#include <vector>

#include "moo/model/document.h"

namespace moo {

// Takes `--set name=value` out of `arguments` where the parameter was evaluated in the translation, or where the name
// is that of an array or record of parameters. Returns them in the form that `moflat --set` takes.
[[nodiscard]] std::vector<std::string> take_settings_of_translation(Document const& document, Interner const& interner,
                                                                    std::vector<std::string>& arguments);

// Replaces `--parameters FILE` by the contents of the file. If the file cannot be read, the option stays, so that the
// simulator reports it. Returns the names of these files.
std::vector<std::string> expand_parameter_files(std::vector<std::string>& arguments);

// The files that the simulator is told to write.
[[nodiscard]] std::vector<std::string> output_files(std::vector<std::string> const& arguments);

}  // namespace moo
