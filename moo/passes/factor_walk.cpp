#include "moo/passes/factor_walk.h"

#include <algorithm>

namespace moo {

namespace {

constexpr std::uint8_t not_known = 0xff;
constexpr unsigned half = 4;  // bits

// Operators that use the past of a variable.
bool looks_back(Builtin builtin) {
    return builtin == Builtin::previous || builtin == Builtin::edge || builtin == Builtin::change;
}

}  // namespace

DependencyKind dependency_kind(Factor factor) {
    switch (factor) {
        case Factor::constant: return DependencyKind::constant;
        case Factor::fixed: return DependencyKind::fixed;
        case Factor::tunable: return DependencyKind::tunable;
        case Factor::discrete: return DependencyKind::discrete;
        case Factor::dependent: break;
    }
    return DependencyKind::dependent;
}

// ---- what changes when -------------------------------------------------------------------------------

// Collects all parts of the expression that vary. Of a reference, only its subscripts are looked at.
void FactorWalk::collect(ExprId expr) {
    if (stamps_.size() < exprs_.size()) {
        stamps_.resize(exprs_.size(), 0);
        variations_.resize(exprs_.size(), not_known);
    }
    if (++stamp_ == 0) {
        std::fill(stamps_.begin(), stamps_.end(), 0u);
        stamp_ = 1;
    }
    parts_.clear();
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId id = stack_.back();
        stack_.pop_back();
        if (!exprs_.varies(id) || stamps_[id.index()] == stamp_) continue;
        stamps_[id.index()] = stamp_;
        parts_.push_back(id);
        bool const is_reference = exprs_.referenced_variable(id).has_value();
        for (; is_reference && exprs_.kind(id) != ExprKind::variable; id = exprs_.operand(id, 0)) {
            Operands const operands = exprs_.operands(id);
            for (std::size_t i = 1; i < operands.size(); ++i) stack_.push_back(operands[i]);
        }
        if (is_reference) continue;
        for (ExprId const operand : exprs_.operands(id)) stack_.push_back(operand);
    }
    std::sort(parts_.begin(), parts_.end());
}

// Operands have smaller ids.
void FactorWalk::settle() {
    for (ExprId const id : parts_) {
        if (variations_[id.index()] != not_known) continue;
        Variation const found = variation_of(id);
        variations_[id.index()] = static_cast<std::uint8_t>(static_cast<unsigned>(found.value) |
                                                            static_cast<unsigned>(found.inside_no_event) << half);
    }
}

FactorWalk::Variation FactorWalk::known_variation(ExprId id) const {
    if (!exprs_.varies(id)) return {};
    unsigned const both = variations_[id.index()];
    return {static_cast<Factor>(both & ((1u << half) - 1)), static_cast<Factor>(both >> half)};
}

// Whether it keeps its value between events, whatever its operands do.
bool FactorWalk::is_remembered(ExprId id) const {
    ExprKind const kind = exprs_.kind(id);
    if (is_relation(kind) || kind == ExprKind::pre) return true;
    if (kind != ExprKind::builtin) return false;
    Builtin const builtin = exprs_.builtin_of(id);
    return looks_back(builtin) || builtin == Builtin::sample || builtin == Builtin::initial ||
           builtin == Builtin::terminal || builtin == Builtin::interval || builtin == Builtin::first_tick;
}

FactorWalk::Variation FactorWalk::variation_of(ExprId id) const {
    ExprKind const kind = exprs_.kind(id);
    bool const is_past = exprs_.is_builtin(id, Builtin::delay) || exprs_.is_builtin(id, Builtin::spatial_distribution);
    VarId const variable = exprs_.referenced_variable(id);
    Variation result;
    if (variable && kind != ExprKind::der && kind != ExprKind::pre) {
        result.value = result.inside_no_event = variation_of_variable_[variable];
    } else if (variable || is_past || exprs_.operands(id).empty()) {
        result.value = result.inside_no_event = Factor::dependent;
    } else {
        for (ExprId const operand : exprs_.operands(id)) {
            Variation const part = known_variation(operand);
            result.value = std::max(result.value, part.value);
            result.inside_no_event = std::max(result.inside_no_event, part.inside_no_event);
        }
    }
    if (exprs_.is_builtin(id, Builtin::no_event)) result.value = result.inside_no_event;
    if (!relations_stand_ || !is_remembered(id)) return result;
    // A relation between two numbers that the user may change is evaluated at the resulting event.
    result.value = std::min(result.value, Factor::discrete);
    if (!is_relation(kind)) result.inside_no_event = result.value;
    return result;
}

Factor FactorWalk::variation(ExprId expr) {
    if (!exprs_.varies(expr)) return Factor::constant;
    if (expr.index() >= variations_.size() || variations_[expr.index()] == not_known) {
        collect(expr);
        settle();
    }
    return known_variation(expr).value;
}

// ---- multiples of one variable -----------------------------------------------------------------------

FactorWalk::Multiple FactorWalk::known_multiple(ExprId id) const {
    if (!exprs_.varies(id)) return {exprs_.is_zero(id), {}};
    return multiples_[place_of(id)];
}

