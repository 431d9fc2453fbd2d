#include "moo/passes/expand_equations.h"

#include <unordered_map>

namespace moo {

namespace {

constexpr Message<> unbalanced_if{DiagnosticKind::UnsupportedConstruct,
                                  "if-equations whose branches have different numbers of equations are not supported "
                                  "yet"};
constexpr Message<> different_left_sides{
    DiagnosticKind::UnsupportedConstruct,
    "the branches of this if-equation do not determine the same variables; that is "
    "supported for numbers only"};
constexpr Message<std::string_view> unsupported{DiagnosticKind::UnsupportedConstruct, "{} are not supported yet"};
constexpr Message<std::string_view> misplaced{DiagnosticKind::UnsupportedConstruct, "{} here are not supported yet"};
constexpr Message<> instant_target{DiagnosticKind::UnsupportedConstruct,
                                   "the left side of an equation in a when-clause is not a variable"};

class Expansion {
public:
    Expansion(System& system, Diagnostics& diagnostics) : system_(system), diagnostics_(diagnostics) {}

    bool run() {
        for (FlatAlgorithm const& algorithm : system_.flat_algorithms) fail(algorithm.source, "algorithm sections");
        for (FlatPartition const& partition : system_.flat_partitions) fail(partition.source, "clock partitions");
        for (FlatEquation const& equation : system_.flat_equations) expand(equation);
        for (FlatEquation const& equation : system_.flat_initial_equations) {
            expand_equalities(equation, "initial equation", system_.initial_equations);
        }
        system_.flat_equations.clear();
        system_.flat_initial_equations.clear();
        return good_;
    }

private:
    void fail(SourceSpan source, std::string_view what) {
        diagnostics_.error(source, unsupported, what);
        good_ = false;
    }

    void refuse(FlatEquation const& equation, std::string_view what) {
        diagnostics_.error(equation.source, misplaced, what);
        good_ = false;
    }

    void expand(FlatEquation const& equation) {
        switch (equation.kind) {
            case FlatEquationKind::equality:
            case FlatEquationKind::if_: return expand_equalities(equation, "equation", system_.equations);
            case FlatEquationKind::when: return expand_when(equation);
            case FlatEquationKind::assertion: return expand_assertion(equation);
            case FlatEquationKind::reinit: return refuse(equation, "calls of `reinit`");
            case FlatEquationKind::terminate: return refuse(equation, "calls of `terminate`");
            case FlatEquationKind::call: return fail(equation.source, "calls of functions of the model");
            case FlatEquationKind::for_: return fail(equation.source, "for-equations");
        }
    }

    // The level `error` is what an assertion has without saying it.
    void expand_assertion(FlatEquation const& equation) {
        ExprStore const& exprs = system_.exprs();
        constexpr std::uint32_t error_ordinal = 2;
        bool const is_error = !equation.c || (exprs.kind(equation.c) == ExprKind::enumeration &&
                                              exprs.enumeration_ordinal(equation.c) == error_ordinal);
        if (!is_error) return fail(equation.source, "assertions of another level than `error`");
        ExprId const holds =
            guard_ ? system_.exprs().logical_or(system_.exprs().logical_not(guard_), equation.a) : equation.a;
        system_.document.assertions.push_back({holds, equation.b, AssertionLevel::error, equation.source});
    }

    void expand_equalities(FlatEquation const& equation, char const* origin, std::vector<SystemEquation>& target) {
        if (equation.kind == FlatEquationKind::equality) {
            if (system_.exprs().kind(equation.a) == ExprKind::tuple) {
                return fail(equation.source, "calls of functions of the model");
            }
            target.push_back({equation.a, equation.b, origin, equation.source});
            return;
        }
        if (equation.kind == FlatEquationKind::for_) return fail(equation.source, "for-equations");
        if (equation.kind == FlatEquationKind::assertion && guard_) return expand_assertion(equation);
        if (equation.kind != FlatEquationKind::if_) return refuse(equation, "calls and when-clauses");
        for (SystemEquation& merged : merge_branches(equation)) {
            merged.origin = origin;
            target.push_back(std::move(merged));
        }
    }

    // The equations of an if-equation, one for each line of its branches.
    std::vector<SystemEquation> merge_branches(FlatEquation const& equation) {
        std::vector<std::vector<SystemEquation>> bodies;
        ExprId const around = guard_;
        ExprId others = around;  // no branch so far is active
        for (FlatBranch const& branch : equation.branches) {
            guard_ = branch.condition ? both(others, branch.condition) : others;
            if (branch.condition) others = both(others, system_.exprs().logical_not(branch.condition));
            auto& lines = bodies.emplace_back();
            for (FlatEquation const& inner : branch.body) expand_equalities(inner, "equation", lines);
        }
        guard_ = around;
        std::vector<SystemEquation> merged;
        bool is_first = true;
        // From the last branch to the first, as an elseif is an if in the else.
        for (auto branch = equation.branches.rbegin(); branch != equation.branches.rend(); ++branch) {
            std::vector<SystemEquation> lines = std::move(bodies.back());
            bodies.pop_back();
            if (is_first) {
                // Without an else there is nothing to balance the branches with.
                if (branch->condition && !lines.empty()) return fail_unbalanced(equation);
                merged = std::move(lines);
                is_first = false;
                continue;
            }
            if (lines.size() != merged.size()) return fail_unbalanced(equation);
            pair_by_left_side(lines, merged);
            for (std::size_t i = 0; i < lines.size(); ++i) merged[i] = choose(branch->condition, lines[i], merged[i]);
        }
        return merged;
    }

