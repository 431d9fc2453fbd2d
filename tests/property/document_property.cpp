// What is written in one encoding is the same when it is read and written in the others.
#include <catch2/catch.hpp>

#include "moo/check/canonical_document.h"
#include "moo/io/document/compare_documents.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "tests/support/random_document.h"

namespace {

using moo::Encoding;

struct Read {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::Document document;
    explicit Read(std::string text) {
        moo::FileId const file = sources.add("document", std::move(text));
        document = read_document(file, sources, interner, diagnostics);
    }
    [[nodiscard]] std::string errors() const { return render_text(diagnostics, sources); }
    [[nodiscard]] std::string written(Encoding encoding) const {
        return write_document(document, interner, sources, encoding);
    }
};

std::string convert(std::string const& text, Encoding encoding) {
    Read const read(text);
    INFO(read.errors());
    REQUIRE(!read.diagnostics.has_errors());
    return read.written(encoding);
}

}  // namespace

TEST_CASE("a canonical document stays as it is") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        INFO("seed " << seed);
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document document = moo::test::RandomDocument(seed, sources, interner).make();
        // The arrays of random documents are not those of their variables.
        document.arrays.clear();
        make_canonical(document, interner);
        std::string const first = write_document(document, interner, sources, Encoding::json);
        make_canonical(document, interner);
        CHECK(write_document(document, interner, sources, Encoding::json) == first);
        // Nor does it depend on how the expressions were made.
        Read read(write_document(document, interner, sources, Encoding::xml));
        make_canonical(read.document, read.interner);
        CHECK(read.written(Encoding::json) == first);
        CHECK(moo::compare_documents({document, interner, "a"}, {read.document, read.interner, "b"}).empty());
    }
}

TEST_CASE("every field of a document survives every encoding") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        INFO("seed " << seed);
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = moo::test::RandomDocument(seed, sources, interner).make();
        std::string const text = write_document(document, interner, sources, Encoding::text);
        std::string const json = write_document(document, interner, sources, Encoding::json);
        std::string const xml = write_document(document, interner, sources, Encoding::xml);
        // Each holds all that the others hold.
        CHECK(convert(text, Encoding::json) == json);
        CHECK(convert(json, Encoding::xml) == xml);
        CHECK(convert(xml, Encoding::text) == text);
        // And reads as it was written.
        CHECK(convert(text, Encoding::text) == text);
        CHECK(convert(json, Encoding::json) == json);
        CHECK(convert(xml, Encoding::xml) == xml);
    }
}
