// The definition of a pass, and the options of the pipeline.
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

// Which views of the model the document contains in addition to the sorted sets.
enum class Formulation : std::uint8_t {
    ode,             // none
    dae,             // the residual view, for solvers of F(t, x, der(x), y) = 0
    overdetermined,  // the differential part and all constraints by level, hidden ones too
};

struct PassOptions {
    // Passes to leave out; only optional ones can be left out.
    std::vector<std::string> skipped = {};
    // The pass to stop after; empty: run all.
    std::string last_pass = {};
    Formulation formulation = Formulation::ode;
    // Called after each pass, whether it was run or left out.
    std::function<void(std::string_view pass, System const& system)> observer = {};
    // By name of the variable: the user's preference for it as an iteration variable.
    std::unordered_map<std::string, TearPreference> tearing_hints = {};
};

// One step from a flat model to a MOO document.
struct Pass {
    std::string_view name;
    // False if later passes cannot continue; the reason has been reported.
    bool (*run)(System&, PassOptions const&, Diagnostics&);
    std::string_view summary;
    InvariantSet establishes = {};  // what holds after it, and after all later passes
    bool is_optional = false;       // the document is complete even without it
};

}  // namespace moo
