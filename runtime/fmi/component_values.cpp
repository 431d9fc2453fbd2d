// Getting and setting variables by their value references.
#include <algorithm>
#include <cmath>

#include "runtime/abi/values.h"
#include "runtime/fmi/component.h"

namespace moo::runtime::fmi {

namespace {

char const* type_text(std::uint8_t type) {
    switch (type) {
        case MOO_FMU_REAL: return "a Real";
        case MOO_FMU_INTEGER: return "an Integer";
        case MOO_FMU_BOOLEAN: return "a Boolean";
        case MOO_FMU_STRING: return "a String";
        case MOO_FMU_ENUMERATION: return "an enumeration";
        case MOO_FMU_CLOCK: return "a clock";
        default: return "of no known type";
    }
}

double negative(MooFmuVariable const& variable, double value) {
    return variable.type == MOO_FMU_BOOLEAN ? 1.0 - value : -value;
}

}  // namespace

std::string Component::where(ValueReference reference) const {
    std::string const number = "value reference " + std::to_string(reference);
    return is_known(reference) ? "`" + std::string(fmu_.variables[reference].name) + "` (" + number + ")" : number;
}

std::span<MooFmuElement const> Component::elements(ValueReference reference) const {
    MooFmuVariable const& variable = fmu_.variables[reference];
    return {fmu_.elements + variable.first_element, variable.element_count};
}

Status Component::count_elements(References references, std::uint32_t types, std::size_t& count) {
    count = 0;
    for (ValueReference const reference : references) {
        if (!is_known(reference)) return fail("no variable has " + where(reference));
        std::uint8_t const type = fmu_.variables[reference].type;
        if ((types & (1U << type)) == 0) return fail(where(reference) + " is " + type_text(type));
        count += fmu_.variables[reference].element_count;
    }
    return Status::ok;
}

// Between events most variables need no computation, or not all of it.
Component::Fresh Component::needed_for(ValueReference reference) const {
    if (mode_ != Mode::continuous) return Fresh::all;
    Fresh wanted = Fresh::nothing;
    for (MooFmuElement const& element : elements(reference)) {
        if (element.source == MOO_FMU_CROSSING) wanted = std::max(wanted, Fresh::derivatives);
        if (!is_slot(element)) continue;
        switch (model_.variables[element.index].role) {
            case MOO_STATE:
            case MOO_DISCRETE:
            case MOO_PARAMETER:
            case MOO_CONSTANT:
            case MOO_INPUT: break;
            case MOO_DERIVATIVE: wanted = std::max(wanted, Fresh::derivatives); break;
            case MOO_ALGEBRAIC: return Fresh::all;
        }
    }
    return wanted;
}

double Component::read(MooFmuVariable const& variable, MooFmuElement const& element) {
    switch (static_cast<MooFmuSource>(element.source)) {
        case MOO_FMU_SLOT: return run_->instance.raw()->value[element.index];
        case MOO_FMU_NEGATED: return negative(variable, run_->instance.raw()->value[element.index]);
        case MOO_FMU_TIME: return run_->instance.time();
        case MOO_FMU_CROSSING: return run_->indicators[element.index];
        case MOO_FMU_TICK: return run_->cycle.events().ticks(element.index) ? 1.0 : 0.0;
        case MOO_FMU_RESIDUAL: return run_->residuals.at(element.index);
    }
    return 0.0;
}

bool Component::is_intermediate(ValueReference reference) const {
    auto const& list = options_.intermediate_variables;
    return std::find(list.begin(), list.end(), reference) != list.end();
}

// In an intermediate update only what was announced may be read.
Status Component::check_intermediate(References references) {
    if (mode_ == Mode::step && values_set_) return fail("variables that have been set ask for a step before reading");
    if (mode_ != Mode::intermediate) return Status::ok;
    for (ValueReference const reference : references) {
        if (!is_intermediate(reference)) return fail(where(reference) + " was not announced for intermediate updates");
    }
    return Status::ok;
}

Status Component::get(References references, std::uint32_t types, std::span<double> values) {
    std::size_t count = 0;
    if (Status const status = count_elements(references, types, count); status != Status::ok) return status;
    if (count != values.size()) return fail("the variables have " + std::to_string(count) + " elements");
    if (Status const status = check_intermediate(references); status != Status::ok) return status;
    Fresh wanted = Fresh::nothing;
    for (ValueReference const reference : references) wanted = std::max(wanted, needed_for(reference));
    if (Status const status = need(wanted); status != Status::ok) return status;
    if (Status const status = need_residuals(references); status != Status::ok) return status;
    bool const has_crossings = mentions(references, MOO_FMU_CROSSING);
    if (has_crossings && run_->crossings.look(run_->indicators.data()) != MOO_OK) return Status::discard;
    auto value = values.begin();
    for (ValueReference const reference : references) {
        for (MooFmuElement const& element : elements(reference)) {
            *value++ = read(fmu_.variables[reference], element);
        }
    }
    return Status::ok;
}

Status Component::get_texts(References references, std::span<char const*> values) {
    std::vector<double> numbers(values.size());
    Status const status = get(references, 1U << MOO_FMU_STRING, numbers);
    if (status == Status::ok) std::transform(numbers.begin(), numbers.end(), values.begin(), moo_text_of);
    return status;
}

bool Component::is_state(ValueReference reference) const {
    auto const all = elements(reference);
    return std::all_of(all.begin(), all.end(), [this](MooFmuElement const& element) {
        return is_slot(element) && model_.variables[element.index].role == MOO_STATE;
    });
}

std::string Component::refusal_to_set(ValueReference reference) const {
    MooFmuVariable const& variable = fmu_.variables[reference];
    auto const causality = static_cast<MooFmuCausality>(variable.causality);
    auto const variability = static_cast<MooFmuVariability>(variable.variability);
    auto const initial = static_cast<MooFmuInitial>(variable.initial);
    bool const is_input = causality == MOO_FMU_INPUT;
    bool const is_tunable = causality == MOO_FMU_PARAMETER && variability == MOO_FMU_TUNABLE;
    if (variability == MOO_FMU_CONSTANT) return " is a constant";
    if (causality == MOO_FMU_INDEPENDENT) return " is the independent variable";
    bool allowed = false;
    switch (mode_) {
        case Mode::instantiated: allowed = is_input || initial == MOO_FMU_EXACT || initial == MOO_FMU_APPROX; break;
        case Mode::initialization: allowed = is_input || initial == MOO_FMU_EXACT; break;
        case Mode::event:
        case Mode::step: allowed = is_input || is_tunable; break;
        case Mode::continuous:
            allowed = (is_input && variability == MOO_FMU_CONTINUOUS) || is_state(reference) || is_given(reference);
            break;
        case Mode::intermediate:
            allowed = is_input && variability == MOO_FMU_CONTINUOUS && is_intermediate(reference);
            break;
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: break;
    }
    return allowed ? "" : std::string(" cannot be set in ") + mode_text(mode_);
}

void Component::write(MooFmuVariable const& variable, MooFmuElement const& element, double value) {
    if (element.source == MOO_FMU_NEGATED) value = negative(variable, value);
    std::uint32_t const slot = element.index;
    double& now = run_->instance.raw()->value[slot];
    bool const changes = !(now == value);
    if (changes) set_fresh(Fresh::nothing);
    switch (mode_) {
        case Mode::instantiated:
        case Mode::initialization:
            run_->instance.set_start(slot, value);
            start_[slot] = value;
            set_fresh(Fresh::nothing);
            return;
        case Mode::event: event_pending_ = event_pending_ || changes; break;
        case Mode::step:
        case Mode::intermediate:
            values_set_ = true;
            if (!changes) return;
            old_inputs_.push_back({slot, now});
            discretes_changed_ = discretes_changed_ || variable.variability != MOO_FMU_CONTINUOUS;
            break;
        case Mode::continuous:
            if (!is_given_.empty() && is_given_[slot] != 0) use_as_dae(true);
            break;
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: break;
    }
    now = value;
    if (changes && variable.causality == MOO_FMU_PARAMETER) {
        run_->instance.raw()->is_set[slot] = 1;
        tunables_changed_ = true;
    }
}

Status Component::set(References references, std::uint32_t types, std::span<double const> values) {
    std::size_t count = 0;
    if (Status const status = count_elements(references, types, count); status != Status::ok) return status;
    if (count != values.size()) return fail("the variables have " + std::to_string(count) + " elements");
    // All or none.
    for (ValueReference const reference : references) {
        std::string const refusal = refusal_to_set(reference);
        if (!refusal.empty()) return fail(where(reference) + refusal);
    }
    auto value = values.begin();
    for (ValueReference const reference : references) {
        for (MooFmuElement const& element : elements(reference)) {
            write(fmu_.variables[reference], element, *value++);
        }
    }
    return Status::ok;
}

Status Component::set_texts(References references, std::span<char const* const> values) {
    std::vector<double> numbers;
    for (char const* const text : values) {
        if (text == nullptr) return fail("a text is missing");
        numbers.push_back(moo_text(text));
    }
    return set(references, 1U << MOO_FMU_STRING, numbers);
}

Status Component::set_input_derivatives(References references, std::span<int const> orders,
                                        std::span<double const> values) {
    std::size_t count = 0;
    Status const status = count_elements(references, 1U << MOO_FMU_REAL, count);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < references.size(); ++i) {
        MooFmuVariable const& variable = fmu_.variables[references[i]];
        bool const is_smooth = variable.causality == MOO_FMU_INPUT && variable.variability == MOO_FMU_CONTINUOUS;
        if (!is_smooth) return fail(where(references[i]) + " is no continuous input");
        if (orders[i] < 1 || orders[i] > InputCourse::highest_order) {
            return fail("derivatives of order " + std::to_string(orders[i]) + " are not taken");
        }
    }
    for (std::size_t i = 0; i < references.size(); ++i) {
        MooFmuVariable const& variable = fmu_.variables[references[i]];
        MooFmuElement const& element = elements(references[i])[0];
        bool const is_negated = element.source == MOO_FMU_NEGATED;
        course_.set_derivative(element.index, orders[i], is_negated ? negative(variable, values[i]) : values[i]);
    }
    return Status::ok;
}

}  // namespace moo::runtime::fmi
