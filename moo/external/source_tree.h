// Sources from several folders, copied into one folder such that they still find each other.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// Each of the folders becomes a numbered folder, in which its files keep their places. Included files are searched for
// as compilers do, but in all branches of conditions: another system may need a file that this system does not need.
class SourceTree {
public:
    using Paths = std::vector<std::filesystem::path>;

    explicit SourceTree(Paths const& folders);

    // Adds a file and the files that it includes, found next to it or in the `include_folders`. Returns all these
    // files.
    std::set<std::filesystem::path> add(std::filesystem::path const& file, Paths const& include_folders);
    // The same for a text that is not in a file.
    std::set<std::filesystem::path> add_included(std::string_view text, Paths const& include_folders);

    // The place of a file or a folder in the tree, such as `1/zlib/zlib.h`. It is final only when everything is added:
    // if a file includes another one outside of the folders, its numbered folder begins further up.
    [[nodiscard]] std::string name_of(std::filesystem::path const& path) const;

private:
    struct Include {
        std::string name;
        bool is_quoted = false;
    };
    [[nodiscard]] static std::vector<Include> includes_of(std::string_view text);
    [[nodiscard]] std::vector<Include> const& includes_of_file(std::filesystem::path const& file);
    // `place` is the folder of the including file; empty for a text.
    void find(Include const& include, std::filesystem::path const& place, Paths const& include_folders, Paths& found);
    void make_room_for(std::filesystem::path const& file, std::filesystem::path const& found_from);
    std::set<std::filesystem::path> follow(Paths left, Paths const& include_folders);
    [[nodiscard]] std::size_t root_of(std::filesystem::path const& path) const;
    void join_roots();

    Paths roots_;  // none inside another
    std::map<std::filesystem::path, std::vector<Include>> known_;
};

}  // namespace moo
