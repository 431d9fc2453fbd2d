#include "backends/fmu/fmu_resources.h"

#include <filesystem>
#include <set>

#include "backends/common/resource_file.h"
#include "backends/fmu/zip_archive.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// Adds all files in a folder, at any depth.
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
    struct Literal {
        ExprId id;
        fs::path item;
        bool is_folder = false;
    };
    std::vector<Literal> literals;
    std::set<std::string> taken;  // names below `resources/` that are in use
    for (std::size_t i = 0; i < document.exprs.size(); ++i) {
        ExprId const id(i);
        if (document.exprs.kind(id) != ExprKind::string) continue;
        std::string const path(interner.text(document.exprs.symbol(id)));
        bool const is_folder = is_resource_folder(path);
        if (!is_folder && !is_resource_file(path)) continue;
        fs::path const item = path.ends_with('/') ? fs::path(path).parent_path() : fs::path(path);
        if (!is_safe_entry_name(item.filename().string())) continue;
        literals.push_back({id, item, is_folder});
        taken.insert(item.filename().string());
    }
    FmuResources found;
    std::map<fs::path, std::string> names;
    std::set<std::string> given;
    for (Literal const& literal : literals) {
        std::string const path(interner.text(document.exprs.symbol(literal.id)));
        std::string& name = names[literal.item];
        if (name.empty()) {
            std::string const file = literal.item.filename().string();
            name = file;
            // Files in different folders of libraries may have the same name.
            for (int number = 2; !given.insert(name).second; ++number) {
                std::string const folder = std::to_string(number);
                if (!taken.contains(folder)) name = folder + "/" + file;
            }
            if (literal.is_folder) {
                add_folder(found, literal.item, name);
            } else {
                found.entries[name] = path;
            }
        }
        // If the text ends with a slash, the model may append the name of a file to it.
        std::string const shown = path.ends_with('/') ? name + "/" : name;
        found.names[path] = shown;
        found.literals.emplace(literal.id, shown);
    }
    return found;
}

}  // namespace moo
