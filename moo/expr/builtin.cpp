#include "moo/expr/builtin.h"

#include <array>
#include <unordered_map>

namespace moo {

namespace {

namespace builtin_rows {

constexpr std::uint8_t many = BuiltinInfo::many;

constexpr std::array table{
#define MOO_BUILTIN(id, name, fewest, most, type, derivative) \
    BuiltinInfo{name, fewest, most, TypeRule::type, DerivativeRule::derivative},
#define MOO_CHAIN(id, factor)
#include "moo/expr/builtins.def"
#undef MOO_BUILTIN
#undef MOO_CHAIN
};

}  // namespace builtin_rows

}  // namespace

BuiltinInfo const& builtin_info(Builtin builtin) { return builtin_rows::table[static_cast<std::size_t>(builtin)]; }

std::size_t builtin_count() { return builtin_rows::table.size(); }

std::optional<Builtin> find_builtin(std::string_view name) {
    static std::unordered_map<std::string_view, Builtin> const by_name = [] {
        std::unordered_map<std::string_view, Builtin> map;
        for (std::size_t i = 0; i < builtin_rows::table.size(); ++i)
            map.emplace(builtin_rows::table[i].name, static_cast<Builtin>(i));
        return map;
    }();
    auto const found = by_name.find(name);
    if (found == by_name.end()) return std::nullopt;
    return found->second;
}

}  // namespace moo
