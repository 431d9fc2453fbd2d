// The bodies and annotations of functions (Modelica 3.6, chapter 12).
#include <algorithm>

#include "frontend/typecheck/function_parts.h"
#include "frontend/typecheck/scope_resolver.h"
#include "moo/lower/annotation.h"
#include "moo/lower/lower_statement.h"

namespace moo {

namespace {

constexpr Message<std::string_view> partial_function{DiagnosticKind::ModelPartial,
                                                     "the function `{}` is partial; it cannot be called"};
constexpr Message<std::string_view> no_body{DiagnosticKind::FunctionWithoutBody,
                                            "the function `{}` has neither an algorithm nor an external clause"};
constexpr Message<std::string_view> several_bodies{DiagnosticKind::FunctionVariable,
                                                   "the function `{}` has more than one algorithm or external clause"};
constexpr Message<std::string_view> equations_in_function{DiagnosticKind::FunctionVariable,
                                                          "the function `{}` has equations; it needs an algorithm"};

}  // namespace

FlatFunction const* CalledFunctions::complete_function(FunctionEntry& entry) {
    if (entry.body_state == WorkState::untouched) {
        entry.body_state = WorkState::busy;
        lower_body(entry);
        entry.body_state = WorkState::done;
    }
    return &entry.flat;
}

void CalledFunctions::lower_body(FunctionEntry& entry) {
    Node& node = *entry.node;
    if (node.def->syntax().form == ast::ClassForm::derivative) return lower_derivative(e_, entry);
    std::string_view const name = interner.text(entry.flat.name);
    bool is_wrong = false;
    std::size_t bodies = 0;
    instances.for_each_base(node, [&](Node& base) {
        ast::Ast const& ast = *base.def->ast;
        ScopeResolver resolver(e_, &base, &entry);
        LoweringContext context{ast, interner, exprs, diagnostics, resolver};
        // Without a word about it a function may call impure ones, though that is deprecated.
        context.allows_impure = node.def->syntax().purity != ast::Purity::pure;
        for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
            if (section.kind == ast::SectionKind::equation) {
                diagnostics.error(section.span, equations_in_function, name);
                is_wrong = true;
            }
            if (section.kind != ast::SectionKind::algorithm) continue;
            if (++bodies == 2) diagnostics.error(section.span, several_bodies, name);
            lower_statements(context, ast.items(section.statements), own_place, entry.flat.body);
        }
        if (ast.external(base.def->syntax()) != nullptr) {
            if (++bodies == 2) diagnostics.error(base.def->syntax().name.span, several_bodies, name);
            lower_external(e_, entry, base);
        }
        read_function_annotations(e_, entry, base);
    });
    if (is_wrong) return;
    if (!has_body(entry)) {
        // That a function is partial is no mistake of the function, but of whoever calls it.
        bool const is_called = entry.first_call.begin.offset != entry.first_call.end.offset;
        if (node.is_partial && is_called) {
            diagnostics.error(entry.first_call, partial_function, name).note(entry.flat.source, "it is declared here");
        } else {
            diagnostics.error(entry.flat.source, node.is_partial ? partial_function : no_body, name);
        }
        return;
    }
    check_function_body(e_, entry.flat);
}

bool CalledFunctions::has_body(FunctionEntry const& entry) {
    Node& node = *entry.node;
    if (node.def->syntax().form == ast::ClassForm::derivative) return true;
    bool found = false;
    instances.for_each_base(node, [&](Node& base) {
        ast::Ast const& ast = *base.def->ast;
        found = found || ast.external(base.def->syntax()) != nullptr;
        for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
            found = found || section.kind == ast::SectionKind::algorithm;
        }
    });
    // Outputs with bindings need no algorithm.
    return found ||
           (!node.is_partial &&
            std::all_of(entry.flat.variables.begin(), entry.flat.variables.end(), [](FunctionVariable const& variable) {
                return variable.role != FunctionRole::output || variable.binding.has_value();
            }));
}

