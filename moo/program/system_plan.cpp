#include "moo/program/system_plan.h"

#include <algorithm>
#include <unordered_set>

namespace moo {

namespace {

constexpr std::uint32_t no_number = 0xffffffffu;

}  // namespace

VarId target_variable(ExprStore const& exprs, ExprId target) {
    return exprs.referenced_variable(exprs.is_builtin(target, Builtin::previous) ? exprs.operand(target, 0) : target);
}

bool is_passed_on(ExprStore const& exprs, ExprId call) {
    if (exprs.kind(call) != ExprKind::builtin) return false;
    Builtin const builtin = exprs.builtin_of(call);
    if (builtin == Builtin::sample) {
        // sample(start, interval) is Boolean; sample(u) and sample(u, clock) do not define an interval.
        return exprs.operands(call).size() == 1 ||
               exprs.types().kind(exprs.type(exprs.operand(call, 1))) == TypeKind::clock;
    }
    return builtin == Builtin::hold || builtin == Builtin::sub_sample || builtin == Builtin::super_sample ||
           builtin == Builtin::shift_sample || builtin == Builtin::back_sample || builtin == Builtin::no_clock;
}

SystemPlan::SystemPlan(Document const& document) : document_(document), exprs_(document.exprs), walk_(document.exprs) {
    auto const add_relations = [&](RelationKind kind) {
        for (std::uint32_t i = 0; i < document.zero_crossings.size(); ++i) {
            ZeroCrossing const& crossing = document.zero_crossings[i];
            if (crossing.kind != kind) continue;
            relation_numbers_.emplace(crossing.relation, static_cast<std::uint32_t>(relations_.size()));
            relations_.push_back(i);
        }
    };
    add_relations(RelationKind::state);
    crossing_count_ = relations_.size();
    add_relations(RelationKind::time);
    auto const number = [](Numbers& numbers, auto const& rows) {
        for (std::uint32_t i = 0; i < rows.size(); ++i) numbers.emplace(rows[i].call, i);
    };
    number(samplings_, document.samplings);
    number(delays_, document.delays);
    number(transports_, document.transports);
}

bool SystemPlan::is_strict(std::size_t number) const {
    ExprKind const kind = exprs_.kind(relation(number).relation);
    return kind == ExprKind::less || kind == ExprKind::greater;
}

bool SystemPlan::is_solved(EquationSet const& set, std::size_t block) {
    BlockKind const kind = set.blocks[block].kind;
    return kind != BlockKind::assign && kind != BlockKind::algorithm;
}

bool SystemPlan::serves_outputs_only(EquationSet const& set, std::size_t block) {
    Serves const serves = set.blocks[block].serves;
    return serves.outputs && !serves.derivatives && !serves.crossings;
}

bool SystemPlan::is_discrete(SetEquation const& equation) const {
    if (equation.form == EquationForm::instant) return true;
    if (equation.form == EquationForm::residual) return false;
    VarId const variable = target_variable(exprs_, equation.target);
    bool const is_variable = exprs_.kind(equation.target) == ExprKind::variable;
    return is_variable &&
           (document_.role(variable) == Role::discrete || document_.variables[variable].type != types::real);
}

BlockPlan SystemPlan::plan_equations(EquationSet const& set, std::size_t block) const {
    BlockPlan plan;
    plan.is_linear = set.blocks[block].kind == BlockKind::linear;
    bool const is_mixed = set.blocks[block].kind == BlockKind::mixed;
    for (std::uint32_t i = set.block_starts[block]; i < set.block_starts[block + 1]; ++i) {
        if (set.equations[i].form == EquationForm::residual) {
            plan.residuals.push_back(i);
        } else if (is_mixed && is_discrete(set.equations[i])) {
            plan.discrete.push_back(i);
        } else {
            plan.assigned.push_back(i);
        }
    }
    for (std::uint32_t k = 0; k < plan.residuals.size(); ++k) {
        auto const row = find_selection_row(document_, set.equations[plan.residuals[k]].value);
        if (row) plan.selections.emplace_back(k, *row);
    }
    plan_jacobian(plan, set, block);
    return plan;
}

BlockPlan SystemPlan::plan_block(std::string const& set_name, EquationSet const& set, std::size_t block) {
    BlockPlan plan = plan_equations(set, block);
    plan.index = block_count_++;
    plan.name = set_name + "[" + std::to_string(block + 1) + "]";
    plan_relations(plan, set, block);
    bool const is_mixed = set.blocks[block].kind == BlockKind::mixed;
    if (is_mixed && plan.has_jacobian) plan.is_linear = is_linear_between_switches(plan, set);
    return plan;
}

// Discrete targets and remembered relations are fixed while the continuous part of a block is solved.
bool SystemPlan::is_linear_between_switches(BlockPlan const& plan, EquationSet const& set) {
    std::unordered_set<ExprId> targets;
    for (auto const* const part : {&plan.assigned, &plan.residuals}) {
        for (std::uint32_t const equation : *part) targets.insert(set.equations[equation].target);
    }
    std::unordered_set<ExprId> seen;
    std::vector<ExprId> stack;
    for (PlannedEntry const& entry : plan.entries) stack.push_back(entry.value);
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (targets.contains(id)) return false;
        if (!seen.insert(id).second) continue;
        if (is_relation(exprs_.kind(id)) && find_relation(id) != nullptr) continue;
        // Relations inside noEvent are not remembered.
        if (exprs_.is_builtin(id, Builtin::no_event)) {
            auto const& references = walk_.references(id);
            bool const depends = std::any_of(references.begin(), references.end(),
                                             [&](ExprId reference) { return targets.contains(reference); });
            if (depends) return false;
            continue;
        }
        for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
    }
    return true;
}

