#include "runtime/math/residual_tangents.h"

#include <cmath>
#include <utility>

namespace moo::runtime {

ResidualTangents::ResidualTangents(MooModel const& model) : entries_(model), parts_(model.partials->part_count) {
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
        MooBlock const* const block = model.partials->blocks[part];
        if (block == nullptr) continue;
        Block& made = parts_[part];
        made.block = block;
        made.entries.resize(block->entry_count);
        made.row_starts.assign(block->assigned_count + block->size + std::size_t{1}, 0);
        for (std::uint32_t i = 0; i < block->entry_count; ++i) ++made.row_starts[block->entry_rows[i] + std::size_t{1}];
        for (std::size_t row = 1; row < made.row_starts.size(); ++row) made.row_starts[row] += made.row_starts[row - 1];
    }
}

MooStatus ResidualTangents::evaluate(MooInstance* m, PartialExtent extent) {
    if (MooStatus const status = entries_.evaluate(m, extent); status != MOO_OK) return status;
    for (std::size_t part = 0; part < entries_.part_count(); ++part) {
        Block& at = parts_[part];
        if (at.block == nullptr) continue;
        if (MooStatus const status = at.block->jacobian(m, at.block, at.entries.data()); status != MOO_OK) {
            return status;
        }
        for (double const entry : at.entries) {
            if (!std::isfinite(entry)) return MOO_RECOVERABLE;
        }
    }
    return MOO_OK;
}

void ResidualTangents::forward(double* directions, double* residuals) const {
    MooPartials const& table = entries_.table();
    for (std::size_t part = 0; part < entries_.part_count(); ++part) {
        std::uint32_t const first = table.part_starts[part];
        Block const& at = parts_[part];
        if (at.block == nullptr) {
            entries_.put_row<1>(first, directions, 1, directions + table.targets[first]);
            continue;
        }
        MooBlock const& block = *at.block;
        std::uint32_t const count = block.assigned_count + block.size;
        for (std::uint32_t row = 0; row < count; ++row) {
            double sum = 0.0;
            entries_.put_row<1>(first + row, directions, 1, &sum);
            for (std::uint32_t i = at.row_starts[row]; i < at.row_starts[row + 1]; ++i) {
                std::uint32_t const column = block.entry_columns[i];
                bool const is_own_target = row < block.assigned_count && column == row;
                if (!is_own_target) sum -= at.entries[i] * directions[slot_at(block, column)];
            }
            if (row < block.assigned_count) {
                directions[block.assigned[row]] = sum;
            } else {
                residuals[block.unknowns[row - block.assigned_count]] = -sum;
            }
        }
    }
}

void ResidualTangents::backward(double* weights, double const* residuals) const {
    MooPartials const& table = entries_.table();
    for (std::size_t part = entries_.part_count(); part-- > 0;) {
        std::uint32_t const first = table.part_starts[part];
        Block const& at = parts_[part];
        if (at.block == nullptr) {
            double const weight = weights[table.targets[first]];
            weights[table.targets[first]] = 0.0;
            entries_.pass_on(first, weight, weights);
            continue;
        }
        MooBlock const& block = *at.block;
        for (std::uint32_t row = block.assigned_count + block.size; row-- > 0;) {
            bool const is_assigned = row < block.assigned_count;
            double weight = 0.0;
            if (is_assigned) {
                std::swap(weight, weights[block.assigned[row]]);
            } else {
                weight = -residuals[block.unknowns[row - block.assigned_count]];
            }
            if (weight == 0.0) continue;
            for (std::uint32_t i = at.row_starts[row]; i < at.row_starts[row + 1]; ++i) {
                std::uint32_t const column = block.entry_columns[i];
                if (!is_assigned || column != row) weights[slot_at(block, column)] -= at.entries[i] * weight;
            }
            entries_.pass_on(first + row, weight, weights);
        }
    }
}

}  // namespace moo::runtime
