#include "frontend/instantiate/name_lookup.h"

#include "frontend/instantiate/instances.h"
#include "frontend/resolve/class_messages.h"
#include "moo/base/nearest_word.h"
#include "moo/base/stack_space.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> import_from{
    DiagnosticKind::WrongClassKind, "the {} `{}` is not a package; only packages can be imported from"};
constexpr Message<std::string_view> unknown_class{DiagnosticKind::UnknownType, "no class named `{}` is found here"};
constexpr Message<std::string_view, std::string_view> no_such_member{DiagnosticKind::UnknownType,
                                                                     "`{}` has no class named `{}`"};
constexpr Message<std::string_view> not_a_class{DiagnosticKind::UnknownType, "`{}` is a component, not a class"};
constexpr Message<std::string_view> unknown_library{DiagnosticKind::LibraryNotFound, "the library `{}` is not found"};

constexpr Message<std::string_view, std::string_view, std::string_view> ambiguous{
    DiagnosticKind::DuplicateName, "`{}` is imported from `{}` and from `{}`"};

bool is_same(Found const& a, Found const& b) { return a.element == b.element && a.class_node == b.class_node; }

// Only packages can be imported from (section 13.2.1.2); a `class` that inherits from a package counts too.
bool is_package(Node& node) { return node.kind == ast::ClassKind::package || node.kind == ast::ClassKind::class_; }

}  // namespace

Found NameLookup::find_member(Node& node, Symbol name) { return {instances_.find_element(node, name), nullptr}; }

Found NameLookup::find_in_scope(Node* scope, Symbol name) {
    for (Node* node = scope; node != nullptr; node = node->enclosing) {
        if (Element* const element = instances_.find_element(*node, name)) return {element, nullptr};
        Found const imported = find_import(*node, name);
        if (imported.has_value() || imported.is_wrong) return imported;
        if (node->def->syntax().is_encapsulated) break;
    }
    return find_top_level(name);
}

// A class that cannot be made was reported.
Found NameLookup::find_top_level(Symbol name) {
    ClassDef* const def = tree_.top_level(name);
    if (def == nullptr) return {};
    Node* const node = instances_.classes.node_of(*def);
    return {.class_node = node, .is_wrong = node == nullptr};
}

Found NameLookup::find_import(Node& node, Symbol name) {
    tree_.index(*node.def);
    if (node.def->imports.empty()) return {};
    auto const [at, is_new] = imports_.try_emplace(ImportKey{node.def, name});
    if (!is_new) return at->second;
    Found found;
    for (ast::ElementId const id : node.def->imports) {
        ast::Import const& import = node.def->ast->import((*node.def->ast)[id]);
        if (import.kind == ast::ImportKind::unqualified) continue;
        found = find_imported(node, import, name);
        if (found.has_value() || found.is_wrong) break;
    }
    // Unqualified imports come last, and only one of them may contain the name.
    ast::Import const* first = nullptr;
    for (ast::ElementId const id : node.def->imports) {
        ast::Import const& import = node.def->ast->import((*node.def->ast)[id]);
        if (import.kind != ast::ImportKind::unqualified || found.is_wrong) continue;
        if (found.has_value() && first == nullptr) break;
        Found const other = find_imported(node, import, name);
        if (other.has_value() && first != nullptr && !is_same(found, other)) {
            diagnostics_
                .error(import.name.span, ambiguous, interner_.text(name),
                       name_text(*node.def->ast, interner_, first->name),
                       name_text(*node.def->ast, interner_, import.name))
                .note({}, "import it by its own name");
            found = {.is_wrong = true};
        } else if (other.has_value() || other.is_wrong) {
            if (first == nullptr) found = other;
            first = &import;
        }
    }
    // Find the place again: the lookup may have added entries.
    imports_[ImportKey{node.def, name}] = found;
    return found;
}

