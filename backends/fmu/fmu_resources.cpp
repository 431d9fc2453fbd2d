#include "backends/fmu/fmu_resources.h"

#include <filesystem>
#include <set>

#include "backends/common/resource_file.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// All files in a folder, at any depth.
void add_folder(FmuResources& found, fs::path const& folder, std::string const& name) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::string const inside = at->path().lexically_relative(folder).generic_string();
        bool const is_packed = is_resource_file(at->path().string()) && is_safe_entry_name(inside);
        if (is_packed) found.entries[name + "/" + inside] = at->path().string();
    }
}

}  // namespace

FmuResources find_resources(Document const& document, Interner const& interner) {
    FmuResources found;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < document.exprs.size(); ++i) {
        ExprId const id(i);
        if (document.exprs.kind(id) != ExprKind::string) continue;
        std::string const path(interner.text(document.exprs.symbol(id)));
        bool const is_folder = is_resource_folder(path);
        // Whoever ends a folder with a slash may append the name of a file to it.
        bool const ends_with_slash = is_folder && path.ends_with('/');
        fs::path const item = ends_with_slash ? fs::path(path).parent_path() : fs::path(path);
        std::string const file = item.filename().string();
        if ((!is_folder && !is_resource_file(path)) || !is_safe_entry_name(file)) continue;
        std::string& name = found.names[path];
        if (name.empty()) {
            name = file;
            // Files of one name in different folders of libraries.
            for (int number = 2; !taken.insert(name).second; ++number) name = std::to_string(number) + "/" + file;
            if (is_folder) {
                add_folder(found, item, name);
            } else {
                found.entries[name] = path;
            }
            if (ends_with_slash) name += '/';
        }
        found.literals.emplace(id, name);
    }
    return found;
}

}  // namespace moo
