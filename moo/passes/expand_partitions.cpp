#include "moo/passes/expand_partitions.h"

#include <unordered_set>

#include "moo/passes/discretize_partition.h"
#include "moo/passes/expand_section.h"
#include "moo/passes/run_algorithm.h"

namespace moo {

namespace {

constexpr Message<> unknown_clock{DiagnosticKind::UnsupportedConstruct,
                                  "the base clock of this partition has neither an interval nor a condition"};
class PartitionExpansion {
public:
    explicit PartitionExpansion(Expansion& expansion)
        : expansion_(expansion), system_(expansion.system), exprs_(expansion.exprs()) {}

    void run(FlatPartition const& partition) {
        if (!add_clock(partition)) return;
        for (FlatSubPartition const& sub : partition.sub_partitions) {
            SystemPartition result;
            result.base = static_cast<std::uint32_t>(system_.document.clocks.size() - 1);
            result.factor_numerator = sub.sub_numerator;
            result.factor_denominator = sub.sub_denominator;
            result.shift_numerator = sub.shift_numerator;
            result.shift_denominator = sub.shift_denominator;
            result.solver_method = sub.solver_method;
            expand_section(expansion_, sub.equations, Section::clocked, result.equations);
            for (FlatAlgorithm const& algorithm : sub.algorithms) {
                run_algorithm(expansion_, algorithm, Section::clocked, result.equations);
            }
            if (sub.solver_method && !system_.interner.text(sub.solver_method).empty()) {
                discretize_partition(expansion_, result.equations, system_.interner.text(sub.solver_method),
                                     partition.source);
            }
            collect_unknowns(result);
            system_.partitions.push_back(std::move(result));
        }
    }

private:
    // ---- base clocks ----

    bool add_clock(FlatPartition const& partition) {
        Operands const arguments = exprs_.operands(partition.clock);
        BaseClock clock;
        clock.name = partition.clock_name;
        clock.source = partition.source;
        if (!exprs_.is_builtin(partition.clock, Builtin::clock) || arguments.empty()) {
            expansion_.fail(partition.source, unknown_clock);
            return false;
        }
        if (exprs_.type(arguments[0]) == types::boolean) {
            clock.kind = ClockKind::event;
            // Its relations cause events, like those of an equation.
            clock.condition = expansion_.condition_variable(arguments[0], partition.source);
            if (arguments.size() > 1) clock.start_interval = arguments[1];
        } else {
            clock.interval = arguments[0];
            if (arguments.size() > 1) clock.resolution = arguments[1];
        }
        system_.document.clocks.push_back(clock);
        return true;
    }

    // ---- unknowns ----

    // The variables that its equations mention, except through sample or noClock. Variables that an earlier part of the
    // same clock determines are known.
    void collect_unknowns(SystemPartition& partition) {
        std::vector<ExprId> stack;
        std::unordered_set<ExprId> seen;
        for (SystemEquation const& equation : partition.equations) {
            stack.push_back(equation.rhs);
            stack.push_back(equation.lhs);
            while (!stack.empty()) {
                ExprId const id = stack.back();
                stack.pop_back();
                if (!seen.insert(id).second) continue;
                if (exprs_.is_builtin(id, Builtin::sample) || exprs_.is_builtin(id, Builtin::no_clock)) continue;
                if (exprs_.kind(id) == ExprKind::variable) add_unknown(exprs_.variable_of(id), partition);
                auto const operands = exprs_.operands(id);
                for (std::size_t i = operands.size(); i-- > 0;) stack.push_back(operands[i]);
            }
        }
    }

    void add_unknown(VarId variable, SystemPartition& partition) {
        bool const is_known = system_.document.variables[variable].is_parameter() || system_.is_elsewhere(variable);
        if (is_known) return;
        partition.unknowns.push_back(variable);
        system_.set_elsewhere(variable);
    }

    Expansion& expansion_;
    System& system_;
    ExprStore& exprs_;
};

}  // namespace

void expand_partitions(Expansion& expansion, std::vector<FlatPartition> const& partitions) {
    PartitionExpansion each(expansion);
    for (FlatPartition const& partition : partitions) each.run(partition);
}

}  // namespace moo
