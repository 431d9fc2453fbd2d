// The model on the command line of a tool that takes Modelica as well as MOO.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "moo/base/cli.h"
#include "moo/model/document.h"
#include "moo/trust/external_trust.h"

namespace moo {

struct ModelInput {
    std::string model_name;
    std::vector<std::string> library_folders;
    // Whether to go on with a model that has more or fewer equations than unknowns, after a report.
    bool accepts_unbalanced = false;
};

// The files among the arguments; without any argument, the model comes from standard input.
[[nodiscard]] std::vector<std::string> model_files(Tool const& tool, ModelInput const& input);

// Adds `--model` and `-L`. `purpose` completes "the model to …".
void add_model_options(Tool& tool, ModelInput& input, std::string_view purpose);

// The MOO file among the arguments; none if they name a Modelica model, or if the file cannot be read, which is then
// reported.
[[nodiscard]] FileId find_document(Tool& tool, ModelInput const& input);

// The flat model of the Modelica files or the class among the arguments, with `settings` as `moflat --set` takes them.
// None after a report. `trust` decides which C code may run.
[[nodiscard]] std::optional<FlatModel> flatten_model(Tool& tool, Interner& interner, ModelInput const& input,
                                                     std::vector<std::string> settings, ExternalTrust& trust);

}  // namespace moo
