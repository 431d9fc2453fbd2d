#include "tests/fuzz/replay.h"

#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/roundtrip/library_files.h"

namespace moo::fuzz {

int replay(int argc, char** argv, void (*run)(std::string_view)) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    // Prefixes of long files add time and nothing new.
    constexpr std::size_t longest_prefix = 2000;
    std::size_t files = 0;
    std::size_t runs = 0;
    for (auto const& entry : std::filesystem::directory_iterator(argv[1])) {
        std::string const text = tests::read_file(entry.path());
        ++files;
        run(text);
        ++runs;
        if (text.size() > longest_prefix) continue;
        for (std::size_t size = 0; size < text.size(); ++size) {
            run(std::string_view(text).substr(0, size));
            ++runs;
        }
    }
    std::printf("%zu files, %zu runs\n", files, runs);
    return files > 0 ? 0 : 1;
}

}  // namespace moo::fuzz
