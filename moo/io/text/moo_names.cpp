#include "moo/io/text/moo_names.h"

#include "moo/expr/builtin.h"
#include "moo/syntax/literal.h"

namespace moo {

bool is_reserved(std::string_view word) {
    return word == "time" || word == "shared" || word == "pre" || word == "StateSelect" || word == "AssertionLevel" ||
           find_builtin(word).has_value() || find_remembered_kind(word).has_value();
}

void MooNames::write_variable(TextWriter& out, VarId variable) const {
    write_identifier(out, variables()[variable].name);
}

void MooNames::write_identifier(TextWriter& out, Symbol name) const {
    if (name.index() >= forms_.size()) forms_.resize(2 * static_cast<std::size_t>(name.index()) + 64);
    std::uint8_t& form = forms_[name.index()];
    std::string_view const word = text(name);
    if (form == 0) {
        bool const is_plain = !word.starts_with('\'') && is_identifier(word) && !is_reserved(word);
        form = is_plain ? plain : quote_identifier(word).size() == word.size() + 2 ? quoted : escaped;
    }
    if (form == plain) return out.write(word);
    if (form == escaped) return out.write(quote_identifier(word));
    out.write('\'');
    out.write(word);
    out.write('\'');
}

}  // namespace moo
