#include "moo/evaluate/frozen_parameters.h"

#include "moo/expr/free_variables.h"

namespace moo {

Store<VarId, std::uint8_t> frozen_parameters(Document const& document) {
    Store<VarId, std::uint8_t> is_frozen(document.variables.size(), 0);
    FreeVariables walk(document.exprs);
    auto const freeze = [&](ExprId expr) {
        if (!expr) return;
        for (VariableUse const& use : walk.uses(expr)) is_frozen[use.variable] = 1;
    };
    for (Sampling const& sampling : document.samplings) freeze(sampling.start), freeze(sampling.interval);
    for (DelayOperator const& delay : document.delays) freeze(delay.longest);
    for (TransportOperator const& transport : document.transports) {
        for (ExprId const point : transport.initial_points) freeze(point);
        for (ExprId const value : transport.initial_values) freeze(value);
    }
    for (BaseClock const& clock : document.clocks) {
        freeze(clock.interval), freeze(clock.resolution), freeze(clock.start_interval);
    }
    // Backwards, over the bindings of those that follow from others.
    auto const& order = document.parameter_order;
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        TypeKind const kind = document.exprs.types().kind(document.variables[*id].type);
        if (kind == TypeKind::external_object || kind == TypeKind::string) is_frozen[*id] = 1;
        if (is_frozen[*id] != 0) freeze(document.variables[*id].binding);
    }
    return is_frozen;
}

}  // namespace moo
