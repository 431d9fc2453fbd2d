// Names in what is not taken: the other branches of an if that is decided during translation. Sizes and types may not
// fit there, but every name must be declared all the same.
#include <algorithm>
#include <array>

#include "frontend/typecheck/scope_resolver.h"
#include "frontend/typecheck/structure.h"

namespace moo {

namespace {

// Calls that no function declares and that are not among the built-in functions of the expression store.
constexpr std::array<std::string_view, 13> operator_names = {
    "der",        "pre",          "pure",        "array",        "terminate",  "assert", "reinit", "getInstanceName",
    "transition", "initialState", "activeState", "ticksInState", "timeInState"};

bool is_operator(std::string_view name) {
    return find_builtin(name).has_value() ||
           std::find(operator_names.begin(), operator_names.end(), name) != operator_names.end();
}

}  // namespace

// As deep as the source is nested, which the parser limits.
class NameCheck {
public:
    NameCheck(ScopeResolver& resolver, LoweringContext& context)
        : resolver_(resolver), context_(context), ast_(context.ast) {
        for (BoundIterator const& iterator : context.iterators) iterators_.push_back(iterator.name);
    }

    void check(std::span<ast::EquationId const> equations) {
        for (ast::EquationId const id : equations) check(ast_[id]);
    }

    void check(ast::ExprId id) {
        if (!id) return;
        switch (ast_[id].kind) {
            case ast::ExprKind::integer:
            case ast::ExprKind::real:
            case ast::ExprKind::boolean:
            case ast::ExprKind::string:
            case ast::ExprKind::end:
            case ast::ExprKind::colon:
            case ast::ExprKind::break_: return;
            case ast::ExprKind::reference: return check_reference(id);
            case ast::ExprKind::call:
            case ast::ExprKind::partial_application: return check_call(id);
            case ast::ExprKind::comprehension: return check_loop(ast_.iterators(id), [&] { check(ast_.operand(id)); });
            case ast::ExprKind::chain:
                check(ast_.operand(id));
                for (ast::Term const& term : ast_.terms(id)) check(term.operand);
                return;
            case ast::ExprKind::unary:
            case ast::ExprKind::group:
            case ast::ExprKind::member:
            case ast::ExprKind::decorated: return check(ast_.operand(id));
            case ast::ExprKind::subscripted: check(ast_.operand(id)); [[fallthrough]];
            case ast::ExprKind::range:
            case ast::ExprKind::conditional:
            case ast::ExprKind::array:
            case ast::ExprKind::matrix:
            case ast::ExprKind::matrix_row:
            case ast::ExprKind::tuple:
                for (ast::ExprId const element : ast_.elements(id)) check(element);
                return;
        }
    }

private:
    void check(ast::Equation const& equation) {
        check(equation.lhs);
        check(equation.rhs);
        for (ast::EquationBranch const& branch : ast_.items(equation.branches)) {
            check(branch.condition);
            check(ast_.items(branch.body));
        }
        check_loop(ast_.items(equation.iterators), [&] { check(ast_.items(equation.body)); });
    }

    template <class Body>
    void check_loop(std::span<ast::Iterator const> iterators, Body const& body) {
        std::size_t const count = iterators_.size();
        for (ast::Iterator const& iterator : iterators) {
            check(iterator.range);
            iterators_.push_back(iterator.name.symbol);
        }
        body();
        iterators_.resize(count);
    }

    void check_reference(ast::ExprId id) {
        auto const parts = ast_.reference_parts(id);
        for (ast::ReferencePart const& part : parts) {
            for (ast::ExprId const subscript : ast_.items(part.subscripts)) check(subscript);
        }
        bool const is_iterator = std::find(iterators_.begin(), iterators_.end(), parts[0].name) != iterators_.end();
        if (!is_iterator || ast_[id].is_global) resolver_.check_reference(context_, id, false);
    }

    void check_call(ast::ExprId id) {
        for (ast::Argument const& argument : ast_.arguments(id)) check(argument.value);
        if (is_connections_call(ast_, context_.interner, id)) return;
        auto const name = ast_.simple_callee(id);
        if (name && is_operator(context_.interner.text(*name))) return;
        ast::ExprId const callee = ast_.strip(ast_.callee(id));
        if (ast_[callee].kind == ast::ExprKind::reference) resolver_.check_reference(context_, callee, true);
    }

    ScopeResolver& resolver_;
    LoweringContext& context_;
    ast::Ast const& ast_;
    std::vector<Symbol> iterators_;
};

void ScopeResolver::check_names(LoweringContext& context, std::span<ast::EquationId const> equations) {
    NameCheck(*this, context).check(equations);
}

void ScopeResolver::check_names(LoweringContext& context, ast::ExprId expr) { NameCheck(*this, context).check(expr); }

void ScopeResolver::check_reference(LoweringContext& context, ast::ExprId reference, bool is_callee) {
    Cursor const cursor{context.ast.reference_parts(reference), reference};
    Found found = find_first(context, reference);
    if (found.is_wrong) return;
    if (!found.has_value()) {
        bool const is_plain = cursor.parts.size() == 1;
        if (is_plain && is_callee) {
            report_unknown_function(context, reference);
        } else if (!is_plain || context.interner.text(cursor.parts[0].name) != "time") {
            unknown(context, cursor, 0, nullptr);
        }
        return;
    }
    for (std::size_t next = 1; next < cursor.parts.size(); ++next) {
        Symbol const name = cursor.parts[next].name;
        Node* node = found.class_node;
        if (found.element != nullptr && found.element->def->is_class()) {
            node = e_.instances.classes.class_of(*found.element);
        }
        if (found.element != nullptr && !found.element->def->is_class()) {
            Component* component = e_.instances.components.component_of(*found.element);
            if (component != nullptr) component = e_.instances.components.resolve_outer(*component);
            if (component == nullptr || component->type == nullptr) return;
            // The elements of a component are in its values, unless its condition is false or it has no elements.
            bool const has_values =
                component->primitive == Primitive::none && !component->is_disabled && !component->parent->is_function();
            auto const values = has_values ? e_.instances.components.values_of(*component) : std::vector<Node*>();
            node = values.empty() ? component->type : values[0];
        }
        if (node == nullptr) return;
        if (e_.instances.primitive_of(*node) == Primitive::enumeration) {
            auto const literals = e_.exprs.types().literals(e_.types.type_of_class(*node));
            if (std::find(literals.begin(), literals.end(), name) == literals.end()) {
                unknown(context, cursor, next, node);
            }
            return;
        }
        found = e_.instances.names.find_member(*node, name);
        if (found.has_value()) continue;
        // The elements of an expandable connector follow from the connections.
        if (node->kind != ast::ClassKind::expandable_connector) unknown(context, cursor, next, node);
        return;
    }
}

}  // namespace moo
