#include "moo/passes/pipeline.h"
#include "moo/check/drop_uncalled.h"

#include <algorithm>
#include <array>

#include "moo/check/requirements.h"
#include "moo/functions/derivative_annotation.h"
#include "moo/functions/inline_functions.h"
#include "moo/passes/build_initialization.h"
#include "moo/passes/build_integration.h"
#include "moo/passes/build_reinitialization.h"
#include "moo/passes/classify_variables.h"
#include "moo/passes/collect_operators.h"
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

constexpr std::array passes = {
    Pass{"expand_equations", expand_equations,
         "if-equations to if-expressions, when-clauses to instant equations, algorithms to equations"},
    Pass{"expand_operators", expand_operators,
         "event functions to discrete variables, and what else needs no operator"},
    Pass{"collect_operators", collect_operators, "sample, delay and spatialDistribution"},
    Pass{"refuse_unsupported", refuse_unsupported, "names the operators that later passes cannot treat yet"},
    Pass{"name_derivatives", name_derivatives, "variables for differentiated expressions"},
    Pass{"fold_parameters", fold_parameters, "values of parameters that cannot change"},
    Pass{"fold_results", fold_results, "results of functions that are the same whatever varies", true},
    Pass{"separate_discrete", separate_discrete, "which equations hold at events only"},
    Pass{"eliminate_aliases", eliminate_aliases, "one variable for those that are always equal", true},
    Pass{"find_dependent_parameters", find_dependent_parameters, "variables that depend on parameters only", true},
    Pass{"reduce_index", reduce_index, "differentiates constraints and chooses the states"},
    Pass{"inline_calls", inline_calls, "functions that waited for index reduction", true},
    Pass{"classify_variables", classify_variables, "states, discrete and algebraic variables"},
    Pass{"free_parameters", free_parameters, "parameters that the initialization determines"},
    Pass{"order_parameters", order_parameters, "parameters in the order to compute them"},
    Pass{"build_reinitialization", build_reinitialization, "riEq: the system that is solved at events"},
    Pass{"build_integration", build_integration, "Eq: the system that is solved between events"},
    Pass{"build_initialization", build_initialization, "iEq: the system that is solved at the start"},
    Pass{"sort_partitions", sort_partitions, "the systems that are solved at the ticks of clocks"},
    Pass{"find_zero_crossings", find_zero_crossings, "z and c: what ends an integration step and what it touches"},
    Pass{"mark_served_blocks", mark_served_blocks, "which blocks of Eq serve outputs only", true},
    Pass{"describe_residuals", describe_residuals, "Eq as a residual for DAE solvers", true},
    Pass{"describe_dependencies", describe_dependencies,
         "what derivatives, outputs, crossings and start values depend on", true},
};

}  // namespace

std::span<Pass const> all_passes() { return passes; }

Pass const* find_pass(std::string_view name) {
    auto const found = std::find_if(passes.begin(), passes.end(), [&](Pass const& pass) { return pass.name == name; });
    return found == passes.end() ? nullptr : &*found;
}

std::optional<Document> optimize(FlatModel model, Interner& interner, PassOptions const& options,
                                 Diagnostics& diagnostics, PhaseStats& stats) {
    check_derivative_annotations(model, interner, diagnostics);
    {
        auto const scope = stats.phase("inline_functions");
        inline_functions(model, interner);
    }
    {
        auto const scope = stats.phase("scalarize");
        if (!scalarize(model, interner, diagnostics)) return std::nullopt;
        settle_structure(model, interner);
    }
    ParameterNumbers numbers = find_parameter_numbers(model, interner);
    System system(interner, std::move(model));
    system.parameter_numbers = std::move(numbers);
    if (!run_pipeline(system, options, diagnostics, stats)) return std::nullopt;
    return std::move(system.document);
}

bool run_pipeline(System& system, PassOptions const& options, Diagnostics& diagnostics, PhaseStats& stats) {
    for (Pass const& pass : passes) {
        bool const is_skipped =
            std::find(options.skipped.begin(), options.skipped.end(), pass.name) != options.skipped.end();
        if (!is_skipped || !pass.is_optional) {
            auto const scope = stats.phase(std::string(pass.name));
            if (!pass.run(system, options, diagnostics)) return false;
        }
        if (options.observer) options.observer(pass.name, system);
        // The document is not complete then, and of interest to the observer only.
        if (pass.name == options.last_pass) return true;
    }
    // Only now nothing is left outside of the document.
    drop_uncalled(system.document, system.interner);
    system.document.requirements = requirements_of(system.document);
    return true;
}

}  // namespace moo
