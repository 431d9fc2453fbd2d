#include "backends/common/permit_externals.h"

#include "moo/trust/describe_external.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> foreign_code{DiagnosticKind::ForeignCode,
                                                                   "the external function `{}` is not run: {}"};

}  // namespace

bool permit_externals(ModelProgram& model, Interner const& interner, ExternalTrust& trust, Diagnostics& diagnostics) {
    bool all = true;
    for (ProgramFunction& function : model.functions.functions) {
        if (!function.external) continue;
        ExternalCode const code = external_code(*function.external->code, interner);
        ExternalTrust::Decision decision = trust.decide(code);
        function.external->permitted = std::move(decision.code);
        if (function.external->permitted) continue;
        all = false;
        Diagnostics::Report report =
            diagnostics.error(function.places[0], foreign_code, code.function, decision.refusal);
        for (std::string const& line : decision.details) report.note({}, "{}", line);
    }
    return all;
}

}  // namespace moo
