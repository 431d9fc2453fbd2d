// Expressions that are arrays.
#include <algorithm>
#include <cmath>

#include "moo/expr/evaluate.h"
#include "moo/program/program_lowering.h"

namespace moo {

std::uint32_t ProgramLowering::array_node(ExprId id) {
    ExprKind const kind = exprs_.kind(id);
    auto const constant = constant_array(id);
    if (constant) {
        c_.program.constants.push_back(*constant);
        return first_constant_array + static_cast<std::uint32_t>(c_.program.constants.size() - 1);
    }
    if (kind == ExprKind::array) return array_literal(id);
    if (kind == ExprKind::matrix) return matrix_literal(id);
    auto const operands = exprs_.operands(id);
    if (kind == ExprKind::range) {
        ScalarType const type = element_type(exprs_.type(id));
        Expr const first = scalar(operands[0], type);
        Expr const step = operands.size() == 3 ? scalar(operands[1], type) : number(1.0, type);
        Expr const last = scalar(operands[operands.size() - 1], type);
        std::uint32_t const made = new_array(type, 1);
        emit_array(ArrayOperation::make_range, made, {}, {first, step, last}).extra = type != ScalarType::real ? 1 : 0;
        return made;
    }
    bool const has_two_arrays =
        is_binary(kind) && types_.is_array(exprs_.type(operands[0])) && types_.is_array(exprs_.type(operands[1]));
    if (kind == ExprKind::mul && has_two_arrays) {
        std::uint32_t const a = array(operands[0]);
        std::uint32_t const b = array(operands[1]);
        std::uint32_t const made = new_array(element_type(exprs_.type(id)), types_.rank(exprs_.type(id)));
        emit_array(ArrayOperation::product, made, {a, b});
        return made;
    }
    if (kind == ExprKind::pow) {
        std::uint32_t const a = array(operands[0]);
        Expr const exponent = scalar(operands[1]);
        std::uint32_t const made = new_array(array_type(a), 2);
        emit_array(ArrayOperation::matrix_power, made, {a}, {exponent});
        return made;
    }
    if (kind == ExprKind::builtin) {
        std::vector<ExprId> arguments;
        operands.copy_to(arguments);
        return array_builtin(exprs_.builtin_of(id), id, arguments);
    }
    if (is_elementwise(id)) return elementwise(id);
    report("an array of kind `" + std::string(kind_name(kind)) + "` cannot be computed");
    return new_array(element_type(exprs_.type(id)), types_.rank(exprs_.type(id)));
}

// ---- literals --------------------------------------------------------------------------------------

// The elements as numbers, if all are known during translation.
std::optional<ConstantArray> ProgramLowering::constant_array(ExprId id) {
    ExprKind const kind = exprs_.kind(id);
    bool const is_literal = kind == ExprKind::array || kind == ExprKind::matrix;
    ScalarType const type = element_type(exprs_.type(id));
    bool const is_number = type == ScalarType::real || type == ScalarType::integer || type == ScalarType::boolean;
    if (!is_literal || exprs_.varies(id) || exprs_.has_iterator(id) || !is_number) return std::nullopt;
    Evaluation const value = evaluate_constant(exprs_, id);
    if (!value.has_value() || !value.value.is_array()) return std::nullopt;
    ConstantArray made;
    made.type = type;
    made.sizes = value.value.dims();
    for (Value const& element : value.value.elements()) {
        made.elements.push_back(element.kind() == ValueKind::real ? element.as_real()
                                                                  : static_cast<double>(element.as_integer()));
    }
    return made;
}

std::uint32_t ProgramLowering::array_literal(ExprId id) {
    auto const operands = exprs_.operands(id);
    ScalarType const type = element_type(exprs_.type(id));
    std::vector<Leaves> elements;
    for (ExprId const operand : operands) elements.push_back(leaves(operand));
    Leaves made = stacked(elements, exprs_.type(id));
    return made.empty() ? new_array(type, 1) : made[0].index;
}

// {a, b, c} for each leaf.
Leaves ProgramLowering::stacked(std::vector<Leaves> const& elements, TypeId type) {
    Leaves made;
    std::vector<LeafType> const wanted = c_.leaf_types(type);
    Expr const count = integer(static_cast<std::int64_t>(elements.size()));
    for (std::size_t leaf = 0; leaf < wanted.size(); ++leaf) {
        ScalarType const element = wanted[leaf].type;
        made.push_back(temporary(element, std::max<std::size_t>(wanted[leaf].sizes.size(), 1)));
        std::uint32_t const target = made.back().index;
        bool const has_arrays = !elements.empty() && leaf < elements[0].size() && elements[0][leaf].is_array;
        if (!has_arrays) {
            emit_array(ArrayOperation::fill, target, {}, {number(0.0, element), count});
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (leaf >= elements[i].size() || elements[i][leaf].is_array) {
                    report("the elements of an array differ in their sizes");
                    return made;
                }
                Expr const value = convert(elements[i][leaf].index, element);
                Expr const place = integer(static_cast<std::int64_t>(i));
                ProgramStatement& store = emit(ProgramStatementKind::place);
                store.target = target;
                store.value = value;
                store.scalars = {place};
            }
            continue;
        }
        emit_array(ArrayOperation::clear, target);
        for (Leaves const& each : elements) {
            if (leaf >= each.size() || !each[leaf].is_array) {
                report("the elements of an array differ in their sizes");
                return made;
            }
            if (&each != &elements[0])
                emit_array(ArrayOperation::same_shape, each[leaf].index, {elements[0][leaf].index});
            emit_array(ArrayOperation::append_array, target, {each[leaf].index});
        }
        emit_array(ArrayOperation::stack, target, {elements[0][leaf].index}, {count});
    }
    return made;
}

