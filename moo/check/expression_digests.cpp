#include "moo/check/expression_digests.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>

namespace moo {

namespace {

// The bytes of one node: its kind, what it holds, the digests of its operands.
class NodeBytes {
public:
    void clear() { bytes_.clear(); }
    void add(std::uint64_t number) {
        for (unsigned shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<char>((number >> shift) & 255u));
    }
    void add(std::string_view text) {
        add(text.size());
        bytes_.append(text);
    }
    [[nodiscard]] Digest digest() const {
        XXH128_hash_t const hash = XXH3_128bits(bytes_.data(), bytes_.size());
        return {hash.high64, hash.low64};
    }

private:
    std::string bytes_;
};

}  // namespace

ExpressionDigests::ExpressionDigests(ExprStore const& exprs, VariableStore const& variables, Interner const& interner)
    : exprs_(exprs), variables_(variables), interner_(interner), digests_(exprs.size()) {
    NodeBytes bytes;
    for (std::size_t i = 0; i < exprs.size(); ++i) {
        ExprId const id(i);
        ExprKind const kind = exprs.kind(id);
        bytes.clear();
        bytes.add(static_cast<std::uint64_t>(kind));
        switch (kind) {
            case ExprKind::real: bytes.add(std::bit_cast<std::uint64_t>(exprs.real_value(id))); break;
            case ExprKind::integer: bytes.add(static_cast<std::uint64_t>(exprs.integer_value(id))); break;
            case ExprKind::boolean: bytes.add(exprs.boolean_value(id) ? 1u : 0u); break;
            case ExprKind::enumeration:
                bytes.add(interner.text(exprs.types().name(exprs.type(id))));
                bytes.add(exprs.enumeration_ordinal(id));
                break;
            case ExprKind::variable: {
                // The store may know more variables than the document has.
                VarId const variable = exprs.variable_of(id);
                if (variable.index() < variables.size()) bytes.add(interner.text(variables[variable].name));
                break;
            }
            case ExprKind::string:
            case ExprKind::iterator:
            case ExprKind::field:
            case ExprKind::call: bytes.add(interner.text(exprs.symbol(id))); break;
            case ExprKind::builtin: bytes.add(static_cast<std::uint64_t>(exprs.builtin_of(id))); break;
            case ExprKind::output: bytes.add(exprs.output_number(id)); break;
            case ExprKind::reduction:
                bytes.add(static_cast<std::uint64_t>(exprs.reduction_of(id)));
                for (std::size_t k = 0; k < exprs.iterator_count(id); ++k) {
                    bytes.add(interner.text(exprs.iterator_at(id, k).name));
                }
                break;
            case ExprKind::time:
            case ExprKind::end:
            case ExprKind::whole:
            case ExprKind::neg:
            case ExprKind::logical_not:
            case ExprKind::der:
            case ExprKind::pre:
            case ExprKind::add:
            case ExprKind::sub:
            case ExprKind::mul:
            case ExprKind::div:
            case ExprKind::pow:
            case ExprKind::element_add:
            case ExprKind::element_sub:
            case ExprKind::element_mul:
            case ExprKind::element_div:
            case ExprKind::element_pow:
            case ExprKind::logical_and:
            case ExprKind::logical_or:
            case ExprKind::less:
            case ExprKind::less_equal:
            case ExprKind::greater:
            case ExprKind::greater_equal:
            case ExprKind::equal:
            case ExprKind::not_equal:
            case ExprKind::if_else:
            case ExprKind::range:
            case ExprKind::subscript:
            case ExprKind::array:
            case ExprKind::matrix:
            case ExprKind::matrix_row:
            case ExprKind::tuple: break;
        }
        for (ExprId const operand : exprs.operands(id)) {
            bytes.add(digests_[operand.index()][0]);
            bytes.add(digests_[operand.index()][1]);
        }
        digests_[i] = bytes.digest();
    }
}

std::string ExpressionDigests::key(ExprId expr) const {
    constexpr std::string_view digits = "0123456789abcdef";
    if (!expr) return {};
    VarId const variable = exprs_.referenced_variable(expr);
    std::string text = variable ? std::string(interner_.text(variables_[variable].name)) + " " : std::string();
    for (std::uint64_t const half : digests_[expr.index()]) {
        for (unsigned shift = 64; shift > 0; shift -= 4) text += digits[(half >> (shift - 4)) & 15u];
    }
    return text;
}

}  // namespace moo
