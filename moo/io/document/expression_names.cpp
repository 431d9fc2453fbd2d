#include "moo/io/document/expression_names.h"

#include <array>
#include <unordered_map>

namespace moo {

namespace {

struct Word {
    ExprKind kind;
    std::string_view text;
};

constexpr std::array words{
    Word{ExprKind::time, "time"},
    Word{ExprKind::end, "end"},
    Word{ExprKind::whole, "whole"},
    Word{ExprKind::neg, "-"},
    Word{ExprKind::logical_not, "not"},
    Word{ExprKind::der, "der"},
    Word{ExprKind::pre, "pre"},
    Word{ExprKind::add, "+"},
    Word{ExprKind::sub, "-"},
    Word{ExprKind::mul, "*"},
    Word{ExprKind::div, "/"},
    Word{ExprKind::pow, "^"},
    Word{ExprKind::element_add, ".+"},
    Word{ExprKind::element_sub, ".-"},
    Word{ExprKind::element_mul, ".*"},
    Word{ExprKind::element_div, "./"},
    Word{ExprKind::element_pow, ".^"},
    Word{ExprKind::logical_and, "and"},
    Word{ExprKind::logical_or, "or"},
    Word{ExprKind::less, "<"},
    Word{ExprKind::less_equal, "<="},
    Word{ExprKind::greater, ">"},
    Word{ExprKind::greater_equal, ">="},
    Word{ExprKind::equal, "=="},
    Word{ExprKind::not_equal, "<>"},
    Word{ExprKind::if_else, "if"},
    Word{ExprKind::range, "range"},
    Word{ExprKind::subscript, "subscript"},
    Word{ExprKind::array, "array"},
    Word{ExprKind::matrix, "matrix"},
    Word{ExprKind::matrix_row, "row"},
    Word{ExprKind::tuple, "tuple"},
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

}  // namespace

std::string_view operator_word(ExprKind kind) {
    static std::array<std::string_view, expr_kind_count> const table = [] {
        std::array<std::string_view, expr_kind_count> by_kind{};
        for (Word const& word : words) by_kind[static_cast<std::size_t>(word.kind)] = word.text;
        return by_kind;
    }();
    return table[static_cast<std::size_t>(kind)];
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