Found NameLookup::find_imported(Node& node, ast::Import const& import, Symbol name) {
    ast::Ast const& ast = *node.def->ast;
    auto const parts = ast.items(import.name.parts);
    switch (import.kind) {
        case ast::ImportKind::qualified: return parts.back().symbol == name ? find_qualified(parts, true) : Found{};
        case ast::ImportKind::renamed: return import.alias.symbol == name ? find_qualified(parts, true) : Found{};
        case ast::ImportKind::group:
            for (ast::Ident const& member : ast.items(import.members)) {
                if (member.symbol != name) continue;
                Node* const package = imported_package(parts);
                return package != nullptr ? find_member(*package, name) : Found{};
            }
            return {};
        case ast::ImportKind::unqualified: {
            Node* const package = imported_package(parts);
            return package != nullptr ? find_member(*package, name) : Found{};
        }
    }
    return {};
}

// The package whose elements are imported; null after a report.
Node* NameLookup::imported_package(std::span<ast::Ident const> parts) {
    Found const found = find_qualified(parts, true);
    if (!found.has_value()) return nullptr;
    Node* const node = found.element != nullptr && found.element->def->is_class()
                           ? instances_.classes.class_of(*found.element)
                           : found.class_node;
    if (node == nullptr || is_package(*node)) return node;
    report_import(parts.back(), [&](SourceSpan span) {
        diagnostics_.error(span, import_from, class_kind_text(node->kind), interner_.text(instances_.path_of(*node)));
    });
    return nullptr;
}

// Every lookup may meet the same wrong import; report it only once.
template <class Report>
void NameLookup::report_import(ast::Ident const& part, Report const& report) {
    if (wrong_imports_.insert(part.span.begin.offset).second) report(part.span);
}

void NameLookup::check_imports(Node& node) {
    tree_.index(*node.def);
    ast::Ast const& ast = *node.def->ast;
    for (ast::ElementId const id : node.def->imports) {
        ast::Import const& import = ast.import(ast[id]);
        auto const parts = ast.items(import.name.parts);
        if (import.kind == ast::ImportKind::qualified || import.kind == ast::ImportKind::renamed) {
            find_qualified(parts, true);
            continue;
        }
        Node* const package = imported_package(parts);
        if (package == nullptr) continue;
        for (ast::Ident const& member : ast.items(import.members)) {
            if (find_member(*package, member.symbol).has_value()) continue;
            report_import(member, [&](SourceSpan span) {
                diagnostics_.error(span, no_such_member, interner_.text(instances_.path_of(*package)),
                                   interner_.text(member.symbol));
            });
        }
    }
}

Found NameLookup::find_qualified(std::span<ast::Ident const> parts, bool is_import) {
    ClassDef* const top = tree_.top_level(parts[0].symbol);
    if (top == nullptr) {
        if (is_import) {
            report_import(parts[0], [&](SourceSpan span) {
                diagnostics_.error(span, unknown_library, interner_.text(parts[0].symbol));
            });
        }
        return {.is_wrong = is_import};
    }
    Found found{nullptr, instances_.classes.node_of(*top)};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        bool const is_class = found.element == nullptr || found.element->def->is_class();
        if (!is_class) return {.is_wrong = is_import};
        Node* const node = found.element != nullptr ? instances_.classes.class_of(*found.element) : found.class_node;
        if (node == nullptr) return {.is_wrong = is_import};
        if (is_import && !is_package(*node)) {
            report_import(parts[i - 1], [&](SourceSpan span) {
                diagnostics_.error(span, import_from, class_kind_text(node->kind),
                                   interner_.text(instances_.path_of(*node)));
            });
            return {.is_wrong = true};
        }
        found = find_member(*node, parts[i].symbol);
        if (!found.has_value()) {
            if (is_import) {
                report_import(parts[i], [&](SourceSpan span) {
                    diagnostics_.error(span, no_such_member, interner_.text(instances_.path_of(*node)),
                                       interner_.text(parts[i].symbol));
                });
            }
            return {.is_wrong = is_import};
        }
    }
    return found;
}

