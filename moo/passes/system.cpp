#include "moo/passes/system.h"

#include <cmath>
#include <limits>

#include "moo/expr/evaluate.h"
#include "moo/model/names.h"

namespace moo {

void System::begin_document() {
    is_flat_ = false;
    document.name = flat.name;
    document.description = flat.description;
    document.experiment = flat.experiment;
    document.icon = std::move(flat.icon);
    document.connectors = std::move(flat.connectors);
    document.exprs = std::move(flat.exprs);
    document.types = std::move(flat.types);
    document.functions = std::move(flat.functions);
    document.variables = std::move(flat.variables);
    document.arrays = std::move(flat.arrays);
    document.places = std::move(flat.places);
}

SourceSpan System::user_place(SourceSpan source, Symbol instance) const {
    return user_places().place_of(source, instance ? interner.text(instance) : std::string_view());
}

void System::set_elsewhere(VarId variable) {
    if (is_elsewhere_.size() < document.variables.size()) is_elsewhere_.resize(document.variables.size());
    is_elsewhere_[variable.index()] = true;
}

bool System::is_continuous_unknown(VarId id) const {
    Variable const& variable = document.variables[id];
    return variable.type == types::real && variable.variability == Variability::continuous &&
           variable.causality != Causality::input && !is_elsewhere(id);
}

VarId System::add_variable(std::string_view name, TypeId type, VarId like) {
    Variable variable;
    variable.name = interner.intern(name);
    variable.type = type;
    variable.instance = document.variables[like].instance;
    variable.source = document.variables[like].source;
    VarId const id = document.variables.add(std::move(variable));
    document.facts.resize(document.variables.size());
    return id;
}

void System::truncate_variables(std::size_t count) {
    document.variables.resize(count);
    document.facts.resize(count);
}

Simplifier& System::simplifier() {
    if (simplifier_ == nullptr) simplifier_ = std::make_unique<Simplifier>(document.exprs);
    return *simplifier_;
}

double System::guess(ExprId expr) const {
    ExprStore const& exprs = document.exprs;
    auto const value_of = [this](VarId variable) {
        auto const& values = parameter_numbers.guess;
        return variable.index() < values.size() ? values[variable] : Value();
    };
    if (exprs.kind(expr) == ExprKind::variable) {
        Value const value = value_of(exprs.variable_of(expr));
        return value.is_number() ? value.as_real() : std::numeric_limits<double>::quiet_NaN();
    }
    auto const source = [value_of](ExprStore const& store, ExprId leaf) {
        return store.kind(leaf) == ExprKind::variable ? value_of(store.variable_of(leaf)) : Value();
    };
    // Start again now and then, so that its memory does not grow to the size of the store.
    constexpr std::uint32_t most_guesses = 4096;
    if (guess_count_++ % most_guesses == 0) guesses_ = std::make_unique<Evaluator>(exprs, source);
    return guesses_->evaluate(expr).as_real();
}

bool System::is_guessed_zero(ExprId expr) const {
    constexpr double smallest = 1e-12;
    return std::abs(guess(expr)) < smallest;
}

LeafDerivative System::differentiation(std::function<ExprId(ExprStore&, ExprId)> of, bool by_time) {
    if (!function_derivatives_) {
        function_derivatives_ = std::make_unique<FunctionDerivatives>(document.exprs, interner, document.functions);
    }
    return function_derivatives_->with_calls({std::move(of), by_time, {}});
}

std::string System::text(ExprId expr) const {
    return to_string(document.exprs, expr, VariableNames(document.variables, interner, NameStyle::plain));
}

}  // namespace moo
