#include "moo/io/text/ast_expressions.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "moo/io/document/expression_names.h"
#include "moo/lower/binary_kind.h"
#include "moo/syntax/literal.h"

namespace moo {

AstExpressions::Word& AstExpressions::word_of(Symbol identifier) {
    if (identifier.index() >= words_.size()) words_.resize(std::max<std::size_t>(interner_.size(), 2 * words_.size()));
    Word& word = words_[identifier.index()];
    if (word.meaning != Meaning::unknown) return word;
    std::string_view const text = interner_.text(identifier);
    word.meaning = Meaning::name;
    word.name = identifier;
    if (text.starts_with('\'')) {
        word.name = interner_.intern(unquote_identifier(text));
        return word;
    }
    if (text == "time") word.meaning = Meaning::time;
    if (text == "shared") word.meaning = Meaning::shared;
    if (text == "der") word.meaning = Meaning::der;
    if (text == "pre") word.meaning = Meaning::pre;
    if (auto const builtin = find_builtin(text)) {
        word.meaning = Meaning::builtin;
        word.builtin = *builtin;
    }
    // Before MOO 1.0 a function could have this name without quotes.
    if (auto const kind = find_remembered_kind(text); kind && !builder_.names().function(identifier)) {
        word.meaning = Meaning::remembered;
        word.remembered = *kind;
    }
    return word;
}

Symbol AstExpressions::name_of(Symbol identifier) { return word_of(identifier).name; }

ExprId AstExpressions::read(ast::ExprId id) {
    wrong_ = {};
    return read_node(id);
}

ExprId AstExpressions::read_node(ast::ExprId id) {
    ast::Expr const& expr = ast_[id];
    ExprId result;
    switch (expr.kind) {
        case ast::ExprKind::integer: return builder_.exprs().integer(expr.integer);
        case ast::ExprKind::real: return builder_.exprs().real(expr.real);
        case ast::ExprKind::boolean: return builder_.exprs().boolean(expr.boolean);
        case ast::ExprKind::string: return builder_.exprs().string(interner_.intern(ast_.string_value(id)));
        case ast::ExprKind::group: return read_node(ast_.operand(id));
        case ast::ExprKind::reference: result = read_reference(id); break;
        case ast::ExprKind::call: result = read_call(id); break;
        case ast::ExprKind::unary: result = read_unary(expr, id); break;
        case ast::ExprKind::chain: result = read_chain(id); break;
        case ast::ExprKind::conditional: result = read_conditional(id); break;
        case ast::ExprKind::range: result = read_list(ExprKind::range, ast_.elements(id)); break;
        case ast::ExprKind::array: {
            auto const elements = ast_.elements(id);
            bool const is_comprehension =
                elements.size() == 1 && ast_[elements[0]].kind == ast::ExprKind::comprehension;
            result =
                is_comprehension ? read_reduction(elements[0], Reduction::array) : read_list(ExprKind::array, elements);
            break;
        }
        case ast::ExprKind::matrix: result = read_list(ExprKind::matrix, ast_.elements(id)); break;
        case ast::ExprKind::matrix_row: result = read_list(ExprKind::matrix_row, ast_.elements(id)); break;
        case ast::ExprKind::tuple: result = read_list(ExprKind::tuple, ast_.elements(id)); break;
        case ast::ExprKind::subscripted: {
            ExprId const base = read_node(ast_.operand(id));
            result = base ? read_subscripts(base, ast_.elements(id)) : ExprId();
            break;
        }
        case ast::ExprKind::member: result = read_member(id); break;
        case ast::ExprKind::end: return builder_.exprs().end();
        case ast::ExprKind::colon: return builder_.exprs().whole();
        case ast::ExprKind::comprehension:
        case ast::ExprKind::partial_application:
        case ast::ExprKind::decorated:
        case ast::ExprKind::break_: result = builder_.fail("MOO has no such expression"); break;
    }
    if (!result && !wrong_) wrong_ = id;
    return result;
}

bool AstExpressions::read_all(std::span<ast::ExprId const> ids, std::vector<ExprId>& values) {
    values.reserve(ids.size());
    for (ast::ExprId const id : ids) {
        // Only a tuple has members that are missing.
        ExprId const value = id ? read_node(id) : builder_.exprs().whole();
        if (!value) return false;
        values.push_back(value);
    }
    return true;
}

// ---- references ------------------------------------------------------------------------------------

ExprId AstExpressions::read_reference(ast::ExprId id) {
    auto const parts = ast_.reference_parts(id);
    Word const& word = word_of(parts[0].name);
    bool const is_plain = parts.size() == 1 && parts[0].subscripts.empty();
    if (is_plain && word.variable && !builder_.has_locals()) return word.variable;
    if (word.meaning == Meaning::shared && parts.size() == 1) return read_shared(parts[0]);
    ExprId value = read_name(parts[0]);
    if (!value) return parts.size() == 2 ? read_literal(parts) : ExprId();
    for (std::size_t i = 0; i < parts.size() && value; ++i) {
        if (i > 0) value = builder_.field(value, name_of(parts[i].name));
        if (value && !parts[i].subscripts.empty()) value = read_subscripts(value, ast_.items(parts[i].subscripts));
    }
    return value;
}

ExprId AstExpressions::read_name(ast::ReferencePart const& part) {
    Word const word = word_of(part.name);
    if (word.meaning == Meaning::time) return builder_.exprs().time();
    if (builder_.is_local(word.name)) return builder_.local(word.name);
    ExprId const value = builder_.variable(word.name);
    if (value) word_of(part.name).variable = value;
    return value;
}

// `'E'.a`, or `StateSelect.prefer`. The first part is not a variable, which the builder has noted.
ExprId AstExpressions::read_literal(std::span<ast::ReferencePart const> parts) {
    Symbol const type = name_of(parts[0].name);
    if (!builder_.names().type(type, builder_.exprs().types())) return {};
    return builder_.enumeration(type, name_of(parts[1].name));
}

ExprId AstExpressions::read_shared(ast::ReferencePart const& part) {
    auto const subscripts = ast_.items(part.subscripts);
    bool const is_number = subscripts.size() == 1 && ast_[subscripts[0]].kind == ast::ExprKind::integer;
    if (!is_number) return builder_.fail("a shared expression is `shared[number]`");
    return builder_.shared(ast_[subscripts[0]].integer);
}

ExprId AstExpressions::read_subscripts(ExprId base, std::span<ast::ExprId const> subscripts) {
    std::vector<ExprId> operands{base};
    return read_all(subscripts, operands) ? builder_.apply(ExprKind::subscript, operands) : ExprId();
}

// The number in `_2`, which is the name of no field.
ExprId AstExpressions::read_member(ast::ExprId id) {
    ExprId const value = read_node(ast_.operand(id));
    if (!value) return {};
    std::string_view const text = interner_.text(ast_.member_name(id));
    std::int64_t number = 0;
    auto const result = text.size() > 1 ? std::from_chars(text.data() + 1, text.data() + text.size(), number)
                                        : std::from_chars_result{nullptr, std::errc::invalid_argument};
    bool const is_output = text.starts_with('_') && result.ec == std::errc() && result.ptr == text.data() + text.size();
    return is_output ? builder_.output(value, number) : builder_.field(value, name_of(ast_.member_name(id)));
}

// ---- operators -------------------------------------------------------------------------------------

ExprId AstExpressions::read_unary(ast::Expr const& expr, ast::ExprId id) {
    ast::Operator const op = expr.op;
    ExprId const operand = read_node(ast_.operand(id));
    if (!operand) return {};
    if (op == ast::Operator::add || op == ast::Operator::add_elementwise) return operand;
    ExprKind const kind = op == ast::Operator::not_ ? ExprKind::logical_not : ExprKind::neg;
    return builder_.apply(kind, {&operand, 1});
}

ExprId AstExpressions::read_chain(ast::ExprId id) {
    ExprId value = read_node(ast_.operand(id));
    for (ast::Term const& term : ast_.terms(id)) {
        ExprId const right = value ? read_node(term.operand) : ExprId();
        if (!right) return {};
        value = builder_.apply(binary_kind(term.op), std::array{value, right});
    }
    return value;
}

// Conditions and values, the last value being that of the else branch.
ExprId AstExpressions::read_conditional(ast::ExprId id) {
    std::vector<ExprId> parts;
    if (!read_all(ast_.elements(id), parts)) return {};
    ExprId value = parts.back();
    for (std::size_t i = parts.size() - 1; i >= 2 && value; i -= 2) {
        value = builder_.apply(ExprKind::if_else, std::array{parts[i - 2], parts[i - 1], value});
    }
    return value;
}

ExprId AstExpressions::read_list(ExprKind kind, std::span<ast::ExprId const> elements) {
    std::vector<ExprId> values;
    return read_all(elements, values) ? builder_.apply(kind, values) : ExprId();
}

// ---- calls -----------------------------------------------------------------------------------------

ExprId AstExpressions::read_call(ast::ExprId id) {
    auto const callee = ast_.simple_callee(id);
    if (!callee) return builder_.fail("the name of a function is one identifier");
    auto const arguments = ast_.arguments(id);
    if (arguments.size() == 1 && ast_[arguments[0].value].kind == ast::ExprKind::comprehension) {
        auto const reduction = find_reduction(interner_.text(*callee));
        if (!reduction) return builder_.fail("this function takes no iterator");
        return read_reduction(arguments[0].value, *reduction);
    }
    if (word_of(*callee).meaning == Meaning::remembered) return read_remembered(id);
    std::vector<ExprId> values;
    values.reserve(arguments.size());
    for (ast::Argument const& argument : arguments) {
        if (argument.name.symbol) return builder_.fail("arguments have no names in MOO");
        ExprId const value = read_node(argument.value);
        if (!value) return {};
        values.push_back(value);
    }
    Word const word = word_of(*callee);
    switch (word.meaning) {
        case Meaning::der: return builder_.apply(ExprKind::der, values);
        case Meaning::pre: return builder_.apply(ExprKind::pre, values);
        case Meaning::builtin: return builder_.builtin(word.builtin, values);
        case Meaning::unknown:
        case Meaning::name:
        case Meaning::time:
        case Meaning::shared:
        case Meaning::remembered: break;
    }
    TypeTable& types = builder_.exprs().types();
    auto const type = builder_.names().type(word.name, types);
    bool const is_record = type && types.kind(*type) == TypeKind::record;
    return is_record ? builder_.record(word.name, values) : builder_.call(word.name, values);
}

// `relation(1, h <= 0.0)`
ExprId AstExpressions::read_remembered(ast::ExprId id) {
    RememberedKind const kind = word_of(*ast_.simple_callee(id)).remembered;
    auto const arguments = ast_.arguments(id);
    ast::Expr const* const number = arguments.empty() ? nullptr : &ast_[arguments[0].value];
    bool const is_row = number != nullptr && number->kind == ast::ExprKind::integer && number->integer > 0 &&
                        number->integer <= 0x7fffffff;
    if (arguments.size() != 2 || !is_row) {
        return builder_.fail("the form of this is `" + std::string(moo::word_of(kind)) + "(row, expression)`");
    }
    ExprId const value = read_node(arguments[1].value);
    if (value && builder_.remember(kind, number->integer, value)) builder_.place_remembered(ast_[id].span);
    return value;
}

// The range of an iterator may use the iterators after it.
ExprId AstExpressions::read_reduction(ast::ExprId comprehension, Reduction reduction) {
    auto const written = ast_.iterators(comprehension);
    std::vector<ReductionIterator> iterators(written.size());
    std::size_t bound = 0;
    ExprId body;
    for (std::size_t i = written.size(); i-- > 0;) {
        iterators[i].name = name_of(written[i].name.symbol);
        iterators[i].range = written[i].range ? read_node(written[i].range) : builder_.fail("an iterator has no range");
        if (!iterators[i].range) break;
        builder_.bind_iterator(iterators[i].name, iterators[i].range);
        ++bound;
    }
    if (bound == written.size()) body = read_node(ast_.operand(comprehension));
    builder_.unbind(bound);
    return body ? builder_.reduction(reduction, body, iterators) : ExprId();
}

}  // namespace moo
