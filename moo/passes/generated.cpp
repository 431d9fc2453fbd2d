#include "moo/passes/generated.h"

namespace moo {

Symbol generated_name(System& system, std::string_view prefix) {
    std::string name;
    do {
        name = std::string(prefix) + std::to_string(++system.generated_counts[std::string(prefix)]);
    } while (system.interner.find(name));
    return system.interner.intern(name);
}

ExprId add_generated_variable(System& system, std::string_view prefix, TypeId type, Variability variability,
                              SourceSpan source) {
    Variable variable;
    variable.name = generated_name(system, prefix);
    variable.type = type;
    variable.variability = variability;
    variable.description = system.interner.intern("");
    variable.is_protected = true;
    variable.hide_result = true;
    variable.source = source;
    return system.reference(system.document.variables.add(variable));
}

FunctionVariable function_variable(System& system, Symbol name, TypeId type, FunctionRole role, SourceSpan source) {
    FunctionVariable variable;
    variable.name = name;
    variable.type = type;
    for (std::int64_t const size : system.exprs().types().dims(type)) {
        variable.sizes.push_back(size == TypeTable::unknown_size ? ExprId() : system.exprs().integer(size));
    }
    variable.role = role;
    variable.description = system.interner.intern("");
    variable.source = source;
    return variable;
}

ExprId default_value(System& system, TypeId type) {
    ExprStore& exprs = system.exprs();
    switch (exprs.types().kind(type)) {
        case TypeKind::real: return exprs.real(0);
        case TypeKind::integer: return exprs.integer(0);
        case TypeKind::boolean: return exprs.boolean(false);
        case TypeKind::string: return exprs.string(system.interner.intern(""));
        case TypeKind::enumeration: return exprs.enumeration(type, 1);
        case TypeKind::unknown:
        case TypeKind::clock:
        case TypeKind::record:
        case TypeKind::external_object:
        case TypeKind::array:
        case TypeKind::tuple: return {};
    }
    return {};
}

ExprId start_value(System& system, VarId variable) {
    Variable const& declared = system.document.variables[variable];
    ExprId const start = declared.attribute(Attribute::start);
    return start ? start : default_value(system, declared.type);
}

}  // namespace moo
