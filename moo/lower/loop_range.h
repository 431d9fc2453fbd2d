// The iterator of a for-equation or for-statement.
#pragma once

#include <vector>

#include "moo/lower/lower_expression.h"

namespace moo {

// Binds the iterator as long as this object exists, so that the body can be lowered. Without a range in the source the
// range is deduced from the body.
class LoopRange {
public:
    LoopRange(LoweringContext& context, ast::Iterator const& iterator);
    ~LoopRange();
    LoopRange(LoopRange const&) = delete;
    LoopRange& operator=(LoopRange const&) = delete;

    // False if the range is wrong, which was then reported.
    [[nodiscard]] bool is_good() const { return is_good_; }
    [[nodiscard]] Symbol name() const { return name_; }
    // The range, given the expressions of the body; none after a report.
    [[nodiscard]] ExprId finish(std::vector<ExprId> const& body);

private:
    LoweringContext& context_;
    ast::Iterator const& iterator_;
    Symbol name_;
    ExprId range_;
    bool is_good_ = true;
};

// All expressions in the bodies of loops and branches, of equations or statements.
template <class Branches>
void collect_expressions(Branches const& branches, std::vector<ExprId>& found) {
    for (auto const& branch : branches) {
        if (branch.condition) found.push_back(branch.condition);
        for (auto const& inner : branch.body) {
            for (ExprId const expr : {inner.a, inner.b, inner.c}) {
                if (expr) found.push_back(expr);
            }
            collect_expressions(inner.branches, found);
        }
    }
}

}  // namespace moo
