#include "backends/interpret/op_codes.h"

#include <array>

namespace moo {

CodeFields const& fields_of(CodeOp op) {
    constexpr CodeField W = CodeField::written;
    constexpr CodeField R = CodeField::read;
    constexpr CodeField B = CodeField::both;
    constexpr CodeField L = CodeField::list;
    constexpr CodeField _ = CodeField::other;
    static constexpr std::array table = {
#define MOO_CODE_OP(name, to, a, b, c) CodeFields{to, a, b, c},
#define MOO_BATCH_OP(name, to, a, b, c) CodeFields{to, a, b, c},
#include "backends/interpret/code_ops.def"
    };
    return table[static_cast<std::size_t>(op)];
}

std::optional<CodeOp> batch_of(CodeOp op) {
    switch (op) {
#define MOO_CODE_OP(name, to, a, b, c)
#define MOO_BATCH_OP(name, to, a, b, c) \
    case CodeOp::name: return CodeOp::many_##name;
#include "backends/interpret/code_ops.def"
        default: return std::nullopt;
    }
}

}  // namespace moo
