// The connectors of a model that an importer can connect: the terminals of FMI 3.0, section 2.4.9.2.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/fmu/fmu_plan.h"

namespace moo {

enum class MatchingRule : std::uint8_t {
    plug,      // by name: all variables of the connector are members
    bus,       // by name: an expandable connector may lack some
    sequence,  // by order: a signal, whose name is another one on the other side
    none,      // it has variables that nobody outside can set, so that its members alone make no connection
};

struct TerminalMember {
    std::uint32_t variable = no_variable;  // in the plan
    std::string name;                      // in the terminal
    bool is_flow = false;
};

inline constexpr std::size_t no_terminal = static_cast<std::size_t>(-1);

struct FmuTerminal {
    std::string name;                  // in what is around it
    std::size_t around = no_terminal;  // the terminal that it is inside of, which stands before it
    MatchingRule rule = MatchingRule::plug;
    OutsideConnector const* connector = nullptr;  // what the document knows of it; null if nothing
    std::vector<TerminalMember> members;
};

// Members are inputs, outputs and parameters: the standard takes what is set or read from outside. A connector without
// any, such as a pin with its two local variables, is no terminal.
[[nodiscard]] std::vector<FmuTerminal> find_terminals(Document const& document, Interner const& interner,
                                                      FmuPlan const& plan);

// `a.b[2].'c.d'` → `a`, `b[2]`, `'c.d'`
[[nodiscard]] std::vector<std::string> split_path(std::string_view name);
// `b[2]` → `b`
[[nodiscard]] std::string without_subscripts(std::string_view part);

}  // namespace moo
