#include "frontend/tool/flatten_input.h"

#include <algorithm>

#include "frontend/flatten/flatten.h"

namespace moo {

namespace {

constexpr Message<std::string_view> no_model{DiagnosticKind::ModelNotFound, "`{}` contains no model"};

// Classes in a file with syntax errors are not found, so that messages elsewhere may only be consequences.
void drop_consequences(Tool& tool, Library const& library) {
    std::vector<FileId> const& broken = library.broken_files();
    auto const is_in_broken_file = [&](Diagnostic const& item) {
        auto const file = tool.sources.file_of(item.span.begin);
        return file && std::find(broken.begin(), broken.end(), *file) != broken.end();
    };
    auto const& items = tool.diagnostics.items();
    if (std::any_of(items.begin(), items.end(), is_in_broken_file)) tool.diagnostics.keep_only(is_in_broken_file);
}

}  // namespace

std::optional<FlatModel> flatten_input(Tool& tool, Library& library, Interner& interner, FlattenInput const& input) {
    std::string name = input.class_name;
    std::vector<std::string> files = input.files;
    if (files.empty() && name.empty()) files.emplace_back("-");
    {
        auto const scope = tool.stats.phase("parse");
        for (std::string const& path : files) {
            FileId const file = tool.load(path);
            if (!file) return std::nullopt;
            auto const stored = library.add_file(file);
            if (name.empty() && !stored.empty()) name = default_model(*stored.back()->ast, interner);
        }
    }
    if (tool.diagnostics.has_errors()) return std::nullopt;
    if (name.empty()) {
        tool.diagnostics.error({}, no_model, files.empty() ? "-" : files.back());
        return std::nullopt;
    }
    auto const scope = tool.stats.phase("flatten");
    // Never destroyed: the end of the process frees millions of objects at once, their destructors one by one. The
    // pointers are static so that leak checkers still see them in use.
    static ClassTree* kept_tree = nullptr;
    static Instances* kept_instances = nullptr;
    kept_tree = new ClassTree(tool.sources, interner, tool.diagnostics, library);
    kept_instances = new Instances(*kept_tree, interner, tool.diagnostics);
    std::optional<FlatModel> model;
    if (Node* const node = find_model(*kept_instances, name)) {
        auto const settings = read_settings(*kept_instances, tool.sources, name, input.settings);
        if (tool.diagnostics.has_errors()) return std::nullopt;
        model = flatten(*kept_instances, *node, settings, {input.trust});
    }
    drop_consequences(tool, library);
    auto const is_serious = [&](Diagnostic const& each) {
        return each.severity == Severity::error &&
               !(input.accepts_unbalanced && each.kind == DiagnosticKind::Unbalanced);
    };
    if (std::ranges::any_of(tool.diagnostics.items(), is_serious)) return std::nullopt;
    return model;
}

}  // namespace moo
