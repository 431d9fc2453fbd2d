// The templates of a folder, parsed when they are first requested.
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include "backends/template/syntax.h"
#include "moo/base/diagnostics.h"

namespace moo::tmpl {

// The folder of the templates and tables that come with the tools: ../share/moo/templates beside the program's folder.
[[nodiscard]] std::filesystem::path shipped_folder();

class TemplateFolder {
public:
    TemplateFolder(std::filesystem::path folder, SourceManager& sources, Diagnostics& diagnostics)
        : folder_(std::move(folder)), sources_(sources), diagnostics_(diagnostics) {}

    // The template of a file below the folder; neither a name nor a symbolic link leads out of it. Reports mistakes at
    // the place that requests it, or in the file, and returns none.
    [[nodiscard]] Template const* load(std::string const& name, SourceSpan place);

private:
    std::filesystem::path folder_;
    SourceManager& sources_;
    Diagnostics& diagnostics_;
    std::map<std::string, std::unique_ptr<Template>> loaded_;  // none if loading has failed
};

}  // namespace moo::tmpl
