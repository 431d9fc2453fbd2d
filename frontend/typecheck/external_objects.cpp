// External objects and their two functions (Modelica 3.6, section 12.9.7).
#include <utility>

#include "frontend/typecheck/elaborator.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> no_function{DiagnosticKind::WrongClassKind,
                                                                  "the external object `{}` has no function `{}`"};
constexpr Message<std::string_view, std::string_view> other_element{
    DiagnosticKind::WrongClassKind,
    "the external object `{}` has an element `{}`; it can only contain its two functions"};
constexpr Message<std::string_view> wrong_constructor{
    DiagnosticKind::WrongClassKind, "the constructor of `{}` does not have the object as its only output"};
constexpr Message<std::string_view> wrong_destructor{
    DiagnosticKind::WrongClassKind,
    "the destructor of `{}` does not have the object as its only input, or has outputs"};

}  // namespace

FunctionEntry* ModelTypes::object_function(TypeId type, std::string_view part) {
    for (ExternalObject const& object : external_objects_) {
        if (object.type != type) continue;
        Element* const element = instances.find_element(*object.node, interner.intern(part));
        if (element == nullptr || !element->def->is_class()) return nullptr;
        Node* const function = instances.classes.class_of(*element);
        return function != nullptr ? e_.functions.function_of(*function) : nullptr;
    }
    return nullptr;
}

FunctionEntry* ModelTypes::constructor_named(Symbol name) {
    for (ExternalObject const& object : external_objects_) {
        if (exprs.types().name(object.type) != name) continue;
        if (FunctionEntry* const constructor = object_function(object.type, "constructor")) return constructor;
    }
    return nullptr;
}

std::vector<FunctionEntry*> ModelTypes::use_external_object(TypeId type) {
    for (ExternalObject& object : external_objects_) {
        if (object.type != type || std::exchange(object.is_used, true)) continue;
        check_external_object(type, *object.node);
    }
    std::vector<FunctionEntry*> functions;
    for (char const* const part : {"constructor", "destructor"}) {
        if (FunctionEntry* const function = object_function(type, part)) functions.push_back(function);
    }
    return functions;
}

void ModelTypes::check_external_object(TypeId type, Node& node) {
    std::string_view const name = interner.text(exprs.types().name(type));
    SourceSpan const span = node.def->syntax().name.span;
    for (char const* const part : {"constructor", "destructor"}) {
        if (object_function(type, part) == nullptr) diagnostics.error(span, no_function, name, part);
    }
    instances.for_each_element(node, [&](Element& element) {
        std::string_view const text = interner.text(element.def->name);
        if (text == "constructor" || text == "destructor") return;
        diagnostics.error(span, other_element, name, text);
    });
    if (FunctionEntry const* const constructor = object_function(type, "constructor")) {
        auto const& outputs = constructor->signature.outputs;
        if (outputs.size() != 1 || outputs[0].type != type) diagnostics.error(span, wrong_constructor, name);
    }
    if (FunctionEntry const* const destructor = object_function(type, "destructor")) {
        FunctionSignature const& signature = destructor->signature;
        bool const is_good =
            signature.outputs.empty() && signature.inputs.size() == 1 && signature.inputs[0].type == type;
        if (!is_good) diagnostics.error(span, wrong_destructor, name);
    }
}

bool constructs_object(ExprStore const& exprs, ExprId value) {
    std::vector<ExprId> open{value};
    while (!open.empty()) {
        ExprId const next = open.back();
        open.pop_back();
        ExprKind const kind = exprs.kind(next);
        if (kind == ExprKind::call) continue;
        if (kind == ExprKind::if_else) {
            open.push_back(exprs.operand(next, 1));
            open.push_back(exprs.operand(next, 2));
        } else if (kind == ExprKind::array) {
            for (ExprId const element : exprs.operands(next)) open.push_back(element);
        } else if (kind == ExprKind::reduction || kind == ExprKind::subscript) {
            open.push_back(exprs.operand(next, 0));
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace moo
