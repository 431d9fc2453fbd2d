// Sets of equations as a graph: what each unknown is computed from.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "moo/model/document.h"
#include "moo/passes/factor_walk.h"
#include "moo/structure/sparsity.h"

namespace moo {

// A column for all that is known, then a row and a column for each equation, in the order in which they are computed.
// What is added later may use what was added before; where both determine the same variable, the later one counts.
class DependencyGraph {
public:
    DependencyGraph(Document const& document, FactorWalk walk);

    // All that is known comes before the first equation. Equations that determine a variable which is known are passed
    // over.
    void add_known(VariableUse use);
    void add_known(VarId variable) { add_known({variable, Occurrence::value}); }
    void add_time();
    // pre(variable), seen from what is added from now on, is what the variable is now.
    void remember(VarId variable);

    // `conditions` decide about each of the equations, if there are any.
    void add_equations(EquationSet const& set, std::vector<std::vector<ExprId>> const& conditions = {});
    void add_assignment(VariableUse target, ExprId value);
    void add_assignment(VarId target, ExprId value) { add_assignment({target, Occurrence::value}, value); }
    // The column of a value that no variable has.
    std::uint32_t add_value(ExprId value, TypeId type);

    // `no_index` for what is neither known nor determined by an equation.
    [[nodiscard]] std::uint32_t column_of(VariableUse use) const {
        return columns_[static_cast<std::size_t>(use.occurrence)][use.variable];
    }

    struct Need {
        std::uint32_t known;  // its number, in the order in which they were added
        VarId on;             // none for time
        bool is_derivative;   // what is needed is der of it
        Factor factor;
    };
    struct Needs {
        std::vector<std::vector<Need>> rows;  // of each column that was asked for, in the order of the knowns
        std::vector<bool> is_open;            // that of each which would be too long
    };
    // What each of the columns needs of the knowns from the first one up to the end; nothing for `no_index`.
    [[nodiscard]] Needs needs(std::span<std::uint32_t const> wanted, std::uint32_t first, std::uint32_t end) const;
    [[nodiscard]] std::uint32_t known_count() const { return static_cast<std::uint32_t>(known_.size()); }

private:
    // A target, its column for the uses behind it.
    [[nodiscard]] std::uint32_t* column_of_target(ExprId target);
    void begin_row(bool is_real, Factor least);
    void use(ExprId value, Factor least);
    void end_row();
    void end_block(Factor least);
    void add_equation(SetEquation const& equation, std::span<ExprId const> conditions);
    [[nodiscard]] Factor block_factor(EquationSet const& set, std::size_t block, std::size_t& at_jacobian);

    Document const& document_;
    ExprStore const& exprs_;
    FactorWalk walk_;
    std::array<Store<VarId, std::uint32_t>, 3> columns_;  // by Occurrence
    std::vector<VariableUse> known_;                      // by column; without a variable for time
    std::uint32_t time_column_ = no_index;
    Incidence incidence_;
    EntryLevels levels_;
    Matching matching_;
    BlockOrder order_;
    Factor row_least_ = Factor::constant;
    std::vector<std::pair<std::uint32_t, Factor>> row_;
    std::vector<std::uint32_t> row_columns_;
};

}  // namespace moo
