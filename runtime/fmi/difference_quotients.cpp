// Partial derivatives by differences, where the model has no formulas: of the initial system, of what events assign, by
// parameters, discrete inputs and time.
#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/fmi/component.h"
#include "runtime/instance/host_memory.h"

namespace moo::runtime::fmi {

namespace {

// Of fourth order, with equidistant points: sum of weight * f(x + point * step) / step.
struct Stencil {
    std::array<int, 5> points;
    std::array<double, 5> weights;
};
constexpr std::array<Stencil, 3> stencils = {
    Stencil{{-2, -1, 1, 2, 0}, {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12, 0.0}},
    Stencil{{0, 1, 2, 3, 4}, {-25.0 / 12, 4.0, -3.0, 16.0 / 12, -0.25}},
    Stencil{{0, -1, -2, -3, -4}, {25.0 / 12, -4.0, 3.0, -16.0 / 12, 0.25}},
};
// Of the size of what is moved, which may be much larger than what matters to the function. The first leaves about
// eleven digits to one that is smooth on that scale and computed exactly.
constexpr std::array<double, 5> steps = {1e-3, 1e-5, 1e-7, 1e-9, 1e-11};
// Two steps that agree so well are good enough.
constexpr double agreement = 1e-8;
// Time has no size of its own.
constexpr double part_of_span = 0.01;

}  // namespace

// All that computing at another point changes.
struct Component::Point {
    explicit Point(Component const& component)
        : values(component.run_->instance.raw()->value,
                 component.run_->instance.raw()->value + component.model_.variable_count),
          is_set(component.run_->instance.raw()->is_set,
                 component.run_->instance.raw()->is_set + component.model_.variable_count),
          relations(component.run_->instance.relations().begin(), component.run_->instance.relations().end()),
          conditions(component.run_->instance.conditions().begin(), component.run_->instance.conditions().end()),
          start(component.start_),
          start_time(component.experiment_.start),
          time(component.run_->instance.time()),
          fresh(component.fresh_),
          event_pending(component.event_pending_),
          tunables_changed(component.tunables_changed_) {}

    void restore(Component& component) const {
        Instance& instance = component.run_->instance;
        std::copy(is_set.begin(), is_set.end(), instance.raw()->is_set);
        component.start_ = start;
        component.experiment_.start = start_time;
        instance.set_time(time);
        component.event_pending_ = event_pending;
        component.tunables_changed_ = tunables_changed;
        // At the start all values, and external objects with them, are made anew whenever they are needed.
        bool const is_initial = component.mode_ == Mode::initialization;
        if (!is_initial) {
            std::copy(values.begin(), values.end(), instance.values().begin());
            std::copy(relations.begin(), relations.end(), instance.relations().begin());
            std::copy(conditions.begin(), conditions.end(), instance.conditions().begin());
        }
        // So are residuals.
        component.set_fresh(is_initial || component.is_dae_ ? Fresh::nothing : fresh);
    }

