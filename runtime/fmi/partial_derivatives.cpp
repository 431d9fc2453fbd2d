// Partial derivatives of what an importer sees: from the model's formulas, and by differences where it has none.
#include <algorithm>
#include <numeric>

#include "runtime/fmi/component.h"
#include "runtime/math/crossing_tangents.h"
#include "runtime/math/residual_tangents.h"
#include "runtime/math/tangents.h"

namespace moo::runtime::fmi {

namespace {

double sign_of(MooFmuElement const& element) { return element.source == MOO_FMU_NEGATED ? -1.0 : 1.0; }

}  // namespace

Status Component::check_partials(References unknowns, References knowns, std::size_t& unknown_count,
                                 std::size_t& known_count) {
    if (model_.partials == nullptr) return fail("the model has no symbolic derivatives");
    if (Status const status = count_elements(unknowns, 1U << MOO_FMU_REAL, unknown_count); status != Status::ok) {
        return status;
    }
    if (Status const status = count_elements(knowns, 1U << MOO_FMU_REAL, known_count); status != Status::ok) {
        return status;
    }
    if (mentions(unknowns, MOO_FMU_CROSSING) && model_.crossing_partials == nullptr) {
        return fail("the event indicators have no symbolic derivatives");
    }
    if (mentions(unknowns, MOO_FMU_RESIDUAL)) {
        if (mode_ != Mode::continuous) return fail("residuals are differentiated in Continuous-Time Mode only");
        use_as_dae(true);
    }
    for (ValueReference const reference : knowns) {
        if (!is_differentiated_by(reference)) {
            return fail(where(reference) + " is nothing that other variables are differentiated by in " +
                        mode_text(mode_));
        }
        if (mode_ == Mode::continuous && is_given(reference)) use_as_dae(true);
    }
    return Status::ok;
}

// What the importer could change now (FMI 3.0, section 2.2.11), and states at events, where they belong to what is
// known.
bool Component::is_differentiated_by(ValueReference reference) const {
    MooFmuVariable const& variable = fmu_.variables[reference];
    if (variable.causality == MOO_FMU_INDEPENDENT) return true;
    bool const is_input = variable.causality == MOO_FMU_INPUT;
    bool const is_tunable = variable.causality == MOO_FMU_PARAMETER && variable.variability == MOO_FMU_TUNABLE;
    if (mode_ == Mode::initialization) return is_input || variable.initial == MOO_FMU_EXACT;
    if (mode_ == Mode::continuous) {
        return (is_input && variable.variability == MOO_FMU_CONTINUOUS) || is_state(reference) || is_given(reference);
    }
    return is_input || is_tunable || is_state(reference);
}

// The formulas are those of Eq, by states and continuous inputs. At an event discrete variables move too.
bool Component::has_formulas(MooFmuVariable const& known) const {
    if (mode_ == Mode::initialization || (mode_ == Mode::event && has_discrete_reals_)) return false;
    return known.variability == MOO_FMU_CONTINUOUS && known.causality != MOO_FMU_INDEPENDENT;
}

// The entries of all rows at the present point.
Status Component::need_tangents() {
    if (Status const status = need(Fresh::all); status != Status::ok) return status;
    if (tangents_ready_) return Status::ok;
    // What has been set in Step Mode waits for the step, but counts here.
    if (mode_ == Mode::step && !(apply_tunables() && run_->cycle.compute_all())) return Status::discard;
    auto const evaluate = [&](auto& tangents, auto... extent) {
        using Formulas = typename std::decay_t<decltype(tangents)>::element_type;
        if (!tangents) tangents = std::make_unique<Formulas>(model_);
        return tangents->evaluate(run_->instance.raw(), extent...);
    };
    run_->instance.raw()->phase = MOO_CONTINUOUS;
    MooStatus status =
        is_dae_ ? evaluate(run_->residual_tangents, PartialExtent::all) : evaluate(run_->tangents, PartialExtent::all);
    if (status == MOO_OK && model_.crossing_partials != nullptr) status = evaluate(run_->crossing_tangents);
    if (status != MOO_OK) return Status::discard;
    tangents_ready_ = true;
    return Status::ok;
}

bool Component::mentions(References references, MooFmuSource source) const {
    return std::any_of(references.begin(), references.end(), [&](ValueReference reference) {
        auto const all = elements(reference);
        return std::any_of(all.begin(), all.end(), [&](MooFmuElement const& e) { return e.source == source; });
    });
}

Status Component::directional_derivative(References unknowns, References knowns, std::span<double const> seed,
                                         std::span<double> sensitivity) {
    std::size_t unknown_count = 0;
    std::size_t known_count = 0;
    if (Status const status = check_partials(unknowns, knowns, unknown_count, known_count); status != Status::ok) {
        return status;
    }
    if (seed.size() != known_count || sensitivity.size() != unknown_count) {
        return fail("the knowns have " + std::to_string(known_count) + " elements and the unknowns " +
                    std::to_string(unknown_count));
    }
    std::fill(sensitivity.begin(), sensitivity.end(), 0.0);
    std::vector<double> column(unknown_count);
    std::vector<double>& direction = run_->direction;
    direction.assign(model_.variable_count, 0.0);
    bool uses_formulas = false;
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        bool const has_formula = has_formulas(fmu_.variables[reference]);
        uses_formulas = uses_formulas || has_formula;
        for (MooFmuElement const& element : elements(reference)) {
            double const change = sign_of(element) * seed[k++];
            if (has_formula) {
                direction[element.index] += change;
            } else if (change != 0.0) {
                if (Status const status = difference(unknowns, element, column); status != Status::ok) return status;
                for (std::size_t i = 0; i < unknown_count; ++i) sensitivity[i] += change * column[i];
            }
        }
    }
    if (!uses_formulas) return Status::ok;
    if (Status const status = need_tangents(); status != Status::ok) return status;
    std::vector<double>& residuals = run_->residual_direction;
    if (is_dae_) {
        residuals.assign(model_.variable_count, 0.0);
        run_->residual_tangents->forward(direction.data(), residuals.data());
    } else if (!run_->tangents->forward(direction.data())) {
        return fail("the equations contradict each other", Status::discard);
    }
    k = 0;
    for (ValueReference const reference : unknowns) {
        for (MooFmuElement const& element : elements(reference)) {
            double& change = sensitivity[k++];
            if (is_slot(element)) change += sign_of(element) * direction[element.index];
            if (element.source == MOO_FMU_RESIDUAL) change += residuals[element.index];
            if (element.source == MOO_FMU_CROSSING) {
                change += run_->crossing_tangents->forward(element.index, direction.data());
            }
        }
    }
    return Status::ok;
}