FactorWalk::Multiple FactorWalk::multiple_of(ExprId id) const {
    auto const moves = [&](ExprId part) { return known_variation(part).value == Factor::dependent; };
    if (exprs_.referenced_variable(id)) return {moves(id), id};
    auto const both = [&](ExprId a, ExprId b) -> Multiple {
        Multiple const first = known_multiple(a);
        Multiple const second = known_multiple(b);
        if (!first.is_one || !second.is_one) return {};
        if (first.of && second.of && first.of != second.of) return {};
        return first.of ? first : second;
    };
    Operands const operands = exprs_.operands(id);
    ExprKind const kind = exprs_.kind(id);
    if (kind == ExprKind::neg) return known_multiple(operands[0]);
    if (kind == ExprKind::add || kind == ExprKind::sub) return both(operands[0], operands[1]);
    if (kind == ExprKind::if_else) return both(operands[1], operands[2]);
    bool const is_product = kind == ExprKind::mul || kind == ExprKind::div;
    if (is_product && !moves(operands[1])) return known_multiple(operands[0]);
    if (kind == ExprKind::mul && !moves(operands[0])) return known_multiple(operands[1]);
    return {};
}

// ---- from the whole to its parts ---------------------------------------------------------------------

std::size_t FactorWalk::place_of(ExprId id) const {
    return static_cast<std::size_t>(std::lower_bound(parts_.begin(), parts_.end(), id) - parts_.begin());
}

void FactorWalk::raise(ExprId id, Factor factor) {
    if (!exprs_.varies(id)) return;
    std::optional<Factor>& known = factors_[place_of(id)];
    known = std::max(known, std::optional(factor));
}

void FactorWalk::raise_operands(ExprId id, Factor factor) {
    for (ExprId const operand : exprs_.operands(id)) raise(operand, factor);
}

void FactorWalk::meet_time(Factor factor) {
    met_time_ = true;
    time_factor_ = std::max(time_factor_, factor);
}

bool FactorWalk::add_reference(ExprId id, Factor factor) {
    VarId const variable = exprs_.referenced_variable(id);
    if (!variable) return false;
    ExprKind const kind = exprs_.kind(id);
    Occurrence const occurrence = kind == ExprKind::der   ? Occurrence::derivative
                                  : kind == ExprKind::pre ? Occurrence::previous
                                                          : Occurrence::value;
    uses_.push_back({{variable, occurrence}, factor});
    for (; exprs_.kind(id) != ExprKind::variable; id = exprs_.operand(id, 0)) {
        Operands const operands = exprs_.operands(id);
        for (std::size_t i = 1; i < operands.size(); ++i) raise(operands[i], Factor::dependent);
    }
    return true;
}

void FactorWalk::pass_on_branches(ExprId id, Factor factor) {
    Operands const operands = exprs_.operands(id);
    Factor const branch = std::max(factor, known_variation(operands[0]).value);
    raise(operands[1], branch);
    raise(operands[2], branch);
    Multiple const multiple = multiples_[place_of(id)];
    bool const is_multiple = multiple.is_one && multiple.of && branch <= Factor::discrete;
    if (!is_multiple || !is_relation(exprs_.kind(operands[0]))) return raise(operands[0], Factor::dependent);
    for (ExprId const reference : condition_walk_.references(operands[0])) {
        raise(reference, reference == multiple.of ? branch : Factor::dependent);
    }
    if (condition_walk_.met_time()) meet_time(Factor::dependent);
}

void FactorWalk::pass_on_builtin(ExprId id, Factor factor) {
    Operands const operands = exprs_.operands(id);
    Builtin const builtin = exprs_.builtin_of(id);
    VarId const before = looks_back(builtin) ? exprs_.referenced_variable(operands[0]) : VarId();
    if (before) uses_.push_back({{before, Occurrence::previous}, factor});
    if (before && builtin == Builtin::previous) return;
    bool const is_passed_on = builtin == Builtin::to_real || builtin == Builtin::hold || builtin == Builtin::no_clock ||
                              builtin == Builtin::homotopy;
    if (is_passed_on) return raise_operands(id, factor);
    if (builtin == Builtin::smooth) return raise(operands[1], factor);
    bool const is_sampling = builtin == Builtin::sample && exprs_.type(id) == types::boolean;
    if (builtin == Builtin::delay || builtin == Builtin::spatial_distribution || is_sampling) {
        meet_time(Factor::dependent);
    }
    if (builtin == Builtin::sample && !is_sampling) return raise(operands[0], factor);
    raise_operands(id, Factor::dependent);
}

void FactorWalk::pass_on(ExprId id, Factor factor) {
    if (add_reference(id, factor)) return;
    Operands const operands = exprs_.operands(id);
    ExprKind const kind = exprs_.kind(id);
    if (kind == ExprKind::time) {
        meet_time(factor);
    } else if (kind == ExprKind::neg || kind == ExprKind::add || kind == ExprKind::sub) {
        raise_operands(id, factor);
    } else if (kind == ExprKind::mul) {
        raise(operands[0], std::max(factor, known_variation(operands[1]).value));
        raise(operands[1], std::max(factor, known_variation(operands[0]).value));
    } else if (kind == ExprKind::div) {
        raise(operands[0], std::max(factor, known_variation(operands[1]).value));
        raise(operands[1], Factor::dependent);
    } else if (kind == ExprKind::if_else) {
        pass_on_branches(id, factor);
    } else if (kind == ExprKind::builtin) {
        pass_on_builtin(id, factor);
    } else {
        raise_operands(id, Factor::dependent);
    }
}

std::vector<FactoredUse> const& FactorWalk::uses(ExprId expr, Factor least) {
    uses_.clear();
    met_time_ = false;
    time_factor_ = Factor::constant;
    collect(expr);
    settle();
    multiples_.clear();
    for (ExprId const id : parts_) multiples_.push_back(multiple_of(id));
    factors_.assign(parts_.size(), std::nullopt);
    raise(expr, least);
    // Expressions come before their parts.
    for (std::size_t i = parts_.size(); i-- > 0;) {
        if (factors_[i]) pass_on(parts_[i], *factors_[i]);
    }
    return uses_;
}

}  // namespace moo
