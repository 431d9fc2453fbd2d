#include "frontend/clocks/partition_clocks.h"

#include <algorithm>

#include "frontend/clocks/clock_partitioner.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> clocked_and_continuous{
    DiagnosticKind::ClockMismatch, "`{}` is clocked, but its variables are continuous because of `{}`"};
constexpr Message<std::string_view, std::string_view> clocks_differ{
    DiagnosticKind::ClockMismatch, "the clock of `{}` is not the clock that `{}` gives to the same variables"};
constexpr Message<std::string_view, std::string_view> clock_too_early{
    DiagnosticKind::ClockMismatch, "the clock of `{}` ticks before its base clock, that of `{}`"};
constexpr Message<std::string_view, std::string_view> clock_not_whole{
    DiagnosticKind::ClockMismatch, "the clock of `{}` ticks between the events of its base clock, that of `{}`"};
constexpr Message<std::string_view> clock_too_large{DiagnosticKind::ClockArgument,
                                                    "the factors of the clock of `{}` do not fit into 64 bits"};
constexpr Message<std::string_view> clock_missing{
    DiagnosticKind::ClockMissing,
    "no clock is given for `{}` and the equations connected with it; they tick every second"};
constexpr Message<std::string_view> clock_guessed{
    DiagnosticKind::ClockMissing,
    "only `noClock` determines the clock of `{}`; it ticks together with the variables that it reads"};

}  // namespace

bool ClockPartitioner::run() {
    analysis_.run();
    if (has_failed()) return false;
    find_clocked();
    if (has_failed()) return false;
    number_nodes();
    solve();
    if (has_failed()) return false;
    find_solver_methods();
    if (has_failed()) return false;
    order();
    if (has_failed()) return false;
    move();
    list_variables();
    return true;
}

// ---- messages ----

SourceSpan ClockPartitioner::place(std::uint32_t unit) const {
    ClockUnit const& u = structure_.units[unit];
    return u.is_algorithm ? model_.algorithms[u.index].source : model_.equations[u.index].source;
}

std::string ClockPartitioner::text(ExprId expr) const {
    constexpr std::size_t most = 80;
    std::string result = to_string(model_.exprs, expr, names_);
    if (result.size() <= most) return result;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xc0u) == 0x80u) --end;
    return result.substr(0, end) + " …";
}

std::string ClockPartitioner::unit_text(std::uint32_t unit) const {
    ClockUnit const& u = structure_.units[unit];
    if (u.is_algorithm) return "algorithm";
    FlatEquation const& equation = model_.equations[u.index];
    switch (equation.kind) {
        case FlatEquationKind::equality: return text(equation.a) + " = " + text(equation.b);
        case FlatEquationKind::reinit: return "reinit(" + text(equation.a) + ", " + text(equation.b) + ")";
        case FlatEquationKind::assertion: return "assert(" + text(equation.a) + ", …)";
        case FlatEquationKind::terminate: return "terminate(" + text(equation.a) + ")";
        case FlatEquationKind::call: return text(equation.a);
        case FlatEquationKind::if_: return "if " + text(equation.branches[0].condition) + " then …";
        case FlatEquationKind::when: return "when " + text(equation.branches[0].condition) + " then …";
        case FlatEquationKind::for_: return "for … in " + text(equation.a) + " loop …";
    }
    return {};
}

// ---- which units are clocked ----

void ClockPartitioner::find_clocked() {
    std::uint32_t const count = structure_.base.count();
    clocked_by_.assign(count, no_number);
    std::vector<bool> has_conflict(count);
    // The argument of hold is clocked by what is elsewhere; that is the better reason to show.
    for (bool const is_hold : {false, true}) {
        for (std::uint32_t i = 0; i < structure_.clocked.size(); ++i) {
            if (model_.exprs.is_builtin(structure_.clocked[i].reason, Builtin::hold) != is_hold) continue;
            std::uint32_t& first = clocked_by_[structure_.base.find(structure_.clocked[i].node)];
            if (first == no_number) first = i;
        }
    }
    for (ClockStructure::Mark const& continuous : structure_.continuous) {
        std::uint32_t const base = structure_.base.find(continuous.node);
        if (clocked_by_[base] == no_number || has_conflict[base]) continue;
        has_conflict[base] = true;
        ClockStructure::Mark const& clocked = structure_.clocked[clocked_by_[base]];
        auto report = diagnostics_.error(place(clocked.unit), clocked_and_continuous, text(clocked.reason),
                                         text(continuous.reason));
        report.note(place(continuous.unit), "`{}` is here", text(continuous.reason));
        note_connection(report, clocked.node, continuous.node);
    }
}

void ClockPartitioner::note_connection(Diagnostics::Report& report, ClockNode from, ClockNode to) {
    // Each search looks at the whole model, so a model full of mistakes gets only some of them.
    constexpr int most_searches = 20;
    if (++searches_ > most_searches) return;
    std::vector<std::vector<ClockNode>> neighbours(structure_.base.count());
    for (auto const& [a, b] : structure_.links) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    std::vector<ClockNode> towards(neighbours.size(), no_clock_node);
    std::vector<ClockNode> queue = {to};
    towards[to] = to;
    for (std::size_t at = 0; at < queue.size() && towards[from] == no_clock_node; ++at) {
        for (ClockNode const next : neighbours[queue[at]]) {
            if (towards[next] != no_clock_node) continue;
            towards[next] = queue[at];
            queue.push_back(next);
        }
    }
    std::string way;
    int length = 0;
    constexpr int most_shown = 8;
    for (ClockNode node = from; towards[node] != no_clock_node; node = towards[node]) {
        if (ExprId const reference = analysis_.reference_of(node); reference && ++length <= most_shown) {
            way += (way.empty() ? "`" : ", `") + text(reference) + "`";
        }
        if (node == to) break;
    }
    if (length > most_shown) way += ", …";
    if (length > 0) report.note({}, "they are connected by {}", way);
}

