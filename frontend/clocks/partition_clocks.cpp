#include "frontend/clocks/partition_clocks.h"

#include <algorithm>
#include <set>

#include "frontend/clocks/clock_analysis.h"
#include "frontend/clocks/order_units.h"
#include "frontend/clocks/rewrite_clocked.h"
#include "moo/model/counts.h"
#include "moo/model/names.h"

namespace moo {

namespace {

using enum DiagnosticKind;

constexpr Message<std::string_view, std::string_view> clocked_and_continuous{
    ClockMismatch, "`{}` is clocked, but its variables are continuous because of `{}`"};
constexpr Message<std::string_view, std::string_view> clocks_differ{
    ClockMismatch, "the clock of `{}` is not the clock that `{}` gives to the same variables"};
constexpr Message<std::string_view, std::string_view> clock_too_early{
    ClockMismatch, "the clock of `{}` ticks before its base clock, that of `{}`"};
constexpr Message<std::string_view, std::string_view> clock_not_whole{
    ClockMismatch, "the clock of `{}` ticks between the events of its base clock, that of `{}`"};
constexpr Message<std::string_view> clock_too_large{ClockArgument,
                                                    "the factors of the clock of `{}` do not fit into 64 bits"};
constexpr Message<std::string_view> clock_missing{
    ClockMissing, "no clock is given for `{}` and the equations connected with it; they tick every second"};
constexpr Message<std::string_view> clock_guessed{
    ClockMissing, "nothing but `noClock` says which clock `{}` has; it ticks as what it reads"};
constexpr Message<std::string_view, std::string_view> loop_over_clocks{
    ClockMismatch, "`{}` and `{}` have different clocks, but need each other at the same tick"};
constexpr Message<std::string_view> undetermined{
    ClockMismatch, "equations of different clocks depend on each other, and `{}` determines no variable of its own"};
constexpr Message<std::string_view> method_missing{
    ClockMissing, "`{}` is clocked and has a derivative or delay, but no solver method is given"};
constexpr Message<std::string_view, std::string_view, std::string_view> methods_differ{
    ClockMismatch, "`{}` has no solver method of its own, and its neighbours have both `{}` and `{}`"};

constexpr std::uint32_t none = 0xffffffffu;

// What is clocked, in numbers: base clocks, sub-partitions of them, and the nodes of the clock graph.
class ClockPartitioner {
public:
    ClockPartitioner(FlatModel& model, Interner& interner, Diagnostics& diagnostics)
        : model_(model),
          interner_(interner),
          diagnostics_(diagnostics),
          names_(model.variables, interner, NameStyle::plain),
          analysis_(model, interner, diagnostics),
          structure_(analysis_.structure()),
          errors_before_(diagnostics.error_count()) {}