void SystemPlan::plan_jacobian(BlockPlan& plan, EquationSet const& set, std::size_t block) const {
    std::uint32_t const first = set.block_starts[block];
    std::vector<std::uint32_t> place(set.block_starts[block + 1] - first, no_number);
    std::uint32_t next = 0;
    for (std::uint32_t const equation : plan.assigned) place[equation - first] = next++;
    for (std::uint32_t const equation : plan.residuals) place[equation - first] = next++;
    std::vector<bool> has_row(next);
    auto const by_row = [](JacobianEntry const& entry, std::uint32_t row) { return entry.row < row; };
    auto entry = std::lower_bound(set.jacobian.begin(), set.jacobian.end(), first, by_row);
    for (; entry != set.jacobian.end() && entry->row < set.block_starts[block + 1]; ++entry) {
        std::uint32_t const row = place[entry->row - first];
        std::uint32_t const column = place[entry->column - first];
        if (row == no_number || column == no_number) continue;
        has_row[row] = true;
        plan.entries.push_back({row, column, entry->value});
        if (entry->kind == EntryKind::dependent) plan.entry_kind = EntryKind::dependent;
        if (entry->kind == EntryKind::per_event && plan.entry_kind == EntryKind::constant) {
            plan.entry_kind = EntryKind::per_event;
        }
    }
    plan.has_jacobian = std::find(has_row.begin(), has_row.end(), false) == has_row.end();
    if (!plan.has_jacobian) plan.entries.clear();
    // A matrix from finite differences is valid only at the point where they were taken.
    if (!plan.has_jacobian) plan.entry_kind = EntryKind::dependent;
    std::stable_sort(plan.entries.begin(), plan.entries.end(),
                     [](PlannedEntry const& a, PlannedEntry const& b) { return a.row < b.row; });
}

void SystemPlan::plan_relations(BlockPlan& plan, EquationSet const& set, std::size_t block) {
    std::unordered_set<ExprId> targets;
    std::unordered_set<ExprId> seen;
    std::vector<ExprId> stack;
    for (SetEquation const& equation : set.block(block)) {
        targets.insert(equation.target);
        stack.push_back(equation.value);
    }
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!seen.insert(id).second) continue;
        if (exprs_.is_builtin(id, Builtin::no_event)) continue;
        for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
        std::uint32_t const* const number = is_relation(exprs_.kind(id)) ? find_relation(id) : nullptr;
        if (number == nullptr) continue;
        auto const& references = walk_.references(id);
        bool const depends = std::any_of(references.begin(), references.end(),
                                         [&](ExprId reference) { return targets.contains(reference); });
        (depends ? plan.assumed_relations : plan.earlier_relations).push_back(*number);
    }
    std::sort(plan.assumed_relations.begin(), plan.assumed_relations.end());
    std::sort(plan.earlier_relations.begin(), plan.earlier_relations.end());
}

std::vector<std::vector<std::uint32_t>> SystemPlan::conditions_of_equations() const {
    std::vector<std::vector<std::uint32_t>> conditions(document_.reinitialization.equations.size());
    for (std::uint32_t i = 0; i < document_.when_conditions.size(); ++i) {
        for (std::uint32_t const equation : document_.when_conditions[i].equations) conditions[equation].push_back(i);
    }
    return conditions;
}

