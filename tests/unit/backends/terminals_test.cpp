// Which connectors are terminals of FMI, and with which members.
#include <catch2/catch.hpp>

#include "backends/fmu/fmu_terminals.h"

using namespace moo;

namespace {

struct Outside {
    Document document;
    Interner interner;
    FmuPlan plan;

    void connector(char const* name, bool is_expandable = false) {
        OutsideConnector& made = document.connectors.emplace_back();
        made.name = interner.intern(name);
        made.is_expandable = is_expandable;
    }
    void variable(char const* name, MooFmuCausality causality, ConnectorRole role = ConnectorRole::potential,
                  char const* instance = "") {
        Variable declared;
        declared.name = interner.intern(name);
        declared.connector_role = role;
        if (*instance != '\0') declared.instance = interner.intern(instance);
        FmuVariable shown;
        shown.name = name;
        shown.causality = causality;
        shown.declared = document.variables.add(declared);
        plan.variables.push_back(shown);
    }
    // `name rule(members)`, what is inside in braces.
    [[nodiscard]] std::string text() const {
        std::vector<FmuTerminal> const found = find_terminals(document, interner, plan);
        std::string all;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i].around == no_terminal) all += (all.empty() ? "" : "; ") + text_of(found, i);
        }
        return all;
    }

private:
    static std::string text_of(std::vector<FmuTerminal> const& found, std::size_t index) {
        constexpr char const* rules[] = {"plug", "bus", "sequence", "none"};
        std::string text = found[index].name + " " + rules[static_cast<std::size_t>(found[index].rule)] + "(";
        for (TerminalMember const& member : found[index].members) {
            text += (text.ends_with('(') ? "" : ", ") + member.name + (member.is_flow ? " flow" : "");
        }
        text += ")";
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i].around == index) text += " {" + text_of(found, i) + "}";
        }
        return text;
    }
};

}  // namespace

TEST_CASE("parts of names") {
    CHECK(split_path("a.b[2].c") == std::vector<std::string>{"a", "b[2]", "c"});
    CHECK(split_path("'x.y'.z") == std::vector<std::string>{"'x.y'", "z"});
    CHECK(split_path("'it\\'s.'.z[1,2]") == std::vector<std::string>{"'it\\'s.'", "z[1,2]"});
    CHECK(split_path("a[E.x].b") == std::vector<std::string>{"a[E.x]", "b"});
    CHECK(split_path("") == std::vector<std::string>{""});
    CHECK(without_subscripts("b[2,3]") == "b");
    CHECK(without_subscripts("'b[2]'") == "'b[2]'");
    CHECK(without_subscripts("'b[2]'[1]") == "'b[2]'");
}

TEST_CASE("signals, groups of signals, and what is neither") {
    Outside outside;
    outside.connector("u");
    outside.connector("pair");
    outside.connector("pin");
    outside.variable("u", MOO_FMU_INPUT);
    outside.variable("pair.command", MOO_FMU_INPUT);
    outside.variable("pair.torque", MOO_FMU_OUTPUT, ConnectorRole::flow);
    outside.variable("pair.width", MOO_FMU_PARAMETER);
    outside.variable("pin.v", MOO_FMU_LOCAL);
    outside.variable("pin.i", MOO_FMU_LOCAL, ConnectorRole::flow);
    outside.variable("load.pin.v", MOO_FMU_LOCAL);
    outside.variable("plain", MOO_FMU_INPUT, ConnectorRole::none);
    CHECK(outside.text() == "u sequence(u); pair plug(command, torque flow, width)");
}

TEST_CASE("a connector with variables that nobody outside can set is not to be matched") {
    Outside outside;
    outside.connector("port");
    outside.variable("port.p", MOO_FMU_LOCAL);
    outside.variable("port.control", MOO_FMU_INPUT);
    outside.variable("port.h_outflow", MOO_FMU_OUTPUT, ConnectorRole::stream);
    CHECK(outside.text() == "port none(control)");
}

TEST_CASE("buses, connectors in connectors, arrays") {
    Outside outside;
    outside.connector("bus", true);
    outside.connector("bus.sub");
    outside.connector("empty");
    outside.connector("empty.inside");
    outside.connector("both");
    outside.connector("signals");
    outside.variable("bus.speed", MOO_FMU_OUTPUT);
    outside.variable("bus.sub.x[1]", MOO_FMU_INPUT);
    outside.variable("bus.sub.x[2]", MOO_FMU_INPUT);
    outside.variable("bus.sub.r.y", MOO_FMU_INPUT);
    outside.variable("empty.inside.v", MOO_FMU_LOCAL);
    outside.variable("both[1].a", MOO_FMU_INPUT);
    outside.variable("both[2].a", MOO_FMU_INPUT);
    outside.variable("signals[1]", MOO_FMU_INPUT);
    outside.variable("signals[2]", MOO_FMU_INPUT);
    CHECK(outside.text() ==
          "bus bus(speed) {sub plug(x[1], x[2], r.y)}; both[1] plug(a); both[2] plug(a); "
          "signals sequence(signals[1], signals[2])");
}

TEST_CASE("a document need not list its connectors") {
    Outside outside;
    outside.variable("bus.command", MOO_FMU_INPUT, ConnectorRole::potential, "bus");
    outside.variable("gear.plug.m", MOO_FMU_PARAMETER, ConnectorRole::potential, "gear.plug");
    CHECK(outside.text() == "bus plug(command)");
}
