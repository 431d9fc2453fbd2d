// What a pass is, and what a user may choose about the passes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "moo/passes/invariants.h"
#include "moo/passes/system.h"
#include "moo/structure/tearing.h"

namespace moo {

// Which views of the model the document holds beside the sorted sets.
enum class Formulation : std::uint8_t {
    ode,             // none
    dae,             // the residual view, for solvers of F(t, x, der(x), y) = 0
    overdetermined,  // the differential part and all constraints by level, hidden ones too
};

struct PassOptions {
    // Passes that are left out; only optional ones can be.
    std::vector<std::string> skipped = {};
    // The pass to stop after; empty: all are run.
    std::string last_pass = {};
    Formulation formulation = Formulation::ode;
    // Called after each pass, whether it was run or left out.
    std::function<void(std::string_view pass, System const& system)> observer = {};
    // By the name of the variable: whether it is welcome as iteration variable.
    std::unordered_map<std::string, TearPreference> tearing_hints = {};
};

// One step from a flat model to a MOO document.
struct Pass {
    std::string_view name;
    // False if the passes after it cannot go on; the reason has been reported then.
    bool (*run)(System&, PassOptions const&, Diagnostics&);
    std::string_view summary;
    InvariantSet establishes = {};  // what holds after it, and after all later passes
    bool is_optional = false;       // a document without its work is complete all the same
};

}  // namespace moo
