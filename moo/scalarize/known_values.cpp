#include "moo/scalarize/known_values.h"

#include <utility>

namespace moo {

KnownValues::KnownValues(FlatModel& model, Interner& interner, std::int64_t max_elements)
    : model_(model),
      limits_{max_elements},
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

// The memo entry of a node.
constexpr std::uint8_t is_open = 1;
constexpr std::uint8_t is_certain = 2;

bool KnownValues::is_settled_leaf(ExprId leaf) const {
    ExprKind const kind = model_.exprs.kind(leaf);
    if (kind == ExprKind::time || kind == ExprKind::der || kind == ExprKind::pre) return false;
    if (kind != ExprKind::variable) return true;
    Variable const& variable = model_.variables[model_.exprs.variable_of(leaf)];
    bool const is_fixed = variable.variability == Variability::constant || variable.is_final || variable.is_evaluated;
    return variable.is_parameter() && is_fixed;
}

// Whether evaluating it is worthwhile: most conditions depend on variables, and finding this out by trying is slow.
bool KnownValues::is_settled(ExprId expr) {
    ExprStore const& exprs = model_.exprs;
    std::vector<ExprId> pending{expr};
    while (!pending.empty()) {
        ExprId const id = pending.back();
        if (settled_memo_.get(id) != 0) {
            pending.pop_back();
            continue;
        }
        bool certain = is_settled_leaf(id);
        ExprId missing;
        for (ExprId const operand : exprs.operands(id)) {
            if (settled_memo_.get(operand) == 0) missing = operand;
            certain = certain && settled_memo_.get(operand) != is_open;
        }
        if (certain && missing) {
            pending.push_back(missing);
        } else {
            settled_memo_[id] = certain ? is_certain : is_open;
        }
    }
    return settled_memo_.get(expr) == is_certain;
}

Value KnownValues::settled(ExprId expr) { return is_settled(expr) ? settled_.evaluate(expr).value : Value(); }

Value KnownValues::structural(ExprId expr) { return structural_.evaluate(expr).value; }

Value KnownValues::size(ExprId expr, std::unordered_map<Symbol, Value> const& inputs) {
    EvaluateHooks hooks = all_parameters_.hooks();
    hooks.iterator = [&inputs](Symbol name) -> Value const* {
        auto const found = inputs.find(name);
        return found == inputs.end() ? nullptr : &found->second;
    };
    return Evaluator(model_.exprs, all_parameters_.source(), limits_, hooks).evaluate(expr).value;
}

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
