// Which variables an expression mentions, and how.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/expr/store.h"

namespace moo {

enum class Occurrence : std::uint8_t {
    value,       // x
    derivative,  // der(x)
    previous,    // pre(x), previous(x), and the old value in edge(x) and change(x)
};

struct VariableUse {
    VarId variable;
    Occurrence occurrence;
    friend auto operator<=>(VariableUse const&, VariableUse const&) = default;
};

// Walks expressions without recursion. The marks are reused between calls, so the cost of a walk depends on the size of
// the expression and not of the store.
class FreeVariables {
public:
    explicit FreeVariables(ExprStore const& store) : store_(store) {}

    // Each use once, in the order of first appearance from left to right. The result is valid until the next call.
    std::vector<VariableUse> const& uses(ExprId expr);
    // Whether the last walk found time, either directly or in an operator that refers to the past.
    [[nodiscard]] bool met_time() const { return met_time_; }
    // The same for both sides of an equation.
    std::vector<VariableUse> const& uses(ExprId lhs, ExprId rhs);
    // The references themselves (`x[3]`, `der(x)`, `r.a`) instead of the variables in them.
    std::vector<ExprId> const& references(ExprId expr);
    // Whether `part` (a variable, der(x), x[2], …) is the expression or a subexpression of it. Does not look inside
    // der, pre and previous: der(x) does not contain x.
    bool contains(ExprId expr, ExprId part);

private:
    void begin();
    bool mark(ExprId id);
    void add_use(VarId variable, Occurrence occurrence);
    void add_reference(ExprId id, VarId variable, Occurrence occurrence);
    void walk(ExprId root);

    ExprStore const& store_;
    std::vector<std::uint32_t> stamps_;
    std::vector<std::uint32_t> use_stamps_;
    std::uint32_t stamp_ = 0;
    bool met_time_ = false;
    std::vector<ExprId> stack_;
    std::vector<VariableUse> uses_;
    std::vector<ExprId> references_;
};

// The names of the iterators, and variables of a function, that an expression mentions, each once. Those that a
// reduction inside binds are among them.
[[nodiscard]] std::vector<Symbol> mentioned_iterators(ExprStore const& store, ExprId expr);

}  // namespace moo
