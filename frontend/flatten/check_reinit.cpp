#include "frontend/flatten/check_reinit.h"

#include "moo/base/disjoint_sets.h"
#include "moo/expr/free_variables.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cannot_be_state{DiagnosticKind::WrongWhen,
                                                    "`reinit` is applied to `{}`, which cannot be a state"};

class ReinitCheck {
public:
    ReinitCheck(FlatModel const& model, DiscreteTime const& discrete, Interner const& interner,
                Diagnostics& diagnostics)
        : model_(model),
          exprs_(model.exprs),
          discrete_(discrete),
          interner_(interner),
          diagnostics_(diagnostics),
          free_variables_(model.exprs) {}

    void run() {
        collect(model_.equations);
        if (reinits_.empty()) return;
        join_variables();
        for (FlatEquation const* const reinit : reinits_) {
            VarId const variable = exprs_.referenced_variable(reinit->a);
            if (!variable || can_be_state(variable)) continue;
            diagnostics_.error(reinit->source, cannot_be_state, interner_.text(model_.variables[variable].name))
                .note({}, "no equation relates it to a derivative");
        }
    }

private:
    void collect(std::vector<FlatEquation> const& equations) {
        for (FlatEquation const& equation : equations) {
            if (equation.kind == FlatEquationKind::reinit) reinits_.push_back(&equation);
            for (FlatBranch const& branch : equation.branches) collect(branch.body);
        }
    }

    // The variables of one equation are in one set, those of an algorithm too.
    void join_variables() {
        sets_ = DisjointSets(static_cast<std::uint32_t>(model_.variables.size()));
        has_derivative_.assign(model_.variables.size(), false);
        join_all(model_.equations);
        for (FlatAlgorithm const& algorithm : model_.algorithms) {
            VarId first;
            join_part(algorithm.statements, first);
        }
        for (std::size_t i = 0; i < has_derivative_.size(); ++i) {
            if (has_derivative_[i]) has_derivative_[sets_.find(static_cast<std::uint32_t>(i))] = true;
        }
    }

    void join_all(std::vector<FlatEquation> const& equations) {
        for (FlatEquation const& equation : equations) {
            // Outside of when-equations; those set discrete variables only.
            if (equation.kind == FlatEquationKind::when) continue;
            VarId first;
            if (equation.branches.empty()) {
                join(equation.a, first);
                join(equation.b, first);
            } else {
                for (FlatBranch const& branch : equation.branches) join_part(branch.body, first);
            }
        }
    }

    template <class Item>
    void join_part(std::vector<Item> const& items, VarId& first) {
        for (Item const& item : items) {
            join(item.a, first);
            join(item.b, first);
            for (auto const& branch : item.branches) join_part(branch.body, first);
        }
    }

    void join(ExprId expr, VarId& first) {
        if (!expr || !exprs_.varies(expr)) return;
        bool const has_der = exprs_.has_der(expr);
        for (VariableUse const& use : free_variables_.uses(expr)) {
            if (has_der) has_derivative_[use.variable.index()] = true;
            if (discrete_.is_discrete(use.variable)) continue;
            if (first) sets_.join(first.index(), use.variable.index());
            first = use.variable;
        }
    }

    [[nodiscard]] bool can_be_state(VarId variable) {
        if (discrete_.is_discrete(variable)) return false;
        if (model_.variables[variable].causality == Causality::input) return false;
        return has_derivative_[sets_.find(variable.index())];
    }

    FlatModel const& model_;
    ExprStore const& exprs_;
    DiscreteTime const& discrete_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
    FreeVariables free_variables_;
    std::vector<FlatEquation const*> reinits_;
    DisjointSets sets_;
    std::vector<bool> has_derivative_;
};

}  // namespace

void check_reinit(FlatModel const& model, DiscreteTime const& discrete, Interner const& interner,
                  Diagnostics& diagnostics) {
    ReinitCheck(model, discrete, interner, diagnostics).run();
}

}  // namespace moo
