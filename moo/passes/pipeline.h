// From flat model to MOO document: the passes in their order.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "moo/base/phase_stats.h"
#include "moo/passes/system.h"

namespace moo {

struct PassOptions {};

// A pass returns false if the ones behind it cannot go on; what is wrong is then reported.
struct Pass {
    std::string_view name;
    bool (*run)(System&, PassOptions const&, Diagnostics&);
    std::string_view summary;
};

[[nodiscard]] std::span<Pass const> all_passes();

// The whole way: scalars for arrays, records and loops (moo/scalarize), then the passes. None after a report.
[[nodiscard]] std::optional<Document> optimize(FlatModel model, Interner& interner, PassOptions const& options,
                                               Diagnostics& diagnostics, PhaseStats& stats);

// Runs all passes on a model of scalars, timing each. False if one of them failed.
bool run_pipeline(System& system, PassOptions const& options, Diagnostics& diagnostics, PhaseStats& stats);

}  // namespace moo
