// Collects what the expressions of a unit say about clocks.
#include "frontend/clocks/clock_analysis.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_a_reference{DiagnosticKind::ClockArgument,
                                                    "`{}` is not a variable; `previous` needs a variable"};
constexpr Message<std::string_view> count_unknown{DiagnosticKind::ClockArgument,
                                                  "`{}` must be an Integer that is known at translation"};
constexpr Message<std::string_view, std::int64_t, std::int64_t> count_too_small{DiagnosticKind::ClockArgument,
                                                                                "`{}` is {}; the minimum is {}"};
constexpr Message<std::string_view> interval_not_positive{DiagnosticKind::ClockArgument,
                                                          "the interval `{}` is not positive"};
constexpr Message<std::string_view> not_a_clock{DiagnosticKind::ClockArgument, "`{}` does not say which clock it is"};
constexpr Message<std::string_view> method_unknown{
    DiagnosticKind::ClockArgument, "the solver method `{}` must be a String that is known at translation"};
constexpr Message<std::string_view> if_unknown{DiagnosticKind::ClockArgument,
                                               "the value of `{}`, which selects a clock, is not known at translation"};
constexpr Message<std::string_view, std::string_view> shapes_differ{
    DiagnosticKind::ClockArgument, "`{}` and `{}` are not clock arrays of the same known size"};

}  // namespace

// ---- expressions with a value ----------------------------------------------------------------------

void ClockAnalysis::walk(ExprId root, ClockNode node) {
    ++stamp_;
    stack_.assign(1, root);
    while (!stack_.empty()) {
        ExprId const top = stack_.back();
        stack_.pop_back();
        if (stamps_[top] == stamp_) continue;
        stamps_[top] = stamp_;
        ClockOperator const kind = clock_operator(exprs_, top);
        if (kind != ClockOperator::none) {
            visit_operator(top, kind, node);
            continue;
        }
        if (exprs_.is_reference(top)) {
            if (ClockNode const variable = node_of(top); variable != no_clock_node) join(node, variable);
            visit_subscripts(top);
            continue;
        }
        bool const is_discretized = exprs_.kind(top) == ExprKind::der || exprs_.is_builtin(top, Builtin::delay) ||
                                    exprs_.is_builtin(top, Builtin::spatial_distribution);
        if (is_discretized && node == structure_.units[unit_].node) structure_.units[unit_].is_discretized = true;
        // The first operand on top, so that messages and new names come in the order of the text.
        Operands const operands = exprs_.operands(top);
        for (std::size_t i = operands.size(); i-- > 0;) stack_.push_back(operands[i]);
    }
}

// The subscripts of a reference, however deep it goes: `r.a[i].b[j]`.
void ClockAnalysis::visit_subscripts(ExprId reference) {
    while (exprs_.kind(reference) == ExprKind::subscript || exprs_.kind(reference) == ExprKind::field) {
        Operands const operands = exprs_.operands(reference);
        for (std::size_t i = 1; i < operands.size(); ++i) stack_.push_back(operands[i]);
        reference = operands[0];
    }
}

void ClockAnalysis::visit_operator(ExprId expr, ClockOperator kind, ClockNode node) {
    Operands const operands = exprs_.operands(expr);
    switch (kind) {
        case ClockOperator::none: break;
        case ClockOperator::constructor: tasks_.push_back({node, expr, true, {}}); break;
        case ClockOperator::sample: {
            mark_clocked(node, expr);
            ClockNode const sampled = add_node();
            mark_continuous(sampled, expr);
            tasks_.push_back({sampled, operands[0], false, {}});
            if (operands.size() == 2) tasks_.push_back({node, operands[1], true, {}});
            break;
        }
        case ClockOperator::hold: {
            mark_continuous(node, expr);
            ClockNode const held = argument_node(operands[0]);
            if (held != no_clock_node) mark_clocked(held, expr);
            break;
        }
        case ClockOperator::previous:
            if (!exprs_.is_reference(operands[0])) diagnostics_.error(place(), not_a_reference, text(operands[0]));
            if (depends_on_clock(operands[0])) mark_clocked(node, expr);
            stack_.push_back(operands[0]);
            break;
        case ClockOperator::sub_clock: visit_sub_clock(expr, node); break;
        case ClockOperator::tick:
            mark_clocked(node, expr);
            for (ExprId const operand : operands) {
                bool const is_clock = exprs_.type(operand) == types::clock;
                is_clock ? tasks_.push_back({node, operand, true, {}}) : stack_.push_back(operand);
            }
            break;
    }
}

void ClockAnalysis::visit_sub_clock(ExprId expr, ClockNode node) {
    mark_clocked(node, expr);
    ClockRelation relation;
    if (!sub_clock_relation(expr, relation)) return;
    ClockNode const argument = argument_node(exprs_.operand(expr, 0));
    if (argument == no_clock_node) return;
    mark_clocked(argument, expr);
    join_base(argument, node);
    relation.from = argument;
    relation.to = node;
    structure_.relations.push_back(relation);
    structure_.readings.push_back({argument, unit_});
}

