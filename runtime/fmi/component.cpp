#include "runtime/fmi/component.h"

#include <algorithm>
#include <cmath>

#include "runtime/abi/values.h"
#include "runtime/instance/host_memory.h"
#include "runtime/math/crossing_tangents.h"
#include "runtime/math/residual_tangents.h"
#include "runtime/math/tangents.h"
#include "runtime/text/number_text.h"
#include "runtime/values/infinity.h"

namespace moo::runtime::fmi {

namespace {

constexpr std::size_t most_errors = 20;  // of one call

EventOptions event_options() {
    EventOptions options;
    options.log_selections = true;
    return options;
}

// A time that differs from another by rounding only.
bool is_earlier(double time, double limit) {
    return time < limit - 16.0 * std::numeric_limits<double>::epsilon() * std::abs(limit);
}

void scatter(std::span<double const> from, std::uint32_t const* slots, double* values) {
    std::size_t const count = from.size();
    std::size_t const whole = count - count % 4;
    for (std::size_t i = 0; i != whole; i += 4) {
        values[slots[i]] = from[i];
        values[slots[i + 1]] = from[i + 1];
        values[slots[i + 2]] = from[i + 2];
        values[slots[i + 3]] = from[i + 3];
    }
    for (std::size_t i = whole; i != count; ++i) values[slots[i]] = from[i];
}

// Copies the values of slots. True if all are finite: their sum is then, unless it overflows. Four at a time need not
// wait for each other.
bool gather(double const* values, std::uint32_t const* slots, std::span<double> to) {
    double sums[4] = {};
    std::size_t const count = to.size();
    std::size_t const whole = count - count % 4;
    for (std::size_t i = 0; i != whole; i += 4) {
        double const a = values[slots[i]];
        double const b = values[slots[i + 1]];
        double const c = values[slots[i + 2]];
        double const d = values[slots[i + 3]];
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
        sums[0] += a;
        sums[1] += b;
        sums[2] += c;
        sums[3] += d;
    }
    for (std::size_t i = whole; i != count; ++i) sums[0] += to[i] = values[slots[i]];
    if (std::isfinite(sums[0] + sums[1] + sums[2] + sums[3])) return true;
    return std::all_of(to.begin(), to.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

Component::Run::Run(MooModel const& model, Messages& messages, std::string const& resources)
    : instance(model, messages),
      cycle(instance, event_options()),
      crossings(instance),
      indicators(model.crossing_count),
      residuals(model) {
    instance.memory().resources = resources;
}

Component::Run::~Run() = default;

Component::Component(MooFmu const& fmu, Kind kind, Log log, std::string resources, CoSimulationOptions options)
    : fmu_(fmu),
      model_(*fmu.model),
      kind_(kind),
      log_(std::move(log)),
      resources_(std::move(resources)),
      options_(std::move(options)),
      messages_([this](MessageSeverity severity, std::string_view text) { hear(severity, text); }) {
    for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
        has_inputs_ = has_inputs_ || model_.variables[i].role == MOO_INPUT;
        has_objects_ = has_objects_ || model_.variables[i].type == MOO_OBJECT;
        has_discrete_reals_ =
            has_discrete_reals_ || (model_.variables[i].role == MOO_DISCRETE && model_.variables[i].type == MOO_REAL);
    }
    for (std::uint32_t i = 0; i < model_.state_count; ++i) {
        std::uint32_t const state = fmu_.states != nullptr ? fmu_.states[i] : i;
        state_slots_.push_back(model_.state_slots[state]);
        derivative_slots_.push_back(model_.derivative_slots[state]);
    }
    for (ValueReference reference = 0; reference < fmu_.variable_count; ++reference) {
        for (MooFmuElement const& element : elements(reference)) {
            if (element.source != MOO_FMU_RESIDUAL) continue;
            is_given_.resize(model_.variable_count, 0);
            is_given_[element.index] = 1;
        }
    }
    start_afresh();
}

Component::~Component() = default;

void Component::start_afresh() {
    run_.reset();  // what the old one holds of the outside goes first
    messages_.begin_anew();
    run_ = std::make_unique<Run>(model_, messages_, resources_);
    std::span<double const> const values = run_->instance.values();
    start_.assign(values.begin(), values.end());
    mode_ = Mode::instantiated;
    experiment_ = {};
    experiment_.start = model_.start_time;
    set_fresh(Fresh::nothing);
    has_objects_alive_ = event_pending_ = tunables_changed_ = is_dae_ = false;
    earliest_time_ = last_step_time_ = -infinity;
    course_.hold_all();
    communication_time_ = 0.0;
    due_ = infinity;
    needs_restart_ = true;
    values_set_ = event_due_ = false;
    old_inputs_.clear();
    discretes_changed_ = false;
    chatter_.reset();
}

// ---- messages ----------------------------------------------------------------------------------------

void Component::hear(MessageSeverity severity, std::string_view text) {
    switch (severity) {
        case MessageSeverity::information: log_.tell(Status::ok, Category::information, text); break;
        case MessageSeverity::warning: log_.tell(Status::warning, Category::warning, text); break;
        case MessageSeverity::error:
            if (errors_.size() < most_errors) errors_.emplace_back(text);
            break;
    }
}

bool Component::refuse_call() {
    end_with(fail(std::string("not allowed in ") + mode_text(mode_)));
    return false;
}

Status Component::fail(std::string text, Status status) {
    errors_.push_back(std::string(call_) + ": " + std::move(text));
    return status;
}

Status Component::end_with(Status status) {
    if (status >= Status::discard) {
        if (errors_.empty()) (void)fail("failed");
        Category const category = status == Status::discard ? Category::discard : Category::error;
        for (std::string const& text : errors_) log_.tell(status, category, text);
    }
    errors_.clear();
    if (status == Status::error) mode_ = Mode::error;
    return status;
}

void Component::log_event() {
    if (!log_.is_on(Category::events)) return;
    log_.tell(Status::ok, Category::events,
              "event at time " + number_text(run_->instance.time()) + run_->cycle.describe_event());
}

// ---- computing what is asked for ---------------------------------------------------------------------

// The start values again, as if nothing had been solved yet: what is found must not depend on what was asked before.
void Component::take_start_values() {
    Instance& instance = run_->instance;
    if (has_objects_alive_) model_.finish(instance.raw());
    std::copy(start_.begin(), start_.end(), instance.values().begin());
    std::fill(instance.relations().begin(), instance.relations().end(), std::uint8_t{0});
    std::fill(instance.conditions().begin(), instance.conditions().end(), std::uint8_t{0});
    instance.raw()->terminate_asked = 0;
    instance.memory().forget_blocks();
    instance.set_time(experiment_.start);
}

Status Component::solve_initial_values() {
    take_start_values();
    has_objects_alive_ = has_objects_;
    return run_->cycle.events().solve_initial_values() ? Status::ok : Status::discard;
}

bool Component::apply_tunables() {
    if (!tunables_changed_) return true;
    tunables_changed_ = false;
    MooInstance* m = run_->instance.raw();
    // Start values that follow from parameters were taken long ago, and external objects live on as they were made.
    std::vector<std::uint8_t> const given(m->is_set, m->is_set + model_.variable_count);
    for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
        MooTunability const tunability = model_.variables[i].tunability;
        bool const follows = tunability != MOO_FIXED && tunability != MOO_COMPUTED;
        if (!follows || model_.variables[i].type == MOO_OBJECT) m->is_set[i] = 1;
    }
    MooStatus const status = model_.parameters(m);
    std::copy(given.begin(), given.end(), m->is_set);
    ++m->event_number;
    run_->instance.memory().forget_blocks();
    return status == MOO_OK && run_->instance.compute_nominals() == MOO_OK;
}

Status Component::need(Fresh wanted) {
    if (fresh_ >= wanted) return Status::ok;
    if (is_dae_) run_->residuals.forget();
    EventCycle& cycle = run_->cycle;
    bool good = true;
    switch (mode_) {
        case Mode::instantiated:
            // Start values that follow from others. External objects are for the initialization to make.
            good = has_objects_ || model_.parameters(run_->instance.raw()) == MOO_OK;
            break;
        case Mode::step:
        case Mode::step_failed:
        case Mode::terminated:
        case Mode::error: return Status::ok;
        case Mode::initialization:
            good = solve_initial_values() == Status::ok;
            if (good) (void)cycle.events().choose_states();
            good = good && cycle.compute_all();
            break;
        case Mode::event: good = apply_tunables() && (event_pending_ ? cycle.evaluate() : cycle.compute_all()); break;
        case Mode::continuous:
        case Mode::intermediate:
            if (wanted == Fresh::derivatives) {
                MooInstance* m = run_->instance.raw();
                m->phase = MOO_CONTINUOUS;
                good = model_.derivatives(m) == MOO_OK;
                if (good) set_fresh(Fresh::derivatives);
                return good ? Status::ok : Status::discard;
            }
            good = cycle.compute_all();
            break;
    }
    if (good) set_fresh(Fresh::all);
    return good ? Status::ok : Status::discard;
}

// ---- the course of a simulation ----------------------------------------------------------------------

Status Component::set_up(Experiment const& experiment) {
    bool const sensible = std::isfinite(experiment.start) && experiment.stop >= experiment.start &&
                          experiment.tolerance >= 0.0 && std::isfinite(experiment.tolerance);
    if (!sensible) {
        return fail("start time " + number_text(experiment.start) + ", stop time " + number_text(experiment.stop) +
                    " and tolerance " + number_text(experiment.tolerance) + " make no experiment");
    }
    experiment_ = experiment;
    return Status::ok;
}

Status Component::enter_initialization() {
    run_->instance.set_time(experiment_.start);
    mode_ = Mode::initialization;
    set_fresh(Fresh::nothing);
    return Status::ok;
}

Status Component::exit_initialization() {
    EventCycle& cycle = run_->cycle;
    if (solve_initial_values() != Status::ok) return Status::error;
    if (!cycle.events().start() || !cycle.begin()) return Status::error;
    set_fresh(Fresh::all);
    event_pending_ = tunables_changed_ = false;
    earliest_time_ = last_step_time_ = experiment_.start;
    communication_time_ = experiment_.start;
    run_->crossings.restart_at(experiment_.start);
    needs_restart_ = true;
    values_set_ = discretes_changed_ = event_due_ = false;
    old_inputs_.clear();
    chatter_ = std::make_unique<ChatterGuard>(model_.relation_count, span());
    bool const has_event_mode = kind_ == Kind::model_exchange || options_.uses_event_mode;
    mode_ = has_event_mode ? Mode::event : Mode::step;
    return Status::ok;
}

Status Component::enter_event_mode() {
    if (mode_ == Mode::event && event_pending_) return Status::ok;
    EventCycle& cycle = run_->cycle;
    if (kind_ == Kind::co_simulation) {
        if (!options_.uses_event_mode) return fail("the instance was made without event mode");
        if (!begin_event_at_step()) return Status::error;
    } else {
        if (need(Fresh::all) != Status::ok) return Status::error;
        use_as_dae(false);
        remember_derivatives();
        if (!cycle.enter()) return Status::error;
        earliest_time_ = last_step_time_ = run_->instance.time();
    }
    mode_ = Mode::event;
    event_pending_ = true;
    set_fresh(Fresh::nothing);
    return Status::ok;
}

Status Component::evaluate_discrete_states() {
    set_fresh(Fresh::nothing);
    return need(Fresh::all);
}

Status Component::update_discrete_states(EventOutcome& outcome) {
    EventCycle& cycle = run_->cycle;
    if (event_pending_) {
        if (!apply_tunables() || !cycle.finish()) return Status::error;
        event_pending_ = false;
        log_event();
        // Importers restart their integrators where states have changed, and only there. Where their derivatives have
        // jumped that is needed as well.
        outcome.states_changed = cycle.has_changed_states() || derivatives_have_changed();
        outcome.nominals_changed = cycle.has_chosen_states();
    }
    set_fresh(Fresh::all);
    outcome.terminates = wants_to_terminate();
    outcome.next_event = reachable(cycle.events().next_time());
    run_->crossings.restart_at(run_->instance.time());
    return Status::ok;
}

void Component::remember_derivatives() {
    double const* const value = run_->instance.raw()->value;
    derivatives_before_.resize(model_.state_count);
    for (std::uint32_t i = 0; i < model_.state_count; ++i) derivatives_before_[i] = value[model_.derivative_slots[i]];
}

bool Component::derivatives_have_changed() const {
    if (derivatives_before_.size() != model_.state_count) return false;
    double const* const value = run_->instance.raw()->value;
    for (std::uint32_t i = 0; i < model_.state_count; ++i) {
        if (value[model_.derivative_slots[i]] != derivatives_before_[i]) return true;
    }
    return false;
}

// `time > 0` becomes true at the number behind zero, to which no integrator can make a step.
double Component::reachable(double time) const {
    double const now = run_->instance.time();
    double const least = 1e-13 * std::max(std::abs(now), span());
    return time > now ? std::max(time, now + least) : time;
}

Status Component::enter_continuous_mode() {
    if (event_pending_) return fail("the discrete states have not been updated since the last event or setting");
    mode_ = Mode::continuous;
    return Status::ok;
}

Status Component::enter_step_mode() {
    if (event_pending_) return fail("the discrete states have not been updated since the last event or setting");
    mode_ = Mode::step;
    needs_restart_ = true;
    return Status::ok;
}

Status Component::terminate() {
    MooInstance* m = run_->instance.raw();
    (void)need(Fresh::all);
    use_as_dae(false);
    if (model_.has_terminal != 0) {
        m->is_terminal = 1;
        if (!run_->cycle.events().handle() || !run_->cycle.compute_all()) return Status::error;
    }
    mode_ = Mode::terminated;
    return Status::ok;
}

Status Component::reset() {
    start_afresh();
    return Status::ok;
}

double Component::span() const {
    if (experiment_.stop > experiment_.start && std::isfinite(experiment_.stop)) {
        return experiment_.stop - experiment_.start;
    }
    return model_.stop_time > model_.start_time ? model_.stop_time - model_.start_time : 1.0;
}

// ---- Model Exchange ----------------------------------------------------------------------------------

Status Component::set_time(double time) {
    if (!std::isfinite(time)) return fail("a time has to be finite");
    if (is_earlier(time, earliest_time_)) {
        return fail("time " + number_text(time) + " is behind " + number_text(earliest_time_) +
                    ", to which there is no way back");
    }
    if (mode_ == Mode::event) {
        bool const is_discrete = model_.state_count == 0 && model_.crossing_count == 0;
        if (!is_discrete) return fail("not allowed in Event Mode for a model with states or event indicators");
        if (event_pending_) return fail("the discrete states have not been updated since the last event or setting");
        mode_ = Mode::continuous;
    }
    if (time == run_->instance.time()) return Status::ok;
    run_->instance.set_time(time);
    set_fresh(Fresh::nothing);
    return Status::ok;
}

Status Component::set_states(std::span<double const> states) {
    if (states.size() != model_.state_count) return fail("the model has another number of continuous states");
    scatter(states, state_slots_.data(), run_->instance.raw()->value);
    set_fresh(Fresh::nothing);
    return Status::ok;
}

Status Component::get_states(std::span<double> states) {
    if (states.size() != model_.state_count) return fail("the model has another number of continuous states");
    if (mode_ == Mode::initialization) {
        if (Status const status = need(Fresh::all); status != Status::ok) return status;
    }
    double const* const values = run_->instance.raw()->value;
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = values[state_slots_[i]];
    return Status::ok;
}

Status Component::get_derivatives(std::span<double> derivatives) {
    if (derivatives.size() != model_.state_count) return fail("the model has another number of continuous states");
    if (Status const status = need(Fresh::derivatives); status != Status::ok) return status;
    if (gather(run_->instance.raw()->value, derivative_slots_.data(), derivatives)) return Status::ok;
    return fail(
        "no finite number at time " + number_text(run_->instance.time()) + ": " + run_->instance.first_not_finite(),
        Status::discard);
}

Status Component::get_indicators(std::span<double> indicators) {
    if (indicators.size() != model_.crossing_count) return fail("the model has another number of event indicators");
    if (Status const status = need(Fresh::derivatives); status != Status::ok) return status;
    return run_->crossings.look(indicators.data()) == MOO_OK ? Status::ok : Status::discard;
}

// A state that is chosen while the simulation runs is as large as the variable that it stands for.
Status Component::get_nominals(std::span<double> nominals) {
    if (nominals.size() != model_.state_count) return fail("the model has another number of continuous states");
    Instance& instance = run_->instance;
    std::vector<double> by_slot(model_.variable_count, 0.0);
    for (std::uint32_t s = 0; s < model_.state_set_count; ++s) {
        MooStateSet const& set = model_.state_sets[s];
        for (std::uint32_t j = 0; j < set.state_count; ++j) {
            for (std::uint32_t i = 0; i < set.candidate_count; ++i) {
                bool const is_chosen = instance.values()[set.selection[j * set.candidate_count + i]] != 0.0;
                if (is_chosen) by_slot[set.states[j]] = instance.nominal(set.candidates[i]);
            }
        }
    }
    for (std::size_t i = 0; i < nominals.size(); ++i) {
        std::uint32_t const slot = state_slots_[i];
        nominals[i] = by_slot[slot] > 0.0 ? by_slot[slot] : instance.nominal(slot);
    }
    return Status::ok;
}

Status Component::completed_step(bool& enter_event_mode, bool& terminates) {
    double const now = run_->instance.time();
    if (is_earlier(experiment_.stop, now)) {
        return fail("time " + number_text(now) + " is beyond the stop time " + number_text(experiment_.stop));
    }
    enter_event_mode = false;
    if (run_->cycle.observes_steps()) {
        if (Status const status = need(Fresh::derivatives); status != Status::ok) return status;
        if (!run_->cycle.observe_step(enter_event_mode)) return Status::error;
    }
    terminates = wants_to_terminate();
    earliest_time_ = std::max(earliest_time_, last_step_time_);
    last_step_time_ = now;
    return Status::ok;
}

}  // namespace moo::runtime::fmi

double moo_fmu_resource(MooInstance* m, char const* path) {
    auto const* memory = static_cast<moo::runtime::HostMemory const*>(m->memory);
    return moo_text((memory->resources + path).c_str());
}
