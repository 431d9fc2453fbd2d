#include "moo/io/document/expression_names.h"

#include <array>
#include <unordered_map>

#include "moo/expr/binary_form.h"

namespace moo {

namespace {

struct Word {
    ExprKind kind;
    std::string_view text;
    Arity arity;
};

// An operator that is written between its two operands.
Word between(ExprKind kind, Arity arity = {2, 2}) { return {kind, operator_symbol(kind), arity}; }

std::array const words{
    Word{ExprKind::time, "time", {0, 0}},
    Word{ExprKind::end, "end", {0, 0}},
    Word{ExprKind::whole, "whole", {0, 0}},
    Word{ExprKind::neg, "-", {1, 1}},
    Word{ExprKind::logical_not, "not", {1, 1}},
    Word{ExprKind::der, "der", {1, 1}},
    Word{ExprKind::pre, "pre", {1, 1}},
    between(ExprKind::add),
    between(ExprKind::sub, {1, 2}),
    between(ExprKind::mul),
    between(ExprKind::div),
    between(ExprKind::pow),
    between(ExprKind::element_add),
    between(ExprKind::element_sub),
    between(ExprKind::element_mul),
    between(ExprKind::element_div),
    between(ExprKind::element_pow),
    between(ExprKind::logical_and),
    between(ExprKind::logical_or),
    between(ExprKind::less),
    between(ExprKind::less_equal),
    between(ExprKind::greater),
    between(ExprKind::greater_equal),
    between(ExprKind::equal),
    between(ExprKind::not_equal),
    Word{ExprKind::if_else, "if", {3, 3}},
    Word{ExprKind::range, "range", {2, 3}},
    Word{ExprKind::subscript, "subscript", {2, Arity::many}},
    Word{ExprKind::array, "array", {0, Arity::many}},
    Word{ExprKind::matrix, "matrix", {0, Arity::many}},
    Word{ExprKind::matrix_row, "row", {1, Arity::many}},
    Word{ExprKind::tuple, "tuple", {0, Arity::many}},
};

std::unordered_map<std::string_view, OperatorMeaning> make_meanings() {
    std::unordered_map<std::string_view, OperatorMeaning> meanings;
    for (std::size_t i = 0; i < builtin_count(); ++i) {
        auto const builtin = static_cast<Builtin>(i);
        meanings[builtin_info(builtin).name] = {ExprKind::builtin, builtin};
    }
    // Later words win: `-` means `sub`, and `matrix` the constructor.
    for (Word const& word : words) meanings[word.text] = {word.kind};
    return meanings;
}

// By kind: the words of a large document are millions.
std::array<Word const*, expr_kind_count> make_table() {
    std::array<Word const*, expr_kind_count> by_kind{};
    for (Word const& word : words) by_kind[static_cast<std::size_t>(word.kind)] = &word;
    return by_kind;
}

Word const* find_word(ExprKind kind) {
    static std::array<Word const*, expr_kind_count> const table = make_table();
    return table[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view operator_word(ExprKind kind) {
    Word const* const word = find_word(kind);
    return word != nullptr ? word->text : std::string_view();
}

Arity operator_arity(ExprKind kind) {
    Word const* const word = find_word(kind);
    return word != nullptr ? word->arity : Arity();
}

Arity builtin_arity(Builtin builtin) {
    BuiltinInfo const& info = builtin_info(builtin);
    return {info.fewest, info.most == BuiltinInfo::many ? Arity::many : info.most};
}

Arity operator_arity(std::string_view word) {
    auto const meaning = find_operator(word);
    if (!meaning) return {};
    return meaning->kind == ExprKind::builtin ? builtin_arity(meaning->builtin) : operator_arity(meaning->kind);
}

std::vector<std::string_view> all_operators() {
    std::vector<std::string_view> result;
    // `-` is there twice, and so is `matrix`.
    for (Word const& word : words) {
        if (word.kind != ExprKind::neg) result.push_back(word.text);
    }
    for (std::size_t i = 0; i < builtin_count(); ++i) {
        std::string_view const name = builtin_info(static_cast<Builtin>(i)).name;
        if (find_operator(name)->kind == ExprKind::builtin) result.push_back(name);
    }
    return result;
}

std::optional<OperatorMeaning> find_operator(std::string_view word) {
    static std::unordered_map<std::string_view, OperatorMeaning> const meanings = make_meanings();
    auto const found = meanings.find(word);
    if (found == meanings.end()) return std::nullopt;
    return found->second;
}

std::optional<Reduction> find_reduction(std::string_view name) {
    for (Reduction const reduction :
         {Reduction::sum, Reduction::product, Reduction::min, Reduction::max, Reduction::array}) {
        if (reduction_name(reduction) == name) return reduction;
    }
    return std::nullopt;
}

}  // namespace moo
