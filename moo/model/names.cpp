#include "moo/model/names.h"

#include "moo/syntax/literal.h"

namespace moo {

std::string identifier_text(std::string_view name, NameStyle style) {
    // A name that begins with a quote is not an identifier of a model but text that needs quoting itself.
    bool const plain = style == NameStyle::plain && !name.starts_with('\'') && is_identifier(name);
    return plain ? std::string(name) : quote_identifier(name);
}

void VariableNames::write_variable(TextWriter& out, VarId variable) const {
    out.write(identifier_text(interner_.text(variables_[variable].name), style_));
}

}  // namespace moo
