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
    sequence,  // by order: a signal, whose name may differ on the other side
    none,      // some of its variables cannot be set from outside, so its members alone do not make a connection
};

struct TerminalMember {
    std::uint32_t variable = no_variable;  // in the plan
    std::string name;                      // in the terminal
    bool is_flow = false;
};

inline constexpr std::size_t no_terminal = static_cast<std::size_t>(-1);

struct FmuTerminal {
    std::string name;                  // within the surrounding terminal
    std::size_t around = no_terminal;  // the terminal that contains it, which comes earlier in the list
    MatchingRule rule = MatchingRule::plug;
    OutsideConnector const* connector = nullptr;  // null if the document does not describe it
    std::vector<TerminalMember> members;
};

// The members are inputs, outputs and parameters, because the standard allows only variables that can be set or read
// from outside. A connector without any, such as a pin with its two local variables, is not a terminal.
[[nodiscard]] std::vector<FmuTerminal> find_terminals(Document const& document, Interner const& interner,
                                                      FmuPlan const& plan);

// `a.b[2].'c.d'` → `a`, `b[2]`, `'c.d'`
[[nodiscard]] std::vector<std::string> split_path(std::string_view name);
// `b[2]` → `b`
[[nodiscard]] std::string without_subscripts(std::string_view part);

}  // namespace moo
