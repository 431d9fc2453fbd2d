#include "frontend/flatten/branch_structure.h"

#include <algorithm>
#include <set>

#include "moo/check/counts.h"
#include "moo/lower/loop_range.h"

namespace moo {

namespace {

struct BranchStructure {
    // The left sides, each after the ranges of the loops around it; those that are not variables all count as the same.
    std::multiset<std::vector<ExprId>> targets;
    std::set<VariableUse> uses;
    std::set<FunctionEntry const*> functions;
};

class StructureReader {
public:
    StructureReader(Elaborator& elaborator, FreeVariables& free_variables)
        : e_(elaborator), exprs_(elaborator.exprs), free_variables_(free_variables) {}

    BranchStructure read(FlatBranch const& branch) {
        BranchStructure result;
        std::vector<ExprId> loops;
        add(branch.body, loops, result);
        std::vector<ExprId> expressions;
        collect_expressions(std::span(&branch, 1), expressions);
        for (FunctionEntry const* const function : e_.functions.called_functions(std::move(expressions))) {
            result.functions.insert(function);
        }
        return result;
    }

private:
    // As deep as equations are nested.
    void add(std::vector<FlatEquation> const& equations, std::vector<ExprId>& loops, BranchStructure& result) {
        for (FlatEquation const& equation : equations) {
            switch (equation.kind) {
                case FlatEquationKind::equality: {
                    std::vector<ExprId> target = loops;
                    target.push_back(is_place(equation.a) ? equation.a : ExprId());
                    result.targets.insert(std::move(target));
                    add_uses(equation.a, result);
                    add_uses(equation.b, result);
                    break;
                }
                case FlatEquationKind::for_:
                    loops.push_back(equation.a);
                    for (FlatBranch const& branch : equation.branches) add(branch.body, loops, result);
                    loops.pop_back();
                    break;
                case FlatEquationKind::if_:
                case FlatEquationKind::when: add_branches(equation, loops, result); break;
                case FlatEquationKind::reinit:
                case FlatEquationKind::assertion:
                case FlatEquationKind::terminate:
                case FlatEquationKind::call: break;
            }
        }
    }

    // An if inside that stays has the same left sides in all its branches.
    void add_branches(FlatEquation const& equation, std::vector<ExprId>& loops, BranchStructure& result) {
        for (FlatBranch const& branch : equation.branches) {
            if (branch.condition) add_uses(branch.condition, result);
            BranchStructure inner;
            add(branch.body, loops, inner);
            result.uses.merge(inner.uses);
            if (&branch == &equation.branches.front()) result.targets.merge(inner.targets);
        }
    }

    // Parameters are known, unless the initial equations compute them.
    void add_uses(ExprId expr, BranchStructure& result) {
        for (VariableUse const& use : free_variables_.uses(expr)) {
            Variable const& variable = e_.model.variables[use.variable];
            ExprId const fixed = variable.attribute(Attribute::fixed);
            bool const is_computed = fixed && !exprs_.is_boolean(fixed, true);
            if (!variable.is_parameter() || is_computed) result.uses.insert(use);
        }
    }

    // A variable, an element or the derivative of one, or a list of these.
    [[nodiscard]] bool is_place(ExprId expr) const {
        ExprKind const kind = exprs_.kind(expr);
        if (kind == ExprKind::tuple || kind == ExprKind::array || exprs_.is_record(expr)) {
            auto const parts = exprs_.operands(expr);
            return std::all_of(parts.begin(), parts.end(), [this](ExprId part) { return is_place(part); });
        }
        while (exprs_.kind(expr) == ExprKind::der || exprs_.kind(expr) == ExprKind::subscript ||
               exprs_.kind(expr) == ExprKind::field) {
            expr = exprs_.operand(expr, 0);
        }
        return exprs_.kind(expr) == ExprKind::variable || exprs_.kind(expr) == ExprKind::whole;
    }

    Elaborator& e_;
    ExprStore const& exprs_;
    FreeVariables& free_variables_;
};

}  // namespace

bool keeps_structure(Elaborator& elaborator, FreeVariables& free_variables, FlatEquation const& equation,
                     std::vector<bool> const& is_taken) {
    if (find_unbalanced_if(elaborator.model, equation) != nullptr) return false;
    StructureReader reader(elaborator, free_variables);
    std::vector<BranchStructure> branches;
    BranchStructure taken;
    for (std::size_t i = 0; i < equation.branches.size(); ++i) {
        branches.push_back(reader.read(equation.branches[i]));
        if (!is_taken[i]) continue;
        taken.uses.insert(branches.back().uses.begin(), branches.back().uses.end());
        taken.functions.insert(branches.back().functions.begin(), branches.back().functions.end());
    }
    bool const has_opaque = std::any_of(taken.functions.begin(), taken.functions.end(),
                                        [&](FunctionEntry const* f) { return elaborator.functions.is_opaque(*f); });
    return std::all_of(branches.begin(), branches.end(), [&](BranchStructure const& branch) {
        return branch.targets == branches.front().targets &&
               std::includes(taken.uses.begin(), taken.uses.end(), branch.uses.begin(), branch.uses.end()) &&
               std::all_of(branch.functions.begin(), branch.functions.end(), [&](FunctionEntry const* f) {
                   return elaborator.functions.has_body(*f) && (has_opaque || !elaborator.functions.is_opaque(*f));
               });
    });
}

}  // namespace moo
