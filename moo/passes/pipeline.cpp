#include "moo/passes/pipeline.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "moo/check/drop_uncalled.h"
#include "moo/check/requirements.h"
#include "moo/functions/derivative_annotation.h"
#include "moo/functions/inline_functions.h"
#include "moo/passes/build_initialization.h"
#include "moo/passes/build_integration.h"
#include "moo/passes/build_reinitialization.h"
#include "moo/passes/classify_variables.h"
#include "moo/passes/collect_operators.h"
#include "moo/passes/describe_constraints.h"
#include "moo/passes/describe_dependencies.h"
#include "moo/passes/describe_uses.h"
#include "moo/passes/eliminate_aliases.h"
#include "moo/passes/expand_equations.h"
#include "moo/passes/expand_operators.h"
#include "moo/passes/find_dependent_parameters.h"
#include "moo/passes/find_zero_crossings.h"
#include "moo/passes/fold_parameters.h"
#include "moo/passes/fold_results.h"
#include "moo/passes/free_parameters.h"
#include "moo/passes/inline_calls.h"
#include "moo/passes/name_derivatives.h"
#include "moo/passes/order_parameters.h"
#include "moo/passes/reduce_index.h"
#include "moo/passes/refuse_unsupported.h"
#include "moo/passes/separate_discrete.h"
#include "moo/passes/settle_structure.h"
#include "moo/passes/sort_partitions.h"
#include "moo/scalarize/scalarize.h"

