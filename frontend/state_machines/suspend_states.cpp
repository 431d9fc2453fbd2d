#include "frontend/state_machines/suspend_states.h"

#include <algorithm>
#include <unordered_set>

#include "moo/check/assigned.h"
#include "moo/check/counts.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::int64_t, std::int64_t> state_not_balanced{
    DiagnosticKind::Unbalanced, "the state `{}` has {} unknowns, but {} equations"};
constexpr Message<std::string_view> when_in_state{
    DiagnosticKind::StateMachine,
    "the state `{}` contains a when-clause, but its equations hold at the ticks of its clock"};
constexpr Message<std::string_view> integrated{
    DiagnosticKind::UnsupportedConstruct,
    "`der` is used in the state `{}`; integrating between the ticks of a state is not supported yet"};
constexpr Message<std::string_view> state_clocks_differ{
    DiagnosticKind::UnsupportedConstruct,
    "the when-equations of the state `{}` have several clocks, which is not supported yet"};

bool is_clock_equation(ExprStore const& exprs, FlatEquation const& equation) {
    if (equation.kind != FlatEquationKind::equality) return false;
    TypeKind const kind = exprs.types().kind(exprs.types().element(exprs.type(equation.a)));
    return kind == TypeKind::clock || kind == TypeKind::external_object;
}

}  // namespace

std::uint32_t SuspendStates::state_of(Symbol instance) const {
    if (!instance) return no_state;
    auto const found = states_.find(instance);
    return found != states_.end() ? found->second : no_state;
}

std::string_view SuspendStates::name_of(std::uint32_t state) const {
    return e_.interner.text(set_.states[state].node->path);
}

// ---- previous values -------------------------------------------------------------------------------

void SuspendStates::replace_previous() {
    // The loop makes expressions itself; those are not to be looked at.
    std::size_t const count = exprs_.size();
    for (std::size_t i = 0; i < count; ++i) {
        ExprId const expr(i);
        if (!exprs_.is_builtin(expr, Builtin::previous) || !exprs_.is_reference(exprs_.operand(expr, 0))) continue;
        ExprId reference = exprs_.operand(expr, 0);
        VarId const variable = exprs_.referenced_variable(reference);
        Component* const written = variable ? e_.components.component_of(variable) : nullptr;
        if (written == nullptr) continue;
        Component* owner = written;
        while (owner->merged_into != nullptr) owner = owner->merged_into;
        if (owner != written) {
            ExprId const from = exprs_.variable(variable, e_.types.type_of(*written));
            ExprId const to = exprs_.variable(e_.components.variable_of(*owner), e_.types.type_of(*owner));
            reference = substitute(exprs_, reference, {{from, to}});
        }
        ExprId value = exprs_.builtin(Builtin::previous, {reference});
        std::uint32_t const state = state_of(e_.instances.path_of(*owner->parent));
        if (state != no_state) value = exprs_.if_else(activation_.reset(state), start_of(reference), value);
        if (value == expr) continue;
        resets_.set(expr, value);
        has_resets_ = true;
    }
    if (!has_resets_) return;
    for (FlatEquation& equation : model_.equations) replace(equation);
    for (FlatAlgorithm& algorithm : model_.algorithms) replace(algorithm.statements);
    for (Machine& machine : set_.machines) {
        for (StateTransition& transition : machine.transitions) {
            transition.condition = resets_.apply(transition.condition);
        }
    }
}

// The start value of a variable or of the part of it that is referred to.
ExprId SuspendStates::start_of(ExprId reference) {
    VarId const variable = exprs_.referenced_variable(reference);
    TypeTable const& types = exprs_.types();
    TypeId const type = exprs_.type(reference);
    ExprId start = model_.variables[variable].attribute(Attribute::start);
    if (start && types.is_array(exprs_.type(start))) {
        ExprId const whole = exprs_.variable(variable, model_.variables[variable].type);
        return substitute(exprs_, reference, {{whole, start}});
    }
    if (!start) {
        switch (types.kind(types.element(type))) {
            case TypeKind::real: start = exprs_.real(0.0); break;
            case TypeKind::integer: start = exprs_.integer(0); break;
            case TypeKind::boolean: start = exprs_.boolean(false); break;
            case TypeKind::string: start = exprs_.string(e_.interner.intern("")); break;
            case TypeKind::enumeration: start = exprs_.enumeration(types.element(type), 1); break;
            case TypeKind::unknown:
            case TypeKind::clock:
            case TypeKind::record:
            case TypeKind::external_object:
            case TypeKind::array:
            case TypeKind::tuple: return exprs_.builtin(Builtin::previous, {reference});  // has no start value
        }
    }
    if (!types.is_array(type)) return start;
    std::vector<ExprId> arguments{start};
    std::vector<std::int64_t> const dims(types.dims(type).begin(), types.dims(type).end());
    for (std::int64_t const size : dims) arguments.push_back(exprs_.integer(size));
    return exprs_.builtin(Builtin::fill, arguments);
}

