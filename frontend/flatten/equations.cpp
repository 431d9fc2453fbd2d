// Equations and algorithms of all instances (Modelica 3.6, chapters 8 and 11).
#include "frontend/flatten/flattener.h"
#include "frontend/typecheck/structure.h"
#include "moo/check/counts.h"
#include "moo/lower/loop_range.h"
#include "moo/lower/lower_plain_call.h"
#include "moo/lower/lower_statement.h"
#include "moo/lower/type_text.h"
#include "moo/lower/unroll_spread.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<> object_in_equation{
    DiagnosticKind::NotAValue, "an external object cannot be assigned to; it is constructed where it is declared"};
constexpr Message<std::string_view> misplaced_connect{DiagnosticKind::UnexpectedToken, "`connect` is used in {}"};

// Whether a loop must be taken apart because its iterations differ in structure.
bool has_structure(ast::Ast const& ast, std::span<ast::EquationId const> equations) {
    for (ast::EquationId const id : equations) {
        ast::Equation const& equation = ast[id];
        switch (equation.kind) {
            case ast::EquationKind::connect:
            case ast::EquationKind::if_:
            case ast::EquationKind::when: return true;
            case ast::EquationKind::for_:
                if (has_structure(ast, ast.items(equation.body))) return true;
                break;
            case ast::EquationKind::equality:
            case ast::EquationKind::expression: break;
        }
    }
    return false;
}

}  // namespace

void Flattener::flatten_node(Node& node) {
    Symbol const instance = instances_.path_of(node);
    instances_.for_each_base(node, [&](Node& base) {
        ast::Ast const& ast = *base.def->ast;
        ScopeResolver resolver(elaborator_, &base);
        LoweringContext context{ast, interner_, exprs_, diagnostics_, resolver};
        context.allows_conditional = false;
        EquationScope scope{context, resolver, instance, {}};
        for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
            context.allows_impure = section.kind == ast::SectionKind::initial_equation ||
                                    section.kind == ast::SectionKind::initial_algorithm;
            switch (section.kind) {
                case ast::SectionKind::elements:
                case ast::SectionKind::public_:
                case ast::SectionKind::protected_: break;
                case ast::SectionKind::equation:
                    flatten_equations(scope, ast.items(section.equations), model_.equations);
                    break;
                case ast::SectionKind::initial_equation:
                    scope.inside = "an initial equation section";
                    flatten_equations(scope, ast.items(section.equations), model_.initial_equations);
                    scope.inside = {};
                    break;
                case ast::SectionKind::algorithm:
                case ast::SectionKind::initial_algorithm: {
                    FlatAlgorithm algorithm;
                    algorithm.instance = instance;
                    algorithm.source = section.span;
                    lower_statements(context, ast.items(section.statements), own_place, algorithm.statements);
                    if (algorithm.statements.empty()) break;
                    bool const is_initial = section.kind == ast::SectionKind::initial_algorithm;
                    (is_initial ? model_.initial_algorithms : model_.algorithms).push_back(std::move(algorithm));
                    break;
                }
            }
        }
    });
}

void Flattener::flatten_equations(EquationScope& scope, std::span<ast::EquationId const> equations,
                                  std::vector<FlatEquation>& target) {
    for (ast::EquationId const id : equations) flatten_equation(scope, id, target);
}

void Flattener::flatten_equation(EquationScope& scope, ast::EquationId id, std::vector<FlatEquation>& target) {
    ast::Ast const& ast = scope.context.ast;
    ast::Equation const& equation = ast[id];
    switch (equation.kind) {
        case ast::EquationKind::connect:
            // Those in their places were collected before.
            if (!scope.inside.empty()) diagnostics_.error(equation.span, misplaced_connect, scope.inside);
            return;
        case ast::EquationKind::if_: return flatten_if(scope, equation, target);
        case ast::EquationKind::when: return flatten_when(scope, equation, target);
        case ast::EquationKind::for_: return flatten_for(scope, equation, 0, target);
        case ast::EquationKind::equality:
        case ast::EquationKind::expression: break;
    }
    if (equation.kind == ast::EquationKind::expression && is_connections_call(ast, interner_, equation.lhs)) return;
    if (state_machines_.is_definition(scope.context, scope.resolver, equation, scope.inside)) return;
    auto lowered = lower_equation(scope.context, id, [&](WrittenPlace const& written) {
        SourcePlace place(written.span);
        place.instance = scope.instance;
        return place;
    });
    if (!lowered) return;
    if (lowered->kind == FlatEquationKind::equality) {
        TypeTable const& types = exprs_.types();
        if (types.kind(types.element(exprs_.type(lowered->a))) == TypeKind::external_object) {
            diagnostics_.error(equation.span, object_in_equation);
            return;
        }
    }
    if (lowered->kind != FlatEquationKind::for_) return add_equality(std::move(*lowered), target);
    std::vector<FlatEquation> parts;
    append_unrolled(exprs_, std::move(*lowered), FlatEquationKind::for_, parts);
    for (FlatEquation& part : parts) add_equality(std::move(part), target);
}

