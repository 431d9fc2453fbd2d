// What was built once from sources is kept in a folder of the user, under a name that follows from all it was made of.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace moo {

// A hash of 128 bits (XXH3). It tells contents apart, not attackers: whoever can choose the sources can choose what
// they do.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(ContentHash&&) noexcept;
    ContentHash& operator=(ContentHash&&) noexcept;

    // Texts keep their borders: `ab`, `c` is not `a`, `bc`.
    ContentHash& add(std::string_view text);
    // The name and content of the file; that it cannot be read, if so.
    ContentHash& add_file(std::filesystem::path const& path);
    // All files of the folder and of those in it, by names from there on.
    ContentHash& add_folder(std::filesystem::path const& folder);
    // 32 hexadecimal digits.
    [[nodiscard]] std::string text() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// $XDG_CACHE_HOME/moo or ~/.cache/moo; empty if neither variable is set.
[[nodiscard]] std::filesystem::path user_cache_folder();

class BuildCache {
public:
    // The folder is made when something is stored. A folder that others can write to is not used, since what lies in
    // it is run. Without a usable folder, things are built in a temporary one that vanishes with this object.
    explicit BuildCache(std::filesystem::path folder = user_cache_folder());
    ~BuildCache();
    BuildCache(BuildCache const&) = delete;
    BuildCache& operator=(BuildCache const&) = delete;

    // Builds something in an empty folder; gives an error text, empty if all went well.
    using Make = std::function<std::string(std::filesystem::path const& scratch)>;
    struct Entry {
        std::filesystem::path folder;  // empty after an error
        std::string error;
    };
    // The folder that `make` has filled, now or in another run. It appears whole or not at all. Processes that want
    // something at the same time take turns, so that one builds and the others find it.
    [[nodiscard]] Entry get(std::string const& key, Make const& make);

private:
    [[nodiscard]] bool can_write();
    [[nodiscard]] Entry make_in(std::filesystem::path const& root, std::string const& key, Make const& make);

    std::filesystem::path folder_;
    std::filesystem::path temporary_;
};

}  // namespace moo
