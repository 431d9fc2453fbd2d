// Random functions: the interpreter of back ends, generated C++, and the interpretation at translation agree.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "backends/cpp/emit_cpp.h"
#include "backends/interpret/interpreted_model.h"
#include "moo/check/verify_document.h"
#include "moo/evaluate/interpret_function.h"
#include "moo/program/check_program.h"
#include "runtime/instance/instance.h"
#include "tests/support/compiled_model.h"
#include "tests/support/random_function.h"
#include "tests/support/translate_text.h"

namespace {

using namespace moo;
using namespace moo::test;

struct Results {
    double y = 0.0;
    double z[3] = {};
};

std::string model_text(std::string const& functions, std::vector<int> const& called) {
    std::string text = "model M\n" + RandomFunction::declarations() + functions;
    std::string equations;
    for (int const number : called) {
        std::string const n = std::to_string(number);
        text += "  Real y" + n + "; Real z" + n + "[3];\n";
        equations += "  (y" + n + ", z" + n + ") = f" + n + "(0.5, {0.25, -1.5, 2.0}, 2, true, E.b);\n";
    }
    return text + "equation\n" + equations + "end M;\n";
}

// What the interpretation during translation gives, for those functions that have a value.
std::map<int, Results> expected_results(FlatModel& flat, Interner& interner, int count) {
    std::map<Symbol, FlatFunction const*> functions;
    for (FlatFunction const& function : flat.functions) functions[function.name] = &function;
    FunctionInterpreter interpreter(flat.exprs, interner, [&](Symbol name) -> FlatFunction const* {
        auto const found = functions.find(name);
        return found == functions.end() ? nullptr : found->second;
    });
    std::vector<Value> const vector{Value::real(0.25), Value::real(-1.5), Value::real(2.0)};
    std::vector<Value> const arguments{Value::real(0.5), Value::array({3}, vector), Value::integer(2),
                                       Value::boolean(true), Value::enumeration(2)};
    std::map<int, Results> found;
    for (int i = 1; i <= count; ++i) {
        Interpretation const result = interpreter.call(interner.intern("M.f" + std::to_string(i)), arguments);
        INFO("f" << i << ": " << result.failure.message);
        if (!result.has_value()) {
            // Numbers may run away; nothing else is wrong with these functions.
            CHECK(result.failure.error == InterpretError::evaluation);
            continue;
        }
        Results& results = found[i];
        results.y = result.outputs[0].as_real();
        for (std::size_t k = 0; k < 3; ++k) results.z[k] = result.outputs[1].elements()[k].as_real();
    }
    return found;
}

void compare(MooModel const& model, std::map<int, Results> const& expected, char const* what) {
    std::string said;
    runtime::Messages messages([&](auto, std::string_view text) { said = text; });
    runtime::Instance instance(model, messages);
    MooStatus const status = model.parameters(instance.raw());
    INFO(what << ": " << said);
    REQUIRE(status == MOO_OK);
    MooStatus const initialized = model.initialize(instance.raw());
    INFO(what << ": " << said);
    REQUIRE(initialized == MOO_OK);
    // What is known before the simulation is computed with the results.
    REQUIRE(model.outputs(instance.raw()) == MOO_OK);
    std::map<std::string, double> values;
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        std::uint32_t const target = model.variables[i].alias_of;
        values[model.variables[i].name] = instance.raw()->value[target == 0 ? i : target - 1];
    }
    for (auto const& [number, results] : expected) {
        std::string const n = std::to_string(number);
        INFO(what << ", f" << n);
        CHECK(values.at("y" + n) == Approx(results.y).epsilon(1e-9).margin(1e-12));
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(values.at("z" + n + "[" + std::to_string(k + 1) + "]") ==
                  Approx(results.z[k]).epsilon(1e-9).margin(1e-12));
        }
    }
}

}  // namespace

TEST_CASE("random functions have one value in all interpretations") {
    constexpr int count = 25;
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        RandomFunction random(seed);
        std::string functions;
        for (int i = 1; i <= count; ++i) functions += random.function(i);
        std::vector<int> all;
        for (int i = 1; i <= count; ++i) all.push_back(i);
        std::map<int, Results> expected;
        {
            SourceManager sources;
            Interner interner;
            FlatModel flat = flatten_text(model_text(functions, all), sources, interner);
            expected = expected_results(flat, interner, count);
        }
        std::vector<int> called;
        for (auto const& [number, results] : expected) called.push_back(number);
        compared += static_cast<int>(called.size());
        SourceManager sources;
        Interner interner;
        Document const document = translate_text(model_text(functions, called), sources, interner);
        Diagnostics diagnostics;
        REQUIRE(verify_document(document, diagnostics));
        ModelProgram const program = lower_model(document, interner, sources);
        bool const good = check_program(program, diagnostics);
        INFO(render_text(diagnostics, sources));
        REQUIRE(good);
        InterpretedModel const interpreted(program, sources);
        compare(interpreted.model(), expected, "interpreted");
        // Compiled code is compared for some, because compiling takes most of the time.
        if (seed <= 2) compare(*compile_model(emit_cpp(program, interner, sources), "-std=c++17 -O0"), expected, "compiled");
    }
    CHECK(compared > 100);
}
