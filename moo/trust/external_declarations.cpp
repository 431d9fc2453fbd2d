#include "moo/trust/external_declarations.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "moo/base/diagnostics.h"
#include "moo/base/interner.h"
#include "moo/base/source.h"
#include "moo/library/folder_listing.h"
#include "moo/library/resource_address.h"
#include "moo/lower/annotation.h"
#include "moo/syntax/parse.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

std::string content_of(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// All functions with an external clause in a tree, with the annotation of the class around the clause.
class ExternalClauses {
public:
    struct Clause {
        ast::Class const* function;
        ast::External const* external;
    };

    explicit ExternalClauses(ast::Ast const& ast) : ast_(ast) {
        std::vector<ast::ClassId> left(ast.classes().begin(), ast.classes().end());
        while (!left.empty()) {
            ast::Class const& one = ast_[left.back()];
            left.pop_back();
            if (ast::External const* const external = ast_.external(one)) found.push_back({&one, external});
            for (ast::Section const& section : ast_.items(one.sections)) {
                for (ast::ElementId const id : ast_.items(section.elements)) {
                    ast::Element const& element = ast_[id];
                    if (element.kind == ast::ElementKind::class_definition) {
                        left.push_back(ast_.class_definition(element));
                    }
                }
            }
        }
    }

    std::vector<Clause> found;

private:
    ast::Ast const& ast_;
};

bool is_inside_folder(fs::path const& path, fs::path const& folder) {
    fs::path const inside = path.lexically_normal();
    fs::path const outside = folder.lexically_normal();
    return std::mismatch(outside.begin(), outside.end(), inside.begin(), inside.end()).first == outside.end();
}

bool contains_folders_of(fs::path const& root, ExternalCode const& code) {
    for (auto const* const list : {&code.include_folders, &code.library_folders, &code.source_folders}) {
        for (fs::path const& folder : *list) {
            if (is_inside_folder(folder, root)) return true;
        }
    }
    return false;
}

bool declares(ExternalCode const& declared, ExternalCode const& code) {
    bool const has_texts = code.includes.empty() || code.includes == declared.includes;
    auto const is_declared = [&](std::string const& library) {
        return std::ranges::find(declared.libraries, library) != declared.libraries.end();
    };
    return declared.language == code.language && has_texts && std::ranges::all_of(code.libraries, is_declared);
}

}  // namespace

ExternalDeclarations::ExternalDeclarations(std::vector<fs::path> const& folders) {
    std::error_code error;
    for (fs::path const& folder : folders) {
        // Absolute, like the folders that a flat model names.
        for (FolderListing::StoredName const& stored : FolderListing(fs::absolute(folder, error)).stored_names()) {
            Root root;
            root.name = stored.name;
            root.file = stored.file;
            root.folder = stored.file.parent_path();
            root.has_folder = stored.has_folder;
            roots_.push_back(std::move(root));
        }
    }
}

std::optional<ExternalCode> ExternalDeclarations::find(ExternalCode const& code) {
    auto const find_in = [&](Root& root) -> std::optional<ExternalCode> {
        add_declarations(root, code.function);
        auto const [begin, end] = root.declared.equal_range(code.function);
        auto const found = std::find_if(begin, end, [&](auto const& entry) { return declares(entry.second, code); });
        return found == end ? std::nullopt : std::optional(found->second);
    };
    for (bool const is_near : {true, false}) {
        for (Root& root : roots_) {
            if (contains_folders_of(root.folder, code) != is_near) continue;
            if (auto found = find_in(root)) return found;
        }
    }
    return std::nullopt;
}

void ExternalDeclarations::add_declarations(Root& root, std::string const& function) const {
    if (!root.is_read) read(root);
    auto const has_name = [&](Text const& text) { return text.content.find(function) != std::string::npos; };
    for (Text const& text : root.texts) {
        if (has_name(text)) parse(root, text);
    }
    std::erase_if(root.texts, has_name);
}

void ExternalDeclarations::read(Root& root) const {
    root.is_read = true;
    auto const add = [&](fs::path const& path) {
        std::string content = content_of(path);
        if (content.find("external") != std::string::npos) root.texts.push_back({path, std::move(content)});
    };
    if (!root.has_folder) return add(root.file);
    std::error_code error;
    for (fs::recursive_directory_iterator it(root.folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename() == "Resources") it.disable_recursion_pending();
        if (it->path().extension() == ".mo" && it->is_regular_file(error)) add(it->path());
    }
}

void ExternalDeclarations::parse(Root& root, Text const& text) const {
    SourceManager sources;
    Interner interner;
    Diagnostics ignored;
    ast::Ast const ast = moo::parse(sources.add(text.path.string(), text.content), sources, interner, ignored);
    for (ExternalClauses::Clause const& clause : ExternalClauses(ast).found) {
        auto const texts = [&](char const* name) {
            std::vector<std::string> found = strings_argument(ast, interner, clause.external->annotation, name);
            if (!found.empty()) return found;
            return strings_argument(ast, interner, clause.function->comment.annotation, name);
        };
        bool const has_language = clause.external->language.span.begin.has_value();
        std::string const language = has_language ? ast.string_value(clause.external->language) : "C";
        if (language != "C" && language != "FORTRAN 77") continue;
        ast::Ident const& name = clause.external->function.symbol ? clause.external->function : clause.function->name;
        ExternalCode code;
        code.language = language == "C" ? ExternalLanguage::c : ExternalLanguage::fortran77;
        code.function = interner.text(name.symbol);
        code.includes = texts("Include");
        code.libraries = texts("Library");
        code.include_folders = folders_of(root, texts("IncludeDirectory"), {"Include"});
        code.library_folders = folders_of(root, texts("LibraryDirectory"), {"Library"});
        code.source_folders = folders_of(root, texts("SourceDirectory"), {"Source", "C-Sources"});
        root.declared.emplace(code.function, std::move(code));
    }
}

std::vector<fs::path> ExternalDeclarations::folders_of(Root const& root, std::vector<std::string> const& addresses,
                                                       std::vector<std::string> const& defaults) const {
    std::vector<fs::path> found;
    for (std::string const& address : addresses) {
        if (fs::path path = resolve(address); !path.empty()) found.push_back(std::move(path));
    }
    if (!addresses.empty()) return found;
    for (std::string const& name : defaults) {
        std::error_code error;
        fs::path const path = root.folder / "Resources" / name;
        if (fs::is_directory(path, error)) found.push_back(path);
    }
    return found;
}

fs::path ExternalDeclarations::resolve(std::string const& text) const {
    auto const address = parse_resource_address(text);
    if (!address) return {};
    if (address->scheme == AddressScheme::file) return fs::path(address->path).lexically_normal();
    auto const& parts = address->class_name;
    auto const root = std::ranges::find_if(roots_, [&](Root const& one) { return one.name == parts[0]; });
    if (root == roots_.end()) return {};
    // Packages have folders of their own or are written in the file of the package around them.
    fs::path place = root->folder;
    fs::path inside;
    std::error_code error;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        bool const has_own = inside.empty() && fs::exists(place / parts[i] / "package.mo", error);
        has_own ? place /= parts[i] : inside /= parts[i];
    }
    return path_below(place, inside, address->path);
}

}  // namespace moo
