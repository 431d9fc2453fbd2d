// The state of the translation between a flat model and a MOO document: what the passes read and write.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/expr/evaluate.h"
#include "moo/expr/simplify.h"
#include "moo/expr/value.h"
#include "moo/functions/function_derivatives.h"
#include "moo/model/document.h"
#include "moo/passes/equation_solutions.h"
#include "moo/structure/tearing.h"

namespace moo {

// lhs = rhs, at all times or initially.
struct SystemEquation {
    ExprId lhs;
    ExprId rhs;
    Provenance provenance;
    bool is_discrete = false;  // between values that change at events only; `separate_discrete` finds out
    bool is_dropped = false;   // to be removed at the end of the pass at hand
    // As the model has it, where equal variables have become one since; for messages.
    ExprId written_lhs = {};
    ExprId written_rhs = {};
};

// target = value at the moments when one of `conditions` becomes true.
struct InstantEquation {
    ExprId target;
    ExprId value;
    std::vector<std::uint32_t> conditions;  // indices into Document::when_conditions
    bool is_reinit = false;
    bool at_initial = false;  // the when-clause has `initial()` among its conditions
    Provenance provenance;
};

// A variable that could have been a state, and why it is computed from others instead.
struct DependentVariable {
    VarId variable;
    SourceSpan source;  // of the equation that is solved for its derivative
    std::string reason;
};

// Equations that hold at the ticks of a clock, as ClockedPartition describes it.
struct SystemPartition {
    std::uint32_t base = 0;  // index into Document::clocks
    std::int64_t factor_numerator = 1;
    std::int64_t factor_denominator = 1;
    std::int64_t shift_numerator = 0;
    std::int64_t shift_denominator = 1;
    Symbol solver_method;
    std::vector<VarId> unknowns;
    std::vector<SystemEquation> equations;
};

// What is known of the parameters before the simulation.
struct ParameterNumbers {
    // Literals of those that cannot change: constants, final and evaluated parameters; none for the others.
    Store<VarId, ExprId> settled;
    // The value that a scalar parameter has unless the user gives another one; none where it is not known.
    Store<VarId, Value> guess;
};

struct System {
    System(Interner& system_interner, FlatModel model) : interner(system_interner), flat(std::move(model)) {}

    Interner& interner;
    // The model until `expand_equations` empties it into the lists below.
    FlatModel flat;
    // The result, which owns expressions and variables from then on.
    Document document;

    std::vector<SystemEquation> equations;
    std::vector<SystemEquation> initial_equations;
    std::vector<InstantEquation> instants;
    std::vector<SystemPartition> partitions;
    std::vector<DependentVariable> dependent_variables;

    // For the overdetermined formulation, and empty else: the equations that `reduce_index` was given, and those that
    // it has derived from them. Both speak of derivatives as the model does.
    std::vector<SystemEquation> original_equations;
    std::vector<SystemEquation> derived_constraints;

    std::vector<SourceSpan> condition_places;  // of each of Document::when_conditions

    ParameterNumbers parameter_numbers;
    // Whether a variable is welcome as iteration variable, where the user says so.
    std::unordered_map<VarId, TearPreference> tearing_hints;
    // What equations give for their unknowns: the same ones are solved at the start, at events and between them.
    EquationSolutions solutions;
    // How many names with a prefix `generated_name` has given away.
    std::unordered_map<std::string, std::uint32_t> generated_counts;

    // Whether the model is still in `flat`, and the document empty.
    [[nodiscard]] bool is_flat() const { return is_flat_; }
    // Moves all of the flat model but its equations and algorithms to the document.
    void begin_document();

    [[nodiscard]] ExprStore& exprs() { return document.exprs; }
    [[nodiscard]] ExprId reference(VarId variable) {
        return document.exprs.variable(variable, document.variables[variable].type);
    }
    [[nodiscard]] std::string_view name_of(VarId variable) const {
        return interner.text(document.variables[variable].name);
    }
    // A value that changes only at events.
    [[nodiscard]] bool is_discrete(VarId variable) const {
        return document.variables[variable].variability == Variability::discrete;
    }
    // Has no equation among those of the system: an alias, recovered, computed at a clock, or set by the runtime.
    [[nodiscard]] bool is_elsewhere(VarId variable) const {
        return variable.index() < is_elsewhere_.size() && is_elsewhere_[variable.index()];
    }
    void set_elsewhere(VarId variable);
    // A Real that may change between events and that equations of the system determine.
    [[nodiscard]] bool is_continuous_unknown(VarId variable) const;
    // Adds a generated variable. Place and instance are those of `like`.
    VarId add_variable(std::string_view name, TypeId type, VarId like);
    void truncate_variables(std::size_t count);
    // How to differentiate with these derivatives of the leaves, through functions of the model too.
    [[nodiscard]] LeafDerivative differentiation(std::function<ExprId(ExprStore&, ExprId)> of, bool by_time);
    // One for all passes: what one of them has simplified the next ones find done.
    [[nodiscard]] Simplifier& simplifier();
    // The value of an expression of parameters, as far as it is known; not a number if it is not.
    [[nodiscard]] double guess(ExprId expr) const;
    // Whether an expression of parameters is zero, or nearly so, by what is known of them: nothing to divide by.
    [[nodiscard]] bool is_guessed_zero(ExprId expr) const;
    [[nodiscard]] std::string text(ExprId expr) const;

private:
    bool is_flat_ = true;
    std::vector<bool> is_elsewhere_;
    std::unique_ptr<FunctionDerivatives> function_derivatives_;  // once somebody differentiates
    std::unique_ptr<Simplifier> simplifier_;
    mutable std::unique_ptr<Evaluator> guesses_;  // remembers values of parameter expressions
    mutable std::uint32_t guess_count_ = 0;
};

}  // namespace moo
