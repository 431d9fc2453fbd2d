#include "moo/io/text/text_forms.h"

namespace moo {

EntryKind apparent_kind(ExprStore const& exprs, ExprId value) {
    return exprs.is_number(value) ? EntryKind::constant : EntryKind::dependent;
}

Variability variability_without_prefix(TypeTable const& types, TypeId type) {
    TypeId const element = types.element(type);
    bool const is_discrete = element == types::integer || element == types::boolean || element == types::string ||
                             types.kind(element) == TypeKind::enumeration;
    return is_discrete ? Variability::discrete : Variability::continuous;
}

Store<VarId, Role> apparent_roles(Document const& document) {
    Store<VarId, Role> roles(document.variables.size(), Role::algebraic);
    for (VarId const id : document.variables.ids()) {
        switch (document.variables[id].variability) {
            case Variability::continuous: break;
            case Variability::discrete: roles[id] = Role::discrete; break;
            case Variability::parameter: roles[id] = Role::parameter; break;
            case Variability::constant: roles[id] = Role::constant; break;
        }
        if (document.variables[id].causality == Causality::input) roles[id] = Role::input;
    }
    for (SetEquation const& equation : document.integration.equations) {
        if (document.exprs.kind(equation.target) != ExprKind::der) continue;
        roles[document.exprs.referenced_variable(equation.target)] = Role::state;
    }
    return roles;
}

}  // namespace moo
