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
    bool is_discrete = false;  // between values that change only at events; set by `separate_discrete`
    bool is_dropped = false;   // to be removed at the end of the current pass
    // As written in the model, before equal variables were joined; for messages.
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

// A variable that could have been a state, and the reason why it is computed from others instead.
struct DependentVariable {
    VarId variable;
    SourceSpan source;  // of the equation that is solved for its derivative
    std::string reason;
};

// Why equations cannot determine their unknowns: without any one of these, the others have enough of them.
struct SingularSet {
    struct Equation {
        ExprId lhs;  // as written in the model
        ExprId rhs;
        SourceSpan source;
    };
    struct Unknown {
        std::string text;
        SourceSpan source;
        std::string reason;  // of one that nothing determines
    };
    std::vector<Equation> equations;
    std::vector<Unknown> unknowns;
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

// What is known about parameters before the simulation.
struct ParameterNumbers {
    // Literals of parameters that cannot change: constants, final and evaluated parameters; none for others.
    Store<VarId, ExprId> settled;
    // The value of a scalar parameter unless the user changes it; none if it is not known.
    Store<VarId, Value> guess;
};

struct System {
    System(Interner& system_interner, FlatModel model) : interner(system_interner), flat(std::move(model)) {}

    Interner& interner;
    // The model until `expand_equations` empties it into the lists below.
    FlatModel flat;
    // The result, which owns expressions and variables from `begin_document` on.
    Document document;

    std::vector<SystemEquation> equations;
    std::vector<SystemEquation> initial_equations;
    std::vector<InstantEquation> instants;
    std::vector<SystemPartition> partitions;
    std::vector<DependentVariable> dependent_variables;
    // For messages: the variable with which an equation has joined this one, on the way to the one that stays.
    Store<VarId, VarId> alias_towards;

    // Only for the overdetermined formulation: the equations before `reduce_index`, and those that it has derived from
    // them. Both contain derivatives as written in the model.
    std::vector<SystemEquation> original_equations;
    std::vector<SystemEquation> derived_constraints;

    // Of a system that is singular.
    std::vector<SingularSet> singular_sets;
    std::vector<SingularSet::Unknown> undetermined;

    std::vector<SourceSpan> condition_places;  // by number in Document::when_conditions

    ParameterNumbers parameter_numbers;
    // The user's preference for a variable as iteration variable.
    std::unordered_map<VarId, TearPreference> tearing_hints;
    // Solutions of equations for their unknowns: the same ones are solved at the start, at events and between them.
    EquationSolutions solutions;
    // By prefix: the number of names that `generated_name` has made.
    std::unordered_map<std::string, std::uint32_t> generated_counts;

    // Whether the model is still in `flat`, and the document is empty.
    [[nodiscard]] bool is_flat() const { return is_flat_; }
    // Moves the flat model to the document, except its equations and algorithms.
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
    // Whether no equation of the system determines it: an alias, recovered, computed at a clock, or set by the runtime.
    [[nodiscard]] bool is_elsewhere(VarId variable) const {
        return variable.index() < is_elsewhere_.size() && is_elsewhere_[variable.index()];
    }
    void set_elsewhere(VarId variable);
    // A Real that may change between events and that equations of the system determine.
    [[nodiscard]] bool is_continuous_unknown(VarId variable) const;
    // Adds a generated variable, with the place and instance of `like`.
    VarId add_variable(std::string_view name, TypeId type, VarId like);
    void truncate_variables(std::size_t count);
    // Derivatives of leaves and of the model's functions, for the differentiator.
    [[nodiscard]] LeafDerivative differentiation(std::function<ExprId(ExprStore&, ExprId)> of, bool by_time);
    // Shared by all passes, so that nothing is simplified twice.
    [[nodiscard]] Simplifier& simplifier();
    // The value of an expression of parameters as far as it is known; NaN if it is not.
    [[nodiscard]] double guess(ExprId expr) const;
    // Whether an expression of parameters is zero, or nearly so, as far as its value is known: then nothing may be
    // divided by it.
    [[nodiscard]] bool is_guessed_zero(ExprId expr) const;
    [[nodiscard]] std::string text(ExprId expr) const;
    // Which lines belong to the user.
    [[nodiscard]] UserPlaces const& user_places() const { return is_flat_ ? flat.places : document.places; }
    // The line of the user's files for what is written at `source` in the class of this component.
    [[nodiscard]] SourceSpan user_place(SourceSpan source, Symbol instance) const;

private:
    bool is_flat_ = true;
    std::vector<bool> is_elsewhere_;
    std::unique_ptr<FunctionDerivatives> function_derivatives_;  // made on first use
    std::unique_ptr<Simplifier> simplifier_;
    mutable std::unique_ptr<Evaluator> guesses_;  // remembers values of parameter expressions
    mutable std::uint32_t guess_count_ = 0;
};

}  // namespace moo
