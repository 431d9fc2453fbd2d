// Calls in every order: what the standard allows has to work, everything else has to be refused.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/fmi/api.h"

namespace moo::test {

// Modes are letters: i Instantiated, I Initialization, E Event, C Continuous-Time, S Step (complete), F step failed,
// T Terminated, X error.
struct Call {
    char const* name;
    std::string me;  // modes in which it is allowed
    std::string cs;
    std::function<int(void* instance)> run;  // gives the status
    char leads_to = 0;                       // 0: the mode stays
    enum class Effect { none, gets, sets, begins_event, updates, steps } effect = Effect::none;
};

// What a version of the standard brings to the walk.
struct CallTable {
    Library const* library = nullptr;
    Kind kind = Kind::model_exchange;
    StepOptions options;
    std::vector<Call> calls;
    char after_initialization = 'E';
    char after_error = 'X';
    std::string all_modes;
    // Takes a fresh instance to a mode.
    std::function<void(Api& api, char mode)> go_to;
};

// Each call in each mode of a fresh instance.
void check_each_call(CallTable const& table);
// Calls at random, with what they lead to.
void walk_at_random(CallTable const& table, unsigned seed, int steps);

}  // namespace moo::test
