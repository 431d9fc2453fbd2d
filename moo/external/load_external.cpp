#include "moo/external/load_external.h"

#include <algorithm>
#include <cstring>

#include "moo/external/library_code.h"
#include "moo/external/modelica_utilities.h"
#include "moo/external/snippet_text.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

constexpr char const* entry_name = "moo_call";

bool is_c_name(std::string const& name) {
    auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (name.empty() || is_digit(name[0])) return false;
    return std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_digit(c); });
}

LoadedExternal failure(std::string error, std::vector<std::string> details) {
    LoadedExternal loaded;
    loaded.error = std::move(error);
    loaded.details = std::move(details);
    return loaded;
}

}  // namespace

ExternalLoader::ExternalLoader(fs::path cache_folder) : cache_(std::move(cache_folder)) {}

ObjectBuilder* ExternalLoader::builder(std::string& error) {
    if (builder_ == nullptr) {
        auto const compiler = find_c_compiler();
        if (!compiler) {
            error = "there is no C compiler to build it: neither $CC, cc, gcc nor clang";
            return nullptr;
        }
        builder_ = std::make_unique<ObjectBuilder>(cache_, *compiler);
    }
    return builder_.get();
}

// Objects that are loaded later find the functions of ModelicaUtilities.h.
bool ExternalLoader::prepare_utilities(std::string& error, std::vector<std::string>& details) {
    if (utilities_.is_loaded()) return true;
    ObjectBuilder* const objects = builder(error);
    if (objects == nullptr) return false;
    BuiltObject const built = objects->utilities();
    error = built.error;
    details = built.details;
    if (built.path.empty()) return false;
    utilities_ = SharedObject::load(built.path, SharedObject::Visibility::for_later_objects, error);
    void* const address = utilities_.find("moo_set_utility_callbacks");
    if (address == nullptr) return false;
    void (*set_callbacks)(UtilityCallbacks const*) = nullptr;
    std::memcpy(&set_callbacks, &address, sizeof address);
    set_callbacks(&utility_callbacks());
    return true;
}

// ---- the objects -----------------------------------------------------------------------------------

bool ExternalLoader::add_object(fs::path const& path, Objects& objects) {
    SharedObject const object = SharedObject::load(path, SharedObject::Visibility::only_here, objects.error);
    if (object.is_loaded()) objects.loaded.push_back(object);
    return object.is_loaded();
}

bool ExternalLoader::add_archives(std::vector<fs::path> const& archives, Objects& objects) {
    std::string error;
    std::vector<std::string> details;
    if (!prepare_utilities(error, details)) return false;
    BuiltObject const built = builder_->archives(archives);
    // An archive that was not made for shared objects cannot be used.
    for (std::string const& line : built.details) objects.left_out.push_back(line);
    return !built.path.empty() && add_object(built.path, objects);
}

SourceGroups const& ExternalLoader::groups_of(std::vector<fs::path> const& source_folders) {
    auto const known = groups_.find(source_folders);
    if (known != groups_.end()) return known->second;
    std::vector<fs::path> const folders = with_folders_inside(source_folders);
    return groups_.emplace(source_folders, SourceGroups(c_files_in(folders), headers_in(folders))).first->second;
}

void ExternalLoader::add_sources(ExternalCode const& code, Extent extent, std::vector<std::string> const& names,
                                 Objects& objects) {
    std::vector<fs::path> const folders = existing_folders(code.source_folders);
    if (folders.empty()) {
        objects.error =
            names.empty() ? "its folder of sources does not exist" : "there is no library `" + names[0] + "`";
        objects.details = std::move(objects.left_out);
        return;
    }
    if (!prepare_utilities(objects.error, objects.details)) return;
    std::vector<fs::path> libraries;
    for (SharedObject const& object : objects.loaded) libraries.push_back(object.path());
    std::vector<fs::path> files;
    if (extent == Extent::own_sources) files = groups_of(folders).sources_for(symbols_of(code));
    BuiltObject built = builder_->sources({files, folders, code.include_folders, libraries});
    objects.has_part_of_sources = !files.empty() && !built.path.empty();
    if (!files.empty() && built.path.empty()) built = builder_->sources({{}, folders, code.include_folders, libraries});
    objects.error = built.error;
    objects.details = std::move(built.details);
    objects.left_out.insert(objects.left_out.end(), built.left_out.begin(), built.left_out.end());
    // Its own sources go before other libraries.
    if (!built.path.empty() && add_object(built.path, objects)) {
        std::rotate(objects.loaded.begin(), objects.loaded.end() - 1, objects.loaded.end());
    }
}