Status Component::adjoint_derivative(References unknowns, References knowns, std::span<double const> seed,
                                     std::span<double> sensitivity) {
    std::size_t unknown_count = 0;
    std::size_t known_count = 0;
    if (Status const status = check_partials(unknowns, knowns, unknown_count, known_count); status != Status::ok) {
        return status;
    }
    if (seed.size() != unknown_count || sensitivity.size() != known_count) {
        return fail("the unknowns have " + std::to_string(unknown_count) + " elements and the knowns " +
                    std::to_string(known_count));
    }
    auto const by_formula = [&](ValueReference reference) { return has_formulas(fmu_.variables[reference]); };
    std::vector<double>& weights = run_->direction;
    weights.assign(model_.variable_count, 0.0);
    if (std::any_of(knowns.begin(), knowns.end(), by_formula)) {
        if (Status const status = weigh_knowns(unknowns, seed); status != Status::ok) return status;
    }
    std::vector<double> column(unknown_count);
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        for (MooFmuElement const& element : elements(reference)) {
            double& weight = sensitivity[k++];
            if (by_formula(reference)) {
                weight = sign_of(element) * weights[element.index];
                continue;
            }
            if (Status const status = difference(unknowns, element, column); status != Status::ok) return status;
            weight = sign_of(element) * std::inner_product(seed.begin(), seed.end(), column.begin(), 0.0);
        }
    }
    return Status::ok;
}

// Leaves in `direction` what weights of the unknowns give to all that has formulas.
Status Component::weigh_knowns(References unknowns, std::span<double const> seed) {
    if (Status const status = need_tangents(); status != Status::ok) return status;
    std::vector<double>& weights = run_->direction;
    std::vector<double>& residuals = run_->residual_direction;
    residuals.assign(model_.variable_count, 0.0);
    std::size_t k = 0;
    for (ValueReference const reference : unknowns) {
        for (MooFmuElement const& element : elements(reference)) {
            if (is_slot(element)) weights[element.index] += sign_of(element) * seed[k];
            if (element.source == MOO_FMU_RESIDUAL) residuals[element.index] += seed[k];
            if (element.source == MOO_FMU_CROSSING) {
                run_->crossing_tangents->backward(element.index, seed[k], weights.data());
            }
            ++k;
        }
    }
    if (is_dae_) {
        run_->residual_tangents->backward(weights.data(), residuals.data());
    } else if (!run_->tangents->backward(weights.data())) {
        return fail("the equations contradict each other", Status::discard);
    }
    return Status::ok;
}

}  // namespace moo::runtime::fmi
