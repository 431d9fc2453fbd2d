#include "runtime/simulate/variable_names.h"

#include <algorithm>
#include <numeric>

namespace moo::runtime {

bool matches_pattern(std::string_view pattern, std::string_view name) {
    // On a mismatch only the last star has to be extended: earlier ones have found their first match.
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos;
    std::size_t star_name = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_name = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++star_name;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::vector<std::uint32_t> matching_slots(MooModel const& model, std::vector<std::string> const& patterns) {
    std::vector<std::uint32_t> slots;
    std::vector<bool> is_taken(model.variable_count, false);
    for (std::string const& pattern : patterns) {
        for (std::uint32_t i = 0; i < model.variable_count; ++i) {
            if (is_taken[i] || !matches_pattern(pattern, model.variables[i].name)) continue;
            is_taken[i] = true;
            slots.push_back(i);
        }
    }
    return slots;
}

std::optional<std::uint32_t> find_variable(MooModel const& model, std::string_view name) {
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (model.variables[i].name == name) return i;
    }
    return std::nullopt;
}

namespace {

// Letters left out, added, replaced, or neighbours in the wrong order.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::size_t const replaced = last[j] + (a[i] == b[j] ? 0u : 1u);
            row[j + 1] = std::min({row[j] + 1, last[j + 1] + 1, replaced});
            bool const swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
            if (swapped) row[j + 1] = std::min(row[j + 1], before_last[j - 1] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

std::string_view nearest_word(std::vector<std::string_view> const& candidates, std::string_view word) {
    std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
    std::string_view nearest;
    for (std::string_view const candidate : candidates) {
        std::size_t const difference =
            candidate.size() > word.size() ? candidate.size() - word.size() : word.size() - candidate.size();
        if (difference >= best) continue;
        std::size_t const distance = edit_distance(word, candidate);
        if (distance >= best) continue;
        best = distance;
        nearest = candidate;
    }
    return nearest;
}

std::string_view nearest_name(MooModel const& model, std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(model.variable_count);
    for (std::uint32_t i = 0; i < model.variable_count; ++i) names.emplace_back(model.variables[i].name);
    return nearest_word(names, name);
}

}  // namespace moo::runtime
