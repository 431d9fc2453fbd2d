#include "frontend/clocks/clock_analysis.h"

#include "moo/model/names.h"

namespace moo {

namespace {

constexpr Message<std::string_view> condition_unknown{
    DiagnosticKind::ClockArgument,
    "the branches have different clocks, but the value of `{}` is not known at translation"};
constexpr Message<> several_branches{DiagnosticKind::ClockArgument, "a when-clause with a clock has no elsewhen"};

}  // namespace

void for_each_expression(FlatEquation const& equation, std::function<void(ExprId)> const& visit) {
    for (ExprId const part : {equation.a, equation.b, equation.c}) {
        if (part) visit(part);
    }
    for (FlatBranch const& branch : equation.branches) {
        if (branch.condition) visit(branch.condition);
        for (FlatEquation const& nested : branch.body) for_each_expression(nested, visit);
    }
}

void for_each_expression(FlatStatement const& statement, std::function<void(ExprId)> const& visit) {
    for (ExprId const part : {statement.a, statement.b, statement.c}) {
        if (part) visit(part);
    }
    for (FlatStatementBranch const& branch : statement.branches) {
        if (branch.condition) visit(branch.condition);
        for (FlatStatement const& nested : branch.body) for_each_expression(nested, visit);
    }
}

void for_each_expression(FlatAlgorithm const& algorithm, std::function<void(ExprId)> const& visit) {
    for (FlatStatement const& statement : algorithm.statements) for_each_expression(statement, visit);
}

ClockAnalysis::ClockAnalysis(FlatModel& model, Interner& interner, Diagnostics& diagnostics)
    : model_(model),
      exprs_(model.exprs),
      interner_(interner),
      diagnostics_(diagnostics),
      parameters_(model, interner) {}

void ClockAnalysis::run() {
    resolve_ifs(model_.equations);
    find_whole_variables();
    for (std::uint32_t i = 0; i < model_.equations.size(); ++i) structure_.units.push_back({false, i});
    for (std::uint32_t i = 0; i < model_.algorithms.size(); ++i) structure_.units.push_back({true, i});
    // Visiting a unit may add units.
    for (std::uint32_t unit = 0; unit < structure_.units.size(); ++unit) visit_unit(unit);
}

SourceSpan ClockAnalysis::place() const {
    ClockUnit const& unit = structure_.units[unit_];
    return unit.is_algorithm ? model_.algorithms[unit.index].source : model_.equations[unit.index].source;
}

std::string ClockAnalysis::text(ExprId expr) const {
    return to_string(exprs_, expr, VariableNames(model_.variables, interner_, NameStyle::plain));
}

// ---- if-equations ----------------------------------------------------------------------------------

bool ClockAnalysis::has_clock_terms(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const top = stack_.back();
        std::uint8_t& answer = clock_terms_[top];
        if (answer != 0) {
            stack_.pop_back();
            continue;
        }
        ClockOperator const kind = clock_operator(exprs_, top);
        bool found = kind == ClockOperator::constructor || kind == ClockOperator::sub_clock ||
                     kind == ClockOperator::sample || is_clock_type(exprs_.types(), exprs_.type(top));
        std::size_t const size = stack_.size();
        for (ExprId const operand : exprs_.operands(top)) {
            std::uint8_t const below = clock_terms_.get(operand);
            found = found || below == 2;
            if (below == 0) stack_.push_back(operand);
        }
        if (found) stack_.resize(size);
        if (stack_.size() > size) continue;
        clock_terms_[top] = found ? 2 : 1;
        stack_.pop_back();
    }
    return clock_terms_.get(expr) == 2;
}

bool ClockAnalysis::has_clock_terms(FlatEquation const& equation) {
    bool found = false;
    for_each_expression(equation, [&](ExprId expr) { found = found || has_clock_terms(expr); });
    return found;
}

// Replaces an if between different clocks by the branch that a parameter chooses. Where the condition has no value
// at translation all branches have the same clock, or it is an error.
void ClockAnalysis::resolve_ifs(std::vector<FlatEquation>& equations) {
    std::vector<FlatEquation> result;
    result.reserve(equations.size());
    for (FlatEquation& equation : equations) {
        bool const is_if = equation.kind == FlatEquationKind::if_;
        if (equation.branches.empty() || !has_clock_terms(equation)) {
            result.push_back(std::move(equation));
        } else if (!is_if || !take_branch(equation, result)) {
            for (FlatBranch& branch : equation.branches) resolve_ifs(branch.body);
            result.push_back(std::move(equation));
        }
    }
    equations = std::move(result);
}

bool ClockAnalysis::take_branch(FlatEquation& equation, std::vector<FlatEquation>& out) {
    for (FlatBranch& branch : equation.branches) {
        std::optional<bool> const chosen = branch.condition ? parameters_.boolean(branch.condition) : true;
        if (!chosen) {
            for (FlatBranch const& each : equation.branches) {
                for (FlatEquation const& nested : each.body) {
                    bool const is_clock = nested.a && is_clock_type(exprs_.types(), exprs_.type(nested.a));
                    if (!is_clock || nested.kind != FlatEquationKind::equality) continue;
                    diagnostics_.error(equation.source, condition_unknown, text(branch.condition));
                    return true;
                }
            }
            return false;
        }
        if (!*chosen) continue;
        resolve_ifs(branch.body);
        std::move(branch.body.begin(), branch.body.end(), std::back_inserter(out));
        return true;
    }
    return true;
}