bool CalledFunctions::is_opaque(FunctionEntry const& entry) {
    bool is_external = false;
    bool has_derivative = false;
    instances.for_each_base(*entry.node, [&](Node& base) {
        ast::Class const& syntax = base.def->syntax();
        is_external = is_external || base.def->ast->external(syntax) != nullptr;
        has_derivative = has_derivative ||
                         find_argument(*base.def->ast, interner, syntax.comment.annotation, "derivative").has_value();
    });
    return is_external && !has_derivative;
}

void read_function_annotations(Elaborator& e, FunctionEntry& entry, Node& node) {
    ast::Ast const& ast = *node.def->ast;
    ast::ModificationId const annotation = node.def->syntax().comment.annotation;
    if (!annotation) return;
    FlatFunction& flat = entry.flat;
    // What a base class says holds unless it is said again.
    auto const boolean = [&](char const* name, std::optional<bool>& target) {
        if (auto const value = boolean_argument(ast, e.interner, annotation, name)) target = value;
    };
    boolean("Inline", flat.is_inline);
    boolean("LateInline", flat.is_late_inline);
    boolean("GenerateEvents", flat.generates_events);
    if (auto const order = integer_argument(ast, e.interner, annotation, "smoothOrder")) {
        flat.smooth_order = static_cast<int>(*order);
    }
    auto const find_function = [&](ast::ExprId callee) -> FunctionEntry* {
        ScopeResolver resolver(e, &node);
        LoweringContext context{ast, e.interner, e.exprs, e.diagnostics, resolver};
        Found const found = resolver.find_callee(context, callee);
        Node* const function = found.element != nullptr && found.element->def->is_class()
                                   ? e.instances.classes.class_of(*found.element)
                                   : found.class_node;
        return function != nullptr && function->is_function() ? e.functions.function_of(*function) : nullptr;
    };
    for (ast::ModifierId const id : ast.items(ast[annotation].arguments)) {
        ast::Modifier const& modifier = ast[id];
        if (modifier.kind != ast::ModifierKind::modification || !modifier.modification) continue;
        std::string_view const name = e.interner.text(ast.items(modifier.name.parts)[0].symbol);
        ast::Modification const& modification = ast[modifier.modification];
        if (name == "derivative" && modification.value && ast[modification.value].kind == ast::ExprKind::reference) {
            FlatDerivative derivative;
            FunctionEntry* const function = find_function(modification.value);
            if (function == nullptr) continue;
            derivative.function = function->flat.name;
            for (ast::ModifierId const option_id : ast.items(modification.arguments)) {
                ast::Modifier const& option = ast[option_id];
                if (option.kind != ast::ModifierKind::modification || !option.modification) continue;
                ast::ExprId const value = ast[option.modification].value;
                if (!value) continue;
                std::string_view const option_name = e.interner.text(ast.items(option.name.parts)[0].symbol);
                if (option_name == "order" && ast[value].kind == ast::ExprKind::integer) {
                    derivative.order = static_cast<int>(ast[value].integer);
                } else if (ast[value].kind == ast::ExprKind::reference) {
                    Symbol const input = ast.reference_parts(value)[0].name;
                    if (option_name == "zeroDerivative") derivative.zero_derivative.push_back(input);
                    if (option_name == "noDerivative") derivative.no_derivative.push_back(input);
                }
            }
            flat.derivatives.push_back(std::move(derivative));
        } else if (name == "inverse") {
            for (ast::ModifierId const inverse_id : ast.items(modification.arguments)) {
                ast::Modifier const& written = ast[inverse_id];
                if (written.kind != ast::ModifierKind::modification || !written.modification) continue;
                ast::ExprId const call = ast[written.modification].value;
                if (!call || ast[call].kind != ast::ExprKind::call) continue;
                FunctionEntry* const function = find_function(ast.callee(call));
                if (function == nullptr) continue;
                FlatInverse inverse;
                inverse.input = ast.items(written.name.parts)[0].symbol;
                inverse.function = function->flat.name;
                for (ast::Argument const& argument : ast.arguments(call)) {
                    if (ast[argument.value].kind == ast::ExprKind::reference) {
                        inverse.arguments.push_back(ast.reference_parts(argument.value)[0].name);
                    }
                }
                flat.inverses.push_back(std::move(inverse));
            }
        }
    }
}

}  // namespace moo
