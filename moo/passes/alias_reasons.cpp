#include "moo/passes/alias_reasons.h"

namespace moo {

// Searches outwards from the variables that stay and from those that have values.
void AliasReasons::find(std::vector<VarId> const& staying) {
    // The joins at each variable, in compressed rows.
    std::vector<std::uint32_t> starts(reason_.size() + 1);
    for (Join const& join : joins_) {
        ++starts[join.a.index() + 1];
        ++starts[join.b.index() + 1];
    }
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    std::vector<std::uint32_t> joins_at(2 * joins_.size());
    std::vector<std::uint32_t> next = starts;
    for (std::uint32_t i = 0; i < joins_.size(); ++i) {
        joins_at[next[joins_[i].a.index()]++] = i;
        joins_at[next[joins_[i].b.index()]++] = i;
    }
    std::vector<bool> is_reached(reason_.size());
    std::vector<VarId> queue = staying;
    for (std::uint32_t i = 0; i < reason_.size(); ++i) {
        if (reason_[i] != no_index) queue.emplace_back(i);
    }
    for (VarId const first : queue) is_reached[first.index()] = true;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        VarId const variable = queue[head];
        for (std::uint32_t i = starts[variable.index()]; i < starts[variable.index() + 1]; ++i) {
            Join const& join = joins_[joins_at[i]];
            VarId const other = join.a == variable ? join.b : join.a;
            if (is_reached[other.index()]) continue;
            is_reached[other.index()] = true;
            reason_[other.index()] = join.equation;
            towards_[other] = variable;
            queue.push_back(other);
        }
    }
}

}  // namespace moo
