#include "frontend/library/library.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <system_error>

#include "moo/library/folder_listing.h"
#include "moo/library/library_version.h"
#include "frontend/library/package_order.h"
#include "moo/library/resource_address.h"
#include "moo/syntax/parse.h"
#include "moo/syntax/print.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

constexpr Message<std::string_view, std::string_view> unreadable{DiagnosticKind::FileUnreadable,
                                                                 "cannot read `{}`: {}"};
constexpr Message<std::string_view> defined_twice{DiagnosticKind::DuplicateName,
                                                  "class `{}` is defined in two of the given files"};
constexpr Message<std::string_view, std::string_view> stored_twice{
    DiagnosticKind::DuplicateName, "class `{}` is stored twice in `{}`: as a file, which is used, and as a folder"};
constexpr Message<std::string_view, std::string_view> not_within{
    DiagnosticKind::WrongWithin, "the file says `within {}`, but is in the folder of package `{}`"};
constexpr Message<std::string_view> not_top_level{DiagnosticKind::WrongWithin,
                                                  "the file says `within {}`, but is in a folder of top-level classes"};
constexpr Message<std::string_view> empty_within{DiagnosticKind::WrongWithin,
                                                 "the file says `within;`, but is in the folder of package `{}`"};
constexpr Message<std::string_view> lacks_within{
    DiagnosticKind::WrongWithin, "the file is in the folder of package `{}`, but has no `within` that says so"};
constexpr Message<std::string_view, std::string_view> wrong_file_name{
    DiagnosticKind::WrongFileName, "class `{}` is in a file that should define `{}`"};
constexpr Message<std::string_view> several_classes{
    DiagnosticKind::WrongFileName, "class `{}` is the second class in a library file, which should define only one"};
constexpr Message<std::string_view, std::string_view, std::string_view> wrong_version{
    DiagnosticKind::LibraryVersion, "`{}` version {} is requested, but version {} is used"};

std::string join(std::string_view package, std::string_view name) {
    return package.empty() ? std::string(name) : std::string(package) + '.' + std::string(name);
}