void ClockPartitioner::number_nodes() {
    std::uint32_t const count = structure_.base.count();
    base_number_.assign(count, no_number);
    sub_number_.assign(count, no_number);
    for (std::uint32_t unit = 0; unit < structure_.units.size(); ++unit) {
        if (structure_.units[unit].defines_clock) continue;
        ClockNode const node = structure_.units[unit].node;
        if (!is_clocked(node)) continue;
        std::uint32_t const base = number_base(node);
        if (base == first_unit_of_base_.size()) first_unit_of_base_.push_back(unit);
        std::uint32_t const sub = number_sub(node);
        if (sub == units_of_sub_.size()) units_of_sub_.emplace_back();
        units_of_sub_[sub].push_back(unit);
    }
    base_count_with_units_ = graph_.base_count;
    for (ClockNode node = 0; node < count; ++node) {
        if (!is_clocked(node)) continue;
        number_base(node);
        number_sub(node);
    }
    for (ClockRelation relation : structure_.relations) {
        relation.from = sub_of(relation.from);
        relation.to = sub_of(relation.to);
        graph_.relations.push_back(relation);
    }
    for (ClockStructure::Source const& source : structure_.sources) {
        ClockSource numbered = source.source;
        numbered.node = sub_of(numbered.node);
        graph_.sources.push_back(numbered);
    }
}

std::uint32_t ClockPartitioner::number_base(ClockNode node) {
    std::uint32_t& number = base_number_[structure_.base.find(node)];
    if (number == no_number) number = graph_.base_count++;
    return number;
}

std::uint32_t ClockPartitioner::number_sub(ClockNode node) {
    std::uint32_t& number = sub_number_[structure_.sub.find(node)];
    if (number == no_number) {
        number = static_cast<std::uint32_t>(graph_.base.size());
        graph_.base.push_back(number_base(node));
    }
    return number;
}

// ---- factors and shifts ----

void ClockPartitioner::solve() {
    solution_ = solve_clocks(graph_);
    std::set<std::pair<std::uint32_t, std::uint32_t>> reported;
    for (ClockGraphError const& error : solution_.errors) {
        if (reported.insert({error.origin, error.other}).second) report(error);
    }
    if (!solution_.errors.empty()) return;
    report_missing();
    for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) {
        if (!solution_.nodes[sub].is_guessed) continue;
        std::uint32_t const unit = units_of_sub_[sub][0];
        diagnostics_.warning(place(unit), clock_guessed, unit_text(unit));
    }
}

void ClockPartitioner::report_missing() {
    std::vector<std::uint32_t> discretized(base_count_with_units_, no_number);
    for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) {
        for (std::uint32_t const unit : units_of_sub_[sub]) {
            if (structure_.units[unit].is_discretized) discretized[graph_.base[sub]] = unit;
        }
    }
    for (std::uint32_t base = 0; base < base_count_with_units_; ++base) {
        if (solution_.source_of_base[base] != no_source) continue;
        std::uint32_t const unit = first_unit_of_base_[base];
        if (discretized[base] == no_number) {
            diagnostics_.warning(place(unit), clock_missing, unit_text(unit));
            continue;
        }
        std::uint32_t const other = discretized[base];
        ClockStructure::Mark const& mark =
            structure_.clocked[clocked_by_[structure_.base.find(structure_.units[unit].node)]];
        auto report = diagnostics_.error(place(mark.unit), clocked_and_continuous, text(mark.reason), unit_text(other));
        report.note(place(other), "`{}` is here", unit_text(other));
        note_connection(report, mark.node, structure_.units[other].node);
    }
}

void ClockPartitioner::report(ClockGraphError const& error) {
    std::string const origin = unit_text(error.origin);
    std::string const other = unit_text(error.other);
    switch (error.kind) {
        case ClockGraphErrorKind::relations_differ:
        case ClockGraphErrorKind::sources_differ:
            diagnostics_.error(place(error.origin), clocks_differ, origin, other)
                .note(place(error.other), "`{}` is here", other);
            return;
        case ClockGraphErrorKind::too_early:
            diagnostics_.error(place(error.origin), clock_too_early, origin, other)
                .note(place(error.other), "`{}` is here", other);
            return;
        case ClockGraphErrorKind::not_whole:
            diagnostics_.error(place(error.origin), clock_not_whole, origin, other)
                .note(place(error.other), "`{}` is here", other);
            return;
        case ClockGraphErrorKind::too_large: diagnostics_.error(place(error.origin), clock_too_large, origin); return;
    }
}

bool partition_clocks(FlatModel& model, Interner& interner, Diagnostics& diagnostics) {
    bool const has_clocks = std::any_of(model.variables.begin(), model.variables.end(), [&](Variable const& variable) {
        return is_clock_type(model.exprs.types(), variable.type);
    });
    if (!has_clocks && !mentions_clocks(model.exprs)) return true;
    return ClockPartitioner(model, interner, diagnostics).run();
}

}  // namespace moo
