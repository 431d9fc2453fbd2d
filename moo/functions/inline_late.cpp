#include "moo/functions/inline_late.h"

#include "moo/scalarize/expander.h"

namespace moo {

void inline_late(FlatModel& scalars, Interner& interner, std::span<ExprId* const> expressions, InlineOptions options) {
    options.stage = InlineStage::late;
    FunctionInliner inliner(scalars.exprs, interner, scalars.functions, options);
    // Takes the arrays apart that the bodies bring in. Variables become themselves.
    Store<VarId, VariableParts> parts;
    for (std::size_t i = 0; i < scalars.variables.size(); ++i) {
        TypeId const type = scalars.variables[VarId(i)].type;
        TypeKind const kind = scalars.exprs.types().kind(type);
        parts.add({VarId(i), 1, kind == TypeKind::array || kind == TypeKind::record});
    }
    ScalarizeLimits const limits;
    KnownValues known(scalars, interner, limits.max_elements);
    Expander expander(scalars, scalars, parts, known, limits);
    for (ExprId* const expression : expressions) {
        ExprId const inlined = inliner.apply(*expression);
        if (inlined == *expression) continue;
        if (ExprId const scalar = expander.scalar(inlined)) *expression = scalar;
    }
}

}  // namespace moo
