// The modes of an FMU, and which functions may be called in each.
#pragma once

#include <cstdint>

namespace moo::runtime::fmi {

// The modes of both versions of the standard. A call that ends with an error leads to `error`, which FMI 3.0 does not
// distinguish from `terminated`. `step` is stepComplete of FMI 2.0 and Step Mode of FMI 3.0.
enum class Mode : std::uint8_t {
    instantiated,
    initialization,
    event,
    continuous,
    step,
    step_failed,   // FMI 2.0
    intermediate,  // FMI 3.0
    terminated,
    error
};
constexpr std::uint8_t mode_count = 9;

[[nodiscard]] constexpr char const* mode_text(Mode mode) {
    switch (mode) {
        case Mode::instantiated: return "Instantiated";
        case Mode::initialization: return "Initialization Mode";
        case Mode::event: return "Event Mode";
        case Mode::continuous: return "Continuous-Time Mode";
        case Mode::step: return "Step Mode";
        case Mode::step_failed: return "Step Failed";
        case Mode::intermediate: return "Intermediate Update Mode";
        case Mode::terminated: return "Terminated";
        case Mode::error: return "Error";
    }
    return "";
}

using ModeSet = std::uint16_t;

[[nodiscard]] constexpr ModeSet bit(Mode mode) { return static_cast<ModeSet>(1U << static_cast<unsigned>(mode)); }
template <class... Modes>
[[nodiscard]] constexpr ModeSet modes(Modes... list) {
    return static_cast<ModeSet>((0U | ... | bit(list)));
}

// A function of the standard, and where its tables allow it.
struct CallRule {
    char const* name;
    ModeSet model_exchange;
    ModeSet co_simulation;
};

}  // namespace moo::runtime::fmi
