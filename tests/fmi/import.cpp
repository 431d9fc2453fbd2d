#include "tests/fmi/import.h"

#include <dlfcn.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "tests/fmi/make_fmu.h"

namespace moo::test {

bool Api::said(std::string const& part) const {
    return std::any_of(log_.begin(), log_.end(),
                       [&](LogEntry const& entry) { return entry.text.find(part) != std::string::npos; });
}

Library::Library(std::string const& model, int version) : version_(version) {
    char const* const folder = std::getenv("MOO_TEST_FMUS");
    std::string const name = model + "-fmi" + std::to_string(version) + ".so";
    std::string const path = std::string(folder != nullptr ? folder : MOO_TEST_FMUS) + "/" + name;
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    INFO(path << ": " << (handle_ == nullptr ? dlerror() : ""));
    REQUIRE(handle_ != nullptr);
    fmu_ = static_cast<MooFmu const*>(symbol("moo_fmu"));
}

Library::~Library() { dlclose(handle_); }

void* Library::symbol(char const* name) const {
    void* const found = dlsym(handle_, name);
    if (found == nullptr) FAIL("no symbol " << name);
    return found;
}

std::uint32_t Library::operator[](std::string const& name) const {
    for (std::uint32_t i = 0; i < fmu_->variable_count; ++i) {
        if (fmu_->variables[i].name == name) return i;
    }
    FAIL("no variable " << name);
    return 0;
}

std::unique_ptr<Api> Library::instantiate(Kind kind, StepOptions const& options, std::string const& token) const {
    std::string const& used = token.empty() ? std::string(fmu_token) : token;
    return version_ == 2 ? instantiate2(*this, kind, used) : instantiate3(*this, kind, options, used);
}

#define WELL(call) REQUIRE((call) == Fmi::ok)

void initialize(Api& api, double stop, double tolerance) {
    WELL(api.set_up(0.0, stop, tolerance));
    WELL(api.enter_initialization());
    WELL(api.exit_initialization());
}

Events iterate(Api& api) {
    Events all;
    Events events;
    do {
        WELL(api.update_discrete_states(events));
        all.states_changed = all.states_changed || events.states_changed;
        all.nominals_changed = all.nominals_changed || events.nominals_changed;
    } while (events.needs_update && !events.terminates);
    all.terminates = events.terminates;
    all.has_next = events.has_next;
    all.next = events.next;
    return all;
}

void begin_continuous(Api& api) {
    (void)iterate(api);
    WELL(api.enter_continuous_mode());
}

namespace {

// Runge-Kutta with a search for sign changes of the event indicators.
class Walk {
public:
    Walk(Api& api, RunOptions const& options) : api_(api), options_(options) {}

    void begin() {
        WELL(api_.set_up(0.0, options_.stop, options_.tolerance));
        WELL(api_.enter_initialization());
        if (options_.set_inputs) options_.set_inputs(api_, 0.0);
        WELL(api_.exit_initialization());
        finish_event();
    }

    // False if the model has ended the simulation.
    bool advance(double target) {
        while (time_ < target && !terminated_) {
            double const interval = options_.stop / options_.points / options_.steps;
            double const due = events_.has_next ? std::min(events_.next, target) : target;
            double end = due - time_ <= 1.001 * interval ? due : time_ + interval;
            bool const crosses = step_to(end);
            if (crosses) end = locate(end);
            time_ = end;
            bool enters = false;
            WELL(api_.completed_step(enters, terminated_));
            bool const is_due = events_.has_next && time_ >= events_.next;
            if (!crosses && !enters && !is_due) {
                WELL(api_.get_states(states_));
                WELL(api_.get_indicators(signs_));
                continue;
            }
            WELL(api_.enter_event_mode());
            if (options_.set_inputs) options_.set_inputs(api_, time_);
            finish_event();
        }
        return !terminated_;
    }

private:
    void finish_event() {
        events_ = iterate(api_);
        terminated_ = events_.terminates;
        if (terminated_) return;
        WELL(api_.enter_continuous_mode());
        WELL(api_.get_states(states_));
        WELL(api_.get_indicators(signs_));
    }

    std::vector<double> rates(double time, std::vector<double> const& states) {
        std::vector<double> result;
        WELL(api_.set_time(time));
        WELL(api_.set_states(states));
        WELL(api_.get_derivatives(result));
        return result;
    }

    static std::vector<double> moved(std::vector<double> states, double by, std::vector<double> const& rates) {
        for (std::size_t i = 0; i < states.size(); ++i) states[i] += by * rates[i];
        return states;
    }

    // Leaves the instance at `end`; true if an indicator changes its sign.
    bool step_to(double end) {
        double const h = end - time_;
        auto const k1 = rates(time_, states_);
        auto const k2 = rates(time_ + h / 2, moved(states_, h / 2, k1));
        auto const k3 = rates(time_ + h / 2, moved(states_, h / 2, k2));
        auto const k4 = rates(end, moved(states_, h, k3));
        std::vector<double> next = states_;
        for (std::size_t i = 0; i < next.size(); ++i) next[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        WELL(api_.set_time(end));
        WELL(api_.set_states(next));
        std::vector<double> now;
        WELL(api_.get_indicators(now));
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (std::signbit(now[i]) != std::signbit(signs_[i])) return true;
        }
        return false;
    }

    // The first point behind the change.
    double locate(double high) {
        double low = time_;
        while (high - low > 1e-12) {
            double const middle = low + (high - low) / 2;
            (step_to(middle) ? high : low) = middle;
        }
        (void)step_to(high);
        return high;
    }

    Api& api_;
    RunOptions const& options_;
    double time_ = 0.0;
    bool terminated_ = false;
    Events events_;
    std::vector<double> states_;
    std::vector<double> signs_;
};

}  // namespace

Curves run_model_exchange(Api& api, RunOptions const& options, std::vector<std::uint32_t> const& outputs) {
    Curves curves;
    Walk walk(api, options);
    walk.begin();
    bool goes_on = true;
    for (int k = 0; goes_on && k <= options.points; ++k) {
        double const time = options.stop * k / options.points;
        goes_on = walk.advance(time);
        if (!goes_on) break;
        curves.times.push_back(time);
        WELL(api.get_reals(outputs, curves.rows.emplace_back()));
    }
    WELL(api.terminate());
    return curves;
}

Curves run_co_simulation(Api& api, RunOptions const& options, std::vector<std::uint32_t> const& outputs) {
    Curves curves;
    WELL(api.set_up(0.0, options.stop, options.tolerance));
    WELL(api.enter_initialization());
    if (options.set_inputs) options.set_inputs(api, 0.0);
    WELL(api.exit_initialization());
    for (int k = 0;; ++k) {
        double const time = options.stop * k / options.points;
        curves.times.push_back(time);
        WELL(api.get_reals(outputs, curves.rows.emplace_back()));
        if (k == options.points) break;
        if (options.set_inputs) options.set_inputs(api, time);
        Step step;
        Fmi const status = api.do_step(time, options.stop * (k + 1) / options.points - time, step);
        if (step.terminates) break;
        for (LogEntry const& entry : api.log()) UNSCOPED_INFO(entry.text);
        REQUIRE(status == Fmi::ok);
    }
    WELL(api.terminate());
    return curves;
}

}  // namespace moo::test
