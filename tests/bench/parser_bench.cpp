// How fast the parser reads: megabytes a second over all files of the Modelica Standard Library's
// `Modelica` folder, held in memory, on one core. Lexing, parsing and building the trees; no printing.
//
//     parser_bench [repetitions]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "moo/syntax/parse.h"
#include "tests/roundtrip/library_files.h"

int main(int argc, char** argv) {
    int const repetitions = argc > 1 ? std::max(1, std::atoi(argv[1])) : 10;
    auto const folder = moo::tests::library_folder() / "Modelica";
    moo::SourceManager sources;
    std::vector<moo::FileId> files;
    std::size_t bytes = 0;
    for (auto const& path : moo::tests::modelica_files(folder)) {
        auto const loaded = sources.load(path.string());
        if (!loaded.file) continue;
        files.push_back(loaded.file);
        bytes += sources.text(loaded.file).size();
    }
    if (files.empty()) {
        std::printf("no Modelica files in %s\n", folder.c_str());
        return 2;
    }
    double best = 0;
    std::size_t nodes = 0;
    for (int i = 0; i < repetitions; ++i) {
        moo::Interner interner;
        moo::Diagnostics diagnostics;
        nodes = 0;
        auto const start = std::chrono::steady_clock::now();
        for (moo::FileId const file : files) {
            nodes += moo::parse(file, sources, interner, diagnostics).expr_count();
        }
        std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - start;
        if (diagnostics.has_errors()) {
            std::printf("%s", moo::render_text(diagnostics, sources).c_str());
            return 1;
        }
        best = std::max(best, static_cast<double>(bytes) / seconds.count() / 1e6);
    }
    std::printf("parser: %zu files, %.1f MB, %zu expressions, %.1f MB/s (best of %d)\n", files.size(),
                static_cast<double>(bytes) / 1e6, nodes, best, repetitions);
    return 0;
}
