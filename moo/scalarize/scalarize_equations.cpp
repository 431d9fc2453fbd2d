// Equations.
#include "moo/scalarize/branches.h"
#include "moo/scalarize/scalarizer.h"

namespace moo {

namespace {

constexpr Message<> equation_sides_differ{DiagnosticKind::WrongSize,
                                          "the sides of this equation have different numbers of elements"};

class EquationScalarizer {
public:
    EquationScalarizer(Scalarizer& s) : s_(s) {}

    // As deep as equations are nested, which the parser limits.
    bool run(std::vector<FlatEquation> const& equations, std::vector<FlatEquation>& result) {
        bool good = true;
        for (FlatEquation const& equation : equations) good = run(equation, result) && good;
        return good;
    }

private:
    bool run(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        switch (equation.kind) {
            case FlatEquationKind::equality: return equality(equation, result);
            case FlatEquationKind::reinit: return sides(equation, result);
            case FlatEquationKind::assertion: return assertion(equation, result);
            case FlatEquationKind::terminate: return plain(equation, s_.expander.scalar(equation.a), result);
            case FlatEquationKind::call: return plain(equation, s_.expander.whole(equation.a), result);
            case FlatEquationKind::if_: return conditional(equation, result);
            case FlatEquationKind::when: return when(equation, result);
            case FlatEquationKind::for_: return loop(equation, result);
        }
        return false;
    }

    // The common part of all scalar equations that come from this one.
    static FlatEquation head(FlatEquation const& equation) {
        FlatEquation copy;
        copy.kind = equation.kind;
        copy.origin = equation.origin;
        copy.description = equation.description;
        copy.instance = equation.instance;
        copy.source = equation.source;
        return copy;
    }

    bool add(FlatEquation const& equation, std::vector<FlatEquation>& result, ExprId a, ExprId b, ExprId c = {}) {
        if (!s_.expander.charge(1, equation.a)) return s_.report(equation.source);
        FlatEquation one = head(equation);
        one.a = a;
        one.b = b;
        one.c = c;
        result.push_back(std::move(one));
        return true;
    }

    bool plain(FlatEquation const& equation, ExprId a, std::vector<FlatEquation>& result) {
        return a ? add(equation, result, a, {}) : s_.report(equation.source);
    }

    bool equality(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        ExprStore const& old = s_.from.exprs;
        if (old.kind(equation.a) == ExprKind::tuple) return results_of_call(equation, equation.a, equation.b, result);
        return sides(equation, result);
    }

    bool sides(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        left_.clear();
        right_.clear();
        TypeId left_type;
        TypeId right_type;
        if (!s_.expand(equation.a, equation.source, left_, left_type)) return false;
        if (!s_.expand(equation.b, equation.source, right_, right_type)) return false;
        return match(equation, left_type, right_type, result);
    }

    // One equation for each pair of scalars.
    bool match(FlatEquation const& equation, TypeId left_type, TypeId right_type, std::vector<FlatEquation>& result) {
        std::vector<ExprId> arranged;
        if (!s_.arrange(right_, right_type, left_type, arranged)) {
            arranged.clear();
            if (!s_.arrange(left_, left_type, right_type, arranged)) {
                s_.diagnostics.error(equation.source, equation_sides_differ);
                return false;
            }
            left_.swap(arranged);
        } else {
            right_.swap(arranged);
        }
        for (std::size_t i = 0; i < left_.size(); ++i) {
            if (!add(equation, result, left_[i], right_[i])) return false;
        }
        return true;
    }

    // `(a, , b) = f(x)`
    bool results_of_call(FlatEquation const& equation, ExprId targets, ExprId call, std::vector<FlatEquation>& result) {
        ExprStore const& old = s_.from.exprs;
        Operands const members = old.operands(targets);
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (old.kind(members[i]) == ExprKind::whole) continue;
            left_.clear();
            right_.clear();
            TypeId left_type;
            if (!s_.expand(members[i], equation.source, left_, left_type)) return false;
            auto const output = s_.expander.expand_output(call, i + 1);
            if (!output) return s_.report(equation.source);
            right_.assign(output->items.begin(), output->items.end());
            if (!match(equation, left_type, output->type, result)) return false;
        }
        return true;
    }

    bool assertion(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        std::vector<ExprId> conditions;
        TypeId type;
        if (!s_.expand(equation.a, equation.source, conditions, type)) return false;
        ExprId const message = s_.expander.scalar(equation.b);
        if (!message) return s_.report(equation.source);
        ExprId const level = equation.c ? s_.expander.scalar(equation.c) : ExprId();
        if (equation.c && !level) return s_.report(equation.source);
        for (ExprId const condition : conditions) {
            if (!add(equation, result, condition, message, level)) return false;
        }
        return true;
    }

    auto body() {
        return [this](std::vector<FlatEquation> const& from, std::vector<FlatEquation>& to) { return run(from, to); };
    }

    bool conditional(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        return scalarize_conditional(s_, equation, head(equation), body(), result);
    }

    bool when(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        return scalarize_when(s_, equation, head(equation), body(), result);
    }

    bool loop(FlatEquation const& equation, std::vector<FlatEquation>& result) {
        auto const values = s_.expander.iteration_values(equation.a);
        if (!values) return s_.report(equation.source);
        Expander::Loop iterator(s_.expander, equation.iterator);
        for (ExprId const value : *values) {
            if (!s_.expander.charge(1, equation.a)) return s_.report(equation.source);
            iterator.set(value);
            for (FlatBranch const& branch : equation.branches) {
                if (!run(branch.body, result)) return false;
            }
        }
        return true;
    }

    Scalarizer& s_;
    std::vector<ExprId> left_;
    std::vector<ExprId> right_;
};

}  // namespace

bool scalarize_equations(Scalarizer& scalarizer, std::vector<FlatEquation> const& equations,
                         std::vector<FlatEquation>& result) {
    return EquationScalarizer(scalarizer).run(equations, result);
}

}  // namespace moo
