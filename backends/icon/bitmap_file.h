// Images that an icon names or contains.
#pragma once

#include <string>

namespace moo {

struct BitmapFile {
    std::string bytes;  // a PNG file
    double width = 0.0;
    double height = 0.0;
    std::string problem;  // why there is none
};

// The resource with that path, or if `base64` is not empty, its contents. Only PNG files of moderate size are accepted.
[[nodiscard]] BitmapFile read_bitmap(std::string const& path, std::string const& base64);

}  // namespace moo
