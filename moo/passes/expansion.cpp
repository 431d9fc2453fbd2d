#include "moo/passes/expansion.h"

#include <unordered_set>

#include "moo/expr/free_variables.h"
#include "moo/passes/generated.h"

namespace moo {

namespace {

constexpr Message<> always_terminates{
    DiagnosticKind::WrongArguments,
    "`terminate` is called here without a condition, so the simulation could never begin"};
constexpr Message<std::string_view> assigned_twice{DiagnosticKind::DuplicateAssignment,
                                                   "`{}` is assigned in several places"};
constexpr Message<> level_not_known{DiagnosticKind::UnsupportedConstruct,
                                    "the level of this assertion is not a literal, which is not supported yet"};

constexpr Message<std::string_view> not_clocked{DiagnosticKind::UnsupportedConstruct,
                                                "{} in a clocked partition is not supported yet"};

}  // namespace

// ---- conditions ------------------------------------------------------------------------------------

Activation Expansion::activation(ExprId condition, SourceSpan source) {
    std::vector<ExprId> parts = {condition};
    if (exprs().kind(condition) == ExprKind::array) {
        parts.clear();
        exprs().operands(condition).copy_to(parts);
    }
    Activation result;
    result.source = source;
    for (ExprId const part : parts) {
        if (exprs().is_builtin(part, Builtin::initial)) {
            result.at_initial = true;
        } else {
            result.parts.push_back(part);
        }
    }
    return result;
}

std::uint32_t Expansion::condition_index(ExprId condition, SourceSpan source) {
    auto& conditions = system.document.when_conditions;
    auto const [known, is_new] =
        condition_indices_.try_emplace(condition, static_cast<std::uint32_t>(conditions.size()));
    if (is_new) {
        conditions.push_back({condition, {}, {}});
        system.condition_places.push_back(source);
    }
    return known->second;
}

std::vector<std::uint32_t> Expansion::condition_indices(Activation const& activation) {
    std::vector<std::uint32_t> indices;
    for (ExprId const part : activation.parts) indices.push_back(condition_index(part, activation.source));
    return indices;
}

ExprId Expansion::condition_variable(ExprId condition, SourceSpan source) {
    if (exprs().kind(condition) == ExprKind::variable) {
        // pre of a parameter or input does not matter.
        Variable const& declared = system.document.variables[exprs().variable_of(condition)];
        if (!declared.is_parameter() && declared.causality != Causality::input) return condition;
    }
    ExprId& known = condition_variables_[condition];
    if (known) return known;
    ExprId const variable = add_generated_variable(system, "_when", types::boolean, Variability::discrete, source);
    known = variable;
    system.equations.push_back({variable, condition, provenance(ProvenanceKind::when_condition, source)});
    return variable;
}

ExprId Expansion::rises(Activation const& activation) {
    ExprId any = exprs().boolean(false);
    for (ExprId const part : activation.parts) {
        ExprId const variable = condition_variable(part, activation.source);
        any = exprs().logical_or(any, exprs().builtin(Builtin::edge, {variable}));
    }
    return any;
}

// ---- assertions and actions ------------------------------------------------------------------------

// A condition with a guard becomes a condition of its own: it becomes true in the pass in which the branch is active.
std::vector<std::uint32_t> Expansion::reach_indices(Reach const& reach, SourceSpan source) {
    std::vector<std::uint32_t> indices;
    ExprId const initial = exprs().builtin(Builtin::initial, {});
    bool at_initial = reach.section == Section::initial;
    if (reach.when != nullptr) {
        at_initial = reach.when->at_initial;
        if (!reach.guard) {
            indices = condition_indices(*reach.when);
        } else if (!reach.when->parts.empty()) {
            // This is computed only at events, where relations need no memory.
            ExprId const guard = exprs().builtin(Builtin::no_event, {reach.guard});
            ExprId const active = exprs().logical_and(rises(*reach.when), guard);
            indices.push_back(condition_index(condition_variable(active, source), source));
        }
    } else if (!at_initial && reach.guard) {
        indices.push_back(condition_index(reach.guard, source));
    }
    if (at_initial) {
        indices.push_back(condition_index(reach.guard ? exprs().logical_and(initial, reach.guard) : initial, source));
    }
    return indices;
}

void Expansion::add_action(ActionKind kind, ExprId value, Reach const& reach, SourceSpan source) {
    system.document.actions.push_back({kind, value, reach_indices(reach, source), source});
}

void Expansion::add_terminate(ExprId message, Reach const& reach, SourceSpan source) {
    if (reach.section == Section::clocked) {
        fail(source, not_clocked, "`terminate`");
        return;
    }
    if (reach.when == nullptr && reach.section == Section::model && !reach.guard) {
        fail(source, always_terminates);
        return;
    }
    add_action(ActionKind::terminate, message, reach, source);
}

bool Expansion::is_parameter_expression(ExprId expr) const {
    FreeVariables walk(system.document.exprs);
    for (VariableUse const& use : walk.uses(expr)) {
        if (!system.document.variables[use.variable].is_parameter()) return false;
    }
    return !walk.contains(expr, system.exprs().time());
}

// Operators that have a value only at ticks.
bool Expansion::needs_tick(ExprId expr) const {
    std::vector<ExprId> stack{expr};
    std::unordered_set<ExprId> seen;
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!seen.insert(id).second) continue;
        for (Builtin const tick : {Builtin::previous, Builtin::interval, Builtin::first_tick, Builtin::sample}) {
            if (system.exprs().is_builtin(id, tick)) return true;
        }
        for (ExprId const operand : system.exprs().operands(id)) stack.push_back(operand);
    }
    return false;
}

