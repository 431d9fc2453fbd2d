#include "moo/passes/describe_uses.h"

#include <algorithm>
#include <numeric>

#include "moo/expr/free_variables.h"
#include "moo/structure/colouring.h"
#include "moo/structure/sparsity.h"

namespace moo {

namespace {

// Equations of a set by their targets.
class TargetTable {
public:
    TargetTable(Document const& document, EquationSet const& set) : exprs_(document.exprs) {
        values_.resize(document.variables.size(), no_index);
        derivatives_.resize(document.variables.size(), no_index);
        for (std::uint32_t i = 0; i < set.equations.size(); ++i) {
            ExprId const target = set.equations[i].target;
            VarId const variable = exprs_.referenced_variable(target);
            if (exprs_.kind(target) == ExprKind::variable) values_[variable] = i;
            if (exprs_.kind(target) == ExprKind::der) derivatives_[variable] = i;
        }
    }
    [[nodiscard]] std::uint32_t equation_of(VariableUse use) const {
        switch (use.occurrence) {
            case Occurrence::value: return values_[use.variable];
            case Occurrence::derivative: return derivatives_[use.variable];
            case Occurrence::previous: return no_index;
        }
        return no_index;
    }

private:
    ExprStore const& exprs_;
    Store<VarId, std::uint32_t> values_;
    Store<VarId, std::uint32_t> derivatives_;
};

// How much is known of the factor by which something enters, the least first.
constexpr DependencyKind kinds_by_level[] = {DependencyKind::constant, DependencyKind::fixed, DependencyKind::tunable,
                                             DependencyKind::discrete, DependencyKind::dependent};
constexpr std::uint8_t discrete_level = 3;
constexpr std::uint8_t dependent_level = 4;

// Whether the blocks of a set are solved, or the unknowns of their residuals are known and nothing is.
enum class Blocks : std::uint8_t { solved, as_residuals };

// A set as a graph: a row and a column for each equation, a column for each variable or derivative that is known
// before, and one for time. Entries have the level of their factor, as the partial derivatives of the set show it.
class UseGraph {
public:
    UseGraph(Document const& document, EquationSet const& set, std::vector<VariableUse> known,
             Blocks blocks = Blocks::solved)
        : document_(document),
          exprs_(document.exprs),
          set_(set),
          blocks_(blocks),
          targets_(document, set),
          walk_(document.exprs),
          known_(std::move(known)) {
        auto const count = static_cast<std::uint32_t>(set_.equations.size());
        known_value_.resize(document.variables.size(), no_index);
        known_derivative_.resize(document.variables.size(), no_index);
        std::uint32_t column = count;
        for (VariableUse const& use : known_) {
            (use.occurrence == Occurrence::derivative ? known_derivative_ : known_value_)[use.variable] = column++;
        }
        time_column_ = column++;
        incidence_ = Incidence(column);
        for (std::uint32_t i = 0; i < count; ++i) add_equation(i);
        matching_.row_of_column.resize(column, unmatched);
        matching_.size = count;
        if (blocks_ == Blocks::as_residuals) {
            order_.starts.resize(count + std::size_t{1});
            std::iota(order_.starts.begin(), order_.starts.end(), 0U);
            levels_.blocks.assign(count, 0);
            return;
        }
        order_.starts = set_.block_starts;
        for (std::size_t b = 0; b < set_.block_count(); ++b) levels_.blocks.push_back(block_level(b));
    }

