#include "moo/passes/name_derivatives.h"

#include <unordered_set>

#include "moo/expr/substitute.h"
#include "moo/passes/generated.h"
#include "moo/passes/rewrite_system.h"

namespace moo {

namespace {

// Finds the outermost derivatives of expressions that are not variables, each once.
class DerivativeSearch {
public:
    explicit DerivativeSearch(ExprStore const& exprs) : exprs_(exprs) {}

    void look_at(ExprId expr) {
        stack_.assign(1, expr);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (!exprs_.has_der(id) || !seen_.insert(id).second) continue;
            bool const is_other = exprs_.kind(id) == ExprKind::der && !exprs_.referenced_variable(id);
            if (is_other) found.push_back(id);
            for (ExprId const operand : exprs_.operands(id)) stack_.push_back(operand);
        }
    }

    std::vector<ExprId> found;

private:
    ExprStore const& exprs_;
    std::unordered_set<ExprId> seen_;
    std::vector<ExprId> stack_;
};

}  // namespace

bool name_derivatives(System& system, PassOptions const&, Diagnostics&) {
    ExprStore& exprs = system.exprs();
    DerivativeSearch search(exprs);
    rewrite_system(system, [&](ExprId expr) {
        search.look_at(expr);
        return expr;
    });
    if (search.found.empty()) return true;
    Substitution substitution(exprs);
    std::vector<SystemEquation> definitions;
    for (ExprId const derivative : search.found) {
        ExprId const name = add_generated_variable(system, "_der", types::real, Variability::continuous, {});
        substitution.set(derivative, exprs.der(name));
        definitions.push_back({name, exprs.operand(derivative, 0), {ProvenanceKind::differentiated_expression}});
    }
    for (SystemEquation& definition : definitions) system.equations.push_back(std::move(definition));
    // Definitions are rewritten too: der(x + der(2*y)).
    rewrite_system(system, [&](ExprId expr) { return exprs.has_der(expr) ? substitution.apply(expr) : expr; });
    return true;
}

}  // namespace moo
