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

// There is a column for each known variable, then a row and a column for each equation, in computing order. Equations
// may use what was added before them; if two determine the same variable, the later one counts.
class DependencyGraph {
public:
    DependencyGraph(Document const& document, FactorWalk walk);

    // Add all known variables before the first equation. Equations that determine a known variable are skipped.
    void add_known(VariableUse use);
    void add_known(VarId variable) { add_known({variable, Occurrence::value}); }
    void add_time();
    // From now on, pre(variable) means the current value of the variable.
    void remember(VarId variable);

    // `conditions`, if given, decide whether each of the equations is active.
    void add_equations(EquationSet const& set, std::vector<std::vector<ExprId>> const& conditions = {});
    void add_assignment(VariableUse target, ExprId value);
    void add_assignment(VarId target, ExprId value) { add_assignment({target, Occurrence::value}, value); }
    // Adds a column for a value that is not that of a variable.
    std::uint32_t add_value(ExprId value, TypeId type);

    // `no_index` for a variable that is neither known nor determined by an equation.
    [[nodiscard]] std::uint32_t column_of(VariableUse use) const {
        return columns_[static_cast<std::size_t>(use.occurrence)][use.variable];
    }

    struct Need {
        std::uint32_t known;  // number among the known variables, in the order in which they were added
        VarId on;             // none for time
        bool is_derivative;   // the dependency is on its derivative
        Factor factor;
    };
    struct Needs {
        std::vector<std::vector<Need>> rows;  // of each requested column, in the order of the known variables
        std::vector<bool> is_open;            // by requested column: its row would be too long
    };
    // The known variables, from number `first` to `end`, that each column needs; nothing for `no_index`.
    [[nodiscard]] Needs needs(std::span<std::uint32_t const> wanted, std::uint32_t first, std::uint32_t end) const;
    [[nodiscard]] std::uint32_t known_count() const { return static_cast<std::uint32_t>(known_.size()); }

private:
    // The column entry of a target, which equations added later refer to.
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
    std::vector<VariableUse> known_;                      // by column; time has no variable
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
