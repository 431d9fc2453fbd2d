#include "moo/scalarize/known_values.h"

#include <utility>

namespace moo {

KnownValues::KnownValues(FlatModel& model, Interner& interner, std::int64_t max_elements)
    : limits_{max_elements},
      settled_parameters_(model, interner, ParameterChoice::settled),
      all_parameters_(model, interner),
      settled_(model.exprs, settled_parameters_.source(), limits_, with_iterators(settled_parameters_)),
      structural_(model.exprs, all_parameters_.source(), limits_, with_iterators(all_parameters_)) {}

EvaluateHooks KnownValues::with_iterators(ParameterValues& parameters) {
    EvaluateHooks hooks = parameters.hooks();
    hooks.iterator = [this](Symbol name) -> Value const* {
        for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
            if (binding->name == name) return &binding->value;
        }
        return nullptr;
    };
    return hooks;
}

Value KnownValues::settled(ExprId expr) { return settled_.evaluate(expr).value; }

Value KnownValues::structural(ExprId expr) { return structural_.evaluate(expr).value; }

void KnownValues::reset_iterators() {
    settled_.reset_iterators();
    structural_.reset_iterators();
}

void KnownValues::enter(Symbol iterator) {
    bindings_.push_back({iterator, Value()});
    reset_iterators();
}

void KnownValues::set(std::size_t loop, Value value) {
    bindings_[loop].value = std::move(value);
    reset_iterators();
}

void KnownValues::leave() {
    bindings_.pop_back();
    reset_iterators();
}

}  // namespace moo
