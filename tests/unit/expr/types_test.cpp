#include "moo/expr/types.h"

#include <catch2/catch.hpp>
#include <vector>

#include "moo/base/interner.h"

using namespace moo;

TEST_CASE("equal types have equal ids") {
    TypeTable table;
    std::vector<std::int64_t> const three{3};
    std::vector<std::int64_t> const two_three{2, 3};
    TypeId const vector = table.array(types::real, three);
    CHECK(vector == table.array(types::real, three));
    CHECK(vector != table.array(types::integer, three));
    CHECK(vector != table.array(types::real, two_three));
    CHECK(table.array(types::real, {}) == types::real);
}

TEST_CASE("an array of arrays is one array") {
    TypeTable table;
    std::vector<std::int64_t> const two{2};
    std::vector<std::int64_t> const three{3};
    TypeId const nested = table.array(table.array(types::real, three), two);
    REQUIRE(table.rank(nested) == 2);
    CHECK(table.dims(nested)[0] == 2);
    CHECK(table.dims(nested)[1] == 3);
    CHECK(table.element(nested) == types::real);
    CHECK(table.with_element(nested, types::boolean) != nested);
    CHECK(table.element(table.with_element(nested, types::boolean)) == types::boolean);
}

TEST_CASE("enumerations, records and tuples keep what they are made of") {
    TypeTable table;
    Interner names;
    std::vector<Symbol> const literals{names.intern("off"), names.intern("on")};
    TypeId const mode = table.enumeration(names.intern("Mode"), literals);
    CHECK(table.kind(mode) == TypeKind::enumeration);
    CHECK(table.literals(mode).size() == 2);
    std::vector<RecordField> const fields{{names.intern("re"), types::real}, {names.intern("im"), types::real}};
    TypeId const complex = table.record(names.intern("Complex"), fields);
    CHECK(table.name(complex) == names.intern("Complex"));
    CHECK(table.fields(complex)[1].name == names.intern("im"));
    std::vector<TypeId> const members{mode, complex};
    CHECK(table.members(table.tuple(members))[1] == complex);
    CHECK_FALSE(table.is_numeric(mode));
    CHECK(table.is_numeric(types::integer));
}
