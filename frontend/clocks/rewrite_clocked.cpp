#include "frontend/clocks/rewrite_clocked.h"

namespace moo {

void ClockedRewriter::begin(std::uint32_t unit) {
    unit_ = unit;
    rewritten_.clear();
}

ExprId ClockedRewriter::rewrite(ExprId expr, std::uint32_t unit) {
    begin(unit);
    return rewrite(expr);
}

void ClockedRewriter::rewrite(FlatEquation equation, std::uint32_t unit, std::vector<FlatEquation>& out) {
    begin(unit);
    rewrite_equation(std::move(equation), out);
}

FlatAlgorithm ClockedRewriter::rewrite(FlatAlgorithm algorithm, std::uint32_t unit) {
    begin(unit);
    rewrite_statements(algorithm.statements);
    return algorithm;
}

void ClockedRewriter::rewrite_equation(FlatEquation equation, std::vector<FlatEquation>& out) {
    bool const is_clocked_when = equation.kind == FlatEquationKind::when && !equation.branches.empty() &&
                                 exprs_.type(equation.branches[0].condition) == types::clock;
    if (is_clocked_when) {
        for (FlatEquation& nested : equation.branches[0].body) rewrite_equation(std::move(nested), out);
        return;
    }
    for (ExprId* part : {&equation.a, &equation.b, &equation.c}) {
        if (*part) *part = rewrite(*part);
    }
    for (FlatBranch& branch : equation.branches) {
        if (branch.condition) branch.condition = rewrite(branch.condition);
        std::vector<FlatEquation> body;
        for (FlatEquation& nested : branch.body) rewrite_equation(std::move(nested), body);
        branch.body = std::move(body);
    }
    out.push_back(std::move(equation));
}

void ClockedRewriter::rewrite_statements(std::vector<FlatStatement>& statements) {
    for (FlatStatement& statement : statements) {
        for (ExprId* part : {&statement.a, &statement.b, &statement.c}) {
            if (*part) *part = rewrite(*part);
        }
        for (FlatStatementBranch& branch : statement.branches) {
            if (branch.condition) branch.condition = rewrite(branch.condition);
            rewrite_statements(branch.body);
        }
    }
}

bool ClockedRewriter::has_operators(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const top = stack_.back();
        if (operators_.get(top) != 0) {
            stack_.pop_back();
            continue;
        }
        bool found = clock_operator(exprs_, top) != ClockOperator::none;
        std::size_t const size = stack_.size();
        for (ExprId const operand : exprs_.operands(top)) {
            std::uint8_t const below = operators_.get(operand);
            found = found || below == 2;
            if (below == 0) stack_.push_back(operand);
        }
        if (found) stack_.resize(size);
        if (stack_.size() > size) continue;
        operators_[top] = found ? 2 : 1;
        stack_.pop_back();
    }
    return operators_.get(expr) == 2;
}

ExprId ClockedRewriter::rewrite(ExprId expr) {
    if (!has_operators(expr)) return expr;
    // has_operators is done with the stack before each use here.
    std::vector<ExprId> tasks = {expr};
    std::vector<ExprId> operands;
    while (!tasks.empty()) {
        ExprId const top = tasks.back();
        if (rewritten_.contains(top)) {
            tasks.pop_back();
            continue;
        }
        ClockOperator const kind = clock_operator(exprs_, top);
        if (!has_operators(top)) {
            rewritten_[top] = top;
        } else if (kind == ClockOperator::none || kind == ClockOperator::sample || kind == ClockOperator::constructor) {
            // Of sample(u, c) only u is of interest.
            std::size_t const count = kind == ClockOperator::sample ? 1 : exprs_.operands(top).size();
            std::size_t const size = tasks.size();
            operands.clear();
            for (std::size_t i = 0; i < count; ++i) {
                ExprId const operand = exprs_.operand(top, i);
                auto const done = rewritten_.find(operand);
                if (done == rewritten_.end()) {
                    tasks.push_back(operand);
                } else {
                    operands.push_back(done->second);
                }
            }
            if (tasks.size() > size) continue;
            rewritten_[top] = kind == ClockOperator::sample ? exprs_.builtin(Builtin::sample, operands)
                                                            : exprs_.rebuild(top, operands);
        } else {
            rewritten_[top] = rewrite_operator(top, kind);
        }
        tasks.pop_back();
    }
    return rewritten_[expr];
}

ExprId ClockedRewriter::stand_in(ExprId argument) const {
    auto const found = structure_.stand_ins.find(ClockStructure::stand_in_key(unit_, argument));
    return found == structure_.stand_ins.end() ? argument : found->second;
}

ExprId ClockedRewriter::rewrite_operator(ExprId expr, ClockOperator kind) {
    switch (kind) {
        case ClockOperator::hold: return exprs_.builtin(Builtin::hold, {stand_in(exprs_.operand(expr, 0))});
        case ClockOperator::sub_clock: {
            ExprId const argument = stand_in(exprs_.operand(expr, 0));
            // A parameter needs no operator.
            VarId const variable = exprs_.is_reference(argument) ? exprs_.referenced_variable(argument) : VarId();
            bool const is_variable = variable && !model_.variables[variable].is_parameter();
            return is_variable ? exprs_.builtin(Builtin::no_clock, {argument}) : argument;
        }
        case ClockOperator::tick: return exprs_.builtin(exprs_.builtin_of(expr), {});
        case ClockOperator::none:
        case ClockOperator::constructor:
        case ClockOperator::sample:
        case ClockOperator::previous: return expr;
    }
    return expr;
}

}  // namespace moo
