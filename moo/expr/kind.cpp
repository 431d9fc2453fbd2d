#include "moo/expr/kind.h"

#include <array>

namespace moo {

std::string_view kind_name(ExprKind kind) {
    static constexpr std::array<std::string_view, expr_kind_count> names{
#define MOO_EXPR_KIND(name) #name,
#include "moo/expr/kinds.def"
#undef MOO_EXPR_KIND
    };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view reduction_name(Reduction reduction) {
    switch (reduction) {
        case Reduction::sum: return "sum";
        case Reduction::product: return "product";
        case Reduction::min: return "min";
        case Reduction::max: return "max";
        case Reduction::array: return "array";
    }
    return {};
}

}  // namespace moo
