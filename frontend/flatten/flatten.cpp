#include "frontend/flatten/flatten.h"

#include "frontend/flatten/flattener.h"
#include "moo/library/resource_address.h"
#include "moo/base/nearest_word.h"
#include "moo/syntax/parse.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_found{DiagnosticKind::ModelNotFound, "no class named `{}` is found"};
constexpr Message<std::string_view, std::string_view> not_found_in{DiagnosticKind::ModelNotFound,
                                                                   "`{}` has no class named `{}`"};
constexpr Message<std::string_view> is_partial{DiagnosticKind::ModelPartial,
                                               "`{}` is partial; it can only be extended, not simulated"};
constexpr Message<std::string_view, std::string_view> not_a_model{DiagnosticKind::ModelNotFound,
                                                                  "`{}` is a {}, not a model"};

void report_not_found(Instances& instances, std::string const& name) {
    auto report = instances.diagnostics().error({}, not_found, name);
    std::vector<std::string> const names = instances.tree().library().top_level_names();
    std::string_view const nearest = nearest_word(name, {names.begin(), names.end()});
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
    report.note({}, "libraries are looked for in the folders of -L, of MODELICAPATH, and in ~/.local/share/modelica");
}

}  // namespace

std::string default_model(ast::Ast const& ast, Interner const& interner) {
    for (std::size_t i = ast.classes().size(); i-- > 0;) {
        ast::Class const& c = ast[ast.classes()[i]];
        bool const is_model =
            c.kind == ast::ClassKind::model || c.kind == ast::ClassKind::block || c.kind == ast::ClassKind::class_;
        if (!is_model || c.is_partial || !c.name.symbol) continue;
        std::string name;
        if (ast.has_within()) {
            for (ast::Ident const& part : ast.items(ast.within().parts)) {
                name += std::string(interner.text(part.symbol)) + ".";
            }
        }
        return name + std::string(interner.text(c.name.symbol));
    }
    return {};
}

Node* find_model(Instances& instances, std::string_view name) {
    Interner& interner = instances.interner();
    Node* node = nullptr;
    for (std::string const& part : split_class_name(name)) {
        Symbol const symbol = interner.intern(part);
        if (node == nullptr) {
            ClassDef* const def = instances.tree().top_level(symbol);
            if (def == nullptr) {
                report_not_found(instances, part);
                return nullptr;
            }
            node = instances.classes.node_of(*def);
        } else {
            Found const found = instances.names.find_member(*node, symbol);
            if (!found.has_value() || !found.element->def->is_class()) {
                auto report =
                    instances.diagnostics().error({}, not_found_in, interner.text(instances.path_of(*node)), part);
                std::string_view const nearest = nearest_word(part, instances.names.member_names(*node));
                if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
                return nullptr;
            }
            node = instances.classes.class_of(*found.element);
        }
        if (node == nullptr) return nullptr;
    }
    return node;
}

Settings read_settings(Instances& instances, SourceManager& sources, std::string_view model,
                       std::vector<std::string> const& texts) {
    Settings settings;
    if (texts.empty()) return settings;
    // Modifiers are read by the parser of the language, as those of an extends-clause.
    std::string source = "class Settings\n  extends " + std::string(model) + "(\n";
    for (std::size_t i = 0; i < texts.size(); ++i) source += texts[i] + (i + 1 < texts.size() ? ",\n" : "\n");
    source += ");\nend Settings;\n";
    FileId const file = sources.add("--set", source);
    settings.ast = std::make_unique<ast::Ast>(parse(file, sources, instances.interner(), instances.diagnostics()));
    if (instances.diagnostics().has_errors()) return settings;
    ast::Ast const& ast = *settings.ast;
    for (ast::Section const& section : ast.items(ast[ast.classes()[0]].sections)) {
        for (ast::ElementId const element : ast.items(section.elements)) {
            settings.modification = ast.extends(ast[element]).modification;
        }
    }
    return settings;
}

FlatModel flatten(Instances& instances, Node& model_class, Settings const& settings, ElaboratorOptions const& options) {
    FlatModel model;
    Diagnostics& diagnostics = instances.diagnostics();
    std::string_view const name = instances.interner().text(instances.path_of(model_class));
    SourceSpan const span = model_class.def->syntax().name.span;
    if (model_class.is_partial) {
        diagnostics.error(span, is_partial, name);
        return model;
    }
    bool const is_model = model_class.kind == ast::ClassKind::model || model_class.kind == ast::ClassKind::block ||
                          model_class.kind == ast::ClassKind::class_;
    if (!is_model) {
        diagnostics.error(span, not_a_model, name, class_kind_text(model_class.kind));
        return model;
    }
    model.name = instances.path_of(model_class);
    Flattener(instances, model, options).run(model_class, settings);
    return model;
}

}  // namespace moo