    bool run() {
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

private:
    [[nodiscard]] bool has_failed() const { return diagnostics_.error_count() > errors_before_; }

    // ---- messages ----

    [[nodiscard]] SourceSpan place(std::uint32_t unit) const {
        ClockUnit const& u = structure_.units[unit];
        return u.is_algorithm ? model_.algorithms[u.index].source : model_.equations[u.index].source;
    }
    [[nodiscard]] std::string text(ExprId expr) const {
        constexpr std::size_t most = 80;
        std::string result = to_string(model_.exprs, expr, names_);
        if (result.size() <= most) return result;
        std::size_t end = most;
        while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xc0u) == 0x80u) --end;
        return result.substr(0, end) + " …";
    }
    // A unit as a reader finds it: the equation, or the beginning of what is longer.
    [[nodiscard]] std::string unit_text(std::uint32_t unit) const {
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

    void find_clocked() {
        std::uint32_t const count = structure_.base.count();
        clocked_by_.assign(count, none);
        std::vector<bool> has_conflict(count);
        // The argument of hold is clocked by what is elsewhere; that is the better reason to show.
        for (bool const is_hold : {false, true}) {
            for (std::uint32_t i = 0; i < structure_.clocked.size(); ++i) {
                if (model_.exprs.is_builtin(structure_.clocked[i].reason, Builtin::hold) != is_hold) continue;
                std::uint32_t& first = clocked_by_[structure_.base.find(structure_.clocked[i].node)];
                if (first == none) first = i;
            }
        }
        for (ClockStructure::Mark const& continuous : structure_.continuous) {
            std::uint32_t const base = structure_.base.find(continuous.node);
            if (clocked_by_[base] == none || has_conflict[base]) continue;
            has_conflict[base] = true;
            ClockStructure::Mark const& clocked = structure_.clocked[clocked_by_[base]];
            auto report = diagnostics_.error(place(clocked.unit), clocked_and_continuous, text(clocked.reason),
                                             text(continuous.reason));
            report.note(place(continuous.unit), "`{}` is here", text(continuous.reason));
            note_connection(report, clocked.node, continuous.node);
        }
    }

    // The variables on the shortest way between two nodes of a base: somewhere there is the mistake.
    void note_connection(Diagnostics::Report& report, ClockNode from, ClockNode to) {
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

    [[nodiscard]] bool is_clocked(ClockNode node) { return clocked_by_[structure_.base.find(node)] != none; }

    // Bases and sub-partitions are numbered in the order of their first units, those without units behind them.
    void number_nodes() {
        std::uint32_t const count = structure_.base.count();
        base_number_.assign(count, none);
        sub_number_.assign(count, none);
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

    std::uint32_t number_base(ClockNode node) {
        std::uint32_t& number = base_number_[structure_.base.find(node)];
        if (number == none) number = graph_.base_count++;
        return number;
    }
    std::uint32_t number_sub(ClockNode node) {
        std::uint32_t& number = sub_number_[structure_.sub.find(node)];
        if (number == none) {
            number = static_cast<std::uint32_t>(graph_.base.size());
            graph_.base.push_back(number_base(node));
        }
        return number;
    }
    [[nodiscard]] std::uint32_t sub_of(ClockNode node) { return sub_number_[structure_.sub.find(node)]; }

    // ---- factors and shifts ----

    void solve() {
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

    // Bases without a clock. If there are derivatives in one, it was hardly meant to be clocked.
    void report_missing() {
        std::vector<std::uint32_t> discretized(base_count_with_units_, none);
        for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) {
            for (std::uint32_t const unit : units_of_sub_[sub]) {
                if (structure_.units[unit].is_discretized) discretized[graph_.base[sub]] = unit;
            }
        }
        for (std::uint32_t base = 0; base < base_count_with_units_; ++base) {
            if (solution_.source_of_base[base] != no_source) continue;
            std::uint32_t const unit = first_unit_of_base_[base];
            if (discretized[base] == none) {
                diagnostics_.warning(place(unit), clock_missing, unit_text(unit));
                continue;
            }
            std::uint32_t const other = discretized[base];
            ClockStructure::Mark const& mark =
                structure_.clocked[clocked_by_[structure_.base.find(structure_.units[unit].node)]];
            auto report =
                diagnostics_.error(place(mark.unit), clocked_and_continuous, text(mark.reason), unit_text(other));
            report.note(place(other), "`{}` is here", unit_text(other));
            note_connection(report, mark.node, structure_.units[other].node);
        }
    }

    void report(ClockGraphError const& error) {
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
            case ClockGraphErrorKind::too_large:
                diagnostics_.error(place(error.origin), clock_too_large, origin);
                return;
        }
    }

    // ---- solver methods ----

    // Sub-partitions without a method of their own are joined along the sub-clock operators; such a set takes the
    // method of the neighbours that have one (Modelica 3.6, section 16.8.4).
    void find_solver_methods() {
        std::size_t const count = graph_.base.size();
        methods_.assign(count, Symbol());
        for (ClockStructure::Solver const& solver : structure_.solvers) {
            std::uint32_t const sub = sub_of(solver.node);
            if (methods_[sub] && !(methods_[sub] == solver.method)) {
                diagnostics_.error(place(solver.unit), methods_differ, unit_text(solver.unit),
                                   interner_.text(methods_[sub]), interner_.text(solver.method));
            }
            methods_[sub] = solver.method;
        }
        DisjointSets sets(static_cast<std::uint32_t>(count));
        for (ClockRelation const& relation : graph_.relations) {
            bool const has_method = methods_[relation.from] || methods_[relation.to];
            if (relation.is_conversion && !has_method) sets.join(relation.from, relation.to);
        }
        std::vector<Symbol> first(count);
        std::vector<Symbol> second(count);
        auto const offer = [&](std::uint32_t to, std::uint32_t from) {
            if (methods_[to] || !methods_[from]) return;
            std::uint32_t const set = sets.find(to);
            if (!first[set]) first[set] = methods_[from];
            if (!(first[set] == methods_[from])) second[set] = methods_[from];
        };
        for (ClockRelation const& relation : graph_.relations) {
            if (!relation.is_conversion) continue;
            offer(relation.to, relation.from);
            offer(relation.from, relation.to);
        }
        for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) choose_method(sub, sets, first, second);
    }

    void choose_method(std::uint32_t sub, DisjointSets& sets, std::vector<Symbol> const& first,
                       std::vector<Symbol> const& second) {
        std::vector<std::uint32_t> const& units = units_of_sub_[sub];
        auto const unit = std::find_if(units.begin(), units.end(), [&](std::uint32_t candidate) {
            return structure_.units[candidate].is_discretized;
        });
        if (unit == units.end()) {
            methods_[sub] = Symbol();
            return;
        }
        if (methods_[sub]) return;
        std::uint32_t const set = sets.find(sub);
        if (second[set]) {
            diagnostics_.error(place(*unit), methods_differ, unit_text(*unit), interner_.text(first[set]),
                               interner_.text(second[set]));
        } else if (!first[set]) {
            diagnostics_.error(place(*unit), method_missing, unit_text(*unit));
        }
        chosen_methods_.emplace_back(sub, first[set]);
    }

    // ---- order ----

    void order() {
        for (auto const& [sub, method] : chosen_methods_) methods_[sub] = method;
        std::vector<std::vector<std::uint32_t>> subs(base_count_with_units_);
        position_.resize(units_of_sub_.size());
        for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) {
            std::vector<std::uint32_t>& siblings = subs[graph_.base[sub]];
            position_[sub] = static_cast<std::uint32_t>(siblings.size());
            siblings.push_back(sub);
        }
        std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> edges(base_count_with_units_);
        for (ClockStructure::Reading const& reading : structure_.readings) {
            std::uint32_t const from = sub_of(reading.from);
            std::uint32_t const to = sub_of(structure_.units[reading.unit].node);
            // What is read may have no equation at all: an input.
            if (from < position_.size()) edges[graph_.base[to]].emplace_back(position_[from], position_[to]);
        }
        pieces_.resize(base_count_with_units_);
        for (std::uint32_t base = 0; base < base_count_with_units_; ++base) {
            auto const order = order_groups(static_cast<std::uint32_t>(subs[base].size()), edges[base]);
            if (!order) {
                split(base, subs[base]);
                continue;
            }
            for (std::uint32_t const at : *order) {
                pieces_[base].push_back({subs[base][at], units_of_sub_[subs[base][at]]});
            }
        }
    }

