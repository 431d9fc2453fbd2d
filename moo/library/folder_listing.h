// The contents of a folder of a library, read once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace moo {

class FolderListing {
public:
    explicit FolderListing(std::filesystem::path folder);

    [[nodiscard]] std::filesystem::path const& folder() const { return folder_; }
    // Why the folder could not be read.
    [[nodiscard]] std::error_code error() const { return error_; }

    [[nodiscard]] bool has_file(std::string_view name) const;
    // A subfolder with a package.mo.
    [[nodiscard]] bool has_package(std::string_view name) const;

    // A class in the folder: `Name.mo`, `Name VERSION.mo`, `Name/package.mo` or `Name VERSION/package.mo`.
    struct StoredName {
        std::string name;
        std::string version;  // empty if the file name has none
        std::filesystem::path file;
        bool has_folder = false;
    };
    // All classes whose name is an identifier, sorted by it; files come before folders and newer versions before older
    // ones, but both after those without a version.
    [[nodiscard]] std::vector<StoredName> stored_names() const;
    // Those of one name only.
    [[nodiscard]] std::vector<StoredName> stored_names(std::string_view name) const;

private:
    struct Entry {
        std::string name;
        bool is_folder = false;
        mutable std::optional<bool> has_package;  // of a folder; looked up when it is requested
    };
    [[nodiscard]] Entry const* find(std::string_view name) const;
    [[nodiscard]] bool is_package(Entry const& entry) const;
    [[nodiscard]] std::optional<StoredName> stored_name(Entry const& entry) const;

    std::filesystem::path folder_;
    std::error_code error_;
    std::vector<Entry> entries_;  // sorted by name
};

}  // namespace moo
