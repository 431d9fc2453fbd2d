// Sets of equations and their Jacobians.
#include <algorithm>

#include "moo/check/verification.h"
#include "moo/model/document_rows.h"

namespace moo {

namespace {

class SetVerification {
public:
    SetVerification(Verification& verification, std::string name, EquationSet const& set, SetKind kind)
        : all_(verification),
          document_(verification.document),
          exprs_(verification.exprs),
          name_(std::move(name)),
          set_(set),
          kind_(kind) {}

    void run() {
        for (std::uint32_t i = 0; i < set_.equations.size(); ++i) {
            SetEquation const& equation = set_.equations[i];
            std::string const where = equation_text(i);
            if (!targets_.insert(equation.target).second)
                report(where + ": its variable is determined twice", equation.provenance.source);
            verify_target(where, equation);
            if (equation.is_overridable) verify_overridable(where, equation);
            TypeId const expected =
                equation.form == EquationForm::residual ? types::real : exprs_.type(equation.target);
            all_.verify_value(where, equation.value, expected, equation.provenance.source);
        }
        for (std::size_t b = 0; b < set_.block_count(); ++b) verify_block(b);
        verify_order();
        verify_jacobian();
        verify_known();
    }

private:
    void report(std::string const& what, SourceSpan source = {}) { all_.report(what, source); }
    [[nodiscard]] std::string equation_text(std::size_t i) const {
        return name_ + " equation " + std::to_string(i + 1);
    }
    [[nodiscard]] std::string block_text(std::size_t b) const { return name_ + " block " + std::to_string(b + 1); }
    // In a clocked partition, `previous(x)` is a reference too.
    [[nodiscard]] VarId variable_of(ExprId target) const {
        return exprs_.referenced_variable(exprs_.is_builtin(target, Builtin::previous) ? exprs_.operand(target, 0)
                                                                                       : target);
    }

    void verify_target(std::string const& where, SetEquation const& equation) {
        ExprKind const target = exprs_.kind(equation.target);
        VarId const variable = variable_of(equation.target);
        Role const role = document_.role(variable);
        bool const is_instant = equation.form == EquationForm::instant;
        bool const is_free = kind_ == SetKind::initialization && !document_.variables[variable].binding;
        if (document_.variables[variable].is_parameter() && !is_free) {
            report(where + " determines a parameter", equation.provenance.source);
        }
        if (role == Role::input) report(where + " determines an input", equation.provenance.source);
        if (target == ExprKind::der && role != Role::state)
            report(where + ": `der` of a variable that is not a state", equation.provenance.source);
        if (target == ExprKind::pre && kind_ != SetKind::initialization)
            report(where + " determines a past value", equation.provenance.source);
        if (target == ExprKind::builtin && kind_ != SetKind::initialization && kind_ != SetKind::clocked)
            report(where + " determines a past value", equation.provenance.source);
        if (is_instant && (kind_ != SetKind::reinitialization || target != ExprKind::variable)) {
            report(where + ": only variables in riEq are determined at instants", equation.provenance.source);
        }
        bool const is_continuous = kind_ == SetKind::integration || kind_ == SetKind::reinitialization;
        bool const sets_state = role == Role::state && target == ExprKind::variable && is_continuous;
        if (sets_state && !is_instant)
            report(where + " determines a state, which the integrator does", equation.provenance.source);
        bool const is_discrete = role == Role::discrete && target == ExprKind::variable;
        if (is_discrete && kind_ == SetKind::integration)
            report(where + " determines a discrete variable", equation.provenance.source);
    }

    // What a user may replace is the start value of a variable.
    void verify_overridable(std::string const& where, SetEquation const& equation) {
        bool const is_start = kind_ == SetKind::initialization && equation.form == EquationForm::assignment &&
                              exprs_.kind(equation.target) != ExprKind::der;
        if (!is_start)
            report(where + " is overridable, but not the start value of a variable", equation.provenance.source);
    }

    // A block is one assignment, one call, or assignments followed by residuals. A mixed block may consist of
    // assignments only, which use each other's discrete variables.
    void verify_block(std::size_t b) {
        auto const block = set_.block(b);
        BlockKind const kind = b < set_.blocks.size() ? set_.blocks[b].kind : default_facts(block).kind;
        bool has_residual = false;
        bool is_torn_well = true;
        for (SetEquation const& equation : block) {
            bool const is_residual = equation.form == EquationForm::residual;
            bool const is_instant = equation.form == EquationForm::instant && kind != BlockKind::mixed;
            if ((has_residual && !is_residual) || (is_instant && block.size() > 1)) is_torn_well = false;
            has_residual = has_residual || is_residual;
        }
        bool const is_single = block.size() == 1 && !has_residual;
        if (kind == BlockKind::algorithm) {
            if (has_residual)
                report(block_text(b) + ": the results of a call are assigned", block[0].provenance.source);
        } else if (is_single != (kind == BlockKind::assign)) {
            report(block_text(b) + ": its kind does not suit its equations", block[0].provenance.source);
        } else if (!is_single && (!is_torn_well || (!has_residual && kind != BlockKind::mixed))) {
            report(block_text(b) +
                       ": equations that are solved together must be residuals, after assignments if the block is torn",
                   block[0].provenance.source);
        }
        if (kind == BlockKind::linear) verify_linear(b);
    }

