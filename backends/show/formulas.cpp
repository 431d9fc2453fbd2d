#include "backends/show/formulas.h"

#include "backends/template/expression_value.h"
#include "moo/expr/print.h"

namespace moo {

namespace {

// Names as they are, without quotes: nobody reads this text back.
class ShownNames : public NameSource {
public:
    ShownNames(WriteContext const& context, ExprId defined) : context_(context), defined_(defined) {}

    void write_variable(TextWriter& out, VarId variable) const override {
        out.write(text(context_.document.variables[variable].name));
    }
    [[nodiscard]] std::uint32_t shared_number(ExprId expr) const override {
        return expr == defined_ ? 0 : context_.shared.number_of(expr);
    }
    [[nodiscard]] std::string_view text(Symbol symbol) const override { return context_.interner.text(symbol); }

private:
    WriteContext const& context_;
    ExprId defined_;
};

}  // namespace

Formulas::Formulas(WriteContext const& context, tmpl::LanguageTable const* language)
    : context_(context), sizes_(context.document.exprs) {
    if (language != nullptr) writer_.emplace(*language, tmpl::document_value(context));
}

std::string Formulas::text(ExprId expr) const {
    return to_string(context_.document.exprs, expr, ShownNames(context_, expr));
}

std::string Formulas::math_of(tmpl::Value const& value) const {
    if (!writer_) return {};
    try {
        std::string math = writer_->write(value);
        return math.size() > longest_math ? std::string() : math;
    } catch (tmpl::CannotWrite const&) {
        return {};
    }
}

std::string Formulas::math(ExprId expr) const { return math_of(tmpl::expression_value(context_, expr)); }

Formulas::Formula const& Formulas::formula(ExprId expr) {
    auto const [found, is_new] = known_.try_emplace(expr);
    if (is_new && sizes_.of(expr) > largest_tree) {
        found->second.text = "an expression of more than " + std::to_string(largest_tree) + " terms";
    } else if (is_new) {
        found->second = {text(expr), math(expr)};
    }
    return found->second;
}

void Formulas::write_formula(JsonWriter& out, Formula const& formula) {
    bool const is_cut = formula.text.size() > longest_text;
    std::size_t end = is_cut ? longest_text : formula.text.size();
    // Not inside a character.
    while (is_cut && end > 0 && (static_cast<unsigned char>(formula.text[end]) & 0xc0u) == 0x80u) --end;
    out.always("text", std::string_view(formula.text).substr(0, end));
    out.text_field("math", formula.math);
    out.truth_field("cut", is_cut);
}

void Formulas::write_fields(JsonWriter& out, ExprId expr) { write_formula(out, formula(expr)); }

void Formulas::write(JsonWriter& out, ExprId expr) {
    out.begin_object();
    write_fields(out, expr);
    out.end_object();
}

void Formulas::write_equality_fields(JsonWriter& out, ExprId lhs, ExprId rhs) {
    Formula const left = formula(lhs);
    Formula const& right = formula(rhs);
    bool const has_math = !left.math.empty() && !right.math.empty();
    write_formula(out,
                  {left.text + " = " + right.text, has_math ? left.math + "<mo>=</mo>" + right.math : std::string()});
}

void Formulas::write_equality(JsonWriter& out, ExprId lhs, ExprId rhs) {
    out.begin_object();
    write_equality_fields(out, lhs, rhs);
    out.end_object();
}

void Formulas::field(JsonWriter& out, std::string_view name, ExprId expr) {
    if (!expr) return;
    out.key(name);
    write(out, expr);
}

}  // namespace moo