    [[nodiscard]] NeededColumns needed(std::vector<std::uint32_t> const& wanted) const {
        return needed_columns(incidence_, matching_, order_, wanted, {}, levels_);
    }
    [[nodiscard]] std::vector<VariableUse> const& known() const { return known_; }
    // None for time.
    [[nodiscard]] VariableUse const* known_at(std::uint32_t column) const {
        return column == time_column_ ? nullptr : &known_[column - set_.equations.size()];
    }
    [[nodiscard]] TargetTable const& targets() const { return targets_; }

private:
    void add_equation(std::uint32_t i) {
        row_.assign(1, {i, std::uint8_t{0}});
        for (VariableUse const& use : walk_.uses(set_.equations[i].value)) {
            std::uint32_t const column = column_of(use);
            if (column != no_index) row_.emplace_back(column, dependent_level);
        }
        if (walk_.met_time()) row_.emplace_back(time_column_, dependent_level);
        // What has a partial derivative enters by it. What has none but is used enters in another way.
        auto const set_level = [&](std::uint32_t column, ExprId value, EntryKind kind) {
            for (auto& [used, level] : row_) {
                if (used == column) level = level_of(value, kind);
            }
        };
        for (; at_known_ < set_.known.size() && set_.known[at_known_].row == i; ++at_known_) {
            KnownEntry const& entry = set_.known[at_known_];
            set_level(column_of(entry.by), entry.value, entry.kind);
        }
        bool const has_inner = blocks_ == Blocks::as_residuals;
        for (; has_inner && at_inner_ < set_.jacobian.size() && set_.jacobian[at_inner_].row == i; ++at_inner_) {
            JacobianEntry const& entry = set_.jacobian[at_inner_];
            set_level(column_of(set_.equations[entry.column].target), entry.value, entry.kind);
        }
        std::sort(row_.begin(), row_.end());
        columns_.clear();
        for (auto const& [column, level] : row_) {
            if (!columns_.empty() && columns_.back() == column) {
                levels_.entries.back() = std::max(levels_.entries.back(), level);
                continue;
            }
            columns_.push_back(column);
            levels_.entries.push_back(level);
        }
        incidence_.add_row(columns_);
        matching_.column_of_row.push_back(i);
        matching_.row_of_column.push_back(i);
        order_.rows.push_back(i);
    }

    [[nodiscard]] std::uint32_t column_of(ExprId reference) const {
        VarId const variable = exprs_.referenced_variable(reference);
        ExprKind const kind = exprs_.kind(reference);
        if (!variable || kind == ExprKind::pre) return no_index;
        return column_of(VariableUse{variable, kind == ExprKind::der ? Occurrence::derivative : Occurrence::value});
    }

    // What is known is not asked how it is computed.
    [[nodiscard]] std::uint32_t column_of(VariableUse const& use) const {
        std::uint32_t column = no_index;
        if (use.occurrence == Occurrence::value) column = known_value_[use.variable];
        if (use.occurrence == Occurrence::derivative) column = known_derivative_[use.variable];
        return column != no_index ? column : targets_.equation_of(use);
    }

    [[nodiscard]] std::uint8_t level_of(ExprId value, EntryKind kind) {
        switch (kind) {
            case EntryKind::dependent: return dependent_level;
            case EntryKind::per_event: return discrete_level;
            case EntryKind::constant: break;
        }
        std::uint8_t level = exprs_.varies(value) ? 1 : 0;
        for (VariableUse const& use : factor_walk_.uses(value)) {
            Variable const& variable = document_.variables[use.variable];
            bool const is_free = document_.role(use.variable) == Role::parameter && !variable.is_final;
            if (is_free && !variable.is_evaluated) level = 2;
        }
        return level;
    }

    // Of one equation that is solved: none. A linear system divides by what its matrix is made of.
    [[nodiscard]] std::uint8_t block_level(std::size_t block) {
        BlockKind const kind = set_.blocks[block].kind;
        bool const is_single = set_.block_starts[block + 1] - set_.block_starts[block] == 1;
        if (kind == BlockKind::assign || (is_single && set_.block(block)[0].form == EquationForm::assignment)) return 0;
        if (kind != BlockKind::linear) return dependent_level;
        std::uint8_t level = 0;
        std::uint32_t const end = set_.block_starts[block + 1];
        for (; at_jacobian_ < set_.jacobian.size() && set_.jacobian[at_jacobian_].row < end; ++at_jacobian_) {
            JacobianEntry const& entry = set_.jacobian[at_jacobian_];
            if (entry.row < set_.block_starts[block]) continue;
            level = std::max(level, level_of(entry.value, entry.kind));
        }
        return level;
    }

