// Which equation makes a variable an alias.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/expr/ids.h"
#include "moo/structure/incidence.h"

namespace moo {

// Variables that are equal are the nodes of a tree, and the equations that say so are its edges: each equation that
// joins two classes adds one. The reason for an alias is the edge with which the way from it to the variable that stays
// begins; the reason for a value may be the equation that gives it.
class AliasReasons {
public:
    explicit AliasReasons(std::size_t variable_count) : reason_(variable_count, no_index) {}

    // The equation has joined the classes of both.
    void add_join(VarId a, VarId b, std::uint32_t equation) { joins_.push_back({a, b, equation}); }
    // The equation has given the class of the variable its value.
    void add_value(VarId variable, std::uint32_t equation) { reason_[variable.index()] = equation; }
    // Once all of these are known, and for each class without a value which variable stays.
    void find(std::vector<VarId> const& staying);

    // The number of the equation; `no_index` for a variable that stays.
    [[nodiscard]] std::uint32_t of(VarId variable) const { return reason_[variable.index()]; }

private:
    struct Join {
        VarId a;
        VarId b;
        std::uint32_t equation;
    };
    std::vector<Join> joins_;
    std::vector<std::uint32_t> reason_;  // by variable
};

}  // namespace moo
