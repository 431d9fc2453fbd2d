// Operators that mean more than their value.
//
// `floor(x)` jumps whenever x passes a whole number. An integrator must not step across such a jump, so the jump has to
// be an event, and between events the value must not change even where x comes close to the edge and the integrator
// tries points on both sides. An operator of the runtime with a memory of its own could do that. It would be one more
// notion for every back end, and a loop through it would need a rule of its own.
//
// Everything that is needed exists already: discrete variables, relations, `pre`. So a generated discrete variable
// holds the value:
//
//     _floor1 = if initial() then noEvent(floor(x))
//               elseif x >= pre(_floor1) + 1 or x < pre(_floor1) then noEvent(floor(x)) else pre(_floor1)
//
// The two relations always mark the next step up and the next step down, and become zero crossings like any other.
// Everything else is expressed with it: `mod(x, y)` is `x - floor(x/y)*y`, and `div` and `rem` have a variable for the
// truncated quotient. Equal calls share a variable.
//
// Where no event is wanted, the functions stay as they are: inside `noEvent` and in functions, and where the arguments
// change only at events, since then there is nothing to watch (Modelica 3.6, section 3.7.2).
//
// `semiLinear` becomes the if-expression that defines it. A variable subscript, `{x, y, z}[i]`, becomes a chain of ifs
// if the list has at most 16 elements. In longer lists the element is selected at run time, since the chain of ifs
// would cost more than the access.

#include "moo/passes/expand_operators.h"

#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "moo/expr/free_variables.h"
#include "moo/expr/memo.h"
#include "moo/passes/generated.h"

namespace moo {

namespace {

// In longer lists the element is selected at run time.
constexpr std::size_t longest_choice = 16;

// The context of an expression: whether the event functions in it cause events.
enum class Events : std::uint8_t { cause, silent };

class OperatorExpansion {
public:
    explicit OperatorExpansion(System& system) : system_(system), exprs_(system.exprs()), walk_(system.exprs()) {}

    void run() {
        if (!has_work()) return;
        for (VarId const id : system_.document.variables.ids()) expand_variable(id);
        // Equations of generated variables are appended while this runs.
        for (std::size_t i = 0; i < system_.equations.size(); ++i) {
            place_ = system_.equations[i].provenance;
            check_subscripts(system_.equations[i].lhs);
            check_subscripts(system_.equations[i].rhs);
            ExprId const lhs = expand(system_.equations[i].lhs, Events::cause);
            ExprId const rhs = expand(system_.equations[i].rhs, Events::cause);
            system_.equations[i].lhs = lhs;
            system_.equations[i].rhs = rhs;
        }
        for (std::size_t i = 0; i < system_.document.when_conditions.size(); ++i) {
            WhenCondition& when = system_.document.when_conditions[i];
            place_ = {{}, system_.condition_places[i]};
            when.condition = expand(when.condition, Events::cause);
        }
        for (SystemEquation& equation : system_.initial_equations) {
            place_ = equation.provenance;
            equation.lhs = expand(equation.lhs, Events::silent);
            equation.rhs = expand(equation.rhs, Events::silent);
        }
        for (SystemPartition& partition : system_.partitions) {
            for (SystemEquation& equation : partition.equations) {
                place_ = equation.provenance;
                equation.lhs = expand(equation.lhs, Events::silent);
                equation.rhs = expand(equation.rhs, Events::silent);
            }
        }
        for (InstantEquation& instant : system_.instants) {
            place_ = instant.provenance;
            instant.value = expand(instant.value, Events::silent);
        }
        for (Assertion& assertion : system_.document.assertions) {
            place_ = {{}, assertion.source};
            assertion.condition = expand(assertion.condition, Events::silent);
            assertion.message = expand(assertion.message, Events::silent);
        }
        for (Action& action : system_.document.actions) {
            place_ = {{}, action.source};
            action.value = expand(action.value, Events::silent);
        }
    }

private:
    // Most models have none of these operators.
    [[nodiscard]] bool has_work() const {
        for (std::size_t i = 0; i < exprs_.size(); ++i) {
            ExprId const id(static_cast<std::uint32_t>(i));
            if (exprs_.kind(id) == ExprKind::subscript) return true;
            if (exprs_.kind(id) == ExprKind::builtin && is_expanded(exprs_.builtin_of(id))) return true;
        }
        return false;
    }

