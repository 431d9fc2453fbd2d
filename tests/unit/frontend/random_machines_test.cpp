// Random machines with machines in their states, against a direct transcription of StateMachineSemantics in section
// 17.3.4 of the specification.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/unit/frontend/clocked_run.h"

namespace {

using namespace moo;

struct Condition {
    int factor;
    int offset;
    int modulus;
    [[nodiscard]] bool at(int tick) const { return (tick * factor + offset) % modulus == 0; }
    [[nodiscard]] std::string text() const {
        return "mod(k*" + std::to_string(factor) + " + " + std::to_string(offset) + ", " + std::to_string(modulus) +
               ") == 0";
    }
};

struct Transition {
    int from;
    int to;
    bool immediate;
    bool reset;
    int priority;
    Condition condition;
};

// The equations of the specification, in the order in which they can be computed.
struct Semantics {
    int n_states = 0;
    std::vector<Transition> t;  // sorted with the lowest priority number last

    int next_state = 0;
    bool next_reset = false;
    int delayed = 0;
    std::vector<bool> next_reset_states;
    int active_state = 0;
    bool active_reset = false;
    std::vector<bool> active_reset_states;

    void step(int tick, bool active, bool reset) {
        int const selected_state = reset ? 1 : next_state;
        bool const selected_reset = reset || next_reset;
        int immediate = 0;
        for (std::size_t i = 0; i < t.size(); ++i) {
            if (t[i].immediate && t[i].from == selected_state && t[i].condition.at(tick)) {
                immediate = std::max(immediate, static_cast<int>(i + 1));
            }
        }
        int const fired = std::max(delayed, immediate);
        Transition const* const chosen = fired > 0 ? &t[static_cast<std::size_t>(fired - 1)] : nullptr;
        active_state = reset ? 1 : chosen != nullptr ? chosen->to : selected_state;
        active_reset = reset || (chosen != nullptr ? chosen->reset : selected_reset);
        if (active) next_state = active_state;
        next_reset = !active && next_reset;
        delayed = 0;
        for (std::size_t i = 0; i < t.size(); ++i) {
            if (!t[i].immediate && t[i].from == next_state && t[i].condition.at(tick)) {
                delayed = std::max(delayed, static_cast<int>(i + 1));
            }
        }
        next_reset_states.resize(static_cast<std::size_t>(n_states), false);
        active_reset_states.resize(static_cast<std::size_t>(n_states));
        for (std::size_t i = 0; i < next_reset_states.size(); ++i) {
            active_reset_states[i] = reset || next_reset_states[i];
            if (active) next_reset_states[i] = active_state != static_cast<int>(i + 1) && active_reset_states[i];
        }
    }
    [[nodiscard]] bool starts_anew(int state) const {
        return active_reset || active_reset_states[static_cast<std::size_t>(state - 1)];
    }
};

// A machine whose states are called `prefix1`, `prefix2`, …; each counts its ticks since it started anew.
struct RandomMachine {
    RandomMachine(std::mt19937& random, std::string prefix) : prefix_(std::move(prefix)) {
        auto const pick = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
        semantics.n_states = pick(2, 4);
        counts.resize(static_cast<std::size_t>(semantics.n_states), 0);
        for (int from = 1; from <= semantics.n_states; ++from) {
            int const leaving = pick(1, 3);
            for (int priority = 1; priority <= leaving; ++priority) {
                Condition const condition{pick(1, 5), pick(0, 4), pick(2, 7)};
                // One leads to the next state, so that all are of one machine.
                int const to = priority == leaving ? from % semantics.n_states + 1 : pick(1, semantics.n_states);
                semantics.t.push_back({from, to, pick(0, 1) == 1, pick(0, 1) == 1, priority, condition});
            }
        }
        std::stable_sort(semantics.t.begin(), semantics.t.end(),
                         [](Transition const& a, Transition const& b) { return a.priority > b.priority; });
    }

    [[nodiscard]] std::string name(int state) const { return prefix_ + std::to_string(state); }
    [[nodiscard]] std::string equations() const {
        std::string text = "  initialState(" + name(1) + ");\n";
        for (Transition const& t : semantics.t) {
            text += "  transition(" + name(t.from) + ", " + name(t.to) + ", " + t.condition.text();
            if (!t.immediate) text += ", immediate = false";
            if (!t.reset) text += ", reset = false";
            text += ", priority = " + std::to_string(t.priority) + ");\n";
        }
        return text;
    }
    void step(int tick, bool active, bool reset) {
        semantics.step(tick, active, reset);
        if (!active) return;
        int& count = counts[static_cast<std::size_t>(semantics.active_state - 1)];
        count = (semantics.starts_anew(semantics.active_state) ? 0 : count) + 1;
    }

    Semantics semantics;
    std::vector<int> counts;

private:
    std::string prefix_;
};

// A machine, and another one in each of its states.
struct Nested {
    explicit Nested(unsigned seed) : random(seed), top(random, "s") {
        for (int i = 1; i <= top.semantics.n_states; ++i) inner.emplace_back(random, "t" + std::to_string(i) + "_");
    }

    [[nodiscard]] std::string text() const {
        std::string text =
            "model M\n  inner Integer k(start = 0);\n  block Leaf\n    Integer n(start = 0) = previous(n) + 1;\n"
            "  end Leaf;\n";
        for (std::size_t i = 0; i < inner.size(); ++i) {
            std::string const number = std::to_string(i + 1);
            text += "  block S" + number + "\n  outer Integer k;\n  Integer n(start = 0) = previous(n) + 1;\n";
            for (int s = 1; s <= inner[i].semantics.n_states; ++s) text += "  Leaf " + inner[i].name(s) + ";\n";
            text +=
                "equation\n" + inner[i].equations() + "  end S" + number + ";\n  S" + number + " s" + number + ";\n";
        }
        return text + "equation\n  k = previous(k) + 1;\n" + top.equations() + "end M;\n";
    }
    void step(int tick) {
        top.step(tick, true, tick == 1);
        for (std::size_t i = 0; i < inner.size(); ++i) {
            int const state = static_cast<int>(i + 1);
            bool const active = top.semantics.active_state == state;
            inner[i].step(tick, active, active && top.semantics.starts_anew(state));
        }
    }

    std::mt19937 random;
    RandomMachine top;
    std::vector<RandomMachine> inner;
};

}  // namespace

TEST_CASE("random machines do what the equations of the specification say") {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        Nested machine(seed);
        std::string const text = machine.text();
        test::Flattened flat(text);
        INFO(text << flat.errors());
        REQUIRE_FALSE(flat.diagnostics.has_errors());
        test::ClockedRun run(flat);
        for (int tick = 1; tick <= 60; ++tick) {
            machine.step(tick);
            run.tick();
            INFO("tick " << tick);
            for (int state = 1; state <= machine.top.semantics.n_states; ++state) {
                auto const at = static_cast<std::size_t>(state - 1);
                std::string const path = machine.top.name(state);
                REQUIRE(run.value(path + ".n") == machine.top.counts[at]);
                for (std::size_t i = 0; i < machine.inner[at].counts.size(); ++i) {
                    std::string const leaf = machine.inner[at].name(static_cast<int>(i + 1));
                    REQUIRE(run.value(path + "." + leaf + ".n") == machine.inner[at].counts[i]);
                }
            }
        }
    }
}
