#include "moo/passes/discretize_partition.h"

#include <unordered_set>
#include <utility>

#include "moo/expr/free_variables.h"
#include "moo/expr/substitute.h"
#include "moo/passes/generated.h"
#include "moo/passes/name_derivatives.h"
#include "moo/passes/pass.h"
#include "moo/passes/reduce_index.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_method{DiagnosticKind::UnsupportedConstruct,
                                                   "there is no solver method \"{}\""};
constexpr Message<> dynamic_choice{
    DiagnosticKind::UnsupportedConstruct,
    "the states of this partition would have to be chosen while it runs, which is not supported in clocked partitions"};

// Whether an operator reads from another partition.
bool is_input(ExprStore const& exprs, ExprId id) {
    for (Builtin const from : {Builtin::sample, Builtin::sub_sample, Builtin::super_sample, Builtin::shift_sample,
                               Builtin::back_sample, Builtin::no_clock}) {
        if (exprs.is_builtin(id, from)) return true;
    }
    return false;
}

class Discretization {
public:
    Discretization(Expansion& expansion, std::vector<SystemEquation>& equations)
        : expansion_(expansion), system_(expansion.system), exprs_(expansion.exprs()), equations_(equations) {}

    void run(std::string_view method, SourceSpan source) {
        if (!has_derivatives()) return;
        if (!reduce(source)) return;
        name_slopes();
        if (!add_formulas(method)) expansion_.fail(source, unknown_method, method);
    }

private:
    struct PartitionState {
        ExprId value;
        ExprId slope;
        Provenance provenance;  // of its formula
    };

    [[nodiscard]] bool has_derivatives() const {
        for (SystemEquation const& equation : equations_) {
            if (exprs_.has_der(equation.lhs) || exprs_.has_der(equation.rhs)) return true;
        }
        return false;
    }

    // ---- index reduction ----

    // Makes a system of the partition alone, in which everything else is known.
    bool reduce(SourceSpan source) {
        System part(system_.interner, FlatModel());
        std::vector<bool> const is_own = mentioned_variables();
        part.document = std::move(system_.document);
        part.parameter_numbers = system_.parameter_numbers;
        part.generated_counts = system_.generated_counts;
        part.equations = std::move(equations_);
        for (SystemEquation& equation : part.equations) {
            equation.is_discrete =
                part.exprs().type(equation.lhs) != types::real && part.exprs().type(equation.rhs) != types::real;
        }
        for (VarId const id : part.document.variables.ids()) {
            if (!is_own[id.index()] || system_.is_elsewhere(id)) part.set_elsewhere(id);
        }
        std::size_t const sets = part.document.state_sets.size();
        std::size_t const choices = part.document.static_choices.size();
        PassOptions const options;
        bool const good = name_derivatives(part, options, expansion_.diagnostics) &&
                          reduce_index(part, options, expansion_.diagnostics);
        bool const is_dynamic = part.document.state_sets.size() != sets;
        // Drop choices that were added: they are about states of the integrator, and a partition has none.
        part.document.static_choices.resize(choices);
        equations_ = std::move(part.equations);
        for (SystemEquation& equation : equations_) equation.is_discrete = false;
        system_.document = std::move(part.document);
        system_.generated_counts = std::move(part.generated_counts);
        if (good && is_dynamic) expansion_.fail(source, dynamic_choice);
        expansion_.good = expansion_.good && good;
        return good && !is_dynamic;
    }

    // The variables that the partition determines, by number.
    [[nodiscard]] std::vector<bool> mentioned_variables() {
        std::vector<bool> result(system_.document.variables.size());
        for_each_node([&](ExprId id) {
            if (is_input(exprs_, id)) return false;
            if (exprs_.kind(id) == ExprKind::variable) result[exprs_.variable_of(id).index()] = true;
            return true;
        });
        return result;
    }

