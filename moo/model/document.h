// The MOO document: all that a code generator needs, as plain data.
//
// The sets and their notation come from Larsson and Fritzson, "A Modelica-based Format for Flexible Modelica
// Code Generation and Causal Model Transformations", section 6. docs/moo.md describes the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "moo/model/flat_model.h"

namespace moo {

enum class Role : std::uint8_t { state, algebraic, discrete, parameter, constant, input };

enum class EquationForm : std::uint8_t {
    assignment,  // "ass": target := value
    residual,    // "res": value = 0 determines the target, together with the rest of its block
    instant,     // "inst": an assignment that is active only when one of its when-conditions becomes true
};

[[nodiscard]] std::string_view form_name(EquationForm form);

struct SetEquation {
    ExprId target;  // a variable, or der or pre of one; for an instant equation a state means reinit
    ExprId value;
    EquationForm form = EquationForm::assignment;
    std::string origin;  // how it came to be: `equation`, `start value`, `no event, so unchanged`
    SourceSpan source;

    // In iEq: the target's start value, which a user may override when the simulation starts.
    [[nodiscard]] bool is_start_value() const {
        return origin.starts_with("start value") || origin.starts_with("default start value");
    }
};

// A non-zero partial derivative of an equation's residual, target - value for an assignment, by the target of
// equation `column`. Both are indices into the set, from zero.
struct JacobianEntry {
    std::uint32_t row;
    std::uint32_t column;
    ExprId value;
};

// Equations in solving order, partitioned into blocks; a block has more than one equation if they have to be
// solved together.
struct EquationSet {
    std::vector<SetEquation> equations;
    std::vector<std::uint32_t> block_starts = {0};
    std::vector<JacobianEntry> jacobian;  // by row, then column; rows of continuous equations only

    [[nodiscard]] std::size_t block_count() const { return block_starts.size() - 1; }
    [[nodiscard]] std::span<SetEquation const> block(std::size_t index) const {
        return std::span(equations).subspan(block_starts[index], block_starts[index + 1] - block_starts[index]);
    }
};

// A function that is positive where its relation holds, and the equations of riEq that the relation is part of
// or can make active.
struct ZeroCrossing {
    ExprId function;
    ExprId relation;  // none in the notation of the paper, which leaves it to be guessed
    std::vector<std::uint32_t> equations;
};

// A when-condition and the instant equations of riEq that become active when it turns true.
struct WhenCondition {
    ExprId condition;
    std::vector<std::uint32_t> equations;
};

// A Boolean equation of riEq and the instant equations that it can trigger because its variable stands in
// their conditions.
struct Trigger {
    std::uint32_t equation;
    std::vector<std::uint32_t> equations;
};

struct Assertion {
    ExprId condition;
    ExprId message;
    SourceSpan source;
};

struct Document {
    Symbol name;
    Symbol description;
    Experiment experiment;
    ExprStore exprs;
    VariableStore variables;
    Store<VarId, Role> roles;                  // of each variable
    std::vector<VarId> parameter_order;        // parameters and constants with a binding, in the order to compute them
    EquationSet initialization;                // iEq
    EquationSet integration;                   // Eq
    EquationSet reinitialization;              // riEq
    std::vector<ZeroCrossing> zero_crossings;  // z
    std::vector<WhenCondition> when_conditions;  // w
    std::vector<Trigger> triggers;               // c
    std::vector<Assertion> assertions;

    [[nodiscard]] std::vector<VarId> states() const;
};

}  // namespace moo
