// Expressions as elements of ModelicaXML.
#pragma once

#include <unordered_map>
#include <vector>

#include "backends/xml/xml_element.h"
#include "moo/expr/free_variables.h"
#include "moo/io/document/write_context.h"

namespace moo {

class XmlExpressions {
public:
    explicit XmlExpressions(WriteContext const& context);

    // Appends one element to `parent`.
    void append(pugi::xml_node parent, ExprId expr);
    void append_variable(pugi::xml_node parent, VarId variable) const;
    // Appends `f(arguments)`; the scope says what kind of name `f` is.
    pugi::xml_node append_call(pugi::xml_node parent, char const* element, std::string_view function,
                               char const* scope) const;
    // Appends the expressions that others refer to by number. Call it last, because writing other expressions adds to
    // them.
    void append_shared(pugi::xml_node parent);

private:
    // An expression that remains to be written, in an element of its own if `wrapper` is not null.
    struct Todo {
        pugi::xml_node parent;
        ExprId expr;
        std::size_t depth = 0;
        char const* wrapper = nullptr;
        Symbol ident = {};
    };

    void run(pugi::xml_node parent, ExprId root, bool is_definition);
    void write(Todo const& todo);
    void write_reduction(pugi::xml_node parent, Todo const& todo);
    void push_operands(pugi::xml_node parent, Todo const& todo, std::size_t first = 0);
    void operation(Todo const& todo, char const* element, char const* kind = nullptr, bool is_element_wise = false);
    void reference(pugi::xml_node parent, Symbol name, char const* scope) const;
    // The number of an expression that is not written here; 0 if it is.
    std::uint32_t number_of(Todo const& todo);
    [[nodiscard]] std::string_view text(Symbol symbol) const { return context_.interner.text(symbol); }

    WriteContext const& context_;
    ExprStore const& exprs_;
    FreeVariables free_variables_;
    std::vector<Todo> todo_;
    std::vector<ExprId> shared_;                      // by number, from 1
    std::unordered_map<ExprId, std::uint32_t> deep_;  // those of them that were split off because of their depth
};

}  // namespace moo
