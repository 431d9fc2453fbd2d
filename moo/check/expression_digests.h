// Digests of expressions by what they say, not by ids: equal in two documents if the expressions are.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "moo/model/variable.h"

namespace moo {

// 128 bits: documents with 10^9 expressions have two of equal digest once in 10^20 cases.
using Digest = std::array<std::uint64_t, 2>;

class ExpressionDigests {
public:
    // Of all expressions that the store has now.
    ExpressionDigests(ExprStore const& exprs, VariableStore const& variables, Interner const& interner);

    [[nodiscard]] Digest const& operator[](ExprId expr) const { return digests_[expr.index()]; }
    // For sorting and comparing together with other texts: the name of a variable, or the digest.
    [[nodiscard]] std::string key(ExprId expr) const;

private:
    ExprStore const& exprs_;
    VariableStore const& variables_;
    Interner const& interner_;
    std::vector<Digest> digests_;
};

}  // namespace moo
