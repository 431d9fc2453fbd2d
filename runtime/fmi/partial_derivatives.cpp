// Partial derivatives of what an importer sees: from the model's formulas, and of the initial system by differences.
#include <algorithm>
#include <cmath>

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
        auto const& variable = fmu_.variables[reference];
        bool const is_input = variable.causality == MOO_FMU_INPUT && variable.variability == MOO_FMU_CONTINUOUS;
        bool const is_free = mode_ == Mode::initialization && variable.initial == MOO_FMU_EXACT;
        bool const is_unknown = is_dae_ && is_given(reference);
        if (!is_input && !is_free && !is_unknown && !is_state(reference)) {
            return fail(where(reference) + " is nothing that other variables are differentiated by");
        }
    }
    return Status::ok;
}

// The entries of all rows at the present point.
Status Component::need_tangents() {
    if (Status const status = need(Fresh::all); status != Status::ok) return status;
    if (tangents_ready_) return Status::ok;
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

// The unknowns of the initial system with start values that have moved by `step` along the seed.
Status Component::evaluate_moved(References unknowns, References knowns, std::span<double const> seed, double step,
                                 std::vector<double>& values) {
    std::uint8_t* const is_set = run_->instance.raw()->is_set;
    std::vector<double> const before = start_;
    std::vector<std::uint8_t> const set_before(is_set, is_set + model_.variable_count);
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        for (MooFmuElement const& element : elements(reference)) {
            start_[element.index] += step * sign_of(element) * seed[k++];
            is_set[element.index] = 1;
        }
    }
    set_fresh(Fresh::nothing);
    Status status = need(Fresh::all);
    bool const has_indicators = model_.crossing_count > 0;
    if (status == Status::ok && has_indicators &&
        model_.zero_crossings(run_->instance.raw(), run_->indicators.data()) != MOO_OK) {
        status = Status::discard;
    }
    values.clear();
    for (ValueReference const reference : unknowns) {
        for (MooFmuElement const& element : elements(reference)) {
            values.push_back(read(fmu_.variables[reference], element));
        }
    }
    start_ = before;
    std::copy(set_before.begin(), set_before.end(), is_set);
    set_fresh(Fresh::nothing);
    return status;
}

Status Component::difference(References unknowns, References knowns, std::span<double const> seed,
                             std::span<double> sensitivity) {
    if (Status const status = need(Fresh::all); status != Status::ok) return status;
    double size = 1.0;
    double length = 0.0;
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        for (MooFmuElement const& element : elements(reference)) {
            size = std::max(size, std::abs(run_->instance.raw()->value[element.index]));
            length = std::max(length, std::abs(seed[k++]));
        }
    }
    std::fill(sensitivity.begin(), sensitivity.end(), 0.0);
    if (length == 0.0) return Status::ok;
    double const step = std::cbrt(std::numeric_limits<double>::epsilon()) * size / length;
    std::vector<double> above;
    std::vector<double> below;
    Status status = evaluate_moved(unknowns, knowns, seed, step, above);
    if (status == Status::ok) status = evaluate_moved(unknowns, knowns, seed, -step, below);
    for (std::size_t i = 0; status == Status::ok && i < sensitivity.size(); ++i) {
        sensitivity[i] = (above[i] - below[i]) / (2.0 * step);
    }
    return status;
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
    if (mode_ == Mode::initialization) return difference(unknowns, knowns, seed, sensitivity);
    if (Status const status = need_tangents(); status != Status::ok) return status;
    std::vector<double>& direction = run_->direction;
    direction.assign(model_.variable_count, 0.0);
    std::size_t k = 0;
    for (ValueReference const reference : knowns) {
        for (MooFmuElement const& element : elements(reference)) {
            direction[element.index] += sign_of(element) * seed[k++];
        }
    }
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
            change = is_slot(element) ? sign_of(element) * direction[element.index] : 0.0;
            if (element.source == MOO_FMU_RESIDUAL) change = residuals[element.index];
            if (element.source == MOO_FMU_CROSSING) {
                change = run_->crossing_tangents->forward(element.index, direction.data());
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
    if (mode_ == Mode::initialization) {
        std::vector<double> one(known_count, 0.0);
        std::vector<double> column(unknown_count);
        for (std::size_t k = 0; k < known_count; ++k) {
            one[k] = 1.0;
            if (Status const status = difference(unknowns, knowns, one, column); status != Status::ok) return status;
            one[k] = 0.0;
            sensitivity[k] = 0.0;
            for (std::size_t i = 0; i < unknown_count; ++i) sensitivity[k] += seed[i] * column[i];
        }
        return Status::ok;
    }
    if (Status const status = need_tangents(); status != Status::ok) return status;
    std::vector<double>& weights = run_->direction;
    std::vector<double>& residuals = run_->residual_direction;
    weights.assign(model_.variable_count, 0.0);
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
    k = 0;
    for (ValueReference const reference : knowns) {
        for (MooFmuElement const& element : elements(reference)) {
            sensitivity[k++] = sign_of(element) * weights[element.index];
        }
    }
    return Status::ok;
}

}  // namespace moo::runtime::fmi
