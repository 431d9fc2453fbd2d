#include "runtime/fmi/saved_state.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "runtime/fmi/call.h"
#include "runtime/instance/host_memory.h"

namespace moo::runtime::fmi {

namespace {

constexpr char const* unknown_objects = "the model has external objects, whose state nobody knows";
constexpr char const* no_state = "there is no state";
constexpr char const* foreign_bytes = "these bytes are no state of this FMU";

// The first part: a mark, the FMU and its mode. Makes the stream fail if it comes from another FMU or kind of instance.
void carry_head(FmuInstance& fmu, StateStream& state) {
    std::array<char, 8> mark{'m', 'o', 'o', '-', 'f', 'm', 'u', '1'};
    std::array<char, 8> const wanted_mark = mark;
    std::string token = fmu.description.token();
    for (char& c : mark) state.numbers(c);
    state.text(token);
    auto kind = static_cast<std::uint8_t>(fmu.guard.kind());
    auto mode = static_cast<std::uint8_t>(fmu.guard.mode());
    auto fresh = static_cast<std::uint8_t>(fmu.run->fresh);
    state.numbers(kind, mode, fresh);
    bool const fits = mark == wanted_mark && token == fmu.description.token() &&
                      kind == static_cast<std::uint8_t>(fmu.guard.kind()) && mode < mode_count &&
                      fresh <= static_cast<std::uint8_t>(Fresh::all);
    if (state.failed() || !fits) return state.fail();
    fmu.guard.enter(static_cast<Mode>(mode));
    fmu.run->set_fresh(static_cast<Fresh>(fresh));
}

// The history of an integrator cannot be written. So the integrator restarts both after writing and after reading, and
// both continue in the same way.
void carry(FmuInstance& fmu, StateStream& state) {
    carry_head(fmu, state);
    if (state.failed()) return;
    MooModel const& model = fmu.model;
    Run& run = *fmu.run;
    Stepping& stepping = run.stepping;
    state.numbers(run.experiment.start, run.experiment.stop, run.experiment.tolerance);
    state.fixed(run.start);
    for (std::uint32_t slot = 0; slot < model.variable_count; ++slot) {
        if (model.variables[slot].type == MOO_STRING) state.text_number(run.start[slot]);
    }
    state.numbers(run.event_pending, run.tunables_changed, run.earliest_time, run.last_step_time,
                  stepping.communication_time, stepping.values_set, stepping.discretes_changed, stepping.event_due,
                  run.is_dae);
    stepping.course.carry(state, model.variable_count);
    state.list(stepping.old_inputs, [&model](StateStream& s, Stepping::OldInput& old) {
        s.numbers(old.slot, old.value);
        if (old.slot >= model.variable_count) s.fail();
    });
    state.list(run.derivatives_before, [](StateStream& s, double& value) { s.numbers(value); });
    run.crossings.carry(state);
    run.cycle.carry(state);
    if (run.is_dae && (!fmu.description.shows_residuals() || fmu.guard.mode() != Mode::continuous)) return state.fail();
    run.instance.memory().collector = run.is_dae ? &run.residuals : nullptr;
    // Residuals are not among the bytes.
    if (run.is_dae) run.set_fresh(Fresh::nothing);
    stepping.needs_restart = true;
}

bool accepts_bytes(FmuInstance const& fmu, std::span<std::byte const> bytes) {
    if (fmu.description.has_objects()) return false;
    FmuInstance other(fmu.fmu, fmu.guard.kind(), Log({}, false), fmu.resources);
    StateStream state(bytes);
    carry(other, state);
    return state.is_at_end();
}

}  // namespace

Status save_state(FmuInstance& fmu, void** handle) {
    if (handle == nullptr) return fmu.guard.fail(missing_result);
    if (fmu.description.has_objects()) return fmu.guard.fail(unknown_objects);
    auto* state = static_cast<SavedState*>(*handle);
    auto fresh = state == nullptr ? std::make_unique<SavedState>() : nullptr;
    std::vector<std::byte>& bytes = fresh ? fresh->bytes : state->bytes;
    bytes.clear();
    StateStream stream(bytes);
    carry(fmu, stream);
    if (fresh) *handle = fresh.release();
    return Status::ok;
}

Status restore_state(FmuInstance& fmu, void* handle) {
    if (handle == nullptr) return fmu.guard.fail(no_state);
    if (fmu.description.has_objects()) return fmu.guard.fail(unknown_objects);
    StateStream stream(std::span<std::byte const>(static_cast<SavedState*>(handle)->bytes));
    carry(fmu, stream);
    if (!stream.is_at_end()) return fmu.guard.fail(foreign_bytes);
    Run& run = *fmu.run;
    Mode const mode = fmu.guard.mode();
    bool const is_running = mode != Mode::instantiated && mode != Mode::initialization;
    run.stepping.chatter = is_running ? std::make_unique<ChatterGuard>(fmu.model.relation_count, run.span()) : nullptr;
    run.stepping.integrator.reset();
    return Status::ok;
}

Status free_state(FmuInstance& fmu, void** handle) {
    if (handle == nullptr) return fmu.guard.fail(no_state);
    delete static_cast<SavedState*>(*handle);
    *handle = nullptr;
    return Status::ok;
}

Status state_size(FmuInstance& fmu, void* handle, std::size_t* size) {
    if (handle == nullptr) return fmu.guard.fail(no_state);
    if (size == nullptr) return fmu.guard.fail(missing_result);
    *size = static_cast<SavedState*>(handle)->bytes.size();
    return Status::ok;
}

Status serialize_state(FmuInstance& fmu, void* handle, void* bytes, std::size_t size) {
    if (handle == nullptr) return fmu.guard.fail(no_state);
    std::vector<std::byte> const& from = static_cast<SavedState*>(handle)->bytes;
    if (bytes == nullptr || size != from.size()) {
        return fmu.guard.fail("the state takes " + std::to_string(from.size()) + " bytes, not " + std::to_string(size));
    }
    std::copy(from.begin(), from.end(), static_cast<std::byte*>(bytes));
    return Status::ok;
}

Status deserialize_state(FmuInstance& fmu, void const* bytes, std::size_t size, void** handle) {
    if (bytes == nullptr) return fmu.guard.fail(missing_array);
    if (handle == nullptr) return fmu.guard.fail(missing_result);
    auto const* begin = static_cast<std::byte const*>(bytes);
    std::span<std::byte const> const given(begin, size);
    if (!accepts_bytes(fmu, given)) return fmu.guard.fail(foreign_bytes);
    auto* state = static_cast<SavedState*>(*handle);
    if (state == nullptr) *handle = state = new SavedState;
    state->bytes.assign(given.begin(), given.end());
    return Status::ok;
}

}  // namespace moo::runtime::fmi
