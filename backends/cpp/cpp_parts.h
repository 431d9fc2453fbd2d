// Puts functions of a large model into files of their own, so that several compilers can work at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "moo/base/text_writer.h"

namespace moo {

class CppParts {
public:
    // The text after `start` is a function: moves it to the file that is being filled, and declares it in the header
    // that all files include.
    void move_function(TextWriter& out, std::size_t start, std::string_view declaration);
    void declare(std::string_view declaration);

    [[nodiscard]] std::string const& declarations() const { return declarations_; }
    [[nodiscard]] std::vector<std::string> const& functions() const { return files_; }

private:
    std::string declarations_;
    std::vector<std::string> files_;
};

}  // namespace moo
