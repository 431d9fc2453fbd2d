#include "frontend/flatten/split_initial_when.h"

#include <algorithm>

namespace moo {

namespace {

class InitialWhen {
public:
    explicit InitialWhen(FlatModel& model) : model_(model), exprs_(model.exprs) {}

    void run() {
        std::vector<FlatEquation> equations;
        equations.reserve(model_.equations.size());
        for (FlatEquation& equation : model_.equations) {
            if (equation.kind != FlatEquationKind::when || !is_initial(equation.branches)) {
                equations.push_back(std::move(equation));
                continue;
            }
            for (FlatEquation& inner : equation.branches[0].body) {
                hold_targets(inner, equations);
                replace_reinit(inner);
                model_.initial_equations.push_back(std::move(inner));
            }
        }
        model_.equations = std::move(equations);
        std::vector<FlatAlgorithm> algorithms;
        for (FlatAlgorithm& algorithm : model_.algorithms) {
            bool const is_alone = algorithm.statements.size() == 1 &&
                                  algorithm.statements[0].kind == FlatStatementKind::when &&
                                  is_initial(algorithm.statements[0].branches);
            if (!is_alone) {
                algorithms.push_back(std::move(algorithm));
                continue;
            }
            std::vector<FlatStatement> body = std::move(algorithm.statements[0].branches[0].body);
            held_.clear();
            hold_assigned(body, algorithm.instance);
            algorithm.statements = std::move(body);
            model_.initial_algorithms.push_back(std::move(algorithm));
        }
        model_.algorithms = std::move(algorithms);
    }

private:
    template <class Branch>
    [[nodiscard]] bool is_initial(std::vector<Branch> const& branches) const {
        return branches.size() == 1 && exprs_.is_builtin(branches[0].condition, Builtin::initial);
    }

    void hold(ExprId target, SourceSpan source, Symbol instance, std::vector<FlatEquation>& target_list) {
        ExprKind const kind = exprs_.kind(target);
        if (kind == ExprKind::whole) return;
        if (kind == ExprKind::tuple || kind == ExprKind::array || exprs_.is_record(target)) {
            std::vector<ExprId> members;
            exprs_.operands(target).copy_to(members);
            for (ExprId const member : members) hold(member, source, instance, target_list);
            return;
        }
        if (!exprs_.is_reference(target)) return;
        FlatEquation equation;
        equation.a = target;
        equation.b = exprs_.pre(target);
        equation.source = source;
        equation.instance = instance;
        target_list.push_back(std::move(equation));
    }

    void hold_targets(FlatEquation const& equation, std::vector<FlatEquation>& target_list) {
        if (equation.kind == FlatEquationKind::equality) {
            hold(equation.a, equation.source, equation.instance, target_list);
        } else if (equation.kind == FlatEquationKind::if_ && !equation.branches.empty()) {
            // All branches assign the same variables.
            for (FlatEquation const& inner : equation.branches[0].body) hold_targets(inner, target_list);
        } else if (equation.kind == FlatEquationKind::for_) {
            FlatEquation loop = equation;
            loop.branches[0].body.clear();
            for (FlatEquation const& inner : equation.branches[0].body) hold_targets(inner, loop.branches[0].body);
            if (!loop.branches[0].body.empty()) target_list.push_back(std::move(loop));
        }
    }

    void replace_reinit(FlatEquation& equation) {
        if (equation.kind == FlatEquationKind::reinit) equation.kind = FlatEquationKind::equality;
        for (FlatBranch& branch : equation.branches) {
            for (FlatEquation& inner : branch.body) replace_reinit(inner);
        }
    }

    // An assignment to a part of a variable assigns the whole variable (section 11.1.2).
    void hold_assigned(std::vector<FlatStatement> const& statements, Symbol instance) {
        for (FlatStatement const& statement : statements) {
            if (statement.kind == FlatStatementKind::assignment) hold_whole(statement.a, statement.source, instance);
            for (FlatStatementBranch const& branch : statement.branches) hold_assigned(branch.body, instance);
        }
    }

    void hold_whole(ExprId target, SourceSpan source, Symbol instance) {
        ExprKind const kind = exprs_.kind(target);
        if (kind == ExprKind::tuple || kind == ExprKind::array || exprs_.is_record(target)) {
            std::vector<ExprId> members;
            exprs_.operands(target).copy_to(members);
            for (ExprId const member : members) hold_whole(member, source, instance);
            return;
        }
        if (!exprs_.is_reference(target)) return;
        VarId const variable = exprs_.referenced_variable(target);
        if (!variable || std::find(held_.begin(), held_.end(), variable) != held_.end()) return;
        held_.push_back(variable);
        hold(exprs_.variable(variable, model_.variables[variable].type), source, instance, model_.equations);
    }

    FlatModel& model_;
    ExprStore& exprs_;
    std::vector<VarId> held_;
};

}  // namespace

void split_initial_when(FlatModel& model) { InitialWhen(model).run(); }

}  // namespace moo
