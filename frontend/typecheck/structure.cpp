#include "frontend/typecheck/structure.h"

#include "moo/expr/value_expr.h"
#include "moo/lower/loop_range.h"
#include "moo/lower/lower_plain_call.h"

namespace moo {

namespace {

constexpr Message<> too_many_iterations{DiagnosticKind::WrongSize, "this loop has too many iterations"};

constexpr std::size_t max_iterations = 10'000'000;

}  // namespace

bool is_connections_call(ast::Ast const& ast, Interner const& interner, ast::ExprId expr) {
    if (ast[expr].kind != ast::ExprKind::call) return false;
    ast::ExprId const callee = ast.strip(ast.callee(expr));
    if (ast[callee].kind != ast::ExprKind::reference) return false;
    auto const parts = ast.reference_parts(callee);
    return parts.size() == 2 && interner.text(parts[0].name) == "Connections";
}

void unroll_loop(Elaborator& elaborator, LoweringContext& context, ast::Iterator const& iterator, std::string_view what,
                 std::function<void()> const& body) {
    LoopRange range(context, iterator);
    if (!range.is_good()) return;
    ExprId const values_expr = range.finish({});
    if (!values_expr) return;
    if (elaborator.exprs.has_iterator(values_expr)) {
        elaborator.needs_unrolling = true;
        return;
    }
    Value const values = elaborator.values.evaluate_or_report(values_expr, iterator.name.span, what);
    if (!values.is_array()) return;
    if (values.elements().size() > max_iterations) {
        context.diagnostics.error(iterator.name.span, too_many_iterations);
        return;
    }
    TypeId const element = elaborator.exprs.types().element(elaborator.exprs.type(values_expr));
    for (Value const& value : values.elements()) {
        context.iterators.back().value = value_to_expr(elaborator.exprs, value, element);
        body();
    }
}

namespace {

// Adds a branch unless its condition is known to be false. False if no branch can follow.
bool add_branch(Elaborator& elaborator, OpenBranch branch, Decide decide, std::vector<OpenBranch>& open) {
    if (branch.condition && (decide == Decide::known || elaborator.values.is_settled(branch.condition))) {
        Value const value = elaborator.values.demand(branch.condition);
        if (value.kind() == ValueKind::boolean) {
            if (!value.as_boolean()) return true;
            branch.condition = {};
        }
    }
    open.push_back(branch);
    return branch.condition.has_value();
}

}  // namespace

std::optional<std::vector<OpenBranch>> open_branches(Elaborator& elaborator, LoweringContext& context,
                                                     std::span<ast::EquationBranch const> branches, Decide decide) {
    std::vector<OpenBranch> open;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        OpenBranch branch{i, {}};
        if (branches[i].condition) {
            branch.condition = lower_condition(context, branches[i].condition, false);
            if (!branch.condition) return std::nullopt;
        }
        if (!add_branch(elaborator, branch, decide, open)) break;
    }
    return open;
}

std::vector<OpenBranch> known_branches(Elaborator& elaborator, std::vector<OpenBranch> const& branches) {
    std::vector<OpenBranch> open;
    for (OpenBranch const& branch : branches) {
        if (!add_branch(elaborator, branch, Decide::known, open)) break;
    }
    return open;
}

}  // namespace moo
