#include "runtime/math/partial_entries.h"

#include <cmath>

namespace moo::runtime {

PartialEntries::PartialEntries(MooModel const& model) : table_(*model.partials) {
    std::uint32_t const rows = table_.part_starts[table_.part_count];
    entries_.assign(table_.values, table_.values + table_.row_starts[rows]);
}

std::size_t PartialEntries::part_count() const {
    return extent_ == PartialExtent::all ? table_.part_count : table_.derivative_part_count;
}

MooStatus PartialEntries::evaluate(MooInstance* m, PartialExtent extent) {
    extent_ = extent;
    auto const compute = [&](MooStatus (*function)(MooInstance*, double*)) {
        return function != nullptr ? function(m, entries_.data()) : MOO_OK;
    };
    if (MooStatus const status = compute(table_.derivatives); status != MOO_OK) return status;
    if (extent == PartialExtent::all) {
        if (MooStatus const status = compute(table_.outputs); status != MOO_OK) return status;
    }
    auto const end = static_cast<std::ptrdiff_t>(table_.row_starts[table_.part_starts[part_count()]]);
    bool const is_finite =
        std::all_of(entries_.begin(), entries_.begin() + end, [](double entry) { return std::isfinite(entry); });
    return is_finite ? MOO_OK : MOO_RECOVERABLE;
}

}  // namespace moo::runtime
