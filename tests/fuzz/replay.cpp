// Runs the corpus of a fuzzer through the same function: every file as it is, cut off at every place (or every STRIDE-th),
// without each of its lines, and with some random changes if a number of them is given. A text that breaks a promise is left
// in replay_NAME.failed in the current folder.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/entry.h"
#include "tests/roundtrip/library_files.h"

namespace {

constexpr std::string_view characters = "0123456789-+.,;:\"'{}[]()<>/\\ \nxe&";

std::size_t run_variants(std::string const& text, std::size_t stride) {
    std::size_t runs = 0;
    for (std::size_t size = 0; size < text.size(); size += stride, ++runs)
        moo::fuzz::run(std::string_view(text).substr(0, size));
    for (std::size_t begin = 0; begin < text.size(); ++runs) {
        std::size_t const newline = text.find('\n', begin);
        std::size_t const end = newline == std::string::npos ? text.size() : newline + 1;
        moo::fuzz::run(text.substr(0, begin) + text.substr(end));
        begin = end;
    }
    return runs;
}

// One to four changes: a piece is taken away, doubled, replaced by one of another file, or a character is another.
std::string mutant(std::vector<std::string> const& texts, std::mt19937_64& random) {
    auto const below = [&](std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(random() % bound); };
    std::string text = texts[below(texts.size())];
    auto const piece = [&](std::string const& of) {
        std::size_t const begin = below(of.size());
        return of.substr(begin, 1 + below(below(4) == 0 ? 200 : 12));
    };
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        std::size_t const at = below(text.size());
        std::size_t const size = 1 + below(below(4) == 0 ? 200 : 12);
        switch (below(5)) {
            case 0: text.erase(at, size); break;
            case 1: text.insert(at, piece(text)); break;
            case 2: text.replace(at, std::min(size, text.size() - at), piece(texts[below(texts.size())])); break;
            case 3: text.insert(at, piece(texts[below(texts.size())])); break;
            default:
                if (!text.empty()) text[at] = characters[below(characters.size())];
        }
    }
    return text;
}

// The text is written down before it is run, as a run that fails does not come back.
void run_mutants(std::vector<std::string> const& texts, std::size_t count, std::string const& name) {
    std::mt19937_64 random(1);
    std::string const path = name + ".failed";
    for (std::size_t i = 0; i < count; ++i) {
        std::string const text = mutant(texts, random);
        std::ofstream(path, std::ios::binary) << text;
        moo::fuzz::run(text);
    }
    std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: replay_NAME FOLDER [MUTANTS [STRIDE]]\n");
        return 2;
    }
    std::size_t const mutants = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    std::size_t const stride = argc > 3 ? std::max(std::strtoull(argv[3], nullptr, 10), 1ULL) : 1;
    std::vector<std::string> texts;
    // Variants of long files add time and nothing new.
    constexpr std::size_t longest = 2000;
    std::size_t files = 0;
    std::size_t runs = 0;
    for (auto const& entry : std::filesystem::directory_iterator(argv[1])) {
        std::string const text = moo::tests::read_file(entry.path());
        ++files;
        texts.push_back(text);
        moo::fuzz::run(text);
        ++runs;
        if (text.size() <= longest) runs += run_variants(text, stride);
    }
    if (!texts.empty()) run_mutants(texts, mutants, std::filesystem::path(argv[0]).filename().string());
    std::printf("%zu files, %zu runs\n", files, runs + mutants);
    return files > 0 ? 0 : 1;
}
