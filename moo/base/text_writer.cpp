#include "moo/base/text_writer.h"

#include <charconv>
#include <cmath>

namespace moo {

void TextWriter::write_integer(std::int64_t value) {
    char buffer[24];
    auto const result = std::to_chars(buffer, buffer + sizeof buffer, value);
    text_.append(buffer, result.ptr);
}

void TextWriter::write_real(double value) {
    char buffer[40];
    auto const result = std::to_chars(buffer, buffer + sizeof buffer, value);
    std::string_view const digits(buffer, static_cast<std::size_t>(result.ptr - buffer));
    text_.append(digits);
    if (std::isfinite(value) && digits.find_first_of(".e") == std::string_view::npos) text_.append(".0");
}

}  // namespace moo