    static bool is_expanded(Builtin builtin) { return is_event_function(builtin) || builtin == Builtin::semi_linear; }

    static bool is_event_function(Builtin builtin) {
        return builtin == Builtin::floor || builtin == Builtin::ceil || builtin == Builtin::integer ||
               builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem;
    }

    void expand_variable(VarId id) {
        // Generated variables have neither a value nor attributes.
        Variable& variable = system_.document.variables[id];
        place_ = {{}, variable.source, variable.instance};
        if (ExprId const binding = variable.binding) {
            ExprId const expanded = expand(binding, Events::silent);
            system_.document.variables[id].binding = expanded;
        }
        for (std::size_t i = 0; i < attribute_count; ++i) {
            ExprId const attribute = system_.document.variables[id].attributes[i];
            if (!attribute) continue;
            ExprId const expanded = expand(attribute, Events::silent);
            system_.document.variables[id].attributes[i] = expanded;
        }
    }

    struct Task {
        ExprId id;
        Events events;
    };

    ExprId& memo(Task task) { return memos_[static_cast<std::size_t>(task.events)][task.id]; }

    ExprId expand(ExprId root, Events events) {
        std::vector<Task> stack{{root, events}};
        std::vector<ExprId> operands;
        while (!stack.empty()) {
            Task const task = stack.back();
            if (memo(task)) {
                stack.pop_back();
                continue;
            }
            bool const is_quiet = exprs_.is_builtin(task.id, Builtin::no_event);
            Events const inside = is_quiet ? Events::silent : task.events;
            bool waits = false;
            bool changed = false;
            operands.clear();
            for (ExprId const operand : exprs_.operands(task.id)) {
                ExprId const expanded = memo({operand, inside});
                if (!expanded) {
                    stack.push_back({operand, inside});
                    waits = true;
                }
                changed = changed || expanded != operand;
                operands.push_back(expanded);
            }
            if (waits) continue;
            ExprId const rebuilt = changed ? exprs_.rebuild(task.id, operands) : task.id;
            ExprId const result = expand_node(rebuilt, task.events);
            memo(task) = result;
            stack.pop_back();
        }
        return memo({root, events});
    }

    ExprId expand_node(ExprId id, Events events) {
        if (exprs_.kind(id) == ExprKind::subscript) return choose(id);
        if (exprs_.kind(id) != ExprKind::builtin) return id;
        Builtin const builtin = exprs_.builtin_of(id);
        if (builtin == Builtin::semi_linear) return semi_linear(id);
        if (events == Events::silent || !is_event_function(builtin) || !is_continuous(id)) return id;
        return event_function(id, builtin);
    }

    // ---- operators without memory ----

    ExprId semi_linear(ExprId id) {
        ExprId const x = exprs_.operand(id, 0);
        ExprId const is_forward = exprs_.binary(ExprKind::greater_equal, x, exprs_.integer(0));
        ExprId const value =
            exprs_.if_else(is_forward, exprs_.mul(exprs_.operand(id, 1), x), exprs_.mul(exprs_.operand(id, 2), x));
        return exprs_.builtin(Builtin::smooth, {exprs_.integer(0), value});
    }

    // `{x, y}[i]`, `{{a, b}, {c, d}}[i, j]`
    ExprId choose(ExprId id) {
        ExprId const base = exprs_.operand(id, 0);
        ExprId const index = exprs_.operand(id, 1);
        if (exprs_.kind(base) != ExprKind::array || exprs_.types().is_array(exprs_.type(id))) return id;
        if (exprs_.type(index) != types::integer) return id;
        std::vector<ExprId> elements;
        exprs_.operands(base).copy_to(elements);
        if (elements.size() > longest_choice) return id;
        std::vector<ExprId> others;
        exprs_.operands(id).copy_to(others);
        others.erase(others.begin(), others.begin() + 2);
        ExprId value;
        for (std::size_t i = elements.size(); i-- > 0;) {
            ExprId const element = others.empty() ? elements[i] : choose_further(exprs_.subscript(elements[i], others));
            ExprId const number = exprs_.integer(static_cast<std::int64_t>(i + 1));
            ExprId const is_chosen = exprs_.binary(ExprKind::equal, index, number);
            value = value ? exprs_.if_else(is_chosen, element, value) : element;
        }
        return value;
    }

