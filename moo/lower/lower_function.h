// From function classes of Base Modelica to functions of a flat model.
#pragma once

#include "moo/lower/flat_scope.h"
#include "moo/lower/lower_equation.h"

namespace moo {

// Lowers in two steps, because functions call each other: first the interface that a call needs, then the rest.
class FunctionLowering {
public:
    FunctionLowering(LoweringContext& context, FlatScope& scope, LocateSource const& locate)
        : context_(context), ast_(context.ast), scope_(scope), locate_(locate) {}

    // The variables with their types and sizes, and the defaults of the inputs.
    void declare(ast::ClassId class_id, Symbol name, ast::Decoration decoration);
    [[nodiscard]] FunctionSignature signature() const;
    // What is known so far.
    [[nodiscard]] FlatFunction const& declared() const { return function_; }
    // Bindings, algorithm, external clause and annotations.
    [[nodiscard]] FlatFunction finish();

private:
    struct Declared {
        std::uint32_t offset;
        ast::ModificationId modification;
        FunctionVariable variable;
    };

    void declare_names(ast::Element const& element);
    void declare_element(ast::Element const& element, bool are_inputs);
    void declare_variable(ast::ComponentClause const& clause, ast::Component const& component, SourceSpan source);
    void sort_variables();
    ExprId lower_binding(std::size_t index);
    void lower_external(ast::External const& external);
    void read_annotation(ast::ModificationId annotation);
    void read_derivative(ast::Modifier const& modifier);
    void read_inverse(ast::ModificationId modification);
    [[nodiscard]] Symbol name_value(ast::ModificationId modification);

    LoweringContext& context_;
    ast::Ast const& ast_;
    FlatScope& scope_;
    LocateSource const& locate_;
    ast::ClassId class_id_;
    FlatFunction function_;
    FlatScope::Locals locals_;
    std::vector<Declared> declared_;
    std::vector<ast::ModificationId> modifications_;  // of each variable
};

}  // namespace moo
