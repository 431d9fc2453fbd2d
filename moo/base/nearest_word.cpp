#include "moo/base/nearest_word.h"

#include <algorithm>
#include <numeric>

namespace moo {

namespace {

// Levenshtein's distance, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::size_t const replaced = diagonal + (a[i] == b[j] ? 0u : 1u);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

// What people have begun to write.
std::string_view shortest_completion(std::string_view word, std::vector<std::string_view> const& candidates) {
    constexpr std::size_t least_letters = 3;
    std::string_view best;
    if (word.size() < least_letters) return best;
    for (std::string_view const candidate : candidates) {
        if (candidate.starts_with(word) && (best.empty() || candidate.size() < best.size())) best = candidate;
    }
    return best;
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::vector<std::string_view> const& candidates) {
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (std::string_view const candidate : candidates) {
        // The distance is at least the difference in length: most candidates need no table.
        std::size_t const difference =
            candidate.size() > word.size() ? candidate.size() - word.size() : word.size() - candidate.size();
        if (difference > best_distance) continue;
        std::size_t const distance = edit_distance(word, candidate);
        if (distance >= word.size()) continue;
        // Of two that are equally near, people mean the one that begins alike.
        bool const begins_alike = distance == best_distance && !best.empty() && !candidate.empty() &&
                                  candidate[0] == word[0] && best[0] != word[0];
        if (distance < best_distance || begins_alike) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best.empty() ? shortest_completion(word, candidates) : best;
}

}  // namespace moo