    // A chain of ifs takes the last element for every other index. An assertion catches those, under the conditions
    // that decide whether the element is selected at all.
    void check_subscripts(ExprId root) {
        struct Place {
            ExprId expr;
            ExprId guard;  // none if there are no conditions
        };
        std::vector<Place> stack{{root, {}}};
        while (!stack.empty()) {
            auto const [id, guard] = stack.back();
            stack.pop_back();
            if (!has_choice(id) || !is_checked_.insert({id, guard}).second) continue;
            ExprKind const kind = exprs_.kind(id);
            if (is_choice(id)) check_subscript(id, guard);
            std::vector<ExprId> operands;
            exprs_.operands(id).copy_to(operands);
            for (std::size_t i = 0; i < operands.size(); ++i) {
                ExprId narrowed = guard;
                bool const is_decided =
                    kind == ExprKind::if_else || kind == ExprKind::logical_and || kind == ExprKind::logical_or;
                if (is_decided && i > 0) {
                    bool const if_true = kind == ExprKind::if_else ? i == 1 : kind == ExprKind::logical_and;
                    ExprId const condition = if_true ? operands[0] : exprs_.logical_not(operands[0]);
                    narrowed = guard ? exprs_.logical_and(guard, condition) : condition;
                }
                stack.push_back({operands[i], narrowed});
            }
        }
    }

    [[nodiscard]] bool is_choice(ExprId id) const {
        return exprs_.kind(id) == ExprKind::subscript && exprs_.kind(exprs_.operand(id, 0)) == ExprKind::array;
    }

    // Remembers all visited expressions, so the cost is in proportion to the model.
    bool has_choice(ExprId root) {
        std::vector<ExprId> stack{root};
        while (!stack.empty()) {
            ExprId const id = stack.back();
            if (has_choice_.contains(id)) {
                stack.pop_back();
                continue;
            }
            bool found = is_choice(id);
            bool waits = false;
            for (ExprId const operand : exprs_.operands(id)) {
                auto const known = has_choice_.find(operand);
                if (known == has_choice_.end()) {
                    stack.push_back(operand);
                    waits = true;
                } else {
                    found = found || known->second;
                }
            }
            if (waits) continue;
            has_choice_[id] = found;
            stack.pop_back();
        }
        return has_choice_[root];
    }

    void check_subscript(ExprId id, ExprId guard) {
        ExprId base = exprs_.operand(id, 0);
        std::vector<ExprId> indices;
        exprs_.operands(id).copy_to(indices);
        for (std::size_t i = 1; i < indices.size() && exprs_.kind(base) == ExprKind::array; ++i) {
            auto const size = static_cast<std::int64_t>(exprs_.operands(base).size());
            base = exprs_.operand(base, 0);
            bool const is_chosen = exprs_.type(indices[i]) == types::integer && exprs_.varies(indices[i]) &&
                                   size <= static_cast<std::int64_t>(longest_choice);
            if (!is_chosen) continue;
            ExprId inside = exprs_.logical_and(exprs_.binary(ExprKind::greater_equal, indices[i], exprs_.integer(1)),
                                               exprs_.binary(ExprKind::less_equal, indices[i], exprs_.integer(size)));
            if (guard) inside = exprs_.logical_or(exprs_.logical_not(guard), inside);
            auto const text = [this](std::string const& words) {
                return exprs_.string(system_.interner.intern(words));
            };
            ExprId const message = exprs_.add(
                exprs_.add(text("subscript "), exprs_.builtin(Builtin::to_string, {indices[i]})),
                text(" is out of range: dimension " + std::to_string(i) + " has size " + std::to_string(size)));
            system_.document.assertions.push_back(
                {inside, message, AssertionLevel::error, place_.source, place_.instance});
        }
    }

    // Recursive: as deep as the array has dimensions.
    ExprId choose_further(ExprId id) { return exprs_.kind(id) == ExprKind::subscript ? choose(id) : id; }

    // ---- event functions ----

