// Connectors have as many flow variables as potential variables (Modelica 3.6, section 9.3.1).
#pragma once

#include <unordered_set>

#include "frontend/typecheck/elaborator.h"

namespace moo {

class ConnectorChecks {
public:
    explicit ConnectorChecks(Elaborator& elaborator) : e_(elaborator) {}

    // A component of a connector class, with the sizes that it has in the model. Connectors inside other connectors
    // count as part of them. Each declaration is checked once for each class that it has.
    void add(Component& component);
    void run();

private:
    struct Counts {
        std::int64_t potentials = 0;
        std::int64_t flows = 0;
        bool has_others = false;  // input, output or stream
        bool has_stream = false;
    };
    void check(Component& component);
    void count_elements(Node& node, Counts& counts);
    void count(Component& component, Counts& counts);
    // Of an overdetermined type: how many equations its function equalityConstraint gives; nullopt for any other.
    std::optional<std::int64_t> residue_size(Node& type);

    Elaborator& e_;
    struct Seen {
        Node const* type;
        std::uint64_t declaration;
        bool operator==(Seen const&) const = default;
    };
    struct SeenHash {
        std::size_t operator()(Seen const& seen) const {
            return std::hash<void const*>()(seen.type) * 31u + std::hash<std::uint64_t>()(seen.declaration);
        }
    };
    std::unordered_set<Seen, SeenHash> seen_;
    std::vector<Component*> connectors_;
};

}  // namespace moo