// Equations between records are equations between their fields, as far as both sides have fields to show.
void Flattener::add_equality(FlatEquation equation, std::vector<FlatEquation>& target) {
    if (equation.kind != FlatEquationKind::equality || exprs_.kind(equation.a) == ExprKind::tuple) {
        target.push_back(std::move(equation));
        return;
    }
    TypeTable const& types = exprs_.types();
    TypeId const type = exprs_.type(equation.a);
    TypeId const element = types.element(type);
    if (types.kind(element) != TypeKind::record) {
        if (scalar_count(types, type) == 0 && types.has_known_sizes(type)) return;
        target.push_back(std::move(equation));
        return;
    }
    auto const part = [&](ExprId a, ExprId b) {
        FlatEquation inner = equation;
        inner.a = a;
        inner.b = b;
        add_equality(std::move(inner), target);
    };
    if (types.is_array(type)) {
        bool const both = exprs_.kind(equation.a) == ExprKind::array && exprs_.kind(equation.b) == ExprKind::array;
        if (both) {
            for (std::size_t i = 0; i < exprs_.operands(equation.a).size(); ++i) {
                part(exprs_.operand(equation.a, i), exprs_.operand(equation.b, i));
            }
            return;
        }
        if (scalar_count(types, type) > 0) target.push_back(std::move(equation));
        return;
    }
    std::vector<std::pair<ExprId, ExprId>> fields;
    auto const names = std::vector<RecordField>(types.fields(element).begin(), types.fields(element).end());
    for (RecordField const& field : names) {
        ExprId const a = exprs_.field(equation.a, field.name);
        ExprId const b = exprs_.field(equation.b, field.name);
        if (exprs_.kind(a) == ExprKind::field || exprs_.kind(b) == ExprKind::field) {
            // One side is a call: it stays one equation.
            target.push_back(std::move(equation));
            return;
        }
        fields.emplace_back(a, b);
    }
    for (auto const& [a, b] : fields) part(a, b);
}

void Flattener::flatten_when(EquationScope& scope, ast::Equation const& equation, std::vector<FlatEquation>& target) {
    ast::Ast const& ast = scope.context.ast;
    FlatEquation result;
    result.kind = FlatEquationKind::when;
    result.instance = scope.instance;
    result.source = equation.span;
    bool is_good = true;
    std::string_view const outside = std::exchange(scope.inside, "a when-equation");
    bool const allowed_impure = std::exchange(scope.context.allows_impure, true);
    for (ast::EquationBranch const& branch : ast.items(equation.branches)) {
        FlatBranch lowered;
        lowered.condition = lower_condition(scope.context, branch.condition, true);
        is_good = is_good && lowered.condition.has_value();
        flatten_equations(scope, ast.items(branch.body), lowered.body);
        result.branches.push_back(std::move(lowered));
    }
    scope.inside = outside;
    scope.context.allows_impure = allowed_impure;
    if (is_good) target.push_back(std::move(result));
}

void Flattener::flatten_for(EquationScope& scope, ast::Equation const& equation, std::size_t iterator,
                            std::vector<FlatEquation>& target) {
    ast::Ast const& ast = scope.context.ast;
    auto const iterators = ast.items(equation.iterators);
    if (iterator == iterators.size()) {
        flatten_equations(scope, ast.items(equation.body), target);
        return;
    }
    if (!has_structure(ast, ast.items(equation.body)) && keep_loop(scope, equation, iterator, target)) return;
    unroll_loop(elaborator_, scope.context, iterators[iterator], "the range of a loop over components",
                [&] { flatten_for(scope, equation, iterator + 1, target); });
}

// The loop as it is written; false if it must be unrolled.
bool Flattener::keep_loop(EquationScope& scope, ast::Equation const& equation, std::size_t iterator,
                          std::vector<FlatEquation>& target) {
    ast::Ast const& ast = scope.context.ast;
    FlatEquation result;
    result.kind = FlatEquationKind::for_;
    result.instance = scope.instance;
    result.source = equation.span;
    FlatBranch body;
    bool const outer_flag = elaborator_.needs_unrolling;
    elaborator_.needs_unrolling = false;
    std::size_t const errors = diagnostics_.error_count();
    {
        LoopRange range(scope.context, ast.items(equation.iterators)[iterator]);
        if (!range.is_good()) return true;
        flatten_for(scope, equation, iterator + 1, body.body);
        bool const must_unroll = elaborator_.needs_unrolling;
        elaborator_.needs_unrolling = outer_flag;
        if (must_unroll) return false;
        // Connections and transitions leave nothing here.
        if (diagnostics_.error_count() > errors || body.body.empty()) return true;
        result.iterator = range.name();
        result.branches.push_back(std::move(body));
        std::vector<ExprId> uses;
        collect_expressions(result.branches, uses);
        result.a = range.finish(uses);
    }
    if (!result.a) return true;
    target.push_back(std::move(result));
    return true;
}

}  // namespace moo
