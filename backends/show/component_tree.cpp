#include "backends/show/component_tree.h"

namespace moo {

std::string_view path_around(std::string_view name) {
    std::size_t last = 0;
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        char const c = name[i];
        if (c == '\\' && is_quoted) {
            ++i;
        } else if (c == '\'') {
            is_quoted = !is_quoted;
        } else if (is_quoted) {
            continue;
        } else if (c == '[') {
            ++depth;
        } else if (c == ']') {
            --depth;
        } else if (c == '.' && depth == 0) {
            last = i;
        }
    }
    return name.substr(0, last);
}

std::uint32_t ComponentTree::find(std::string_view path) const {
    if (path.empty()) return 0;
    auto const found = by_path_.find(std::string(path));
    return found == by_path_.end() ? 0 : found->second;
}

std::uint32_t ComponentTree::add(std::string_view path) {
    // From the longest known path on; a path of a thousand parts needs no recursion.
    std::vector<std::string_view> missing;
    std::uint32_t parent = 0;
    for (std::string_view at = path; !at.empty(); at = path_around(at)) {
        if (auto const found = by_path_.find(std::string(at)); found != by_path_.end()) {
            parent = found->second;
            break;
        }
        missing.push_back(at);
    }
    while (!missing.empty()) {
        std::string_view const at = missing.back();
        missing.pop_back();
        std::size_t const outer = path_around(at).size();
        rows_.push_back({std::string(at.substr(outer == 0 ? 0 : outer + 1)), static_cast<std::int32_t>(parent)});
        parent = static_cast<std::uint32_t>(rows_.size() - 1);
        by_path_.emplace(at, parent);
    }
    return parent;
}

void ComponentTree::add_up() {
    for (std::size_t i = rows_.size(); i-- > 1;) {
        Row& around = rows_[static_cast<std::size_t>(rows_[i].parent)];
        around.variables += rows_[i].variables;
        around.equations += rows_[i].equations;
    }
}

}  // namespace moo
