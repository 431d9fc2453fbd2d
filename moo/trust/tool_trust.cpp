#include "moo/trust/tool_trust.h"

#include "moo/library/library_path.h"

namespace moo {

ExternalTrust tool_trust(Tool const& tool, std::vector<std::string> const& named_folders,
                         std::vector<std::string> const& model_files) {
    if (tool.forbids_external()) return ExternalTrust::nothing("`--no-external` forbids C code");
    ExternalTrust::Places places;
    places.library_folders = library_folders(named_folders);
    for (std::string const& file : model_files) {
        if (!file.empty() && file != "-") places.model_files.emplace_back(file);
    }
    return ExternalTrust(places, tool.allows_external());
}

}  // namespace moo
