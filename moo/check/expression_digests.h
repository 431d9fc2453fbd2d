// Digests of expressions that depend on their contents, not on ids: equal expressions in two documents have equal
// digests.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "moo/model/variable.h"

namespace moo {

// 128 bits: among the expressions of documents with 10^9 of them, two have equal digests once in 10^20 cases.
using Digest = std::array<std::uint64_t, 2>;

class ExpressionDigests {
public:
    // Computes the digests of all expressions that are in the store now.
    ExpressionDigests(ExprStore const& exprs, VariableStore const& variables, Interner const& interner);

    [[nodiscard]] Digest const& operator[](ExprId expr) const { return digests_[expr.index()]; }
    // For sorting and comparing along with other texts: the name of a variable, or else the digest.
    [[nodiscard]] std::string key(ExprId expr) const;

private:
    ExprStore const& exprs_;
    VariableStore const& variables_;
    Interner const& interner_;
    std::vector<Digest> digests_;
};

}  // namespace moo
