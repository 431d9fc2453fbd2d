#include "runtime/events/event_cycle.h"

#include "runtime/abi/values.h"
#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

bool EventCycle::begin() {
    if (!compute_all()) return false;
    if (events_.choose_states() && !compute_all()) return false;
    return instance_.memory().transports.anchor(instance_.raw()) && record_step();
}

bool EventCycle::compute_all() {
    if (instance_.compute_continuous() == MOO_OK) return true;
    instance_.messages().report(MessageSeverity::error,
                                "the model cannot be evaluated at time " + number_text(instance_.time()));
    return false;
}

bool EventCycle::observe_step(bool& is_due) {
    is_due = false;
    if (needs_all_at_steps() && (instance_.compute_continuous() != MOO_OK || !record_step())) return false;
    is_due = events_.selection().is_needed() && events_.selection().is_due();
    return true;
}

bool EventCycle::switch_states() { return !events_.choose_states() || (compute_all() && record_step()); }

// For delays and spatial distributions, where everything has been computed.
bool EventCycle::record_step() {
    MooModel const& model = instance_.model();
    HostMemory& memory = instance_.memory();
    if (model.delay_count > 0) {
        if (model.delays(instance_.raw(), memory.delays.values()) != MOO_OK) return false;
        memory.delays.record(instance_.time());
    }
    return memory.transports.record(instance_.raw());
}

bool EventCycle::enter() {
    look_before();
    is_entered_ = true;
    if (!record_step()) return false;
    events_.begin();
    return true;
}

void EventCycle::look_before() {
    relations_before_.assign(instance_.relations().begin(), instance_.relations().end());
    values_before_.assign(instance_.values().begin(), instance_.values().end());
}

bool EventCycle::evaluate() { return events_.evaluate() && compute_all(); }

bool EventCycle::finish() {
    if (!is_entered_) look_before();
    is_entered_ = false;
    if (!events_.finish() || !compute_all()) return false;
    has_chosen_states_ = events_.choose_states();
    if (has_chosen_states_ && !compute_all()) return false;
    if (!record_step()) return false;
    compare();
    return true;
}

void EventCycle::compare() {
    MooModel const& model = instance_.model();
    bool changes_discrete = false;
    has_changed_states_ = false;
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (instance_.values()[i] == values_before_[i]) continue;
        changes_discrete = changes_discrete || model.variables[i].role == MOO_DISCRETE;
        has_changed_states_ = has_changed_states_ || model.variables[i].role == MOO_STATE;
    }
    instance_.memory().noise.see_event(relations_before_, instance_.relations(),
                                       !changes_discrete && !has_changed_states_);
}

std::string EventCycle::describe_event() const {
    MooModel const& model = instance_.model();
    std::string text;
    char const* separator = ": ";
    for (std::uint32_t i = 0; i < model.relation_count; ++i) {
        if (instance_.relations()[i] == relations_before_[i]) continue;
        text += separator + std::string("`") + model.relation_texts[i] + "` is " +
                (instance_.relations()[i] != 0 ? "true" : "false");
        separator = ", ";
    }
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        MooRole const role = model.variables[i].role;
        bool const is_told = role == MOO_DISCRETE || role == MOO_STATE;
        if (!is_told || instance_.values()[i] == values_before_[i]) continue;
        auto const written = [&](double value) {
            return model.variables[i].type == MOO_STRING ? '"' + std::string(moo_text_of(value)) + '"'
                                                         : number_text(value);
        };
        text += separator + std::string("`") + model.variables[i].name + "` from " + written(values_before_[i]) +
                " to " + written(instance_.values()[i]);
        separator = ", ";
    }
    return text;
}

void EventCycle::carry(StateStream& state) {
    instance_.carry(state);
    events_.carry(state);
    auto const number = [](StateStream& s, auto& item) { s.numbers(item); };
    state.list(relations_before_, number);
    state.list(values_before_, number);
    state.numbers(is_entered_, has_changed_states_, has_chosen_states_);
    bool const fits = (relations_before_.empty() && values_before_.empty()) ||
                      (relations_before_.size() == instance_.relations().size() &&
                       values_before_.size() == instance_.values().size());
    if (!fits) state.fail();
}

}  // namespace moo::runtime