    // `visit` returns whether to look at the operands too.
    template <class Visit>
    void for_each_node(Visit const& visit) {
        std::unordered_set<ExprId> seen;
        std::vector<ExprId> stack;
        for (SystemEquation const& equation : equations_) {
            stack.push_back(equation.rhs);
            stack.push_back(equation.lhs);
            while (!stack.empty()) {
                ExprId const id = stack.back();
                stack.pop_back();
                if (!seen.insert(id).second || !visit(id)) continue;
                auto const operands = exprs_.operands(id);
                for (std::size_t i = operands.size(); i-- > 0;) stack.push_back(operands[i]);
            }
        }
    }

    // ---- formulas ----

    void name_slopes() {
        FreeVariables walk(exprs_);
        std::vector<VarId> variables;
        std::unordered_set<VarId> seen;
        for (SystemEquation const& equation : equations_) {
            for (VariableUse const& use : walk.uses(equation.lhs, equation.rhs)) {
                bool const is_new = use.occurrence == Occurrence::derivative && seen.insert(use.variable).second;
                if (is_new) variables.push_back(use.variable);
            }
        }
        Substitution slopes(exprs_);
        for (VarId const variable : variables) {
            SourceSpan const place = system_.document.variables[variable].source;
            ExprId const value = system_.reference(variable);
            ExprId const slope = add_generated_variable(system_, "_der", types::real, Variability::continuous, place);
            slopes.set(exprs_.der(value), slope);
            states_.push_back(
                {value, slope, system_.document.variables[variable].provenance(ProvenanceKind::discretized)});
        }
        for (SystemEquation& equation : equations_) {
            equation.lhs = slopes.apply(equation.lhs);
            equation.rhs = slopes.apply(equation.rhs);
        }
    }

    bool add_formulas(std::string_view method) {
        ExprId const half = exprs_.mul(exprs_.real(0.5), step());
        std::vector<ExprId> last;
        for (PartitionState const& state : states_) last.push_back(previous(state.slope));
        auto const present = [&] {
            std::vector<ExprId> slopes;
            for (PartitionState const& state : states_) slopes.push_back(state.slope);
            return slopes;
        };
        if (method == "ExplicitEuler") return finish(step(), last);
        if (method == "ImplicitEuler" || method == "External") return finish(step(), present());
        if (method == "ImplicitTrapezoid") return finish(half, sums(last, present()));
        if (method == "ExplicitMidPoint2") return finish(step(), add_stage(half, last, true));
        if (method != "ExplicitRungeKutta4") return false;
        std::vector<ExprId> const second = add_stage(half, last, true);
        std::vector<ExprId> const third = add_stage(half, second, true);
        std::vector<ExprId> const fourth = add_stage(step(), third, false);
        std::vector<ExprId> const middle = sums(second, third);
        return finish(exprs_.div(step(), exprs_.real(6)), sums(sums(last, fourth), sums(middle, middle)));
    }

