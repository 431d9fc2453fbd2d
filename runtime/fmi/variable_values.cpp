#include "runtime/fmi/variable_values.h"

#include <algorithm>

#include "runtime/abi/values.h"
#include "runtime/fmi/dae.h"
#include "runtime/fmi/evaluation.h"

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

Status fail_with_count(FmuInstance& fmu, std::size_t count) {
    return fmu.guard.fail("the variables have " + std::to_string(count) + " elements");
}

// ---- getting -----------------------------------------------------------------------------------------

// Between events, most variables need no computation, or only a part of it.
Fresh needed_for(FmuInstance const& fmu, ValueReference reference) {
    if (fmu.guard.mode() != Mode::continuous) return Fresh::all;
    Fresh wanted = Fresh::nothing;
    for (MooFmuElement const& element : fmu.description.elements(reference)) {
        if (element.source == MOO_FMU_CROSSING) wanted = std::max(wanted, Fresh::derivatives);
        if (!is_slot(element)) continue;
        switch (fmu.model.variables[element.index].role) {
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

bool is_intermediate(FmuInstance const& fmu, ValueReference reference) {
    auto const& list = fmu.options.intermediate_variables;
    return std::find(list.begin(), list.end(), reference) != list.end();
}

// In an intermediate update, only announced variables may be read.
Status check_intermediate(FmuInstance& fmu, References references) {
    if (fmu.guard.mode() == Mode::step && fmu.run->stepping.values_set) {
        return fmu.guard.fail("variables that have been set ask for a step before reading");
    }
    if (fmu.guard.mode() != Mode::intermediate) return Status::ok;
    for (ValueReference const reference : references) {
        if (!is_intermediate(fmu, reference)) {
            return fmu.guard.fail(fmu.description.where(reference) + " was not announced for intermediate updates");
        }
    }
    return Status::ok;
}

// ---- setting -----------------------------------------------------------------------------------------

// Why a variable cannot be set in this mode; empty if it can.
std::string refusal_to_set(FmuInstance const& fmu, ValueReference reference) {
    Description const& description = fmu.description;
    MooFmuVariable const& variable = description.variable(reference);
    auto const causality = static_cast<MooFmuCausality>(variable.causality);
    auto const variability = static_cast<MooFmuVariability>(variable.variability);
    auto const initial = static_cast<MooFmuInitial>(variable.initial);
    bool const is_input = causality == MOO_FMU_INPUT;
    bool const is_smooth_input = is_input && variability == MOO_FMU_CONTINUOUS;
    bool const is_tunable = causality == MOO_FMU_PARAMETER && variability == MOO_FMU_TUNABLE;
    if (variability == MOO_FMU_CONSTANT) return " is a constant";
    if (causality == MOO_FMU_INDEPENDENT) return " is the independent variable";
    bool allowed = false;
    switch (fmu.guard.mode()) {
        case Mode::instantiated: allowed = is_input || initial == MOO_FMU_EXACT || initial == MOO_FMU_APPROX; break;
        case Mode::initialization: allowed = is_input || initial == MOO_FMU_EXACT; break;
        case Mode::event:
        case Mode::step: allowed = is_input || is_tunable; break;
        case Mode::continuous:
            allowed = is_smooth_input || description.is_state(reference) || description.is_given(reference);
            break;
        case Mode::intermediate: allowed = is_smooth_input && is_intermediate(fmu, reference); break;
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: break;
    }
    return allowed ? "" : std::string(" cannot be set in ") + mode_text(fmu.guard.mode());
}

void write_element(FmuInstance& fmu, MooFmuVariable const& variable, MooFmuElement const& element, double value) {
    Run& run = *fmu.run;
    if (element.source == MOO_FMU_NEGATED) value = negative(variable, value);
    std::uint32_t const slot = element.index;
    double& now = run.instance.raw()->value[slot];
    bool const changes = !(now == value);
    if (changes) run.set_fresh(Fresh::nothing);
    switch (fmu.guard.mode()) {
        case Mode::instantiated:
        case Mode::initialization:
            run.instance.set_start(slot, value);
            run.start[slot] = value;
            run.set_fresh(Fresh::nothing);
            return;
        case Mode::event: run.event_pending = run.event_pending || changes; break;
        case Mode::step:
        case Mode::intermediate:
            run.stepping.values_set = true;
            if (!changes) return;
            run.stepping.old_inputs.push_back({slot, now});
            if (variable.variability != MOO_FMU_CONTINUOUS) run.stepping.discretes_changed = true;
            break;
        case Mode::continuous:
            if (fmu.description.is_given_slot(slot)) use_as_dae(run, true);
            break;
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: break;
    }
    now = value;
    if (changes && variable.causality == MOO_FMU_PARAMETER) {
        run.instance.raw()->is_set[slot] = 1;
        run.tunables_changed = true;
    }
}

}  // namespace

Status count_elements(FmuInstance& fmu, References references, std::uint32_t types, std::size_t& count) {
    Description const& description = fmu.description;
    count = 0;
    for (ValueReference const reference : references) {
        if (!description.is_known(reference)) return fmu.guard.fail("no variable has " + description.where(reference));
        MooFmuVariable const& variable = description.variable(reference);
        if ((types & (1U << variable.type)) == 0) {
            return fmu.guard.fail(description.where(reference) + " is " + type_text(variable.type));
        }
        count += variable.element_count;
    }
    return Status::ok;
}

double read_element(Run& run, MooFmuVariable const& variable, MooFmuElement const& element) {
    switch (static_cast<MooFmuSource>(element.source)) {
        case MOO_FMU_SLOT: return run.instance.raw()->value[element.index];
        case MOO_FMU_NEGATED: return negative(variable, run.instance.raw()->value[element.index]);
        case MOO_FMU_TIME: return run.instance.time();
        case MOO_FMU_CROSSING: return run.indicators[element.index];
        case MOO_FMU_TICK: return run.cycle.events().ticks(element.index) ? 1.0 : 0.0;
        case MOO_FMU_RESIDUAL: return run.residuals.at(element.index);
    }
    return 0.0;
}

Status get_values(FmuInstance& fmu, References references, std::uint32_t types, std::span<double> values) {
    Run& run = *fmu.run;
    std::size_t count = 0;
    if (Status const status = count_elements(fmu, references, types, count); status != Status::ok) return status;
    if (count != values.size()) return fail_with_count(fmu, count);
    if (Status const status = check_intermediate(fmu, references); status != Status::ok) return status;
    Fresh wanted = Fresh::nothing;
    for (ValueReference const reference : references) wanted = std::max(wanted, needed_for(fmu, reference));
    if (Status const status = need(fmu, wanted); status != Status::ok) return status;
    if (Status const status = need_residuals(fmu, references); status != Status::ok) return status;
    bool const has_crossings = fmu.description.mention(references, MOO_FMU_CROSSING);
    if (has_crossings && run.crossings.look(run.indicators.data()) != MOO_OK) return Status::discard;
    auto value = values.begin();
    for (ValueReference const reference : references) {
        MooFmuVariable const& variable = fmu.description.variable(reference);
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            *value++ = read_element(run, variable, element);
        }
    }
    return Status::ok;
}

Status set_values(FmuInstance& fmu, References references, std::uint32_t types, std::span<double const> values) {
    std::size_t count = 0;
    if (Status const status = count_elements(fmu, references, types, count); status != Status::ok) return status;
    if (count != values.size()) return fail_with_count(fmu, count);
    for (ValueReference const reference : references) {
        std::string const refusal = refusal_to_set(fmu, reference);
        if (!refusal.empty()) return fmu.guard.fail(fmu.description.where(reference) + refusal);
    }
    auto value = values.begin();
    for (ValueReference const reference : references) {
        MooFmuVariable const& variable = fmu.description.variable(reference);
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            write_element(fmu, variable, element, *value++);
        }
    }
    return Status::ok;
}

