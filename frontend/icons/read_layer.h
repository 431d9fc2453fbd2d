// The icon layer of a class: its own primitives over those of its base classes (Modelica 3.6, sections 18.6
// and 18.6.3).
#pragma once

#include <array>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/icons/graphic_values.h"
#include "frontend/icons/icon_text.h"
#include "moo/model/icon.h"

namespace moo {

// Coordinates of a base class in those of the class that inherits it: x becomes scale_x * x + move_x.
struct LayerMapping {
    double scale_x = 1.0;
    double scale_y = 1.0;
    double move_x = 0.0;
    double move_y = 0.0;

    [[nodiscard]] bool is_identity() const {
        return scale_x == 1.0 && scale_y == 1.0 && move_x == 0.0 && move_y == 0.0;
    }
    // First `inner`, then this one.
    [[nodiscard]] LayerMapping after(LayerMapping const& inner) const {
        return {scale_x * inner.scale_x, scale_y * inner.scale_y, scale_x * inner.move_x + move_x,
                scale_y * inner.move_y + move_y};
    }
};

class LayerReader {
public:
    // Places in the source that were already reported: classes are used more than once.
    using Reported = std::unordered_set<std::uint32_t>;

    LayerReader(Elaborator& elaborator, IconNames names, Reported& reported)
        : e_(elaborator), names_(std::move(names)), reported_(reported) {}

    [[nodiscard]] Icon read(Node& node);
    // How declarations of a base class of the node are placed in the layer.
    [[nodiscard]] LayerMapping mapping_of(Node const& base) const;

private:
    struct CoordinateSystem {
        std::array<double, 4> extent = default_extent;
        bool preserves_aspect = true;
        double scale = default_scale;
    };
    // The annotations of an extends-clause or a short class about the base class.
    struct BaseView {
        bool is_mapped = false;  // otherwise it has the same coordinates
        std::array<double, 4> region{};
        bool shows_primitives = true;
    };

    // Of the class itself, and after each short class that leads to the node.
    [[nodiscard]] std::vector<CoordinateSystem> systems_of(Node& node);
    [[nodiscard]] CoordinateSystem system_of(Node& node) { return systems_of(node).back(); }
    void read_system(Node& node, ast::Ast const& ast, ast::ModificationId annotation, CoordinateSystem& system);
    [[nodiscard]] BaseView view_of(Node& node, ast::Ast const& ast, ast::ModificationId annotation);
    [[nodiscard]] static LayerMapping map_to(CoordinateSystem const& system, BaseView const& view);

    void draw(Node& node, LayerMapping const& mapping, bool shows_primitives);
    void draw_class(Node& node, LayerMapping const& mapping, bool shows_primitives);
    void draw_annotation(Node& node, ast::Ast const& ast, ast::ModificationId annotation, LayerMapping const& mapping);
    void add(IconShape shape, LayerMapping const& mapping);
    void warn(SourceSpan span, std::string_view mistake);

    Elaborator& e_;
    IconNames names_;
    Reported& reported_;
    Icon icon_;
    std::size_t numbers_ = 0;
    std::size_t bitmaps_ = 0;
    std::unordered_map<Node const*, LayerMapping> mappings_;
    std::unordered_set<ClassDef const*> drawn_;
};

}  // namespace moo
