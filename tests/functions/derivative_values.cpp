// Differentiates the equations of Base Modelica files in which functions are called, and compares with differences of
// their values at random points. Prints how much was compared.
//
//   derivative_values FILE…
#include <cmath>
#include <cstdio>
#include <string>
#include <unordered_set>

#include "moo/functions/function_derivatives.h"
#include "moo/functions/inline_functions.h"
#include "moo/functions/inline_late.h"
#include "moo/io/base_modelica/read.h"
#include "moo/scalarize/scalarize.h"
#include "tests/scalarize/model_values.h"

namespace {

using namespace moo;

struct Totals {
    std::size_t compared = 0;
    std::size_t skipped = 0;
    std::size_t without_derivative = 0;
    int failures = 0;
};

void complain(Totals& totals, std::string const& file, std::string const& text) {
    std::printf("%s: %s\n", file.c_str(), text.c_str());
    ++totals.failures;
}

std::string number_text(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", number);
    return text;
}

bool has_call(ExprStore const& store, ExprId expr) {
    std::vector<ExprId> pending{expr};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        if (!seen.insert(id).second) continue;
        if (store.kind(id) == ExprKind::call) return true;
        for (ExprId const operand : store.operands(id)) pending.push_back(operand);
    }
    return false;
}

// The point moved along its derivatives.
test::Point moved(test::Point const& point, double step) {
    test::Point result = point;
    for (auto& [name, value] : result.values) {
        auto const derivative = point.derivatives.find(name);
        bool const moves = value.kind() == ValueKind::real && derivative != point.derivatives.end();
        if (moves) value = Value::real(value.as_real() + step * derivative->second.as_real());
    }
    return result;
}

void check_file(std::string const& path, Totals& totals) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const loaded = sources.load(path).file;
    if (!loaded) return complain(totals, path, "cannot be read");
    FlatModel model = read_base_modelica(loaded, sources, interner, diagnostics);
    inline_functions(model, interner);
    if (diagnostics.has_errors() || !scalarize(model, interner, diagnostics)) {
        return complain(totals, path, render_text(diagnostics, sources));
    }
    std::vector<FlatEquation> values;
    std::vector<FlatEquation> slopes;
    FunctionDerivatives derivatives(model.exprs, interner, model.functions);
    LeafDerivative along = time_derivative([&](VarId id) {
        Variable const& variable = model.variables[id];
        bool const moves = variable.type == types::real && variable.variability == Variability::continuous;
        return moves ? Motion::continuous : Motion::discrete;
    });
    // The points are at one time.
    along.of = [of = along.of](ExprStore& store, ExprId leaf) {
        return store.kind(leaf) == ExprKind::time ? store.real(0) : of(store, leaf);
    };
    // Random points know nothing of what is assumed of arguments in time.
    along.is_time = false;
    Differentiator differentiator(model.exprs, derivatives.with_calls(along));
    for (FlatEquation const& equation : model.equations) {
        bool const is_plain =
            equation.kind == FlatEquationKind::equality && model.exprs.type(equation.b) == types::real;
        if (!is_plain || !has_call(model.exprs, equation.b) || model.exprs.has_der(equation.b)) continue;
        Derivative const slope = differentiator.differentiate(equation.b);
        if (!slope.has_value()) {
            ++totals.without_derivative;
            continue;
        }
        values.push_back(equation);
        values.back().a = equation.b;
        slopes.push_back(values.back());
        slopes.back().a = slope.value;
        slopes.back().b = slope.value;
    }
    // The other side of each slope is what becomes of it when it is inlined.
    std::vector<ExprId*> sides;
    for (FlatEquation& slope : slopes) sides.push_back(&slope.b);
    inline_late(model, interner, sides);
    model.initial_equations.clear();
    model.algorithms.clear();
    model.initial_algorithms.clear();
    model.partitions.clear();
    test::Point const point = test::random_point(model, interner, 1);
    auto const evaluate_at = [&](std::vector<FlatEquation> const& equations, double step) {
        model.equations = equations;
        // Bindings come first, then two slots for each equation.
        std::vector<test::Slot> slots = test::evaluate_model(model, interner, moved(point, step)).slots;
        slots.erase(slots.begin(), slots.end() - static_cast<std::ptrdiff_t>(2 * equations.size()));
        return slots;
    };
    constexpr double step = 1e-4;
    auto const slope = evaluate_at(slopes, 0);
    auto const value = evaluate_at(values, 0);
    auto const ahead = evaluate_at(values, step);
    auto const behind = evaluate_at(values, -step);
    auto const far_ahead = evaluate_at(values, 2 * step);
    auto const far_behind = evaluate_at(values, -2 * step);
    for (std::size_t i = 0; i < slope.size(); ++i) {
        bool const has_all = value[i].value.has_value() && ahead[i].value.has_value() && behind[i].value.has_value() &&
                             far_ahead[i].value.has_value() && far_behind[i].value.has_value();
        double const near = has_all ? (ahead[i].value.as_real() - behind[i].value.as_real()) / (2 * step) : 0;
        double const far = has_all ? (far_ahead[i].value.as_real() - far_behind[i].value.as_real()) / (4 * step) : 0;
        double const size = std::fabs(near) + 1e-9 * std::fabs(has_all ? value[i].value.as_real() : 0) / step;
        if (!has_all || !std::isfinite(size) || std::fabs(near - far) > 1e-5 * size + 1e-9) {
            ++totals.skipped;
            continue;
        }
        ++totals.compared;
        double const found = slope[i].value.as_real();
        if (slope[i].value.has_value() && std::fabs(found - near) <= 1e-4 * size + 1e-7) continue;
        complain(totals, path,
                 value[i].place + ": " + (slope[i].value.has_value() ? number_text(found) : "none") + " instead of " +
                     number_text(near));
    }
}

}  // namespace

int main(int argc, char** argv) {
    Totals totals;
    for (int i = 1; i < argc; ++i) check_file(argv[i], totals);
    std::printf("%zu derivatives compared, %zu skipped; %zu sides without derivative\n", totals.compared,
                totals.skipped, totals.without_derivative);
    return totals.failures == 0 ? 0 : 1;
}
