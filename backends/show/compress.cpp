#include "backends/show/compress.h"

#include <zlib.h>

#include <cassert>

namespace moo {

std::string compress(std::string_view data) {
    // Formulas repeat themselves so much that the fastest level leaves a tenth; slower ones take three times as long
    // for a quarter less.
    constexpr int level = 3;
    uLongf size = ::compressBound(static_cast<uLong>(data.size()));
    std::string packed(size, '\0');
    [[maybe_unused]] int const result =
        ::compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<Bytef const*>(data.data()),
                    static_cast<uLong>(data.size()), level);
    assert(result == Z_OK);
    packed.resize(size);
    return packed;
}

std::string base64(std::string_view data) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((data.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < data.size(); i += 3) {
        unsigned group = 0;
        std::size_t const count = std::min<std::size_t>(3, data.size() - i);
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8u | (k < count ? static_cast<unsigned char>(data[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[group >> (18 - 6 * k) & 63u] : '=';
    }
    return text;
}

}  // namespace moo
