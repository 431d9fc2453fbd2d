// Runs the corpus of a fuzzer through the same function: every file as it is, cut off at every place, and without each
// of its lines.
#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/fuzz/entry.h"
#include "tests/roundtrip/library_files.h"

namespace {

std::size_t run_variants(std::string const& text) {
    std::size_t runs = 0;
    for (std::size_t size = 0; size < text.size(); ++size, ++runs)
        moo::fuzz::run(std::string_view(text).substr(0, size));
    for (std::size_t begin = 0; begin < text.size(); ++runs) {
        std::size_t const newline = text.find('\n', begin);
        std::size_t const end = newline == std::string::npos ? text.size() : newline + 1;
        moo::fuzz::run(text.substr(0, begin) + text.substr(end));
        begin = end;
    }
    return runs;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: replay_NAME FOLDER\n");
        return 2;
    }
    // Variants of long files add time and nothing new.
    constexpr std::size_t longest = 2000;
    std::size_t files = 0;
    std::size_t runs = 0;
    for (auto const& entry : std::filesystem::directory_iterator(argv[1])) {
        std::string const text = moo::tests::read_file(entry.path());
        ++files;
        moo::fuzz::run(text);
        ++runs;
        if (text.size() <= longest) runs += run_variants(text);
    }
    std::printf("%zu files, %zu runs\n", files, runs);
    return files > 0 ? 0 : 1;
}
