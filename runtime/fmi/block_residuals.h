// The residuals of a model's blocks, whose unknowns come from outside: the DAE that an importer of FMI-LS-DAE sees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/instance/residual_collector.h"

namespace moo::runtime::fmi {

// A residual is named by the slot of the unknown in its place: residual i of a block by its unknown i.
class BlockResiduals final : public ResidualCollector {
public:
    explicit BlockResiduals(MooModel const& model) : values_(model.variable_count, unknown) {}

    // Forgets the residuals, because the values that they belong to have changed.
    void forget() { std::fill(values_.begin(), values_.end(), unknown); }

    MooStatus take(MooInstance* m, MooBlock const& block) override {
        room_.resize(block.size);
        MooStatus const status = block.residual(m, &block, room_.data());
        for (std::uint32_t i = 0; i < block.size; ++i) values_[block.unknowns[i]] = room_[i];
        return status;
    }

    // Not a number if its block has not been computed since.
    [[nodiscard]] double at(std::uint32_t slot) const { return values_[slot]; }

private:
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values_;
    std::vector<double> room_;
};

}  // namespace moo::runtime::fmi
