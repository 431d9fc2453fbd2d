// A call has the value of the expression that it is inlined to.
#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "moo/evaluate/interpret_function.h"
#include "moo/functions/function_inliner.h"
#include "moo/io/base_modelica/read.h"
#include "tests/functions/random_arguments.h"
#include "tests/functions/random_functions.h"

using namespace moo;

namespace {

bool same(Value const& a, Value const& b) {
    if (a.is_number() && b.is_number()) return a.as_real() == Approx(b.as_real()).epsilon(1e-12).margin(1e-12);
    if (a.is_array() && b.is_array()) {
        return std::equal(a.elements().begin(), a.elements().end(), b.elements().begin(), b.elements().end(), same);
    }
    if (a.is_record() && b.is_record()) {
        return std::equal(a.fields().begin(), a.fields().end(), b.fields().begin(), b.fields().end(), same);
    }
    return a == b;
}

}  // namespace

TEST_CASE("inlined calls of random functions have their values") {
    std::size_t inlined = 0;
    std::size_t kept = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        SourceManager sources;
        Interner interner;
        Diagnostics diagnostics;
        std::string const source = test::random_functions(seed, {.straight = seed % 3 != 0, .model = {}});
        FlatModel model = read_base_modelica(sources.add("random", source), sources, interner, diagnostics);
        INFO("seed " << seed << "\n" << source << render_text(diagnostics, sources));
        REQUIRE_FALSE(diagnostics.has_errors());
        InlineOptions options;
        options.unasked_growth = 100'000;
        FunctionInliner inliner(model.exprs, interner, model.functions, options);
        FunctionList functions(model.functions);
        FunctionInterpreter interpreter(model.exprs, interner, [&](Symbol name) { return functions.find(name); });
        test::RandomArguments random(seed);
        for (int k = 0; k < test::random_function_count; ++k) {
            Symbol const name = interner.intern("f" + std::to_string(k + 1));
            std::vector<Value> const arguments = random.values();
            // The arguments have names that mean something else in the function.
            std::vector<ExprId> given;
            std::map<Symbol, Value> values;
            for (std::size_t i = 0; i < arguments.size(); ++i) {
                Symbol const argument = interner.intern(std::array{"y", "x", "k", "t", "n"}[i]);
                given.push_back(model.exprs.iterator(argument, functions.find(name)->variables[i].type));
                values[argument] = arguments[i];
            }
            // Where the sizes are known, loops can be unrolled.
            if (random.chance()) given.back() = model.exprs.integer(arguments.back().as_integer());
            std::vector<ExprId> const results = inliner.results(model.exprs.call(name, given, types::unknown));
            (results.empty() ? kept : inlined) += 1;
            Interpretation const called = interpreter.call(name, arguments);
            if (results.empty() || !called.has_value()) continue;
            EvaluateHooks const hooks{&interner, [&](Symbol argument) { return &values.at(argument); },
                                      [&](ExprId call, std::span<Value const> given_values) {
                                          return interpreter.evaluate_call(call, given_values);
                                      }};
            Evaluator evaluator(model.exprs, {}, {}, hooks);
            REQUIRE(results.size() == called.outputs.size());
            for (std::size_t i = 0; i < results.size(); ++i) {
                INFO("f" << k + 1 << ", result " << i + 1);
                Evaluation const value = evaluator.evaluate(results[i]);
                REQUIRE(value.has_value());
                REQUIRE(same(value.value, called.outputs[i]));
            }
        }
    }
    CHECK(inlined > kept);
    CHECK(kept > 100);
    WARN(inlined << " calls inlined, " << kept << " kept");
}
