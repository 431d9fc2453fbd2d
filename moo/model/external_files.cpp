// The functions behind Modelica.Utilities.Files and Streams that only read.
#include <filesystem>
#include <fstream>
#include <optional>

#include "moo/model/external_arguments.h"

namespace moo {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{64} << 20;

// The lines of a text file; none, and a failure, if it cannot be read.
std::optional<std::vector<std::string>> lines_of(ExternalArguments& arguments) {
    std::filesystem::path const path(arguments.string(0));
    std::error_code error;
    // Only ordinary files: reading a device may never end.
    bool const readable = std::filesystem::is_regular_file(path, error) &&
                          std::filesystem::file_size(path, error) <= largest_file && !error;
    std::ifstream file;
    if (readable) file.open(path);
    if (!file.is_open()) {
        arguments.fail("the file \"" + path.string() + "\" cannot be read");
        return std::nullopt;
    }
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(line);
    }
    return lines;
}

// FileType: NoFile = 1, RegularFile = 2, Directory = 3, SpecialFile = 4
std::int64_t file_type(std::string_view name) {
    std::error_code error;
    auto const status = std::filesystem::status(std::filesystem::path(name), error);
    if (!std::filesystem::exists(status)) return 1;
    if (std::filesystem::is_regular_file(status)) return 2;
    return std::filesystem::is_directory(status) ? 3 : 4;
}

// readLine(fileName, lineNumber, endOfFile)
void read_line(ExternalArguments& arguments) {
    std::int64_t const number = arguments.integer(1);
    auto const lines = lines_of(arguments);
    if (!lines) return;
    bool const is_end = number > std::ssize(*lines);
    if (number < 1) return arguments.fail("the line number is not positive");
    arguments.set(2, Value::boolean(is_end));
    arguments.give_string(is_end ? std::string_view() : (*lines)[static_cast<std::size_t>(number - 1)]);
}

// readFile(fileName, lines, size(lines, 1))
void read_file(ExternalArguments& arguments) {
    std::int64_t const count = arguments.integer(2);
    auto const lines = lines_of(arguments);
    if (!lines) return;
    if (count > std::ssize(*lines) || count < 0) return arguments.fail("the file does not have that many lines");
    std::vector<Value> values;
    for (std::int64_t i = 0; i < count; ++i) {
        values.push_back(Value::string(arguments.interner().intern((*lines)[static_cast<std::size_t>(i)])));
    }
    arguments.set(1, Value::array({count}, std::move(values)));
}

}  // namespace

bool call_file_function(std::string_view name, ExternalArguments& arguments) {
    if (name == "ModelicaInternal_fullPathName") {
        std::error_code error;
        auto const path = std::filesystem::absolute(std::filesystem::path(arguments.string(0)), error);
        arguments.give_string(path.lexically_normal().generic_string());
    } else if (name == "ModelicaInternal_stat") {
        arguments.give(Value::integer(file_type(arguments.string(0))));
    } else if (name == "ModelicaInternal_countLines") {
        if (auto const lines = lines_of(arguments)) arguments.give(Value::integer(std::ssize(*lines)));
    } else if (name == "ModelicaInternal_readLine") {
        read_line(arguments);
    } else if (name == "ModelicaInternal_readFile") {
        read_file(arguments);
    } else {
        return false;
    }
    return true;
}

}  // namespace moo
