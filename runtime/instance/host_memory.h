// What the runtime keeps for an instance between two calls of the model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/instance/block_keepsake.h"
#include "runtime/instance/border_noise.h"
#include "runtime/instance/delay_lines.h"
#include "runtime/instance/meter.h"
#include "runtime/instance/residual_collector.h"
#include "runtime/instance/transport_lines.h"

namespace moo::runtime {

struct HostMemory {
    explicit HostMemory(MooModel const& model)
        : delays(model.delay_count), transports(model), noise(model.crossing_count), blocks_(model.block_count) {}

    // Empty until it is first used.
    [[nodiscard]] std::unique_ptr<BlockKeepsake>& block(std::uint32_t index) {
        if (index >= blocks_.size()) blocks_.resize(index + std::size_t{1});
        return blocks_[index];
    }

    DelayLines delays;
    TransportLines transports;
    BorderNoise noise;
    bool (*interrupted)() = nullptr;                // whether the user wants it to end
    std::vector<MooBlock const*> nonlinear_blocks;  // those that were solved between events
    ResidualCollector* collector = nullptr;
    Meter* meter = nullptr;  // if times are to be measured

    // Discards data that is kept to solve blocks faster: call it when parameters change, and also when a state is
    // written or read, so that both continue in the same way, to the last bit.
    void forget_blocks() {
        for (std::unique_ptr<BlockKeepsake>& block : blocks_) block.reset();
    }
    // Carries the memory of the past.
    void carry(StateStream& state) {
        delays.carry(state);
        transports.carry(state);
        noise.carry(state);
        forget_blocks();
    }

    std::string resources;  // folder of files that come with the model, with a separator at its end; may be empty

private:
    std::vector<std::unique_ptr<BlockKeepsake>> blocks_;
};

}  // namespace moo::runtime
