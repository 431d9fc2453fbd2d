#include <catch2/catch.hpp>

#include "tests/unit/lower/flat.h"

using moo::test::Flattened;

TEST_CASE("the last top-level model that can be simulated is the default") {
    Flattened const flat("model A end A; model B end B; package P model C end C; end P; partial model D end D;");
    CHECK(flat.interner.text(flat.model.name) == "B");
}

TEST_CASE("a model is chosen by its qualified name") {
    char const* const text = "within Lib; package P model A end A; model B end B; end P;";
    CHECK(Flattened(text, "P.A").errors().empty());
    Flattened const with_prefix(text, "Lib.P.B");
    CHECK(with_prefix.interner.text(with_prefix.model.name) == "B");
    CHECK(Flattened(text, "P.C").diagnostics.has_errors());
}
