// Prints expressions in Modelica syntax with the fewest parentheses.
#pragma once

#include <string>
#include <string_view>

#include "moo/base/text_writer.h"
#include "moo/expr/store.h"

namespace moo {

// How an occurrence of a remembered value is printed: `relation(1, h <= 0.0)`.
struct RememberedText {
    std::string_view word;
    std::uint32_t number = 0;  // zero for any other expression
};

// Supplies the names that the store does not know.
class NameSource {
public:
    virtual ~NameSource() = default;
    // Writes the name of a variable as Modelica text, quoted if it has to be.
    virtual void write_variable(TextWriter& out, VarId variable) const = 0;
    // The same for the name of a function, iterator, variable of a function, field, enumeration or literal of one.
    virtual void write_identifier(TextWriter& out, Symbol name) const { out.write(text(name)); }
    // The same for the function that makes a record of that name from its fields.
    virtual void write_constructor(TextWriter& out, Symbol record) const { write_identifier(out, record); }
    // The number of an expression that is printed as `shared[number]`; 0 if it is printed itself.
    [[nodiscard]] virtual std::uint32_t shared_number(ExprId) const { return 0; }
    // Not asked about relations inside `noEvent`, where they are not remembered.
    [[nodiscard]] virtual RememberedText remembered(ExprId) const { return {}; }
    // The text of a symbol, such as the contents of a string.
    [[nodiscard]] virtual std::string_view text(Symbol symbol) const = 0;
};

void print(TextWriter& out, ExprStore const& store, ExprId expr, NameSource const& names);
[[nodiscard]] std::string to_string(ExprStore const& store, ExprId expr, NameSource const& names);
// A string literal with quotes and escapes.
void print_string_literal(TextWriter& out, std::string_view text);

}  // namespace moo
