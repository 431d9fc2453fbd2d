#include "frontend/flatten/check_assigned.h"

#include "moo/check/assigned.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> not_assignable{DiagnosticKind::VariabilityMismatch,
                                                                     "`{}` is {}, but this algorithm assigns to it"};

void check(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics, FlatAlgorithm const& algorithm,
           bool is_initial) {
    for (VarId const id : assigned_variables(model.exprs, algorithm.statements)) {
        Variable const& variable = model.variables[id];
        ExprId const fixed = variable.attribute(Attribute::fixed);
        bool const is_free = is_initial && fixed && !model.exprs.is_boolean(fixed, true);
        std::string_view what;
        if (variable.variability == Variability::constant) what = "a constant";
        if (variable.variability == Variability::parameter && !is_free) what = "a parameter";
        if (variable.causality == Causality::input) what = "an input";
        if (what.empty()) continue;
        auto report = diagnostics.error(algorithm.source, not_assignable, interner.text(variable.name), what);
        report.note(variable.source, "it is declared here");
        if (variable.variability == Variability::parameter && is_initial) {
            report.note({}, "with `fixed = false` an initial algorithm may determine it");
        }
    }
}

}  // namespace

void check_assigned(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics) {
    for (FlatAlgorithm const& algorithm : model.algorithms) check(model, interner, diagnostics, algorithm, false);
    for (FlatAlgorithm const& algorithm : model.initial_algorithms)
        check(model, interner, diagnostics, algorithm, true);
}

}  // namespace moo
