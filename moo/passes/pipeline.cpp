#include "moo/passes/pipeline.h"

#include <array>

#include "moo/functions/derivative_annotation.h"
#include "moo/functions/inline_functions.h"
#include "moo/model/requirements.h"
#include "moo/passes/build_initialization.h"
#include "moo/passes/build_integration.h"
#include "moo/passes/build_reinitialization.h"
#include "moo/passes/classify_variables.h"
#include "moo/passes/expand_equations.h"
#include "moo/passes/find_zero_crossings.h"
#include "moo/passes/order_parameters.h"
#include "moo/passes/refuse_unsupported.h"
#include "moo/scalarize/scalarize.h"

namespace moo {

namespace {

constexpr std::array passes = {
    Pass{"expand_equations", expand_equations, "if-equations to if-expressions, when-clauses to instant equations"},
    Pass{"refuse_unsupported", refuse_unsupported, "names the operators that later passes cannot treat yet"},
    Pass{"classify_variables", classify_variables, "states, discrete and algebraic variables"},
    Pass{"order_parameters", order_parameters, "parameters in the order to compute them"},
    Pass{"build_reinitialization", build_reinitialization, "riEq: the system that is solved at events"},
    Pass{"build_integration", build_integration, "Eq: the system that is solved between events"},
    Pass{"build_initialization", build_initialization, "iEq: the system that is solved at the start"},
    Pass{"find_zero_crossings", find_zero_crossings, "z and c: what ends an integration step and what it touches"},
};

}  // namespace

std::span<Pass const> all_passes() { return passes; }

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
    }
    System system(interner, std::move(model));
    if (!run_pipeline(system, options, diagnostics, stats)) return std::nullopt;
    return std::move(system.document);
}

bool run_pipeline(System& system, PassOptions const& options, Diagnostics& diagnostics, PhaseStats& stats) {
    for (Pass const& pass : passes) {
        auto const scope = stats.phase(std::string(pass.name));
        if (!pass.run(system, options, diagnostics)) return false;
    }
    system.document.requirements = requirements_of(system.document);
    return true;
}

}  // namespace moo