    bool is_continuous(ExprId expr) {
        if (walk_.contains(expr, exprs_.time())) return true;
        for (VariableUse const& use : walk_.uses(expr)) {
            if (use.occurrence == Occurrence::previous) continue;
            if (!system_.is_discrete(use.variable) && !system_.document.variables[use.variable].is_parameter()) {
                return true;
            }
        }
        return false;
    }

    ExprId event_function(ExprId id, Builtin builtin) {
        ExprId const x = exprs_.operand(id, 0);
        bool const has_one = builtin == Builtin::floor || builtin == Builtin::ceil || builtin == Builtin::integer;
        if (has_one) return steps(builtin, x);
        ExprId const whole = steps(builtin == Builtin::mod ? Builtin::floor : Builtin::div, quotient(id));
        if (builtin == Builtin::div) return whole;
        return exprs_.sub(x, exprs_.mul(whole, exprs_.operand(id, 1)));
    }

    ExprId quotient(ExprId id) { return exprs_.div(exprs_.operand(id, 0), exprs_.operand(id, 1)); }

    // The discrete variable for a step function of x: floor, ceil, integer, or `div` for the integer part.
    ExprId steps(Builtin builtin, ExprId x) {
        ExprId const value = builtin == Builtin::div ? exprs_.builtin(Builtin::div, {x, exprs_.integer(1)})
                                                     : exprs_.builtin(builtin, {x});
        ExprId& known = steps_[value];
        if (known) return known;
        TypeId const type = builtin == Builtin::integer ? types::integer : types::real;
        std::string const prefix = "_" + std::string(builtin_info(builtin).name);
        ExprId const variable = add_generated_variable(system_, prefix, type, Variability::discrete, place_.source);
        known = variable;
        ExprId const now = exprs_.builtin(Builtin::no_event, {value});
        ExprId const last = exprs_.pre(variable);
        ExprId const renewed = exprs_.if_else(leaves(builtin, x, last), now, last);
        ExprId const rhs = exprs_.if_else(exprs_.builtin(Builtin::initial, {}), now, renewed);
        system_.equations.push_back({variable, rhs, place_.as(step_kind(builtin))});
        return variable;
    }

    static ProvenanceKind step_kind(Builtin builtin) {
        if (builtin == Builtin::floor) return ProvenanceKind::step_of_floor;
        if (builtin == Builtin::ceil) return ProvenanceKind::step_of_ceil;
        return builtin == Builtin::integer ? ProvenanceKind::step_of_integer : ProvenanceKind::step_of_div;
    }

    // Whether x has left the interval on which the step function has the value `last`.
    ExprId leaves(Builtin builtin, ExprId x, ExprId last) {
        auto const compare = [this](ExprKind kind, ExprId a, ExprId b) { return exprs_.binary(kind, a, b); };
        ExprId const one = exprs_.integer(1);
        ExprId const zero = exprs_.integer(0);
        ExprId const reaches_next = compare(ExprKind::greater_equal, x, exprs_.add(last, one));
        ExprId const falls_below = compare(ExprKind::less, x, last);
        ExprId const rises_above = compare(ExprKind::greater, x, last);
        ExprId const reaches_last = compare(ExprKind::less_equal, x, exprs_.sub(last, one));
        if (builtin == Builtin::ceil) return exprs_.logical_or(rises_above, reaches_last);
        if (builtin != Builtin::div) return exprs_.logical_or(reaches_next, falls_below);
        // Towards zero: like floor for positive values, like ceil for negative ones.
        ExprId const is_up = exprs_.if_else(compare(ExprKind::greater_equal, last, zero), reaches_next, rises_above);
        ExprId const is_down = exprs_.if_else(compare(ExprKind::greater, last, zero), falls_below, reaches_last);
        return exprs_.logical_or(is_up, is_down);
    }

    System& system_;
    ExprStore& exprs_;
    FreeVariables walk_;
    std::set<std::pair<ExprId, ExprId>> is_checked_;  // with the condition of the assertion
    std::unordered_map<ExprId, bool> has_choice_;
    Provenance place_;                       // of the current equation, assertion or action
    std::array<ExprMemo<ExprId>, 2> memos_;  // by Events
    std::unordered_map<ExprId, ExprId> steps_;
};

}  // namespace

bool expand_operators(System& system, PassOptions const&, Diagnostics&) {
    OperatorExpansion(system).run();
    return true;
}

}  // namespace moo
