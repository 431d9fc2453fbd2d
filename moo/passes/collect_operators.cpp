#include "moo/passes/collect_operators.h"

#include "moo/expr/memo.h"

namespace moo {

namespace {

constexpr Message<> unknown_profile{DiagnosticKind::UnsupportedConstruct,
                                    "the initial points and values of `spatialDistribution` are not lists of the same "
                                    "length, which is not supported"};

class OperatorSearch {
public:
    OperatorSearch(System& system, Diagnostics& diagnostics)
        : system_(system), exprs_(system.exprs()), document_(system.document), diagnostics_(diagnostics) {}

    bool run() {
        for (SystemEquation const& equation : system_.equations) {
            search(equation.lhs, equation.provenance.source);
            search(equation.rhs, equation.provenance.source);
        }
        for (SystemEquation const& equation : system_.initial_equations) {
            search(equation.lhs, equation.provenance.source);
            search(equation.rhs, equation.provenance.source);
        }
        for (InstantEquation const& instant : system_.instants) search(instant.value, instant.provenance.source);
        for (std::size_t i = 0; i < document_.when_conditions.size(); ++i) {
            search(document_.when_conditions[i].condition, system_.condition_places[i]);
        }
        for (Assertion const& assertion : document_.assertions) search(assertion.condition, assertion.source);
        for (Action const& action : document_.actions) search(action.value, action.source);
        return good_;
    }

private:
    void search(ExprId root, SourceSpan source) {
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (seen_[id]) continue;
            seen_[id] = true;
            if (exprs_.kind(id) == ExprKind::builtin) add(id, source);
            auto const operands = exprs_.operands(id);
            for (std::size_t i = operands.size(); i-- > 0;) stack_.push_back(operands[i]);
        }
    }

    void add(ExprId id, SourceSpan source) {
        Operands const arguments = exprs_.operands(id);
        Builtin const builtin = exprs_.builtin_of(id);
        // With one argument, or with a clock, `sample` passes a value into a clocked partition.
        bool const is_sampling = builtin == Builtin::sample && exprs_.type(id) == types::boolean &&
                                 arguments.size() == 2 && exprs_.type(arguments[1]) != types::clock;
        if (is_sampling) document_.samplings.push_back({id, arguments[0], arguments[1]});
        if (builtin == Builtin::delay) {
            document_.delays.push_back(
                {id, arguments[0], arguments[1], arguments.size() > 2 ? arguments[2] : ExprId()});
        }
        if (builtin == Builtin::spatial_distribution) add_transport(id, source);
    }

    // The default is a line from 0 to 0 (Modelica 3.6, section 3.7.4.2).
    void add_transport(ExprId id, SourceSpan source) {
        Operands const arguments = exprs_.operands(id);
        TransportOperator transport{id, {exprs_.real(0), exprs_.real(1)}, {exprs_.real(0), exprs_.real(0)}};
        if (arguments.size() > 4 && !take(arguments[4], transport.initial_points)) return fail(source);
        if (arguments.size() > 5 && !take(arguments[5], transport.initial_values)) return fail(source);
        if (transport.initial_points.size() != transport.initial_values.size()) return fail(source);
        document_.transports.push_back(std::move(transport));
    }

    bool take(ExprId list, std::vector<ExprId>& items) {
        if (exprs_.kind(list) != ExprKind::array) return false;
        items.clear();
        exprs_.operands(list).copy_to(items);
        return true;
    }

    void fail(SourceSpan source) {
        diagnostics_.error(source, unknown_profile);
        good_ = false;
    }

    System& system_;
    ExprStore& exprs_;
    Document& document_;
    Diagnostics& diagnostics_;
    ExprMemo<bool> seen_;
    std::vector<ExprId> stack_;
    bool good_ = true;
};

}  // namespace

bool collect_operators(System& system, PassOptions const&, Diagnostics& diagnostics) {
    return OperatorSearch(system, diagnostics).run();
}

}  // namespace moo
