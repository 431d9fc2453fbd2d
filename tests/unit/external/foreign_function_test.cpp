#include "moo/external/foreign_function.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "moo/external/modelica_utilities.h"

using namespace moo;

namespace {

extern "C" {

double weigh(double x, int n, std::size_t size, char const* text) {
    return x * n + static_cast<double>(size) + static_cast<double>(std::strlen(text));
}
int negate(int n) { return -n; }
void write_outputs(double* values, std::size_t count, int* last) {
    for (std::size_t i = 0; i < count; ++i) values[i] += 1;
    *last = static_cast<int>(count);
}
struct Pair {
    double x;
    int n;
};
struct Pairs {
    Pair a;
    int last;
};
Pairs make_pairs(double x, Pair const* source) { return {{x, source->n}, 9}; }
void refuse(int n) {
    if (n > 2) utility_callbacks().error("more than two");
}
void* same(void* object) { return object; }
}

template <class Function>
ForeignFunction foreign(Function* function, CType result, std::vector<CKind> arguments) {
    return {reinterpret_cast<void*>(function), {std::move(result), std::move(arguments)}};
}

}  // namespace

TEST_CASE("values of all kinds are given and one is taken") {
    ForeignFunction const function =
        foreign(weigh, {CKind::real, {}}, {CKind::real, CKind::integer, CKind::size, CKind::pointer});
    double x = 1.5;
    int n = -2;
    std::size_t size = 10;
    char const* text = "four";
    void* const arguments[] = {&x, &n, &size, &text};
    double result = 0;
    CHECK_FALSE(function.call(&result, arguments));
    CHECK(result == 11.0);
}

TEST_CASE("small results keep their sign") {
    ForeignFunction const function = foreign(negate, {CKind::integer, {}}, {CKind::integer});
    int n = 7;
    void* const arguments[] = {&n};
    int results[2] = {0, 42};
    CHECK_FALSE(function.call(results, arguments));
    CHECK(results[0] == -7);
    CHECK(results[1] == 42);
}

TEST_CASE("what is given by address is written to") {
    ForeignFunction const function = foreign(write_outputs, {}, {CKind::pointer, CKind::size, CKind::pointer});
    double values[] = {1, 2, 3};
    double* first = values;
    std::size_t count = 3;
    int last = 0;
    int* place = &last;
    void* const arguments[] = {&first, &count, &place};
    CHECK_FALSE(function.call(nullptr, arguments));
    CHECK(values[2] == 4.0);
    CHECK(last == 3);
}

TEST_CASE("a structure is returned by value") {
    CType const pair{CKind::structure, {{CKind::real, {}}, {CKind::integer, {}}}};
    CType const pairs{CKind::structure, {pair, {CKind::integer, {}}}};
    ForeignFunction const function = foreign(make_pairs, pairs, {CKind::real, CKind::pointer});
    double x = 2.5;
    Pair source{0, 6};
    Pair const* place = &source;
    void* const arguments[] = {&x, &place};
    Pairs result{};
    REQUIRE(size_of(pairs) == sizeof result);
    CHECK_FALSE(function.call(&result, arguments));
    CHECK(result.a.x == 2.5);
    CHECK(result.a.n == 6);
    CHECK(result.last == 9);
}

TEST_CASE("an error of the function is told, and the next call is a new one") {
    ForeignFunction const function = foreign(refuse, {}, {CKind::integer});
    int n = 3;
    void* const arguments[] = {&n};
    CHECK(function.call(nullptr, arguments) == "more than two");
    n = 1;
    CHECK_FALSE(function.call(nullptr, arguments));
}

TEST_CASE("objects come back as they are") {
    ForeignFunction const function = foreign(same, {CKind::pointer, {}}, {CKind::pointer});
    int content = 0;
    void* object = &content;
    void* const arguments[] = {&object};
    void* result = nullptr;
    CHECK_FALSE(function.call(&result, arguments));
    CHECK(result == object);
}
