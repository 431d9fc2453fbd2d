// Where the time of a simulation goes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/instance/meter.h"

namespace moo::runtime {

// The functions of a model that are measured.
enum class ProfiledPart : std::uint8_t { parameters, initialize, derivatives, outputs, update, zero_crossings };
inline constexpr std::size_t profiled_part_count = 6;

// Measures the calls of a model's functions and, within them, of its blocks. `Instance::measure` replaces the functions
// of the model by those of `model()`, which call the original ones; without a profile there is no overhead.
class Profile final : public Meter {
public:
    explicit Profile(MooModel const& measured);
    Profile(Profile const&) = delete;
    Profile& operator=(Profile const&) = delete;

    [[nodiscard]] MooModel const& model() const override { return model_; }
    void add_block(MooBlock const& block, Clock::duration time) override;

    struct Share {
        Clock::duration time{};
        std::int64_t calls = 0;
    };

    // Called by the measuring functions.
    void begin_part(ProfiledPart part) {
        part_ = part;
        is_inside_ = true;
    }
    void end_part(Clock::duration time);

    // A table for users, the most expensive first. `total_seconds` is the time of the whole simulation; what remains is
    // the time of the integrator and of writing results.
    [[nodiscard]] std::string table(double total_seconds) const;

private:
    struct BlockShare {
        MooBlock const* block = nullptr;
        ProfiledPart part = ProfiledPart::derivatives;
        Share share;
    };

    MooModel model_;
    ProfiledPart part_ = ProfiledPart::parameters;
    bool is_inside_ = false;
    Share parts_[profiled_part_count];
    Clock::duration in_blocks_[profiled_part_count]{};
    std::vector<BlockShare> blocks_;  // by part and index of the block
};

}  // namespace moo::runtime
