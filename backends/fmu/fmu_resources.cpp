#include "backends/fmu/fmu_resources.h"

#include <filesystem>

#include "backends/fmu/zip_archive.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

bool is_resource(std::string const& text) {
    if (!text.starts_with("/") || text.find("/Resources/") == std::string::npos) return false;
    if (text.find("/../") != std::string::npos) return false;
    std::error_code ignored;
    return fs::is_regular_file(text, ignored);
}

}  // namespace

FmuResources find_resources(Document const& document, Interner const& interner) {
    FmuResources found;
    std::map<std::string, std::string> name_of;  // by path
    for (std::size_t i = 0; i < document.exprs.size(); ++i) {
        ExprId const id(i);
        if (document.exprs.kind(id) != ExprKind::string) continue;
        std::string const path(interner.text(document.exprs.symbol(id)));
        if (!is_resource(path)) continue;
        std::string& name = name_of[path];
        if (name.empty()) {
            std::string const file = fs::path(path).filename().string();
            if (!is_safe_entry_name(file)) continue;
            name = file;
            // Files of one name in different folders of libraries.
            for (int number = 2; found.files.contains(name); ++number) name = std::to_string(number) + "/" + file;
            found.files.emplace(name, path);
        }
        found.literals.emplace(id, name);
    }
    return found;
}

}  // namespace moo
