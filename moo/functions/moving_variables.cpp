#include "moo/functions/moving_variables.h"

#include <algorithm>
#include <utility>

#include "moo/expr/free_variables.h"
#include "moo/expr/type_rules.h"

namespace moo {

namespace {

class MovingVariables {
public:
    MovingVariables(ExprStore const& store, FlatFunction const& function, std::unordered_set<Symbol> inputs)
        : store_(store), moving_(std::move(inputs)) {
        for (FunctionVariable const& variable : function.variables) {
            if (contains_real(store.types(), variable.type)) with_reals_.insert(variable.name);
            // The default of an input is filled in by who calls.
            bool const is_input = variable.role == FunctionRole::input;
            if (variable.binding && !is_input) add_flow(variable.name, variable.binding);
        }
        collect(function.body);
    }

    // Loops carry values backwards, so this is repeated until nothing new is found.
    std::unordered_set<Symbol> find() {
        for (bool changed = true; std::exchange(changed, false);) {
            for (Flow const& flow : flows_) {
                if (moving_.contains(flow.target)) continue;
                bool const moves = std::any_of(flow.sources.begin(), flow.sources.end(),
                                               [&](Symbol source) { return moving_.contains(source); });
                if (moves) changed = moving_.insert(flow.target).second;
            }
        }
        return std::move(moving_);
    }

private:
    struct Flow {
        Symbol target;
        std::vector<Symbol> sources;
    };

    void add_flow(Symbol target, ExprId value) {
        bool const matters = target && with_reals_.contains(target);
        if (matters) flows_.push_back({target, mentioned_iterators(store_, value)});
    }

    // As deep as the statements are nested.
    void collect(std::vector<FlatStatement> const& statements) {
        for (FlatStatement const& statement : statements) {
            if (statement.kind == FlatStatementKind::assignment) {
                if (store_.kind(statement.a) == ExprKind::tuple) {
                    for (ExprId const target : store_.operands(statement.a)) {
                        add_flow(root_variable(store_, target), statement.b);
                    }
                } else {
                    add_flow(root_variable(store_, statement.a), statement.b);
                }
            }
            for (FlatStatementBranch const& branch : statement.branches) collect(branch.body);
        }
    }

    ExprStore const& store_;
    std::unordered_set<Symbol> moving_;
    std::unordered_set<Symbol> with_reals_;
    std::vector<Flow> flows_;
};

}  // namespace

std::unordered_set<Symbol> moving_variables(ExprStore const& store, FlatFunction const& function,
                                            std::unordered_set<Symbol> inputs) {
    return MovingVariables(store, function, std::move(inputs)).find();
}

Symbol root_variable(ExprStore const& store, ExprId reference) {
    while (store.kind(reference) == ExprKind::subscript || store.kind(reference) == ExprKind::field) {
        reference = store.operand(reference, 0);
    }
    return store.kind(reference) == ExprKind::iterator ? store.symbol(reference) : Symbol();
}

}  // namespace moo
