// From the files and class names on a command line to a flat model: the common part of moflat and mosim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/library/library.h"
#include "moo/base/cli.h"
#include "moo/model/flat_model.h"
#include "moo/trust/external_trust.h"

namespace moo {

struct FlattenInput {
    std::vector<std::string> files;     // `-` is standard input
    std::string class_name;             // empty: the last top-level model of the files, or the only one in a package
    std::vector<std::string> settings;  // `name=value`
    ExternalTrust* trust = nullptr;     // decides which C code may run during translation; null: none
    // Whether to return a model with more or fewer equations than unknowns. It is reported in any case.
    bool accepts_unbalanced = false;
};

// None if something is wrong, which is then reported.
[[nodiscard]] std::optional<FlatModel> flatten_input(Tool& tool, Library& library, Interner& interner,
                                                     FlattenInput const& input);

}  // namespace moo