Node* NameLookup::lookup_class(Node* scope, ast::Ast const& ast, ast::Name const& name) {
    auto const parts = ast.items(name.parts);
    if (stack_is_short()) {
        diagnostics_.error(name.span, class_messages::too_deep, name_text(ast, interner_, name));
        return nullptr;
    }
    Node* node = nullptr;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Found found;
        if (i > 0) {
            found = find_member(*node, parts[i].symbol);
        } else if (name.is_global) {
            found = find_top_level(parts[0].symbol);
        } else {
            found = find_in_scope(scope, parts[0].symbol);
        }
        if (found.is_wrong) return nullptr;
        if (i > 0 && found.element != nullptr && is_protected(*found.element)) {
            diagnostics_.error(parts[i].span, class_messages::is_hidden, interner_.text(parts[i].symbol),
                               interner_.text(instances_.path_of(*node)));
            return nullptr;
        }
        if (!found.has_value()) {
            report_unknown_class(scope, ast, name, i, node);
            return nullptr;
        }
        if (found.element != nullptr && !found.element->def->is_class()) {
            diagnostics_.error(parts[i].span, not_a_class, interner_.text(parts[i].symbol));
            return nullptr;
        }
        node = found.element != nullptr ? instances_.classes.class_of(*found.element) : found.class_node;
        if (node == nullptr) return nullptr;
    }
    return node;
}

void NameLookup::report_unknown_class(Node* scope, ast::Ast const& ast, ast::Name const& name, std::size_t part,
                                      Node* in) {
    ast::Ident const& ident = ast.items(name.parts)[part];
    std::string_view const text = interner_.text(ident.symbol);
    if (in == nullptr && ast.items(name.parts).size() > 1) {
        auto report = diagnostics_.error(ident.span, unknown_library, text);
        std::string_view const nearest = nearest_word(text, visible_names(scope));
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        report.note({},
                    "libraries are looked for in the folders of -L, of MODELICAPATH, and in ~/.local/share/modelica");
        return;
    }
    auto report = in == nullptr
                      ? diagnostics_.error(ident.span, unknown_class, text)
                      : diagnostics_.error(ident.span, no_such_member, interner_.text(instances_.path_of(*in)), text);
    std::string_view const nearest = nearest_word(text, in == nullptr ? visible_names(scope) : member_names(*in));
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
}

std::vector<std::string_view> NameLookup::member_names(Node& node) {
    std::vector<std::string_view> names;
    instances_.for_each_element(node, [&](Element& element) { names.push_back(interner_.text(element.def->name)); });
    if (node.def->stored != nullptr) {
        for (Symbol const name : tree_.library().member_names(*node.def->stored)) names.push_back(interner_.text(name));
    }
    return names;
}

std::vector<std::string_view> NameLookup::visible_components(Node* scope) {
    std::vector<std::string_view> names;
    for (Node* node = scope; node != nullptr; node = node->enclosing) {
        instances_.for_each_element(*node, [&](Element& element) {
            if (!element.def->is_class()) names.push_back(interner_.text(element.def->name));
        });
        if (node->def->syntax().is_encapsulated) break;
    }
    return names;
}

std::vector<std::string_view> NameLookup::visible_names(Node* scope) {
    std::vector<std::string_view> names{"Real", "Integer", "Boolean", "String"};
    for (Node* node = scope; node != nullptr; node = node->enclosing) {
        std::vector<std::string_view> const here = member_names(*node);
        names.insert(names.end(), here.begin(), here.end());
        if (node->def->syntax().is_encapsulated) break;
    }
    for (std::string const& name : tree_.library().top_level_names()) {
        names.push_back(interner_.text(interner_.intern(name)));
    }
    return names;
}

}  // namespace moo
