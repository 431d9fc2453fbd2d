// Removes homotopy(actual, simplified) and initial() outside of the initialization.
#pragma once

#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"

namespace moo {

// Replaces each homotopy by `actual`, and initial() by false. Remembers what it has rebuilt.
class HomotopyRemoval {
public:
    explicit HomotopyRemoval(ExprStore& exprs) : exprs_(exprs) {}
    ExprId apply(ExprId expr);

private:
    ExprStore& exprs_;
    ExprMemo<ExprId> memo_;
    std::vector<ExprId> stack_;
    std::vector<ExprId> operands_;
};

}  // namespace moo
