// Directional derivatives of a model as a DAE: the unknowns of its blocks are given, and their residuals change.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/math/partial_entries.h"

namespace moo::runtime {

// If a solver of the whole system provides the unknowns of blocks, nothing is solved here: assignments, including those
// within blocks, follow from known values, and the residuals say how far the rest is from a solution. With the matrix
// of a block as in runtime/abi/model.h, and K for the entries by variables known before the block,
//
//     L d[assigned] = -K d[known] - B d[unknowns]
//     d[residuals]  =  K d[known] + C d[assigned] + D d[unknowns]
//
// A residual is named by the slot of the unknown in its place: residual i of a block by its unknown i.
class ResidualTangents {
public:
    explicit ResidualTangents(MooModel const& model);

    // Like `PartialEntries::evaluate`.
    [[nodiscard]] MooStatus evaluate(MooInstance* m, PartialExtent extent);

    // On entry `directions` has the changes of states, inputs and unknowns of blocks, by slot; on exit also those of
    // all assigned variables. `residuals`, by slot of an unknown, gets the changes of the residuals.
    void forward(double* directions, double* residuals) const;
    // On entry there are weights of variables and of residuals. On exit those of states, inputs and unknowns of blocks
    // also contain what the others have passed on to them, and assigned variables have none.
    void backward(double* weights, double const* residuals) const;

private:
    struct Block {
        MooBlock const* block = nullptr;  // none for an assignment
        std::vector<double> entries;
        std::vector<std::uint32_t> row_starts;  // of the entries, with the end of the last
    };

    [[nodiscard]] static std::uint32_t slot_at(MooBlock const& block, std::uint32_t column) {
        return column < block.assigned_count ? block.assigned[column] : block.unknowns[column - block.assigned_count];
    }

    PartialEntries entries_;
    std::vector<Block> parts_;
};

}  // namespace moo::runtime
