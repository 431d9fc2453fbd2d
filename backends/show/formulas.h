// Expressions of a document as people read them: as text in the syntax of Modelica, and as MathML.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "backends/show/json_writer.h"
#include "backends/template/write_expression.h"
#include "moo/expr/tree_size.h"
#include "moo/io/document/write_context.h"

namespace moo {

// Larger expressions are not typeset, and their text is cut. Both in bytes; MathML needs some thirty for each node.
inline constexpr std::size_t longest_math = 60000;
inline constexpr std::size_t longest_text = 4000;
// Nobody reads more terms, and there may be astronomically many.
inline constexpr std::uint32_t largest_tree = 100000;

// Parts of an expression may be references to shared expressions; the expression itself is written out.
class Formulas {
public:
    // Without a language there is only text.
    Formulas(WriteContext const& context, tmpl::LanguageTable const* language);

    [[nodiscard]] std::string text(ExprId expr) const;
    // Empty if it is too large, or if the language has no form for it.
    [[nodiscard]] std::string math(ExprId expr) const;

    // `{"text": …, "math": …}`, see docs/moshow.md.
    void write(JsonWriter& out, ExprId expr);
    void write_equality(JsonWriter& out, ExprId lhs, ExprId rhs);
    // The fields alone, into an object that is open.
    void write_fields(JsonWriter& out, ExprId expr);
    void write_equality_fields(JsonWriter& out, ExprId lhs, ExprId rhs);
    // Writes the field only if there is an expression.
    void field(JsonWriter& out, std::string_view name, ExprId expr);

private:
    struct Formula {
        std::string text;
        std::string math;
    };
    [[nodiscard]] std::string math_of(tmpl::Value const& value) const;
    // Most expressions of one set occur in others.
    Formula const& formula(ExprId expr);
    static void write_formula(JsonWriter& out, Formula const& formula);

    WriteContext const& context_;
    std::optional<tmpl::ExpressionWriter> writer_;
    std::unordered_map<ExprId, Formula> known_;
    TreeSizes sizes_;
};

}  // namespace moo
