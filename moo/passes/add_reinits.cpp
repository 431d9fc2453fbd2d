#include "moo/passes/add_reinits.h"

#include <algorithm>

namespace moo {

namespace {

constexpr Message<> not_a_variable{DiagnosticKind::UnsupportedConstruct,
                                   "the first argument of `reinit` is not a variable"};
constexpr Message<> guarded_at_initial{
    DiagnosticKind::UnsupportedConstruct,
    "`reinit` under a further condition in a when-clause with `initial()` is not supported yet"};

void add_reinit(Expansion& expansion, std::vector<Reinit const*> const& reinits) {
    ExprStore& exprs = expansion.exprs();
    Reinit const& first = *reinits.front();
    InstantEquation instant{first.state, first.value, {}, true, first.when->at_initial, first.provenance};
    if (reinits.size() == 1 && !first.guard) {
        instant.conditions = expansion.condition_indices(*first.when);
        return expansion.add_instant(std::move(instant));
    }
    instant.value = {};
    for (std::size_t i = reinits.size(); i-- > 0;) {
        Reinit const& one = *reinits[i];
        if (one.when->at_initial) {
            expansion.fail(one.provenance.source, guarded_at_initial);
            return;
        }
        ExprId active = expansion.rises(*one.when);
        // This is computed only at events, where relations need no memory.
        if (one.guard) active = exprs.logical_and(active, exprs.builtin(Builtin::no_event, {one.guard}));
        ExprId const variable = expansion.condition_variable(active, one.provenance.source);
        ExprId const edge = exprs.builtin(Builtin::edge, {variable});
        instant.value = instant.value ? exprs.if_else(edge, one.value, instant.value) : one.value;
        std::uint32_t const index = expansion.condition_index(variable, one.provenance.source);
        auto& conditions = instant.conditions;
        if (std::find(conditions.begin(), conditions.end(), index) == conditions.end()) conditions.push_back(index);
    }
    expansion.add_instant(std::move(instant));
}

}  // namespace

void add_reinits(Expansion& expansion, std::vector<Reinit> const& reinits) {
    std::vector<ExprId> states;  // in the order in which they first appear
    std::unordered_map<ExprId, std::vector<Reinit const*>> by_state;
    for (Reinit const& reinit : reinits) {
        if (expansion.exprs().kind(reinit.state) != ExprKind::variable) {
            expansion.fail(reinit.provenance.source, not_a_variable);
            continue;
        }
        auto& known = by_state[reinit.state];
        if (known.empty()) states.push_back(reinit.state);
        known.push_back(&reinit);
    }
    for (ExprId const state : states) add_reinit(expansion, by_state[state]);
}

}  // namespace moo
