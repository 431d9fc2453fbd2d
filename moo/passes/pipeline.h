// From flat model to MOO document: the passes in their order.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "moo/base/phase_stats.h"
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
    // The pass to stop behind; empty: all are run.
    std::string last_pass = {};
    Formulation formulation = Formulation::ode;
    // Called behind each pass that was run.
    std::function<void(std::string_view pass, System const& system)> observer = {};
    // By the name of the variable: whether it is welcome as iteration variable.
    std::unordered_map<std::string, TearPreference> tearing_hints = {};
};

// A pass returns false if the ones behind it cannot go on; what is wrong is then reported.
struct Pass {
    std::string_view name;
    bool (*run)(System&, PassOptions const&, Diagnostics&);
    std::string_view summary;
    bool is_optional = false;  // a document without its work is complete all the same
};

[[nodiscard]] std::span<Pass const> all_passes();
[[nodiscard]] Pass const* find_pass(std::string_view name);

// The whole way: scalars for arrays, records and loops (moo/scalarize), then the passes. None after a report.
[[nodiscard]] std::optional<Document> optimize(FlatModel model, Interner& interner, PassOptions const& options,
                                               Diagnostics& diagnostics, PhaseStats& stats);

// Runs all passes on a model of scalars, timing each. False if one of them failed.
bool run_pipeline(System& system, PassOptions const& options, Diagnostics& diagnostics, PhaseStats& stats);

}  // namespace moo
