#include "moo/passes/inline_calls.h"

#include "moo/functions/inline_late.h"
#include "moo/passes/rewrite_system.h"

namespace moo {

bool inline_calls(System& system, PassOptions const&, Diagnostics&) {
    if (system.document.functions.empty()) return true;
    std::vector<ExprId> expressions;
    rewrite_system(system, [&](ExprId expr) {
        expressions.push_back(expr);
        return expr;
    });
    for (StateSet& set : system.document.state_sets) {
        for (ExprId const constraint : set.constraints) expressions.push_back(constraint);
        for (JacobianEntry const& entry : set.jacobian) expressions.push_back(entry.value);
    }
    std::vector<ExprId*> places;
    for (ExprId& expr : expressions) places.push_back(&expr);
    FlatModel model;
    model.exprs = std::move(system.document.exprs);
    model.variables = std::move(system.document.variables);
    model.functions = std::move(system.document.functions);
    inline_late(model, system.interner, places);
    system.document.exprs = std::move(model.exprs);
    system.document.variables = std::move(model.variables);
    system.document.functions = std::move(model.functions);
    std::size_t next = 0;
    rewrite_system(system, [&](ExprId) { return expressions[next++]; });
    for (StateSet& set : system.document.state_sets) {
        for (ExprId& constraint : set.constraints) constraint = expressions[next++];
        for (JacobianEntry& entry : set.jacobian) entry.value = expressions[next++];
    }
    return true;
}

}  // namespace moo
