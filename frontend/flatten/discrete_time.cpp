#include "frontend/flatten/discrete_time.h"

#include <algorithm>

namespace moo {

DiscreteTime::DiscreteTime(FlatModel const& model) : model_(model), exprs_(model.exprs) {
    is_discrete_.resize(model.variables.size(), false);
    for (std::size_t i = 0; i < is_discrete_.size(); ++i) {
        Variable const& variable = model.variables[VarId(static_cast<std::uint32_t>(i))];
        is_discrete_[i] = variable.variability != Variability::continuous;
    }
    collect(model.equations, false);
    for (FlatAlgorithm const& algorithm : model.algorithms) collect(algorithm.statements, false);
}

void DiscreteTime::add_targets(ExprId target) {
    ExprKind const kind = exprs_.kind(target);
    if (kind == ExprKind::tuple || kind == ExprKind::array || exprs_.is_record(target)) {
        for (ExprId const member : exprs_.operands(target)) add_targets(member);
        return;
    }
    if (!exprs_.is_reference(target)) return;
    VarId const variable = exprs_.referenced_variable(target);
    if (!variable) return;
    assigned_.insert(variable);
    is_discrete_[variable.index()] = true;
}

// As deep as equations are nested.
void DiscreteTime::collect(std::vector<FlatEquation> const& equations, bool is_in_when) {
    for (FlatEquation const& equation : equations) {
        if (is_in_when && equation.kind == FlatEquationKind::equality) add_targets(equation.a);
        bool const deeper = is_in_when || equation.kind == FlatEquationKind::when;
        for (FlatBranch const& branch : equation.branches) collect(branch.body, deeper);
    }
}

void DiscreteTime::collect(std::vector<FlatStatement> const& statements, bool is_in_when) {
    for (FlatStatement const& statement : statements) {
        if (is_in_when && statement.kind == FlatStatementKind::assignment) add_targets(statement.a);
        bool const deeper = is_in_when || statement.kind == FlatStatementKind::when;
        for (FlatStatementBranch const& branch : statement.branches) collect(branch.body, deeper);
    }
}

bool DiscreteTime::is_real(ExprId expr) const { return exprs_.types().element(exprs_.type(expr)) == types::real; }

bool DiscreteTime::contains_real(TypeId type) const {
    TypeTable const& types = exprs_.types();
    std::vector<TypeId> open{types.element(type)};
    while (!open.empty()) {
        TypeId const next = open.back();
        open.pop_back();
        if (next == types::real || next == types::unknown) return true;
        if (types.kind(next) == TypeKind::record) {
            for (RecordField const& field : types.fields(next)) open.push_back(types.element(field.type));
        }
        if (types.kind(next) == TypeKind::tuple) {
            for (TypeId const member : types.members(next)) open.push_back(types.element(member));
        }
    }
    return false;
}

// An expression is a discrete-time expression unless something that changes between events is reached from it without
// passing what generates an event. So this is a search, with a mark for `noEvent` around.
ExprId DiscreteTime::find_continuous(ExprId expr, TypeId result) {
    std::unordered_set<std::uint64_t> seen;
    open_.assign(1, {expr, false});
    while (!open_.empty()) {
        Part const part = open_.back();
        open_.pop_back();
        if (!exprs_.varies(part.expr)) continue;
        if (!seen.insert((std::uint64_t{part.expr.index()} << 1) | (part.is_in_no_event ? 1u : 0u)).second) continue;
        switch (exprs_.kind(part.expr)) {
            case ExprKind::variable:
                if (is_discrete(exprs_.variable_of(part.expr))) break;
                return part.expr;
            case ExprKind::time:
            case ExprKind::der: return part.expr;
            case ExprKind::pre:
            case ExprKind::iterator: break;
            case ExprKind::less:
            case ExprKind::less_equal:
            case ExprKind::greater:
            case ExprKind::greater_equal: {
                Operands const sides = exprs_.operands(part.expr);
                bool const is_event = !part.is_in_no_event && (is_real(sides[0]) || is_real(sides[1]));
                if (!is_event) open_operands(part);
                break;
            }
            case ExprKind::builtin: open_builtin(part); break;
            case ExprKind::call: open_call(part, part.expr == expr ? result : exprs_.type(part.expr)); break;
            case ExprKind::real:
            case ExprKind::integer:
            case ExprKind::boolean:
            case ExprKind::string:
            case ExprKind::enumeration:
            case ExprKind::end:
            case ExprKind::whole:
            case ExprKind::neg:
            case ExprKind::logical_not:
            case ExprKind::add:
            case ExprKind::sub:
            case ExprKind::mul:
            case ExprKind::div:
            case ExprKind::pow:
            case ExprKind::element_add:
            case ExprKind::element_sub:
            case ExprKind::element_mul:
            case ExprKind::element_div:
            case ExprKind::element_pow:
            case ExprKind::logical_and:
            case ExprKind::logical_or:
            case ExprKind::equal:
            case ExprKind::not_equal:
            case ExprKind::if_else:
            case ExprKind::range:
            case ExprKind::subscript:
            case ExprKind::field:
            case ExprKind::array:
            case ExprKind::matrix:
            case ExprKind::matrix_row:
            case ExprKind::tuple:
            case ExprKind::output:
            case ExprKind::reduction: open_operands(part); break;
        }
    }
    return {};
}

void DiscreteTime::open_operands(Part part) {
    for (ExprId const operand : exprs_.operands(part.expr)) open_.push_back({operand, part.is_in_no_event});
}

void DiscreteTime::open_builtin(Part part) {
    Operands const arguments = exprs_.operands(part.expr);
    switch (exprs_.builtin_of(part.expr)) {
        case Builtin::ceil:
        case Builtin::floor:
        case Builtin::div:
        case Builtin::integer: {
            bool const has_real =
                std::any_of(arguments.begin(), arguments.end(), [&](ExprId argument) { return is_real(argument); });
            if (part.is_in_no_event || !has_real) open_operands(part);
            return;
        }
        case Builtin::no_event: open_.push_back({arguments[0], true}); return;
        case Builtin::delay: open_.push_back({arguments[0], part.is_in_no_event}); return;
        // Constant during the simulation, or changed at events and ticks of clocks only.
        case Builtin::edge:
        case Builtin::change:
        case Builtin::initial:
        case Builtin::terminal:
        case Builtin::sample:
        case Builtin::size:
        case Builtin::ndims:
        case Builtin::cardinality:
        case Builtin::get_instance_name:
        case Builtin::clock:
        case Builtin::previous:
        case Builtin::hold:
        case Builtin::sub_sample:
        case Builtin::super_sample:
        case Builtin::shift_sample:
        case Builtin::back_sample:
        case Builtin::no_clock:
        case Builtin::first_tick:
        case Builtin::interval:
        case Builtin::active_state:
        case Builtin::ticks_in_state:
        case Builtin::time_in_state: return;
        case Builtin::sin:
        case Builtin::cos:
        case Builtin::tan:
        case Builtin::asin:
        case Builtin::acos:
        case Builtin::atan:
        case Builtin::atan2:
        case Builtin::sinh:
        case Builtin::cosh:
        case Builtin::tanh:
        case Builtin::exp:
        case Builtin::log:
        case Builtin::log10:
        case Builtin::sqrt:
        case Builtin::abs:
        case Builtin::sign:
        case Builtin::min:
        case Builtin::max:
        case Builtin::mod:
        case Builtin::rem:
        case Builtin::to_integer:
        case Builtin::to_real:
        case Builtin::to_string:
        case Builtin::smooth:
        case Builtin::homotopy:
        case Builtin::semi_linear:
        case Builtin::spatial_distribution:
        case Builtin::in_stream:
        case Builtin::actual_stream:
        case Builtin::scalar:
        case Builtin::vector:
        case Builtin::matrix:
        case Builtin::identity:
        case Builtin::diagonal:
        case Builtin::zeros:
        case Builtin::ones:
        case Builtin::fill:
        case Builtin::linspace:
        case Builtin::transpose:
        case Builtin::outer_product:
        case Builtin::symmetric:
        case Builtin::cross:
        case Builtin::skew:
        case Builtin::sum:
        case Builtin::product:
        case Builtin::cat:
        case Builtin::promote:
        case Builtin::real_parameter_equal: open_operands(part); return;
    }
}

// A function with GenerateEvents and without Real results depends on its other inputs only.
void DiscreteTime::open_call(Part part, TypeId result) {
    if (functions_.empty()) {
        for (FlatFunction const& function : model_.functions) functions_.emplace(function.name, &function);
    }
    auto const found = functions_.find(exprs_.symbol(part.expr));
    bool const is_event = !part.is_in_no_event && found != functions_.end() &&
                          found->second->generates_events.value_or(false) && !contains_real(result);
    for (ExprId const argument : exprs_.operands(part.expr)) {
        if (!is_event || !is_real(argument)) open_.push_back({argument, part.is_in_no_event});
    }
}

}  // namespace moo
