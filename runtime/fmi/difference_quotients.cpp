#include "runtime/fmi/difference_quotients.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "runtime/fmi/evaluation.h"
#include "runtime/fmi/variable_values.h"
#include "runtime/instance/host_memory.h"

namespace moo::runtime::fmi {

namespace {

// A difference of fourth order with equidistant points: sum of weight * f(x + point * step) / step.
struct Stencil {
    std::array<int, 5> points;
    std::array<double, 5> weights;
};
constexpr std::array<Stencil, 3> stencils = {
    Stencil{{-2, -1, 1, 2, 0}, {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12, 0.0}},
    Stencil{{0, 1, 2, 3, 4}, {-25.0 / 12, 4.0, -3.0, 16.0 / 12, -0.25}},
    Stencil{{0, -1, -2, -3, -4}, {25.0 / 12, -4.0, 3.0, -16.0 / 12, 0.25}},
};
// Relative to the size of the value that is moved, which may be much larger than the scale of the function. The first
// step leaves about eleven digits if the function is smooth on that scale and computed exactly.
constexpr std::array<double, 5> steps = {1e-3, 1e-5, 1e-7, 1e-9, 1e-11};
// If two steps agree this well, the result is good enough.
constexpr double agreement = 1e-8;
// Time has no natural size, so this part of the simulated span is used.
constexpr double part_of_span = 0.01;

// Saves everything that a computation at another point changes.
class Point {
public:
    explicit Point(FmuInstance const& fmu) {
        Run& run = *fmu.run;
        MooInstance const& m = *run.instance.raw();
        std::uint32_t const count = fmu.model.variable_count;
        values_.assign(m.value, m.value + count);
        is_set_.assign(m.is_set, m.is_set + count);
        relations_.assign(run.instance.relations().begin(), run.instance.relations().end());
        conditions_.assign(run.instance.conditions().begin(), run.instance.conditions().end());
        start_ = run.start;
        start_time_ = run.experiment.start;
        time_ = run.instance.time();
        fresh_ = run.fresh;
        event_pending_ = run.event_pending;
        tunables_changed_ = run.tunables_changed;
    }

    [[nodiscard]] bool has_same_relations(Run& run) const {
        auto const relations = run.instance.relations();
        return std::equal(relations.begin(), relations.end(), relations_.begin());
    }