    Document const& document_;
    ExprStore const& exprs_;
    EquationSet const& set_;
    Blocks blocks_;
    TargetTable targets_;
    FreeVariables walk_;
    FreeVariables factor_walk_{exprs_};
    std::vector<VariableUse> known_;
    Store<VarId, std::uint32_t> known_value_;
    Store<VarId, std::uint32_t> known_derivative_;
    std::uint32_t time_column_ = 0;
    Incidence incidence_;
    EntryLevels levels_;
    Matching matching_;
    BlockOrder order_;
    std::size_t at_known_ = 0;
    std::size_t at_inner_ = 0;
    std::size_t at_jacobian_ = 0;
    std::vector<std::pair<std::uint32_t, std::uint8_t>> row_;
    std::vector<std::uint32_t> columns_;
};

// What is known between events, in the order of the variables.
std::vector<VariableUse> states_and_inputs(Document const& document) {
    std::vector<VariableUse> known;
    for (VarId const id : document.variables.ids()) {
        bool const is_known = document.role(id) == Role::state || document.role(id) == Role::input;
        if (is_known) known.push_back({id, Occurrence::value});
    }
    return known;
}

// As many entries as a document should hold for them.
constexpr std::size_t most_entries = 20'000'000;

}  // namespace

bool mark_served_blocks(System& system, PassOptions const&, Diagnostics&) {
    Document& document = system.document;
    EquationSet& set = document.integration;
    TargetTable const targets(document, set);
    FreeVariables walk(document.exprs);
    std::vector<std::uint32_t> block_of(set.equations.size());
    for (std::uint32_t b = 0; b < set.block_count(); ++b) {
        for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) block_of[i] = b;
    }
    auto const mark = [&](ExprId expr, Serves serves) {
        for (VariableUse const& use : walk.uses(expr)) {
            std::uint32_t const equation = targets.equation_of(use);
            if (equation == no_index) continue;
            Serves& block = set.blocks[block_of[equation]].serves;
            block.derivatives = block.derivatives || serves.derivatives;
            block.crossings = block.crossings || serves.crossings;
        }
    };
    for (ZeroCrossing const& crossing : document.zero_crossings) mark(crossing.function, {false, true, false});
    for (std::uint32_t b = static_cast<std::uint32_t>(set.block_count()); b-- > 0;) {
        Serves& serves = set.blocks[b].serves;
        for (SetEquation const& equation : set.block(b)) {
            if (document.exprs.kind(equation.target) == ExprKind::der) serves.derivatives = true;
        }
        serves.outputs = !serves.derivatives && !serves.crossings;
        if (serves.outputs) continue;
        Serves const passed = serves;
        for (SetEquation const& equation : set.block(b)) mark(equation.value, passed);
    }
    return true;
}

namespace {

// What each unknown depends on; nothing if that is too much to say.
void describe(System& system, UseGraph const& graph, std::vector<VariableUse> const& unknowns,
              std::vector<Dependency>& result) {
    Document& document = system.document;
    std::vector<std::uint32_t> wanted;
    for (VariableUse const& unknown : unknowns) wanted.push_back(graph.targets().equation_of(unknown));
    NeededColumns const needed = graph.needed(wanted);
    std::size_t entries = 0;
    for (std::uint32_t i = 0; i < unknowns.size(); ++i) {
        entries += needed.is_all[i] ? graph.known().size() : needed.pattern.row(i).size();
    }
    if (entries > most_entries) return;
    for (std::uint32_t i = 0; i < unknowns.size(); ++i) {
        ExprId const reference = system.reference(unknowns[i].variable);
        bool const is_der = unknowns[i].occurrence == Occurrence::derivative;
        Dependency dependency{is_der ? document.exprs.der(reference) : reference, needed.is_all[i], {}, {}};
        auto const add = [&](VariableUse const& known, DependencyKind kind) {
            bool const is_derivative = known.occurrence == Occurrence::derivative;
            (is_derivative ? dependency.derivatives : dependency.terms).push_back({known.variable, kind});
        };
        if (needed.is_all[i]) {
            for (VariableUse const& known : graph.known()) add(known, DependencyKind::dependent);
        }
        std::uint32_t entry = needed.pattern.first_entry(i);
        for (std::uint32_t const column : needed.pattern.row(i)) {
            DependencyKind const kind = kinds_by_level[needed.levels[entry++]];
            VariableUse const* const known = graph.known_at(column);
            if (known != nullptr) add(*known, kind);
            if (known == nullptr) dependency.on_time = true;
        }
        result.push_back(std::move(dependency));
    }
}

}  // namespace

