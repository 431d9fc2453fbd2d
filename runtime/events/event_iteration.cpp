#include "runtime/events/event_iteration.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

// NaN equals itself here: a variable that stays NaN does not keep changing.
bool same_value(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool is_discrete(MooVariable const& variable) { return variable.role == MOO_DISCRETE; }

// Assigns the values that `reinit` has requested. True if there were any.
bool apply_reinit(Instance& instance) {
    MooModel const& model = instance.model();
    bool any = false;
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (instance.reinit_asked()[i] == 0) continue;
        instance.values()[model.state_slots[i]] = instance.reinit_values()[i];
        any = true;
    }
    return any;
}

bool discrete_changed(Instance& instance) {
    MooModel const& model = instance.model();
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (is_discrete(model.variables[i]) && !same_value(instance.values()[i], instance.pre_values()[i])) return true;
    }
    return false;
}

bool differs(std::span<std::uint8_t const> a, std::span<std::uint8_t const> b) {
    return !std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// Lists the changes in a pass that should have changed nothing.
std::string name_changes(Instance& instance, std::vector<std::uint8_t> const& relations_before) {
    constexpr int max_named = 10;
    MooModel const& model = instance.model();
    std::string text;
    int named = 0;
    auto const add = [&](std::string const& what) {
        if (named++ < max_named) text += (text.empty() ? "" : ", ") + what;
    };
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (!is_discrete(model.variables[i]) || same_value(instance.values()[i], instance.pre_values()[i])) continue;
        add("`" + std::string(model.variables[i].name) + "` from " + number_text(instance.pre_values()[i]) + " to " +
            number_text(instance.values()[i]));
    }
    for (std::uint32_t i = 0; i < model.state_count; ++i) {
        if (instance.reinit_asked()[i] == 0) continue;
        add("`" + std::string(model.variables[model.state_slots[i]].name) + "` reinitialized to " +
            number_text(instance.reinit_values()[i]));
    }
    for (std::uint32_t i = 0; i < model.relation_count; ++i) {
        if (instance.relations()[i] == relations_before[i]) continue;
        add("`" + std::string(model.relation_texts[i]) + "` to " + (instance.relations()[i] != 0 ? "true" : "false"));
    }
    if (text.empty()) text = "when-conditions";
    if (named > max_named) text += ", …";
    return text;
}

bool report_status(Instance& instance, char const* doing) {
    instance.messages().report(MessageSeverity::error,
                               std::string(doing) + " at time " + number_text(instance.time()) + " failed");
    return false;
}

// Detects a division by zero, for which an integrator would only say that it cannot start.
bool check_finite(Instance& instance) {
    MooModel const& model = instance.model();
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (std::isfinite(instance.values()[i])) continue;
        instance.messages().report(MessageSeverity::error, "`" + std::string(model.variables[i].name) + "` is " +
                                                               number_text(instance.values()[i]) +
                                                               " after the initialization" + instance.place_of(i));
        return false;
    }
    return true;
}

}  // namespace

MooStatus EventHandler::update() {
    std::fill(instance_.settled().begin(), instance_.settled().end(), std::uint8_t{0});
    ++instance_.raw()->event_number;
    return instance_.model().update(instance_.raw());
}

bool EventHandler::compute_partitions() {
    for (std::uint32_t const partition : due_partitions_) {
        ticks_[partition] = 1;
        if (times_.compute_partition(partition) != MOO_OK) return report_status(instance_, "a clocked partition");
    }
    due_partitions_.clear();
    return true;
}

void EventHandler::find_due() {
    times_.begin_event(due_partitions_);
    std::fill(ticks_.begin(), ticks_.end(), std::uint8_t{0});
    for (std::uint32_t const partition : due_partitions_) ticks_[partition] = 1;
}

void EventHandler::begin() {
    instance_.copy_values_to_pre();
    find_due();
}

bool EventHandler::evaluate() {
    // This pass must not see values that an earlier pass has computed for them.
    MooModel const& model = instance_.model();
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (is_discrete(model.variables[i])) instance_.values()[i] = instance_.pre_values()[i];
    }
    instance_.raw()->phase = MOO_EVENT;
    std::fill(instance_.reinit_asked().begin(), instance_.reinit_asked().end(), std::uint8_t{0});
    // An evaluation must have no effects.
    std::uint8_t const terminate_asked = instance_.raw()->terminate_asked;
    MooStatus const status = update();
    instance_.raw()->terminate_asked = terminate_asked;
    return status == MOO_OK || report_status(instance_, "the event iteration");
}

bool EventHandler::finish() {
    instance_.raw()->phase = MOO_EVENT;
    std::vector<std::uint8_t> relations_before(instance_.relations().begin(), instance_.relations().end());
    std::fill(ticks_.begin(), ticks_.end(), std::uint8_t{0});
    if (!compute_partitions()) return false;
    for (int pass = 1;; ++pass) {
        std::fill(instance_.reinit_asked().begin(), instance_.reinit_asked().end(), std::uint8_t{0});
        if (update() != MOO_OK) return report_status(instance_, "the event iteration");
        if (pass == 1) times_.end_first_pass();
        bool const reinitialized = apply_reinit(instance_);
        // Relations follow from the values of the pass itself. A relation on its border, which rounding changes back
        // and forth, does not count unless something discrete depends on it.
        bool changed =
            reinitialized || discrete_changed(instance_) || differs(instance_.conditions(), instance_.pre_conditions());
        if (changed && pass == options_.max_passes) {
            instance_.messages().report(MessageSeverity::error,
                                        "the event iteration at time " + number_text(instance_.time()) +
                                            " does not come to an end; still changing after " + std::to_string(pass) +
                                            " passes: " + name_changes(instance_, relations_before));
            return false;
        }
        instance_.copy_values_to_pre();
        std::copy(instance_.conditions().begin(), instance_.conditions().end(), instance_.pre_conditions().begin());
        std::copy(instance_.relations().begin(), instance_.relations().end(), relations_before.begin());
        times_.find_risen_clocks(due_partitions_);
        changed = changed || !due_partitions_.empty();
        if (!compute_partitions()) return false;
        if (!changed) return times_.refresh_clocks();
    }
}

