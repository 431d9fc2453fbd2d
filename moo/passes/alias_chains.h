// Which equations of the model made a variable equal to another one, for messages.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "moo/passes/system.h"

namespace moo {

class AliasChains {
public:
    explicit AliasChains(System const& system);

    struct Step {
        VarId variable;
        std::string text;  // `a = b`
        Provenance provenance;
    };
    // From this variable to the one that stays in the equations, or to the equation that gives the value; none if the
    // variable itself stays.
    [[nodiscard]] std::vector<Step> chain_of(VarId variable) const;

private:
    [[nodiscard]] bool is_negated_against_target(VarId variable) const;

    System const& system_;
    std::unordered_map<VarId, Alias const*> aliases_;
    std::unordered_map<VarId, Recovered const*> recovered_;
};

}  // namespace moo
