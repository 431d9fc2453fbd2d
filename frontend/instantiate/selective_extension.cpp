#include "frontend/instantiate/selective_extension.h"

#include <algorithm>

#include "frontend/instantiate/instances.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> nothing_to_break{DiagnosticKind::UnknownName,
                                                     "`break {}` removes nothing: the base class has no such element"};
constexpr Message<std::string_view> no_connect_to_break{
    DiagnosticKind::UnknownName, "`break {}` removes nothing: the base class has no such connection"};

std::string connect_text(ast::Ast const& ast, Interner const& interner, ast::ExprId from, ast::ExprId to) {
    return "connect(" + print(ast, interner, from) + ", " + print(ast, interner, to) + ")";
}

bool has_connect_in(ast::Ast const& ast, Interner const& interner, std::span<ast::EquationId const> equations,
                    std::string const& text) {
    for (ast::EquationId const id : equations) {
        ast::Equation const& equation = ast[id];
        switch (equation.kind) {
            case ast::EquationKind::connect:
                if (connect_text(ast, interner, equation.lhs, equation.rhs) == text) return true;
                if (connect_text(ast, interner, equation.rhs, equation.lhs) == text) return true;
                break;
            case ast::EquationKind::if_:
                for (ast::EquationBranch const& branch : ast.items(equation.branches)) {
                    if (has_connect_in(ast, interner, ast.items(branch.body), text)) return true;
                }
                break;
            case ast::EquationKind::for_:
                if (has_connect_in(ast, interner, ast.items(equation.body), text)) return true;
                break;
            case ast::EquationKind::expression:
            case ast::EquationKind::equality:
            case ast::EquationKind::when: break;
        }
    }
    return false;
}

Symbol first_name(ast::Ast const& ast, ast::ExprId reference) {
    ast::ExprId const stripped = ast.strip(reference);
    if (ast[stripped].kind != ast::ExprKind::reference) return {};
    return ast.reference_parts(stripped)[0].name;
}

bool has_connect(Instances& instances, Node& node, std::string const& text) {
    bool is_found = false;
    instances.for_each_base(node, [&](Node& base) {
        ast::Ast const& ast = *base.def->ast;
        for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
            if (section.kind != ast::SectionKind::equation) continue;
            is_found = is_found || has_connect_in(ast, instances.interner(), ast.items(section.equations), text);
        }
    });
    return is_found;
}

bool names_broken_component(Instances& instances, Node& base, Symbol name) {
    if (!name) return false;
    if (MemberDef* const member = instances.tree().member(*base.def, name)) {
        return instances.own_element(base, *member).is_broken;
    }
    return std::any_of(base.bases.begin(), base.bases.end(), [&](Node* inner) {
        return inner != nullptr && names_broken_component(instances, *inner, name);
    });
}

}  // namespace

void apply_breaks(Instances& instances, Node& node, std::size_t base) {
    ast::Ast const& ast = *node.def->ast;
    ast::ModificationId const modification = ast.extends(ast[node.def->extends[base].element]).modification;
    if (!modification || node.bases[base] == nullptr) return;
    Node& target = *node.bases[base];
    for (ast::ModifierId const id : ast.items(ast[modification].arguments)) {
        ast::Modifier const& modifier = ast[id];
        switch (modifier.kind) {
            case ast::ModifierKind::modification:
            case ast::ModifierKind::element: break;
            case ast::ModifierKind::break_name: {
                Symbol const name = ast.items(modifier.name.parts)[0].symbol;
                if (Element* const element = instances.find_raw(target, name)) {
                    element->is_broken = true;
                    target.has_breaks = true;
                } else {
                    instances.diagnostics().error(modifier.span, nothing_to_break, instances.interner().text(name));
                }
                break;
            }
            case ast::ModifierKind::break_connect: {
                std::string text = connect_text(ast, instances.interner(), modifier.connect_from, modifier.connect_to);
                if (!has_connect(instances, target, text)) {
                    instances.diagnostics().error(modifier.span, no_connect_to_break, text);
                }
                target.broken_connects.push_back(std::move(text));
                target.has_breaks = true;
                break;
            }
        }
    }
}

bool is_broken(Instances& instances, Node& base, ast::Ast const& ast, ast::Equation const& connect) {
    std::string text;
    std::string reversed;
    for (Node* node = &base; node != nullptr; node = node->derived) {
        if (!node->has_breaks) continue;
        if (names_broken_component(instances, *node, first_name(ast, connect.lhs))) return true;
        if (names_broken_component(instances, *node, first_name(ast, connect.rhs))) return true;
        if (node->broken_connects.empty()) continue;
        if (text.empty()) {
            text = connect_text(ast, instances.interner(), connect.lhs, connect.rhs);
            reversed = connect_text(ast, instances.interner(), connect.rhs, connect.lhs);
        }
        for (std::string const& broken : node->broken_connects) {
            if (broken == text || broken == reversed) return true;
        }
    }
    return false;
}

}  // namespace moo
