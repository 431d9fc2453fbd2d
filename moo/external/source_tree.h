// Sources of several folders, laid out anew in one folder such that they still find each other.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// Each of the folders becomes a numbered one, in which its files keep their places. Whatever a file includes is looked
// for as compilers do, but on all ways through its conditions: what this system does not need, another one may.
class SourceTree {
public:
    using Paths = std::vector<std::filesystem::path>;

    explicit SourceTree(Paths const& folders);

    // Adds a file and what it includes, found beside it or in the `include_folders`. Gives all these files.
    std::set<std::filesystem::path> add(std::filesystem::path const& file, Paths const& include_folders);
    // The same of a text that lies nowhere.
    std::set<std::filesystem::path> add_included(std::string_view text, Paths const& include_folders);

    // The place of a file or a folder in the tree, such as `1/zlib/zlib.h`. It is fixed when all is added: a file
    // that includes one outside of the folders has its numbered folder begin further up.
    [[nodiscard]] std::string name_of(std::filesystem::path const& path) const;

private:
    struct Include {
        std::string name;
        bool is_quoted = false;
    };
    [[nodiscard]] static std::vector<Include> includes_of(std::string_view text);
    [[nodiscard]] std::vector<Include> const& includes_of_file(std::filesystem::path const& file);
    // `place` is the folder of the file that includes; empty for a text.
    void find(Include const& include, std::filesystem::path const& place, Paths const& include_folders, Paths& found);
    void make_room_for(std::filesystem::path const& file, std::filesystem::path const& found_from);
    std::set<std::filesystem::path> follow(Paths left, Paths const& include_folders);
    [[nodiscard]] std::size_t root_of(std::filesystem::path const& path) const;
    void join_roots();

    Paths roots_;  // none inside another
    std::map<std::filesystem::path, std::vector<Include>> known_;
};

}  // namespace moo
