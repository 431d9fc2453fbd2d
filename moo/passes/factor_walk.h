// The factors with which the variables of an expression enter it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "moo/base/store.h"
#include "moo/expr/free_variables.h"
#include "moo/model/document_views.h"

namespace moo {

// When a value, or the factor of something that enters linearly, changes. A larger value changes more often.
enum class Factor : std::uint8_t {
    constant,
    fixed,      // at the initialization
    tunable,    // when the user changes a parameter
    discrete,   // at events
    dependent,  // at any time; as the factor of a variable: it does not enter linearly
};

[[nodiscard]] DependencyKind dependency_kind(Factor factor);

struct FactoredUse {
    VariableUse use;
    Factor factor;
};

// Goes from an expression to its leaves. A factor of a product changes when the other one does. An argument of a
// function, or a variable in a condition, does not enter linearly. `if u > 0 then 2*u else 3*u` is u times a factor
// that changes at events, as the FMI standard defines it (2.0, section 2.2.8, example 2), although `u` is in the
// condition.
//
// Takes time in proportion to the size of the expression, times its logarithm.
class FactorWalk {
public:
    // `of_variables` says when each variable changes, `relations_stand` whether relations keep their value between
    // events.
    FactorWalk(ExprStore const& exprs, Store<VarId, Factor> of_variables, bool relations_stand)
        : exprs_(exprs),
          variation_of_variable_(std::move(of_variables)),
          relations_stand_(relations_stand),
          condition_walk_(exprs) {}

    // The uses in an expression that itself enters with `least`; a use may occur twice. The result is valid until the
    // next call.
    std::vector<FactoredUse> const& uses(ExprId expr, Factor least);
    // Whether time occurred in the last walk, directly or in an operator that depends on it, and how it enters.
    [[nodiscard]] bool met_time() const { return met_time_; }
    [[nodiscard]] Factor time_factor() const { return time_factor_; }

    // When the value of an expression changes.
    [[nodiscard]] Factor variation(ExprId expr);

private:
    // If an expression is a multiple of one variable: that variable. Zero is a multiple of all.
    struct Multiple {
        bool is_one = false;
        ExprId of;
    };
    struct Variation {
        Factor value = Factor::constant;
        Factor inside_no_event = Factor::constant;  // relations change when what they compare changes
    };

    void collect(ExprId expr);
    void settle();
    [[nodiscard]] bool is_remembered(ExprId id) const;
    [[nodiscard]] Variation variation_of(ExprId id) const;
    [[nodiscard]] Variation known_variation(ExprId id) const;
    [[nodiscard]] Multiple multiple_of(ExprId id) const;
    [[nodiscard]] Multiple known_multiple(ExprId id) const;
    [[nodiscard]] std::size_t place_of(ExprId id) const;
    void raise(ExprId id, Factor factor);
    void raise_operands(ExprId id, Factor factor);
    void meet_time(Factor factor);
    void pass_on(ExprId id, Factor factor);
    void pass_on_builtin(ExprId id, Factor factor);
    void pass_on_branches(ExprId id, Factor factor);
    [[nodiscard]] bool add_reference(ExprId id, Factor factor);

    ExprStore const& exprs_;
    Store<VarId, Factor> variation_of_variable_;
    bool relations_stand_;
    FreeVariables condition_walk_;
    std::vector<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint8_t> variations_;  // by expression, once known: both factors of Variation
    std::vector<ExprId> stack_;
    std::vector<ExprId> parts_;                   // of the current expression, operands first
    std::vector<Multiple> multiples_;             // of each part
    std::vector<std::optional<Factor>> factors_;  // of each part that contributes
    std::vector<FactoredUse> uses_;
    bool met_time_ = false;
    Factor time_factor_ = Factor::constant;
};

}  // namespace moo