// Whether the expression has a clock of its own: it mentions a variable that is not a parameter, or a tick.
bool ClockAnalysis::depends_on_clock(ExprId expr) {
    std::vector<ExprId> stack = {expr};
    std::uint32_t const stamp = ++walk_stamp_;
    while (!stack.empty()) {
        ExprId const top = stack.back();
        stack.pop_back();
        if (walk_stamps_[top] == stamp) continue;
        walk_stamps_[top] = stamp;
        if (exprs_.kind(top) == ExprKind::time || clock_operator(exprs_, top) != ClockOperator::none) return true;
        bool const is_unknown =
            exprs_.kind(top) == ExprKind::variable && !model_.variables[exprs_.variable_of(top)].is_parameter();
        if (is_unknown) return true;
        for (ExprId const operand : exprs_.operands(top)) stack.push_back(operand);
    }
    return false;
}

// The node of an expression inside a clock operator. Anything except a reference becomes the equation of a new
// variable.
ClockNode ClockAnalysis::argument_node(ExprId argument) {
    if (!depends_on_clock(argument)) return no_clock_node;
    if (exprs_.is_reference(argument)) return node_of(argument);
    auto const [place, is_new] = structure_.stand_ins.try_emplace(ClockStructure::stand_in_key(unit_, argument));
    if (!is_new) return node_of(place->second);

    std::string name;
    do {
        name = "_clocked" + std::to_string(++stand_in_count_);
    } while (interner_.find(name));
    ClockUnit const& unit = structure_.units[unit_];
    FlatEquation equation;
    equation.a = argument;
    equation.source = this->place();
    equation.instance =
        unit.is_algorithm ? model_.algorithms[unit.index].instance : model_.equations[unit.index].instance;
    Variable variable;
    variable.name = interner_.intern(name);
    variable.type = exprs_.type(argument);
    variable.instance = equation.instance;
    variable.source = equation.source;
    variable.variability = Variability::discrete;
    variable.is_protected = true;
    variable.hide_result = true;
    TypeId const type = variable.type;
    place->second = exprs_.variable(model_.variables.add(std::move(variable)), type);
    equation.a = place->second;
    equation.b = argument;
    structure_.units.push_back({false, static_cast<std::uint32_t>(model_.equations.size())});
    model_.equations.push_back(std::move(equation));
    return node_of(place->second);
}

// An Integer argument; `otherwise` where it is not given. Reports and gives none if it has no value.
std::optional<std::int64_t> ClockAnalysis::count_argument(ExprId expr, std::size_t index, std::int64_t least,
                                                          std::int64_t otherwise) {
    Operands const operands = exprs_.operands(expr);
    if (index >= operands.size()) return otherwise;
    std::optional<std::int64_t> const value = parameters_.integer(operands[index]);
    if (!value) {
        diagnostics_.error(place(), count_unknown, text(operands[index]));
    } else if (*value < least) {
        diagnostics_.error(place(), count_too_small, text(operands[index]), *value, least);
        return std::nullopt;
    }
    return value;
}

// What an operator says about the clocks of its argument (`from`) and of its result (`to`).
bool ClockAnalysis::sub_clock_relation(ExprId expr, ClockRelation& relation) {
    relation.origin = unit_;
    Builtin const builtin = exprs_.builtin_of(expr);
    if (builtin == Builtin::no_clock) {
        relation.kind = ClockRelationKind::loose;
        return true;
    }
    if (builtin == Builtin::sub_sample || builtin == Builtin::super_sample) {
        bool const is_slower = builtin == Builtin::sub_sample;
        auto const factor = count_argument(expr, 1, 0, 0);
        if (!factor) return false;
        if (*factor == 0) {
            relation.kind = is_slower ? ClockRelationKind::slower : ClockRelationKind::faster;
        } else {
            relation.factor = is_slower ? Rational(*factor) : Rational(1, *factor);
        }
        return true;
    }
    auto const count = count_argument(expr, 1, 0, 0);
    auto const resolution = count_argument(expr, 2, 1, 1);
    if (!count || !resolution) return false;
    Rational const shift(*count, *resolution);
    relation.shift = builtin == Builtin::back_sample ? -shift : shift;
    return true;
}

// ---- expressions of type Clock ---------------------------------------------------------------------

void ClockAnalysis::visit_clock_equation(FlatEquation const& equation) {
    structure_.units[unit_].defines_clock = true;
    bool const left = exprs_.is_reference(equation.a);
    ExprId const defined = left ? equation.a : equation.b;
    ExprId const value = left ? equation.b : equation.a;
    if (!exprs_.is_reference(defined)) {
        diagnostics_.error(equation.source, not_a_clock, text(defined));
        return;
    }
    define_clock(defined, value);
}

