// Builds output text: indentation, and numbers that read back exactly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace moo {

class TextWriter {
public:
    void write(std::string_view text) { text_.append(text); }
    void write(char c) { text_.push_back(c); }
    void write_integer(std::int64_t value);
    // The shortest decimal that reads back as the same number; always with `.`, `e`, `inf` or `nan`,
    // so that a Real never reads back as an Integer.
    void write_real(double value);

    // Starts a line at the current depth.
    void indent() { text_.append(depth_ * 2, ' '); }
    void line(std::string_view text) {
        if (!text.empty()) indent();
        write(text);
        write('\n');
    }
    void deeper() { ++depth_; }
    void shallower() { --depth_; }

    // Removes everything after the first `size` bytes.
    void truncate(std::size_t size) { text_.resize(size); }
    void reserve(std::size_t size) { text_.reserve(size); }
    [[nodiscard]] std::string const& text() const { return text_; }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace moo