    // The sub-partitions of this base depend on each other in a cycle: look at their equations.
    void split(std::uint32_t base, std::vector<std::uint32_t> const& subs) {
        std::vector<std::uint32_t> unit_ids;
        for (std::uint32_t const sub : subs) {
            unit_ids.insert(unit_ids.end(), units_of_sub_[sub].begin(), units_of_sub_[sub].end());
        }
        std::sort(unit_ids.begin(), unit_ids.end());
        std::unordered_map<std::uint32_t, std::uint32_t> row;
        std::vector<GroupUnit> units;
        std::unordered_map<ClockNode, std::uint32_t> columns;
        std::vector<std::uint32_t> sizes;
        for (std::uint32_t const unit : unit_ids) {
            row[unit] = static_cast<std::uint32_t>(units.size());
            units.push_back({sub_of(structure_.units[unit].node), 0, {}, {}});
            add_columns(unit, units.back(), columns, sizes);
        }
        for (ClockStructure::Reading const& reading : structure_.readings) {
            auto const reader = row.find(reading.unit);
            auto const read = columns.find(reading.from);
            if (reader != row.end() && read != columns.end()) units[reader->second].reads.push_back(read->second);
        }
        SplitResult const result = split_groups(sizes, units);
        if (result.pieces.empty()) {
            std::uint32_t const unit = unit_ids[result.unit];
            std::uint32_t const other = unit_ids[result.other];
            if (unit == other) {
                diagnostics_.error(place(unit), undetermined, unit_text(unit));
            } else {
                diagnostics_.error(place(unit), loop_over_clocks, unit_text(unit), unit_text(other))
                    .note(place(other), "`{}` is here", unit_text(other));
            }
        }
        for (GroupPiece const& piece : result.pieces) {
            pieces_[base].push_back({piece.group, {}});
            for (std::uint32_t const index : piece.units) pieces_[base].back().units.push_back(unit_ids[index]);
        }
    }