    // Both conditions, where the first may be missing.
    ExprId both(ExprId a, ExprId b) { return a ? system_.exprs().logical_and(a, b) : b; }

    // Brings `lines` into the order of `merged` where they have the same left sides; the rest keeps its order.
    static void pair_by_left_side(std::vector<SystemEquation>& lines, std::vector<SystemEquation> const& merged) {
        std::unordered_map<ExprId, std::size_t> places;
        for (std::size_t i = 0; i < merged.size(); ++i) places.try_emplace(merged[i].lhs, i);
        std::vector<SystemEquation> ordered(lines.size());
        std::vector<bool> is_taken(lines.size());
        std::vector<SystemEquation> rest;
        for (SystemEquation& line : lines) {
            auto const found = places.find(line.lhs);
            if (found == places.end() || is_taken[found->second]) {
                rest.push_back(std::move(line));
            } else {
                is_taken[found->second] = true;
                ordered[found->second] = std::move(line);
            }
        }
        std::size_t next = 0;
        for (SystemEquation& line : rest) {
            while (is_taken[next]) ++next;
            is_taken[next] = true;
            ordered[next] = std::move(line);
        }
        lines = std::move(ordered);
    }

    std::vector<SystemEquation> fail_unbalanced(FlatEquation const& equation) {
        diagnostics_.error(equation.source, unbalanced_if);
        good_ = false;
        return {};
    }

    SystemEquation choose(ExprId condition, SystemEquation const& a, SystemEquation const& b) {
        ExprStore& exprs = system_.exprs();
        if (a.lhs == b.lhs) return {a.lhs, exprs.if_else(condition, a.rhs, b.rhs), a.origin, a.source};
        TypeTable const& types = exprs.types();
        if (!types.is_numeric(exprs.type(a.lhs)) || !types.is_numeric(exprs.type(b.lhs))) {
            diagnostics_.error(b.source, different_left_sides);
            good_ = false;
            return a;
        }
        ExprId const residual_a = exprs.sub(a.lhs, a.rhs);
        ExprId const residual_b = exprs.sub(b.lhs, b.rhs);
        return {exprs.real(0), exprs.if_else(condition, residual_a, residual_b), a.origin, a.source};
    }

    // ---- when-clauses ----

    void expand_when(FlatEquation const& equation) {
        if (equation.branches.size() > 1) return refuse(equation, "elsewhen-branches");
        FlatBranch const& branch = equation.branches[0];
        if (branch.body.empty()) return;
        std::vector<std::uint32_t> conditions;
        bool at_initial = false;
        ExprStore& exprs = system_.exprs();
        std::vector<ExprId> parts = {branch.condition};
        if (exprs.kind(branch.condition) == ExprKind::array) {
            parts.clear();
            exprs.operands(branch.condition).copy_to(parts);
        }
        for (ExprId const part : parts) {
            if (exprs.is_builtin(part, Builtin::initial)) {
                at_initial = true;
            } else {
                conditions.push_back(condition_index(part));
            }
        }
        for (FlatEquation const& inner : branch.body) expand_instant(inner, conditions, at_initial);
    }

    // Two clauses with the same condition share it.
    std::uint32_t condition_index(ExprId condition) {
        auto& conditions = system_.document.when_conditions;
        auto const [known, is_new] =
            condition_indices_.try_emplace(condition, static_cast<std::uint32_t>(conditions.size()));
        if (is_new) conditions.push_back({condition, {}, {}});
        return known->second;
    }

    void expand_instant(FlatEquation const& inner, std::vector<std::uint32_t> const& conditions, bool at_initial) {
        bool const is_reinit = inner.kind == FlatEquationKind::reinit;
        if (!is_reinit && inner.kind != FlatEquationKind::equality) {
            return refuse(inner, "assertions, terminate, if- and when-equations inside a when-clause");
        }
        if (system_.exprs().kind(inner.a) != ExprKind::variable) {
            diagnostics_.error(inner.source, instant_target);
            good_ = false;
            return;
        }
        system_.instants.push_back({inner.a, inner.b, conditions, is_reinit, at_initial, inner.source});
    }

    System& system_;
    Diagnostics& diagnostics_;
    std::unordered_map<ExprId, std::uint32_t> condition_indices_;
    ExprId guard_;  // when the branch that is being expanded is active; none outside of if-equations
    bool good_ = true;
};

}  // namespace

bool expand_equations(System& system, PassOptions const&, Diagnostics& diagnostics) {
    return Expansion(system, diagnostics).run();
}

}  // namespace moo
