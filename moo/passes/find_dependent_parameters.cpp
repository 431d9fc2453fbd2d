// Variables that never change, although they are not declared as parameters.
//
// `R_actual = R*(1 + alpha*(T - T_ref))` is an equation of every resistor of the standard library, because some of them
// have a heat port. Without one, T is a parameter, and R_actual is constant once the parameters are known. Evaluating
// it in every step costs little. What matters is that a tool that treats it as a variable must not divide by it. The
// loop `v = R_actual*i` then has to be iterated over although it is linear with fixed coefficients.
//
// As a graph: a definition is an equation `variable = value` with a value made of plain operations. It waits for those
// variables in its value that are not parameters. A definition that waits for nothing turns its variable into a
// parameter, and every definition that waited for this one waits for one less. This is the topological sort of Kahn
// ("Topological sorting of large networks", Comm. ACM 5, 1962), and takes time in proportion to the model. Cycles stay
// as they are.
//
// Some variables have to stay variables, whatever they depend on: those that are differentiated, that a when-clause or
// `reinit` sets, or whose past matters (`pre`, `edge`, `previous`); outputs, which others connect to; and those that
// the user wants as states. Values that call functions stay as well, since a call may be costly, impure or fail.
//
// The result is a parameter that cannot be set (`isFinal`), with the equation as its binding. If its start value was
// fixed, that becomes an initial equation and is checked.
//
// Of the 191 models of the standard library that had more iteration variables in linear systems than Dymola reports,
// this left 148.

#include "moo/passes/find_dependent_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "moo/expr/free_variables.h"
#include "moo/passes/rewrite_system.h"
#include "moo/passes/state_preference.h"

namespace moo {

namespace {

// An equation `variable = value`, with the number of variables in the value that are not parameters yet.
struct Definition {
    std::size_t equation;
    VarId variable;
    ExprId value;
    std::uint32_t open = 0;
};

class DependentParameters {
public:
    explicit DependentParameters(System& system)
        : system_(system),
          exprs_(system.exprs()),
          variables_(system.document.variables),
          walk_(exprs_),
          must_stay_(variables_.size()),
          users_(variables_.size()) {}

    void run() {
        find_unsuitable();
        for (std::size_t i = 0; i < system_.equations.size(); ++i) collect(i);
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < definitions_.size(); ++i) {
            if (definitions_[i].open == 0) ready.push_back(i);
        }
        bool has_found = !ready.empty();
        while (!ready.empty()) {
            Definition const definition = definitions_[ready.back()];
            ready.pop_back();
            // Keep a second equation for the variable, so that it is reported.
            if (variables_[definition.variable].is_parameter()) continue;
            bind(definition);
            for (std::size_t const user : users_[definition.variable]) {
                if (--definitions_[user].open == 0) ready.push_back(user);
            }
        }
        if (has_found) std::erase_if(system_.equations, [](SystemEquation const& each) { return each.is_dropped; });
    }

private:
    void find_unsuitable() {
        for (VarId const id : variables_.ids()) {
            Variable const& variable = variables_[id];
            bool const is_wished = state_preference(exprs_, variable) >= StatePreference::prefer;
            must_stay_[id] = !system_.is_continuous_unknown(id) || variable.causality == Causality::output || is_wished;
        }
        for (InstantEquation const& instant : system_.instants) {
            must_stay_[exprs_.referenced_variable(instant.target)] = true;
        }
        std::vector<bool> is_seen(exprs_.size());
        rewrite_system(system_, [&](ExprId expr) {
            mark_moments(expr, is_seen);
            return expr;
        });
    }

    // Marks variables below operators that depend on more than the current value. Each expression is visited once.
    void mark_moments(ExprId root, std::vector<bool>& is_seen) {
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (is_seen[id.index()]) continue;
            is_seen[id.index()] = true;
            bool const looks_at_variable = exprs_.kind(id) == ExprKind::der || exprs_.kind(id) == ExprKind::pre ||
                                           exprs_.is_builtin(id, Builtin::edge) ||
                                           exprs_.is_builtin(id, Builtin::change) ||
                                           exprs_.is_builtin(id, Builtin::previous);
            if (looks_at_variable) {
                if (VarId const variable = exprs_.referenced_variable(exprs_.operand(id, 0)))
                    must_stay_[variable] = true;
            }
            for (ExprId const operand : exprs_.operands(id)) stack_.push_back(operand);
        }
    }