    void add_columns(std::uint32_t unit, GroupUnit& out, std::unordered_map<ClockNode, std::uint32_t>& columns,
                     std::vector<std::uint32_t>& sizes) {
        auto const column = [&](ClockNode node) {
            auto const [place, is_new] = columns.try_emplace(node, static_cast<std::uint32_t>(sizes.size()));
            if (is_new) sizes.push_back(node_size(node));
            return place->second;
        };
        std::set<std::uint32_t> seen;
        auto const visit = [&](ExprId expr) {
            analysis_.for_each_node(expr, [&](ClockNode node) {
                VarId const variable = model_.exprs.referenced_variable(analysis_.reference_of(node));
                if (model_.variables[variable].causality == Causality::input) return;
                std::uint32_t const number = column(node);
                if (seen.insert(number).second) out.own.push_back(number);
            });
        };
        ClockUnit const& u = structure_.units[unit];
        if (u.is_algorithm) {
            for_each_expression(model_.algorithms[u.index], visit);
            std::set<ClockNode> assigned;
            find_assigned(model_.algorithms[u.index].statements, assigned);
            for (ClockNode const node : assigned) out.size += node_size(node);
        } else {
            for_each_expression(model_.equations[u.index], visit);
            out.size = static_cast<std::uint32_t>(equation_size(model_, model_.equations[u.index]));
        }
    }

    void find_assigned(std::vector<FlatStatement> const& statements, std::set<ClockNode>& out) {
        for (FlatStatement const& statement : statements) {
            if (statement.kind == FlatStatementKind::assignment) {
                analysis_.for_each_node(statement.a, [&](ClockNode node) { out.insert(node); });
            }
            for (FlatStatementBranch const& branch : statement.branches) find_assigned(branch.body, out);
        }
    }

    [[nodiscard]] std::uint32_t node_size(ClockNode node) const {
        TypeId const type = model_.exprs.type(analysis_.reference_of(node));
        return static_cast<std::uint32_t>(scalar_count(model_.exprs.types(), type));
    }

    // ---- the result ----

    void move() {
        ClockedRewriter rewriter(model_, structure_);
        for (std::uint32_t base = 0; base < base_count_with_units_; ++base) {
            FlatPartition partition = base_partition(base, rewriter);
            for (GroupPiece const& piece : pieces_[base]) {
                FlatSubPartition sub;
                NodeClock const& clock = solution_.nodes[piece.group];
                sub.sub_numerator = clock.factor.numerator();
                sub.sub_denominator = clock.factor.denominator();
                sub.shift_numerator = clock.shift.numerator();
                sub.shift_denominator = clock.shift.denominator();
                sub.solver_method = methods_[piece.group];
                for (std::uint32_t const unit : piece.units) {
                    ClockUnit const& u = structure_.units[unit];
                    if (u.is_algorithm) {
                        sub.algorithms.push_back(rewriter.rewrite(std::move(model_.algorithms[u.index]), unit));
                    } else {
                        rewriter.rewrite(std::move(model_.equations[u.index]), unit, sub.equations);
                    }
                }
                partition.sub_partitions.push_back(std::move(sub));
            }
            model_.partitions.push_back(std::move(partition));
        }
        keep_continuous(rewriter);
    }

