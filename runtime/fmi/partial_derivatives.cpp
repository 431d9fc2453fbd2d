#include "runtime/fmi/partial_derivatives.h"

#include <algorithm>
#include <numeric>

#include "runtime/fmi/dae.h"
#include "runtime/fmi/difference_quotients.h"
#include "runtime/fmi/evaluation.h"
#include "runtime/fmi/variable_values.h"
#include "runtime/math/crossing_tangents.h"
#include "runtime/math/residual_tangents.h"
#include "runtime/math/tangents.h"

namespace moo::runtime::fmi {

namespace {

double sign_of(MooFmuElement const& element) { return element.source == MOO_FMU_NEGATED ? -1.0 : 1.0; }

// The variables that the importer can change in this mode (FMI 3.0, section 2.2.11), and the states at events, which
// are known there.
bool is_differentiated_by(FmuInstance const& fmu, ValueReference reference) {
    Description const& description = fmu.description;
    MooFmuVariable const& variable = description.variable(reference);
    if (variable.causality == MOO_FMU_INDEPENDENT) return true;
    bool const is_input = variable.causality == MOO_FMU_INPUT;
    bool const is_tunable = variable.causality == MOO_FMU_PARAMETER && variable.variability == MOO_FMU_TUNABLE;
    if (fmu.guard.mode() == Mode::initialization) return is_input || variable.initial == MOO_FMU_EXACT;
    if (fmu.guard.mode() == Mode::continuous) {
        bool const is_smooth_input = is_input && variable.variability == MOO_FMU_CONTINUOUS;
        return is_smooth_input || description.is_state(reference) || description.is_given(reference);
    }
    return is_input || is_tunable || description.is_state(reference);
}

// Counts the elements. Switches to the DAE if its residuals or unknowns are involved.
Status check_partials(FmuInstance& fmu, References unknowns, References knowns, std::size_t& unknown_count,
                      std::size_t& known_count) {
    CallGuard& guard = fmu.guard;
    if (fmu.model.partials == nullptr) return guard.fail("the model has no symbolic derivatives");
    Status const status = count_elements(fmu, unknowns, 1U << MOO_FMU_REAL, unknown_count);
    if (status != Status::ok) return status;
    if (Status const of_knowns = count_elements(fmu, knowns, 1U << MOO_FMU_REAL, known_count);
        of_knowns != Status::ok) {
        return of_knowns;
    }
    if (fmu.description.mention(unknowns, MOO_FMU_CROSSING) && fmu.model.crossing_partials == nullptr) {
        return guard.fail("the event indicators have no symbolic derivatives");
    }
    bool const is_continuous = guard.mode() == Mode::continuous;
    if (fmu.description.mention(unknowns, MOO_FMU_RESIDUAL)) {
        if (!is_continuous) return guard.fail("residuals are differentiated in Continuous-Time Mode only");
        use_as_dae(*fmu.run, true);
    }
    for (ValueReference const reference : knowns) {
        if (!is_differentiated_by(fmu, reference)) {
            return guard.fail(fmu.description.where(reference) +
                              " is nothing that other variables are differentiated by in " + mode_text(guard.mode()));
        }
        if (is_continuous && fmu.description.is_given(reference)) use_as_dae(*fmu.run, true);
    }
    return Status::ok;
}

// The formulas are those of Eq, with respect to states and continuous inputs. At an event, discrete variables change
// too.
bool has_formulas(FmuInstance const& fmu, ValueReference reference) {
    MooFmuVariable const& known = fmu.description.variable(reference);
    Mode const mode = fmu.guard.mode();
    if (mode == Mode::initialization || (mode == Mode::event && fmu.description.has_discrete_reals())) return false;
    return known.variability == MOO_FMU_CONTINUOUS && known.causality != MOO_FMU_INDEPENDENT;
}

// Evaluates the entries of all rows at the current point.
Status need_formulas(FmuInstance& fmu) {
    if (Status const status = need(fmu, Fresh::all); status != Status::ok) return status;
    Run& run = *fmu.run;
    Formulas& formulas = run.formulas;
    if (formulas.are_evaluated) return Status::ok;
    // Values that were set in Step Mode take effect in the next step, but have to be included here.
    if (fmu.guard.mode() == Mode::step && !(apply_tunables(run) && run.cycle.compute_all())) return Status::discard;
    auto const evaluate = [&](auto& tangents, auto... extent) {
        using Tangents = typename std::decay_t<decltype(tangents)>::element_type;
        if (!tangents) tangents = std::make_unique<Tangents>(fmu.model);
        return tangents->evaluate(run.instance.raw(), extent...);
    };
    run.instance.raw()->phase = MOO_CONTINUOUS;
    MooStatus status =
        run.is_dae ? evaluate(formulas.residuals, PartialExtent::all) : evaluate(formulas.model, PartialExtent::all);
    if (status == MOO_OK && fmu.model.crossing_partials != nullptr) status = evaluate(formulas.crossings);
    if (status != MOO_OK) return Status::discard;
    formulas.are_evaluated = true;
    return Status::ok;
}

// Adds the contribution of `direction` to the changes of the unknowns.
Status add_forward(FmuInstance& fmu, References unknowns, std::span<double> sensitivity) {
    if (Status const status = need_formulas(fmu); status != Status::ok) return status;
    Formulas& formulas = fmu.run->formulas;
    std::vector<double>& direction = formulas.direction;
    std::vector<double>& residuals = formulas.residual_direction;
    if (fmu.run->is_dae) {
        residuals.assign(fmu.model.variable_count, 0.0);
        formulas.residuals->forward(direction.data(), residuals.data());
    } else if (!formulas.model->forward(direction.data())) {
        return fmu.guard.fail("the equations contradict each other", Status::discard);
    }
    std::size_t k = 0;
    for (ValueReference const reference : unknowns) {
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            double& change = sensitivity[k++];
            if (is_slot(element)) change += sign_of(element) * direction[element.index];
            if (element.source == MOO_FMU_RESIDUAL) change += residuals[element.index];
            if (element.source == MOO_FMU_CROSSING) {
                change += formulas.crossings->forward(element.index, direction.data());
            }
        }
    }
    return Status::ok;
}

// Propagates the weights of the unknowns to the variables that have formulas, in `direction`.
Status weigh_knowns(FmuInstance& fmu, References unknowns, std::span<double const> seed) {
    if (Status const status = need_formulas(fmu); status != Status::ok) return status;
    Formulas& formulas = fmu.run->formulas;
    std::vector<double>& weights = formulas.direction;
    std::vector<double>& residuals = formulas.residual_direction;
    residuals.assign(fmu.model.variable_count, 0.0);
    std::size_t k = 0;
    for (ValueReference const reference : unknowns) {
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            if (is_slot(element)) weights[element.index] += sign_of(element) * seed[k];
            if (element.source == MOO_FMU_RESIDUAL) residuals[element.index] += seed[k];
            if (element.source == MOO_FMU_CROSSING) {
                formulas.crossings->backward(element.index, seed[k], weights.data());
            }
            ++k;
        }
    }
    if (fmu.run->is_dae) {
        formulas.residuals->backward(weights.data(), residuals.data());
    } else if (!formulas.model->backward(weights.data())) {
        return fmu.guard.fail("the equations contradict each other", Status::discard);
    }
    return Status::ok;
}

}  // namespace

