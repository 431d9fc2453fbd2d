#include "backends/tool/observe_passes.h"

#include <algorithm>

#include "moo/passes/pipeline.h"

namespace moo {

void PassObserver::after(std::string_view pass, System const& system) {
    PassStep step;
    step.pass = pass;
    step.summary = find_pass(pass)->summary;
    step.equations = system.is_flat() ? system.flat.equations.size() : system.equations.size();
    step.variables = system.is_flat() ? system.flat.variables.size() : system.document.variables.size();
    step.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - last_).count();
    auto const number = static_cast<std::uint32_t>(translation_.passes.size());
    translation_.passes.push_back(std::move(step));
    note_equations(number, system.equations);
    note_equations(number, system.initial_equations);
    for (SystemPartition const& partition : system.partitions) note_equations(number, partition.equations);
    if (pass == "classify_variables") {
        for (DependentVariable const& each : system.dependent_variables) {
            translation_.dependent_states.push_back({each.variable, each.source, each.reason});
        }
    }
    last_ = Clock::now();
}

void PassObserver::note_equations(std::uint32_t pass, std::vector<SystemEquation> const& equations) {
    for (SystemEquation const& equation : equations) {
        if (equation.provenance.number == 0) continue;
        if (equation.provenance.differentiations > 0 && translation_.steps(equation.provenance) == nullptr) {
            Provenance before = equation.provenance;
            --before.differentiations;
            std::vector<EquationStep> const* const steps = translation_.steps(before);
            std::vector<EquationStep> begun = steps == nullptr ? std::vector<EquationStep>() : *steps;
            translation_.history.emplace(history_key(equation.provenance), std::move(begun));
        }
        std::vector<EquationStep>& steps = translation_.history[history_key(equation.provenance)];
        if (!steps.empty() && steps.back().lhs == equation.lhs && steps.back().rhs == equation.rhs) continue;
        steps.push_back({pass, equation.lhs, equation.rhs});
    }
}

void PassObserver::describe_failure(System& system) {
    std::span<Pass const> const passes = all_passes();
    translation_.failure.stage = passes[std::min(translation_.passes.size(), passes.size() - 1)].name;
    if (system.is_flat()) {
        for (FlatEquation const& equation : system.flat.equations) {
            if (equation.kind != FlatEquationKind::equality) continue;
            translation_.failure.equations.push_back({equation.a, equation.b, equation.provenance()});
        }
        system.begin_document();
        return;
    }
    for (SystemEquation const& equation : system.equations) {
        translation_.failure.equations.push_back({equation.lhs, equation.rhs, equation.provenance});
    }
}

}  // namespace moo