// The equations are sorted, so relations depend on values that are known already; those inside blocks agree with their
// solution, see solve_mixed.
bool EventHandler::solve_initial_system() {
    std::fill(instance_.settled().begin(), instance_.settled().end(), std::uint8_t{0});
    ++instance_.raw()->event_number;
    return instance_.model().initialize(instance_.raw()) == MOO_OK;
}

// From the simplified system to the actual one: at once, or in steps that shrink where they fail.
bool EventHandler::follow_homotopy() {
    constexpr double first_step = 1.0;
    constexpr double smallest_step = 1e-3;
    MooInstance* m = instance_.raw();
    m->homotopy = 0.0;
    if (!solve_initial_system()) return false;
    std::vector<double> solved(instance_.values().begin(), instance_.values().end());
    double reached = 0.0;
    double step = first_step;
    while (reached < 1.0) {
        m->homotopy = std::min(1.0, reached + step);
        if (solve_initial_system()) {
            reached = m->homotopy;
            solved.assign(instance_.values().begin(), instance_.values().end());
            step *= 2.0;
            continue;
        }
        step /= 2.0;
        if (step < smallest_step) return false;
        std::copy(solved.begin(), solved.end(), instance_.values().begin());
    }
    return true;
}

bool EventHandler::solve_initial_values() {
    MooModel const& model = instance_.model();
    MooInstance* m = instance_.raw();
    m->phase = MOO_INITIALIZATION;
    if (model.parameters(m) != MOO_OK) return report_status(instance_, "the computation of parameters");
    if (instance_.compute_nominals() != MOO_OK) return report_status(instance_, "the computation of nominal values");
    instance_.copy_values_to_pre();
    instance_.memory().delays.clear();
    if (!instance_.memory().transports.start(m)) return report_status(instance_, "the computation of parameters");

    std::vector<double> const start_values(instance_.values().begin(), instance_.values().end());
    bool solved = false;
    // If equations have several solutions, the simplified system says which one the model means. So it is solved first,
    // even if the actual system could be solved directly.
    if (model.has_homotopy != 0) {
        instance_.messages().hold();
        solved = follow_homotopy();
        m->homotopy = 1.0;
        if (!solved) {
            std::copy(start_values.begin(), start_values.end(), instance_.values().begin());
            instance_.copy_values_to_pre();
        }
    }
    solved = solved || solve_initial_system();
    if (solved) {
        instance_.messages().release();
    } else {
        instance_.messages().release_and_report();
        return report_status(instance_, "the initialization");
    }
    return true;
}

bool EventHandler::start() {
    MooModel const& model = instance_.model();
    MooInstance* m = instance_.raw();
    m->phase = MOO_INITIALIZATION;
    // Assertions about the start are checked here, where initial() holds.
    if (model.outputs(m) != MOO_OK) return report_status(instance_, "the initialization");
    (void)choose_states();
    if (!times_.start()) return report_status(instance_, "the initialization");
    if (model.begin != nullptr && model.begin(m) != MOO_OK) return report_status(instance_, "the initialization");
    std::copy(instance_.conditions().begin(), instance_.conditions().end(), instance_.pre_conditions().begin());
    times_.see_clock_conditions();
    instance_.copy_values_to_pre();
    find_due();
    return finish() && check_finite(instance_);
}

void EventHandler::carry(StateStream& state) {
    times_.carry(state);
    state.fixed(ticks_);
    state.list(due_partitions_, [this](StateStream& s, std::uint32_t& partition) {
        s.numbers(partition);
        if (partition >= ticks_.size()) s.fail();
    });
}

double EventHandler::next_time() { return times_.next(); }

bool ChatterGuard::count_event(Instance& instance, std::span<std::uint8_t const> before) {
    if (events_ == 0 || instance.time() - window_start_ > min_progress_) {
        std::fill(changes_.begin(), changes_.end(), 0);
        events_ = 0;
        window_start_ = instance.time();
    }
    for (std::size_t i = 0; i < changes_.size(); ++i) changes_[i] += instance.relations()[i] != before[i] ? 1 : 0;
    if (++events_ < max_events) return true;

    std::string text = "the simulation does not get beyond time " + number_text(instance.time()) + ": " +
                       std::to_string(events_) + " events in the last " +
                       rounded_text(instance.time() - window_start_, 3) + " s";
    int const most = changes_.empty() ? 0 : *std::max_element(changes_.begin(), changes_.end());
    char const* separator = "; changing back and forth: `";
    for (std::size_t i = 0; i < changes_.size(); ++i) {
        if (changes_[i] <= most / 2) continue;
        text += separator + std::string(instance.model().relation_texts[i]) + "`";
        char const* const* sources = instance.model().relation_sources;
        if (sources != nullptr && sources[i][0] != '\0') text += " (" + std::string(sources[i]) + ")";
        separator = ", `";
    }
    instance.messages().report(MessageSeverity::error, text);
    return false;
}

}  // namespace moo::runtime
