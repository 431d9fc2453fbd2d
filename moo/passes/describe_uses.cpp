#include "moo/passes/describe_uses.h"

#include <algorithm>

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

// Eq as a graph: a row and a column for each equation, and columns for the states and inputs that they use.
class UseGraph {
public:
    explicit UseGraph(Document const& document)
        : document_(document), set_(document.integration), targets_(document, set_), walk_(document.exprs) {
        auto const count = static_cast<std::uint32_t>(set_.equations.size());
        known_column_.resize(document.variables.size(), no_index);
        std::uint32_t column = count;
        for (VarId const id : document.variables.ids()) {
            if (document.role(id) != Role::state && document.role(id) != Role::input) continue;
            known_column_[id] = column++;
            known_.push_back(id);
        }
        incidence_ = Incidence(column);
        std::vector<std::uint32_t> row;
        for (std::uint32_t i = 0; i < count; ++i) {
            row.assign(1, i);
            for (VariableUse const& use : walk_.uses(set_.equations[i].value)) add(use, row);
            std::sort(row.begin(), row.end());
            row.erase(std::unique(row.begin(), row.end()), row.end());
            incidence_.add_row(row);
            matching_.column_of_row.push_back(i);
            matching_.row_of_column.push_back(i);
            order_.rows.push_back(i);
        }
        matching_.row_of_column.resize(column, unmatched);
        matching_.size = count;
        order_.starts = set_.block_starts;
    }

    [[nodiscard]] NeededColumns needed(std::vector<std::uint32_t> const& wanted) const {
        return needed_columns(incidence_, matching_, order_, wanted);
    }
    [[nodiscard]] std::vector<VarId> const& known() const { return known_; }
    [[nodiscard]] VarId known_at(std::uint32_t column) const { return known_[column - set_.equations.size()]; }
    [[nodiscard]] TargetTable const& targets() const { return targets_; }

private:
    void add(VariableUse use, std::vector<std::uint32_t>& row) {
        std::uint32_t column = targets_.equation_of(use);
        if (column == no_index && use.occurrence == Occurrence::value) column = known_column_[use.variable];
        if (column != no_index) row.push_back(column);
    }

    Document const& document_;
    EquationSet const& set_;
    TargetTable targets_;
    FreeVariables walk_;
    Store<VarId, std::uint32_t> known_column_;
    std::vector<VarId> known_;
    Incidence incidence_;
    Matching matching_;
    BlockOrder order_;
};

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

bool describe_dependencies(System& system, PassOptions const&, Diagnostics&) {
    Document& document = system.document;
    UseGraph const graph(document);
    auto const describe = [&](std::vector<VariableUse> const& unknowns, std::vector<Dependency>& result) -> Incidence {
        std::vector<std::uint32_t> wanted;
        for (VariableUse const& unknown : unknowns) wanted.push_back(graph.targets().equation_of(unknown));
        NeededColumns const needed = graph.needed(wanted);
        std::size_t entries = 0;
        for (std::uint32_t i = 0; i < unknowns.size(); ++i) {
            entries += needed.is_all[i] ? graph.known().size() : needed.pattern.row(i).size();
        }
        if (entries > most_entries) return Incidence();
        for (std::uint32_t i = 0; i < unknowns.size(); ++i) {
            ExprId const reference = system.reference(unknowns[i].variable);
            bool const is_der = unknowns[i].occurrence == Occurrence::derivative;
            Dependency dependency{is_der ? document.exprs.der(reference) : reference, {}};
            if (needed.is_all[i]) {
                for (VarId const known : graph.known()) dependency.terms.push_back({known, DependencyKind::dependent});
            } else {
                for (std::uint32_t const column : needed.pattern.row(i)) {
                    dependency.terms.push_back({graph.known_at(column), DependencyKind::dependent});
                }
            }
            result.push_back(std::move(dependency));
        }
        return needed.pattern;
    };
    std::vector<VarId> const states = document.states();
    std::vector<VariableUse> unknowns;
    for (VarId const state : states) unknowns.push_back({state, Occurrence::derivative});
    describe(unknowns, document.dependencies.derivatives);
    unknowns.clear();
    for (VarId const id : document.variables.ids()) {
        bool const is_computed = graph.targets().equation_of({id, Occurrence::value}) != no_index;
        if (document.variables[id].causality == Causality::output && is_computed)
            unknowns.push_back({id, Occurrence::value});
    }
    describe(unknowns, document.dependencies.outputs);

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
    return true;
}

}  // namespace moo
