// Chooses states among some blocks that are treated together.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "moo/structure/dummy_derivatives.h"

namespace moo {

// What a derivative has become.
enum class Fate : std::uint8_t { untouched, remaining, in_set, dummy };

// Like DummyDerivatives, but for one group. Sets refer to each other by their position here.
struct GroupChoice {
    std::vector<DummyDerivative> dummies;
    std::vector<StateChoice> sets;
    std::vector<std::uint32_t> not_as_preferred;
};

// The equations and the unknowns of a block.
struct StateBlock {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
};

// Goes down the levels for the blocks of a group, as select_dummy_derivatives describes it.
class GroupSelector {
public:
    GroupSelector(DifferentialStructure const& structure, StatePreferences const& preferences,
                  StateSelectionHooks const& hooks);

    // Also sets the fates of the derivatives; those of the group have to be untouched before.
    [[nodiscard]] GroupChoice select(std::span<StateBlock const> blocks);

    [[nodiscard]] Fate fate(std::uint32_t derivative) const { return fate_[derivative]; }
    void set_fate(std::uint32_t derivative, Fate fate) { fate_[derivative] = fate; }
    [[nodiscard]] std::uint32_t integral_of_variable(std::uint32_t variable) const {
        return integral_of_variable_[variable];
    }
    [[nodiscard]] bool is_differentiated(std::uint32_t equation) const {
        return integral_of_equation_[equation] != no_index;
    }

    // The order in which variables are deselected.
    using Rank = std::tuple<std::uint32_t, std::uint32_t, std::int32_t>;
    [[nodiscard]] Rank rank_of(std::uint32_t variable) const;

private:
    // A row or column of the level, and the block of the group that it belongs to.
    struct Member {
        std::uint32_t item;
        std::uint32_t block;
    };
    // An entry, named by an equation that is not differentiated if possible.
    struct Name {
        std::uint32_t equation;
        std::uint32_t variable;
    };
    struct Original {
        std::uint32_t equation;
        std::uint32_t order;  // how often it was differentiated to become the other
    };

    bool go_down();
    void select_level(std::uint32_t level);
    void inherit_selection(std::uint32_t level);
    [[nodiscard]] StateChoice lowered(StateChoice const& above) const;
    void take_integrals();

    PivotGraph jacobian();
    [[nodiscard]] Original original_of(std::uint32_t equation) const;
    [[nodiscard]] bool is_highest(std::uint32_t row, std::uint32_t column) const;
    [[nodiscard]] Name name_of(std::uint32_t row, std::uint32_t original, std::uint32_t column,
                               std::uint32_t order) const;
    Pivot pivot(Name name);
    bool is_regular(Incidence const& jacobian, std::span<std::uint32_t const> rows,
                    std::span<std::uint32_t const> columns);
    void find_parts(SelectionProblem& problem);
    void rank_columns(SelectionProblem& problem) const;

    void note_selection(Selection const& selection, std::uint32_t level);
    void note_set(ColumnChoice const& choice, std::uint32_t level);

    DifferentialStructure const& structure_;
    StatePreferences const& preferences_;
    StateSelectionHooks const& hooks_;
    std::vector<std::uint32_t> integral_of_variable_;
    std::vector<std::uint32_t> integral_of_equation_;
    std::vector<Member> rows_;     // equations of the level
    std::vector<Member> columns_;  // variables of the level
    // Blocks whose equations have been solved for all of their own candidates on the levels above.
    std::vector<bool> is_solved_by_itself_;
    std::vector<std::uint32_t> local_column_;
    std::size_t first_dummy_above_ = 0;  // index of the first dummy that the level above has selected
    std::size_t first_set_above_ = 0;
    std::vector<Name> names_;  // of the entries of the level's Jacobian
    std::unordered_map<std::uint64_t, Pivot> pivots_;
    std::vector<std::uint32_t> position_;
    std::vector<ConstraintEntry> entries_;
    std::vector<Fate> fate_;
    GroupChoice result_;
};

}  // namespace moo
