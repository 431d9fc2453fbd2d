// Values that are remembered between events, and how their occurrences in expressions are numbered.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Which table has the row of a remembered value.
enum class RememberedKind : std::uint8_t {
    relation,     // zeroCrossings
    sampling,     // samplings
    delayed,      // delays
    transported,  // transports
};

// How an occurrence is written: `relation(1, h <= 0.0)`.
[[nodiscard]] std::string_view word_of(RememberedKind kind);
[[nodiscard]] std::optional<RememberedKind> find_remembered_kind(std::string_view word);

// The row of a remembered value, from 1; zero if an expression is none.
struct RememberedRow {
    RememberedKind kind = RememberedKind::relation;
    std::uint32_t number = 0;
};

// Equal expressions are one node, so that all occurrences of a remembered value have the id of the expression in its
// row.
class RememberedValues {
public:
    // Nothing is remembered.
    explicit RememberedValues(ExprStore const& exprs) : exprs_(exprs) {}
    explicit RememberedValues(Document const& document);

    [[nodiscard]] RememberedRow of(ExprId expr) const {
        if (rows_.empty() || !can_be_remembered(exprs_.kind(expr))) return {};
        auto const found = rows_.find(expr);
        return found == rows_.end() ? RememberedRow() : found->second;
    }

private:
    // Almost all nodes of a document are something else.
    static bool can_be_remembered(ExprKind kind) {
        return is_relation(kind) || kind == ExprKind::builtin || kind == ExprKind::output;
    }
    void add(RememberedKind kind, std::size_t index, ExprId expr);

    ExprStore const& exprs_;
    std::unordered_map<ExprId, RememberedRow> rows_;
};

// An occurrence in a file: the expression there, and the row that it names.
struct RememberedOccurrence {
    RememberedKind kind = RememberedKind::relation;
    std::uint32_t number = 0;
    ExprId expr;
    SourceSpan place;
};

}  // namespace moo
