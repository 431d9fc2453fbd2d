// Declarations of variables of a flat model.
#pragma once

#include <vector>

#include "moo/lower/flat_scope.h"
#include "moo/lower/lower_equation.h"
#include "moo/lower/lower_sizes.h"

namespace moo {

// Declares all variables first and lowers attributes and bindings later, because these may refer to any variable.
class VariableLowering {
public:
    VariableLowering(LoweringContext& context, FlatScope& scope, LocateSource const& locate, FlatModel& model)
        : context_(context), ast_(context.ast), scope_(scope), locate_(locate), model_(model) {}

    void declare(ast::Element const& element, bool is_protected, bool is_package_constant);
    // Handles an initial equation that represents the binding of a final or protected parameter, which users cannot
    // change after translation: `'p' = e`. Call it before the bindings are lowered; false if it is an ordinary
    // equation.
    bool take_final_value(ast::Equation const& equation);
    // Attributes and bindings. The binding of a variable that is neither parameter nor constant is an equation.
    void lower_all();
    // The binding of a parameter whose value is needed before its turn.
    void lower_binding_of(VarId id);
    // `fixed = true`, or the guess value: attributes that equations determine.
    void set_attribute(VarId id, Attribute attribute, ExprId value, SourceSpan span);

private:
    struct Declared {
        VarId variable;
        ast::ComponentId component;
        std::vector<ast::ModificationId> type_modifications;
        ast::ExprId final_value = {};  // by an initial equation
        bool is_binding_lowered = false;
    };

    void declare_component(ast::Element const& element, ast::ComponentClause const& clause, ast::ComponentId id,
                           Variable variable);
    void read_annotation(ast::ModificationId annotation, Variable& variable) const;
    void lower(Declared& declared);
    void lower_attributes(VarId id, ast::ModificationId modification);
    void lower_attribute(VarId id, ast::Modifier const& modifier, std::uint32_t& given);
    void lower_field(VarId id, ast::Modifier const& modifier);
    ExprId lower_attribute_value(ast::ExprId value, TypeId scalar, TypeId variable);
    void lower_binding(Declared& declared);
    void add_equation(VarId id, ExprId left, ExprId right);
    void refuse(SourceSpan span, std::string_view what);

    LoweringContext& context_;
    ast::Ast const& ast_;
    FlatScope& scope_;
    LocateSource const& locate_;
    FlatModel& model_;
    std::vector<Declared> declared_;  // in the order of their ids, which follow each other
};

}  // namespace moo