void Expansion::add_assertion(ExprId condition, ExprId message, ExprId level, Reach const& reach, SourceSpan source) {
    constexpr std::uint32_t warning_ordinal = 1;  // of AssertionLevel: warning, error
    if (level && exprs().kind(level) != ExprKind::enumeration) {
        fail(source, level_not_known);
        return;
    }
    AssertionLevel const kind = level && exprs().enumeration_ordinal(level) == warning_ordinal ? AssertionLevel::warning
                                                                                               : AssertionLevel::error;
    ExprId const holds = reach.guard ? exprs().logical_or(exprs().logical_not(reach.guard), condition) : condition;
    if (reach.section == Section::clocked && needs_tick(holds)) {
        fail(source, not_clocked, "an assertion about ticks");
        return;
    }
    if (exprs().is_boolean(holds, true)) return;
    bool const is_at_start = reach.section == Section::initial && !is_parameter_expression(holds);
    bool const is_at_moments = reach.when != nullptr || is_at_start;
    if (!is_at_moments) {
        system.document.assertions.push_back({holds, message, kind, source, instance});
        return;
    }
    Reach unguarded = reach;
    unguarded.guard = {};
    Symbol const function = assertion_function(kind, level, source);
    add_action(ActionKind::call, exprs().call(function, {holds, message}, types::boolean), unguarded, source);
}

Symbol Expansion::assertion_function(AssertionLevel level, ExprId level_literal, SourceSpan source) {
    Symbol& known = assertion_functions_[static_cast<std::size_t>(level)];
    if (known) return known;
    FlatFunction function;
    function.name = generated_name(system, "_assert");
    function.description = system.interner.intern("");
    function.source = source;
    Symbol const condition = system.interner.intern("condition");
    Symbol const message = system.interner.intern("message");
    Symbol const done = system.interner.intern("done");
    function.variables = {function_variable(system, condition, types::boolean, FunctionRole::input, source),
                          function_variable(system, message, types::string, FunctionRole::input, source),
                          function_variable(system, done, types::boolean, FunctionRole::output, source)};
    FlatStatement check;
    check.kind = FlatStatementKind::assertion;
    check.a = exprs().iterator(condition, types::boolean);
    check.b = exprs().iterator(message, types::string);
    check.c = level_literal;
    check.source = source;
    FlatStatement finish;
    finish.a = exprs().iterator(done, types::boolean);
    finish.b = exprs().boolean(true);
    finish.source = source;
    function.body = {check, finish};
    known = function.name;
    system.document.functions.push_back(std::move(function));
    return known;
}

void Expansion::add_call(ExprId call, Reach const& reach, SourceSpan source) {
    if (reach.section == Section::clocked) {
        fail(source, not_clocked, "a call without results");
        return;
    }
    if (reach.when != nullptr || reach.section == Section::initial) {
        return add_action(ActionKind::call, call, reach, source);
    }
    // To be made at all times: an assertion whose condition makes the call.
    std::vector<ExprId> arguments;
    exprs().operands(call).copy_to(arguments);
    ExprId const checked = exprs().call(checking_function(call, source), arguments, types::boolean);
    ExprId const message = exprs().string(system.interner.intern(""));
    add_assertion(checked, message, {}, reach, source);
}

Symbol Expansion::checking_function(ExprId call, SourceSpan source) {
    std::vector<TypeId> argument_types;
    for (ExprId const argument : exprs().operands(call)) argument_types.push_back(exprs().type(argument));
    Symbol& known = checking_functions_[{exprs().symbol(call), argument_types}];
    if (known) return known;
    FlatFunction function;
    function.name = generated_name(system, "_check");
    function.description = system.interner.intern("");
    function.source = source;
    for (FlatFunction const& called : system.document.functions) {
        if (called.name == exprs().symbol(call)) function.purity = called.purity;
    }
    std::vector<ExprId> inputs;
    for (TypeId const type : argument_types) {
        Symbol const name = system.interner.intern("u" + std::to_string(inputs.size() + 1));
        function.variables.push_back(function_variable(system, name, type, FunctionRole::input, source));
        inputs.push_back(exprs().iterator(name, type));
    }
    Symbol const done = system.interner.intern("done");
    function.variables.push_back(function_variable(system, done, types::boolean, FunctionRole::output, source));
    FlatStatement statement;
    statement.kind = FlatStatementKind::call;
    statement.a = exprs().call(exprs().symbol(call), inputs, exprs().type(call));
    statement.source = source;
    FlatStatement finish;
    finish.a = exprs().iterator(done, types::boolean);
    finish.b = exprs().boolean(true);
    finish.source = source;
    function.body = {statement, finish};
    known = function.name;
    system.document.functions.push_back(std::move(function));
    return known;
}

void Expansion::add_instant(InstantEquation instant) {
    VarId const variable = exprs().variable_of(instant.target);
    if (!instant.is_reinit) {
        auto const [place, is_new] = instant_places_.try_emplace(variable, instant.provenance.source);
        if (!is_new) {
            fail(instant.provenance.source, assigned_twice, system.name_of(variable)).note(place->second, "and here");
            return;
        }
        system.document.variables[variable].variability = Variability::discrete;
    }
    system.instants.push_back(std::move(instant));
}

}  // namespace moo
