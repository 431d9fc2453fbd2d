// ModelStructure: what outputs, derivatives, event indicators and unknowns of the initialization depend on.
#pragma once

#include <map>
#include <vector>

#include "backends/fmu/fmu_plan.h"
#include "backends/fmu/fmu_xml.h"

namespace moo {

struct FmuTerm {
    std::uint32_t variable = 0;  // number in the plan
    DependencyKind kind = DependencyKind::dependent;
};

struct FmuUnknown {
    std::uint32_t variable = 0;  // number in the plan
    bool has_terms = false;      // if false, it may depend on everything
    std::vector<FmuTerm> terms;  // in the order of the plan
};

// Collects the dependencies of a variable, whose elements may depend on different things.
class FmuTerms {
public:
    void add(std::uint32_t on, DependencyKind kind);
    // Returns all terms in the order of the plan and clears the collection.
    [[nodiscard]] std::vector<FmuTerm> take();

private:
    std::map<std::uint32_t, DependencyKind> kinds_;
};

struct FmuStructure {
    std::vector<FmuUnknown> outputs;
    std::vector<FmuUnknown> derivatives;
    std::vector<FmuUnknown> initial_unknowns;
    std::vector<FmuUnknown> event_indicators;
};

[[nodiscard]] char const* dependency_word(DependencyKind kind);

[[nodiscard]] FmuStructure structure_fmu(Document const& document, ModelProgram const& model, FmuPlan const& plan,
                                         FmiVersion version);

// Writes the attributes `dependencies` and `dependenciesKind`. `number` gives the name of a variable of the plan there.
template <class Number>
void set_dependencies(pugi::xml_node node, FmuUnknown const& unknown, Number const& number) {
    if (!unknown.has_terms) return;
    std::string on;
    std::string kinds;
    for (FmuTerm const& term : unknown.terms) {
        char const* const separator = on.empty() ? "" : " ";
        on += separator + std::to_string(number(term.variable));
        kinds += separator + std::string(dependency_word(term.kind));
    }
    node.append_attribute("dependencies").set_value(on.c_str());
    node.append_attribute("dependenciesKind").set_value(kinds.c_str());
}

}  // namespace moo
