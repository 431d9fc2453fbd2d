// Clocked equations as Base Modelica writes them.
#pragma once

#include <unordered_map>

#include "frontend/clocks/clock_analysis.h"

namespace moo {

// Replaces sample(u, c) by sample(u), the sub-clock operators by noClock(u), interval(u) and firstTick(u) by interval()
// and firstTick(), puts in the stand-ins, and opens clocked when-clauses.
class ClockedRewriter {
public:
    ClockedRewriter(FlatModel& model, ClockStructure const& structure)
        : model_(model), exprs_(model.exprs), structure_(structure) {}

    // The equation, or those of its when-clause, behind those in `out`.
    void rewrite(FlatEquation equation, std::uint32_t unit, std::vector<FlatEquation>& out);
    [[nodiscard]] FlatAlgorithm rewrite(FlatAlgorithm algorithm, std::uint32_t unit);
    [[nodiscard]] ExprId rewrite(ExprId expr, std::uint32_t unit);

private:
    void rewrite_equation(FlatEquation equation, std::vector<FlatEquation>& out);
    void rewrite_statements(std::vector<FlatStatement>& statements);
    void begin(std::uint32_t unit);
    [[nodiscard]] ExprId rewrite(ExprId expr);
    [[nodiscard]] ExprId rewrite_operator(ExprId expr, ClockOperator kind);
    [[nodiscard]] ExprId stand_in(ExprId argument) const;
    [[nodiscard]] bool has_operators(ExprId expr);

    FlatModel const& model_;
    ExprStore& exprs_;
    ClockStructure const& structure_;
    std::uint32_t unit_ = 0;
    ExprMemo<std::uint8_t> operators_;              // 1: none, 2: some
    std::unordered_map<ExprId, ExprId> rewritten_;  // in this unit
    std::vector<ExprId> stack_;
};

}  // namespace moo
