#include "frontend/flatten/balance.h"

#include <algorithm>

#include "frontend/flatten/balance_graph.h"
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
        bool const is_connection =
            equation.origin == ProvenanceKind::connect || equation.origin == ProvenanceKind::flow ||
            equation.origin == ProvenanceKind::stream || equation.origin == ProvenanceKind::overconstrained;
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
Parts find_culprits(Parts const& parts, GivenComponents const& given, Balance const& total) {
    Parts culprits;
    std::int64_t explained = 0;
    for (auto const& [name, part] : parts) {
        auto const outside = given.find(name);
        if (name.empty() || outside == given.end()) continue;
        Part counted = part;
        counted.own.unknowns -= outside->second.equations;
        counted.own.equations += part.connections;
        explained += counted.own.unknowns - counted.own.equations;
        if (!counted.own.is_even()) culprits[name] = counted;
    }
    if (explained != total.unknowns - total.equations) culprits.clear();
    return culprits;
}

bool is_inside(std::string_view level, Parts const& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](auto const& part) {
        return level.starts_with(part.first) && (level.size() == part.first.size() || level[part.first.size()] == '.');
    });
}

constexpr std::size_t most_components_noted = 12;

void note_parts(Diagnostics::Report& report, Parts const& parts) {
    std::size_t shown = 0;
    std::int64_t from_connections = 0;
    for (auto const& [name, part] : parts) from_connections += part.connections;
    for (auto const& [name, part] : parts) {
        if (++shown > most_components_noted) {
            report.note({}, "… and {} more components",
                        static_cast<std::int64_t>(parts.size() - most_components_noted));
            break;
        }
        if (name.empty()) {
            report.note({}, "the model itself: {} unknowns, {} equations", part.own.unknowns, part.own.equations);
        } else {
            report.note({}, "component `{}`: {} unknowns, {} equations", name, part.own.unknowns, part.own.equations);
        }
    }
    report.note({}, "connections: {} equations", from_connections);
}

void note_culprits(Diagnostics::Report& report, Parts const& culprits) {
    std::size_t shown = 0;
    for (auto const& [name, part] : culprits) {
        if (++shown > most_components_noted) {
            report.note({}, "… and {} more components",
                        static_cast<std::int64_t>(culprits.size() - most_components_noted));
            break;
        }
        report.note({}, "component `{}`: {} unknowns that are not given from outside, {} equations", name,
                    part.own.unknowns, part.own.equations);
    }
}

// The line of the report itself is not shown again.
void note_findings(Diagnostics::Report& report, BalanceFindings const& findings, SourceSpan reported,
                   std::function<bool(std::string_view name)> const& is_open_input) {
    for (Unmatched const& unknown : findings.unknowns) {
        bool const is_input = is_open_input(path_without_subscripts(unknown.text));
        report.note(unknown.place == reported ? SourceSpan() : unknown.place,
                    is_input ? NoteText<std::string_view>("nothing determines `{}`: this input is not connected")
                             : NoteText<std::string_view>("nothing determines `{}`"),
                    std::string_view(unknown.text));
    }
    for (Unmatched const& equation : findings.equations) {
        report.note(equation.place == reported ? SourceSpan() : equation.place, "`{}` is left over", equation.text);
        for (std::size_t i = 0; i < equation.others.size(); ++i) {
            if (i == 0) {
                report.note(equation.other_places[i], "its unknowns are determined by `{}`", equation.others[i]);
            } else {
                report.note(equation.other_places[i], "and by `{}`", equation.others[i]);
            }
        }
    }
}

}  // namespace

void report_balance(FlatModel& model, Balance const& total, GivenComponents const& given,
                    std::function<bool(std::string_view name)> const& is_open_input, Interner& interner,
                    SourceSpan span, Diagnostics& diagnostics) {
    Parts const parts = count_parts(model, interner);
    Parts const culprits = find_culprits(parts, given, total);
    bool const lacks_equations = total.unknowns > total.equations;
    BalanceFindings findings = find_unmatched(model, interner, is_open_input);
    auto& found = lacks_equations ? findings.unknowns : findings.equations;
    SourceSpan place = span;
    if (!culprits.empty()) {
        // What is wrong inside a component can be seen from what is inside it.
        std::erase_if(found, [&](Unmatched const& each) {
            bool const is_input = lacks_equations && is_open_input(path_without_subscripts(each.text));
            return !is_inside(is_input ? each.text : each.level, culprits);
        });
        place = found.empty() ? given.at(culprits.begin()->first).place : found.front().source;
    } else if (!found.empty()) {
        place = found.front().place;
    }
    auto report = diagnostics.error(place, not_balanced, interner.text(model.name), total.unknowns, total.equations);
    if (!culprits.empty()) {
        note_culprits(report, culprits);
        for (Unmatched const& each : found) {
            report.note(each.source == place ? SourceSpan() : each.source,
                        lacks_equations ? NoteText<std::string_view>("nothing determines `{}`")
                                        : NoteText<std::string_view>("`{}` is left over"),
                        std::string_view(each.text));
        }
    } else if (findings.unknowns.empty() && findings.equations.empty()) {
        note_parts(report, parts);
    } else {
        note_findings(report, findings, place, is_open_input);
    }
    if (lacks_equations) {
        report.note({}, "an equation is missing; does every variable have one, and is every input connected?");
    } else {
        report.note({}, "there are too many equations; is something specified twice?");
    }
}

}  // namespace moo