std::uint32_t ProgramLowering::promoted(ExprId id, std::size_t rank) {
    Leaves const found = leaves(id);
    if (found.size() != 1) {
        report("records cannot be put together in a matrix");
        return new_array(ScalarType::real, rank);
    }
    std::uint32_t source = found[0].index;
    if (!found[0].is_array) {
        source = new_array(found[0].type, 1);
        emit_array(ArrayOperation::fill, source, {}, {found[0].index, integer(1)});
    }
    if (array_rank(source) == rank) return source;
    std::uint32_t const made = new_array(found[0].type, rank);
    emit_array(ArrayOperation::promote, made, {source}, {integer(static_cast<std::int64_t>(rank))});
    return made;
}

// [a, b; c, d] is cat(1, cat(2, a, b), cat(2, c, d)) of matrices.
std::uint32_t ProgramLowering::matrix_literal(ExprId id) {
    ScalarType const type = element_type(exprs_.type(id));
    std::size_t const rank = std::max<std::size_t>(types_.rank(exprs_.type(id)), 2);
    auto const put_together = [&](std::vector<std::uint32_t> parts, std::int64_t dimension) {
        if (parts.size() == 1) return parts[0];
        std::uint32_t const made = new_array(type, rank);
        emit_array(ArrayOperation::cat, made, std::move(parts), {integer(dimension)});
        return made;
    };
    std::vector<std::uint32_t> rows;
    for (ExprId const row : exprs_.operands(id)) {
        std::vector<std::uint32_t> parts;
        for (ExprId const element : exprs_.operands(row)) parts.push_back(promoted(element, rank));
        rows.push_back(put_together(std::move(parts), 2));
    }
    return put_together(std::move(rows), 1);
}

// ---- built-in functions ----------------------------------------------------------------------------

std::uint32_t ProgramLowering::array_builtin(Builtin builtin, ExprId id, std::vector<ExprId> const& arguments) {
    TypeId const type = exprs_.type(id);
    ScalarType const element = element_type(type);
    std::size_t const rank = types_.rank(type);
    auto const result = [&](ArrayOperation operation, std::vector<std::uint32_t> operands, std::vector<Expr> scalars) {
        std::uint32_t const made = new_array(element, rank);
        emit_array(operation, made, std::move(operands), std::move(scalars));
        return made;
    };
    auto const sizes_from = [&](std::size_t first, Expr value) {
        std::vector<Expr> scalars{value};
        for (std::size_t i = first; i < arguments.size(); ++i) scalars.push_back(scalar(arguments[i]));
        return scalars;
    };
    auto const of_arrays = [&](ArrayOperation operation) { return result(operation, arrays(arguments), {}); };
    switch (builtin) {
        case Builtin::no_event:
        case Builtin::homotopy: return array(arguments[0]);
        case Builtin::smooth: return array(arguments[1]);
        case Builtin::size: return result(ArrayOperation::sizes, {array(arguments[0])}, {});
        case Builtin::vector:
            if (types_.is_array(exprs_.type(arguments[0]))) return of_arrays(ArrayOperation::vector);
            return promoted(arguments[0], 1);
        case Builtin::matrix: return promoted(arguments[0], 2);
        case Builtin::promote: return promoted(arguments[0], rank);
        case Builtin::zeros: return result(ArrayOperation::fill, {}, sizes_from(0, number(0.0, element)));
        case Builtin::ones: return result(ArrayOperation::fill, {}, sizes_from(0, number(1.0, element)));
        case Builtin::fill:
            if (types_.is_array(exprs_.type(arguments[0]))) break;
            return result(ArrayOperation::fill, {}, sizes_from(1, scalar(arguments[0], element)));
        case Builtin::linspace:
            return result(
                ArrayOperation::linspace, {},
                {scalar(arguments[0], ScalarType::real), scalar(arguments[1], ScalarType::real), scalar(arguments[2])});
        case Builtin::identity: return result(ArrayOperation::identity, {}, {scalar(arguments[0])});
        case Builtin::diagonal: return of_arrays(ArrayOperation::diagonal);
        case Builtin::transpose: return of_arrays(ArrayOperation::transpose);
        case Builtin::symmetric: return of_arrays(ArrayOperation::symmetric);
        case Builtin::cross: return of_arrays(ArrayOperation::cross);
        case Builtin::skew: return of_arrays(ArrayOperation::skew);
        case Builtin::outer_product: return of_arrays(ArrayOperation::outer_product);
        case Builtin::cat: {
            Expr const dimension = scalar(arguments[0]);
            std::vector<std::uint32_t> const parts = arrays(std::span(arguments).subspan(1));
            return result(ArrayOperation::cat, parts, {dimension});
        }
        default: break;
    }
    if (is_elementwise(id)) return elementwise(id);
    report("`" + std::string(builtin_info(builtin).name) + "` of an array cannot be computed");
    return new_array(element, rank);
}