namespace moo {

namespace {

// ---- steps of other libraries, which do not know `System` --------------------------------------------

bool check_annotations(System& system, PassOptions const&, Diagnostics& diagnostics) {
    check_derivative_annotations(system.flat, system.interner, diagnostics);
    return true;
}

bool inline_in_flat_model(System& system, PassOptions const&, Diagnostics&) {
    inline_functions(system.flat, system.interner);
    return true;
}

bool scalarize_flat_model(System& system, PassOptions const&, Diagnostics& diagnostics) {
    return scalarize(system.flat, system.interner, diagnostics);
}

bool drop_uncalled_functions(System& system, PassOptions const&, Diagnostics&) {
    drop_uncalled(system.document, system.interner);
    return true;
}

bool list_requirements(System& system, PassOptions const&, Diagnostics&) {
    system.document.requirements = requirements_of(system.document);
    return true;
}

// ---- the table -------------------------------------------------------------------------------------

using enum Invariant;
constexpr bool optional = true;

constexpr std::array passes = {
    // On the flat model, which may hold arrays, records and loops.
    Pass{"check_derivative_annotations",
         check_annotations,
         "warns of `derivative` annotations that cannot be used",
         {},
         optional},
    Pass{"inline_functions", inline_in_flat_model, "small functions in the place of their calls", {}, optional},
    Pass{"scalarize", scalarize_flat_model, "scalars for arrays, records and loops", {only_scalars}},
    Pass{"settle_structure", settle_structure, "parameters that decide on the structure of the model"},
    Pass{"find_parameter_numbers", find_parameter_numbers, "what is known of the values of parameters"},
    // On plain lists of equations.
    Pass{"expand_equations",
         expand_equations,
         "if-equations to if-expressions, when-clauses to instant equations, algorithms to equations",
         {only_equalities, conditions_listed}},
    Pass{"expand_operators", expand_operators,
         "event functions to discrete variables, and what else needs no operator"},
    Pass{"collect_operators", collect_operators, "sample, delay and spatialDistribution"},
    Pass{"refuse_unsupported",
         refuse_unsupported,
         "names the operators that later passes cannot treat yet",
         {fixed_settled}},
    Pass{"name_derivatives", name_derivatives, "variables for differentiated expressions", {derivatives_named}},
    Pass{"fold_parameters", fold_parameters, "values of parameters that cannot change"},
    Pass{"fold_results", fold_results, "results of functions that are the same whatever varies", {}, optional},
    Pass{"separate_discrete", separate_discrete, "which equations hold at events only", {discrete_marked}},
    Pass{"eliminate_aliases",
         eliminate_aliases,
         "one variable for those that are always equal",
         {aliases_resolved},
         optional},
    Pass{"find_dependent_parameters",
         find_dependent_parameters,
         "variables that depend on parameters only",
         {},
         optional},
    Pass{"reduce_index", reduce_index, "differentiates constraints and chooses the states", {index_one}},
    Pass{"describe_constraints", describe_constraints, "the overdetermined view", {}, optional},
    Pass{"inline_calls", inline_calls, "functions that waited for index reduction", {}, optional},
    Pass{"classify_variables",
         classify_variables,
         "states, discrete and algebraic variables",
         {roles_given, derivatives_of_states}},
    Pass{
        "free_parameters", free_parameters, "parameters that the initialization determines", {free_parameters_unbound}},
    Pass{"order_parameters", order_parameters, "parameters in the order to compute them", {parameters_in_order}},
    // On the sets of the document.
    Pass{"build_reinitialization",
         build_reinitialization,
         "riEq: the system that is solved at events",
         {events_determined, blocks_in_order}},
    Pass{"build_integration",
         build_integration,
         "Eq: the system that is solved between events",
         {integration_determined}},
    Pass{"build_initialization",
         build_initialization,
         "iEq: the system that is solved at the start",
         {start_determined}},
    Pass{"sort_partitions", sort_partitions, "the systems that are solved at the ticks of clocks"},
    Pass{"find_zero_crossings",
         find_zero_crossings,
         "z and c: what ends an integration step and what it touches",
         {relations_listed}},
    Pass{"mark_served_blocks", mark_served_blocks, "which blocks of Eq serve outputs only", {}, optional},
    Pass{"describe_residuals", describe_residuals, "Eq as a residual for DAE solvers", {}, optional},
    Pass{"describe_dependencies",
         describe_dependencies,
         "what derivatives, outputs, crossings and start values depend on",
         {},
         optional},
    Pass{"drop_uncalled", drop_uncalled_functions, "functions that nothing leads to", {}, optional},
    Pass{"list_requirements", list_requirements, "what a back end has to support", {document_verified}},
};

// A broken invariant is a bug of ours, not a mistake in a model, so it ends the program like a failed assertion.
[[maybe_unused]] void check_invariants(Pass const& pass, InvariantSet held, System const& system) {
    std::string const broken = find_broken_invariant(pass.name, pass.establishes, held, system);
    if (broken.empty()) return;
    std::fprintf(stderr, "internal error: %s\n", broken.c_str());
    std::abort();
}

}  // namespace

std::span<Pass const> all_passes() { return passes; }

Pass const* find_pass(std::string_view name) {
    auto const found = std::find_if(passes.begin(), passes.end(), [&](Pass const& pass) { return pass.name == name; });
    return found == passes.end() ? nullptr : &*found;
}

bool run_pipeline(System& system, PassOptions const& options, Diagnostics& diagnostics, PhaseStats& stats) {
    InvariantSet held;
    for (Pass const& pass : passes) {
        bool const is_skipped =
            std::find(options.skipped.begin(), options.skipped.end(), pass.name) != options.skipped.end();
        if (!is_skipped || !pass.is_optional) {
            {
                auto const scope = stats.phase(std::string(pass.name));
                if (!pass.run(system, options, diagnostics)) return false;
            }
            held |= pass.establishes;
#ifndef NDEBUG
            // After a report the system may be incomplete.
            if (!diagnostics.has_errors()) check_invariants(pass, held, system);
#endif
        }
        if (options.observer) options.observer(pass.name, system);
        // The document is incomplete then, and only the observer uses it.
        if (pass.name == options.last_pass) break;
    }
    return true;
}

std::optional<Document> optimize(FlatModel model, Interner& interner, PassOptions const& options,
                                 Diagnostics& diagnostics, PhaseStats& stats) {
    System system(interner, std::move(model));
    if (!run_pipeline(system, options, diagnostics, stats)) return std::nullopt;
    return std::move(system.document);
}

}  // namespace moo
