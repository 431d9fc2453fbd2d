// Declarations, types and functions as elements of ModelicaXML.
#pragma once

#include "backends/xml/xml_expressions.h"

namespace moo {

class XmlDefinitions {
public:
    XmlDefinitions(WriteContext const& context, XmlExpressions& expressions)
        : context_(context), expressions_(expressions), exprs_(context.document.exprs) {}

    void append_type(pugi::xml_node parent, FlatType const& type);
    void append_function(pugi::xml_node parent, FlatFunction const& function);
    void append_variable(pugi::xml_node parent, VarId id);

    void append_place(pugi::xml_node node, SourceSpan source) const;
    void append_comment(pugi::xml_node node, Symbol description) const;
    // `ident = value` inside of parentheses.
    void append_modification(pugi::xml_node parent, std::string_view ident, ExprId value);
    void append_modification(pugi::xml_node parent, std::string_view ident, double value);

private:
    pugi::xml_node append_definition(pugi::xml_node parent, Symbol name, std::string_view restriction,
                                     Symbol description, SourceSpan source) const;
    pugi::xml_node append_component(pugi::xml_node parent, Symbol name, TypeId type) const;
    void append_sizes(pugi::xml_node component, TypeId type) const;
    void append_function_variable(pugi::xml_node parent, FunctionVariable const& variable);
    void append_external(pugi::xml_node parent, FlatExternal const& external);
    void append_function_annotation(pugi::xml_node parent, FlatFunction const& function);
    void append_statements(pugi::xml_node parent, std::vector<FlatStatement> const& statements);
    void append_statement(pugi::xml_node parent, FlatStatement const& statement);
    void append_branches(pugi::xml_node algorithm, FlatStatement const& statement, char const* first,
                         char const* other);
    void append_effect(pugi::xml_node algorithm, std::string_view function, FlatStatement const& statement);
    [[nodiscard]] std::string_view type_name(TypeId type) const;
    [[nodiscard]] std::string_view text(Symbol symbol) const {
        return symbol ? context_.interner.text(symbol) : std::string_view();
    }

    WriteContext const& context_;
    XmlExpressions& expressions_;
    ExprStore const& exprs_;
};

}  // namespace moo
