// Which lines of the user's files declare the components of a model.
#include "frontend/flatten/flattener.h"

namespace moo {

void Flattener::collect_places(Node& root, ClassDef const& model_class) {
    UserPlaces& places = model_.places;
    ast::Class const& syntax = model_class.syntax();
    for (SourceSpan const text : instances_.tree().library().library_texts(model_class.ast->file())) {
        places.add_library(text.begin, text.end);
    }
    places.declare({}, syntax.name.span);
    declare_parts(root, {});
}

// The elements of an array of components have the same declarations.
void Flattener::declare_parts(Node& node, std::string const& path) {
    instances_.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances_.components.component_of(element);
        if (component == nullptr || component->is_disabled || component->is_outer) return;
        if (component->primitive != Primitive::none) return;
        std::string const name(interner_.text(component->name));
        std::string const part = path.empty() ? name : path + '.' + name;
        if (model_.places.is_own(component->span().begin)) model_.places.declare(part, component->span());
        auto const& values = instances_.components.values_of(*component);
        if (!values.empty()) declare_parts(*values.front(), part);
    });
}

}  // namespace moo
