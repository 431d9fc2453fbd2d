#include "moo/passes/expand_section.h"

#include <unordered_map>

#include "moo/passes/expand_when.h"

namespace moo {

namespace {

constexpr Message<> unbalanced_if{DiagnosticKind::UnsupportedConstruct,
                                  "if-equations whose branches have different numbers of equations are not supported "
                                  "yet"};
constexpr Message<> different_left_sides{
    DiagnosticKind::UnsupportedConstruct,
    "the branches of this if-equation do not determine the same variables; this is supported only for numbers"};
constexpr Message<std::string_view> misplaced_construct{DiagnosticKind::UnsupportedConstruct,
                                                        "{} here are not supported yet"};

class EquationExpansion {
public:
    EquationExpansion(Expansion& expansion, Section section, std::vector<SystemEquation>& target)
        : expansion_(expansion), exprs_(expansion.exprs()), target_(target) {
        reach_.section = section;
    }

    void run(std::vector<FlatEquation> const& equations) {
        for (FlatEquation const& equation : equations) expand(equation, target_);
    }

private:
    // Recursive: as deep as equations nest, which the parser limits.
    void expand(FlatEquation const& equation, std::vector<SystemEquation>& target) {
        expansion_.instance = equation.instance;
        switch (equation.kind) {
            case FlatEquationKind::equality: target.push_back({equation.a, equation.b, provenance(equation)}); return;
            case FlatEquationKind::if_:
                for (SystemEquation& merged : merge_branches(equation)) target.push_back(std::move(merged));
                return;
            case FlatEquationKind::when:
                if (reach_.section != Section::model || reach_.guard) return refuse(equation, "when-clauses");
                return expand_when(expansion_, equation);
            case FlatEquationKind::assertion:
                return expansion_.add_assertion(equation.a, equation.b, equation.c, reach_, equation.source);
            case FlatEquationKind::terminate: return expansion_.add_terminate(equation.a, reach_, equation.source);
            case FlatEquationKind::call: return expansion_.add_call(equation.a, reach_, equation.source);
            case FlatEquationKind::reinit: return refuse(equation, "calls of `reinit`");
            case FlatEquationKind::for_: return refuse(equation, "for-equations");
        }
    }

    void refuse(FlatEquation const& equation, std::string_view what) {
        expansion_.fail(equation.source, misplaced_construct, what);
    }

    [[nodiscard]] Provenance provenance(FlatEquation const& equation) const {
        bool const is_initial = reach_.section == Section::initial && equation.origin == ProvenanceKind::equation;
        return is_initial ? equation.provenance().as(ProvenanceKind::initial_equation) : equation.provenance();
    }

    // The equations of an if-equation, one for each line of its branches.
    std::vector<SystemEquation> merge_branches(FlatEquation const& equation) {
        std::vector<std::vector<SystemEquation>> bodies;
        ExprId const around = reach_.guard;
        ExprId others = around;  // true if no branch so far is active
        for (FlatBranch const& branch : equation.branches) {
            reach_.guard = branch.condition ? expansion_.both(others, branch.condition) : others;
            if (branch.condition) others = expansion_.both(others, exprs_.logical_not(branch.condition));
            auto& lines = bodies.emplace_back();
            for (FlatEquation const& inner : branch.body) expand(inner, lines);
        }
        reach_.guard = around;
        std::vector<SystemEquation> merged;
        bool is_first = true;
        // From the last branch to the first, because an elseif is an if inside the else.
        for (auto branch = equation.branches.rbegin(); branch != equation.branches.rend(); ++branch) {
            std::vector<SystemEquation> lines = std::move(bodies.back());
            bodies.pop_back();
            if (is_first) {
                // Without an else, the branches cannot have the same number of equations.
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
        expansion_.fail(equation.source, unbalanced_if);
        return {};
    }

    SystemEquation choose(ExprId condition, SystemEquation const& a, SystemEquation const& b) {
        if (a.lhs == b.lhs) return {a.lhs, exprs_.if_else(condition, a.rhs, b.rhs), a.provenance};
        TypeTable const& types = exprs_.types();
        if (!types.is_numeric(exprs_.type(a.lhs)) || !types.is_numeric(exprs_.type(b.lhs))) {
            expansion_.fail(b.provenance.source, different_left_sides);
            return a;
        }
        ExprId const residual_a = exprs_.sub(a.lhs, a.rhs);
        ExprId const residual_b = exprs_.sub(b.lhs, b.rhs);
        return {exprs_.real(0), exprs_.if_else(condition, residual_a, residual_b), a.provenance};
    }

    Expansion& expansion_;
    ExprStore& exprs_;
    std::vector<SystemEquation>& target_;
    Reach reach_;
};

}  // namespace

void expand_section(Expansion& expansion, std::vector<FlatEquation> const& equations, Section section,
                    std::vector<SystemEquation>& target) {
    EquationExpansion(expansion, section, target).run(equations);
}

}  // namespace moo