void SuspendStates::replace(FlatEquation& equation) {
    for (ExprId* const part : {&equation.a, &equation.b, &equation.c}) {
        if (*part) *part = resets_.apply(*part);
    }
    for (FlatBranch& branch : equation.branches) {
        if (branch.condition) branch.condition = resets_.apply(branch.condition);
        for (FlatEquation& nested : branch.body) replace(nested);
    }
}

void SuspendStates::replace(std::vector<FlatStatement>& statements) {
    for (FlatStatement& statement : statements) {
        for (ExprId* const part : {&statement.a, &statement.b, &statement.c}) {
            if (*part) *part = resets_.apply(*part);
        }
        for (FlatStatementBranch& branch : statement.branches) {
            if (branch.condition) branch.condition = resets_.apply(branch.condition);
            replace(branch.body);
        }
    }
}

// ---- what is in a state ----------------------------------------------------------------------------

void SuspendStates::take_equations() {
    bodies_.resize(set_.states.size());
    collect_variables();
    suspend_algorithms();
    collect_equations();
}

void SuspendStates::add_equations() {
    for (Machine const& machine : set_.machines) {
        for (std::uint32_t const state : machine.states) {
            check_balance(state);
            suspend(state);
        }
    }
}

void SuspendStates::collect_variables() {
    for (VarId const id : model_.listing) {
        Variable const& variable = model_.variables[id];
        std::uint32_t const state = state_of(variable.instance);
        if (state == no_state || variable.is_parameter()) continue;
        TypeKind const kind = exprs_.types().kind(exprs_.types().element(variable.type));
        if (kind == TypeKind::clock || kind == TypeKind::external_object) continue;
        if (!is_own_input(*e_.components.component_of(id), state)) bodies_[state].variables.push_back(id);
    }
}

// An input of the state itself has its equation outside, unless it is declared with a value.
bool SuspendStates::is_own_input(Component& component, std::uint32_t state) const {
    if (component.causality != ast::Causality::input || e_.components.has_binding(component)) return false;
    Node* node = component.parent;
    while (node->is_connector() || node->is_record()) node = node->holder;
    return node == set_.states[state].node;
}

void SuspendStates::collect_equations() {
    std::vector<FlatEquation> others;
    others.reserve(model_.equations.size());
    for (FlatEquation& equation : model_.equations) {
        std::uint32_t const state = state_of(equation.instance);
        if (state == no_state || is_clock_equation(exprs_, equation)) {
            others.push_back(std::move(equation));
        } else {
            take(std::move(equation), state, {});
        }
    }
    model_.equations = std::move(others);
}

void SuspendStates::take(FlatEquation equation, std::uint32_t state, ExprId clock) {
    bool const is_clocked_when = equation.kind == FlatEquationKind::when && equation.branches.size() == 1 &&
                                 exprs_.type(equation.branches[0].condition) == types::clock;
    if (is_clocked_when) {
        for (FlatEquation& nested : equation.branches[0].body) {
            take(std::move(nested), state, equation.branches[0].condition);
        }
        return;
    }
    if (check_clocked(equation, state)) bodies_[state].equations.push_back({std::move(equation), clock});
}

bool SuspendStates::check_clocked(FlatEquation const& equation, std::uint32_t state) {
    if (equation.kind == FlatEquationKind::when) {
        e_.diagnostics.error(equation.source, when_in_state, name_of(state));
        return false;
    }
    for (ExprId const part : {equation.a, equation.b, equation.c}) {
        if (!part || !exprs_.has_der(part)) continue;
        e_.diagnostics.error(equation.source, integrated, name_of(state));
        return false;
    }
    return std::all_of(equation.branches.begin(), equation.branches.end(), [&](FlatBranch const& branch) {
        return std::all_of(branch.body.begin(), branch.body.end(),
                           [&](FlatEquation const& nested) { return check_clocked(nested, state); });
    });
}

bool SuspendStates::check_clocked(std::vector<FlatStatement> const& statements, std::uint32_t state) {
    return std::all_of(statements.begin(), statements.end(), [&](FlatStatement const& statement) {
        if (statement.kind == FlatStatementKind::when) {
            e_.diagnostics.error(statement.source, when_in_state, name_of(state));
            return false;
        }
        return std::all_of(statement.branches.begin(), statement.branches.end(),
                           [&](FlatStatementBranch const& branch) { return check_clocked(branch.body, state); });
    });
}

