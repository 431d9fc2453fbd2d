// How names are written in MOO text.
#pragma once

#include "moo/io/document/remembered.h"
#include "moo/io/document/share_expressions.h"
#include "moo/model/names.h"

namespace moo {

// Names as identifiers. They are quoted if they are not identifiers, or if they mean something else without quotes:
// `time`, `shared`, `relation`, and the built-in functions and operators.
class MooNames : public VariableNames {
public:
    MooNames(VariableStore const& variables, Interner const& interner, SharedExpressions const& shared,
             RememberedValues const& remembered)
        : VariableNames(variables, interner, NameStyle::plain), shared_(shared), remembered_(remembered) {}

    void write_variable(TextWriter& out, VarId variable) const override;
    void write_identifier(TextWriter& out, Symbol name) const override;
    [[nodiscard]] std::uint32_t shared_number(ExprId expr) const override {
        return expr == defined_ ? 0 : shared_.number_of(expr);
    }
    [[nodiscard]] RememberedText remembered(ExprId expr) const override {
        RememberedRow const row = remembered_.of(expr);
        return row.number == 0 ? RememberedText() : RememberedText{word_of(row.kind), row.number};
    }
    // The expression that is written out although others refer to it.
    void set_defined(ExprId expr) { defined_ = expr; }

private:
    SharedExpressions const& shared_;
    RememberedValues const& remembered_;
    ExprId defined_;
    // By symbol; 0 if it is not known yet. A large text has millions of names.
    enum Form : std::uint8_t { plain = 1, quoted, escaped };
    mutable std::vector<std::uint8_t> forms_;
};

// Whether a word without quotes has a meaning of its own in expressions.
[[nodiscard]] bool is_reserved(std::string_view word);

}  // namespace moo
