#include "frontend/typecheck/model_types.h"

#include <algorithm>

#include "frontend/typecheck/elaborator.h"

namespace moo {

namespace {

// The model, or the top-level class, around a node.
Node const& outermost(Node& node) {
    Node* at = node.most_derived();
    while (at->holder != nullptr) at = at->holder->most_derived();
    return *at;
}

// A record without the modifiers of one component.
Node& record_class(Node& node) {
    Node* at = &node;
    while (at->source != nullptr && at->source->def == at->def) at = at->source;
    return *at;
}

}  // namespace

TypeId ModelTypes::type_of(Component& component) {
    if (component.value_type) return component.value_type;
    if (component.parent->is_function()) {
        component.value_type = e_.functions.function_variable_type(component, nullptr);
    } else {
        component.value_type = exprs.types().array(type_of_class(*component.type), component.dims);
    }
    return component.value_type;
}

TypeId ModelTypes::type_of_class(Node& node) {
    switch (instances.primitive_of(node)) {
        case Primitive::real: return types::real;
        case Primitive::integer: return types::integer;
        case Primitive::boolean: return types::boolean;
        case Primitive::string: return types::string;
        case Primitive::clock: return types::clock;
        case Primitive::enumeration: return enumeration_type(node);
        case Primitive::external_object: return external_object_type(node);
        case Primitive::none: break;
    }
    if (node.type) return node.type;
    std::vector<RecordField> fields;
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances.components.component_of(element);
        if (component != nullptr) fields.push_back({component->name, type_of(*component)});
    });
    node.type = record_type(record_name(node), node, fields);
    return node.type;
}

TypeId ModelTypes::enumeration_type(Node& node) {
    Node* at = &node;
    // `type E2 extends E` has the literals in its base.
    while (at->def->syntax().form != ast::ClassForm::enumeration && !at->bases.empty() && at->bases[0] != nullptr) {
        at = at->bases[0];
    }
    auto const [found, is_new] = enumerations_.try_emplace(at->def);
    if (!is_new) return found->second;
    std::vector<Symbol> literals;
    ast::Ast const& ast = *at->def->ast;
    FlatType declaration;
    for (ast::EnumLiteral const& literal : ast.items(at->def->syntax().literals)) {
        literals.push_back(literal.name.symbol);
        declaration.member_descriptions.push_back(interner.intern(ast.description_text(literal.comment.description)));
    }
    Symbol const name = interner.intern(qualified_name(*at->def, interner));
    declaration.type = exprs.types().enumeration(name, literals);
    declaration.description = interner.intern(ast.description_text(at->def->syntax().comment.description));
    declaration.source = at->def->syntax().name.span;
    found->second = declaration.type;
    model.types.push_back(std::move(declaration));
    return found->second;
}

TypeId ModelTypes::external_object_type(Node& node) {
    TypeId const type = exprs.types().external_object(interner.intern(qualified_name(*node.def, interner)));
    for (ExternalObject const& known : external_objects_) {
        if (known.type == type) return type;
    }
    external_objects_.push_back({type, instances.classes.node_of(*node.def)});
    return type;
}

// ---- records ----

TypeId ModelTypes::record_type(Symbol name, Node& node, std::vector<RecordField> const& fields) {
    TypeTable& types = exprs.types();
    std::vector<std::vector<RecordField>>& variants = record_variants_[name];
    auto const is_alike = [&](std::vector<RecordField> const& variant) {
        return std::equal(variant.begin(), variant.end(), fields.begin(), fields.end(),
                          [&](RecordField const& a, RecordField const& b) {
                              TypeId const x = types.element(a.type);
                              TypeId const y = types.element(b.type);
                              bool const are_records =
                                  types.kind(x) == TypeKind::record && types.kind(y) == TypeKind::record;
                              bool const is_same = x == y || (are_records && types.name(x) == types.name(y));
                              return a.name == b.name && is_same && types.rank(a.type) == types.rank(b.type);
                          });
    };
    auto const found = std::find_if(variants.begin(), variants.end(), is_alike);
    auto const number = found - variants.begin() + 1;
    if (found == variants.end()) variants.push_back(fields);
    if (number > 1) name = interner.intern(std::string(interner.text(name)) + "$" + std::to_string(number));
    TypeId const type = types.record(name, fields);
    records_.try_emplace(type, &record_class(node));
    return type;
}

Symbol ModelTypes::record_name(Node& node) { return class_name(record_class(node)); }

Node* ModelTypes::class_of_record(TypeId type) const {
    auto const found = records_.find(type);
    return found != records_.end() ? found->second : nullptr;
}

// ---- names ----

Symbol ModelTypes::class_name(Node& node) {
    Symbol const path = instances.path_of(node);
    if (!outermost(node).is_in_model) return path;
    if (interner.text(path).empty()) return model.name;
    return interner.intern(std::string(interner.text(model.name)) + "." + std::string(interner.text(path)));
}

std::string ModelTypes::instance_name(Node& node) {
    std::string const path(interner.text(instances.path_of(node)));
    Node const& top = outermost(node);
    if (!top.is_in_model) return path;
    std::string const model_class(interner.text(top.def->name));
    return path.empty() ? model_class : model_class + "." + path;
}

}  // namespace moo
