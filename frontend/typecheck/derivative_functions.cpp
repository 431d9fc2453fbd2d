// Functions that are declared as partial derivatives of others: `function g = der(f, x, y)` (Modelica 3.6, section
// 12.7.2).
//
// The body of the derivative runs the body of the function, and computes with each variable its derivative with respect
// to the input: each assignment `v := e` is preceded by `dv := (de/dx) + sum((de/dw)*dw)`. The outputs of the
// derivative are the derivatives of the outputs. Several inputs are one after the other.
#include <optional>
#include <string>

#include "frontend/typecheck/function_parts.h"
#include "moo/expr/differentiate.h"
#include "moo/expr/substitute.h"
#include "moo/lower/type_text.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> no_input_to_derive_by{
    DiagnosticKind::WrongArguments, "`{}` has no input named `{}` with respect to which it could be differentiated"};
constexpr Message<std::string_view, std::string_view> wrong_input{
    DiagnosticKind::TypeMismatch, "the input `{}` has type {}; derivatives are taken with respect to scalar Reals"};
constexpr Message<std::string_view> not_a_function{DiagnosticKind::NotAValue, "`{}` is not a function"};
constexpr Message<std::string_view> no_derivative{
    DiagnosticKind::UnsupportedConstruct, "the derivative of `{}` is not known: it is external, or calls functions"};

// The derivative of one function by one input.
class FunctionDerivative {
public:
    FunctionDerivative(ExprStore& exprs, Interner& interner, FlatFunction const& original, Symbol input)
        : exprs_(exprs), interner_(interner), original_(original), to_variables_(exprs), to_names_(exprs) {
        for (FunctionVariable const& variable : original.variables) {
            bool const is_real = exprs.types().element(variable.type) == types::real;
            Part part;
            part.value = named(value_name(variable), variable.type);
            if (variable.name == input) {
                part.derivative = exprs.real(1);
            } else if (variable.role == FunctionRole::input || !is_real) {
                part.derivative = exprs.real(0);
            } else {
                part.derivative = named(derivative_name(variable), variable.type);
                part.moves = true;
            }
            // The rules for derivatives work with variables of models, so here such variables represent those of the
            // function.
            VarId const stand_in(parts_.size());
            to_variables_.set(variable.name, exprs.variable(stand_in, variable.type));
            to_names_.set(stand_in, part.value);
            parts_.push_back(part);
        }
    }

    // False if there is no derivative.
    bool build(FlatFunction& result) {
        differentiator_.emplace(exprs_, LeafDerivative{[this](ExprStore&, ExprId leaf) { return of_leaf(leaf); }});
        result.variables.clear();
        result.body.clear();
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            FunctionVariable variable = original_.variables[i];
            ExprId const binding = variable.binding;
            for (ExprId& size : variable.sizes) {
                if (size) size = renamed(size);
            }
            variable.name = value_name(variable);
            if (binding) variable.binding = renamed(binding);
            bool const is_output = variable.role == FunctionRole::output;
            if (is_output) variable.role = FunctionRole::local;
            FunctionVariable moved = variable;
            if (parts_[i].moves) {
                moved.name = derivative_name(original_.variables[i]);
                if (is_output) moved.role = FunctionRole::output;
                moved.binding = binding ? derivative(binding) : zero(variable);
                if (binding && !moved.binding) return false;
            }
            result.variables.push_back(std::move(variable));
            if (parts_[i].moves) result.variables.push_back(std::move(moved));
        }
        return statements(original_.body, result.body);
    }