    // No entry of the block's Jacobian depends on its targets.
    void verify_linear(std::size_t b) {
        std::unordered_set<ExprId> targets;
        for (SetEquation const& equation : set_.block(b)) targets.insert(equation.target);
        auto entry = std::lower_bound(set_.jacobian.begin(), set_.jacobian.end(), set_.block_starts[b],
                                      [](JacobianEntry const& each, std::uint32_t row) { return each.row < row; });
        for (; entry != set_.jacobian.end() && entry->row < set_.block_starts[b + 1]; ++entry) {
            for (ExprId const used : all_.walk.references(entry->value)) {
                if (!targets.contains(used)) continue;
                report(block_text(b) + " is said to be linear, but its Jacobian depends on what it determines",
                       set_.equations[entry->row].provenance.source);
                return;
            }
        }
    }

    [[nodiscard]] bool is_discrete(SetEquation const& equation) const {
        if (equation.form == EquationForm::instant) return true;
        VarId const variable = variable_of(equation.target);
        return equation.form == EquationForm::assignment && exprs_.kind(equation.target) == ExprKind::variable &&
               (document_.role(variable) == Role::discrete || document_.variables[variable].type != types::real);
    }

    // Nothing is used before the block that determines it.
    void verify_order() {
        std::unordered_set<ExprId> known;
        for (std::size_t b = 0; b < set_.block_count(); ++b) {
            // The iteration variables and the discrete variables of a mixed block are assumed to be known while the
            // block is solved.
            bool const is_mixed = b < set_.blocks.size() && set_.blocks[b].kind == BlockKind::mixed;
            for (SetEquation const& equation : set_.block(b)) {
                bool const is_assumed = is_mixed && is_discrete(equation);
                if (equation.form == EquationForm::residual || is_assumed) known.insert(equation.target);
            }
            // Discrete equations of a mixed block are computed along with the rest, so they may use all of its targets.
            std::unordered_set<ExprId> computed_before;
            for (SetEquation const& equation : set_.block(b)) {
                if (is_mixed) computed_before.insert(equation.target);
            }
            for (SetEquation const& equation : set_.block(b)) {
                for (ExprId const used : all_.walk.references(equation.value)) {
                    VarId const variable = exprs_.referenced_variable(used);
                    bool const keeps_value = kind_ == SetKind::reinitialization &&
                                             document_.role(variable) == Role::state &&
                                             exprs_.kind(used) == ExprKind::variable;
                    bool const is_computed = is_discrete(equation) && computed_before.contains(used);
                    if (keeps_value || !targets_.contains(used) || known.contains(used) || is_computed) continue;
                    report(block_text(b) + " uses what a later one determines", equation.provenance.source);
                }
                known.insert(equation.target);
            }
        }
    }

    void verify_jacobian() {
        std::vector<std::uint32_t> block_of(set_.equations.size());
        for (std::uint32_t b = 0; b < set_.block_count(); ++b) {
            for (std::uint32_t i = set_.block_starts[b]; i < set_.block_starts[b + 1]; ++i) block_of[i] = b;
        }
        std::vector<bool> has_row(set_.equations.size());
        std::vector<bool> has_jacobian(set_.block_count());
        for (std::size_t i = 0; i < set_.jacobian.size(); ++i) {
            JacobianEntry const& entry = set_.jacobian[i];
            std::string const where = name_ + "'s Jacobian, row " + std::to_string(entry.row + 1);
            has_row[entry.row] = true;
            has_jacobian[block_of[entry.row]] = true;
            if (block_of[entry.row] != block_of[entry.column]) report(where + " has a column outside its block");
            bool const in_order = i == 0 || set_.jacobian[i - 1].row < entry.row ||
                                  (set_.jacobian[i - 1].row == entry.row && set_.jacobian[i - 1].column < entry.column);
            if (!in_order) report(where + ": rows and columns are in ascending order, each entry once");
            all_.verify_value(where, entry.value, types::real);
        }
        for (std::size_t b = 0; b < set_.block_count(); ++b) verify_block_jacobian(b, has_row, has_jacobian[b]);
    }

    void verify_block_jacobian(std::size_t b, std::vector<bool> const& has_row, bool has_entries) {
        SourceSpan const place = set_.equations[set_.block_starts[b]].provenance.source;
        switch (b < set_.blocks.size() ? set_.blocks[b].jacobian : BlockJacobian::full) {
            case BlockJacobian::none:
                if (has_entries) report(block_text(b) + " has a Jacobian, but says that it has none", place);
                return;
            case BlockJacobian::partial:
                if (!has_entries) report(block_text(b) + " has no Jacobian, but says that it has a part of it", place);
                return;
            case BlockJacobian::full: break;
        }
        auto const block = set_.block(b);
        bool const has_residuals = std::any_of(block.begin(), block.end(), [](SetEquation const& equation) {
            return equation.form == EquationForm::residual;
        });
        for (std::uint32_t i = set_.block_starts[b]; has_residuals && i < set_.block_starts[b + 1]; ++i) {
            if (has_row[i] || is_discrete(set_.equations[i])) continue;
            report(equation_text(i) + " has no row in the Jacobian, which is complete according to its block",
                   set_.equations[i].provenance.source);
        }
    }

    void verify_known() {
        for (KnownEntry const& entry : set_.known) {
            std::string const where = name_ + "'s known entries, row " + std::to_string(entry.row + 1);
            if (!exprs_.referenced_variable(entry.by)) report(where + ": by something that is not a variable");
            all_.verify_value(where, entry.value, types::real);
        }
    }

    Verification& all_;
    Document const& document_;
    ExprStore const& exprs_;
    std::string name_;
    EquationSet const& set_;
    SetKind kind_;
    std::unordered_set<ExprId> targets_;
};

}  // namespace

void verify_set(Verification& verification, std::string const& name, EquationSet const& set, SetKind kind) {
    SetVerification(verification, name, set, kind).run();
}

}  // namespace moo
