#include <catch2/catch.hpp>

#include "tests/unit/lower/flat.h"

using moo::test::Flattened;

TEST_CASE("the last top-level model that can be simulated is the default") {
    Flattened const flat("model A end A; model B end B; package P model C end C; end P; partial model D end D;");
    CHECK(flat.errors() == "");
    CHECK(flat.interner.text(flat.model.name) == "B");
}

TEST_CASE("a model is chosen by its qualified name") {
    char const* const text = "package P model A end A; model B end B; end P;";
    CHECK(Flattened(text, "P.A").errors().empty());
    CHECK(Flattened(text, "P.C").diagnostics.has_errors());
}

TEST_CASE("an unbalanced model is reported with its counts") {
    Flattened const flat("model M Real x, y; equation x = 1; end M;");
    CHECK(flat.errors().find("`M` has 2 unknowns, but 1 equations") != std::string::npos);
}
