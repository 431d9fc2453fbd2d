#include "frontend/icons/collect_outside.h"

#include <algorithm>

#include "frontend/icons/read_layer.h"
#include "moo/lower/annotation.h"

namespace moo {

namespace {

class Collector {
public:
    explicit Collector(Elaborator& elaborator) : e_(elaborator) {}

    void run(Node& root) {
        std::string const name(e_.interner.text(root.name));
        LayerReader layer(e_, {name, name, &root}, reported_);
        e_.model.icon = layer.read(root);
        bool is_anything_shown = !e_.model.icon.shapes.empty();
        e_.instances.for_each_element(root, [&](Element& element) {
            Component* const component = outside_connector(element);
            if (component == nullptr) return;
            std::size_t const first = e_.model.connectors.size();
            add(*component, std::string(e_.interner.text(component->name)));
            OutsideConnector& connector = e_.model.connectors[first];
            place(*component, layer.mapping_of(*element.owner), connector);
            is_anything_shown = is_anything_shown || !connector.extent.empty();
        });
        if (!is_anything_shown) e_.model.icon = {};
    }

private:
    // Null for everything else: classes, and components that are not connectors, are protected, or do not exist.
    Component* outside_connector(Element& element) {
        if (element.def->is_class()) return nullptr;
        Component* const component = e_.instances.components.component_of(element);
        if (component == nullptr || component->is_disabled || component->is_protected) return nullptr;
        bool const is_elsewhere = component->is_outer && !component->is_inner;
        return component->type->is_connector() && !is_elsewhere ? component : nullptr;
    }

    // The connector, followed by those inside it; as deep as components are nested.
    void add(Component& component, std::string const& path) {
        OutsideConnector& connector = e_.model.connectors.emplace_back();
        connector.name = e_.interner.intern(path);
        ClassDef const* const def =
            component.type->short_def != nullptr ? component.type->short_def : component.type->def;
        connector.class_name = e_.interner.intern(qualified_name(*def, e_.interner));
        connector.description =
            e_.interner.intern(component.ast->description_text((*component.ast)[component.syntax].comment.description));
        connector.is_expandable = component.type->kind == ast::ClassKind::expandable_connector;
        if (component.primitive != Primitive::none || e_.instances.components.values_of(component).empty()) return;
        e_.instances.for_each_element(*e_.instances.components.values_of(component)[0], [&](Element& element) {
            Component* const inner = outside_connector(element);
            // A signal inside is a variable of the connector.
            bool const is_listed = inner != nullptr && inner->primitive == Primitive::none;
            if (is_listed) add(*inner, path + "." + std::string(e_.interner.text(inner->name)));
        });
    }

    // Where the icon layer of the model shows the connector, and what.
    void place(Component& component, LayerMapping const& mapping, OutsideConnector& connector) {
        ast::Ast const* ast = component.ast;
        ast::ModificationId placement = placement_of(*ast, component.syntax);
        if (!placement) {
            // A redeclaration that does not say where has the place of what it redeclares.
            MemberDef const& first = *e_.instances.first_declaration(*component.element).def;
            ast = first.ast;
            placement = placement_of(*ast, first.component);
        }
        if (!placement || (mapping.scale_x == 0.0 || mapping.scale_y == 0.0)) return;
        GraphicValues values(e_, *ast, *component.scope);
        auto const visible = values.truth(values.argument(placement, "visible"));
        auto const icon_visible = values.truth(values.argument(placement, "iconVisible"));
        if (!icon_visible.value_or(visible.value_or(true))) return;
        ast::ModificationId shown = find_argument(*ast, e_.interner, placement, "iconTransformation");
        if (!shown) shown = find_argument(*ast, e_.interner, placement, "transformation");
        auto const extent = values.numbers(values.argument(shown, "extent"));
        if (!extent || extent->size() != 4) return;
        auto origin = values.numbers(values.argument(shown, "origin")).value_or(std::vector<double>{0.0, 0.0});
        if (origin.size() != 2) return;
        OutsideConnector placed = connector;
        for (std::size_t i = 0; i < 4; ++i) {
            placed.extent.push_back((*extent)[i] * (i % 2 == 0 ? mapping.scale_x : mapping.scale_y));
        }
        placed.origin = {mapping.scale_x * origin[0] + mapping.move_x, mapping.scale_y * origin[1] + mapping.move_y};
        if (placed.origin == std::vector<double>{0.0, 0.0}) placed.origin.clear();
        placed.rotation = values.number(values.argument(shown, "rotation")).value_or(0.0);
        if (mapping.scale_x * mapping.scale_y < 0.0) placed.rotation = -placed.rotation;
        Node& node = component.primitive == Primitive::none && !component.values.empty() ? *component.values[0]
                                                                                         : *component.type;
        IconNames const names{std::string(e_.interner.text(component.name)),
                              std::string(e_.interner.text(component.type->name)), &node};
        placed.icon = LayerReader(e_, names, reported_).read(node);
        // Its place decides on its size.
        placed.icon->scale.reset();
        if (!placed.icon->shapes.empty() && find_mistake(placed).empty()) connector = std::move(placed);
    }

    ast::ModificationId placement_of(ast::Ast const& ast, ast::ComponentId component) const {
        return find_argument(ast, e_.interner, ast[component].comment.annotation, "Placement");
    }

    Elaborator& e_;
    LayerReader::Reported reported_;
};

}  // namespace

void collect_outside(Elaborator& elaborator, Node& root) { Collector(elaborator).run(root); }

}  // namespace moo
