#include <catch2/catch.hpp>

#include "tests/unit/evaluate/interpret_support.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Externals : Functions {
    // `external "C" name(arguments)`
    FlatExternal& external(FlatFunction& function, std::string_view c_name, std::vector<ExprId> arguments) {
        function.external.emplace();
        function.external->language = name("C");
        function.external->function = name(c_name);
        function.external->arguments = std::move(arguments);
        return *function.external;
    }
};

}  // namespace

TEST_CASE("an external function is given its arguments, and its outputs are taken") {
    Externals t;
    FlatFunction& split = t.function("split");
    ExprId const x = t.input(split, "x");
    ExprId const whole = t.output(split, "whole", types::integer);
    ExprId const rest = t.output(split, "rest");
    t.external(split, "c_split", {x, t.n(2), rest}).result = whole;
    FunctionInterpreter interpreter(t.s, t.names, t.lookup());
    std::vector<Value> seen;
    interpreter.set_external_calls({[&](FlatFunction const& function, std::span<Value const> arguments) {
                                        CHECK(function.external->function == t.name("c_split"));
                                        seen.assign(arguments.begin(), arguments.end());
                                        ExternalResult result;
                                        result.value = Value::integer(3);
                                        result.arguments = {Value(), Value(), Value::real(0.25)};
                                        return result;
                                    },
                                    {}});
    Value const argument = Value::real(3.25);
    Interpretation const result = interpreter.call(t.name("split"), {&argument, 1});
    CHECK(result.outputs == std::vector<Value>{Value::integer(3), Value::real(0.25)});
    REQUIRE(seen.size() == 3);
    CHECK(seen[0] == argument);
    CHECK(seen[1] == Value::integer(2));
    CHECK_FALSE(seen[2].has_value());
}

TEST_CASE("the failure of an external function is that of its caller") {
    Externals t;
    FlatFunction& fails = t.function("fails");
    ExprId const y = t.output(fails, "y");
    t.external(fails, "c_fails", {}).result = y;
    FunctionInterpreter interpreter(t.s, t.names, t.lookup());
    Interpretation const alone = interpreter.call(t.name("fails"), {});
    CHECK(alone.failure.error == InterpretError::unsupported);
    CHECK(alone.failure.message == "the external function `c_fails` cannot be called during translation");
    interpreter.set_external_calls({[](FlatFunction const&, std::span<Value const>) {
                                        ExternalResult result;
                                        result.error = "it is too late";
                                        result.details = {"line 1", "line 2"};
                                        return result;
                                    },
                                    {}});
    Interpretation const failed = interpreter.call(t.name("fails"), {});
    CHECK(failed.failure.error == InterpretError::external_failure);
    CHECK(failed.failure.message == "it is too late");
    CHECK(failed.failure.details == std::vector<std::string>{"line 1", "line 2"});
    CHECK(failed.failure.function == t.name("fails"));
}

TEST_CASE("functions of the language itself need nobody") {
    Externals t;
    FlatFunction& sine = t.function("sine");
    ExprId const u = t.input(sine, "u");
    ExprId const y = t.output(sine, "y");
    FlatExternal& external = t.external(sine, "sin", {u});
    external.language = t.name("builtin");
    external.result = y;
    CHECK(t.value("sine", {Value::integer(0)}) == Value::real(0));
}

TEST_CASE("an external object of a local variable is released when the function ends") {
    Externals t;
    TypeId const table = t.s.types().external_object(t.name("Table"));
    FlatFunction& open = t.function("Table");
    t.external(open, "open_table", {}).result = t.output(open, "t", table);
    FlatFunction& use = t.function("use_table");
    ExprId const given = t.input(use, "t", table);
    t.external(use, "use_table", {given}).result = t.output(use, "y");
    FlatFunction& outer = t.function("outer");
    ExprId const local = t.local(outer, "t", table, t.call("Table", {}, table));
    ExprId const y = t.output(outer, "y");
    outer.body = {t.set(y, t.call("use_table", {local}))};
    FunctionInterpreter interpreter(t.s, t.names, t.lookup());
    std::string story;
    interpreter.set_external_calls({[&](FlatFunction const& function, std::span<Value const> arguments) {
                                        story += std::string(t.names.text(function.external->function)) + " ";
                                        ExternalResult result;
                                        result.arguments.resize(arguments.size());
                                        result.value = arguments.empty() ? Value::object(7) : Value::real(1);
                                        if (!arguments.empty()) CHECK(arguments[0] == Value::object(7));
                                        return result;
                                    },
                                    [&](Value const& object) {
                                        CHECK(object == Value::object(7));
                                        story += "released ";
                                    }});
    CHECK(interpreter.call(t.name("outer"), {}).outputs == std::vector<Value>{Value::real(1)});
    CHECK(story == "open_table use_table released ");
}
