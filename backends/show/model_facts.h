// What follows from a document and is shown with it: who determines a variable, who uses it, which equation contains
// the targets of which others, the tree of components.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/show/component_tree.h"
#include "moo/expr/free_variables.h"
#include "moo/model/document.h"
#include "moo/structure/incidence.h"

namespace moo {

// A set of equations as it is shown: `Eq`, `iEq`, `riEq`, `P1.Eq`.
struct ShownSet {
    std::string name;
    std::string title;
    EquationSet const* set = nullptr;
};

// An equation: an index into the sets, and one into the equations of that set.
struct EquationRef {
    std::uint32_t set = 0;
    std::uint32_t row = 0;
    friend bool operator==(EquationRef, EquationRef) = default;
};

enum class VariableKind : std::uint8_t { state, algebraic, discrete, parameter, constant, input, alias, recovered };
inline constexpr std::size_t variable_kind_count = 8;
[[nodiscard]] std::string_view kind_name(VariableKind kind);
// `s`, `x`, `d`, `p`, `c`, `i`, `a`, `r`.
[[nodiscard]] char kind_letter(VariableKind kind);

class ModelFacts {
public:
    ModelFacts(Document const& document, Interner const& interner);

    [[nodiscard]] Document const& document() const { return document_; }
    [[nodiscard]] Interner const& interner() const { return interner_; }
    [[nodiscard]] std::string_view name_of(VarId variable) const {
        return interner_.text(document_.variables[variable].name);
    }
    // Returns no id if no variable has that name.
    [[nodiscard]] VarId find_variable(std::string_view name) const;

    [[nodiscard]] std::vector<ShownSet> const& sets() const { return sets_; }
    [[nodiscard]] SetEquation const& equation(EquationRef ref) const { return sets_[ref.set].set->equations[ref.row]; }
    // `Eq.7`
    [[nodiscard]] std::string equation_name(EquationRef ref) const;
    // `Eq/3`; the block counts from 0.
    [[nodiscard]] std::string block_name(std::uint32_t set, std::size_t block) const;
    [[nodiscard]] std::size_t block_of(EquationRef ref) const;

    [[nodiscard]] VariableKind kind(VarId variable) const { return kinds_[variable]; }
    // The row among the aliases or recovered variables; only of these kinds.
    [[nodiscard]] Alias const& alias(VarId variable) const { return document_.aliases[kept_rows_[variable]]; }
    [[nodiscard]] Recovered const& recovered(VarId variable) const { return document_.recovered[kept_rows_[variable]]; }
    // The variable that represents a class of equal variables, and whether this one is its negative.
    struct Representative {
        VarId variable;
        bool is_negated = false;
    };
    [[nodiscard]] Representative representative(VarId variable) const;

    // In the order of the sets.
    [[nodiscard]] std::vector<EquationRef> const& defined_by(VarId variable) const { return defined_by_[variable]; }
    [[nodiscard]] std::vector<EquationRef> const& used_by(VarId variable) const { return used_by_[variable]; }
    // Variables that have this one as the target of their alias.
    [[nodiscard]] std::vector<VarId> const& aliases_of(VarId variable) const { return aliases_of_[variable]; }

    // Columns are the targets of the rows of the set, by number of the row.
    [[nodiscard]] Incidence const& incidence(std::uint32_t set) const { return incidences_[set]; }
    // The variables that an expression mentions, in their order.
    [[nodiscard]] std::vector<VarId> uses(ExprId expr) const;

    [[nodiscard]] ComponentTree const& components() const { return components_; }
    // Rows of the tree.
    [[nodiscard]] std::uint32_t component_of(VarId variable) const { return variable_components_[variable]; }
    [[nodiscard]] std::uint32_t component_of(Symbol instance) const {
        return instance ? components_.find(interner_.text(instance)) : 0;
    }

private:
    void list_sets();
    void find_kinds();
    void find_uses(std::uint32_t set);
    void build_components();

    Document const& document_;
    Interner const& interner_;
    std::vector<ShownSet> sets_;
    Store<VarId, VariableKind> kinds_;
    Store<VarId, std::uint32_t> kept_rows_;
    Store<VarId, std::vector<EquationRef>> defined_by_;
    Store<VarId, std::vector<EquationRef>> used_by_;
    Store<VarId, std::vector<VarId>> aliases_of_;
    std::vector<Incidence> incidences_;
    mutable FreeVariables walk_;
    std::vector<std::uint32_t> rows_of_targets_;  // by expression, while a set is read; no_index for others
    ComponentTree components_;
    Store<VarId, std::uint32_t> variable_components_;
};

// The number of assignments with which a block of several equations, or with residuals, begins.
[[nodiscard]] std::size_t torn_count(std::span<SetEquation const> block);
// Whether a block is a loop: it has to be solved rather than computed.
[[nodiscard]] bool is_loop(std::span<SetEquation const> block);

}  // namespace moo
