// Prints expressions in Modelica syntax with the fewest parentheses.
#pragma once

#include <string>
#include <string_view>

#include "moo/base/text_writer.h"
#include "moo/expr/store.h"

namespace moo {

// Supplies the names that the store does not know.
class NameSource {
public:
    virtual ~NameSource() = default;
    // Writes the name of a variable as Modelica text, quoted if it has to be.
    virtual void write_variable(TextWriter& out, VarId variable) const = 0;
    // The text of a symbol: names of functions, iterators, fields, enumerations, and contents of strings.
    [[nodiscard]] virtual std::string_view text(Symbol symbol) const = 0;
};

void print(TextWriter& out, ExprStore const& store, ExprId expr, NameSource const& names);
[[nodiscard]] std::string to_string(ExprStore const& store, ExprId expr, NameSource const& names);
// A string literal with quotes and escapes.
void print_string_literal(TextWriter& out, std::string_view text);

}  // namespace moo
