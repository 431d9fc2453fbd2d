// The part of a block that has to be iterated if states of a set are among its equations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

// While the choice of states does not change, `state = Σ selection[i]·candidate[i]` says that the chosen candidate is
// the state. So candidate and equation need no iteration, and the block is as small as with states that were chosen
// before the simulation.
class OpenUnknowns {
public:
    // If `reduces` is false, all unknowns are open, whatever is chosen.
    void prepare(MooInstance const* m, MooBlock const& block, bool reduces);
    // Updates the open unknowns for the current choice. True if they have changed.
    bool renew(MooInstance const* m, MooBlock const& block);
    // Gives the chosen candidates the values of their states.
    void store_states(MooInstance* m) const;

    [[nodiscard]] bool are_all() const { return are_all_; }
    [[nodiscard]] std::span<std::uint32_t const> slots() const { return slots_; }
    [[nodiscard]] std::span<std::uint32_t const> residuals() const { return residuals_; }
    // Positions of an unknown and a residual among the open ones; below zero if they are not open.
    [[nodiscard]] std::int32_t place_of_unknown(std::uint32_t unknown) const { return unknown_places_[unknown]; }
    [[nodiscard]] std::int32_t place_of_residual(std::uint32_t residual) const { return residual_places_[residual]; }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    // A selection row, with its candidates as unknowns of the block; `none` for a candidate that is not an unknown.
    struct Row {
        std::uint32_t residual = 0;
        std::uint32_t state = 0;  // slot
        std::vector<std::uint32_t> candidates;
        std::uint32_t const* selection = nullptr;  // slots
        std::uint32_t chosen = none;
    };
    [[nodiscard]] static std::uint32_t find_chosen(MooInstance const* m, Row const& row);
    void list(MooBlock const& block);

    bool are_all_ = true;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint32_t> residuals_;
    std::vector<std::int32_t> unknown_places_;
    std::vector<std::int32_t> residual_places_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stored_;  // slots of candidates and of their states
};

}  // namespace moo::runtime
