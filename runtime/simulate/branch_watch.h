// Notices when the solution of a nonlinear block jumps to another branch.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/instance/instance.h"

namespace moo::runtime {

// A nonlinear system may have several solutions, and each time the iteration starts from the last one, so it stays on
// its branch. Where a branch turns back (x³ - x = s at its folds), the iteration lands on another one, far away; the
// results go on as if nothing had happened. The user is told once for each block.
//
// Candidates are unknowns that change much more between two rows than between the two rows before. To confirm, the
// block is solved at points between the rows, for values of everything else that lie on a straight line, and the
// interval with the larger change is halved again and again: a continuous solution changes less and less, but a jump
// stays as large as it was.
class BranchWatch {
public:
    explicit BranchWatch(Instance& instance) : instance_(instance) {}

    // To be called after each row between events.
    void look();
    // To be called after an event, where solutions may jump.
    void forget() { count_ = 0; }

private:
    struct Row {
        double time = 0.0;
        std::vector<double> values;
    };
    [[nodiscard]] bool is_suspicious(MooBlock const& block) const;
    [[nodiscard]] bool is_jump(MooBlock const& block);
    bool solve_at(MooBlock const& block, double fraction, std::vector<double> const& start, std::vector<double>& found);
    void report(MooBlock const& block);

    Instance& instance_;
    Row rows_[3];  // the last ones, the newest first
    int count_ = 0;
    std::vector<bool> is_reported_;  // by block
};

}  // namespace moo::runtime