// `if active then statements else x := previous(x)`; what an algorithm assigns needs no equation.
void SuspendStates::suspend_algorithms() {
    std::unordered_set<VarId> assigned;
    for (FlatAlgorithm& algorithm : model_.algorithms) {
        std::uint32_t const state = state_of(algorithm.instance);
        if (state == no_state || !check_clocked(algorithm.statements, state)) continue;
        FlatStatement choice;
        choice.kind = FlatStatementKind::if_;
        choice.source = algorithm.source;
        FlatStatementBranch kept;
        for (VarId const variable : assigned_variables(exprs_, algorithm.statements)) {
            assigned.insert(variable);
            FlatStatement keep;
            keep.a = exprs_.variable(variable, model_.variables[variable].type);
            keep.b = exprs_.builtin(Builtin::previous, {keep.a});
            keep.source = algorithm.source;
            kept.body.push_back(std::move(keep));
        }
        choice.branches.push_back({activation_.active(state), std::move(algorithm.statements)});
        if (!kept.body.empty()) choice.branches.push_back(std::move(kept));
        algorithm.statements.clear();
        algorithm.statements.push_back(std::move(choice));
    }
    if (assigned.empty()) return;
    for (Body& body : bodies_) {
        std::erase_if(body.variables, [&](VarId variable) { return assigned.contains(variable); });
    }
}

// ---- suspended equations ---------------------------------------------------------------------------

void SuspendStates::check_balance(std::uint32_t state) {
    std::int64_t unknowns = 0;
    std::int64_t equations = 0;
    for (VarId const id : bodies_[state].variables) {
        unknowns += scalar_count(exprs_.types(), model_.variables[id].type);
    }
    for (Suspended const& item : bodies_[state].equations) equations += equation_size(model_, item.equation);
    if (unknowns == equations) return;
    auto report = e_.diagnostics.error(set_.states[state].node->component->span(), state_not_balanced, name_of(state),
                                       unknowns, equations);
    report.note({}, "a state needs exactly as many equations as it has variables");
    if (equations > unknowns)
        report.note({}, "if it assigns a variable outside of itself, it must declare it as `outer output`");
}

void SuspendStates::add(FlatEquation equation, ExprId clock) {
    if (!clock) {
        model_.equations.push_back(std::move(equation));
        return;
    }
    FlatEquation when;
    when.kind = FlatEquationKind::when;
    when.source = equation.source;
    when.instance = equation.instance;
    when.branches.push_back({clock, {}});
    when.branches[0].body.push_back(std::move(equation));
    model_.equations.push_back(std::move(when));
}

// Rearranges the equation so that its left side is a variable that no other equation determines, if possible; `open`
// has the variables that are left.
bool SuspendStates::solve(FlatEquation& equation, std::unordered_set<VarId>& open) const {
    if (equation.kind != FlatEquationKind::equality) return false;
    auto const is_open = [&](ExprId side) {
        return exprs_.kind(side) == ExprKind::variable && open.contains(exprs_.variable_of(side));
    };
    // Connections are often equations for their right sides.
    bool const is_reversed =
        !is_open(equation.a) && is_open(equation.b) && exprs_.type(equation.a) == exprs_.type(equation.b);
    if (is_reversed) std::swap(equation.a, equation.b);
    if (!is_open(equation.a)) return false;
    open.erase(exprs_.variable_of(equation.a));
    return true;
}

void SuspendStates::suspend(std::uint32_t state) {
    ExprId const is_active = activation_.active(state);
    std::unordered_set<VarId> open(bodies_[state].variables.begin(), bodies_[state].variables.end());
    std::vector<Suspended> rest;
    for (Suspended& item : bodies_[state].equations) {
        FlatEquation& equation = item.equation;
        if (!solve(equation, open)) {
            rest.push_back(std::move(item));
            continue;
        }
        ExprId const before = exprs_.builtin(Builtin::previous, {equation.a});
        equation.b = exprs_.if_else(is_active, equation.b, before);
        add(std::move(equation), item.clock);
    }
    if (!rest.empty()) suspend_together(state, rest, open);
}

// `if active then equations else x = previous(x)` with all x that are open.
void SuspendStates::suspend_together(std::uint32_t state, std::vector<Suspended>& items,
                                     std::unordered_set<VarId> const& open) {
    FlatEquation choice;
    choice.kind = FlatEquationKind::if_;
    choice.origin = ProvenanceKind::state_machine;
    choice.source = set_.states[state].node->component->span();
    choice.instance = set_.states[state].node->path;
    choice.branches.push_back({activation_.active(state), {}});
    ExprId clock;
    for (Suspended& item : items) {
        if (clock && item.clock && item.clock != clock) {
            e_.diagnostics.error(item.equation.source, state_clocks_differ, name_of(state));
            return;
        }
        if (item.clock) clock = item.clock;
        choice.branches[0].body.push_back(std::move(item.equation));
    }
    FlatBranch kept;
    for (VarId const variable : bodies_[state].variables) {
        if (!open.contains(variable)) continue;
        FlatEquation& equation = kept.body.emplace_back();
        equation.origin = ProvenanceKind::state_machine;
        equation.a = exprs_.variable(variable, model_.variables[variable].type);
        equation.b = exprs_.builtin(Builtin::previous, {equation.a});
        equation.source = model_.variables[variable].source;
        equation.instance = choice.instance;
    }
    if (!kept.body.empty()) choice.branches.push_back(std::move(kept));
    add(std::move(choice), clock);
}

}  // namespace moo
