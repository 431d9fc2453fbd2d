#include "frontend/flatten/balance.h"

#include <algorithm>
#include <map>
#include <string>

#include "moo/model/assigned.h"
#include "moo/model/counts.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::int64_t, std::int64_t> not_balanced{DiagnosticKind::Unbalanced,
                                                                             "`{}` has {} unknowns, but {} equations"};

bool is_unknown(Variable const& variable) {
    return !variable.is_parameter() && variable.causality != Causality::input && !variable.is_package_constant;
}

std::int64_t algorithm_size(FlatModel const& model, FlatAlgorithm const& algorithm) {
    std::int64_t size = 0;
    for (VarId const id : assigned_variables(model.exprs, algorithm.statements))
        size += scalar_count(model.exprs.types(), model.variables[id].type);
    return size;
}

}  // namespace

Balance count_balance(FlatModel const& model) {
    Balance balance;
    for (Variable const& variable : model.variables) {
        if (is_unknown(variable)) balance.unknowns += scalar_count(model.exprs.types(), variable.type);
    }
    for (FlatEquation const& equation : model.equations) balance.equations += equation_size(model, equation);
    for (FlatAlgorithm const& algorithm : model.algorithms) balance.equations += algorithm_size(model, algorithm);
    return balance;
}

void check_balance(FlatModel const& model, Interner const& interner, SourceSpan span, Diagnostics& diagnostics) {
    Balance const total = count_balance(model);
    if (total.unknowns == total.equations) return;
    auto report = diagnostics.error(span, not_balanced, interner.text(model.name), total.unknowns, total.equations);
    // The components of the model with what is in them; equations of connections stand apart.
    std::map<std::string, Balance> parts;
    std::int64_t from_connections = 0;
    auto const part_of = [&](Symbol instance) -> Balance& {
        std::string_view const path = instance ? interner.text(instance) : std::string_view();
        return parts[std::string(path.substr(0, path.find('.')))];
    };
    for (Variable const& variable : model.variables) {
        if (is_unknown(variable)) {
            part_of(variable.instance).unknowns += scalar_count(model.exprs.types(), variable.type);
        }
    }
    for (FlatEquation const& equation : model.equations) {
        bool const is_connection = equation.origin == FlatOrigin::connect || equation.origin == FlatOrigin::flow ||
                                   equation.origin == FlatOrigin::stream ||
                                   equation.origin == FlatOrigin::overconstrained;
        std::int64_t const size = equation_size(model, equation);
        (is_connection ? from_connections : part_of(equation.instance).equations) += size;
    }
    for (FlatAlgorithm const& algorithm : model.algorithms) {
        part_of(algorithm.instance).equations += algorithm_size(model, algorithm);
    }
    constexpr std::size_t most_parts = 12;
    std::size_t shown = 0;
    for (auto const& [name, balance] : parts) {
        if (++shown > most_parts) {
            report.note({}, "… and {} more components", static_cast<std::int64_t>(parts.size() - most_parts));
            break;
        }
        if (name.empty()) {
            report.note({}, "the model itself: {} unknowns, {} equations", balance.unknowns, balance.equations);
        } else {
            report.note({}, "component `{}`: {} unknowns, {} equations", name, balance.unknowns, balance.equations);
        }
    }
    report.note({}, "connections: {} equations", from_connections);
    if (total.unknowns > total.equations) {
        report.note({}, "an equation is missing: has every variable one, is every input connected?");
    } else {
        report.note({}, "there are too many equations: is something given twice?");
    }
}

}  // namespace moo
