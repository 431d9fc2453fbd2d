// What depends on what.
//
// FMI asks for each derivative and output which states and inputs it depends on, and by what kind of factor: a number,
// a parameter, something that changes at events, or freely. Solvers need the same pattern to build a sparse Jacobian.
// An answer that leaves something out makes an importing tool compute wrong results; one that contains everything makes
// it slow.
//
// "Depends" has a different answer at each moment, so there are three graphs (dependency_moments.h). Between events
// discrete variables do not change. At events they do, and a value may depend on an input through a switch. At the
// start, start values and parameters are the known variables. Each graph has a row for every equation of the sorted set
// and a column for every value. Sets of known variables are passed from block to block (moo/structure/sparsity.cpp),
// and every unknown of a block needs what any of its equations needs.
//
// On the way, each known variable carries the most general factor that it has met. In a product the factor is the other
// operand; in a linear block it is the matrix. In a nonlinear block, a condition or a function the dependency is not
// linear (factor_walk.h). `if u > 0 then 2*u else 3*u` counts as a multiple of u by a factor that changes at events, as
// FMI 2.0 defines it (section 2.2.8), although u decides which branch is taken.
//
// Such lists can be longer than the model: a thousand outputs that depend on a thousand states are a million terms. The
// longest rows are left out when all of them together would exceed a million terms and 16 for each variable, and a row
// that is left out may depend on everything. So the pass takes time in proportion to the model.
//
// Dependencies between events are not repeated for events; only additional ones are listed. In the end the columns of
// the pattern are coloured (moo/structure/colouring.cpp), so that a simulator can compute its first Jacobian at once.

#include "moo/passes/describe_dependencies.h"

#include <algorithm>
#include <unordered_map>

#include "moo/passes/dependency_moments.h"
#include "moo/structure/colouring.h"

namespace moo {

namespace {

using Need = DependencyGraph::Need;
using Needs = DependencyGraph::Needs;

// ---- rows --------------------------------------------------------------------------------------------

// Leaves out the longest rows if all together would exceed the limit.
void limit(Document const& document, Needs& needs) {
    constexpr std::size_t most_terms = 1'000'000;
    constexpr std::size_t most_by_variable = 16;
    std::size_t const most = most_terms + most_by_variable * document.variables.size();
    std::vector<std::size_t> sizes;
    for (auto const& row : needs.rows) sizes.push_back(row.size());
    std::sort(sizes.begin(), sizes.end());
    std::size_t sum = 0;
    for (std::size_t const size : sizes) {
        sum += size;
        if (sum <= most) continue;
        for (std::size_t i = 0; i < needs.rows.size(); ++i) {
            if (needs.rows[i].size() >= size) needs.is_open[i] = true;
        }
        return;
    }
}

void add_terms(std::vector<Need> const& needs, Dependency& row, std::vector<DependencyTerm>& terms) {
    for (Need const& need : needs) {
        if (need.on) {
            (need.is_derivative ? row.derivatives : terms).push_back({need.on, dependency_kind(need.factor)});
        } else {
            row.on_time = true;
            row.time_kind = dependency_kind(need.factor);
        }
    }
}

// Needs that are not among the others, or enter there with a less general factor. Both lists are in the order of the
// known variables.
std::vector<Need> beyond(std::vector<Need> const& needs, std::vector<Need> const& others) {
    std::vector<Need> result;
    auto other = others.begin();
    for (Need const& need : needs) {
        while (other != others.end() && other->known < need.known) ++other;
        bool const is_known = other != others.end() && other->known == need.known;
        if (!is_known || other->factor < need.factor) result.push_back(need);
    }
    return result;
}

// Only these equations can give other values at events than between them.
bool has_discrete_equations(Document const& document) {
    auto const& equations = document.reinitialization.equations;
    return std::any_of(equations.begin(), equations.end(), [&](SetEquation const& equation) {
        VarId const variable = document.exprs.referenced_variable(equation.target);
        bool const is_value = document.exprs.kind(equation.target) == ExprKind::variable;
        return is_value && variable && document.role(variable) == Role::discrete;
    });
}

// ---- lists -------------------------------------------------------------------------------------------

class Description {
public:
    explicit Description(System& system) : system_(system), document_(system.document) {
        for (Alias const& alias : document_.aliases) alias_targets_.emplace(alias.variable, alias.target);
    }

    void describe_running() {
        Dependencies& result = document_.dependencies;
        for (VarId const state : document_.states()) add_derivative(state, result.derivatives);
        for (VarId const id : document_.variables.ids()) {
            if (is_output(id)) add_value(id, result.outputs);
        }
        add_crossings(result.crossings);
        Needs between;
        Needs parameters;
        bool const has_events = has_discrete_equations(document_);
        {
            MomentGraph const moment = graph_between_events(document_);
            between = needs(moment, 0, moment.first_parameter);
            if (!has_events) parameters = needs(moment, moment.first_parameter, moment.graph.known_count());
        }
        Needs at_events;
        if (has_events) {
            MomentGraph const moment = graph_at_events(document_);
            at_events = needs(moment, 0, moment.first_parameter);
            parameters = needs(moment, moment.first_parameter, moment.graph.known_count());
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (between.is_open[i]) continue;
            Dependency row;
            row.unknown = rows_[i].unknown;
            add_terms(between.rows[i], row, row.terms);
            row.is_open = parameters.is_open[i] || (has_events && at_events.is_open[i]);
            if (has_events && !row.is_open) add_terms(beyond(at_events.rows[i], between.rows[i]), row, row.at_events);
            if (!row.is_open) add_terms(parameters.rows[i], row, row.parameters);
            rows_[i].list->push_back(std::move(row));
        }
    }

