// Images that an icon names or contains.
#pragma once

#include <string>

namespace moo {

struct BitmapFile {
    std::string bytes;  // contents of a PNG file
    double width = 0.0;
    double height = 0.0;
    std::string problem;  // why there is no image
};

// Reads the resource with that path, or decodes `base64` if it is not empty. Accepts only PNG files of moderate size.
[[nodiscard]] BitmapFile read_bitmap(std::string const& path, std::string const& base64);

}  // namespace moo
