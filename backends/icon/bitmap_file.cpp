#include "backends/icon/bitmap_file.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "backends/common/resource_file.h"

namespace moo {

namespace {

constexpr std::uintmax_t largest_file = 4'000'000;
constexpr std::uint32_t largest_side = 2'000;  // pixels

std::optional<std::string> decode_base64(std::string_view text) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (char const c : text) {
        std::uint32_t digit = 0;
        if (c >= 'A' && c <= 'Z') {
            digit = static_cast<std::uint32_t>(c - 'A');
        } else if (c >= 'a' && c <= 'z') {
            digit = static_cast<std::uint32_t>(c - 'a') + 26;
        } else if (c >= '0' && c <= '9') {
            digit = static_cast<std::uint32_t>(c - '0') + 52;
        } else if (c == '+') {
            digit = 62;
        } else if (c == '/') {
            digit = 63;
        } else if (c == '=' || c == '\n' || c == '\r' || c == ' ') {
            continue;
        } else {
            return std::nullopt;
        }
        bits = (bits << 6u) | digit;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xffu);
    }
    return bytes;
}

// The number at a position of the header, which begins with the size of the picture.
std::uint32_t number_at(std::string_view bytes, std::size_t place) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = (number << 8u) | static_cast<unsigned char>(bytes[place + i]);
    return number;
}

}  // namespace

BitmapFile read_bitmap(std::string const& path, std::string const& base64) {
    BitmapFile file;
    std::string const what = base64.empty() ? "`" + path + "`" : "an image in the icon";
    if (base64.empty()) {
        if (!is_resource_file(path)) {
            file.problem = what + " is not a file in a `Resources` folder of a library";
            return file;
        }
        std::error_code error;
        std::uintmax_t const size = std::filesystem::file_size(path, error);
        if (error || size > largest_file) {
            file.problem = what + " is too large for an icon";
            return file;
        }
        std::ifstream in(path, std::ios::binary);
        file.bytes.assign(std::istreambuf_iterator<char>(in), {});
    } else {
        file.bytes = decode_base64(base64).value_or("");
    }
    constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
    constexpr std::size_t header_size = 24;
    if (file.bytes.size() < header_size || !file.bytes.starts_with(signature)) {
        file.problem = what + " is no PNG file";
        return file;
    }
    std::uint32_t const width = number_at(file.bytes, 16);
    std::uint32_t const height = number_at(file.bytes, 20);
    if (width == 0 || height == 0 || width > largest_side || height > largest_side) {
        file.problem = what + " has too many pixels for an icon";
        return file;
    }
    file.width = width;
    file.height = height;
    return file;
}

}  // namespace moo
