#include "frontend/flatten/balance.h"

#include <algorithm>
#include "moo/check/assigned.h"
#include "moo/check/counts.h"

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

namespace {

// The parts of a component, and the connect-equations of its class.
struct Part {
    Balance own;
    std::int64_t connections = 0;
};

using Parts = std::map<std::string, Part>;

// `c.p.i = 0` of a connector that nothing is connected to: given to component `c` from outside.
bool is_open_end(FlatModel const& model, FlatEquation const& equation, Interner const& interner) {
    if (equation.origin != ProvenanceKind::flow || model.exprs.kind(equation.a) != ExprKind::variable) return false;
    std::string_view const connector = interner.text(equation.instance);
    return std::count(connector.begin(), connector.end(), '.') == 1;
}

Parts count_parts(FlatModel const& model, Interner const& interner) {
    Parts parts;
    auto const part_of = [&](Symbol instance) -> Part& {
        std::string_view const path = instance ? interner.text(instance) : std::string_view();
        return parts[std::string(path.substr(0, path.find('.')))];
    };
    for (Variable const& variable : model.variables) {
        if (!is_unknown(variable)) continue;
        part_of(variable.instance).own.unknowns += scalar_count(model.exprs.types(), variable.type);
    }
    for (FlatEquation const& equation : model.equations) {
        bool const is_connection = equation.origin == ProvenanceKind::connect || equation.origin == ProvenanceKind::flow ||
                                   equation.origin == ProvenanceKind::stream ||
                                   equation.origin == ProvenanceKind::overconstrained;
        if (is_connection && is_open_end(model, equation, interner)) continue;
        Part& part = part_of(equation.instance);
        (is_connection ? part.connections : part.own.equations) += equation_size(model, equation);
    }
    for (FlatAlgorithm const& algorithm : model.algorithms) {
        part_of(algorithm.instance).own.equations += algorithm_size(model, algorithm);
    }
    return parts;
}

// The components that lack equations or have too many by themselves; none if that does not explain the whole.
Parts find_culprits(Parts const& parts, std::map<std::string, std::int64_t> const& given, Balance const& total) {
    Parts culprits;
    std::int64_t explained = 0;
    for (auto const& [name, part] : parts) {
        auto const outside = given.find(name);
        if (name.empty() || outside == given.end()) continue;
        Part counted = part;
        counted.own.unknowns -= outside->second;
        counted.own.equations += part.connections;
        explained += counted.own.unknowns - counted.own.equations;
        if (!counted.own.is_even()) culprits[name] = counted;
    }
    if (explained != total.unknowns - total.equations) culprits.clear();
    return culprits;
}

}  // namespace

void report_balance(FlatModel const& model, Balance const& total, std::map<std::string, std::int64_t> const& given,
                    Interner const& interner, SourceSpan span, Diagnostics& diagnostics) {
    auto report = diagnostics.error(span, not_balanced, interner.text(model.name), total.unknowns, total.equations);
    Parts const parts = count_parts(model, interner);
    Parts const culprits = find_culprits(parts, given, total);
    constexpr std::size_t most_parts = 12;
    std::size_t shown = 0;
    std::int64_t from_connections = 0;
    for (auto const& [name, part] : parts) from_connections += part.connections;
    for (auto const& [name, part] : culprits.empty() ? parts : culprits) {
        if (++shown > most_parts) {
            std::size_t const count = culprits.empty() ? parts.size() : culprits.size();
            report.note({}, "… and {} more components", static_cast<std::int64_t>(count - most_parts));
            break;
        }
        if (!culprits.empty()) {
            report.note({}, "component `{}`: {} unknowns that are not given from outside, {} equations", name,
                        part.own.unknowns, part.own.equations);
        } else if (name.empty()) {
            report.note({}, "the model itself: {} unknowns, {} equations", part.own.unknowns, part.own.equations);
        } else {
            report.note({}, "component `{}`: {} unknowns, {} equations", name, part.own.unknowns, part.own.equations);
        }
    }
    if (culprits.empty()) report.note({}, "connections: {} equations", from_connections);
    if (total.unknowns > total.equations) {
        report.note({}, "an equation is missing; does every variable have one, and is every input connected?");
    } else {
        report.note({}, "there are too many equations; is something specified twice?");
    }
}

}  // namespace moo
