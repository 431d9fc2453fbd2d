#include "moo/expr/operator_table.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <utility>

using namespace moo;

namespace {

OperatorRow const& row_of(std::string_view text) {
    static std::vector<OperatorRow> const rows = operator_rows();
    auto const found = std::find_if(rows.begin(), rows.end(), [&](OperatorRow const& row) { return row.text == text; });
    REQUIRE(found != rows.end());
    return *found;
}

std::string example(std::string_view text, std::string_view expression) {
    for (OperatorExample const& each : row_of(text).examples) {
        if (each.expression == expression) return each.value;
    }
    return "no such example";
}

}  // namespace

TEST_CASE("the rows of a built-in function have the numbers of operands that it takes") {
    struct Count {
        std::size_t fewest = BuiltinInfo::many;
        std::size_t most = 0;
    };
    std::map<Builtin, Count> counts;
    for (OperatorRow const& row : operator_rows()) {
        if (!row.key.builtin) continue;
        Count& count = counts[*row.key.builtin];
        auto const needed = static_cast<std::size_t>(
            std::count_if(row.operands.begin(), row.operands.end(), [](auto const& each) { return !each.is_optional; }));
        count.fewest = std::min(count.fewest, needed);
        count.most = std::max(count.most, row.takes_more ? std::size_t{BuiltinInfo::many} : row.operands.size());
    }
    CHECK(counts.size() == builtin_count());
    for (auto const& [builtin, count] : counts) {
        BuiltinInfo const& info = builtin_info(builtin);
        INFO(info.name);
        CHECK(count.fewest == info.fewest);
        // The table of functions has no upper bound for String, because its forms have different ones.
        CHECK(count.most == (builtin == Builtin::to_string ? 4 : std::size_t{info.most}));
    }
}

TEST_CASE("every row says what it means, and every example has a value") {
    for (OperatorRow const& row : operator_rows()) {
        INFO(row.text);
        CHECK(row.meaning.ends_with('.'));
        CHECK_FALSE(row.text.empty());
        CHECK_FALSE(row.group.empty());
        for (OperatorExample const& each : row.examples) {
            INFO(each.expression << " = " << each.value);
            CHECK_FALSE(each.value.empty());
            CHECK(each.value.find("it ") == std::string::npos);
        }
    }
}

TEST_CASE("types and derivatives of rows come from the rules") {
    CHECK(row_of("tanh(u)").derivative_by_time == "(1.0 - tanh(u)^2)*u'");
    CHECK(row_of("atan2(y, x)").derivative_by_unknown == "(x*y' - y*x')/(y^2 + x^2)");
    CHECK(row_of("delay(e, by)").derivative_by_time == "delay(e', by)");
    CHECK(row_of("delay(e, by)").derivative_by_unknown == "0");
    CHECK(row_of("product(A)").derivative_by_time.empty());
    CHECK(row_of("transpose(A)").example_type == "Real[3,2]");
    CHECK(row_of("cat(k, A, B)").example_type == "Real[6,3]");
    CHECK(row_of("sin(u)").type == ResultType::real);
    CHECK(row_of("sign(a)").type == ResultType::integer);
    CHECK(row_of("mod(x, y)").type == ResultType::carried);
    CHECK(row_of("smooth(p, e)").type == ResultType::as_operand);
    CHECK(row_of("sample(start, interval)").type == ResultType::boolean);
    CHECK(row_of("sample(u, c)").type == ResultType::as_operand);
    CHECK(row_of("size(A, i)").type == ResultType::integer);
    CHECK(row_of("size(A)").type == ResultType::carried);
}

TEST_CASE("examples have the values that the specification gives") {
    CHECK(example("mod(x, y)", "mod(-7, 3)") == "2");
    CHECK(example("mod(x, y)", "mod(7, -3)") == "-2");
    CHECK(example("rem(x, y)", "rem(-7, 3)") == "-1");
    CHECK(example("integer(x)", "integer(-2.5)") == "-3");
    CHECK(example("div(x, y)", "div(-7, 2)") == "-3");
    CHECK(example("a/b", "7/2") == "3.5");
    CHECK(example("atan2(y, x)", "atan2(0, 0)") == "0.0");
    CHECK(example("String(x, format)", "String(1.5, \".3f\")") == "\"1.500\"");
}