// ---- element by element ----------------------------------------------------------------------------

bool ProgramLowering::is_elementwise(ExprId id) const {
    if (!types_.is_array(exprs_.type(id)) || given_.contains(id)) return false;
    ExprKind const kind = exprs_.kind(id);
    auto const is_array = [&](std::size_t i) { return types_.is_array(exprs_.type(exprs_.operand(id, i))); };
    if (kind == ExprKind::neg || kind == ExprKind::logical_not) return true;
    if (kind == ExprKind::mul) return is_array(0) != is_array(1);
    if (kind == ExprKind::pow || is_relation(kind)) return false;
    if (is_binary(kind)) return true;
    if (kind != ExprKind::builtin) return false;
    Builtin const builtin = exprs_.builtin_of(id);
    DerivativeRule const derivative = builtin_info(builtin).derivative;
    return derivative == DerivativeRule::chain || builtin == Builtin::abs || builtin == Builtin::sign ||
           builtin == Builtin::atan2 || builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem ||
           builtin == Builtin::ceil || builtin == Builtin::floor || builtin == Builtin::integer ||
           builtin == Builtin::to_integer || builtin == Builtin::to_real;
}

// Lowers the operands that elements are computed from: arrays, and scalars that are the same for all elements.
void ProgramLowering::prepare_elements(ExprId id, std::vector<std::pair<ExprId, Leaf>>& prepared) {
    if (is_elementwise(id)) {
        for (ExprId const operand : exprs_.operands(id)) prepare_elements(operand, prepared);
        return;
    }
    for (auto const& [known, leaf] : prepared) {
        if (known == id) return;
    }
    Leaves const found = leaves(id);
    Leaf leaf = found.empty() ? temporary(ScalarType::real, 0) : found[0];
    if (!leaf.is_array) leaf.index = held(leaf.index);
    prepared.emplace_back(id, leaf);
}

ProgramExpr ProgramLowering::element_of(ExprId id, Expr place, std::vector<std::pair<ExprId, Leaf>> const& prepared) {
    for (auto const& [known, leaf] : prepared) {
        if (known != id) continue;
        return leaf.is_array ? make(ProgramOp::place, leaf.type, {place}, leaf.index) : leaf.index;
    }
    ExprKind const kind = exprs_.kind(id);
    auto const operands = exprs_.operands(id);
    Expr const a = element_of(operands[0], place, prepared);
    if (kind == ExprKind::neg) return make(ProgramOp::neg, type_of(a), {a});
    if (kind == ExprKind::logical_not) return make(ProgramOp::logical_not, ScalarType::boolean, {a});
    if (kind != ExprKind::builtin) {
        return apply(kind, element_type(exprs_.type(id)), a, element_of(operands[1], place, prepared));
    }
    Builtin const builtin = exprs_.builtin_of(id);
    if (builtin == Builtin::to_real) return convert(a, ScalarType::real);
    ScalarType const type = element_type(exprs_.type(id));
    bool const is_whole = builtin == Builtin::integer || builtin == Builtin::to_integer;
    if (is_whole && type_of(a) == ScalarType::integer) return a;
    bool const is_real = type == ScalarType::real || is_whole || builtin == Builtin::sign;
    Expr const x = is_real ? convert(a, ScalarType::real) : a;
    ProgramOp const op = *operation_of(is_whole ? Builtin::integer : builtin);
    if (operands.size() == 1) return make(op, type, {x});
    Expr const b = element_of(operands[1], place, prepared);
    return make(op, type, {x, is_real ? convert(b, ScalarType::real) : b});
}

std::uint32_t ProgramLowering::elementwise(ExprId id) {
    std::vector<std::pair<ExprId, Leaf>> prepared;
    prepare_elements(id, prepared);
    std::optional<std::uint32_t> shape;
    for (auto const& [known, leaf] : prepared) {
        if (!leaf.is_array) continue;
        if (shape && leaf.index != *shape) emit_array(ArrayOperation::same_shape, leaf.index, {*shape});
        if (!shape) shape = leaf.index;
    }
    TypeId const type = exprs_.type(id);
    std::uint32_t const made = new_array(element_type(type), types_.rank(type));
    if (!shape) return made;
    emit_array(ArrayOperation::shape_like, made, {*shape});
    Expr const last = make(ProgramOp::sub, ScalarType::integer,
                           {make(ProgramOp::count, ScalarType::integer, {}, *shape), integer(1)});
    count_loop(integer(0), integer(1), last, [&](Expr place) {
        Expr const value = convert(element_of(id, place, prepared), array_type(made));
        ProgramStatement& store = emit(ProgramStatementKind::place);
        store.target = made;
        store.value = value;
        store.scalars = {place};
    });
    return made;
}

}  // namespace moo
