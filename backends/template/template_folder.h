// The templates of a folder, parsed when they are first asked for.
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include "backends/template/syntax.h"
#include "moo/base/diagnostics.h"

namespace moo::tmpl {

class TemplateFolder {
public:
    TemplateFolder(std::filesystem::path folder, SourceManager& sources, Diagnostics& diagnostics)
        : folder_(std::move(folder)), sources_(sources), diagnostics_(diagnostics) {}

    // The template of a file below the folder; no name leads out of it, nor does a symbolic link. Reports what is wrong
    // at the place that asks for it, or in the file, and gives nothing.
    [[nodiscard]] Template const* load(std::string const& name, SourceSpan place);

private:
    std::filesystem::path folder_;
    SourceManager& sources_;
    Diagnostics& diagnostics_;
    std::map<std::string, std::unique_ptr<Template>> loaded_;  // none where loading has failed
};

}  // namespace moo::tmpl