ExternalLoader::Objects ExternalLoader::find_objects(ExternalCode const& code, Extent extent) {
    Objects objects;
    std::vector<std::string> missing;
    std::vector<fs::path> archives;
    std::vector<std::string> archived;
    for (std::string const& name : code.libraries) {
        LibraryFile const file = find_library_file(code.library_folders, name);
        if (file.format == LibraryFormat::archive) {
            archives.push_back(file.path);
            archived.push_back(name);
        } else if (file.format == LibraryFormat::shared) {
            std::string ignored;
            std::vector<std::string> ignored_details;
            // If it needs the utilities and they cannot be built, loading it says so.
            [[maybe_unused]] bool const has_utilities = prepare_utilities(ignored, ignored_details);
            if (!add_object(file.path, objects)) return objects;
        } else {
            auto const [known, is_new] = system_libraries_.try_emplace(name);
            if (is_new) known->second = load_system_library(name);
            if (known->second.is_loaded()) {
                objects.loaded.push_back(known->second);
            } else {
                missing.push_back(name);
            }
        }
    }
    if (!archives.empty() && !add_archives(archives, objects)) {
        missing.insert(missing.begin(), archived.begin(), archived.end());
    }
    bool const has_only_sources = code.libraries.empty() && !code.source_folders.empty();
    if (!missing.empty() || has_only_sources) add_sources(code, extent, missing, objects);
    return objects;
}

// ---- the function ----------------------------------------------------------------------------------

LoadedExternal ExternalLoader::load(PermittedCode const& permitted, ForeignSignature signature) {
    ExternalCode const& code = *permitted;
    if (!is_c_name(code.function)) return failure("`" + code.function + "` cannot be the name of a C function", {});
    Objects objects = find_objects(code, Extent::own_sources);
    if (!objects.error.empty()) return failure(std::move(objects.error), std::move(objects.details));
    if (!has_snippet(code)) return load_directly(code, std::move(signature), objects);
    LoadedExternal loaded = load_through_snippet(code, signature, objects);
    if (loaded.function || !objects.has_part_of_sources) return loaded;
    // The text or its headers may use more of the library.
    objects = find_objects(code, Extent::all_sources);
    if (objects.error.empty()) loaded = load_through_snippet(code, std::move(signature), objects);
    return loaded;
}

LoadedExternal ExternalLoader::load_through_snippet(ExternalCode const& code, ForeignSignature signature,
                                                    Objects const& objects) {
    LoadedExternal loaded;
    if (!prepare_utilities(loaded.error, loaded.details)) return loaded;
    std::vector<fs::path> libraries;
    for (SharedObject const& object : objects.loaded) libraries.push_back(object.path());
    BuiltObject const built =
        builder_->snippet({snippet_text(code, signature, entry_name), code.include_folders, libraries});
    loaded.error = built.error;
    loaded.details = built.details;
    loaded.details.insert(loaded.details.end(), objects.left_out.begin(), objects.left_out.end());
    if (built.path.empty()) return loaded;
    SharedObject const object = SharedObject::load(built.path, SharedObject::Visibility::only_here, loaded.error);
    if (!object.is_loaded()) return loaded;
    loaded.result_is_argument = signature.result.kind == CKind::structure;
    if (loaded.result_is_argument) {
        signature.arguments.insert(signature.arguments.begin(), CKind::pointer);
        signature.result = {};
    }
    loaded.function.emplace(object.find(entry_name), std::move(signature));
    return loaded;
}

LinkedExternal ExternalLoader::link(PermittedCode const& permitted, ForeignSignature const& signature,
                                    std::string const& entry) {
    ExternalCode const& code = *permitted;
    LinkedExternal linked;
    if (!is_c_name(code.function)) {
        linked.error = "`" + code.function + "` cannot be the name of a C function";
        return linked;
    }
    Objects objects = find_objects(code, Extent::own_sources);
    linked.error = objects.error;
    linked.details = objects.details;
    if (!linked.error.empty() || !prepare_utilities(linked.error, linked.details)) return linked;
    auto const build_snippet = [&] {
        linked.objects.clear();
        for (SharedObject const& object : objects.loaded) linked.objects.push_back(object.path());
        if (!has_snippet(code)) return BuiltObject();
        return builder_->snippet({snippet_text(code, signature, entry), code.include_folders, linked.objects});
    };
    BuiltObject built = build_snippet();
    if (!built.error.empty() && objects.has_part_of_sources) {
        // The text or its headers may use more of the library.
        objects = find_objects(code, Extent::all_sources);
        built = build_snippet();
    }
    if (has_snippet(code)) {
        linked.error = built.error;
        linked.details = built.details;
        linked.details.insert(linked.details.end(), objects.left_out.begin(), objects.left_out.end());
        if (!built.path.empty()) linked.objects.insert(linked.objects.begin(), built.path);
    }
    linked.objects.push_back(utilities_.path());
    return linked;
}

LoadedExternal ExternalLoader::load_directly(ExternalCode const& code, ForeignSignature signature,
                                             Objects const& objects) {
    std::vector<SharedObject> searched = objects.loaded;
    searched.push_back(utilities_);
    // Without a library it can only be a function that every program has, such as those of the C library.
    if (code.libraries.empty() && code.source_folders.empty()) searched.push_back(SharedObject::program());
    for (std::string const& symbol : symbols_of(code)) {
        for (SharedObject const& object : searched) {
            if (void* const address = object.find(symbol)) {
                LoadedExternal loaded;
                loaded.function.emplace(address, std::move(signature));
                return loaded;
            }
        }
    }
    return failure("there is no function `" + symbols_of(code)[0] + "` in its libraries", objects.left_out);
}

}  // namespace moo
