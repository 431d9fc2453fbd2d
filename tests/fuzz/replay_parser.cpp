// Runs the corpus of the parser's fuzzer, and every prefix of a file in it, through the same function.
#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/fuzz/parser_entry.h"
#include "tests/roundtrip/library_files.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: replay_parser FOLDER\n");
        return 2;
    }
    // Prefixes of long files add time and nothing new.
    constexpr std::size_t longest_prefix = 2000;
    std::size_t files = 0;
    std::size_t runs = 0;
    for (auto const& entry : std::filesystem::directory_iterator(argv[1])) {
        std::string const text = moo::tests::read_file(entry.path());
        ++files;
        moo::fuzz::run_parser(text);
        ++runs;
        if (text.size() > longest_prefix) continue;
        for (std::size_t size = 0; size < text.size(); ++size) {
            moo::fuzz::run_parser(std::string_view(text).substr(0, size));
            ++runs;
        }
    }
    std::printf("%zu files, %zu runs\n", files, runs);
    return files > 0 ? 0 : 1;
}
