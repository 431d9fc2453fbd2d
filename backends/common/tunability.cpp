#include "backends/common/tunability.h"

namespace moo {

MooTunability tunability_of(Document const& document, VarId variable) {
    Variable const& facts = document.variables[variable];
    if (document.role(variable) != Role::parameter) return MOO_FIXED;
    if (facts.is_evaluated) return MOO_EVALUATED;
    if (facts.is_final) return MOO_FINAL;
    return facts.binding ? MOO_TUNABLE : MOO_COMPUTED;
}

}  // namespace moo
