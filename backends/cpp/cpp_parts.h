// Functions of a large model in files of their own, so that compilers share the work.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "moo/base/text_writer.h"

namespace moo {

class CppParts {
public:
    // What has been written behind `start` is a function; it moves to the file that is being filled, and its
    // declaration to those that all files know.
    void move_function(TextWriter& out, std::size_t start, std::string_view declaration);
    void declare(std::string_view declaration);

    [[nodiscard]] std::string const& declarations() const { return declarations_; }
    [[nodiscard]] std::vector<std::string> const& functions() const { return files_; }

private:
    std::string declarations_;
    std::vector<std::string> files_;
};

}  // namespace moo