    void collect(std::size_t index) {
        SystemEquation const& equation = system_.equations[index];
        if (equation.is_discrete) return;
        for (auto const& [name, value] : {std::pair(equation.lhs, equation.rhs), {equation.rhs, equation.lhs}}) {
            if (exprs_.kind(name) != ExprKind::variable) continue;
            VarId const variable = exprs_.variable_of(name);
            if (must_stay_[variable] || !is_plain(value)) continue;
            Definition definition{index, variable, value};
            bool is_own = false;
            std::size_t const number = definitions_.size();
            for (VariableUse const& use : walk_.uses(value)) {
                is_own = is_own || use.variable == variable || must_depend(use.variable);
            }
            if (is_own) continue;
            for (VariableUse const& use : walk_.uses(value)) {
                if (variables_[use.variable].is_parameter()) continue;
                ++definition.open;
                users_[use.variable].push_back(number);
            }
            definitions_.push_back(definition);
            return;
        }
    }

    // Whether it can never become a parameter.
    [[nodiscard]] bool must_depend(VarId id) const { return must_stay_[id] && !variables_[id].is_parameter(); }

    // Whether it consists of numbers, parameters, variables and operations that depend only on their operands.
    bool is_plain(ExprId root) {
        constexpr std::size_t longest = 200;
        std::size_t visited = 0;
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (++visited > longest) return false;
            ExprKind const kind = exprs_.kind(id);
            if (is_literal(kind) || kind == ExprKind::variable) continue;
            Operands const operands = exprs_.operands(id);
            bool const is_operation = is_arithmetic(kind) || is_relation(kind) || kind == ExprKind::neg ||
                                      kind == ExprKind::if_else || kind == ExprKind::logical_not ||
                                      kind == ExprKind::logical_and || kind == ExprKind::logical_or;
            bool const is_function = kind == ExprKind::builtin && is_numeric_function(exprs_.builtin_of(id));
            if (!is_operation && !is_function) return false;
            for (ExprId const operand : operands) stack_.push_back(operand);
        }
        return true;
    }

    static bool is_numeric_function(Builtin builtin) {
        constexpr std::array functions = {Builtin::sqrt, Builtin::exp,  Builtin::log,     Builtin::log10,
                                          Builtin::sin,  Builtin::cos,  Builtin::tan,     Builtin::asin,
                                          Builtin::acos, Builtin::atan, Builtin::atan2,   Builtin::sinh,
                                          Builtin::cosh, Builtin::tanh, Builtin::abs,     Builtin::sign,
                                          Builtin::min,  Builtin::max,  Builtin::to_real, Builtin::smooth};
        return std::find(functions.begin(), functions.end(), builtin) != functions.end();
    }

    void bind(Definition const& definition) {
        SystemEquation& equation = system_.equations[definition.equation];
        Variable& variable = variables_[definition.variable];
        ExprId const start = variable.attribute(Attribute::start);
        if (variable.is_fixed(exprs_)) {
            system_.initial_equations.push_back({system_.reference(definition.variable), start ? start : exprs_.real(0),
                                                 variable.provenance(ProvenanceKind::fixed_start)});
        }
        variable.attributes[static_cast<std::size_t>(Attribute::fixed)] = {};
        variable.attributes[static_cast<std::size_t>(Attribute::start)] = {};
        variable.variability = Variability::parameter;
        variable.binding = definition.value;
        variable.is_final = true;
        equation.is_dropped = true;
        auto& guesses = system_.parameter_numbers.guess;
        if (guesses.size() < variables_.size()) guesses.resize(variables_.size());
        double const number = exprs_.is_number(definition.value) ? exprs_.number_value(definition.value)
                                                                 : system_.guess(definition.value);
        if (!std::isnan(number)) guesses[definition.variable] = Value::real(number);
    }

    System& system_;
    ExprStore& exprs_;
    VariableStore& variables_;
    FreeVariables walk_;
    Store<VarId, bool> must_stay_;
    Store<VarId, std::vector<std::size_t>> users_;  // definitions that wait for it
    std::vector<Definition> definitions_;
    std::vector<ExprId> stack_;
};

}  // namespace

bool find_dependent_parameters(System& system, PassOptions const&, Diagnostics&) {
    DependentParameters(system).run();
    return true;
}

}  // namespace moo
