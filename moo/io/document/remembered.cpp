#include "moo/io/document/remembered.h"

#include <algorithm>
#include <array>

namespace moo {

namespace {

constexpr std::array<std::string_view, 4> remembered_words{"relation", "sampling", "delayed", "transported"};

}  // namespace

std::string_view word_of(RememberedKind kind) { return remembered_words[static_cast<std::size_t>(kind)]; }

std::optional<RememberedKind> find_remembered_kind(std::string_view word) {
    auto const found = std::find(remembered_words.begin(), remembered_words.end(), word);
    if (found == remembered_words.end()) return std::nullopt;
    return static_cast<RememberedKind>(found - remembered_words.begin());
}

RememberedValues::RememberedValues(Document const& document) : exprs_(document.exprs) {
    for (std::size_t i = 0; i < document.zero_crossings.size(); ++i) {
        add(RememberedKind::relation, i, document.zero_crossings[i].relation);
    }
    for (std::size_t i = 0; i < document.samplings.size(); ++i) {
        add(RememberedKind::sampling, i, document.samplings[i].call);
    }
    for (std::size_t i = 0; i < document.delays.size(); ++i) add(RememberedKind::delayed, i, document.delays[i].call);
    for (std::size_t i = 0; i < document.transports.size(); ++i) {
        add(RememberedKind::transported, i, document.transports[i].call);
    }
}

// In the notation of the paper, a zero crossing has no relation.
void RememberedValues::add(RememberedKind kind, std::size_t index, ExprId expr) {
    if (expr) rows_.try_emplace(expr, RememberedRow{kind, static_cast<std::uint32_t>(index + 1)});
}

}  // namespace moo