void ClockAnalysis::define_clock(ExprId defined, ExprId value) {
    std::vector<std::int64_t> const dims(exprs_.types().dims(exprs_.type(defined)).begin(),
                                         exprs_.types().dims(exprs_.type(defined)).end());
    if (dims.empty()) {
        ClockNode const node = node_of(defined);
        bool const is_variable = exprs_.kind(defined) == ExprKind::variable;
        Symbol const name = is_variable ? model_.variables[exprs_.variable_of(defined)].name : Symbol();
        if (node != no_clock_node) tasks_.push_back({node, value, true, name});
        return;
    }
    std::span<std::int64_t const> const value_dims = exprs_.types().dims(exprs_.type(value));
    if (!std::equal(dims.begin(), dims.end(), value_dims.begin(), value_dims.end()) || dims[0] < 0) {
        diagnostics_.error(place(), shapes_differ, text(defined), text(value));
        return;
    }
    // One element after the other; the builder folds `{a, b}[2]` to `b`. Dimensions are few, elements are clocks.
    for (std::int64_t i = 1; i <= dims[0]; ++i) {
        define_clock(exprs_.subscript(defined, {exprs_.integer(i)}), exprs_.subscript(value, {exprs_.integer(i)}));
    }
}

void ClockAnalysis::visit_clock(Task const& task) {
    ExprId const expr = task.expr;
    if (exprs_.is_reference(expr)) {
        if (ClockNode const node = node_of(expr); node != no_clock_node) join(task.node, node);
        return;
    }
    if (exprs_.kind(expr) == ExprKind::if_else) {
        std::optional<bool> const chosen = parameters_.boolean(exprs_.operand(expr, 0));
        if (chosen) {
            tasks_.push_back({task.node, exprs_.operand(expr, *chosen ? 1 : 2), true, task.name});
        } else {
            diagnostics_.error(place(), if_unknown, text(exprs_.operand(expr, 0)));
        }
        return;
    }
    switch (clock_operator(exprs_, expr)) {
        case ClockOperator::constructor: visit_constructor(task); return;
        case ClockOperator::sub_clock: {
            ClockRelation relation;
            if (exprs_.is_builtin(expr, Builtin::no_clock)) break;
            if (!sub_clock_relation(expr, relation)) return;
            mark_clocked(task.node, expr);
            relation.from = add_node();
            relation.to = task.node;
            join_base(relation.from, relation.to);
            structure_.relations.push_back(relation);
            tasks_.push_back({relation.from, exprs_.operand(expr, 0), true, {}});
            return;
        }
        case ClockOperator::none:
        case ClockOperator::sample:
        case ClockOperator::hold:
        case ClockOperator::previous:
        case ClockOperator::tick: break;
    }
    diagnostics_.error(place(), not_a_clock, text(expr));
}

// Clock(), Clock(counter, resolution), Clock(interval), Clock(condition, startInterval), Clock(clock, method). A solver
// method may also follow the arguments of the others.
void ClockAnalysis::visit_constructor(Task const& task) {
    mark_clocked(task.node, task.expr);
    Operands const operands = exprs_.operands(task.expr);
    std::size_t count = operands.size();
    if (count > 1 && exprs_.type(operands[count - 1]) == types::string) {
        std::optional<Symbol> const method = parameters_.string(operands[--count]);
        if (!method) {
            diagnostics_.error(place(), method_unknown, text(operands[count]));
        } else if (!interner_.text(*method).empty()) {
            structure_.solvers.push_back({task.node, *method, unit_});
        }
    }
    if (count == 0) return;

    ExprId const first = operands[0];
    TypeId const type = exprs_.type(first);
    if (type == types::clock) {
        // Another node, so that a solver method does not reach those that use the clock without it.
        ClockRelation same;
        same.from = add_node();
        same.to = task.node;
        same.origin = unit_;
        same.is_conversion = false;
        join_base(same.from, same.to);
        structure_.relations.push_back(same);
        tasks_.push_back({same.from, first, true, {}});
    } else if (type == types::boolean) {
        ClockNode const condition = add_node();
        mark_continuous(condition, task.expr);
        tasks_.push_back({condition, first, false, {}});
        add_source(task, ClockSourceKind::condition, 1, count);
    } else if (depends_on_clock(first)) {
        // The interval is a variable on the clock itself.
        tasks_.push_back({task.node, first, false, {}});
        add_source(task, ClockSourceKind::interval, 1, count);
    } else if (type == types::integer) {
        auto const counter = count_argument(task.expr, 0, 0, 0);
        auto const resolution = count > 1 ? count_argument(task.expr, 1, 1, 1) : std::optional<std::int64_t>(1);
        if (counter && resolution && *counter > 0) {
            add_source(task, ClockSourceKind::rational, Rational(*counter, *resolution), count);
        }
    } else {
        if (exprs_.is_number(first) && exprs_.number_value(first) <= 0) {
            diagnostics_.error(place(), interval_not_positive, text(first));
        }
        add_source(task, ClockSourceKind::interval, 1, count);
    }
}

void ClockAnalysis::add_source(Task const& task, ClockSourceKind kind, Rational period, std::size_t arguments) {
    std::vector<ExprId> operands;
    for (std::size_t i = 0; i < arguments; ++i) operands.push_back(exprs_.operand(task.expr, i));
    ExprId const clock = exprs_.builtin(Builtin::clock, operands);
    structure_.sources.push_back({{kind, task.node, period, clock.index(), unit_}, clock, task.name});
}

}  // namespace moo
