#include "moo/external/c_layout.h"
#include "tests/unit/external/c_types.h"

#include <catch2/catch.hpp>

using namespace moo;

namespace {

CType const pointer{CKind::pointer, {}};

}  // namespace

TEST_CASE("structures lie in memory as C has them") {
    struct Inner {
        double x;
        int n;
    };
    struct Outer {
        int first;
        Inner inner;
        int second;
        void* text;
    };
    CType const inner{CKind::structure, {test::c_double, test::c_int}};
    CType const outer{CKind::structure, {test::c_int, inner, test::c_int, pointer}};
    CHECK(size_of(inner) == sizeof(Inner));
    CHECK(size_of(outer) == sizeof(Outer));
    CHECK(alignment_of(outer) == alignof(Outer));
    CHECK(member_offsets(inner) == std::vector<std::size_t>{offsetof(Inner, x), offsetof(Inner, n)});
    CHECK(member_offsets(outer) == std::vector<std::size_t>{offsetof(Outer, first), offsetof(Outer, inner),
                                                            offsetof(Outer, second), offsetof(Outer, text)});
}

TEST_CASE("a structure without members takes no room") {
    CHECK(size_of({CKind::structure, {}}) == 0);
    CHECK(member_offsets({CKind::structure, {}}).empty());
}
