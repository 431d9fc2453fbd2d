// Functions and equations from Base Modelica text, their derivatives as text and as values.
#pragma once

#include <string>
#include <vector>

#include "moo/evaluate/interpret_function.h"
#include "moo/functions/function_derivatives.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/model/names.h"

namespace moo::test {

// A package `M` with these functions and types, and a model of the scalars a, b, c, d and e with equations `a = …`.
struct FunctionModel {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FlatModel model;
    ExprId culprit;  // of the last derivative that there is none of

    explicit FunctionModel(std::string const& beside, std::vector<std::string> const& right_sides = {}) {
        std::string text = "package M\n" + beside + "model M\nReal a;\nReal b;\nReal c;\nReal d;\nReal e;\nequation\n";
        for (std::string const& side : right_sides) text += "a = " + side + ";\n";
        model = read_base_modelica(sources.add("test", text + "end M;\nend M;\n"), sources, interner, diagnostics);
    }

    [[nodiscard]] std::string messages() const { return render_text(diagnostics, sources); }
    [[nodiscard]] std::string text(ExprId expr) const {
        return expr ? to_string(model.exprs, expr, VariableNames(model.variables, interner, NameStyle::plain)) : "none";
    }
    // Of the first variables of the model: a, b, c, d, e.
    ExprId variable(std::uint32_t number) { return model.exprs.variable(VarId(number)); }

    // der of the right side, where all variables but `e` move.
    ExprId by_time(FunctionDerivatives& derivatives, ExprId expr) {
        auto const moves = [](VarId id) { return id.index() == 4 ? Motion::discrete : Motion::continuous; };
        return result_of(derivatives.with_calls(time_derivative(moves)), expr);
    }
    ExprId by_unknown(FunctionDerivatives& derivatives, ExprId expr, std::uint32_t number) {
        return result_of(derivatives.with_calls(partial_derivative(variable(number))), expr);
    }
    ExprId result_of(LeafDerivative const& leaf, ExprId expr) {
        Derivative const result = Differentiator(model.exprs, leaf).differentiate(expr);
        culprit = result.culprit;
        return result.value;
    }
    // The derivatives of the first right side.
    std::string time_text() {
        FunctionDerivatives derivatives(model.exprs, interner, model.functions);
        return messages() + text(by_time(derivatives, model.equations.at(0).b));
    }
    std::string unknown_text(std::uint32_t number) {
        FunctionDerivatives derivatives(model.exprs, interner, model.functions);
        return messages() + text(by_unknown(derivatives, model.equations.at(0).b, number));
    }
    [[nodiscard]] std::size_t function_count() const { return model.functions.size(); }
    [[nodiscard]] FlatFunction const* find(std::string_view name) const {
        for (FlatFunction const& function : model.functions) {
            if (interner.text(function.name) == name) return &function;
        }
        return nullptr;
    }

    // The value of an expression over a = 0.5, b = 0.75, c = -0.25, d = 2, e = 1; der(x) is x + 1.
    Evaluation value(ExprId expr) {
        FunctionInterpreter interpreter(model.exprs, interner,
                                        [this](Symbol name) { return find(interner.text(name)); });
        ValueSource const values = [](ExprStore const& store, ExprId id) {
            constexpr double numbers[] = {0.5, 0.75, -0.25, 2, 1};
            double const number = numbers[store.referenced_variable(id).index()];
            return Value::real(store.kind(id) == ExprKind::der ? number + 1 : number);
        };
        return Evaluator(model.exprs, values, {},
                         {&interner,
                          {},
                          [&](ExprId call, std::span<Value const> arguments) {
                              return interpreter.evaluate_call(call, arguments);
                          }})
            .evaluate(expr);
    }
};

}  // namespace moo::test
