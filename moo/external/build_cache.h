// Things built from sources are kept in a folder of the user, under a name that depends on everything they were made
// from.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace moo {

// A hash of 128 bits (XXH3). It distinguishes contents; it does not protect against attackers, because whoever can
// choose the sources can choose what they do.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(ContentHash&&) noexcept;
    ContentHash& operator=(ContentHash&&) noexcept;

    // The borders of texts count: `ab`, `c` is different from `a`, `bc`.
    ContentHash& add(std::string_view text);
    // Adds the name and content of the file, or the fact that it cannot be read.
    ContentHash& add_file(std::filesystem::path const& path);
    // Without the name.
    ContentHash& add_content(std::filesystem::path const& path);
    // Adds all files of the folder and its subfolders, with names relative to it.
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
    // The folder is made when something is stored. A folder that others can write to is not used, because its contents
    // are executed. Without a usable folder, things are built in a temporary one that is deleted together with this
    // object.
    explicit BuildCache(std::filesystem::path folder = user_cache_folder());
    ~BuildCache();
    BuildCache(BuildCache const&) = delete;
    BuildCache& operator=(BuildCache const&) = delete;

    // Builds something in an empty folder; returns an error text, empty if all went well.
    using Make = std::function<std::string(std::filesystem::path const& scratch)>;
    struct Entry {
        std::filesystem::path folder;  // empty after an error
        std::string error;
    };
    // The folder that `make` has filled, now or in an earlier run. It is either complete or not there: a folder whose
    // files have changed since, as after a full disk or a crash of the system, is made again. If several processes need
    // the same thing at the same time, one builds it and the others wait and then find it. What a killed process leaves
    // behind is removed when the next one builds something.
    [[nodiscard]] Entry get(std::string const& key, Make const& make);

private:
    [[nodiscard]] bool can_write();
    [[nodiscard]] std::optional<Entry> find_in(std::filesystem::path const& root, std::string const& key) const;
    [[nodiscard]] Entry make_in(std::filesystem::path const& root, std::string const& key, Make const& make);

    std::filesystem::path folder_;
    std::filesystem::path temporary_;
};

}  // namespace moo
