// Assignments of arrays and records as assignments of scalars.
#pragma once

#include <unordered_map>

#include "moo/scalarize/scalarizer.h"

namespace moo {

// The scalars that are assigned if a condition holds. Without a condition there is no choice.
struct TargetChoice {
    ExprId condition;
    std::vector<ExprId> items;
};

// The left side of an assignment. `x[i]` is a choice between all elements.
struct AssignmentTarget {
    TypeId type;
    std::vector<TargetChoice> choices;
    bool may_miss = false;  // a subscript may be out of range
};

class ScalarAssigner {
public:
    explicit ScalarAssigner(Scalarizer& s) : s_(s) {}

    // None after a report.
    std::optional<AssignmentTarget> find_target(ExprId expr, SourceSpan source);
    // Assigns its value to each scalar of the target. `head` says where the statement comes from. All values are those
    // before the assignment.
    bool assign(FlatStatement const& head, AssignmentTarget const& target, std::vector<ExprId> const& values,
                std::vector<FlatStatement>& result);
    // New variables of the types of these.
    std::vector<ExprId> make_temporaries(std::vector<ExprId> const& like);

private:
    bool decode_choices(ExprId expr, SourceSpan source, std::vector<ExprId> const& items, AssignmentTarget& target);
    void assign_in_order(FlatStatement const& head, std::vector<ExprId> const& targets,
                         std::vector<ExprId> const& values, std::vector<FlatStatement>& result);
    void add(FlatStatement const& head, ExprId target, ExprId value, std::vector<FlatStatement>& result) const;
    ExprId temporary(VarId variable);

    Scalarizer& s_;
    std::unordered_map<VarId, ExprId> temporaries_;
};

}  // namespace moo
