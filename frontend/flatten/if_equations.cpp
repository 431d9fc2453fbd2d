// If-equations: which of them are decided during translation, and which stay (Modelica 3.6, section 8.3.4).
//
// A condition that depends on nothing but constants and parameters that cannot be changed after translation decides at
// once. Any other if-equation stays, so that its parameters can be changed, if it then has the structure that it would
// have after a decision (`keeps_structure`). Otherwise the values that the parameters have now decide, and these are
// evaluated.
#include <algorithm>
#include <iterator>

#include "frontend/flatten/branch_structure.h"
#include "frontend/flatten/flattener.h"
#include "frontend/typecheck/structure.h"

namespace moo {

// Equations that can stand only where it is known whether they are active (sections 8.3.3, 8.3.5.2 and 17.1). As deep
// as equations are nested.
bool Flattener::needs_decision(ast::Ast const& ast, std::span<ast::EquationId const> equations) const {
    return std::any_of(equations.begin(), equations.end(), [&](ast::EquationId id) {
        ast::Equation const& equation = ast[id];
        switch (equation.kind) {
            case ast::EquationKind::when: return true;
            case ast::EquationKind::connect:
            case ast::EquationKind::expression:
                return connections_.concerns(ast, equation) || state_machines_.concerns(ast, equation);
            case ast::EquationKind::for_: return needs_decision(ast, ast.items(equation.body));
            case ast::EquationKind::if_: {
                auto const branches = ast.items(equation.branches);
                return std::any_of(branches.begin(), branches.end(), [&](ast::EquationBranch const& branch) {
                    return needs_decision(ast, ast.items(branch.body));
                });
            }
            case ast::EquationKind::equality: break;
        }
        return false;
    });
}

void Flattener::flatten_if(EquationScope& scope, ast::Equation const& equation, std::vector<FlatEquation>& target) {
    ast::Ast const& ast = scope.context.ast;
    auto const branches = ast.items(equation.branches);
    auto open = open_branches(elaborator_, scope.context, branches, Decide::settled);
    if (!open) return;
    bool const must_decide = std::any_of(open->begin(), open->end(), [&](OpenBranch const& branch) {
        return needs_decision(ast, ast.items(branches[branch.index].body));
    });
    if (must_decide) open = known_branches(elaborator_, *open);

    // Each branch is lowered once, whatever becomes of it.
    FlatEquation result;
    result.kind = FlatEquationKind::if_;
    result.instance = scope.instance;
    result.source = equation.span;
    std::vector<std::vector<VarId>> evaluated;
    std::size_t const reports = diagnostics_.items().size();
    std::size_t const errors = diagnostics_.error_count();
    for (OpenBranch const& branch : *open) {
        std::size_t const evaluations = elaborator_.values.evaluation_count();
        FlatBranch& lowered = result.branches.emplace_back();
        lowered.condition = branch.condition;
        flatten_equations(scope, ast.items(branches[branch.index].body), lowered.body);
        evaluated.push_back(elaborator_.values.take_evaluations(evaluations));
    }

    // What a decision would leave, and whether it is needed.
    std::size_t const evaluations = elaborator_.values.evaluation_count();
    std::vector<OpenBranch> taken = known_branches(elaborator_, *open);
    std::vector<bool> is_taken(branches.size(), false);
    for (OpenBranch const& branch : taken) is_taken[branch.index] = true;
    bool const decides =
        taken.size() < open->size() || (!taken.empty() && taken.back().condition != open->back().condition);
    if (decides && diagnostics_.error_count() == errors) {
        std::vector<bool> is_open_taken;
        for (OpenBranch const& branch : *open) is_open_taken.push_back(is_taken[branch.index]);
        if (keeps_structure(elaborator_, free_variables_, result, is_open_taken)) {
            elaborator_.values.take_evaluations(evaluations);
            taken = *open;
            for (OpenBranch const& branch : taken) is_taken[branch.index] = true;
        }
    }

    std::vector<FlatBranch> kept;
    for (std::size_t i = 0, next = 0; i < open->size(); ++i) {
        std::size_t const index = (*open)[i].index;
        if (!is_taken[index]) {
            diagnostics_.take_back(reports, branches[index].span);
            continue;
        }
        for (VarId const variable : evaluated[i]) elaborator_.values.mark_evaluated(variable);
        result.branches[i].condition = taken[next++].condition;
        kept.push_back(std::move(result.branches[i]));
    }
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (!is_taken[i]) scope.resolver.check_names(scope.context, ast.items(branches[i].body));
    }
    if (kept.empty()) return;
    if (!kept.front().condition) {
        std::move(kept.front().body.begin(), kept.front().body.end(), std::back_inserter(target));
        return;
    }
    result.branches = std::move(kept);
    target.push_back(std::move(result));
}

// A parameter may have been evaluated after an if-equation with it was met.
void Flattener::settle_ifs(std::vector<FlatEquation>& equations) {
    std::vector<FlatEquation> settled;
    settled.reserve(equations.size());
    for (FlatEquation& equation : equations) {
        for (FlatBranch& branch : equation.branches) settle_ifs(branch.body);
        if (equation.kind != FlatEquationKind::if_) {
            settled.push_back(std::move(equation));
            continue;
        }
        std::vector<FlatBranch> open;
        for (FlatBranch& branch : equation.branches) {
            if (branch.condition && elaborator_.values.is_settled(branch.condition)) {
                Value const value = elaborator_.values.demand(branch.condition);
                if (value.kind() == ValueKind::boolean) {
                    if (!value.as_boolean()) continue;
                    branch.condition = {};
                }
            }
            open.push_back(std::move(branch));
            if (!open.back().condition) break;
        }
        if (open.empty()) continue;
        if (!open.front().condition) {
            std::move(open.front().body.begin(), open.front().body.end(), std::back_inserter(settled));
            continue;
        }
        equation.branches = std::move(open);
        settled.push_back(std::move(equation));
    }
    equations = std::move(settled);
}

}  // namespace moo