    std::vector<double> values;
    std::vector<std::uint8_t> is_set;
    std::vector<std::uint8_t> relations;
    std::vector<std::uint8_t> conditions;
    std::vector<double> start;
    double start_time;
    double time;
    Fresh fresh;
    bool event_pending;
    bool tunables_changed;
};

double Component::size_of_known(MooFmuElement const& known) const {
    if (known.source == MOO_FMU_TIME) {
        return std::max(part_of_span * span(), steps[0] * std::abs(run_->instance.time()));
    }
    double const value = mode_ == Mode::initialization ? start_[known.index] : run_->instance.raw()->value[known.index];
    // A parameter of 1e-6 is not zero by rounding, as a state can be.
    bool const is_parameter = model_.variables[known.index].role == MOO_PARAMETER;
    if (is_parameter && value != 0.0) return std::abs(value);
    return std::max(std::abs(value), run_->instance.nominal(known.index));
}

void Component::move_known(MooFmuElement const& known, double distance) {
    set_fresh(Fresh::nothing);
    bool const is_initial = mode_ == Mode::initialization;
    if (known.source == MOO_FMU_TIME) {
        if (is_initial) experiment_.start += distance;
        return run_->instance.set_time(run_->instance.time() + distance);
    }
    bool const is_parameter = model_.variables[known.index].role == MOO_PARAMETER;
    (is_initial ? start_.data() : run_->instance.raw()->value)[known.index] += distance;
    if (is_initial || is_parameter) run_->instance.raw()->is_set[known.index] = 1;
    if (is_parameter && !is_initial) tunables_changed_ = true;
    if (mode_ == Mode::event) event_pending_ = true;
}

// The unknowns where one of the knowns has moved. False if they cannot be computed there.
bool Component::evaluate_moved(References unknowns, MooFmuElement const& known, double distance,
                               std::vector<double>& values) {
    messages_.be_silent(true);
    move_known(known, distance);
    bool good = need(Fresh::all) == Status::ok;
    // In Step Mode nothing is computed because it is asked for.
    if (good && mode_ == Mode::step) good = apply_tunables() && run_->cycle.compute_all();
    if (good && mentions(unknowns, MOO_FMU_CROSSING)) {
        good = model_.zero_crossings(run_->instance.raw(), run_->indicators.data()) == MOO_OK;
    }
    messages_.be_silent(false);
    values.clear();
    for (ValueReference const reference : unknowns) {
        for (MooFmuElement const& element : elements(reference)) {
            values.push_back(read(fmu_.variables[reference], element));
        }
    }
    auto const is_finite = [](double value) { return std::isfinite(value); };
    return good && std::all_of(values.begin(), values.end(), is_finite);
}

// With the first stencil whose points can be computed and lie on one side of all jumps: relations must not change.
bool Component::difference_quotient(References unknowns, MooFmuElement const& known, double step, bool may_jump,
                                    std::span<double> column) {
    Point const here(*this);
    std::vector<double> values;
    auto const is_good = [&](Stencil const& stencil) {
        std::fill(column.begin(), column.end(), 0.0);
        for (std::size_t p = 0; p < stencil.points.size(); ++p) {
            if (stencil.weights[p] == 0.0) continue;
            bool const is_computed = evaluate_moved(unknowns, known, stencil.points[p] * step, values);
            auto const relations = run_->instance.relations();
            bool const jumps = !std::equal(relations.begin(), relations.end(), here.relations.begin());
            here.restore(*this);
            if (!is_computed || (jumps && !may_jump)) return false;
            for (std::size_t i = 0; i < column.size(); ++i) column[i] += stencil.weights[p] / step * values[i];
        }
        return true;
    };
    return std::any_of(stencils.begin(), stencils.end(), is_good);
}

// By what a known variable's slot holds. Steps become smaller until two of them agree. Of each unknown the larger one
// of those two is taken that agree best: behind it rounding grows, before it the curvature (Ridders, Advances in
// Engineering Software 4(2), 1982, compares in the same way).
Status Component::difference(References unknowns, MooFmuElement const& known, std::span<double> column) {
    if (Status const status = need(Fresh::all); status != Status::ok) return status;
    double const size = size_of_known(known);
    std::vector<double> last;
    std::vector<double> now(column.size());
    std::vector<double> distance(column.size(), std::numeric_limits<double>::infinity());
    bool agrees = false;
    for (double const part : steps) {
        if (!difference_quotient(unknowns, known, part * size, false, now)) continue;
        if (last.empty()) std::copy(now.begin(), now.end(), column.begin());
        agrees = !last.empty();
        for (std::size_t i = 0; i < last.size(); ++i) {
            double const found = std::abs(now[i] - last[i]);
            if (found < distance[i]) {
                distance[i] = found;
                column[i] = last[i];
            }
            agrees = agrees && distance[i] <= agreement * std::abs(column[i]);
        }
        if (agrees) break;
        last = now;
    }
    // If relations change on both sides, however small the step, there is no derivative, but a difference.
    bool const found = !last.empty() || difference_quotient(unknowns, known, steps[1] * size, true, column);
    if (known.source != MOO_FMU_TIME && model_.variables[known.index].role == MOO_PARAMETER) {
        ++run_->instance.raw()->event_number;
        run_->instance.memory().forget_blocks();
        if (run_->instance.compute_nominals() != MOO_OK) return Status::discard;
    }
    return found ? Status::ok : fail("nothing can be computed nearby", Status::discard);
}

}  // namespace moo::runtime::fmi
