#include "backends/tool/observe_passes.h"

#include <algorithm>
#include <unordered_map>

#include "moo/expr/free_variables.h"
#include "moo/passes/pipeline.h"

namespace moo {

namespace {

// To variables that `classify_variables` has not seen.
void give_roles(Document& document) {
    for (std::size_t i = document.facts.size(); i < document.variables.size(); ++i) {
        VariableFacts facts;
        switch (document.variables[VarId(i)].variability) {
            case Variability::continuous: facts.role = Role::algebraic; break;
            case Variability::discrete: facts.role = Role::discrete; break;
            case Variability::parameter: facts.role = Role::parameter; break;
            case Variability::constant: facts.role = Role::constant; break;
        }
        document.facts.add(std::move(facts));
    }
}

// With the equations that have become aliases or values of variables that the others mention: each adds an unknown.
EquationConflict conflict_of(System& system, SingularSet const& set) {
    Document& document = system.document;
    std::unordered_map<VarId, UnsortedEquation> replaced;
    for (Alias const& alias : document.aliases) {
        ExprId const target = system.reference(alias.target);
        ExprId const value = alias.is_negated ? document.exprs.neg(target) : target;
        replaced.try_emplace(alias.variable,
                             UnsortedEquation{system.reference(alias.variable), value, alias.provenance});
    }
    for (Recovered const& row : document.recovered) {
        replaced.try_emplace(row.variable, UnsortedEquation{system.reference(row.variable), row.value, row.provenance});
    }
    EquationConflict conflict;
    for (SingularSet::Equation const& equation : set.equations) {
        conflict.equations.push_back({equation.lhs, equation.rhs, {.source = equation.source}});
    }
    for (SingularSet::Unknown const& unknown : set.unknowns)
        conflict.unknowns.push_back({unknown.text, unknown.source});
    FreeVariables walk(document.exprs);
    for (std::size_t i = 0; i < conflict.equations.size(); ++i) {
        std::vector<VariableUse> const uses = walk.uses(conflict.equations[i].lhs, conflict.equations[i].rhs);
        for (VariableUse const& use : uses) {
            auto const found = replaced.find(use.variable);
            if (found == replaced.end()) continue;
            conflict.equations.push_back(found->second);
            conflict.unknowns.push_back(
                {std::string(system.name_of(use.variable)), document.variables[use.variable].source});
            replaced.erase(found);
        }
    }
    return conflict;
}

}  // namespace

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
    TranslationFailure& failure = translation_.failure;
    failure.stage = passes[std::min(translation_.passes.size(), passes.size() - 1)].name;
    if (system.is_flat()) {
        for (FlatEquation const& equation : system.flat.equations) {
            if (equation.kind != FlatEquationKind::equality) continue;
            failure.equations.push_back({equation.a, equation.b, equation.provenance()});
        }
        system.begin_document();
    } else {
        for (SystemEquation const& equation : system.equations) {
            failure.equations.push_back({equation.lhs, equation.rhs, equation.provenance});
        }
    }
    for (SingularSet const& set : system.singular_sets) failure.conflicts.push_back(conflict_of(system, set));
    for (SingularSet::Unknown const& unknown : system.undetermined) {
        failure.undetermined.push_back({unknown.text, unknown.source, unknown.reason});
    }
    give_roles(system.document);
}

}  // namespace moo