Status directional_derivative(FmuInstance& fmu, References unknowns, References knowns, std::span<double const> seed,
                              std::span<double> sensitivity) {
    std::size_t unknown_count = 0;
    std::size_t known_count = 0;
    Status const status = check_partials(fmu, unknowns, knowns, unknown_count, known_count);
    if (status != Status::ok) return status;
    if (seed.size() != known_count || sensitivity.size() != unknown_count) {
        return fmu.guard.fail("the knowns have " + std::to_string(known_count) + " elements and the unknowns " +
                              std::to_string(unknown_count));
    }
    std::fill(sensitivity.begin(), sensitivity.end(), 0.0);
    std::vector<double> column(unknown_count);
    std::vector<double>& direction = fmu.run->formulas.direction;
    direction.assign(fmu.model.variable_count, 0.0);
    bool uses_formulas = false;
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        bool const has_formula = has_formulas(fmu, reference);
        uses_formulas = uses_formulas || has_formula;
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            double const change = sign_of(element) * seed[k++];
            if (has_formula) {
                direction[element.index] += change;
            } else if (change != 0.0) {
                Status const found = difference(fmu, unknowns, element, column);
                if (found != Status::ok) return found;
                for (std::size_t i = 0; i < unknown_count; ++i) sensitivity[i] += change * column[i];
            }
        }
    }
    return uses_formulas ? add_forward(fmu, unknowns, sensitivity) : Status::ok;
}

Status adjoint_derivative(FmuInstance& fmu, References unknowns, References knowns, std::span<double const> seed,
                          std::span<double> sensitivity) {
    std::size_t unknown_count = 0;
    std::size_t known_count = 0;
    Status const status = check_partials(fmu, unknowns, knowns, unknown_count, known_count);
    if (status != Status::ok) return status;
    if (seed.size() != unknown_count || sensitivity.size() != known_count) {
        return fmu.guard.fail("the unknowns have " + std::to_string(unknown_count) + " elements and the knowns " +
                              std::to_string(known_count));
    }
    auto const by_formula = [&fmu](ValueReference reference) { return has_formulas(fmu, reference); };
    std::vector<double>& weights = fmu.run->formulas.direction;
    weights.assign(fmu.model.variable_count, 0.0);
    if (std::any_of(knowns.begin(), knowns.end(), by_formula)) {
        if (Status const weighed = weigh_knowns(fmu, unknowns, seed); weighed != Status::ok) return weighed;
    }
    std::vector<double> column(unknown_count);
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            double& weight = sensitivity[k++];
            if (by_formula(reference)) {
                weight = sign_of(element) * weights[element.index];
                continue;
            }
            Status const found = difference(fmu, unknowns, element, column);
            if (found != Status::ok) return found;
            weight = sign_of(element) * std::inner_product(seed.begin(), seed.end(), column.begin(), 0.0);
        }
    }
    return Status::ok;
}

}  // namespace moo::runtime::fmi