    FlatPartition base_partition(std::uint32_t base, ClockedRewriter& rewriter) {
        FlatPartition partition;
        std::uint32_t const source = solution_.source_of_base[base];
        if (source == no_source) {
            partition.clock = model_.exprs.builtin(Builtin::clock, {model_.exprs.real(1.0)});
            partition.source = place(first_unit_of_base_[base]);
        } else {
            ClockStructure::Source const& given = structure_.sources[source];
            partition.clock = rewriter.rewrite(given.clock, given.source.origin);
            partition.clock_name = given.name;
            partition.source = place(given.source.origin);
        }
        if (!partition.clock_name) {
            std::string name;
            do {
                name = "_baseClock" + std::to_string(++generated_names_);
            } while (interner_.find(name));
            partition.clock_name = interner_.intern(name);
        }
        return partition;
    }

    void keep_continuous(ClockedRewriter& rewriter) {
        std::vector<FlatEquation> equations;
        std::vector<FlatAlgorithm> algorithms;
        for (std::uint32_t unit = 0; unit < structure_.units.size(); ++unit) {
            ClockUnit const& u = structure_.units[unit];
            if (u.defines_clock || is_clocked(u.node)) continue;
            if (u.is_algorithm) {
                algorithms.push_back(rewriter.rewrite(std::move(model_.algorithms[u.index]), unit));
            } else {
                rewriter.rewrite(std::move(model_.equations[u.index]), unit, equations);
            }
        }
        model_.equations = std::move(equations);
        model_.algorithms = std::move(algorithms);
    }

    // Clocks are declared by their partitions, not among the variables.
    void list_variables() {
        bool const has_listing = !model_.listing.empty();
        std::vector<VarId> listing;
        auto const keep = [&](VarId id) {
            if (!is_clock_type(model_.exprs.types(), model_.variables[id].type)) listing.push_back(id);
        };
        if (has_listing) {
            for (VarId const id : model_.listing) keep(id);
            std::set<VarId> added;
            for (auto const& [key, variable] : structure_.stand_ins) added.insert(model_.exprs.variable_of(variable));
            listing.insert(listing.end(), added.begin(), added.end());
        } else {
            for (VarId const id : model_.variables.ids()) keep(id);
        }
        if (has_listing || listing.size() < model_.variables.size()) model_.listing = std::move(listing);
    }

    FlatModel& model_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    VariableNames names_;
    ClockAnalysis analysis_;
    ClockStructure& structure_;
    std::size_t errors_before_;
    std::vector<std::uint32_t> clocked_by_;  // mark, by the node that stands for a base
    std::vector<std::uint32_t> base_number_;
    std::vector<std::uint32_t> sub_number_;
    std::vector<std::uint32_t> first_unit_of_base_;
    std::vector<std::vector<std::uint32_t>> units_of_sub_;
    std::uint32_t base_count_with_units_ = 0;
    ClockGraph graph_;  // its nodes are the sub-partitions, and clocks without equations
    ClockSolution solution_;
    std::vector<Symbol> methods_;  // of each sub-partition
    std::vector<std::pair<std::uint32_t, Symbol>> chosen_methods_;
    std::vector<std::uint32_t> position_;  // of a sub-partition in its base
    std::vector<std::vector<GroupPiece>> pieces_;
    std::uint32_t generated_names_ = 0;
    int searches_ = 0;
};

}  // namespace

bool partition_clocks(FlatModel& model, Interner& interner, Diagnostics& diagnostics) {
    bool const has_clocks = std::any_of(model.variables.begin(), model.variables.end(), [&](Variable const& variable) {
        return is_clock_type(model.exprs.types(), variable.type);
    });
    if (!has_clocks && !mentions_clocks(model.exprs)) return true;
    return ClockPartitioner(model, interner, diagnostics).run();
}

}  // namespace moo
