#include "runtime/instance/instance.h"

#include <algorithm>
#include <cmath>

#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

void pass_on_message(void* host, int severity, char const* text) {
    auto* messages = static_cast<Messages*>(host);
    if (severity <= 0) {
        messages->report(MessageSeverity::information, text);
    } else if (severity == 1) {
        messages->report(MessageSeverity::warning, text);
    } else {
        messages->report(MessageSeverity::error, text);
    }
}

double usable_nominal(double given) { return std::isfinite(given) && given != 0.0 ? std::abs(given) : 1.0; }

// The value of an alias from that of its target, and vice versa.
double same_or_negative(MooVariable const& alias, double value) {
    if (alias.negated == 0) return value;
    return alias.type == MOO_BOOLEAN ? 1.0 - value : -value;
}

}  // namespace

Instance::Instance(MooModel const& model, Messages& messages)
    : messages_(messages),
      value_(model.variable_count + model.scratch_count),
      is_set_(model.variable_count, 0),
      relation_(model.relation_count, 0),
      condition_(model.condition_count, 0),
      pre_condition_(model.condition_count, 0),
      reinit_value_(model.state_count, 0.0),
      reinit_asked_(model.state_count, 0),
      sampled_(model.sampling_count, 0),
      clock_condition_(model.clock_count, 0),
      settled_(model.relation_count, 0),
      memory_(std::make_unique<HostMemory>(model)),
      raw_{},
      called_(&model) {
    for (std::uint32_t i = 0; i < model.variable_count; ++i) value_[i] = model.variables[i].start;
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (model.variables[i].alias_of != 0) aliases_.push_back(i);
        nominal_.push_back(usable_nominal(model.variables[i].nominal));
    }
    pre_.assign(value_.begin(), value_.begin() + model.variable_count);
    raw_.model = &model;
    raw_.time = model.start_time;
    raw_.value = value_.data();
    raw_.pre = pre_.data();
    raw_.is_set = is_set_.data();
    raw_.relation = relation_.data();
    raw_.condition = condition_.data();
    raw_.pre_condition = pre_condition_.data();
    raw_.sampled = sampled_.data();
    raw_.clock_condition = clock_condition_.data();
    raw_.settled = settled_.data();
    raw_.homotopy = 1.0;
    raw_.memory = memory_.get();
    raw_.reinit_value = reinit_value_.data();
    raw_.reinit_asked = reinit_asked_.data();
    raw_.phase = MOO_INITIALIZATION;
    raw_.host = &messages_;
    raw_.message = pass_on_message;
}

Instance::~Instance() {
    if (model().finish != nullptr) model().finish(&raw_);
}

void Instance::measure(Meter& meter) {
    memory_->meter = &meter;
    called_ = &meter.model();
}

void Instance::set_start(std::uint32_t slot, double value) {
    MooVariable const& variable = model().variables[slot];
    if (variable.alias_of != 0) return set_start(variable.alias_of - 1, same_or_negative(variable, value));
    value_[slot] = value;
    pre_[slot] = value;
    is_set_[slot] = 1;
}

void Instance::set_states(double const* states) {
    MooModel const& m = model();
    for (std::uint32_t i = 0; i < m.state_count; ++i) value_[m.state_slots[i]] = states[i];
}

void Instance::get_states(double* states) const {
    MooModel const& m = model();
    for (std::uint32_t i = 0; i < m.state_count; ++i) states[i] = value_[m.state_slots[i]];
}

void Instance::get_derivatives(double* derivatives) const {
    MooModel const& m = model();
    for (std::uint32_t i = 0; i < m.state_count; ++i) derivatives[i] = value_[m.derivative_slots[i]];
}

namespace {

std::string place_text(MooModel const& model, MooEquationPlace const& at) {
    return " (" + std::string(model.files[at.file]) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
           ")";
}

}  // namespace

std::string Instance::place_of(std::uint32_t slot) const {
    MooModel const& m = model();
    for (std::uint32_t i = 0; i < m.place_count; ++i) {
        if (m.places[i].slot == slot) return place_text(m, m.places[i]);
    }
    return "";
}

std::string Instance::first_not_finite() const {
    MooModel const& m = model();
    auto const text = [&](std::uint32_t slot) {
        // The sign of a NaN means nothing.
        return "`" + std::string(m.variables[slot].name) +
               "` = " + (std::isnan(value_[slot]) ? "nan" : number_text(value_[slot]));
    };
    for (std::uint32_t i = 0; i < m.place_count; ++i) {
        std::uint32_t const slot = m.places[i].slot;
        if (!std::isfinite(value_[slot])) return text(slot) + place_text(m, m.places[i]);
    }
    for (std::uint32_t i = 0; i < m.state_count; ++i) {
        if (!std::isfinite(value_[m.derivative_slots[i]])) return text(m.derivative_slots[i]);
    }
    return "";
}

MooStatus Instance::compute_nominals() {
    if (model().nominal_count == 0) return MOO_OK;
    std::vector<double> nominals(model().nominal_count);
    MooStatus const status = model().nominals(&raw_, nominals.data());
    for (std::uint32_t i = 0; status == MOO_OK && i < model().nominal_count; ++i) {
        nominal_[model().nominal_slots[i]] = usable_nominal(nominals[i]);
    }
    return status;
}

MooStatus Instance::compute_continuous() {
    raw_.phase = MOO_CONTINUOUS;
    MooStatus const status = model().derivatives(&raw_);
    if (status != MOO_OK) return status;
    MooStatus const output_status = model().outputs(&raw_);
    for (std::uint32_t const slot : aliases_) {
        MooVariable const& variable = model().variables[slot];
        value_[slot] = same_or_negative(variable, value_[variable.alias_of - 1]);
    }
    return output_status;
}

void Instance::carry(StateStream& state) {
    state.fixed(value_);
    state.fixed(pre_);
    for (std::uint32_t slot = 0; slot < raw_.model->variable_count; ++slot) {
        if (raw_.model->variables[slot].type != MOO_STRING) continue;
        state.text_number(value_[slot]);
        state.text_number(pre_[slot]);
    }
    state.fixed(nominal_);
    state.fixed(is_set_);
    state.fixed(relation_);
    state.fixed(condition_);
    state.fixed(pre_condition_);
    state.fixed(reinit_value_);
    state.fixed(reinit_asked_);
    state.fixed(sampled_);
    state.fixed(clock_condition_);
    state.fixed(settled_);
    state.numbers(raw_.time, raw_.relations_held, raw_.is_terminal, raw_.terminate_asked, raw_.is_first_tick,
                  raw_.homotopy, raw_.tick_interval, raw_.event_number);
    // Every caller that computes something sets the phase.
    memory_->carry(state);
}

void Instance::copy_values_to_pre() { std::copy_n(value_.begin(), pre_.size(), pre_.begin()); }

}  // namespace moo::runtime
