#include "frontend/tool/flatten_input.h"

#include <algorithm>

#include "frontend/flatten/flatten.h"
#include "frontend/library/list_models.h"

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

constexpr Message<std::string_view, std::int64_t> several_models{
    DiagnosticKind::ModelNotFound, "`{}` has no model at its top level, but {} in packages"};

// A list in a message is for choosing from.
constexpr std::size_t most_listed = 20;

// The only model inside the packages of a file; empty after a report if there is none, or more than one.
std::string only_model(Tool& tool, Library& library, Interner& interner, std::vector<StoredClass const*> const& stored,
                       std::string const& file) {
    std::vector<std::string> models;
    for (StoredClass const* const each : stored) {
        for (std::string& name : list_models(library, interner, each->qualified_name))
            models.push_back(std::move(name));
    }
    if (tool.diagnostics.has_errors()) return {};
    if (models.size() == 1) return models[0];
    if (models.empty()) {
        tool.diagnostics.error({}, no_model, file);
        return {};
    }
    auto report = tool.diagnostics.error({}, several_models, file, static_cast<std::int64_t>(models.size()));
    for (std::size_t i = 0; i < std::min(models.size(), most_listed); ++i) report.note({}, "`{}`", models[i]);
    if (models.size() > most_listed) {
        report.note({}, "… and {} more", static_cast<std::int64_t>(models.size() - most_listed));
    }
    report.note({}, "name one of them after the file");
    return {};
}

}  // namespace

std::optional<FlatModel> flatten_input(Tool& tool, Library& library, Interner& interner, FlattenInput const& input) {
    std::string name = input.class_name;
    std::vector<std::string> files = input.files;
    if (files.empty() && name.empty()) files.emplace_back("-");
    std::vector<StoredClass const*> last;
    {
        auto const scope = tool.stats.phase("parse");
        for (std::string const& path : files) {
            FileId const file = tool.load_model(path);
            if (!file) return std::nullopt;
            auto const stored = library.add_file(file);
            if (stored.empty()) continue;
            if (name.empty()) name = default_model(*stored.back()->ast, interner);
            last = stored;
        }
    }
    if (tool.diagnostics.has_errors()) return std::nullopt;
    if (name.empty()) name = only_model(tool, library, interner, last, files.empty() ? "-" : files.back());
    if (name.empty()) return std::nullopt;
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
