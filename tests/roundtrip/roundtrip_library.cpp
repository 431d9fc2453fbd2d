// Every file of the Modelica Standard Library parses without a complaint and survives printing.
#include <cstdio>

#include "tests/roundtrip/library_files.h"
#include "tests/roundtrip/round_trip.h"

int main() {
    constexpr int skipped = 77;
    auto const folder = moo::tests::library_folder();
    auto const files = moo::tests::modelica_files(folder);
    if (files.empty()) {
        std::printf("SKIPPED: no Modelica files in %s\n", folder.c_str());
        return skipped;
    }
    std::size_t bad = 0;
    std::size_t bytes = 0;
    for (auto const& path : files) {
        std::string const text = moo::tests::read_file(path);
        bytes += text.size();
        std::string const problem = moo::tests::check_round_trip(path.string(), text);
        if (problem.empty()) continue;
        ++bad;
        std::printf("%s\n", problem.c_str());
    }
    std::printf("%zu files, %zu bytes, %zu bad\n", files.size(), bytes, bad);
    return bad == 0 ? 0 : 1;
}
