// The partial derivatives of Eq and of the crossing functions, in the order in which runtime/abi/model.h wants them.
#pragma once

#include <optional>
#include <vector>

#include "moo/program/system_plan.h"

namespace moo {

struct PartialsPlan {
    struct Part {
        std::size_t block = 0;  // number in Eq
        bool is_solved = false;
        std::uint32_t first_row = 0;
    };
    struct Entry {
        ExprId by;  // a variable, or der of one
        ExprId value;
    };
    std::vector<Part> parts;  // parts that only results need come last
    std::uint32_t derivative_parts = 0;
    std::vector<ExprId> targets;            // by row
    std::vector<std::uint32_t> row_starts;  // by row: its first entry; then the end of the last row
    std::vector<Entry> entries;
    std::uint32_t derivative_entries = 0;
    // Partial derivatives of the crossing functions, if all of them are available.
    struct Crossings {
        std::vector<std::uint32_t> row_starts;
        std::vector<Entry> entries;
    };
    std::optional<Crossings> crossings;

    [[nodiscard]] std::uint32_t row_count() const { return static_cast<std::uint32_t>(targets.size()); }
};

// Nullopt if some are missing: an equation changes with something for which the document has no derivative.
[[nodiscard]] std::optional<PartialsPlan> plan_partials(Document const& document, SystemPlan const& plan);

}  // namespace moo
