#include "frontend/flatten/flatten.h"

#include <algorithm>

#include "moo/base/nearest_word.h"
#include "moo/lower/lower_class.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> no_such_model{DiagnosticKind::ModelNotFound, "there is no model named `{}`"};
constexpr Message<> no_model{DiagnosticKind::ModelNotFound, "the file holds no model"};
constexpr Message<std::string_view> is_partial{DiagnosticKind::ModelPartial,
                                               "`{}` is partial: it is a base for other models"};
constexpr Message<std::string_view, std::string_view> not_a_model{DiagnosticKind::ModelNotFound,
                                                                  "`{}` is a {}, not a model"};
constexpr Message<std::string_view> unsupported{DiagnosticKind::UnsupportedConstruct, "{} are not supported yet"};

bool can_be_simulated(ast::ClassKind kind) {
    return kind == ast::ClassKind::model || kind == ast::ClassKind::block || kind == ast::ClassKind::class_;
}

// The last of the classes that a default run simulates.
std::optional<ast::ClassId> last_model(ast::Ast const& ast) {
    std::optional<ast::ClassId> found;
    for (ast::ClassId const id : ast.classes()) {
        if (can_be_simulated(ast[id].kind) && !ast[id].is_partial) found = id;
    }
    return found;
}

std::vector<ast::ClassId> local_classes(ast::Ast const& ast, ast::ClassId in) {
    std::vector<ast::ClassId> found;
    for (ast::Section const& section : ast.items(ast[in].sections)) {
        for (ast::ElementId const element : ast.items(section.elements)) {
            if (ast[element].kind == ast::ElementKind::class_definition) {
                found.push_back(ast.class_definition(ast[element]));
            }
        }
    }
    return found;
}

// Walks down a qualified name from the top-level classes of the file.
std::optional<ast::ClassId> named_class(ast::Ast const& ast, Interner const& interner, std::string_view name) {
    if (ast.has_within() && ast.within().has_value()) {
        std::string const prefix = name_text(ast, interner, ast.within()) + ".";
        if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    std::vector<ast::ClassId> level(ast.classes().begin(), ast.classes().end());
    while (true) {
        std::size_t const dot = name.find('.');
        std::string_view const part = name.substr(0, dot);
        auto const fits = [&](ast::ClassId id) { return interner.text(ast[id].name.symbol) == part; };
        auto const found = std::find_if(level.begin(), level.end(), fits);
        if (found == level.end()) return std::nullopt;
        if (dot == std::string_view::npos) return *found;
        level = local_classes(ast, *found);
        name.remove_prefix(dot + 1);
    }
}

}  // namespace

std::optional<ast::ClassId> choose_model(ast::Ast const& ast, Interner const& interner, std::string_view name,
                                         Diagnostics& diagnostics) {
    auto const chosen = name.empty() ? last_model(ast) : named_class(ast, interner, name);
    if (!chosen) {
        if (name.empty()) {
            SourceSpan const place = ast.classes().empty() ? SourceSpan() : ast[ast.classes().back()].name.span;
            diagnostics.error(place, no_model);
            return std::nullopt;
        }
        std::vector<std::string_view> candidates;
        for (ast::ClassId const id : ast.classes()) candidates.push_back(interner.text(ast[id].name.symbol));
        auto report = diagnostics.error({}, no_such_model, name);
        std::string_view const nearest = nearest_word(name, candidates);
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        return std::nullopt;
    }
    ast::Class const& c = ast[*chosen];
    std::string_view const class_name = interner.text(c.name.symbol);
    if (!can_be_simulated(c.kind)) {
        diagnostics.error(c.name.span, not_a_model, class_name, class_kind_text(c.kind));
        return std::nullopt;
    }
    if (c.is_partial) {
        diagnostics.error(c.name.span, is_partial, class_name);
        return std::nullopt;
    }
    return chosen;
}

FlatModel flatten(ast::Ast const& ast, ast::ClassId class_id, Interner& interner, Diagnostics& diagnostics) {
    FlatModel model;
    ast::Class const& c = ast[class_id];
    if (c.form != ast::ClassForm::long_) {
        diagnostics.error(c.name.span, unsupported, "short class definitions");
        return model;
    }
    lower_class(ast, class_id, interner, diagnostics, {}, model);
    return model;
}

}  // namespace moo