bool SystemPlan::is_at_start(std::uint32_t condition) const {
    ExprId expr = document_.when_conditions[condition].condition;
    while (exprs_.kind(expr) == ExprKind::logical_and) expr = exprs_.operand(expr, 0);
    return exprs_.is_builtin(expr, Builtin::initial);
}

std::unordered_map<VarId, SystemPlan::AliasTarget> SystemPlan::alias_targets() const {
    std::unordered_map<VarId, AliasTarget> direct;
    for (Alias const& alias : document_.aliases) direct[alias.variable] = {alias.target, alias.is_negated};
    std::unordered_map<VarId, AliasTarget> ends;
    for (Alias const& alias : document_.aliases) {
        AliasTarget at{alias.target, alias.is_negated};
        for (auto next = direct.find(at.variable); next != direct.end(); next = direct.find(at.variable)) {
            at = {next->second.variable, at.is_negated != next->second.is_negated};
        }
        ends[alias.variable] = at;
    }
    return ends;
}

SystemPlan::Pattern const& SystemPlan::derivative_pattern() {
    if (!pattern_) {
        pattern_ = listed_pattern();
        if (pattern_->empty()) pattern_ = traced_pattern();
    }
    return *pattern_;
}

SystemPlan::Pattern SystemPlan::listed_pattern() const {
    std::vector<VarId> const states = document_.states();
    auto const& rows = document_.dependencies.derivatives;
    if (rows.size() != states.size() || rows.empty()) return {};
    Store<VarId, std::uint32_t> number(document_.variables.size(), no_number);
    for (std::uint32_t i = 0; i < states.size(); ++i) number[states[i]] = i;
    Pattern pattern(states.size());
    for (Dependency const& row : rows) {
        std::uint32_t const state = number[exprs_.referenced_variable(row.unknown)];
        if (state == no_number) return {};
        for (DependencyTerm const& term : row.terms) {
            if (number[term.on] != no_number) pattern[state].push_back(number[term.on]);
        }
    }
    return pattern;
}

// Follows the blocks of Eq in order: the unknowns of a block depend on everything that its equations mention.
SystemPlan::Pattern SystemPlan::traced_pattern() {
    std::vector<VarId> const states = document_.states();
    // With more entries than this, a sparse matrix would not pay. The limit also bounds the time for dense models.
    std::size_t const most = states.size() * states.size() / 4 + 1000;
    std::size_t used = 0;
    std::unordered_map<ExprId, std::uint32_t> set_of;  // the entry of `sets` that an unknown depends on
    Pattern sets;
    Store<VarId, std::uint32_t> number(document_.variables.size(), no_number);
    for (std::uint32_t i = 0; i < states.size(); ++i) number[states[i]] = i;
    EquationSet const& set = document_.integration;
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        std::vector<std::uint32_t> united;
        for (SetEquation const& equation : set.block(b)) {
            for (ExprId const reference : walk_.references(equation.value)) {
                if (auto const found = set_of.find(reference); found != set_of.end()) {
                    united.insert(united.end(), sets[found->second].begin(), sets[found->second].end());
                } else if (exprs_.kind(reference) == ExprKind::variable) {
                    std::uint32_t const state = number[exprs_.variable_of(reference)];
                    if (state != no_number) united.push_back(state);
                }
            }
        }
        std::sort(united.begin(), united.end());
        united.erase(std::unique(united.begin(), united.end()), united.end());
        used += united.size();
        if (used > most) return {};
        for (SetEquation const& equation : set.block(b)) {
            set_of[equation.target] = static_cast<std::uint32_t>(sets.size());
        }
        sets.push_back(std::move(united));
    }
    Pattern pattern(states.size());
    for (auto const& [target, index] : set_of) {
        if (exprs_.kind(target) == ExprKind::der) pattern[number[exprs_.referenced_variable(target)]] = sets[index];
    }
    return pattern;
}