Status get_texts(FmuInstance& fmu, References references, std::span<char const*> values) {
    std::vector<double> numbers(values.size());
    Status const status = get_values(fmu, references, 1U << MOO_FMU_STRING, numbers);
    if (status == Status::ok) std::transform(numbers.begin(), numbers.end(), values.begin(), moo_text_of);
    return status;
}

Status set_texts(FmuInstance& fmu, References references, std::span<char const* const> values) {
    std::vector<double> numbers;
    for (char const* const text : values) {
        if (text == nullptr) return fmu.guard.fail("a text is missing");
        numbers.push_back(moo_text(text));
    }
    return set_values(fmu, references, 1U << MOO_FMU_STRING, numbers);
}

Status set_input_derivatives(FmuInstance& fmu, References references, std::span<int const> orders,
                             std::span<double const> values) {
    Description const& description = fmu.description;
    std::size_t count = 0;
    Status const status = count_elements(fmu, references, 1U << MOO_FMU_REAL, count);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < references.size(); ++i) {
        MooFmuVariable const& variable = description.variable(references[i]);
        bool const is_smooth = variable.causality == MOO_FMU_INPUT && variable.variability == MOO_FMU_CONTINUOUS;
        if (!is_smooth) return fmu.guard.fail(description.where(references[i]) + " is no continuous input");
        if (orders[i] < 1 || orders[i] > InputCourse::highest_order) {
            return fmu.guard.fail("derivatives of order " + std::to_string(orders[i]) + " are not taken");
        }
    }
    for (std::size_t i = 0; i < references.size(); ++i) {
        MooFmuVariable const& variable = description.variable(references[i]);
        MooFmuElement const& element = description.elements(references[i])[0];
        double const value = element.source == MOO_FMU_NEGATED ? negative(variable, values[i]) : values[i];
        fmu.run->stepping.course.set_derivative(element.index, orders[i], value);
    }
    return Status::ok;
}

}  // namespace moo::runtime::fmi
