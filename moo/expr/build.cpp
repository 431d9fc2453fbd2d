// The builders: type, folding, then the node.
#include <bit>
#include <cassert>
#include <limits>

#include "moo/expr/fold.h"
#include "moo/expr/store.h"
#include "moo/expr/type_rules.h"

namespace moo {

namespace {

std::uint32_t low_half(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
std::uint32_t high_half(std::uint64_t bits) { return static_cast<std::uint32_t>(bits >> 32); }

// Whether the value of the call depends on more than its arguments.
bool is_stateful(Builtin builtin) {
    switch (builtin_info(builtin).derivative) {
        case DerivativeRule::none: return builtin != Builtin::product && builtin != Builtin::to_string;
        case DerivativeRule::special: return builtin == Builtin::delay;
        case DerivativeRule::zero:
            return builtin == Builtin::cardinality || builtin == Builtin::hold || builtin == Builtin::previous ||
                   builtin == Builtin::sample || builtin == Builtin::no_clock || builtin == Builtin::interval;
        case DerivativeRule::chain:
        case DerivativeRule::linear:
        case DerivativeRule::bilinear: return false;
    }
    return true;
}

}  // namespace

ExprId ExprStore::real(double value) {
    auto const bits = std::bit_cast<std::uint64_t>(value);
    return leaf(ExprKind::real, types::real, low_half(bits), high_half(bits));
}

ExprId ExprStore::integer(std::int64_t value) {
    auto const bits = std::bit_cast<std::uint64_t>(value);
    return leaf(ExprKind::integer, types::integer, low_half(bits), high_half(bits));
}

ExprId ExprStore::boolean(bool value) { return leaf(ExprKind::boolean, types::boolean, value ? 1 : 0, 0); }

ExprId ExprStore::string(Symbol text) { return leaf(ExprKind::string, types::string, text.index(), 0); }

ExprId ExprStore::enumeration(TypeId type, std::uint32_t ordinal) {
    return leaf(ExprKind::enumeration, type, ordinal, 0);
}

ExprId ExprStore::variable(VarId variable, TypeId type) {
    assert(variable.has_value());
    return add_variable({ExprKind::variable, expr_flag::varies, 0, type, variable.index(), 0});
}

ExprId ExprStore::iterator(Symbol name, TypeId type) {
    return leaf(ExprKind::iterator, type, name.index(), 0, expr_flag::varies | expr_flag::has_iterator);
}

ExprId ExprStore::time() { return leaf(ExprKind::time, types::real, 0, 0, expr_flag::varies); }

ExprId ExprStore::end() { return leaf(ExprKind::end, types::integer, 0, 0, expr_flag::varies); }

ExprId ExprStore::whole() { return leaf(ExprKind::whole, types::unknown, 0, 0); }

ExprId ExprStore::neg(ExprId a) {
    if (ExprId const folded = fold_neg(*this, a)) return folded;
    return operands_node(ExprKind::neg, 0, type(a), {&a, 1});
}

ExprId ExprStore::logical_not(ExprId a) {
    if (ExprId const folded = fold_not(*this, a)) return folded;
    return operands_node(ExprKind::logical_not, 0, type(a), {&a, 1});
}

ExprId ExprStore::der(ExprId a) {
    TypeId const result = type(a) == types::real ? type(a) : types_.with_element(type(a), types::real);
    return operands_node(ExprKind::der, 0, result, {&a, 1}, expr_flag::has_der | expr_flag::varies);
}

ExprId ExprStore::pre(ExprId a) { return operands_node(ExprKind::pre, 0, type(a), {&a, 1}, expr_flag::varies); }

ExprId ExprStore::binary(ExprKind kind, ExprId a, ExprId b) {
    assert(is_binary(kind));
    if (ExprId const folded = fold_binary(*this, kind, a, b)) return folded;
    std::array const operands{a, b};
    return operands_node(kind, 0, binary_type(types_, kind, type(a), type(b)), operands);
}

ExprId ExprStore::if_else(ExprId condition, ExprId then_value, ExprId else_value) {
    if (ExprId const folded = fold_if(*this, condition, then_value, else_value)) return folded;
    std::array const operands{condition, then_value, else_value};
    return operands_node(ExprKind::if_else, 0, widest_type(types_, type(then_value), type(else_value)), operands);
}

ExprId ExprStore::range(ExprId start, ExprId stop) {
    std::array const operands{start, stop};
    return operands_node(ExprKind::range, 0, range_type(*this, start, ExprId(), stop), operands);
}

ExprId ExprStore::range(ExprId start, ExprId step, ExprId stop) {
    std::array const operands{start, step, stop};
    return operands_node(ExprKind::range, 0, range_type(*this, start, step, stop), operands);
}

ExprId ExprStore::subscript(ExprId base, ExprList subscripts) {
    if (ExprId const folded = fold_subscript(*this, base, subscripts.span())) return folded;
    std::vector<ExprId> operands{base};
    operands.insert(operands.end(), subscripts.begin(), subscripts.end());
    return operands_node(ExprKind::subscript, 0, subscript_type(*this, base, subscripts.span()), operands);
}

ExprId ExprStore::field(ExprId record, Symbol name, TypeId type) {
    if (ExprId const folded = fold_field(*this, record, name)) return folded;
    if (type == types::unknown) type = field_type(types_, this->type(record), name);
    auto const flags = static_cast<std::uint8_t>(inherited_flags({&record, 1}) | 1);
    return inline_node(ExprKind::field, 0, type, record.index(), name.index(), flags);
}

ExprId ExprStore::array(ExprList elements) {
    return operands_node(ExprKind::array, 0, array_type(*this, elements.span()), elements.span());
}

ExprId ExprStore::matrix(ExprList rows) {
    return operands_node(ExprKind::matrix, 0, matrix_type(*this, rows.span()), rows.span());
}

ExprId ExprStore::matrix_row(ExprList elements) {
    return operands_node(ExprKind::matrix_row, 0, matrix_row_type(*this, elements.span()), elements.span());
}

ExprId ExprStore::tuple(ExprList members) {
    std::vector<TypeId> member_types;
    for (ExprId const member : members) member_types.push_back(type(member));
    return operands_node(ExprKind::tuple, 0, types_.tuple(member_types), members.span());
}

ExprId ExprStore::builtin(Builtin builtin, ExprList arguments) {
    assert(builtin_info(builtin).takes(arguments.size()));
    if (ExprId const folded = fold_builtin(*this, builtin, arguments.span())) return folded;
    std::uint8_t const flags = is_stateful(builtin) ? expr_flag::varies : std::uint8_t{0};
    TypeId const result = builtin_type(*this, builtin, arguments.span());
    return operands_node(ExprKind::builtin, static_cast<std::uint16_t>(builtin), result, arguments.span(), flags);
}

ExprId ExprStore::call(Symbol function, ExprList arguments, TypeId type) {
    // The store does not know what a function does, but it knows what a record is.
    bool const is_record = types_.kind(type) == TypeKind::record && types_.name(type) == function;
    std::uint8_t const flags = is_record ? std::uint8_t{0} : expr_flag::varies;
    return pool_node(ExprKind::call, 0, type, arguments.span(), {&function, 1}, flags);
}

ExprId ExprStore::output(ExprId call, std::size_t number) {
    TypeId const results = type(call);
    if (types_.kind(results) != TypeKind::tuple) {
        assert(number == 1);
        return call;
    }
    assert(number >= 1 && number <= types_.members(results).size() &&
           number <= std::numeric_limits<std::uint16_t>::max());
    return operands_node(ExprKind::output, static_cast<std::uint16_t>(number), types_.members(results)[number - 1],
                         {&call, 1});
}

ExprId ExprStore::record(TypeId record_type, ExprList fields) {
    assert(types_.kind(record_type) == TypeKind::record && fields.size() == types_.fields(record_type).size());
    return call(types_.name(record_type), fields, record_type);
}

ExprId ExprStore::reduction(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators) {
    std::vector<ExprId> operands{body};
    std::vector<Symbol> names;
    for (ReductionIterator const& iterator : iterators) {
        operands.push_back(iterator.range);
        names.push_back(iterator.name);
    }
    TypeId const result = reduction_type(*this, reduction, body, iterators);
    return pool_node(ExprKind::reduction, static_cast<std::uint16_t>(reduction), result, operands, names, 0);
}

ExprId ExprStore::rebuild(ExprStore const& from, ExprId original, ExprList operands) {
    ExprNode const old = from.node(original);
    switch (old.kind) {
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::end:
        case ExprKind::whole: return &from == this ? original : add_node(old);
        case ExprKind::variable: return &from == this ? original : add_variable(old);
        case ExprKind::neg: return neg(operands[0]);
        case ExprKind::logical_not: return logical_not(operands[0]);
        case ExprKind::der: return der(operands[0]);
        case ExprKind::pre: return pre(operands[0]);
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
        case ExprKind::not_equal: return binary(old.kind, operands[0], operands[1]);
        case ExprKind::if_else: return if_else(operands[0], operands[1], operands[2]);
        case ExprKind::range:
            return operands.size() == 2 ? range(operands[0], operands[1])
                                        : range(operands[0], operands[1], operands[2]);
        case ExprKind::subscript: return subscript(operands[0], operands.span().subspan(1));
        // The shape follows the new operand; the type that was given counts only where that has no such field.
        case ExprKind::field: {
            TypeId const known = field_type(types_, type(operands[0]), Symbol(old.b));
            return field(operands[0], Symbol(old.b), known == types::unknown ? old.type : known);
        }
        case ExprKind::array: return array(operands);
        case ExprKind::matrix: return matrix(operands);
        case ExprKind::matrix_row: return matrix_row(operands);
        case ExprKind::tuple: return tuple(operands);
        case ExprKind::builtin: return builtin(static_cast<Builtin>(old.aux), operands);
        case ExprKind::call: return call(from.symbol(original), operands, old.type);
        case ExprKind::output: return output(operands[0], old.aux);
        case ExprKind::reduction: {
            std::vector<ReductionIterator> iterators;
            for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
                iterators.push_back({from.iterator_at(original, i).name, operands[i + 1]});
            }
            return reduction(static_cast<Reduction>(old.aux), operands[0], iterators);
        }
    }
    return original;
}

}  // namespace moo
