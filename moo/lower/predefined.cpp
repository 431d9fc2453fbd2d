#include "moo/lower/predefined.h"

#include <vector>

namespace moo {

namespace {

TypeId declare(TypeTable& types, Interner& interner, std::string_view name,
               std::initializer_list<std::string_view> literals) {
    std::vector<Symbol> symbols;
    for (std::string_view const literal : literals) symbols.push_back(interner.intern(literal));
    return types.enumeration(interner.intern(name), symbols);
}

}  // namespace

std::optional<TypeId> find_predefined_type(std::string_view name) {
    if (name == "Real") return types::real;
    if (name == "Integer") return types::integer;
    if (name == "Boolean") return types::boolean;
    if (name == "String") return types::string;
    if (name == "Clock") return types::clock;
    return std::nullopt;
}

bool is_predefined_enumeration(std::string_view name) { return name == "StateSelect" || name == "AssertionLevel"; }

TypeId state_select_type(TypeTable& types, Interner& interner) {
    return declare(types, interner, "StateSelect", {"never", "avoid", "default", "prefer", "always"});
}

TypeId assertion_level_type(TypeTable& types, Interner& interner) {
    return declare(types, interner, "AssertionLevel", {"warning", "error"});
}

std::optional<TypeId> find_predefined_enumeration(TypeTable& types, Interner& interner, std::string_view name) {
    if (name == "StateSelect") return state_select_type(types, interner);
    if (name == "AssertionLevel") return assertion_level_type(types, interner);
    return std::nullopt;
}

}  // namespace moo