bool describe_dependencies(System& system, PassOptions const&, Diagnostics&) {
    Document& document = system.document;
    UseGraph const graph(document, document.integration, states_and_inputs(document));
    std::vector<VarId> const states = document.states();
    std::vector<VariableUse> unknowns;
    for (VarId const state : states) unknowns.push_back({state, Occurrence::derivative});
    describe(system, graph, unknowns, document.dependencies.derivatives);
    unknowns.clear();
    for (VarId const id : document.variables.ids()) {
        bool const is_computed = graph.targets().equation_of({id, Occurrence::value}) != no_index;
        if (document.variables[id].causality == Causality::output && is_computed)
            unknowns.push_back({id, Occurrence::value});
    }
    describe(system, graph, unknowns, document.dependencies.outputs);

    // Colours of the states: columns of the pattern of the derivatives.
    if (document.dependencies.derivatives.size() != states.size()) return true;
    Store<VarId, std::uint32_t> number(document.variables.size(), no_index);
    for (std::uint32_t i = 0; i < states.size(); ++i) number[states[i]] = i;
    Incidence pattern(static_cast<std::uint32_t>(states.size()));
    std::vector<std::uint32_t> row;
    for (Dependency const& dependency : document.dependencies.derivatives) {
        row.clear();
        for (DependencyTerm const& term : dependency.terms) {
            if (number[term.on] != no_index) row.push_back(number[term.on]);
        }
        pattern.add_row(row);
    }
    document.dependencies.state_colours = colour_columns(pattern).colour_of_column;
    return true;
}

bool describe_residuals(System& system, PassOptions const& options, Diagnostics&) {
    if (options.formulation != Formulation::dae) return true;
    Document& document = system.document;
    TargetTable const targets(document, document.integration);
    ResidualView& view = document.residual_view;
    for (VarId const state : document.states()) {
        view.equations.push_back(targets.equation_of({state, Occurrence::derivative}));
    }
    for (std::uint32_t i = 0; i < document.integration.equations.size(); ++i) {
        SetEquation const& equation = document.integration.equations[i];
        bool const is_value = document.exprs.kind(equation.target) == ExprKind::variable;
        if (equation.form != EquationForm::residual || !is_value) continue;
        view.unknowns.push_back(document.exprs.variable_of(equation.target));
        view.equations.push_back(i);
    }
    // What residuals are for is known, and assignments are followed to what is.
    std::vector<VariableUse> known = states_and_inputs(document);
    std::vector<VariableUse> rows;
    for (std::uint32_t const i : view.equations) {
        SetEquation const& equation = document.integration.equations[i];
        bool const is_derivative = document.exprs.kind(equation.target) == ExprKind::der;
        rows.push_back({document.exprs.referenced_variable(equation.target),
                        is_derivative ? Occurrence::derivative : Occurrence::value});
        if (equation.form == EquationForm::residual) known.push_back(rows.back());
    }
    UseGraph const graph(document, document.integration, std::move(known), Blocks::as_residuals);
    describe(system, graph, rows, view.dependencies);
    return true;
}

}  // namespace moo
