#include "backends/fmu/describe_terminals.h"

#include "backends/fmu/fmu_xml.h"
#include "backends/icon/icon_picture.h"

namespace moo {

namespace {

char const* rule_word(MatchingRule rule) {
    switch (rule) {
        case MatchingRule::plug: return "plug";
        case MatchingRule::bus: return "bus";
        case MatchingRule::sequence: return "sequence";
        case MatchingRule::none: return "none";
    }
    return "";
}

template <class Box>
void set_box(pugi::xml_node node, Box const& box) {
    set_real(node, "x1", box.x1);
    set_real(node, "y1", box.y1);
    set_real(node, "x2", box.x2);
    set_real(node, "y2", box.y2);
}

class Describer {
public:
    Describer(Document const& document, Interner const& interner, FmuPlan const& plan,
              std::vector<FmuTerminal> const& terminals, FmuIcons const& icons)
        : document_(document), interner_(interner), plan_(plan), terminals_(terminals), icons_(icons) {
        inner_.resize(terminals.size());
        for (std::size_t i = 0; i < terminals.size(); ++i) {
            (terminals[i].around == no_terminal ? outer_ : inner_[terminals[i].around]).push_back(i);
        }
    }

    std::string run() {
        bool const has_pictures = icons_.icon || !icons_.terminals.empty();
        if (outer_.empty() && !has_pictures) return {};
        pugi::xml_document xml;
        pugi::xml_node root = xml.append_child("fmiTerminalsAndIcons");
        set_text(root, "fmiVersion", "3.0");
        if (has_pictures) write_graphics(root.append_child("GraphicalRepresentation"));
        if (!outer_.empty()) write_terminals(root.append_child("Terminals"), outer_);
        return xml_bytes(xml);
    }

private:
    [[nodiscard]] std::string text(Symbol symbol) const {
        return symbol ? std::string(interner_.text(symbol)) : std::string();
    }

    void write_graphics(pugi::xml_node node) {
        IconFrame const frame = frame_of(document_.icon);
        pugi::xml_node system = node.append_child("CoordinateSystem");
        set_box(system, frame);
        set_real(system, "suggestedScalingFactorTo_mm", frame.scale);
        if (icons_.icon) set_box(node.append_child("Icon"), *icons_.icon);
    }

    // Recursive: as deep as connectors are nested.
    void write_terminals(pugi::xml_node node, std::vector<std::size_t> const& listed) {
        for (std::size_t const index : listed) {
            FmuTerminal const& terminal = terminals_[index];
            pugi::xml_node made = node.append_child("Terminal");
            set_text(made, "name", normalized_text(terminal.name));
            set_text(made, "matchingRule", rule_word(terminal.rule));
            if (terminal.connector != nullptr) {
                set_text(made, "terminalKind", normalized_text(text(terminal.connector->class_name)));
                set_text(made, "description", text(terminal.connector->description));
            }
            for (TerminalMember const& member : terminal.members) write_member(made, terminal, member);
            write_terminals(made, inner_[index]);
            auto const picture = icons_.terminals.find(terminal.connector);
            if (picture != icons_.terminals.end()) write_picture(made, *terminal.connector, picture->second);
        }
    }

    void write_member(pugi::xml_node terminal, FmuTerminal const& around, TerminalMember const& member) {
        pugi::xml_node node = terminal.append_child("TerminalMemberVariable");
        set_text(node, "variableName", normalized_text(plan_.variables[member.variable].name));
        // Members of a sequence are matched by position; their names mean nothing to others.
        if (around.rule != MatchingRule::sequence) set_text(node, "memberName", normalized_text(member.name));
        // In Modelica, flow into the component is positive.
        set_text(node, "variableKind", member.is_flow ? "inflow" : "signal");
    }

    // Modelica draws connections in the colour and thickness of the first line of the connector.
    void write_picture(pugi::xml_node terminal, OutsideConnector const& connector, FmuPicture const& picture) {
        pugi::xml_node node = terminal.append_child("TerminalGraphicalRepresentation");
        IconShape const& first = connector.icon->shapes.front();
        std::string color;
        for (std::uint8_t const part : first.line_color.empty() ? IconColor{0, 0, 0} : first.line_color) {
            color += (color.empty() ? "" : " ") + std::to_string(part);
        }
        set_text(node, "defaultConnectionColor", color);
        set_real(node, "defaultConnectionStrokeSize",
                 first.thickness.value_or(default_thickness) / frame_of(document_.icon).scale);
        set_box(node, picture);
        set_text(node, "iconBaseName", picture.base_name);
    }

    Document const& document_;
    Interner const& interner_;
    FmuPlan const& plan_;
    std::vector<FmuTerminal> const& terminals_;
    FmuIcons const& icons_;
    std::vector<std::size_t> outer_;
    std::vector<std::vector<std::size_t>> inner_;
};

}  // namespace

std::string describe_terminals(Document const& document, Interner const& interner, FmuPlan const& plan,
                               std::vector<FmuTerminal> const& terminals, FmuIcons const& icons) {
    return Describer(document, interner, plan, terminals, icons).run();
}

}  // namespace moo
