// Sorted equations of a MOO document: sets of blocks, with their partial derivatives.
//
// The notation comes from Larsson and Fritzson, "A Modelica-based Format for Flexible Modelica Code Generation and
// Causal Model Transformations", section 6. docs/moo.md describes it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "moo/expr/store.h"
#include "moo/model/provenance.h"

namespace moo {

enum class EquationForm : std::uint8_t {
    assignment,  // "ass": target := value
    residual,    // "res": value = 0 determines the target, together with the rest of its block
    instant,     // "inst": an assignment that is active only when one of its when-conditions becomes true
};

struct SetEquation {
    ExprId target;  // a variable, or der, pre or previous of one; for an instant equation a state means reinit
    ExprId value;
    EquationForm form = EquationForm::assignment;
    Provenance provenance = {};
    // In iEq: the start value of the target. A user may give another one when the simulation starts.
    bool is_overridable = false;
};

// When an entry of a Jacobian has to be computed again.
enum class EntryKind : std::uint8_t {
    dependent,  // at every point
    constant,   // once, when the parameters are known
    per_event,  // after every event: it depends on discrete variables and parameters only
};

// A non-zero partial derivative of an equation's residual, which is target - value for an assignment, by the target
// of equation `column`. Both are indices into the set, from zero, and belong to the same block.
struct JacobianEntry {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    ExprId value;
    EntryKind kind = EntryKind::dependent;
};

// The same by something that is determined before the block: a state, an input, the target of an earlier block.
struct KnownEntry {
    std::uint32_t row = 0;
    ExprId by;
    ExprId value;
    EntryKind kind = EntryKind::dependent;
};

// One of those of a function that stands alone.
struct PartialEntry {
    ExprId by;
    ExprId value;
    EntryKind kind = EntryKind::dependent;
};

enum class BlockKind : std::uint8_t {
    assign,  // one assignment or instant equation
    linear,  // no entry of its Jacobian depends on its targets
    nonlinear,
    mixed,      // contains discrete targets beside continuous ones
    algorithm,  // the equations are the results of one call, computed together
};

// What a block is needed for. One that serves nothing else than outputs need not be computed while the integrator
// iterates (the paper's 2b).
struct Serves {
    bool derivatives : 1 = false;
    bool crossings : 1 = false;
    bool outputs : 1 = false;
    friend bool operator==(Serves, Serves) = default;
};

// Which partial derivatives of the residuals of a block the document contains. What is missing has no formula, as for
// a function in C without a `derivative` annotation; a back end takes differences.
enum class BlockJacobian : std::uint8_t {
    full,
    partial,  // some equations have their whole row, others have none
    none,
};

struct BlockFacts {
    BlockKind kind = BlockKind::assign;
    BlockJacobian jacobian = BlockJacobian::full;
    Serves serves;
};

// Equations in solving order, partitioned into blocks. In a block of several equations the assignments stand first, in
// the order in which they are computed from the targets of the residuals: those are the iteration variables of
// the torn block. A block that is not torn has residuals only.
struct EquationSet {
    std::vector<SetEquation> equations;
    std::vector<std::uint32_t> block_starts = {0};
    std::vector<BlockFacts> blocks;
    std::vector<JacobianEntry> jacobian;  // by row, then column; rows of continuous equations only
    std::vector<KnownEntry> known;        // by row; in the order in which the residual mentions them

    [[nodiscard]] bool empty() const { return equations.empty(); }
    [[nodiscard]] std::size_t block_count() const { return block_starts.size() - 1; }
    [[nodiscard]] std::span<SetEquation const> block(std::size_t index) const {
        return std::span(equations).subspan(block_starts[index], block_starts[index + 1] - block_starts[index]);
    }
};

}  // namespace moo
