#include "moo/functions/inline_functions.h"

#include <utility>

namespace moo {

namespace {

InlineOptions with_variables(InlineOptions options, Store<VarId, Variable> const& variables) {
    options.variables = &variables;
    return options;
}

class ModelInliner {
public:
    ModelInliner(FlatModel& model, Interner& interner, InlineOptions const& options)
        : store_(model.exprs),
          inliner_(model.exprs, interner, model.functions, with_variables(options, model.variables)) {}

    // As deep as equations are nested.
    void run(std::vector<FlatEquation>& equations) {
        std::vector<FlatEquation> result;
        result.reserve(equations.size());
        for (FlatEquation& equation : equations) {
            for (FlatBranch& branch : equation.branches) {
                replace(branch.condition);
                run(branch.body);
            }
            bool const is_tuple =
                equation.kind == FlatEquationKind::equality && store_.kind(equation.a) == ExprKind::tuple;
            if (equation.kind != FlatEquationKind::call && !is_tuple) replace(equation.a);
            replace(equation.b);
            replace(equation.c);
            if (!is_tuple || !split(equation, result)) result.push_back(std::move(equation));
        }
        equations = std::move(result);
    }

    void run(std::vector<FlatStatement>& statements) {
        for (FlatStatement& statement : statements) {
            for (FlatStatementBranch& branch : statement.branches) {
                replace(branch.condition);
                run(branch.body);
            }
            // Targets of assignments, and calls that are statements because of their side effects, stay.
            bool const keeps_a = statement.kind == FlatStatementKind::assignment ||
                                 statement.kind == FlatStatementKind::call ||
                                 statement.kind == FlatStatementKind::reinit;
            if (!keeps_a) replace(statement.a);
            replace(statement.b);
            replace(statement.c);
        }
    }

    void run(std::vector<FlatAlgorithm>& algorithms) {
        for (FlatAlgorithm& algorithm : algorithms) run(algorithm.statements);
    }

private:
    void replace(ExprId& expr) {
        if (expr) expr = inliner_.apply(expr);
    }

    // `(a, , b) = f(x)` as `a = …` and `b = …`.
    bool split(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        std::vector<ExprId> const values = inliner_.results(equation.b);
        Operands const targets = store_.operands(equation.a);
        if (values.empty() || values.size() < targets.size()) return false;
        for (std::size_t i = 0; i < targets.size(); ++i) {
            if (store_.kind(targets[i]) == ExprKind::whole) continue;
            FlatEquation& one = result.emplace_back(equation);
            one.a = targets[i];
            one.b = values[i];
        }
        return true;
    }

    ExprStore& store_;
    FunctionInliner inliner_;
};

}  // namespace

void inline_functions(FlatModel& model, Interner& interner, InlineOptions const& options) {
    ModelInliner inliner(model, interner, options);
    inliner.run(model.equations);
    inliner.run(model.initial_equations);
    inliner.run(model.algorithms);
    inliner.run(model.initial_algorithms);
    for (FlatPartition& partition : model.partitions) {
        for (FlatSubPartition& sub : partition.sub_partitions) {
            inliner.run(sub.equations);
            inliner.run(sub.algorithms);
        }
    }
}

}  // namespace moo
