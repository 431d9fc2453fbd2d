#include "moo/model/user_places.h"

#include <algorithm>

namespace moo {

namespace {

// The position after each name of a path and its subscripts. Dots in subscripts and quoted names do not separate.
std::vector<std::size_t> ends_of_names(std::string_view path) {
    std::vector<std::size_t> ends;
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t at = 0; at < path.size(); ++at) {
        char const c = path[at];
        if (is_quoted && c == '\\') {
            ++at;
        } else if (c == '\'') {
            is_quoted = !is_quoted;
        } else if (!is_quoted) {
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == '.' && depth == 0) ends.push_back(at);
        }
    }
    if (!path.empty()) ends.push_back(path.size());
    return ends;
}

}  // namespace

void UserPlaces::declare(std::string path, SourceSpan source) {
    if (by_path_.try_emplace(path, declarations_.size()).second) declarations_.push_back({std::move(path), source});
}

void UserPlaces::add_library(SourceLoc first, SourceLoc last) {
    // Positions of places that another tool has written count down.
    if (!libraries_.empty() && libraries_.back().first == last.offset + 1) {
        libraries_.back().first = first.offset;
        return;
    }
    libraries_.push_back({first.offset, last.offset});
    is_sorted_ = false;
}

bool UserPlaces::is_own(SourceLoc loc) const {
    if (!loc.has_value()) return false;
    if (!is_sorted_) {
        std::sort(libraries_.begin(), libraries_.end(), [](Range a, Range b) { return a.first < b.first; });
        is_sorted_ = true;
    }
    auto const after = std::upper_bound(libraries_.begin(), libraries_.end(), loc.offset,
                                        [](std::uint32_t offset, Range const& range) { return offset < range.first; });
    return after == libraries_.begin() || loc.offset > std::prev(after)->last;
}

SourceSpan UserPlaces::declaration_around(std::string_view instance, std::size_t parts, SourceSpan otherwise) const {
    std::vector<std::size_t> const ends = ends_of_names(instance);
    for (std::size_t count = std::min(parts, ends.size());; --count) {
        std::string const path = path_without_subscripts(instance.substr(0, count == 0 ? 0 : ends[count - 1]));
        if (auto const found = by_path_.find(path); found != by_path_.end()) {
            return declarations_[found->second].source;
        }
        if (count == 0) return otherwise;
    }
}

SourceSpan UserPlaces::place_of(SourceSpan source, std::string_view instance) const {
    if (is_own(source.begin)) return source;
    return declaration_around(instance, path_depth(instance), source);
}

SourceSpan UserPlaces::place_below(SourceSpan source, std::string_view instance, std::string_view level) const {
    std::size_t const depth = path_depth(level);
    if (path_depth(instance) <= depth) return place_of(source, instance);
    return declaration_around(instance, depth + 1, source);
}

std::string path_without_subscripts(std::string_view path) {
    std::string plain;
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t at = 0; at < path.size(); ++at) {
        char const c = path[at];
        if (c == '\'') is_quoted = !is_quoted;
        if (!is_quoted && c == '[') ++depth;
        if (depth == 0) plain += c;
        if (is_quoted && c == '\\' && at + 1 < path.size()) plain += path[++at];
        if (!is_quoted && c == ']') --depth;
    }
    return plain;
}

std::size_t path_depth(std::string_view path) { return ends_of_names(path).size(); }

std::string_view common_path(std::string_view a, std::string_view b) {
    std::vector<std::size_t> const ends_a = ends_of_names(a);
    std::vector<std::size_t> const ends_b = ends_of_names(b);
    std::size_t common = 0;
    for (std::size_t i = 0; i < std::min(ends_a.size(), ends_b.size()); ++i) {
        if (ends_a[i] != ends_b[i] || a.substr(0, ends_a[i]) != b.substr(0, ends_b[i])) break;
        common = ends_a[i];
    }
    return a.substr(0, common);
}

}  // namespace moo
