#include "runtime/simulate/branch_watch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

// An unknown is looked at if its change is this large, relative to its size, and this many times larger than the last.
constexpr double least_change = 0.05;
constexpr double least_growth = 5.0;
// After so many halvings, this much of the change must be left.
constexpr int halvings = 16;
constexpr double least_rest = 0.5;

// The largest change of an unknown, relative to its size.
double distance(Instance const& instance, MooBlock const& block, std::vector<double> const& a,
                std::vector<double> const& b) {
    double largest = 0.0;
    for (std::uint32_t i = 0; i < block.size; ++i) {
        std::uint32_t const slot = block.unknowns[i];
        double const size = std::max(std::abs(a[slot]), std::abs(b[slot])) + instance.nominal(slot);
        largest = std::max(largest, std::abs(a[slot] - b[slot]) / size);
    }
    return largest;
}

}  // namespace

void BranchWatch::look() {
    std::vector<MooBlock const*> const& blocks = instance_.memory().nonlinear_blocks;
    if (blocks.empty()) return;
    std::rotate(std::begin(rows_), std::begin(rows_) + 2, std::end(rows_));
    rows_[0].time = instance_.time();
    rows_[0].values.assign(instance_.values().begin(), instance_.values().end());
    count_ = std::min(count_ + 1, 3);
    if (count_ < 3 || rows_[0].time <= rows_[1].time || rows_[1].time <= rows_[2].time) return;
    bool has_moved = false;
    for (MooBlock const* const block : blocks) {
        if (is_reported_.size() <= block->index) is_reported_.resize(block->index + std::size_t{1}, false);
        if (is_reported_[block->index] || !is_suspicious(*block)) continue;
        has_moved = true;
        if (!is_jump(*block)) continue;
        is_reported_[block->index] = true;
        report(*block);
    }
    if (!has_moved) return;
    instance_.set_time(rows_[0].time);
    std::copy(rows_[0].values.begin(), rows_[0].values.end(), instance_.values().begin());
}

bool BranchWatch::is_suspicious(MooBlock const& block) const {
    double const change = distance(instance_, block, rows_[0].values, rows_[1].values);
    if (!(change > least_change)) return false;
    double const pace = (rows_[0].time - rows_[1].time) / (rows_[1].time - rows_[2].time);
    return change > least_growth * pace * distance(instance_, block, rows_[1].values, rows_[2].values);
}

// Everything else changes in a straight line from the last row to this one; the unknowns start from a solution nearby.
bool BranchWatch::solve_at(MooBlock const& block, double fraction, std::vector<double> const& start,
                           std::vector<double>& found) {
    std::span<double> const values = instance_.values();
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = rows_[1].values[i] + fraction * (rows_[0].values[i] - rows_[1].values[i]);
    }
    for (std::uint32_t i = 0; i < block.size; ++i) values[block.unknowns[i]] = start[block.unknowns[i]];
    instance_.set_time(rows_[1].time + fraction * (rows_[0].time - rows_[1].time));
    if (moo_solve_block(instance_.raw(), &block) != MOO_OK) return false;
    found.assign(values.begin(), values.end());
    return true;
}

bool BranchWatch::is_jump(MooBlock const& block) {
    instance_.messages().be_silent(true);
    std::vector<double> low;
    std::vector<double> high;
    std::vector<double> middle;
    // The solution of this row, found from the last one, has to jump as well.
    bool is_possible = solve_at(block, 0.0, rows_[1].values, low) && solve_at(block, 1.0, low, high);
    double const whole = is_possible ? distance(instance_, block, low, high) : 0.0;
    is_possible = is_possible && whole > least_change;
    double from = 0.0;
    double to = 1.0;
    for (int i = 0; i < halvings && is_possible; ++i) {
        double const between = 0.5 * (from + to);
        is_possible = solve_at(block, between, low, middle);
        if (!is_possible) break;
        double const below = distance(instance_, block, low, middle);
        double const above = distance(instance_, block, middle, high);
        if (below >= above) {
            to = between;
            high.swap(middle);
        } else {
            from = between;
            low.swap(middle);
        }
        is_possible = std::max(below, above) > least_rest * whole;
    }
    instance_.messages().be_silent(false);
    return is_possible;
}

void BranchWatch::report(MooBlock const& block) {
    constexpr std::uint32_t most_unknowns = 3;
    std::string text = "nonlinear block `" + std::string(block.name) + "` (" + block.source +
                       ") jumps to another solution at time " + number_text(rows_[0].time) + ":";
    std::vector<std::uint32_t> slots(block.unknowns, block.unknowns + block.size);
    auto const change = [&](std::uint32_t slot) {
        return std::abs(rows_[0].values[slot] - rows_[1].values[slot]) / instance_.nominal(slot);
    };
    std::stable_sort(slots.begin(), slots.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return change(a) > change(b); });
    for (std::uint32_t i = 0; i < std::min(block.size, most_unknowns); ++i) {
        text += (i == 0 ? " `" : ", `") + std::string(instance_.model().variables[slots[i]].name) + "` from " +
                rounded_text(rows_[1].values[slots[i]], 6) + " to " + rounded_text(rows_[0].values[slots[i]], 6);
    }
    text += "; the equations have several solutions, and the one so far ends here";
    instance_.messages().report(MessageSeverity::warning, text);
}

}  // namespace moo::runtime
