#include "frontend/resolve/check_class.h"

#include <unordered_set>

#include "frontend/resolve/class_messages.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> no_equations{DiagnosticKind::WrongClassKind,
                                                                   "the {} `{}` cannot have equations"};
constexpr Message<std::string_view, std::string_view> no_algorithms{DiagnosticKind::WrongClassKind,
                                                                    "the {} `{}` cannot have algorithms"};
constexpr Message<std::string_view> only_constants{DiagnosticKind::WrongClassKind,
                                                   "the package `{}` can only have constants and classes"};
constexpr Message<std::string_view> modified_twice{DiagnosticKind::DuplicateModifier, "`{}` is modified twice"};
constexpr Message<std::string_view> imported_twice{DiagnosticKind::DuplicateName, "`{}` is imported twice"};

class ClassCheck {
public:
    ClassCheck(ClassDef const& def, Interner const& interner, Diagnostics& diagnostics)
        : ast_(*def.ast), class_(def.syntax()), interner_(interner), diagnostics_(diagnostics) {}

    void run() {
        check_literals();
        check_modifiers(class_.modification);
        check_modifiers(class_.extends_modification);
        for (ast::Section const& section : ast_.items(class_.sections)) {
            check_behaviour(section);
            for (ast::ElementId const element : ast_.items(section.elements)) check_element(ast_[element]);
        }
        check_import_names();
    }

private:
    void check_literals() {
        std::unordered_set<Symbol> seen;
        for (ast::EnumLiteral const& literal : ast_.items(class_.literals)) {
            if (seen.insert(literal.name.symbol).second) continue;
            diagnostics_.error(literal.name.span, class_messages::declared_twice, interner_.text(literal.name.symbol));
        }
    }

    // Two imports cannot give the same name (section 13.2.1.3).
    void check_import_names() {
        std::unordered_set<Symbol> seen;
        auto const add = [&](ast::Ident const& name) {
            if (!seen.insert(name.symbol).second) {
                diagnostics_.error(name.span, imported_twice, interner_.text(name.symbol));
            }
        };
        for (ast::Section const& section : ast_.items(class_.sections)) {
            for (ast::ElementId const id : ast_.items(section.elements)) {
                if (ast_[id].kind != ast::ElementKind::import) continue;
                ast::Import const& import = ast_.import(ast_[id]);
                switch (import.kind) {
                    case ast::ImportKind::qualified: add(ast_.items(import.name.parts).back()); break;
                    case ast::ImportKind::renamed: add(import.alias); break;
                    case ast::ImportKind::group:
                        for (ast::Ident const& member : ast_.items(import.members)) add(member);
                        break;
                    case ast::ImportKind::unqualified: break;
                }
            }
        }
    }

    void check_behaviour(ast::Section const& section) {
        bool const has_algorithm = !section.statements.empty();
        if (section.equations.empty() && !has_algorithm) return;
        switch (class_.kind) {
            case ast::ClassKind::class_:
            case ast::ClassKind::model:
            case ast::ClassKind::block: return;
            // Said where the function is called, with what it needs instead.
            case ast::ClassKind::function:
            case ast::ClassKind::operator_function: return;
            case ast::ClassKind::record:
            case ast::ClassKind::operator_record:
            case ast::ClassKind::connector:
            case ast::ClassKind::expandable_connector:
            case ast::ClassKind::type:
            case ast::ClassKind::package:
            case ast::ClassKind::operator_: break;
        }
        SourceSpan const span =
            has_algorithm ? ast_[ast_.items(section.statements)[0]].span : ast_[ast_.items(section.equations)[0]].span;
        diagnostics_.error(span, has_algorithm ? no_algorithms : no_equations, class_kind_text(class_.kind),
                           interner_.text(class_.name.symbol));
    }

    void check_element(ast::Element const& element) {
        if (ast::Constraint const* const constraint = ast_.constraint(element))
            check_modifiers(constraint->modification);
        switch (element.kind) {
            case ast::ElementKind::extends: check_modifiers(ast_.extends(element).modification); return;
            case ast::ElementKind::component_clause: break;
            case ast::ElementKind::import:
            case ast::ElementKind::class_definition:
            case ast::ElementKind::parameter_equation: return;
        }
        ast::ComponentClause const& clause = ast_.component_clause(element);
        for (ast::ComponentId const id : ast_.items(clause.components)) {
            check_modifiers(ast_[id].modification);
            if (class_.kind == ast::ClassKind::package && clause.variability != ast::Variability::constant) {
                diagnostics_.error(ast_[id].name.span, only_constants, interner_.text(class_.name.symbol));
            }
        }
    }

    // All values of one modification, also those in parentheses inside: `a(p = 2), a.p = 3` gives `a.p` two.
    void check_modifiers(ast::ModificationId modification) {
        if (!modification || ast_[modification].arguments.count == 0) return;
        std::unordered_set<std::string> seen;
        collect(modification, "", seen);
    }

    void collect(ast::ModificationId modification, std::string const& prefix, std::unordered_set<std::string>& seen) {
        for (ast::ModifierId const id : ast_.items(ast_[modification].arguments)) {
            ast::Modifier const& modifier = ast_[id];
            if (modifier.kind == ast::ModifierKind::element) add_redeclaration(prefix, modifier, seen);
            if (modifier.kind != ast::ModifierKind::modification || !modifier.modification) continue;
            std::string const path = prefix + name_text(ast_, interner_, modifier.name);
            if (ast_[modifier.modification].value) add(path, modifier, seen);
            collect(modifier.modification, path + ".", seen);
        }
    }

    // Beside it there may be further modifiers of the element, but no second value.
    void add_redeclaration(std::string const& prefix, ast::Modifier const& modifier,
                           std::unordered_set<std::string>& seen) {
        ast::Element const& element = ast_[modifier.element];
        std::string const path = prefix + std::string(interner_.text(redeclared_name(ast_, element)));
        if (!seen.insert("redeclare " + path).second) diagnostics_.error(modifier.span, modified_twice, path);
        if (element.kind != ast::ElementKind::component_clause) return;
        ast::ModificationId const own = ast_[ast_.items(ast_.component_clause(element).components)[0]].modification;
        if (own && ast_[own].value) add(path, modifier, seen);
    }

    void add(std::string const& path, ast::Modifier const& modifier, std::unordered_set<std::string>& seen) {
        if (!seen.insert(path).second) diagnostics_.error(modifier.span, modified_twice, path);
    }

    ast::Ast const& ast_;
    ast::Class const& class_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
};

}  // namespace

void check_class(ClassDef const& def, Interner const& interner, Diagnostics& diagnostics) {
    ClassCheck(def, interner, diagnostics).run();
}

}  // namespace moo