    void restore(FmuInstance& fmu) const {
        Run& run = *fmu.run;
        std::copy(is_set_.begin(), is_set_.end(), run.instance.raw()->is_set);
        run.start = start_;
        run.experiment.start = start_time_;
        run.instance.set_time(time_);
        run.event_pending = event_pending_;
        run.tunables_changed = tunables_changed_;
        // During initialization, all values and external objects are computed again whenever they are needed.
        bool const is_initial = fmu.guard.mode() == Mode::initialization;
        if (!is_initial) {
            std::copy(values_.begin(), values_.end(), run.instance.values().begin());
            std::copy(relations_.begin(), relations_.end(), run.instance.relations().begin());
            std::copy(conditions_.begin(), conditions_.end(), run.instance.conditions().begin());
        }
        // The same holds for residuals.
        run.set_fresh(is_initial || run.is_dae ? Fresh::nothing : fresh_);
    }

private:
    std::vector<double> values_;
    std::vector<std::uint8_t> is_set_;
    std::vector<std::uint8_t> relations_;
    std::vector<std::uint8_t> conditions_;
    std::vector<double> start_;
    double start_time_ = 0.0;
    double time_ = 0.0;
    Fresh fresh_ = Fresh::nothing;
    bool event_pending_ = false;
    bool tunables_changed_ = false;
};

bool is_parameter(FmuInstance const& fmu, MooFmuElement const& known) {
    return known.source != MOO_FMU_TIME && fmu.model.variables[known.index].role == MOO_PARAMETER;
}

double size_of_known(FmuInstance const& fmu, MooFmuElement const& known) {
    Run& run = *fmu.run;
    if (known.source == MOO_FMU_TIME) {
        return std::max(part_of_span * run.span(), steps[0] * std::abs(run.instance.time()));
    }
    bool const is_initial = fmu.guard.mode() == Mode::initialization;
    double const value = is_initial ? run.start[known.index] : run.instance.raw()->value[known.index];
    // Use the value itself: a parameter of 1e-6 is not zero with a rounding error, as a state may be.
    if (is_parameter(fmu, known) && value != 0.0) return std::abs(value);
    return std::max(std::abs(value), run.instance.nominal(known.index));
}

void move_known(FmuInstance& fmu, MooFmuElement const& known, double distance) {
    Run& run = *fmu.run;
    run.set_fresh(Fresh::nothing);
    bool const is_initial = fmu.guard.mode() == Mode::initialization;
    if (known.source == MOO_FMU_TIME) {
        if (is_initial) run.experiment.start += distance;
        return run.instance.set_time(run.instance.time() + distance);
    }
    MooInstance* m = run.instance.raw();
    (is_initial ? run.start.data() : m->value)[known.index] += distance;
    if (is_initial || is_parameter(fmu, known)) m->is_set[known.index] = 1;
    if (is_parameter(fmu, known) && !is_initial) run.tunables_changed = true;
    if (fmu.guard.mode() == Mode::event) run.event_pending = true;
}

// The unknowns after a known has moved. False if they cannot be computed there.
bool evaluate_moved(FmuInstance& fmu, References unknowns, MooFmuElement const& known, double distance,
                    std::vector<double>& values) {
    Run& run = *fmu.run;
    fmu.messages.be_silent(true);
    move_known(fmu, known, distance);
    bool good = need(fmu, Fresh::all) == Status::ok;
    // In Step Mode, `need` computes nothing.
    if (good && fmu.guard.mode() == Mode::step) good = apply_tunables(run) && run.cycle.compute_all();
    if (good && fmu.description.mention(unknowns, MOO_FMU_CROSSING)) {
        good = fmu.model.zero_crossings(run.instance.raw(), run.indicators.data()) == MOO_OK;
    }
    fmu.messages.be_silent(false);
    values.clear();
    for (ValueReference const reference : unknowns) {
        MooFmuVariable const& variable = fmu.description.variable(reference);
        for (MooFmuElement const& element : fmu.description.elements(reference)) {
            values.push_back(read_element(run, variable, element));
        }
    }
    auto const is_finite = [](double value) { return std::isfinite(value); };
    return good && std::all_of(values.begin(), values.end(), is_finite);
}

// Uses the first stencil whose points can be computed and lie on one side of all jumps: relations must not change.
bool difference_quotient(FmuInstance& fmu, References unknowns, MooFmuElement const& known, double step, bool may_jump,
                         std::span<double> column) {
    Point const here(fmu);
    std::vector<double> values;
    auto const is_good = [&](Stencil const& stencil) {
        std::fill(column.begin(), column.end(), 0.0);
        for (std::size_t p = 0; p < stencil.points.size(); ++p) {
            if (stencil.weights[p] == 0.0) continue;
            bool const is_computed = evaluate_moved(fmu, unknowns, known, stencil.points[p] * step, values);
            bool const jumps = !here.has_same_relations(*fmu.run);
            here.restore(fmu);
            if (!is_computed || (jumps && !may_jump)) return false;
            for (std::size_t i = 0; i < column.size(); ++i) column[i] += stencil.weights[p] / step * values[i];
        }
        return true;
    };
    return std::any_of(stencils.begin(), stencils.end(), is_good);
}

}  // namespace

// The steps get smaller until two of them agree. For each unknown, the result is that of the larger step of the two
// that agree best: smaller steps suffer from rounding, larger ones from curvature (Ridders, Advances in Engineering
// Software 4(2), 1982, compares in the same way).
Status difference(FmuInstance& fmu, References unknowns, MooFmuElement const& known, std::span<double> column) {
    if (Status const status = need(fmu, Fresh::all); status != Status::ok) return status;
    double const size = size_of_known(fmu, known);
    std::vector<double> last;
    std::vector<double> now(column.size());
    std::vector<double> distance(column.size(), std::numeric_limits<double>::infinity());
    bool agrees = false;
    for (double const part : steps) {
        if (!difference_quotient(fmu, unknowns, known, part * size, false, now)) continue;
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
    // If relations change on both sides, however small the step, there is no derivative, but still a difference.
    bool const found = !last.empty() || difference_quotient(fmu, unknowns, known, steps[1] * size, true, column);
    if (is_parameter(fmu, known)) {
        Instance& instance = fmu.run->instance;
        ++instance.raw()->event_number;
        instance.memory().forget_blocks();
        if (instance.compute_nominals() != MOO_OK) return Status::discard;
    }
    return found ? Status::ok : fmu.guard.fail("nothing can be computed nearby", Status::discard);
}

}  // namespace moo::runtime::fmi