// ---- nodes -----------------------------------------------------------------------------------------

namespace {

// `x[2]` with as many literal subscripts as x has dimensions.
bool is_element(ExprStore const& exprs, ExprId expr) {
    if (exprs.kind(expr) != ExprKind::subscript) return false;
    Operands const operands = exprs.operands(expr);
    if (exprs.kind(operands[0]) != ExprKind::variable) return false;
    if (exprs.types().rank(exprs.type(operands[0])) + 1 != operands.size()) return false;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        if (exprs.kind(operands[i]) != ExprKind::integer) return false;
    }
    return true;
}

}  // namespace

// An array whose elements are only ever used one by one may have a clock for each of them.
void ClockAnalysis::find_whole_variables() {
    is_whole_.assign(model_.variables.size(), false);
    auto const see = [&](ExprId expr) {
        if (exprs_.kind(expr) == ExprKind::variable) is_whole_[exprs_.variable_of(expr).index()] = true;
    };
    for (std::size_t i = 0; i < exprs_.size(); ++i) {
        ExprId const expr(i);
        if (is_element(exprs_, expr)) continue;
        for (ExprId const operand : exprs_.operands(expr)) see(operand);
    }
    for (FlatEquation const& equation : model_.equations) for_each_expression(equation, see);
    for (FlatAlgorithm const& algorithm : model_.algorithms) for_each_expression(algorithm, see);
}

ClockNode ClockAnalysis::node_of(ExprId reference) {
    VarId const variable = exprs_.referenced_variable(reference);
    if (!variable || model_.variables[variable].is_parameter()) return no_clock_node;
    bool const is_clock = is_clock_type(exprs_.types(), model_.variables[variable].type);
    bool const is_whole = variable.index() < is_whole_.size() && is_whole_[variable.index()] && !is_clock;
    if (!is_whole && is_element(exprs_, reference)) {
        auto const [place, is_new] = element_nodes_.try_emplace(reference, no_clock_node);
        if (is_new) place->second = add_node(reference);
        return place->second;
    }
    if (variable.index() >= variable_nodes_.size()) variable_nodes_.resize(model_.variables.size(), no_clock_node);
    ClockNode& node = variable_nodes_[variable.index()];
    if (node == no_clock_node) node = add_node(exprs_.variable(variable, model_.variables[variable].type));
    return node;
}

// ---- units -----------------------------------------------------------------------------------------

void ClockAnalysis::visit_unit(std::uint32_t unit) {
    unit_ = unit;
    ClockNode const node = add_node();
    structure_.units[unit].node = node;
    std::uint32_t const index = structure_.units[unit].index;
    if (structure_.units[unit].is_algorithm) {
        for (FlatStatement const& statement : model_.algorithms[index].statements) visit_statement(statement, node);
    } else {
        // A copy, because stand-ins are appended to the equations.
        FlatEquation const equation = model_.equations[index];
        visit_equation(equation, node);
    }
    run_tasks();
}

void ClockAnalysis::visit_statement(FlatStatement const& statement, ClockNode node) {
    for_each_expression(statement, [&](ExprId expr) { walk(expr, node); });
}

void ClockAnalysis::visit_equation(FlatEquation const& equation, ClockNode node) {
    bool const is_clock = equation.kind == FlatEquationKind::equality && equation.a &&
                          is_clock_type(exprs_.types(), exprs_.type(equation.a));
    if (is_clock) return visit_clock_equation(equation);
    for (ExprId const part : {equation.a, equation.b, equation.c}) {
        if (part) walk(part, node);
    }
    for (FlatBranch const& branch : equation.branches) {
        bool const is_clocked_when = equation.kind == FlatEquationKind::when && branch.condition &&
                                     exprs_.type(branch.condition) == types::clock;
        if (is_clocked_when) {
            if (equation.branches.size() > 1) diagnostics_.error(equation.source, several_branches);
            mark_clocked(node, branch.condition);
            tasks_.push_back({node, branch.condition, true, {}});
        } else if (branch.condition) {
            walk(branch.condition, node);
        }
        for (FlatEquation const& nested : branch.body) visit_equation(nested, node);
    }
}

void ClockAnalysis::run_tasks() {
    while (!tasks_.empty()) {
        Task const task = tasks_.back();
        tasks_.pop_back();
        if (task.is_clock) {
            visit_clock(task);
        } else {
            walk(task.expr, task.node);
        }
    }
}

void ClockAnalysis::for_each_node(ExprId expr, std::function<void(ClockNode)> const& visit) {
    ++stamp_;
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const top = stack_.back();
        stack_.pop_back();
        if (stamps_[top] == stamp_) continue;
        stamps_[top] = stamp_;
        // Expressions inside these are known before the tick, or come from another clock.
        if (exprs_.kind(top) == ExprKind::pre || clock_operator(exprs_, top) != ClockOperator::none) continue;
        if (exprs_.is_reference(top)) {
            if (ClockNode const node = node_of(top); node != no_clock_node) visit(node);
            visit_subscripts(top);
            continue;
        }
        for (ExprId const operand : exprs_.operands(top)) stack_.push_back(operand);
    }
}

}  // namespace moo
