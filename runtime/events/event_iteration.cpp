#include "runtime/events/event_iteration.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/results/number_text.h"

namespace moo::runtime {

namespace {

// NaN equals itself here: a variable that stays NaN does not keep changing.
bool same_value(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool is_discrete(MooVariable const& variable) { return variable.role == MOO_DISCRETE; }

// Takes over what `reinit` asked for. True if it asked.
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

// What a pass that should have been the last still changed.
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

bool run_passes(Instance& instance, EventOptions const& options) {
    MooInstance* m = instance.raw();
    m->phase = MOO_EVENT;
    std::vector<std::uint8_t> relations_before(instance.relations().begin(), instance.relations().end());
    for (int pass = 1;; ++pass) {
        std::fill(instance.reinit_asked().begin(), instance.reinit_asked().end(), std::uint8_t{0});
        if (instance.model().update(m) != MOO_OK) return report_status(instance, "the event iteration");
        bool const reinitialized = apply_reinit(instance);
        bool const changed = reinitialized || discrete_changed(instance) ||
                             differs(instance.relations(), relations_before) ||
                             differs(instance.conditions(), instance.pre_conditions());
        if (changed && pass == options.max_passes) {
            instance.messages().report(MessageSeverity::error,
                                       "the event iteration at time " + number_text(instance.time()) +
                                           " does not come to an end; still changing after " + std::to_string(pass) +
                                           " passes: " + name_changes(instance, relations_before));
            return false;
        }
        instance.copy_values_to_pre();
        std::copy(instance.conditions().begin(), instance.conditions().end(), instance.pre_conditions().begin());
        std::copy(instance.relations().begin(), instance.relations().end(), relations_before.begin());
        if (!changed) return true;
    }
}

// Until the relations inside blocks agree with the solution; see moo_solve_block.
bool solve_initial_system(Instance& instance, EventOptions const& options) {
    for (int pass = 1; pass <= options.max_passes; ++pass) {
        std::vector<std::uint8_t> const before(instance.relations().begin(), instance.relations().end());
        if (instance.model().initialize(instance.raw()) != MOO_OK) return report_status(instance, "the initialization");
        // The first pass finds the relations; a second one confirms them.
        if (pass > 1 && !differs(instance.relations(), before)) return true;
    }
    instance.messages().report(MessageSeverity::error,
                               "the initialization finds no values that agree with its own relations");
    return false;
}

// A division by zero shows here; an integrator would only say that it cannot start.
bool check_finite(Instance& instance) {
    MooModel const& model = instance.model();
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (std::isfinite(instance.values()[i])) continue;
        instance.messages().report(MessageSeverity::error, "`" + std::string(model.variables[i].name) + "` is " +
                                                               number_text(instance.values()[i]) +
                                                               " after the initialization");
        return false;
    }
    return true;
}

}  // namespace

bool initialize(Instance& instance, EventOptions const& options) {
    MooModel const& model = instance.model();
    MooInstance* m = instance.raw();
    m->phase = MOO_INITIALIZATION;
    if (model.parameters(m) != MOO_OK) return report_status(instance, "the computation of parameters");
    instance.copy_values_to_pre();
    if (!solve_initial_system(instance, options)) return false;
    instance.copy_values_to_pre();

    // No when-clause sees a rising edge in this pass; it only finds the values of the conditions.
    std::fill(instance.pre_conditions().begin(), instance.pre_conditions().end(), std::uint8_t{1});
    if (model.update(m) != MOO_OK) return report_status(instance, "the initialization");
    std::copy(instance.conditions().begin(), instance.conditions().end(), instance.pre_conditions().begin());
    instance.copy_values_to_pre();
    return run_passes(instance, options) && check_finite(instance);
}

bool iterate_event(Instance& instance, EventOptions const& options) {
    instance.copy_values_to_pre();
    return run_passes(instance, options);
}

bool ChatterGuard::count_event(Instance& instance, std::vector<std::uint8_t> const& before) {
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
        separator = ", `";
    }
    instance.messages().report(MessageSeverity::error, text);
    return false;
}

}  // namespace moo::runtime
