// Which equation makes a variable an alias.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/base/store.h"
#include "moo/expr/ids.h"
#include "moo/structure/incidence.h"

namespace moo {

// Equal variables are the nodes of a tree, and the equations that make them equal are its edges: each equation that
// joins two classes adds one. The reason for an alias is the first edge on the path from it to the variable that stays.
// If the class has a value, the path may lead to the equation that gives the value.
class AliasReasons {
public:
    explicit AliasReasons(std::size_t variable_count) : reason_(variable_count, no_index), towards_(variable_count) {}

    // The equation has joined the classes of these two variables.
    void add_join(VarId a, VarId b, std::uint32_t equation) { joins_.push_back({a, b, equation}); }
    // The equation has given the class of the variable its value.
    void add_value(VarId variable, std::uint32_t equation) { reason_[variable.index()] = equation; }
    // Call it once all joins and values are known. `staying` has, for each class without a value, the variable that
    // stays.
    void find(std::vector<VarId> const& staying);

    // The number of the equation; `no_index` for a variable that stays.
    [[nodiscard]] std::uint32_t of(VarId variable) const { return reason_[variable.index()]; }

    // By variable, the next one on that path; none for a variable that stays and for one to which the equation gives
    // the value.
    [[nodiscard]] Store<VarId, VarId> take_paths() { return std::move(towards_); }

private:
    struct Join {
        VarId a;
        VarId b;
        std::uint32_t equation;
    };
    std::vector<Join> joins_;
    std::vector<std::uint32_t> reason_;  // by variable
    Store<VarId, VarId> towards_;
};

}  // namespace moo
