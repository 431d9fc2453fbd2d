#include "frontend/icons/read_layer.h"

#include <algorithm>
#include <cmath>

#include "frontend/icons/read_shape.h"
#include "moo/lower/annotation.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_drawn{DiagnosticKind::IconIncomplete, "a part of the icon is left out: {}"};

// The short classes on the way to the definition of a node, outermost first.
std::vector<ClassDef const*> short_classes(Node const& node) {
    std::vector<ClassDef const*> found;
    for (Node const* at = &node; at != nullptr; at = at->source) {
        if (at->short_def != nullptr && (found.empty() || found.back() != at->short_def))
            found.push_back(at->short_def);
    }
    return found;
}

ast::ModificationId annotation_of(ClassDef const& def) { return def.syntax().comment.annotation; }

std::optional<std::array<double, 4>> four_numbers(GraphicValues& values, ast::ExprId expr) {
    auto const numbers = values.numbers(expr);
    if (!numbers || numbers->size() != 4) return std::nullopt;
    for (double const number : *numbers) {
        if (!(std::abs(number) <= largest_coordinate)) return std::nullopt;
    }
    return std::array<double, 4>{(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
}

}  // namespace

Icon LayerReader::read(Node& node) {
    CoordinateSystem const system = system_of(node);
    draw(node, {}, true);
    if (system.extent != default_extent) icon_.extent.assign(system.extent.begin(), system.extent.end());
    if (system.scale != default_scale) icon_.scale = system.scale;
    return std::move(icon_);
}

void LayerReader::warn(SourceSpan span, std::string_view mistake) {
    if (reported_.insert(span.begin.offset).second) e_.diagnostics.warning(span, not_drawn, mistake);
}

LayerMapping LayerReader::mapping_of(Node const& base) const {
    auto const found = mappings_.find(&base);
    return found != mappings_.end() ? found->second : LayerMapping();
}

// ---- coordinate systems ----

// The one given in the class, else that of the first base class with the same coordinates, else the default.
std::vector<LayerReader::CoordinateSystem> LayerReader::systems_of(Node& node) {
    e_.instances.expand_bases(node);
    CoordinateSystem system;
    bool is_inherited = false;
    if (node.class_extends_base != nullptr) {
        system = system_of(*node.class_extends_base);
        is_inherited = true;
    }
    ast::Ast const& ast = *node.def->ast;
    for (std::size_t i = 0; i < node.bases.size() && !is_inherited; ++i) {
        ast::Extends const& clause = ast.extends(ast[node.def->extends[i].element]);
        if (node.bases[i] == nullptr || view_of(node, ast, clause.annotation).is_mapped) continue;
        system = system_of(*node.bases[i]);
        is_inherited = true;
    }
    read_system(node, ast, annotation_of(*node.def), system);
    std::vector<CoordinateSystem> systems{system};
    std::vector<ClassDef const*> const shorts = short_classes(node);
    for (std::size_t i = shorts.size(); i-- > 0;) {
        if (view_of(node, *shorts[i]->ast, annotation_of(*shorts[i])).is_mapped) system = {};
        read_system(node, *shorts[i]->ast, annotation_of(*shorts[i]), system);
        systems.push_back(system);
    }
    return systems;
}

void LayerReader::read_system(Node& node, ast::Ast const& ast, ast::ModificationId annotation,
                              CoordinateSystem& system) {
    ast::ModificationId const icon = find_argument(ast, e_.interner, annotation, "Icon");
    ast::ModificationId const given = find_argument(ast, e_.interner, icon, "coordinateSystem");
    if (!given) return;
    GraphicValues values(e_, ast, node);
    if (auto const extent = four_numbers(values, values.argument(given, "extent"))) {
        auto const [x1, y1, x2, y2] = *extent;
        if (x2 - x1 >= smallest_side && y2 - y1 >= smallest_side) {
            system.extent = *extent;
        } else {
            warn(ast[given].span, "the extent of its coordinate system has no area");
        }
    }
    if (auto const is_preserved = values.truth(values.argument(given, "preserveAspectRatio"))) {
        system.preserves_aspect = *is_preserved;
    }
    auto const scale = values.number(values.argument(given, "initialScale"));
    if (scale && *scale >= 1e-6 && *scale <= 1e6) system.scale = *scale;
}

LayerReader::BaseView LayerReader::view_of(Node& node, ast::Ast const& ast, ast::ModificationId annotation) {
    BaseView view;
    ast::ModificationId const map = find_argument(ast, e_.interner, annotation, "IconMap");
    if (!map) return view;
    GraphicValues values(e_, ast, node);
    view.shows_primitives = values.truth(values.argument(map, "primitivesVisible")).value_or(true);
    view.region = four_numbers(values, values.argument(map, "extent")).value_or(view.region);
    view.is_mapped = view.region != std::array<double, 4>{};
    return view;
}

LayerMapping LayerReader::map_to(CoordinateSystem const& system, BaseView const& view) {
    if (!view.is_mapped) return {};
    auto const [x1, y1, x2, y2] = system.extent;
    auto const [left, low, right, high] = view.region;
    double scale_x = (right - left) / (x2 - x1);
    double scale_y = (high - low) / (y2 - y1);
    if (system.preserves_aspect) {
        double const least = std::min(std::abs(scale_x), std::abs(scale_y));
        scale_x = std::copysign(least, scale_x);
        scale_y = std::copysign(least, scale_y);
    }
    return {scale_x, scale_y, (left + right) / 2.0 - scale_x * (x1 + x2) / 2.0,
            (low + high) / 2.0 - scale_y * (y1 + y2) / 2.0};
}

// ---- primitives ----

void LayerReader::draw(Node& node, LayerMapping const& outer, bool shows_primitives) {
    std::vector<ClassDef const*> const shorts = short_classes(node);
    if (shorts.empty()) return draw_class(node, outer, shows_primitives);
    // A short class is one that inherits.
    std::vector<CoordinateSystem> systems = systems_of(node);
    LayerMapping mapping = outer;
    bool is_shown = shows_primitives;
    std::vector<LayerMapping> shown;  // of the short classes that show their own primitives
    for (ClassDef const* const def : shorts) {
        if (is_shown) shown.push_back(mapping);
        BaseView const view = view_of(node, *def->ast, annotation_of(*def));
        systems.pop_back();
        mapping = mapping.after(map_to(systems.back(), view));
        is_shown = is_shown && view.shows_primitives;
    }
    draw_class(node, mapping, is_shown);
    for (std::size_t i = shown.size(); i-- > 0;) {
        draw_annotation(node, *shorts[i]->ast, annotation_of(*shorts[i]), shown[i]);
    }
}

void LayerReader::draw_class(Node& node, LayerMapping const& mapping, bool shows_primitives) {
    e_.instances.expand_bases(node);
    mappings_.emplace(&node, mapping);
    if (!drawn_.insert(node.def).second) return;
    if (node.class_extends_base != nullptr) draw(*node.class_extends_base, mapping, shows_primitives);
    ast::Ast const& ast = *node.def->ast;
    for (std::size_t i = 0; i < node.bases.size(); ++i) {
        if (node.bases[i] == nullptr) continue;
        BaseView const view = view_of(node, ast, ast.extends(ast[node.def->extends[i].element]).annotation);
        LayerMapping const here = view.is_mapped ? mapping.after(map_to(system_of(*node.bases[i]), view)) : mapping;
        draw(*node.bases[i], here, shows_primitives && view.shows_primitives);
    }
    if (shows_primitives) draw_annotation(node, ast, annotation_of(*node.def), mapping);
}

void LayerReader::draw_annotation(Node& node, ast::Ast const& ast, ast::ModificationId annotation,
                                  LayerMapping const& mapping) {
    GraphicValues values(e_, ast, node);
    ast::ModificationId const icon = find_argument(ast, e_.interner, annotation, "Icon");
    ast::ExprId const graphics = values.static_part(values.argument(icon, "graphics"));
    if (!graphics || ast[graphics].kind != ast::ExprKind::array) return;
    for (ast::ExprId const element : ast.elements(graphics)) {
        std::string mistake;
        auto shape = read_shape(values, element, names_, mistake);
        if (shape) {
            numbers_ += shape->points.size();
            if (shape->kind == ShapeKind::bitmap) ++bitmaps_;
            if (icon_.shapes.size() >= most_shapes || numbers_ > most_numbers || bitmaps_ > most_bitmaps) {
                warn(ast[element].span, "there are too many shapes, points or bitmaps");
                return;
            }
            add(std::move(*shape), mapping);
        } else if (!mistake.empty()) {
            warn(ast[element].span, mistake);
        }
    }
}

void LayerReader::add(IconShape shape, LayerMapping const& mapping) {
    if (!mapping.is_identity()) {
        for (std::size_t i = 0; i < shape.points.size(); ++i) {
            shape.points[i] *= i % 2 == 0 ? mapping.scale_x : mapping.scale_y;
        }
        shape.origin.resize(2);
        shape.origin = {mapping.scale_x * shape.origin[0] + mapping.move_x,
                        mapping.scale_y * shape.origin[1] + mapping.move_y};
        if (mapping.scale_x * mapping.scale_y < 0.0) shape.rotation = -shape.rotation;
        shape.radius *= std::abs(mapping.scale_x);
        bool const is_drawable = mapping.scale_x != 0.0 && mapping.scale_y != 0.0 && find_mistake(shape).empty();
        if (!is_drawable) return;
    }
    icon_.shapes.push_back(std::move(shape));
}

}  // namespace moo