    // x = if firstTick() then previous(x) else previous(x) + step*slope
    bool finish(ExprId step, std::vector<ExprId> const& slopes) {
        std::vector<SystemEquation> formulas;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            formulas.push_back({states_[i].value, moved(i, step, slopes[i]), states_[i].provenance});
        }
        equations_.insert(equations_.end(), formulas.begin(), formulas.end());
        equations_.insert(equations_.end(), stages_.begin(), stages_.end());
        return true;
    }

    ExprId step() { return exprs_.builtin(Builtin::interval, {}); }
    ExprId previous(ExprId variable) { return exprs_.builtin(Builtin::previous, {variable}); }
    ExprId moved(std::size_t state, ExprId step, ExprId slope) {
        ExprId const before = previous(states_[state].value);
        return if_first(before, exprs_.add(before, exprs_.mul(step, slope)));
    }
    ExprId if_first(ExprId at_first, ExprId later) {
        return exprs_.if_else(exprs_.builtin(Builtin::first_tick, {}), at_first, later);
    }
    std::vector<ExprId> sums(std::vector<ExprId> const& a, std::vector<ExprId> const& b) {
        std::vector<ExprId> result;
        for (std::size_t i = 0; i < a.size(); ++i) result.push_back(exprs_.add(a[i], b[i]));
        return result;
    }

    // ---- stages ----

    // Adds a copy of the equations with the states moved by step*slope. At the first tick, the copy uses the time,
    // inputs and states of that tick.
    std::vector<ExprId> add_stage(ExprId step, std::vector<ExprId> const& slopes, bool is_half_way) {
        if (stages_.empty()) name_inputs();
        Substitution at_stage(exprs_);
        if (is_half_way) {
            ExprId const half = exprs_.mul(exprs_.real(0.5), this->step());
            at_stage.set(exprs_.time(), if_first(exprs_.time(), exprs_.sub(exprs_.time(), half)));
            for (auto const& [call, name] : inputs_) at_stage.set(call, half_way(name));
        } else {
            for (auto const& [call, name] : inputs_) at_stage.set(call, name);
        }
        copy_unknowns(at_stage);
        std::vector<ExprId> result;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            ExprId const copy = at_stage.apply(states_[i].value);
            stages_.push_back(
                {copy, moved(i, step, slopes[i]), states_[i].provenance.as(ProvenanceKind::method_stage)});
            result.push_back(at_stage.apply(states_[i].slope));
        }
        for (SystemEquation const& equation : equations_) {
            stages_.push_back({at_stage.apply(equation.lhs), at_stage.apply(equation.rhs),
                               equation.provenance.as(ProvenanceKind::method_stage)});
        }
        return result;
    }

    ExprId half_way(ExprId input) {
        ExprId const before = previous(input);
        if (exprs_.type(input) != types::real) return if_first(input, before);
        return if_first(input, exprs_.mul(exprs_.real(0.5), exprs_.add(before, input)));
    }

    // Gives inputs names, `_input1 = sample(u)`, because only variables have a previous value.
    void name_inputs() {
        for_each_node([&](ExprId id) {
            if (!is_input(exprs_, id)) return true;
            inputs_.emplace_back(id, ExprId());
            return false;
        });
        for (auto& [call, name] : inputs_) {
            bool const is_real = exprs_.type(call) == types::real;
            name = add_generated_variable(system_, "_input", exprs_.type(call),
                                          is_real ? Variability::continuous : Variability::discrete, {});
            stages_.push_back({name, call, {ProvenanceKind::method_input}});
        }
    }

    // In a stage everything that is not known gets a copy; previous values are shared by all stages.
    void copy_unknowns(Substitution& at_stage) {
        std::vector<VarId> unknowns;
        for_each_node([&](ExprId id) {
            if (is_input(exprs_, id)) return false;
            if (exprs_.is_builtin(id, Builtin::previous)) {
                at_stage.set(id, id);
                return false;
            }
            if (exprs_.kind(id) == ExprKind::variable) unknowns.push_back(exprs_.variable_of(id));
            return true;
        });
        for (VarId const unknown : unknowns) {
            Variable const& declared = system_.document.variables[unknown];
            if (declared.is_parameter() || system_.is_elsewhere(unknown)) continue;
            // A copy: the list of variables grows.
            TypeId const type = declared.type;
            Variability const variability = declared.variability;
            SourceSpan const place = declared.source;
            at_stage.set(unknown, add_generated_variable(system_, "_stage", type, variability, place));
        }
    }

    Expansion& expansion_;
    System& system_;
    ExprStore& exprs_;
    std::vector<SystemEquation>& equations_;
    std::vector<PartitionState> states_;
    std::vector<SystemEquation> stages_;
    std::vector<std::pair<ExprId, ExprId>> inputs_;  // the operator and the variable that holds its value
};

}  // namespace

void discretize_partition(Expansion& expansion, std::vector<SystemEquation>& equations, std::string_view method,
                          SourceSpan source) {
    Discretization(expansion, equations).run(method, source);
}

}  // namespace moo
