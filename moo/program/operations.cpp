#include "moo/program/operations.h"

#include <array>

#include "moo/program/c_precedence.h"

namespace moo {

namespace {

using namespace c_precedence;

constexpr std::array operation_table = {
#define MOO_PREFIX(name, text, value, source) OperationInfo{#name, OperationForm::prefix, 1, text, "", unary},
#define MOO_INFIX(name, text, level, value, source) OperationInfo{#name, OperationForm::infix, 2, text, "", level},
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) \
    OperationInfo{#name, OperationForm::function, operands, text, whole_text, primary},
#define MOO_CHECKED(name, text, whole_text, value, source) \
    OperationInfo{#name, OperationForm::checked, 2, text, whole_text, primary},
#include "moo/program/operations.def"
};

// For scalars, an operation element by element is the plain one.
ExprKind without_elements(ExprKind kind) {
    bool const is_element = kind >= ExprKind::element_add && kind <= ExprKind::element_pow;
    constexpr int distance = static_cast<int>(ExprKind::element_add) - static_cast<int>(ExprKind::add);
    return is_element ? static_cast<ExprKind>(static_cast<int>(kind) - distance) : kind;
}

struct KindSource {
    bool is_kind;
    ExprKind kind_value;
    Builtin builtin_value;
};
constexpr KindSource kind_source(ExprKind kind) { return {true, kind, Builtin::sin}; }
constexpr KindSource builtin_source(Builtin builtin) { return {false, ExprKind::real, builtin}; }

constexpr std::array operation_sources = {
#define kind(name) kind_source(ExprKind::name)
#define builtin(name) builtin_source(Builtin::name)
#define MOO_PREFIX(name, text, value, source) source,
#define MOO_INFIX(name, text, level, value, source) source,
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) source,
#define MOO_CHECKED(name, text, whole_text, value, source) source,
#include "moo/program/operations.def"
#undef kind
#undef builtin
};

}  // namespace

ProgramExpr ProgramNodes::add(ProgramNode node, std::span<ProgramExpr const> of) {
    node.first = static_cast<std::uint32_t>(operands.size());
    node.operand_count = static_cast<std::uint32_t>(of.size());
    operands.insert(operands.end(), of.begin(), of.end());
    nodes.push_back(node);
    return static_cast<ProgramExpr>(nodes.size() - 1);
}

ProgramExpr ProgramNodes::make(ProgramOp op, ScalarType type, std::initializer_list<ProgramExpr> of,
                               std::uint32_t index, std::uint32_t other) {
    ProgramNode node;
    node.op = op;
    node.type = type;
    node.index = index;
    node.other = other;
    return add(node, {of.begin(), of.size()});
}

ProgramExpr ProgramNodes::make_number(double value, ScalarType type) {
    ProgramNode node;
    node.type = type;
    node.number = value;
    return add(node, {});
}

OperationInfo const* operation_info(ProgramOp op) {
    auto const number = static_cast<std::size_t>(op);
    return number < operation_table.size() ? &operation_table[number] : nullptr;
}

std::optional<ProgramOp> operation_of(ExprKind given) {
    ExprKind const wanted = without_elements(given);
    for (std::size_t i = 0; i < operation_sources.size(); ++i) {
        if (operation_sources[i].is_kind && operation_sources[i].kind_value == wanted) return static_cast<ProgramOp>(i);
    }
    return std::nullopt;
}

std::optional<ProgramOp> operation_of(Builtin given) {
    for (std::size_t i = 0; i < operation_sources.size(); ++i) {
        bool const is_found = !operation_sources[i].is_kind && operation_sources[i].builtin_value == given;
        if (is_found) return static_cast<ProgramOp>(i);
    }
    return std::nullopt;
}

}  // namespace moo
