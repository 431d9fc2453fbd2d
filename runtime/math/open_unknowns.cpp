#include "runtime/math/open_unknowns.h"

#include <algorithm>

namespace moo::runtime {

void OpenUnknowns::prepare(MooInstance const* m, MooBlock const& block, bool reduces) {
    std::span<std::uint32_t const> const unknowns(block.unknowns, block.size);
    for (std::uint32_t i = 0; reduces && i < block.selection_count; ++i) {
        MooSelectionRow const& given = block.selections[i];
        MooStateSet const& set = m->model->state_sets[given.set];
        Row row;
        row.residual = given.residual;
        row.state = set.states[given.state];
        row.selection = set.selection + std::size_t{given.state} * set.candidate_count;
        for (std::uint32_t k = 0; k < set.candidate_count; ++k) {
            auto const found = std::find(unknowns.begin(), unknowns.end(), set.candidates[k]);
            row.candidates.push_back(found == unknowns.end() ? none
                                                             : static_cast<std::uint32_t>(found - unknowns.begin()));
        }
        rows_.push_back(std::move(row));
    }
    list(block);
}

// The unknown that represents the state; none if it is not an unknown of the block, or if no choice has been made yet.
std::uint32_t OpenUnknowns::find_chosen(MooInstance const* m, Row const& row) {
    std::uint32_t chosen = none;
    for (std::size_t k = 0; k < row.candidates.size(); ++k) {
        double const selected = m->value[row.selection[k]];
        if (selected == 0.0) continue;
        if (selected != 1.0 || chosen != none) return none;
        chosen = row.candidates[k];
        if (chosen == none) return none;
    }
    return chosen;
}

bool OpenUnknowns::renew(MooInstance const* m, MooBlock const& block) {
    bool changed = false;
    for (Row& row : rows_) {
        std::uint32_t const chosen = find_chosen(m, row);
        changed = changed || chosen != row.chosen;
        row.chosen = chosen;
    }
    if (changed) list(block);
    return changed;
}

void OpenUnknowns::list(MooBlock const& block) {
    unknown_places_.assign(block.size, 0);
    residual_places_.assign(block.size, 0);
    stored_.clear();
    for (Row const& row : rows_) {
        if (row.chosen == none || unknown_places_[row.chosen] < 0) continue;
        unknown_places_[row.chosen] = -1;
        residual_places_[row.residual] = -1;
        stored_.emplace_back(block.unknowns[row.chosen], row.state);
    }
    are_all_ = stored_.empty();
    slots_.clear();
    residuals_.clear();
    for (std::uint32_t i = 0; i < block.size; ++i) {
        if (unknown_places_[i] == 0) {
            unknown_places_[i] = static_cast<std::int32_t>(slots_.size());
            slots_.push_back(block.unknowns[i]);
        }
        if (residual_places_[i] == 0) {
            residual_places_[i] = static_cast<std::int32_t>(residuals_.size());
            residuals_.push_back(i);
        }
    }
}

void OpenUnknowns::store_states(MooInstance* m) const {
    for (auto const& [candidate, state] : stored_) m->value[candidate] = m->value[state];
}

}  // namespace moo::runtime
