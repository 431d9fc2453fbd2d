#include "moo/passes/alias_chains.h"

namespace moo {

AliasChains::AliasChains(System const& system) : system_(system) {
    for (Alias const& alias : system.document.aliases) aliases_.emplace(alias.variable, &alias);
    for (Recovered const& recovered : system.document.recovered) recovered_.emplace(recovered.variable, &recovered);
}

bool AliasChains::is_negated_against_target(VarId variable) const {
    auto const alias = aliases_.find(variable);
    return alias != aliases_.end() && alias->second->is_negated;
}

std::vector<AliasChains::Step> AliasChains::chain_of(VarId variable) const {
    std::vector<Step> steps;
    while (variable && variable.index() < system_.alias_towards.size()) {
        VarId const next = system_.alias_towards[variable];
        auto const alias = aliases_.find(variable);
        auto const recovered = recovered_.find(variable);
        std::string const name(system_.name_of(variable));
        if (recovered != recovered_.end()) {
            // The zero of `a + b = 0` with a known may be a negative one.
            ExprStore const& exprs = system_.document.exprs;
            ExprId const number = recovered->second->value;
            bool const is_zero = exprs.is_number(number) && exprs.number_value(number) == 0.0;
            std::string const value = next ? std::string(system_.name_of(next)) : is_zero ? "0" : system_.text(number);
            steps.push_back({variable, name + " = " + value, recovered->second->provenance});
        } else if (alias != aliases_.end()) {
            VarId const other = next ? next : alias->second->target;
            bool const is_negated = alias->second->is_negated != is_negated_against_target(other);
            steps.push_back({variable, name + (is_negated ? " = -" : " = ") + std::string(system_.name_of(other)),
                             alias->second->provenance});
        }
        variable = next;
    }
    return steps;
}

}  // namespace moo
