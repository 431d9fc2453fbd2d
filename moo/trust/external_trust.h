// Which C code of external functions may be compiled, loaded and run. docs/security.md gives the reasons.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "moo/external/external_code.h"
#include "moo/trust/external_declarations.h"

namespace moo {

// The only place that makes `PermittedCode`, without which nothing is built or called.
class ExternalTrust {
public:
    // Everything is allowed.
    [[nodiscard]] static ExternalTrust everything();
    // Nothing is allowed; `reason` says why, as in "`--no-external` forbids C code".
    [[nodiscard]] static ExternalTrust nothing(std::string reason);

    struct Places {
        std::vector<std::filesystem::path> library_folders;
        std::vector<std::filesystem::path> model_files;  // Modelica files that the user named
    };
    // Code of libraries in the folders is allowed, and code in files next to the models. If `allows_all`, the rest is
    // allowed too.
    explicit ExternalTrust(Places const& places, bool allows_all = false);

    struct Decision {
        std::optional<PermittedCode> code;
        std::string refusal;               // why there is none, continuing "the external function `f` is not run: "
        std::vector<std::string> details;  // what it would run, and how to allow it
    };
    // The permitted code of a function that a library declares is that of the library, with its folders.
    [[nodiscard]] Decision decide(ExternalCode const& code);

private:
    ExternalTrust() = default;

    std::optional<ExternalDeclarations> declarations_;
    std::vector<std::filesystem::path> model_folders_;
    bool allows_all_ = false;
    std::string forbidden_by_;
};

}  // namespace moo