private:
    struct Part {
        ExprId value;
        ExprId derivative;
        bool moves = false;
    };

    ExprId named(Symbol name, TypeId type) { return exprs_.iterator(name, type); }
    // The outputs keep their names for the derivatives.
    Symbol value_name(FunctionVariable const& variable) {
        if (variable.role != FunctionRole::output) return variable.name;
        return unused("value_", variable.name);
    }
    Symbol derivative_name(FunctionVariable const& variable) {
        if (variable.role == FunctionRole::output) return variable.name;
        return unused("der_", variable.name);
    }
    Symbol unused(std::string const& prefix, Symbol name) {
        std::string text = prefix + std::string(interner_.text(name));
        auto const is_taken = [&] {
            for (FunctionVariable const& variable : original_.variables) {
                if (interner_.text(variable.name) == text) return true;
            }
            return false;
        };
        while (is_taken()) text = prefix + text;
        return interner_.intern(text);
    }
    ExprId zero(FunctionVariable const& variable) {
        if (!exprs_.types().is_array(variable.type)) return exprs_.real(0);
        std::vector<ExprId> arguments{exprs_.real(0)};
        for (ExprId const size : variable.sizes) {
            if (!size) return {};
            arguments.push_back(size);
        }
        return exprs_.builtin(Builtin::fill, arguments);
    }
    ExprId renamed(ExprId expr) { return to_names_.apply(to_variables_.apply(expr)); }
    ExprId derivative(ExprId expr) {
        Derivative const result = differentiator_->differentiate(to_variables_.apply(expr));
        return result.has_value() ? to_names_.apply(result.value) : ExprId();
    }
    // Of `v`, `v[i]`: the same place in the derivative.
    ExprId of_leaf(ExprId leaf) {
        VarId const variable = exprs_.referenced_variable(leaf);
        if (!variable || variable.index() >= parts_.size()) return exprs_.real(0);
        Part const& part = parts_[variable.index()];
        if (!part.moves) return part.derivative;
        return place(leaf, part.derivative);
    }
    ExprId place(ExprId leaf, ExprId base) {
        if (exprs_.kind(leaf) == ExprKind::variable) return base;
        std::vector<ExprId> operands;
        exprs_.operands(leaf).copy_to(operands);
        operands[0] = place(operands[0], base);
        return exprs_.rebuild(leaf, operands);
    }

    // As deep as the statements of the function are nested.
    bool statements(std::vector<FlatStatement> const& from, std::vector<FlatStatement>& target) {
        for (FlatStatement const& statement : from) {
            FlatStatement copy = statement;
            for (ExprId* const expr : {&copy.a, &copy.b, &copy.c}) {
                if (*expr) *expr = renamed(*expr);
            }
            copy.branches.clear();
            for (FlatStatementBranch const& branch : statement.branches) {
                FlatStatementBranch& inner = copy.branches.emplace_back();
                if (branch.condition) inner.condition = renamed(branch.condition);
                if (!statements(branch.body, inner.body)) return false;
            }
            if (statement.kind == FlatStatementKind::assignment && !assignment(statement, target)) return false;
            target.push_back(std::move(copy));
        }
        return true;
    }
    bool assignment(FlatStatement const& statement, std::vector<FlatStatement>& target) {
        if (exprs_.kind(statement.a) == ExprKind::tuple) return false;
        ExprId const left = to_variables_.apply(statement.a);
        VarId const variable = exprs_.referenced_variable(left);
        if (!variable) return false;
        if (!parts_[variable.index()].moves) return true;
        FlatStatement moved = statement;
        moved.description = {};
        moved.a = to_names_.apply(place(left, parts_[variable.index()].derivative));
        moved.b = derivative(statement.b);
        if (!moved.b) return false;
        target.push_back(std::move(moved));
        return true;
    }

    ExprStore& exprs_;
    Interner& interner_;
    FlatFunction const& original_;
    std::vector<Part> parts_;
    Substitution to_variables_;
    Substitution to_names_;
    std::optional<Differentiator> differentiator_;
};

FunctionEntry* differentiated_function(Elaborator& e, FunctionEntry& entry) {
    ast::Class const& syntax = entry.node->def->syntax();
    Node* const node = e.instances.names.lookup_class(entry.node->enclosing, *entry.node->def->ast, syntax.base);
    if (node == nullptr) return nullptr;
    if (!node->is_function()) {
        e.diagnostics.error(syntax.span, not_a_function, e.interner.text(e.instances.path_of(*node)));
        return nullptr;
    }
    return e.functions.function_of(*node);
}

}  // namespace

void fill_derivative(Elaborator& e, FunctionEntry& entry) {
    FunctionEntry const* const original = differentiated_function(e, entry);
    if (original == nullptr) return;
    entry.signature.inputs = original->signature.inputs;
    for (SignatureVariable const& output : original->signature.outputs) {
        if (e.exprs.types().element(output.type) == types::real) entry.signature.outputs.push_back(output);
    }
    entry.flat.variables = original->flat.variables;
    ast::Ast const& ast = *entry.node->def->ast;
    for (ast::Ident const& ident : ast.items(entry.node->def->syntax().derivative_variables)) {
        SignatureVariable const* by = nullptr;
        for (SignatureVariable const& input : entry.signature.inputs) {
            if (input.name == ident.symbol) by = &input;
        }
        std::string_view const name = e.interner.text(ident.symbol);
        if (by == nullptr) {
            e.diagnostics.error(ident.span, no_input_to_derive_by, e.interner.text(original->signature.name), name);
        } else if (by->type != types::real) {
            e.diagnostics.error(ident.span, wrong_input, name, type_text(e.exprs.types(), by->type, e.interner));
        }
    }
}

void lower_derivative(Elaborator& e, FunctionEntry& entry) {
    FunctionEntry* const original = differentiated_function(e, entry);
    if (original == nullptr) return;
    FlatFunction current = *e.functions.complete_function(*original);
    ast::Class const& syntax = entry.node->def->syntax();
    for (ast::Ident const& ident : entry.node->def->ast->items(syntax.derivative_variables)) {
        FlatFunction next = current;
        bool const is_known =
            !current.external && FunctionDerivative(e.exprs, e.interner, current, ident.symbol).build(next);
        if (!is_known) {
            e.diagnostics.error(syntax.span, no_derivative, e.interner.text(original->signature.name));
            return;
        }
        current = std::move(next);
    }
    entry.flat.variables = std::move(current.variables);
    entry.flat.body = std::move(current.body);
}

}  // namespace moo
