// Generated tangents against differences of the functions, both run by the interpreter.
#include <catch2/catch.hpp>
#include <cmath>

#include "moo/evaluate/interpret_function.h"
#include "moo/functions/function_derivatives.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "tests/functions/random_arguments.h"
#include "tests/functions/random_functions.h"

using namespace moo;

namespace {

// ---- values as lists of numbers ----

void append_reals(Value const& value, std::vector<double>& reals) {
    if (value.kind() == ValueKind::real) reals.push_back(value.as_real());
    if (value.is_array()) {
        for (Value const& element : value.elements()) append_reals(element, reals);
    }
    if (value.is_record()) {
        for (Value const& field : value.fields()) append_reals(field, reals);
    }
}

// a + factor*b for the Reals; the rest is that of a.
Value moved(Value const& a, Value const& b, double factor) {
    if (a.kind() == ValueKind::real) return Value::real(a.as_real() + factor * b.as_real());
    Value result = a;
    if (a.is_array()) {
        for (std::size_t i = 0; i < a.elements().size(); ++i) {
            result.writable_parts()[i] = moved(a.elements()[i], b.elements()[i], factor);
        }
    }
    if (a.is_record()) {
        for (std::size_t i = 0; i < a.fields().size(); ++i) {
            result.writable_parts()[i] = moved(a.fields()[i], b.fields()[i], factor);
        }
    }
    return result;
}

}  // namespace

TEST_CASE("tangents of random functions agree with differences") {
    std::size_t compared = 0;
    std::size_t with_slope = 0;
    std::size_t skipped = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SourceManager sources;
        Interner interner;
        Diagnostics diagnostics;
        std::string const source = test::random_functions(seed);
        FlatModel model = read_base_modelica(sources.add("random", source), sources, interner, diagnostics);
        INFO("seed " << seed << "\n" << source << render_text(diagnostics, sources));
        REQUIRE_FALSE(diagnostics.has_errors());
        FunctionDerivatives derivatives(model.exprs, interner, model.functions);
        test::RandomArguments arguments(seed);
        for (int k = 0; k < test::random_function_count; ++k) {
            Symbol const name = interner.intern("f" + std::to_string(k + 1));
            FunctionList functions(model.functions);
            FlatFunction const function = *functions.find(name);
            // Variables of no model stand for the arguments and their derivatives.
            std::vector<ExprId> given;
            std::vector<ExprId> moving;
            std::vector<Value> const at = arguments.values();
            std::vector<Value> const along = arguments.values();
            std::vector<bool> moves;
            std::vector<Value> point = at;
            for (std::size_t i = 0; i < at.size(); ++i) {
                TypeId const type = function.variables[i].type;
                given.push_back(model.exprs.variable(VarId(i), type));
                moves.push_back(i < 4 && arguments.chance());
                moving.push_back(moves[i] ? model.exprs.variable(VarId(10 + i), type) : model.exprs.real(0));
                if (moves[i]) point.push_back(along[i]);
            }
            ExprId const call = model.exprs.call(name, given, types::unknown);
            ExprId const derivative = derivatives.of_call(call, moving, DerivativePurpose::by_unknown);
            INFO("f" << k + 1 << " " << derivatives.obstacle_text(call));
            REQUIRE(derivative);
            if (model.exprs.is_zero(derivative)) continue;
            FunctionInterpreter interpreter(model.exprs, interner,
                                            [&](Symbol wanted) { return FunctionList(model.functions).find(wanted); });
            auto const at_step = [&](double step) {
                std::vector<Value> values;
                for (std::size_t i = 0; i < at.size(); ++i)
                    values.push_back(moves[i] ? moved(at[i], along[i], step) : at[i]);
                std::vector<double> reals;
                for (Value const& output : interpreter.call(name, values).outputs) append_reals(output, reals);
                return reals;
            };
            Interpretation const tangent = interpreter.call(model.exprs.symbol(derivative), point);
            INFO("failure " << tangent.failure.message << "\n"
                            << write_base_modelica(model, interner, sources, {BaseModelicaProfile::omc}));
            std::vector<double> const value = at_step(0);
            REQUIRE(tangent.has_value() == !value.empty());
            std::vector<double> slopes;
            for (Value const& output : tangent.outputs) append_reals(output, slopes);
            REQUIRE(slopes.size() == value.size());
            constexpr double step = 1e-3;
            auto const ahead = at_step(step);
            auto const behind = at_step(-step);
            auto const far_ahead = at_step(2 * step);
            auto const far_behind = at_step(-2 * step);
            for (std::size_t i = 0; i < slopes.size(); ++i) {
                double const near = (ahead[i] - behind[i]) / (2 * step);
                double const far = (far_ahead[i] - far_behind[i]) / (4 * step);
                double const expected = (4 * near - far) / 3;
                if (!std::isfinite(expected) || std::fabs(near - far) > 1e-4 * (1 + std::fabs(near))) {
                    ++skipped;
                    continue;
                }
                ++compared;
                with_slope += expected != 0 ? 1 : 0;
                REQUIRE(slopes[i] == Approx(expected).epsilon(1e-5).margin(1e-6));
            }
        }
    }
    CHECK(compared > 20 * skipped);
    CHECK(with_slope > 1000);
    WARN(compared << " compared, " << with_slope << " not zero, " << skipped << " skipped");
}
