#include "backends/fmu/describe_terminals.h"

#include "backends/fmu/fmu_xml.h"

namespace moo {

std::string describe_terminals(Document const& document, Interner const& interner, FmuPlan const& plan) {
    pugi::xml_document xml;
    pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
    set_text(declaration, "version", "1.0");
    set_text(declaration, "encoding", "UTF-8");
    pugi::xml_node root = xml.append_child("fmiTerminalsAndIcons");
    set_text(root, "fmiVersion", "3.0");
    pugi::xml_node terminals = root.append_child("Terminals");
    std::map<std::string, pugi::xml_node> by_name;
    for (FmuVariable const& variable : plan.variables) {
        if (!variable.declared) continue;
        Variable const& declared = document.variables[variable.declared];
        // The standard takes what is set and read from outside; a stream variable would need a partner that says what
        // flows in. A connector that is a signal by itself has no members.
        bool const is_causal = variable.causality == MOO_FMU_INPUT || variable.causality == MOO_FMU_OUTPUT;
        bool const is_member = declared.instance && (declared.connector_role == ConnectorRole::potential ||
                                                     declared.connector_role == ConnectorRole::flow);
        if (!is_causal || !is_member) continue;
        std::string const instance(interner.text(declared.instance));
        auto const [at, is_new] = by_name.try_emplace(instance);
        if (is_new) {
            at->second = terminals.append_child("Terminal");
            set_text(at->second, "name", normalized_text(instance));
            set_text(at->second, "matchingRule", "plug");
        }
        pugi::xml_node member = at->second.append_child("TerminalMemberVariable");
        set_text(member, "variableName", normalized_text(variable.name));
        std::string const prefix = instance + ".";
        bool const has_prefix = variable.name.starts_with(prefix);
        set_text(member, "memberName",
                 normalized_text(has_prefix ? variable.name.substr(prefix.size()) : variable.name));
        // Flows of Modelica are positive into the component.
        set_text(member, "variableKind", declared.connector_role == ConnectorRole::flow ? "inflow" : "signal");
    }
    return by_name.empty() ? std::string() : xml_bytes(xml);
}

}  // namespace moo
