// All constraints of a model, for solvers that keep them.
//
// Index reduction replaces derivatives and forgets constraints: after it, a pendulum moves on a circle because the
// states have been chosen so. Solvers for overdetermined systems go another way. They integrate more variables than
// there are degrees of freedom and project the result back onto *all* constraints, the hidden ones included. This
// avoids the choice of states, and with it the change of states at run time (Altmeyer and Steinbrecher, section 2).
//
// They need the model in two parts:
//
//     E(x)*der(x) = k(t, x)          the equations with derivatives
//     0 = g_0(t, x), g_1(t, x), …    the constraints by level: as written, differentiated once, …
//
// The first part consists of the equations of the model that contain derivatives; their partial derivatives with
// respect to these derivatives are E. A constraint on level 0 is an equation without derivatives. Those on higher
// levels were added by Pantelides' algorithm. They contain derivatives, which are replaced using equations of the first
// part, if one of these can be solved for the derivative.
//
// This works for equations that are linear in their derivatives. Others are reported, and so is a hidden constraint
// with a derivative that cannot be replaced.
//
// The equations are those from before index reduction, which `reduce_index` leaves in the system for this pass.

#include "moo/passes/describe_constraints.h"

#include <array>

#include "moo/expr/solve.h"
#include "moo/passes/partial_derivatives.h"
#include "moo/passes/replace_variables.h"
#include "moo/passes/report_at.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_linear{DiagnosticKind::UnsupportedConstruct,
                                               "this equation is not linear in `{}`; the overdetermined formulation "
                                               "needs equations that are linear in derivatives"};
constexpr Message<std::string_view> not_explicit{
    DiagnosticKind::UnsupportedConstruct,
    "the derivative of this equation is a hidden constraint, but no equation can be solved for `{}` in it, as the "
    "overdetermined formulation requires"};

class ConstraintDescription {
public:
    ConstraintDescription(System& system, Diagnostics& diagnostics)
        : system_(system),
          exprs_(system.exprs()),
          diagnostics_(diagnostics),
          partial_(system),
          walk_(exprs_),
          simplifier_(system.simplifier()),
          without_derivatives_(exprs_, system.document.variables),
          explicit_(exprs_, system.document.variables) {}

    bool run() {
        for (SystemEquation const& equation : system_.original_equations) find_explicit(equation);
        bool good = true;
        for (SystemEquation const& equation : system_.original_equations) {
            if (!equation.is_discrete) good = add_original(equation) && good;
        }
        for (SystemEquation const& constraint : system_.derived_constraints) {
            good = add_derived(constraint) && good;
        }
        return good;
    }

private:
    [[nodiscard]] ExprId residual(SystemEquation const& equation) { return exprs_.sub(equation.lhs, equation.rhs); }

    // If the equation contains only one derivative, solves for it.
    void find_explicit(SystemEquation const& equation) {
        if (equation.is_discrete || !(exprs_.has_der(equation.lhs) || exprs_.has_der(equation.rhs))) return;
        ExprId derivative;
        for (ExprId const reference : walk_.references(residual(equation))) {
            if (exprs_.kind(reference) != ExprKind::der) continue;
            if (derivative) return;
            derivative = reference;
        }
        VarId const variable = exprs_.referenced_variable(derivative);
        without_derivatives_.set_derivative(variable, exprs_.real(0));
        auto const is_parameter = [this](VarId id) { return system_.document.variables[id].is_parameter(); };
        Solution const solution = solve_for(exprs_, equation.lhs, equation.rhs, derivative, is_parameter);
        if (!solution.has_value() || solution.condition) return;
        explicit_.set_derivative(variable, simplifier_.simplify(solution.solution));
    }

    bool add_original(SystemEquation const& equation) {
        ExprId const whole = residual(equation);
        OverdeterminedView& view = system_.document.overdetermined_view;
        if (!exprs_.has_der(whole)) {
            add_constraint(whole, equation.provenance);
            return true;
        }
        DifferentialEquation differential;
        differential.source = equation.provenance.source;
        for (auto const& [by, entry] : partial_.of(whole)) {
            if (exprs_.kind(by) != ExprKind::der) continue;
            if (!entry || exprs_.has_der(entry)) {
                error_at(system_, diagnostics_, equation.provenance, not_linear, system_.text(by));
                return false;
            }
            VarId const variable = exprs_.referenced_variable(by);
            without_derivatives_.set_derivative(variable, exprs_.real(0));
            differential.terms.push_back({variable, entry});
        }
        differential.value = simplifier_.simplify(exprs_.neg(without_derivatives_.apply(whole)));
        view.differential.push_back(std::move(differential));
        return true;
    }

    // Equations with the highest derivatives are not constraints: the differential part determines these derivatives.
    bool add_derived(SystemEquation const& constraint) {
        ExprId const whole = explicit_.apply(residual(constraint));
        if (exprs_.has_der(whole)) {
            for (ExprId const reference : walk_.references(whole)) {
                if (exprs_.kind(reference) != ExprKind::der) continue;
                error_at(system_, diagnostics_, constraint.provenance, not_explicit, system_.text(reference));
                return false;
            }
        }
        add_constraint(whole, constraint.provenance);
        return true;
    }

    void add_constraint(ExprId value, Provenance const& provenance) {
        system_.document.overdetermined_view.constraints.push_back(
            {simplifier_.simplify(value), provenance.differentiations, provenance});
    }

    System& system_;
    ExprStore& exprs_;
    Diagnostics& diagnostics_;
    PartialDerivatives partial_;
    FreeVariables walk_;
    Simplifier& simplifier_;
    VariableReplacement without_derivatives_;
    VariableReplacement explicit_;
};

}  // namespace

bool describe_constraints(System& system, PassOptions const& options, Diagnostics& diagnostics) {
    if (options.formulation != Formulation::overdetermined) return true;
    return ConstraintDescription(system, diagnostics).run();
}

}  // namespace moo
