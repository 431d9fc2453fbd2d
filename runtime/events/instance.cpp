#include "runtime/events/instance.h"

#include <algorithm>

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
      raw_{} {
    for (std::uint32_t i = 0; i < model.variable_count; ++i) value_[i] = model.variables[i].start;
    pre_.assign(value_.begin(), value_.begin() + model.variable_count);
    raw_.model = &model;
    raw_.time = model.start_time;
    raw_.value = value_.data();
    raw_.pre = pre_.data();
    raw_.is_set = is_set_.data();
    raw_.relation = relation_.data();
    raw_.condition = condition_.data();
    raw_.pre_condition = pre_condition_.data();
    raw_.reinit_value = reinit_value_.data();
    raw_.reinit_asked = reinit_asked_.data();
    raw_.phase = MOO_INITIALIZATION;
    raw_.host = &messages_;
    raw_.message = pass_on_message;
}

Instance::~Instance() {
    if (model().finish != nullptr) model().finish(&raw_);
}

void Instance::set_start(std::uint32_t slot, double value) {
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

MooStatus Instance::compute_continuous() {
    raw_.phase = MOO_CONTINUOUS;
    MooStatus const status = model().derivatives(&raw_);
    return status == MOO_OK ? model().outputs(&raw_) : status;
}

void Instance::copy_values_to_pre() { std::copy_n(value_.begin(), pre_.size(), pre_.begin()); }

}  // namespace moo::runtime
