#include "backends/fmu/fmu_resources.h"

#include <filesystem>
#include <set>

#include "backends/common/resource_file.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

namespace fs = std::filesystem;

FmuResources find_resources(Document const& document, Interner const& interner) {
    FmuResources found;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < document.exprs.size(); ++i) {
        ExprId const id(i);
        if (document.exprs.kind(id) != ExprKind::string) continue;
        std::string const path(interner.text(document.exprs.symbol(id)));
        std::string const file = fs::path(path).filename().string();
        if (!is_resource_file(path) || !is_safe_entry_name(file)) continue;
        std::string& name = found.files[path];
        if (name.empty()) {
            name = file;
            // Files of one name in different folders of libraries.
            for (int number = 2; !taken.insert(name).second; ++number) name = std::to_string(number) + "/" + file;
        }
        found.literals.emplace(id, name);
    }
    return found;
}

}  // namespace moo
