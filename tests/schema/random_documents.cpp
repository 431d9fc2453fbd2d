// Writes documents with something in every field: random_documents FOLDER COUNT
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "moo/io/document/write.h"
#include "tests/support/random_document.h"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: random_documents FOLDER COUNT\n");
        return 2;
    }
    for (std::uint64_t seed = 1; seed <= std::strtoull(argv[2], nullptr, 10); ++seed) {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = moo::test::RandomDocument(seed, sources, interner).make();
        std::ofstream out(std::string(argv[1]) + "/random_" + std::to_string(seed) + ".moo", std::ios::binary);
        out << write_document(document, interner, sources);
        if (!out.flush()) return 2;
    }
    return 0;
}
