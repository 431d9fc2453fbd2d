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

// Puts what a parameter file says in the place of `--parameters FILE`. A file that cannot be read stays, for the
// simulator to complain about.
void expand_parameter_files(std::vector<std::string>& arguments);

}  // namespace moo
