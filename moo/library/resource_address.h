// Addresses of resources (Modelica 3.6, section 13.5).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

enum class AddressScheme { modelica, file };

// `modelica:/A.B/Resources/x.png`, the same with two slashes, as in older versions, `file:///home/x.png`, or a plain
// path, which counts as a file. Percent codes are replaced.
struct ResourceAddress {
    AddressScheme scheme = AddressScheme::file;
    std::vector<std::string> class_name;  // `A`, `B`
    std::string path;                     // `Resources/x.png`
};

// None if it cannot be the address of a file: without a path, with another scheme, or with a NUL in it.
[[nodiscard]] std::optional<ResourceAddress> parse_resource_address(std::string_view address);

// `path` below `root`/`inside`, or an empty path if it would leave `root`.
[[nodiscard]] std::filesystem::path path_below(std::filesystem::path const& root, std::filesystem::path const& inside,
                                               std::string_view path);

// `A.'b.c'.D` → `A`, `'b.c'`, `D`.
[[nodiscard]] std::vector<std::string> split_class_name(std::string_view name);

}  // namespace moo