fs::path folder_of(fs::path const& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

bool is_file(fs::path const& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

// The folder of the top-level package, if the file is in the tree of folders that its `within` describes.
std::optional<fs::path> enclosing_library(fs::path const& file, std::vector<std::string> const& within) {
    std::error_code error;
    fs::path folder = fs::absolute(file, error).lexically_normal().parent_path();
    if (file.filename() == "package.mo") folder = folder.parent_path();
    for (std::size_t depth = within.size(); depth > 0; --depth) {
        std::string name = folder.filename().string();
        if (depth == 1) name.resize(std::min(name.find(' '), name.size()));
        if (name != within[depth - 1] || !is_file(folder / "package.mo")) return std::nullopt;
        if (depth > 1) folder = folder.parent_path();
    }
    // Messages name files the way the user does.
    return file.is_absolute() ? folder : folder.lexically_proximate(fs::current_path(error));
}

}  // namespace

struct Library::State {
    SourceManager& sources;
    Interner& interner;
    Diagnostics& diagnostics;
    std::vector<fs::path> roots;

    // Both keep their addresses.
    std::deque<ast::Ast> asts;
    std::deque<StoredClass> classes;
    struct ParsedFile {
        ast::Ast const* ast = nullptr;  // null if the file could not be read
        bool has_errors = false;
        fs::path root = {};  // as in StoredClass
    };
    std::unordered_map<std::string, ParsedFile> parsed;  // by path
    std::vector<FileId> broken_files;

    struct Folder {
        FolderListing listing;
        std::unordered_map<Symbol, StoredClass const*> members;  // null if there is none
        std::optional<std::vector<Symbol>> ordered_names;
    };
    std::unordered_map<std::string, Folder> folders;
    std::unordered_map<Symbol, StoredClass const*> top_level;  // from libraries; null if there is none

    // The definitions in the user's files, by the package in their `within`.
    std::unordered_map<std::string, std::unordered_map<Symbol, StoredClass const*>> user_members;
    // Folders of top-level packages that a user's file is part of.
    std::unordered_map<Symbol, fs::path> user_libraries;

    // Which versions are asked for, in the order of their priority, and which were loaded.
    std::unordered_map<Symbol, std::vector<UsedLibrary>> wanted;
    std::unordered_map<Symbol, VersionAnnotations> loaded;

    // ---- files and folders ----
    ParsedFile parse_file(fs::path const& path);
    Folder& folder(fs::path const& path, bool may_be_absent);
    StoredClass const* load(FolderListing::StoredName const& place, std::string const& within, fs::path const& root);
    void check_within(ast::Ast const& ast, std::string const& expected);
    ast::ClassId choose_class(ast::Ast const& ast, std::string_view name);

    // ---- libraries and versions ----
    std::vector<FolderListing::StoredName> candidates(Symbol name);
    FolderListing::StoredName const& choose(std::vector<FolderListing::StoredName> const& candidates, Symbol name);
    VersionAnnotations annotations_of(FolderListing::StoredName const& candidate);
    void want(UsedLibrary const& used);
    void settle_version(Symbol name, StoredClass const& library, std::string const& version_of_folder);
    void check_version(VersionAnnotations const& library, UsedLibrary const& used);

    // ---- the user's files ----
    StoredClass const* add_class(ast::Ast const& ast, ast::ClassId id, std::string const& within, fs::path const& file,
                                 std::optional<fs::path> const& library);
    StoredClass const* user_member(std::string const& package, Symbol name) const;
};

// ---- files and folders ----

Library::State::ParsedFile Library::State::parse_file(fs::path const& path) {
    auto const [at, is_new] = parsed.try_emplace(path.native());
    if (!is_new) return at->second;
    auto const [file, error] = sources.load(path.native(), ReadableFiles::regular);
    if (!file) {
        diagnostics.error({}, unreadable, path.native(), error);
        return {};
    }
    std::size_t const errors_before = diagnostics.error_count();
    asts.push_back(parse(file, sources, interner, diagnostics));
    at->second = {&asts.back(), diagnostics.error_count() > errors_before, {}};
    if (at->second.has_errors) broken_files.push_back(file);
    return at->second;
}

Library::State::Folder& Library::State::folder(fs::path const& path, bool may_be_absent) {
    if (auto const known = folders.find(path.native()); known != folders.end()) return known->second;
    Folder& added = folders.emplace(path.native(), Folder{FolderListing(path), {}, {}}).first->second;
    std::error_code const error = added.listing.error();
    bool const is_absent = error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    if (error && !(may_be_absent && is_absent)) {
        diagnostics.error({}, unreadable, path.native(), error.message());
    }
    return added;
}

void Library::State::check_within(ast::Ast const& ast, std::string const& expected) {
    std::string const actual = name_text(ast, interner, ast.within());
    if (actual == expected) return;
    SourceLoc const start = sources.start_of(ast.file());
    if (!ast.has_within()) {
        diagnostics.warning({start, start}, lacks_within, expected);
    } else if (actual.empty()) {
        diagnostics.error({start, start}, empty_within, expected);
    } else if (expected.empty()) {
        diagnostics.error(ast.within().span, not_top_level, actual);
    } else {
        diagnostics.error(ast.within().span, not_within, actual, expected);
    }
}

// The class of a library's file that has the right name.
ast::ClassId Library::State::choose_class(ast::Ast const& ast, std::string_view name) {
    ast::ClassId found;
    for (ast::ClassId const id : ast.classes()) {
        Symbol const symbol = ast[id].name.symbol;
        if (!found && symbol && interner.text(symbol) == name) found = id;
    }
    auto const all = ast.classes();
    auto const text = [&](ast::ClassId id) {
        return ast[id].name.symbol ? interner.text(ast[id].name.symbol) : std::string_view();
    };
    if (!found && !all.empty()) {
        diagnostics.error(ast[all[0]].name.span, wrong_file_name, text(all[0]), name);
    } else if (all.size() > 1) {
        diagnostics.error(ast[all[1]].name.span, several_classes, text(all[1]));
    }
    return found;
}

StoredClass const* Library::State::load(FolderListing::StoredName const& place, std::string const& within,
                                        fs::path const& root) {
    auto const [ast, has_errors, known_root] = parse_file(place.file);
    // The tree of a text with syntax errors has gaps, in which not even names are certain.
    if (ast == nullptr || has_errors) return nullptr;
    check_within(*ast, within);
    ast::ClassId const id = choose_class(*ast, place.name);
    if (!id) return nullptr;
    fs::path const folder = place.has_folder ? folder_of(place.file) : fs::path();
    fs::path const own_root = place.has_folder ? folder : place.file;
    classes.push_back({ast, id, folder, root.empty() ? own_root : root, join(within, place.name)});
    parsed[place.file.native()].root = classes.back().root;
    return &classes.back();
}

// ---- libraries and versions ----

std::vector<FolderListing::StoredName> Library::State::candidates(Symbol name) {
    std::string const text(interner.text(name));
    // A file of the user is in that library, so no other version is possible.
    if (auto const known = user_libraries.find(name); known != user_libraries.end()) {
        return {{text, {}, known->second / "package.mo", true}};
    }
    std::vector<FolderListing::StoredName> all;
    for (fs::path const& root : roots) {
        for (auto& stored : folder(root, true).listing.stored_names(text)) all.push_back(std::move(stored));
    }
    return all;
}

VersionAnnotations Library::State::annotations_of(FolderListing::StoredName const& candidate) {
    VersionAnnotations result;
    auto const [ast, has_errors, root] = parse_file(candidate.file);
    if (ast != nullptr && !has_errors && !ast->classes().empty()) {
        result = read_version_annotations(*ast, interner, ast->classes()[0]);
    }
    if (result.version.empty()) result.version = candidate.version;
    return result;
}

// The first that has the version that is asked for, else the first that says that it suits, else the first.
FolderListing::StoredName const& Library::State::choose(std::vector<FolderListing::StoredName> const& candidates,
                                                        Symbol name) {
    auto const asked = wanted.find(name);
    if (candidates.size() == 1 || asked == wanted.end()) return candidates[0];
    std::string const& version = asked->second[0].version;
    for (auto const& candidate : candidates) {
        bool const fits = candidate.version.empty() ? same_version(annotations_of(candidate).version, version)
                                                    : same_version(candidate.version, version);
        if (fits) return candidate;
    }
    for (auto const& candidate : candidates) {
        if (annotations_of(candidate).covers(version)) return candidate;
    }
    return candidates[0];
}

void Library::State::check_version(VersionAnnotations const& library, UsedLibrary const& used) {
    if (library.covers(used.version)) return;
    auto report =
        diagnostics.warning(used.span, wrong_version, interner.text(used.name), used.version, library.version);
    for (std::string const& version : library.converts_from) {
        if (!same_version(version, used.version)) continue;
        report.note({}, "the library has rules to convert models of version {}; they are not applied here",
                    std::string_view(version));
        break;
    }
}

void Library::State::want(UsedLibrary const& used) {
    auto& all = wanted[used.name];
    bool const is_known =
        std::any_of(all.begin(), all.end(), [&](UsedLibrary const& other) { return other.version == used.version; });
    if (is_known) return;
    all.push_back(used);
    if (auto const library = loaded.find(used.name); library != loaded.end()) check_version(library->second, used);
}

// A top-level class is used: it must fulfil the requests for it, and has requests of its own.
void Library::State::settle_version(Symbol name, StoredClass const& library, std::string const& version_of_folder) {
    auto const [at, is_new] = loaded.try_emplace(name);
    if (!is_new) return;
    VersionAnnotations& annotations = at->second;
    annotations = read_version_annotations(*library.ast, interner, library.id);
    if (annotations.version.empty()) annotations.version = version_of_folder;
    if (auto const asked = wanted.find(name); asked != wanted.end()) {
        for (UsedLibrary const& used : asked->second) check_version(annotations, used);
    }
    for (UsedLibrary const& used : annotations.uses) want(used);
}

// ---- the user's files ----

StoredClass const* Library::State::user_member(std::string const& package, Symbol name) const {
    auto const members = user_members.find(package);
    if (members == user_members.end()) return nullptr;
    auto const at = members->second.find(name);
    return at == members->second.end() ? nullptr : at->second;
}

StoredClass const* Library::State::add_class(ast::Ast const& ast, ast::ClassId id, std::string const& within,
                                             fs::path const& file, std::optional<fs::path> const& library) {
    ast::Ident const& name = ast[id].name;
    if (!name.symbol) return nullptr;
    std::string qualified = join(within, interner.text(name.symbol));
    if (StoredClass const* const other = user_member(within, name.symbol)) {
        diagnostics.error(name.span, defined_twice, qualified)
            .note((*other->ast)[other->id].name.span, "the other definition is here");
        return nullptr;
    }
    bool const has_folder = file.filename() == "package.mo" && ast.classes().size() == 1;
    fs::path const folder = has_folder ? folder_of(file) : fs::path();
    fs::path const own_root = has_folder ? folder : file;
    classes.push_back({&ast, id, folder, library.value_or(own_root), std::move(qualified)});
    user_members[within].emplace(name.symbol, &classes.back());
    for (UsedLibrary const& used : read_version_annotations(ast, interner, id).uses) want(used);
    return &classes.back();
}

// ---- the interface ----

Library::Library(SourceManager& sources, Interner& interner, Diagnostics& diagnostics, std::vector<fs::path> folders)
    : state_(new State{sources, interner, diagnostics, std::move(folders), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}) {}

Library::~Library() = default;

std::vector<StoredClass const*> Library::add_file(FileId file) {
    State& s = *state_;
    s.asts.push_back(parse(file, s.sources, s.interner, s.diagnostics));
    ast::Ast const& ast = s.asts.back();
    fs::path const path(s.sources.name(file));
    std::string const within = name_text(ast, s.interner, ast.within());
    std::optional<fs::path> library;
    if (!within.empty() && (library = enclosing_library(path, split_class_name(within)))) {
        Symbol const top = s.interner.intern(split_class_name(within)[0]);
        s.user_libraries.emplace(top, *library);
        // An earlier search for it may have failed.
        if (auto const known = s.top_level.find(top); known != s.top_level.end() && known->second == nullptr) {
            s.top_level.erase(known);
        }
    }
    std::vector<StoredClass const*> added;
    for (ast::ClassId const id : ast.classes()) {
        if (auto const* const stored = s.add_class(ast, id, within, path, library)) added.push_back(stored);
    }
    return added;
}

StoredClass const* Library::find_top_level(Symbol name) {
    State& s = *state_;
    if (StoredClass const* const own = s.user_member({}, name)) {
        s.settle_version(name, *own, {});
        return own;
    }
    auto const [at, is_new] = s.top_level.try_emplace(name, nullptr);
    if (!is_new) return at->second;
    auto const candidates = s.candidates(name);
    if (candidates.empty()) return nullptr;
    auto const& chosen = s.choose(candidates, name);
    StoredClass const* const found = s.load(chosen, {}, {});
    if (found == nullptr) return nullptr;
    s.top_level[name] = found;
    s.settle_version(name, *found, chosen.version);
    return found;
}

StoredClass const* Library::find_user_member(std::string_view package_path, Symbol name) {
    if (state_->user_members.empty()) return nullptr;
    return state_->user_member(std::string(package_path), name);
}

StoredClass const* Library::find_member(StoredClass const& package, Symbol name) {
    State& s = *state_;
    if (StoredClass const* const own = find_user_member(package.qualified_name, name)) return own;
    if (package.folder.empty()) return nullptr;
    State::Folder& folder = s.folder(package.folder, false);
    if (auto const known = folder.members.find(name); known != folder.members.end()) return known->second;
    std::string const text(s.interner.text(name));
    bool const is_file = text != "package" && folder.listing.has_file(text + ".mo");
    bool const is_folder = folder.listing.has_package(text);
    if (is_file && is_folder) s.diagnostics.warning({}, stored_twice, text, package.folder.native());
    StoredClass const* found = nullptr;
    if (is_file) {
        found = s.load({text, {}, package.folder / (text + ".mo"), false}, package.qualified_name, package.root);
    } else if (is_folder) {
        found = s.load({text, {}, package.folder / text / "package.mo", true}, package.qualified_name, package.root);
    }
    folder.members.emplace(name, found);
    return found;
}

std::vector<Symbol> Library::user_member_names(std::string_view package_path) {
    State& s = *state_;
    std::vector<Symbol> names;
    auto const members = s.user_members.find(std::string(package_path));
    if (members == s.user_members.end()) return names;
    for (auto const& [name, stored] : members->second) names.push_back(name);
    std::sort(names.begin(), names.end(), [&](Symbol a, Symbol b) { return s.interner.text(a) < s.interner.text(b); });
    return names;
}

std::vector<Symbol> Library::member_names(StoredClass const& package) {
    State& s = *state_;
    std::vector<Symbol> names;
    if (!package.folder.empty()) {
        State::Folder& folder = s.folder(package.folder, false);
        if (!folder.ordered_names) {
            for (auto const& stored : folder.listing.stored_names()) {
                Symbol const name = s.interner.intern(stored.name);
                // Only libraries have their version in the name of the file.
                if (stored.version.empty() && (names.empty() || names.back() != name)) names.push_back(name);
            }
            if (folder.listing.has_file("package.order")) {
                auto const [file, error] = s.sources.load(package.folder / "package.order", ReadableFiles::regular);
                if (file) {
                    names = order_members(names, *package.ast, package.id, file, s.sources, s.interner, s.diagnostics);
                } else {
                    s.diagnostics.error({}, unreadable, (package.folder / "package.order").native(), error);
                }
            }
            folder.ordered_names = std::move(names);
        }
        names = *folder.ordered_names;
    }
    for (Symbol const name : user_member_names(package.qualified_name)) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

std::vector<std::string> Library::top_level_names() {
    State& s = *state_;
    std::set<std::string> names;
    for (Symbol const name : user_member_names({})) names.emplace(s.interner.text(name));
    for (auto const& [name, folder] : s.user_libraries) names.emplace(s.interner.text(name));
    for (fs::path const& root : s.roots) {
        for (auto const& stored : s.folder(root, true).listing.stored_names()) names.insert(stored.name);
    }
    return {names.begin(), names.end()};
}

std::vector<SourceSpan> Library::library_texts(FileId model_file) const {
    State const& s = *state_;
    std::set<fs::path> own_roots;
    for (auto const& [package, members] : s.user_members) {
        for (auto const& [name, stored] : members) own_roots.insert(stored->root);
    }
    for (auto const& [path, file] : s.parsed) {
        if (file.ast != nullptr && file.ast->file() == model_file) own_roots.insert(file.root);
    }
    std::vector<SourceSpan> texts;
    for (auto const& [path, file] : s.parsed) {
        if (file.ast == nullptr || own_roots.contains(file.root)) continue;
        SourceLoc const begin = s.sources.start_of(file.ast->file());
        auto const size = static_cast<std::uint32_t>(s.sources.text(file.ast->file()).size());
        texts.push_back({begin, {begin.offset + size}});
    }
    return texts;
}

fs::path Library::resolve_address(std::string_view text) {
    State& s = *state_;
    auto const address = parse_resource_address(text);
    if (!address) return {};
    if (address->scheme == AddressScheme::file) {
        std::error_code error;
        fs::path const path = fs::absolute(address->path, error).lexically_normal();
        return error ? fs::path() : path;
    }
    auto const& parts = address->class_name;
    if (std::find(parts.begin(), parts.end(), "") != parts.end()) return {};
    StoredClass const* const top = find_top_level(s.interner.intern(parts[0]));
    if (top == nullptr) return {};
    // The class may be stored anywhere in the library; its resources always lie as if it had a folder.
    fs::path root = top->folder.empty() ? folder_of(top->root) : top->folder;
    fs::path inside;
    std::string path = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) {
        StoredClass const* const own = find_user_member(path, s.interner.intern(parts[i]));
        bool const is_elsewhere = own != nullptr && !own->folder.empty();
        root = is_elsewhere ? own->folder : root;
        inside = is_elsewhere ? fs::path() : inside / parts[i];
        path = join(path, parts[i]);
    }
    return path_below(root, inside, address->path);
}

std::vector<FileId> const& Library::broken_files() const { return state_->broken_files; }

std::size_t Library::file_count() const { return state_->asts.size(); }

}  // namespace moo
