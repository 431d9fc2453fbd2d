#include "moo/passes/settle_structure.h"

#include <utility>

#include "moo/evaluate/parameter_values.h"
#include "moo/expr/value_expr.h"

namespace moo {

namespace {

class Settlement {
public:
    Settlement(FlatModel& model, Interner& interner) : model_(model), values_(model, interner) {}

    void run() {
        for (VarId const id : model_.variables.ids()) {
            settle_fixed(id);
            settle_state_select(id);
        }
        settle(model_.equations);
        settle(model_.initial_equations);
    }

private:
    void settle_fixed(VarId id) {
        constexpr auto place = static_cast<std::size_t>(Attribute::fixed);
        ExprId const fixed = model_.variables[id].attributes[place];
        if (!fixed || model_.exprs.kind(fixed) == ExprKind::boolean) return;
        auto const value = values_.boolean(fixed);
        if (value) model_.variables[id].attributes[place] = model_.exprs.boolean(*value);
    }

    void settle_state_select(VarId id) {
        constexpr auto place = static_cast<std::size_t>(Attribute::state_select);
        ExprId const choice = model_.variables[id].attributes[place];
        if (!choice || model_.exprs.kind(choice) == ExprKind::enumeration) return;
        Evaluation const evaluation = values_.value(choice);
        if (!evaluation.has_value()) return;
        ExprId const literal = value_to_expr(model_.exprs, evaluation.value, model_.exprs.type(choice));
        if (literal) model_.variables[id].attributes[place] = literal;
    }

    // Recursive: as deep as equations nest, which the parser limits.
    void settle(std::vector<FlatEquation>& equations) {
        bool const has_if = [&] {
            for (FlatEquation const& equation : equations) {
                if (equation.kind == FlatEquationKind::if_) return true;
            }
            return false;
        }();
        if (!has_if) return;
        std::vector<FlatEquation> result;
        for (FlatEquation& equation : equations) settle(equation, result);
        equations = std::move(result);
    }

    void settle(FlatEquation& equation, std::vector<FlatEquation>& result) {
        if (equation.kind != FlatEquationKind::if_) {
            result.push_back(std::move(equation));
            return;
        }
        for (FlatBranch& branch : equation.branches) settle(branch.body);
        if (!needs_choice(equation)) {
            result.push_back(std::move(equation));
            return;
        }
        for (FlatBranch& branch : equation.branches) {
            auto const is_taken = branch.condition ? values_.boolean(branch.condition) : true;
            if (!is_taken) {
                result.push_back(std::move(equation));
                return;
            }
            if (!*is_taken) continue;
            for (FlatEquation& inner : branch.body) result.push_back(std::move(inner));
            return;
        }
    }

    static bool needs_choice(FlatEquation const& equation) {
        std::size_t const first = count(equation.branches.front().body);
        if (equation.branches.back().condition && first != 0) return true;
        for (FlatBranch const& branch : equation.branches) {
            if (count(branch.body) != first || has_when(branch.body)) return true;
        }
        return false;
    }

    static bool has_when(std::vector<FlatEquation> const& equations) {
        for (FlatEquation const& equation : equations) {
            if (equation.kind == FlatEquationKind::when) return true;
        }
        return false;
    }

    static std::size_t count(std::vector<FlatEquation> const& equations) {
        std::size_t number = 0;
        for (FlatEquation const& equation : equations) {
            if (equation.kind == FlatEquationKind::equality) ++number;
            if (equation.kind == FlatEquationKind::if_) number += count(equation.branches.front().body);
        }
        return number;
    }

    FlatModel& model_;
    ParameterValues values_;
};

}  // namespace

bool settle_structure(System& system, PassOptions const&, Diagnostics&) {
    Settlement(system.flat, system.interner).run();
    return true;
}

}  // namespace moo
