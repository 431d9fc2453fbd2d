// The passes from flat model to MOO document, in their order.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "moo/base/phase_stats.h"
#include "moo/passes/pass.h"

namespace moo {

[[nodiscard]] std::span<Pass const> all_passes();
[[nodiscard]] Pass const* find_pass(std::string_view name);

// Runs the passes on a system that holds a flat model, timing each. False if one of them failed.
bool run_pipeline(System& system, PassOptions const& options, Diagnostics& diagnostics, PhaseStats& stats);

// Translates a flat model to a document. Nullopt after a report.
[[nodiscard]] std::optional<Document> optimize(FlatModel model, Interner& interner, PassOptions const& options,
                                               Diagnostics& diagnostics, PhaseStats& stats);

}  // namespace moo
