// What the parts of `expand_equations` share: the conditions of when-clauses, and lists of assertions and actions.
#pragma once

#include <array>
#include <map>
#include <unordered_map>
#include <utility>

#include "moo/passes/system.h"

namespace moo {

// The condition of one branch of a when-clause, split into parts: `when {a, initial()}`.
struct Activation {
    std::vector<ExprId> parts;  // without initial()
    bool at_initial = false;
    SourceSpan source;
};

// The section that contains equations and statements.
enum class Section : std::uint8_t {
    model,    // they always hold
    initial,  // they hold at the start
    clocked,  // they hold at the ticks of a clock
};

// When an assertion or call is executed.
struct Reach {
    ExprId guard;                      // conditions of the surrounding if-clauses, and priorities; none: always
    Activation const* when = nullptr;  // the when-clause that contains it
    Section section = Section::model;
};

class Expansion {
public:
    Expansion(System& the_system, Diagnostics& the_diagnostics) : system(the_system), diagnostics(the_diagnostics) {}

    System& system;
    Diagnostics& diagnostics;
    bool good = true;
    Symbol instance;  // the component that contains the current equation or algorithm

    [[nodiscard]] ExprStore& exprs() { return system.exprs(); }
    template <class... Args>
    Diagnostics::Report fail(SourceSpan source, Message<Args...> const& message,
                             std::type_identity_t<Args> const&... args) {
        good = false;
        return diagnostics.error(source, message, args...);
    }

    [[nodiscard]] Provenance provenance(ProvenanceKind kind, SourceSpan source) const {
        return {kind, source, instance};
    }

    // ---- conditions ----
    [[nodiscard]] Activation activation(ExprId condition, SourceSpan source);
    // The conjunction; the first operand may be missing.
    ExprId both(ExprId a, ExprId b) { return a ? exprs().logical_and(a, b) : b; }
    // The number of a condition in w; two clauses with the same condition share it.
    std::uint32_t condition_index(ExprId condition, SourceSpan source);
    std::vector<std::uint32_t> condition_indices(Activation const& activation);
    // A Boolean variable with this value: the condition itself, or a generated variable with its equation.
    ExprId condition_variable(ExprId condition, SourceSpan source);
    // `edge(a) or edge(b)`: whether the branch becomes active in this event pass, provided that it has priority.
    ExprId rises(Activation const& activation);

    // ---- assertions and actions ----
    void add_assertion(ExprId condition, ExprId message, ExprId level, Reach const& reach, SourceSpan source);
    void add_terminate(ExprId message, Reach const& reach, SourceSpan source);
    // A call without results.
    void add_call(ExprId call, Reach const& reach, SourceSpan source);

    void add_instant(InstantEquation instant);

private:
    [[nodiscard]] std::vector<std::uint32_t> reach_indices(Reach const& reach, SourceSpan source);
    void add_action(ActionKind kind, ExprId value, Reach const& reach, SourceSpan source);
    // `assert` as a function: `_assert(condition, message)`.
    Symbol assertion_function(AssertionLevel level, ExprId level_literal, SourceSpan source);
    // A function with the same inputs that makes the call and returns true.
    Symbol checking_function(ExprId call, SourceSpan source);
    [[nodiscard]] bool is_parameter_expression(ExprId expr) const;
    [[nodiscard]] bool needs_tick(ExprId expr) const;

    std::unordered_map<ExprId, std::uint32_t> condition_indices_;
    std::unordered_map<ExprId, ExprId> condition_variables_;
    std::array<Symbol, 2> assertion_functions_;                                    // by AssertionLevel
    std::map<std::pair<Symbol, std::vector<TypeId>>, Symbol> checking_functions_;  // by function and arguments
    std::unordered_map<VarId, SourceSpan> instant_places_;
};

}  // namespace moo
