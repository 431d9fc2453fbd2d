#include "moo/passes/describe_uses.h"

#include "moo/expr/free_variables.h"
#include "moo/structure/incidence.h"

namespace moo {

namespace {

// Finds equations of a set by their targets.
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
