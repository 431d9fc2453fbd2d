#include "moo/external/source_tree.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace moo {

namespace fs = std::filesystem;

namespace {

// Without a slash at its end, so that paths can be compared part by part.
fs::path plain(fs::path const& path) {
    fs::path made = fs::absolute(path).lexically_normal();
    return made.has_filename() ? made : made.parent_path();
}

bool is_inside(fs::path const& path, fs::path const& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

fs::path common_folder(fs::path const& a, fs::path const& b) {
    fs::path common;
    auto const [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    for (auto part = a.begin(); part != end; ++part) common /= *part;
    return common;
}

bool skip(std::string_view& text, std::string_view word) {
    if (text.substr(0, word.size()) != word) return false;
    text.remove_prefix(word.size());
    return true;
}

void skip_spaces(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

}  // namespace

SourceTree::SourceTree(Paths const& folders) {
    for (fs::path const& folder : folders) roots_.push_back(plain(folder));
    join_roots();
}

// The first of those that are equal stays, and the outermost.
void SourceTree::join_roots() {
    Paths joined;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
        bool is_covered = false;
        for (std::size_t k = 0; k < roots_.size(); ++k) {
            bool const comes_first = roots_[k] != roots_[i] || k < i;
            is_covered = is_covered || (k != i && comes_first && is_inside(roots_[i], roots_[k]));
        }
        if (!is_covered) joined.push_back(roots_[i]);
    }
    roots_ = std::move(joined);
}

std::size_t SourceTree::root_of(fs::path const& path) const {
    auto const found =
        std::find_if(roots_.begin(), roots_.end(), [&](fs::path const& r) { return is_inside(path, r); });
    return static_cast<std::size_t>(found - roots_.begin());
}

std::string SourceTree::name_of(fs::path const& path) const {
    fs::path const file = plain(path);
    std::size_t const root = root_of(file);
    if (root == roots_.size()) return {};
    fs::path const below = file.lexically_relative(roots_[root]);
    std::string const number = std::to_string(root + 1);
    return below == "." ? number : number + "/" + below.generic_string();
}

std::vector<SourceTree::Include> SourceTree::includes_of(std::string_view text) {
    std::vector<Include> includes;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        skip_spaces(line);
        if (!skip(line, "#")) continue;
        skip_spaces(line);
        if (!skip(line, "include")) continue;
        skip_spaces(line);
        bool const is_quoted = skip(line, "\"");
        if (!is_quoted && !skip(line, "<")) continue;
        std::size_t const end = line.find(is_quoted ? '"' : '>');
        if (end != std::string_view::npos) includes.push_back({std::string(line.substr(0, end)), is_quoted});
    }
    return includes;
}

std::vector<SourceTree::Include> const& SourceTree::includes_of_file(fs::path const& file) {
    auto const [known, is_new] = known_.try_emplace(file);
    if (is_new) {
        std::ifstream stream(file, std::ios::binary);
        std::string const text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
        known->second = includes_of(text);
    }
    return known->second;
}

void SourceTree::find(Include const& include, fs::path const& place, Paths const& include_folders, Paths& found) {
    fs::path const name(include.name);
    if (name.empty() || name.is_absolute()) return;
    Paths places;
    if (include.is_quoted && !place.empty()) places.push_back(place);
    places.insert(places.end(), include_folders.begin(), include_folders.end());
    for (fs::path const& from : places) {
        fs::path const file = plain(from / name);
        std::error_code ignored;
        if (!fs::is_regular_file(file, ignored)) continue;
        make_room_for(file, plain(from));
        found.push_back(file);
        return;
    }
}

void SourceTree::make_room_for(fs::path const& file, fs::path const& found_from) {
    if (root_of(file) < roots_.size()) return;
    std::size_t const root = root_of(found_from);
    if (root == roots_.size()) return;
    roots_[root] = common_folder(roots_[root], file.parent_path());
    join_roots();
}

std::set<fs::path> SourceTree::follow(Paths left, Paths const& include_folders) {
    std::set<fs::path> all;
    while (!left.empty()) {
        fs::path const file = left.back();
        left.pop_back();
        if (!all.insert(file).second) continue;
        for (Include const& include : includes_of_file(file)) find(include, file.parent_path(), include_folders, left);
    }
    return all;
}

std::set<fs::path> SourceTree::add(fs::path const& file, Paths const& include_folders) {
    return follow({plain(file)}, include_folders);
}

std::set<fs::path> SourceTree::add_included(std::string_view text, Paths const& include_folders) {
    Paths found;
    for (Include const& include : includes_of(text)) find(include, {}, include_folders, found);
    return follow(std::move(found), include_folders);
}

}  // namespace moo