SystemPlan::Pattern SystemPlan::residual_pattern() {
    constexpr std::size_t least_unknowns = 40;
    EquationSet const& set = document_.integration;
    std::vector<VarId> const states = document_.states();
    Store<VarId, std::uint32_t> number(document_.variables.size(), no_number);
    for (std::uint32_t i = 0; i < states.size(); ++i) number[states[i]] = i;
    std::unordered_map<ExprId, std::vector<std::uint32_t>> columns_of;  // what a target depends on
    auto const columns = [&](ExprId value) {
        std::vector<std::uint32_t> united;
        for (ExprId const reference : walk_.references(value)) {
            if (auto const found = columns_of.find(reference); found != columns_of.end()) {
                united.insert(united.end(), found->second.begin(), found->second.end());
            } else if (exprs_.kind(reference) == ExprKind::variable) {
                std::uint32_t const state = number[exprs_.variable_of(reference)];
                if (state != no_number) united.push_back(state);
            }
        }
        std::sort(united.begin(), united.end());
        united.erase(std::unique(united.begin(), united.end()), united.end());
        return united;
    };
    auto next = static_cast<std::uint32_t>(states.size());
    Pattern assigned(states.size());
    Pattern residuals;
    std::size_t used = 0;
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        if (serves_outputs_only(set, b)) continue;
        bool const solved = is_solved(set, b);
        for (SetEquation const& equation : set.block(b)) {
            if (!solved || equation.form != EquationForm::residual) continue;
            bool const is_derivative = exprs_.kind(equation.target) == ExprKind::der;
            columns_of[equation.target] = {is_derivative ? number[target_variable(exprs_, equation.target)] : next++};
        }
        for (SetEquation const& equation : set.block(b)) {
            if (solved && equation.form == EquationForm::residual) continue;
            std::vector<std::uint32_t>& found = columns_of[equation.target] = columns(equation.value);
            used += found.size();
            if (exprs_.kind(equation.target) != ExprKind::der) continue;
            std::uint32_t const state = number[target_variable(exprs_, equation.target)];
            assigned[state] = found;
            assigned[state].push_back(state);
        }
        for (SetEquation const& equation : set.block(b)) {
            if (!solved || equation.form != EquationForm::residual) continue;
            residuals.push_back(columns(equation.value));
            used += residuals.back().size();
        }
        if (used > std::size_t{next} * next / 4 + 1000) return {};
    }
    if (next < least_unknowns) return {};
    std::erase_if(assigned, [](auto const& row) { return row.empty(); });
    assigned.insert(assigned.end(), residuals.begin(), residuals.end());
    return assigned.size() == next ? assigned : Pattern();
}

std::vector<std::pair<VarId, ExprId>> SystemPlan::computed_nominals() const {
    std::vector<std::pair<VarId, ExprId>> nominals;
    for (VarId const id : document_.variables.ids()) {
        ExprId const nominal = document_.variables[id].attribute(Attribute::nominal);
        if (nominal && !exprs_.is_number(nominal) && has_slot(id)) nominals.emplace_back(id, nominal);
    }
    return nominals;
}

bool SystemPlan::asserts_continuously() {
    return std::any_of(document_.assertions.begin(), document_.assertions.end(), [&](Assertion const& assertion) {
        auto const& references = walk_.references(assertion.condition);
        return std::any_of(references.begin(), references.end(), [&](ExprId reference) {
            if (exprs_.kind(reference) != ExprKind::variable) return exprs_.kind(reference) != ExprKind::pre;
            Role const role = document_.role(exprs_.variable_of(reference));
            return role == Role::state || role == Role::algebraic || role == Role::input;
        });
    });
}

bool SystemPlan::uses(Builtin builtin) const {
    for (std::uint32_t i = 0; i < exprs_.size(); ++i) {
        if (exprs_.is_builtin(ExprId(i), builtin)) return true;
    }
    return false;
}

Store<VarId, std::uint8_t> SystemPlan::hidden_variables() const {
    bool const lists_results = !document_.results.empty();
    Store<VarId, std::uint8_t> hidden(document_.variables.size(), lists_results ? 1 : 0);
    for (VarId const id : document_.results) hidden[id] = 0;
    for (VarId const id : document_.variables.ids()) {
        Variable const& variable = document_.variables[id];
        TypeKind const kind = exprs_.types().kind(variable.type);
        bool const has_number = kind != TypeKind::string && kind < TypeKind::record;
        if (!has_number || (!lists_results && variable.hide_result)) hidden[id] = 1;
    }
    return hidden;
}

bool SystemPlan::has_slot(VarId variable) const {
    TypeKind const kind = exprs_.types().kind(document_.variables[variable].type);
    return kind < TypeKind::record || kind == TypeKind::external_object;
}

}  // namespace moo
