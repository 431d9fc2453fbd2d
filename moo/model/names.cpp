#include "moo/model/names.h"

#include <algorithm>

#include "moo/syntax/literal.h"

namespace moo {

std::string identifier_text(std::string_view name, NameStyle style) {
    // A name that begins with a quote is not an identifier of a model but text that needs quoting itself.
    bool const plain = style == NameStyle::plain && !name.starts_with('\'') && is_identifier(name);
    return plain ? std::string(name) : quote_identifier(name);
}

void VariableNames::write_variable(TextWriter& out, VarId variable) const {
    write_identifier(out, variables_[variable].name);
}

void VariableNames::write_identifier(TextWriter& out, Symbol name) const {
    std::string_view const text = interner_.text(name);
    // Nearly all names can be quoted as they are; a million of them should not make a million strings.
    bool const is_simple = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '[' || c == ']' || c == ',';
    });
    if (style_ == NameStyle::plain || !is_simple) return out.write(identifier_text(text, style_));
    out.write('\'');
    out.write(text);
    out.write('\'');
}

}  // namespace moo
