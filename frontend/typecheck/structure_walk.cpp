#include "frontend/typecheck/structure_walk.h"

#include <algorithm>

#include "frontend/typecheck/structure.h"

namespace moo {

namespace {

class StructureWalk {
public:
    StructureWalk(Elaborator& elaborator, StructureVisitor& visitor) : e_(elaborator), visitor_(visitor) {}

    // The depth of the tree is bounded by ParseOptions::max_nesting.
    void walk(StructureScope& scope, std::span<ast::EquationId const> equations) {
        for (ast::EquationId const id : equations) {
            ast::Equation const& equation = scope.context.ast[id];
            switch (equation.kind) {
                case ast::EquationKind::if_: walk_if(scope, equation); break;
                case ast::EquationKind::for_: walk_for(scope, equation, 0); break;
                case ast::EquationKind::connect:
                case ast::EquationKind::expression:
                    if (visitor_.concerns(scope.context.ast, equation)) visitor_.visit(scope, equation);
                    break;
                case ast::EquationKind::equality:
                case ast::EquationKind::when: break;
            }
        }
    }

private:
    // Conditions and ranges of other equations need not be known, so they are left alone.
    bool mentions(ast::Ast const& ast, std::span<ast::EquationId const> equations) {
        for (ast::EquationId const id : equations) {
            ast::Equation const& equation = ast[id];
            switch (equation.kind) {
                case ast::EquationKind::if_:
                    for (ast::EquationBranch const& branch : ast.items(equation.branches)) {
                        if (mentions(ast, ast.items(branch.body))) return true;
                    }
                    break;
                case ast::EquationKind::for_:
                    if (mentions(ast, ast.items(equation.body))) return true;
                    break;
                case ast::EquationKind::connect:
                case ast::EquationKind::expression:
                    if (visitor_.concerns(ast, equation)) return true;
                    break;
                case ast::EquationKind::equality:
                case ast::EquationKind::when: break;
            }
        }
        return false;
    }

    void walk_if(StructureScope& scope, ast::Equation const& equation) {
        ast::Ast const& ast = scope.context.ast;
        auto const branches = ast.items(equation.branches);
        bool const any = std::any_of(branches.begin(), branches.end(), [&](ast::EquationBranch const& branch) {
            return mentions(ast, ast.items(branch.body));
        });
        if (!any) return;
        auto const open = open_branches(e_, scope.context, branches, Decide::known);
        if (!open || open->empty()) return;
        ast::EquationBranch const& chosen = branches[open->front().index];
        if (open->front().condition) {
            std::string const what = "the condition of " + std::string(visitor_.noun());
            e_.values.evaluate_or_report(open->front().condition, ast[chosen.condition].span, what);
            return;
        }
        walk(scope, ast.items(chosen.body));
    }

    void walk_for(StructureScope& scope, ast::Equation const& equation, std::size_t iterator) {
        ast::Ast const& ast = scope.context.ast;
        if (iterator == 0 && !mentions(ast, ast.items(equation.body))) return;
        auto const iterators = ast.items(equation.iterators);
        if (iterator == iterators.size()) {
            walk(scope, ast.items(equation.body));
            return;
        }
        std::string const what = "the range of a loop around " + std::string(visitor_.noun());
        unroll_loop(e_, scope.context, iterators[iterator], what, [&] { walk_for(scope, equation, iterator + 1); });
    }

    Elaborator& e_;
    StructureVisitor& visitor_;
};

}  // namespace

void walk_structure(Elaborator& elaborator, std::vector<Node*> const& nodes, StructureVisitor& visitor) {
    StructureWalk walk(elaborator, visitor);
    for (Node* const node : nodes) {
        Symbol const instance = elaborator.instances.path_of(*node);
        elaborator.instances.for_each_base(*node, [&](Node& base) {
            ast::Ast const& ast = *base.def->ast;
            ScopeResolver resolver(elaborator, &base);
            LoweringContext context{ast, elaborator.interner, elaborator.exprs, elaborator.diagnostics, resolver};
            StructureScope scope{context, resolver, node, instance};
            for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
                if (section.kind == ast::SectionKind::equation) walk.walk(scope, ast.items(section.equations));
            }
        });
    }
}

}  // namespace moo
