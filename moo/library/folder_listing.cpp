#include "moo/library/folder_listing.h"

#include <algorithm>
#include <tuple>

#include "moo/library/library_version.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

bool stands_before(FolderListing::StoredName const& a, FolderListing::StoredName const& b) {
    auto const rank = [](FolderListing::StoredName const& s) {
        return std::tuple(std::string_view(s.name), !s.version.empty());
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (a.version != b.version) return version_less(b.version, a.version);
    return !a.has_folder && b.has_folder;
}

}  // namespace

FolderListing::FolderListing(fs::path folder) : folder_(std::move(folder)) {
    fs::directory_iterator at(folder_, error_);
    while (!error_ && at != fs::directory_iterator()) {
        std::error_code unknown_type;  // such as a link that leads nowhere
        entries_.push_back({at->path().filename().string(), at->is_directory(unknown_type), {}});
        at.increment(error_);
    }
    std::sort(entries_.begin(), entries_.end(), [](Entry const& a, Entry const& b) { return a.name < b.name; });
}

FolderListing::Entry const* FolderListing::find(std::string_view name) const {
    auto const at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                     [](Entry const& entry, std::string_view text) { return entry.name < text; });
    return at != entries_.end() && at->name == name ? &*at : nullptr;
}

bool FolderListing::is_package(Entry const& entry) const {
    if (!entry.is_folder) return false;
    if (!entry.has_package) {
        std::error_code ignored;
        entry.has_package = fs::is_regular_file(folder_ / entry.name / "package.mo", ignored);
    }
    return *entry.has_package;
}

bool FolderListing::has_file(std::string_view name) const {
    Entry const* const entry = find(name);
    return entry != nullptr && !entry->is_folder;
}

bool FolderListing::has_package(std::string_view name) const {
    Entry const* const entry = find(name);
    return entry != nullptr && is_package(*entry);
}

std::optional<FolderListing::StoredName> FolderListing::stored_name(Entry const& entry) const {
    std::string_view stem = entry.name;
    if (!entry.is_folder) {
        if (!stem.ends_with(".mo") || stem == "package.mo") return std::nullopt;
        stem.remove_suffix(3);
    }
    // A quoted identifier may have spaces in it.
    std::size_t const quote = stem.starts_with('\'') ? stem.find('\'', 1) : 0;
    std::size_t const space = quote == std::string_view::npos ? quote : stem.find(' ', quote);
    std::string_view const name = stem.substr(0, space);
    if (!is_identifier(name) || (entry.is_folder && !is_package(entry))) return std::nullopt;
    StoredName stored{std::string(name), {}, folder_ / entry.name, entry.is_folder};
    if (space != std::string_view::npos) stored.version = stem.substr(space + 1);
    if (entry.is_folder) stored.file /= "package.mo";
    return stored;
}

std::vector<FolderListing::StoredName> FolderListing::stored_names() const {
    std::vector<StoredName> names;
    for (Entry const& entry : entries_) {
        if (auto stored = stored_name(entry)) names.push_back(std::move(*stored));
    }
    std::sort(names.begin(), names.end(), stands_before);
    return names;
}

std::vector<FolderListing::StoredName> FolderListing::stored_names(std::string_view name) const {
    std::vector<StoredName> names;
    auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                               [](Entry const& entry, std::string_view text) { return entry.name < text; });
    for (; at != entries_.end() && at->name.starts_with(name); ++at) {
        // `ModelicaServices` starts like `Modelica`; do not look into its folder.
        bool const may_fit = at->name.size() == name.size() || at->name[name.size()] == ' ' ||
                             std::string_view(at->name).substr(name.size()) == ".mo";
        auto stored = may_fit ? stored_name(*at) : std::nullopt;
        if (stored && stored->name == name) names.push_back(std::move(*stored));
    }
    std::sort(names.begin(), names.end(), stands_before);
    return names;
}

}  // namespace moo
