// Analyses of a document's equation systems that any back end needs before it can write code.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "moo/program/selection_rows.h"
#include "moo/expr/free_variables.h"
#include "moo/model/document.h"

namespace moo {

// An entry of a block's matrix. Assigned variables come before the unknowns.
struct PlannedEntry {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    ExprId value;
};

// A block that is solved by iteration. Equations are named by their number in the set.
struct BlockPlan {
    std::uint32_t index = 0;              // among all blocks of the model that are solved
    std::string name;                     // `Eq[3]`
    std::vector<std::uint32_t> assigned;  // in computing order
    std::vector<std::uint32_t> residuals;
    std::vector<std::uint32_t> discrete;  // equations of discrete variables, which are assumed while the rest is solved
    bool is_linear = false;
    // Ordered by row. Without `has_jacobian` the runtime takes differences.
    bool has_jacobian = false;
    std::vector<PlannedEntry> entries;
    EntryKind entry_kind = EntryKind::constant;
    // Relations that depend on the unknowns of the block are assumed, too; the others have to be computed before it.
    std::vector<std::uint32_t> assumed_relations;
    std::vector<std::uint32_t> earlier_relations;

    // Numbers of residuals that define a state of a state set.
    std::vector<std::pair<std::uint32_t, SelectionRow>> selections;

    [[nodiscard]] bool switches() const { return !assumed_relations.empty() || !discrete.empty(); }
};

class SystemPlan {
public:
    explicit SystemPlan(Document const& document);

    // ---- relations: first those that integrators watch, then those of time ----

    [[nodiscard]] std::size_t relation_count() const { return relations_.size(); }
    [[nodiscard]] std::size_t crossing_count() const { return crossing_count_; }
    [[nodiscard]] ZeroCrossing const& relation(std::size_t number) const {
        return document_.zero_crossings[relations_[number]];
    }
    // Null for a relation that is not remembered.
    [[nodiscard]] std::uint32_t const* find_relation(ExprId relation) const {
        return find(relation_numbers_, relation);
    }
    [[nodiscard]] bool is_strict(std::size_t number) const;

    // ---- operators with memory ----

    [[nodiscard]] std::uint32_t const* find_sampling(ExprId call) const { return find(samplings_, call); }
    [[nodiscard]] std::uint32_t const* find_delay(ExprId call) const { return find(delays_, call); }
    [[nodiscard]] std::uint32_t const* find_transport(ExprId call) const { return find(transports_, call); }

    // ---- blocks ----

    // Whether a block needs a solver.
    [[nodiscard]] static bool is_solved(EquationSet const& set, std::size_t block);
    // Each call adds a new block to the model.
    [[nodiscard]] BlockPlan plan_block(std::string const& set_name, EquationSet const& set, std::size_t block);
    [[nodiscard]] std::uint32_t block_count() const { return block_count_; }
    // Only the assignments, the iteration variables and the matrix of a block.
    [[nodiscard]] BlockPlan plan_equations(EquationSet const& set, std::size_t block) const;
    // Whether only results need this block of Eq.
    [[nodiscard]] static bool serves_outputs_only(EquationSet const& set, std::size_t block);

    // By instant equation of riEq: the when-conditions that activate it.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> conditions_of_equations() const;
    // Whether a condition of w is `initial()`, or `initial() and …`: it can hold only at the end of the initialization.
    [[nodiscard]] bool is_at_start(std::uint32_t condition) const;
    // The variable at the end of a chain of aliases, and whether the alias is its negative.
    struct AliasTarget {
        VarId variable;
        bool is_negated = false;
    };
    [[nodiscard]] std::unordered_map<VarId, AliasTarget> alias_targets() const;
    // The states that each derivative depends on, by number, as the document lists them or as Eq shows. Empty if there
    // are too many entries to be useful.
    using Pattern = std::vector<std::vector<std::uint32_t>>;
    [[nodiscard]] Pattern const& derivative_pattern();
    // The unknowns that each equation of the whole system depends on, numbered as `residual_starts` of
    // runtime/abi/model.h says. Empty if there are too many entries, or if the system is so small that the pattern is
    // not used.
    [[nodiscard]] Pattern residual_pattern();
    // Variables whose nominal value has to be computed, and that value.
    [[nodiscard]] std::vector<std::pair<VarId, ExprId>> computed_nominals() const;
    // Whether an assertion can fail between events.
    [[nodiscard]] bool asserts_continuously();
    // Whether any expression calls a built-in operator.
    [[nodiscard]] bool uses(Builtin builtin) const;
    // Variables that are stored only on request.
    [[nodiscard]] Store<VarId, std::uint8_t> hidden_variables() const;
    // False for arrays and records: they are constants that functions use.
    [[nodiscard]] bool has_slot(VarId variable) const;

private:
    using Numbers = std::unordered_map<ExprId, std::uint32_t>;

    [[nodiscard]] static std::uint32_t const* find(Numbers const& numbers, ExprId expr) {
        auto const found = numbers.find(expr);
        return found == numbers.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool is_discrete(SetEquation const& equation) const;
    [[nodiscard]] Pattern listed_pattern() const;
    [[nodiscard]] Pattern traced_pattern();
    void plan_jacobian(BlockPlan& plan, EquationSet const& set, std::size_t block) const;
    void plan_relations(BlockPlan& plan, EquationSet const& set, std::size_t block);
    [[nodiscard]] bool is_linear_between_switches(BlockPlan const& plan, EquationSet const& set);

    Document const& document_;
    ExprStore const& exprs_;
    FreeVariables walk_;
    std::vector<std::uint32_t> relations_;  // numbers of zero crossings
    std::size_t crossing_count_ = 0;
    Numbers relation_numbers_;
    Numbers samplings_;
    Numbers delays_;
    Numbers transports_;
    std::uint32_t block_count_ = 0;
    std::optional<Pattern> pattern_;
};

// Whether a call is an operator between clocks, or between continuous time and a clock: its value is the current value
// of its first operand.
[[nodiscard]] bool is_passed_on(ExprStore const& exprs, ExprId call);

// The variable of a target; also for previous(x).
[[nodiscard]] VarId target_variable(ExprStore const& exprs, ExprId target);

}  // namespace moo
