// How variables are called when their expressions are printed.
#pragma once

#include "moo/expr/print.h"
#include "moo/model/variable.h"

namespace moo {

// Base Modelica quotes every name that comes from a model, MOO only those that are not identifiers.
enum class NameStyle : std::uint8_t { quoted, plain };

class VariableNames : public NameSource {
public:
    VariableNames(VariableStore const& variables, Interner const& interner, NameStyle style)
        : variables_(variables), interner_(interner), style_(style) {}

    void write_variable(TextWriter& out, VarId variable) const override;
    void write_identifier(TextWriter& out, Symbol name) const override;
    [[nodiscard]] std::string_view text(Symbol symbol) const override { return interner_.text(symbol); }

protected:
    [[nodiscard]] VariableStore const& variables() const { return variables_; }

private:
    VariableStore const& variables_;
    Interner const& interner_;
    NameStyle style_;
};

// The name as an identifier in that style.
[[nodiscard]] std::string identifier_text(std::string_view name, NameStyle style);

}  // namespace moo
