// The whole state of an instance, written and read.
#include <array>
#include <string>

#include "runtime/fmi/component.h"
#include "runtime/instance/host_memory.h"

namespace moo::runtime::fmi {

// What an integrator remembers of its past cannot be written. So it begins anew on both sides, and the two go on
// alike.
void Component::carry(StateStream& state) {
    std::array<char, 8> mark{'m', 'o', 'o', '-', 'f', 'm', 'u', '1'};
    std::array<char, 8> const wanted_mark = mark;
    std::string token = fmu_.token;
    for (char& c : mark) state.numbers(c);
    state.text(token);
    std::uint8_t kind = static_cast<std::uint8_t>(kind_);
    std::uint8_t mode = static_cast<std::uint8_t>(mode_);
    std::uint8_t fresh = static_cast<std::uint8_t>(fresh_);
    state.numbers(kind, mode, fresh);
    bool const fits = mark == wanted_mark && token == fmu_.token && kind == static_cast<std::uint8_t>(kind_) &&
                      mode < mode_count && fresh <= static_cast<std::uint8_t>(Fresh::all);
    if (state.failed() || !fits) return state.fail();
    mode_ = static_cast<Mode>(mode);
    set_fresh(static_cast<Fresh>(fresh));

    state.numbers(experiment_.start, experiment_.stop, experiment_.tolerance);
    state.fixed(start_);
    for (std::uint32_t slot = 0; slot < model_.variable_count; ++slot) {
        if (model_.variables[slot].type == MOO_STRING) state.text_number(start_[slot]);
    }
    state.numbers(event_pending_, tunables_changed_, earliest_time_, last_step_time_, communication_time_, values_set_,
                  discretes_changed_, event_due_, is_dae_);
    course_.carry(state, model_.variable_count);
    state.list(old_inputs_, [this](StateStream& s, OldInput& old) {
        s.numbers(old.slot, old.value);
        if (old.slot >= model_.variable_count) s.fail();
    });
    state.list(derivatives_before_, [](StateStream& s, double& value) { s.numbers(value); });
    run_->crossings.carry(state);
    run_->cycle.carry(state);
    if (is_dae_ && (is_given_.empty() || mode_ != Mode::continuous)) return state.fail();
    run_->instance.memory().collector = is_dae_ ? &run_->residuals : nullptr;
    // Residuals are not among the bytes.
    if (is_dae_) set_fresh(Fresh::nothing);
    needs_restart_ = true;
}

Status Component::get_state(std::vector<std::byte>& bytes) {
    if (has_objects_) return fail("the model has external objects, whose state nobody knows");
    bytes.clear();
    StateStream state(bytes);
    carry(state);
    return Status::ok;
}

bool Component::accepts_state(std::span<std::byte const> bytes) const {
    if (has_objects_) return false;
    Component other(fmu_, kind_, Log({}, false), resources_);
    StateStream state(bytes);
    other.carry(state);
    return state.is_at_end();
}

Status Component::set_state(std::span<std::byte const> bytes) {
    if (has_objects_) return fail("the model has external objects, whose state nobody knows");
    StateStream state(bytes);
    carry(state);
    if (!state.is_at_end()) return fail("these bytes are no state of this FMU");
    bool const is_running = mode_ != Mode::instantiated && mode_ != Mode::initialization;
    chatter_ = is_running ? std::make_unique<ChatterGuard>(model_.relation_count, span()) : nullptr;
    run_->integrator.reset();
    return Status::ok;
}

}  // namespace moo::runtime::fmi