    // The equations of the view, outputs and crossings; residuals are not solved.
    void describe_residual_view() {
        ResidualView& view = document_.residual_view;
        if (view.equations.empty()) return;
        MomentGraph const moment = graph_as_residuals(document_);
        uses_.clear();
        rows_.clear();
        for (VarId const id : document_.variables.ids()) {
            if (is_output(id)) add_value(id, view.outputs);
        }
        std::vector<std::uint32_t> columns;
        for (VariableUse const& use : uses_) columns.push_back(moment.graph.column_of(use));
        add_crossings(view.crossings);
        columns.insert(columns.end(), moment.crossings.begin(), moment.crossings.end());
        for (std::uint32_t const row : view.equations) {
            rows_.push_back({document_.integration.equations[row].target, &view.dependencies});
            columns.push_back(moment.equations[row]);
        }
        auto const find = [&](std::uint32_t first, std::uint32_t end) {
            Needs found = moment.graph.needs(columns, first, end);
            limit(document_, found);
            return found;
        };
        Needs const between = find(0, moment.first_parameter);
        Needs const parameters = find(moment.first_parameter, moment.graph.known_count());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (between.is_open[i]) continue;
            Dependency row;
            row.unknown = rows_[i].unknown;
            add_terms(between.rows[i], row, row.terms);
            row.is_open = parameters.is_open[i];
            if (!row.is_open) add_terms(parameters.rows[i], row, row.parameters);
            rows_[i].list->push_back(std::move(row));
        }
    }

    // Outputs, states, derivatives, and parameters that the user cannot set.
    void describe_start() {
        Dependencies& result = document_.dependencies;
        MomentGraph const moment = graph_at_start(document_);
        uses_.clear();
        rows_.clear();
        for (VarId const id : document_.variables.ids()) {
            std::uint32_t const column = moment.graph.column_of({id, Occurrence::value});
            bool const is_computed = column != no_index && column >= moment.graph.known_count();
            Role const role = document_.role(id);
            bool const is_open = is_computed && (role == Role::state || role == Role::parameter);
            if (is_open || is_output(id)) add_value(id, result.initial_unknowns);
        }
        for (VarId const state : document_.states()) add_derivative(state, result.initial_unknowns);
        Needs const found = needs(moment, 0, moment.graph.known_count());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (found.is_open[i]) continue;
            Dependency row;
            row.unknown = rows_[i].unknown;
            add_terms(found.rows[i], row, row.terms);
            result.initial_unknowns.push_back(std::move(row));
        }
    }

private:
    struct Row {
        ExprId unknown;
        std::vector<Dependency>* list;
    };

    [[nodiscard]] bool is_output(VarId id) const { return document_.variables[id].causality == Causality::output; }

    void add_derivative(VarId state, std::vector<Dependency>& list) {
        rows_.push_back({document_.exprs.der(system_.reference(state)), &list});
        uses_.push_back({state, Occurrence::derivative});
    }

    void add_crossings(std::vector<Dependency>& list) {
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            if (crossing.kind == RelationKind::state) rows_.push_back({crossing.relation, &list});
        }
    }

    // An alias uses the column of its target.
    void add_value(VarId variable, std::vector<Dependency>& list) {
        rows_.push_back({system_.reference(variable), &list});
        VarId target = variable;
        for (auto next = alias_targets_.find(target); next != alias_targets_.end();
             next = alias_targets_.find(target)) {
            target = next->second;
        }
        uses_.push_back({target, Occurrence::value});
    }

    [[nodiscard]] Needs needs(MomentGraph const& moment, std::uint32_t first, std::uint32_t end) const {
        std::vector<std::uint32_t> columns;
        for (VariableUse const& use : uses_) columns.push_back(moment.graph.column_of(use));
        columns.insert(columns.end(), moment.crossings.begin(), moment.crossings.end());
        Needs found = moment.graph.needs(columns, first, end);
        limit(document_, found);
        return found;
    }

    System& system_;
    Document& document_;
    std::unordered_map<VarId, VarId> alias_targets_;
    std::vector<Row> rows_;          // all requested rows
    std::vector<VariableUse> uses_;  // of all rows but the crossings, which come last
};

// Colours the columns of the pattern of the derivatives with respect to the states, if no row of it was left out.
void colour_states(Document& document) {
    std::vector<VarId> const states = document.states();
    if (document.dependencies.derivatives.size() != states.size()) return;
    Store<VarId, std::uint32_t> number(document.variables.size(), no_index);
    for (std::uint32_t i = 0; i < states.size(); ++i) number[states[i]] = i;
    Incidence pattern(static_cast<std::uint32_t>(states.size()));
    std::vector<std::uint32_t> row;
    for (Dependency const& dependency : document.dependencies.derivatives) {
        row.clear();
        for (DependencyTerm const& term : dependency.terms) {
            if (number[term.on] != no_index) row.push_back(number[term.on]);
        }
        pattern.add_row(row);
    }
    document.dependencies.state_colours = colour_columns(pattern).colour_of_column;
}

}  // namespace

bool describe_dependencies(System& system, PassOptions const&, Diagnostics&) {
    Description description(system);
    description.describe_running();
    colour_states(system.document);
    description.describe_residual_view();
    description.describe_start();
    return true;
}

}  // namespace moo
