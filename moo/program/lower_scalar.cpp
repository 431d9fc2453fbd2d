// Scalar expressions.
#include "moo/program/program_lowering.h"

namespace moo {

ProgramExpr ProgramLowering::scalar_node(ExprId id) {
    ExprKind const kind = exprs_.kind(id);
    switch (kind) {
        case ExprKind::real: return number(exprs_.real_value(id), ScalarType::real);
        case ExprKind::integer: return integer(exprs_.integer_value(id));
        case ExprKind::boolean: return number(exprs_.boolean_value(id) ? 1.0 : 0.0, ScalarType::boolean);
        case ExprKind::enumeration: return integer(exprs_.enumeration_ordinal(id));
        case ExprKind::string:
            return make(ProgramOp::text, ScalarType::text, {}, c_.text_number(c_.text(exprs_.symbol(id))));
        case ExprKind::end:
            if (end_arrays_.empty()) break;
            return make(ProgramOp::size, ScalarType::integer,
                        {integer(static_cast<std::int64_t>(end_axes_.back()) + 1)}, end_arrays_.back().index);
        case ExprKind::neg: {
            Expr const operand = scalar(exprs_.operand(id, 0));
            return make(ProgramOp::neg, type_of(operand), {operand});
        }
        case ExprKind::logical_not:
            return make(ProgramOp::logical_not, ScalarType::boolean, {scalar(exprs_.operand(id, 0))});
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::div:
        case ExprKind::pow:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::element_div:
        case ExprKind::element_pow: return arithmetic(id);
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::if_else: return logic(id);
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: return relation(id);
        case ExprKind::builtin: {
            std::vector<ExprId> arguments;
            exprs_.operands(id).copy_to(arguments);
            return scalar_builtin(exprs_.builtin_of(id), exprs_.type(id), arguments);
        }
        case ExprKind::variable:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::whole:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::reduction: break;
    }
    report("`" + std::string(kind_name(kind)) + "` cannot be computed here");
    return number(0.0, ScalarType::real);
}

// Converts both operands to the wider of their types.
ProgramExpr ProgramLowering::apply(ExprKind kind, ScalarType type, Expr a, Expr b) {
    ProgramOp const op = *operation_of(kind);
    if (type_of(a) == ScalarType::text) return make(ProgramOp::concatenate, ScalarType::text, {a, b});
    bool const is_real = op == ProgramOp::div || op == ProgramOp::pow || type_of(a) == ScalarType::real ||
                         type_of(b) == ScalarType::real;
    ScalarType const common = is_real ? ScalarType::real : type_of(a);
    return make(op, is_logic(op) || is_relation(op) ? type : common, {convert(a, common), convert(b, common)});
}

ProgramExpr ProgramLowering::arithmetic(ExprId id) {
    ExprId const a = exprs_.operand(id, 0);
    ExprId const b = exprs_.operand(id, 1);
    if (types_.is_array(exprs_.type(a)) && types_.is_array(exprs_.type(b))) {
        std::uint32_t const x = array(a);
        std::uint32_t const y = array(b);
        bool const is_real = array_type(x) == ScalarType::real || array_type(y) == ScalarType::real;
        return make(ProgramOp::dot, is_real ? ScalarType::real : ScalarType::integer, {}, x, y);
    }
    Expr const x = scalar(a);
    Expr const y = scalar(b);
    return apply(exprs_.kind(id), ScalarType::real, x, y);
}

ProgramExpr ProgramLowering::relation(ExprId id) {
    Expr const a = scalar(exprs_.operand(id, 0));
    Expr const b = scalar(exprs_.operand(id, 1));
    bool const is_real = type_of(a) == ScalarType::real || type_of(b) == ScalarType::real;
    ScalarType const common = is_real ? ScalarType::real : type_of(a);
    return make(*operation_of(exprs_.kind(id)), ScalarType::boolean, {convert(a, common), convert(b, common)});
}

// `and`, `or` and `if`: an operand that is not needed is not computed, and neither is what it consists of.
ProgramExpr ProgramLowering::logic(ExprId id) {
    ExprKind const kind = exprs_.kind(id);
    Expr const condition = scalar(exprs_.operand(id, 0));
    Expr first = condition;
    Expr second = 0;
    Block first_block;
    if (kind == ExprKind::if_else) first_block = block([&] { first = scalar(exprs_.operand(id, 1)); });
    Block second_block = block([&] { second = scalar(exprs_.operand(id, kind == ExprKind::if_else ? 2 : 1)); });
    bool const is_real = type_of(first) == ScalarType::real || type_of(second) == ScalarType::real;
    ScalarType const type = is_real ? ScalarType::real : type_of(second);
    if (first_block.empty() && second_block.empty()) {
        if (kind == ExprKind::if_else) {
            return make(ProgramOp::if_else, type, {condition, convert(first, type), convert(second, type)});
        }
        return make(*operation_of(kind), ScalarType::boolean, {condition, second});
    }
    std::uint32_t const result = new_scalar(type);
    auto const assigned = [&](Block statements, Expr value) {
        Block tail = block([&] { emit_assign(result, value); });
        for (ProgramStatement& each : tail) statements.push_back(std::move(each));
        return statements;
    };
    Expr const known = number(kind == ExprKind::logical_or ? 1.0 : 0.0, ScalarType::boolean);
    Block then_block = kind == ExprKind::if_else       ? assigned(std::move(first_block), first)
                       : kind == ExprKind::logical_and ? assigned(std::move(second_block), second)
                                                       : assigned({}, known);
    Block else_block = kind == ExprKind::logical_and ? assigned({}, known) : assigned(std::move(second_block), second);
    ProgramStatement& statement = emit(ProgramStatementKind::if_);
    statement.value = condition;
    statement.body = std::move(then_block);
    statement.otherwise = std::move(else_block);
    return local(result);
}

// ---- built-in functions ----------------------------------------------------------------------------

ProgramExpr ProgramLowering::size_of(ExprId id, ExprId dimension) {
    // For a slice or record, take the sizes of the arrays that it consists of.
    Leaves const found = leaves(id);
    Expr const axis = scalar(dimension);
    if (found.empty() || !found[0].is_array) {
        report("`size` needs an array");
        return integer(0);
    }
    return make(ProgramOp::size, ScalarType::integer, {axis}, found[0].index);
}

ProgramExpr ProgramLowering::scalar_builtin(Builtin builtin, TypeId type, std::vector<ExprId> const& arguments) {
    auto const fold = [&](ProgramOp op) {
        std::uint32_t const operand = array(arguments[0]);
        return make(op, array_type(operand), {}, operand);
    };
    bool const takes_array = !arguments.empty() && types_.is_array(exprs_.type(arguments[0]));
    switch (builtin) {
        case Builtin::no_event:
        case Builtin::homotopy: return scalar(arguments[0]);
        case Builtin::smooth: return scalar(arguments[1]);
        case Builtin::size: return size_of(arguments[0], arguments[1]);
        case Builtin::ndims: return integer(static_cast<std::int64_t>(types_.rank(exprs_.type(arguments[0]))));
        case Builtin::scalar: return takes_array ? fold(ProgramOp::only_element) : scalar(arguments[0]);
        case Builtin::sum: return takes_array ? fold(ProgramOp::sum) : scalar(arguments[0]);
        case Builtin::product: return takes_array ? fold(ProgramOp::product) : scalar(arguments[0]);
        case Builtin::min:
            if (takes_array && arguments.size() == 1) return fold(ProgramOp::smallest);
            break;
        case Builtin::max:
            if (takes_array && arguments.size() == 1) return fold(ProgramOp::largest);
            break;
        case Builtin::to_string: return text_of(arguments);
        case Builtin::semi_linear: {
            Expr const x = held(scalar(arguments[0], ScalarType::real));
            Expr const positive = scalar(arguments[1], ScalarType::real);
            Expr const negative = scalar(arguments[2], ScalarType::real);
            Expr const is_positive =
                make(ProgramOp::greater_equal, ScalarType::boolean, {x, number(0, ScalarType::real)});
            return make(ProgramOp::mul, ScalarType::real,
                        {x, make(ProgramOp::if_else, ScalarType::real, {is_positive, positive, negative})});
        }
        case Builtin::real_parameter_equal:
            return make(ProgramOp::equal, ScalarType::boolean,
                        {scalar(arguments[0], ScalarType::real), scalar(arguments[1], ScalarType::real)});
        case Builtin::to_real: return scalar(arguments[0], ScalarType::real);
        default: break;
    }
    return numeric_builtin(builtin, type, arguments);
}

ProgramExpr ProgramLowering::numeric_builtin(Builtin builtin, TypeId type, std::vector<ExprId> const& arguments) {
    BuiltinInfo const& info = builtin_info(builtin);
    bool const is_elementary = info.derivative == DerivativeRule::chain || builtin == Builtin::atan2 ||
                               builtin == Builtin::ceil || builtin == Builtin::floor;
    bool const keeps_type = builtin == Builtin::abs || builtin == Builtin::min || builtin == Builtin::max ||
                            builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem;
    bool const to_integer = builtin == Builtin::sign || builtin == Builtin::integer || builtin == Builtin::to_integer;
    if (!is_elementary && !keeps_type && !to_integer) {
        report("`" + std::string(info.name) + "` cannot be computed here");
        return number(0.0, element_type(type));
    }
    std::vector<Expr> operands;
    bool is_real = is_elementary;
    for (ExprId const argument : arguments) {
        operands.push_back(scalar(argument));
        is_real = is_real || type_of(operands.back()) == ScalarType::real;
    }
    // Integer(e) of an enumeration and integer(i) are just the number.
    if ((builtin == Builtin::integer || builtin == Builtin::to_integer) && !is_real) return operands[0];
    ProgramNode node;
    node.op = *operation_of(builtin == Builtin::to_integer ? Builtin::integer : builtin);
    node.type = to_integer ? ScalarType::integer : is_real ? ScalarType::real : type_of(operands[0]);
    for (Expr& operand : operands)
        operand = is_real || builtin == Builtin::sign ? convert(operand, ScalarType::real) : operand;
    return c_.make(node, operands);
}

ProgramExpr ProgramLowering::text_of(std::vector<ExprId> const& arguments) {
    Expr const value = scalar(arguments[0]);
    TypeKind const kind = types_.kind(exprs_.type(arguments[0]));
    if (kind == TypeKind::string) return value;
    bool const has_format = arguments.size() == 2 && exprs_.type(arguments[1]) == types::string;
    if (has_format) {
        ProgramOp const op = kind == TypeKind::integer ? ProgramOp::format_integer : ProgramOp::format_real;
        return make(op, ScalarType::text, {value, scalar(arguments[1])});
    }
    std::size_t at = 1;
    auto const option = [&](Expr otherwise) { return at < arguments.size() ? scalar(arguments[at++]) : otherwise; };
    if (kind == TypeKind::real) {
        Expr const digits = option(integer(6));
        Expr const length = option(integer(0));
        Expr const left = option(number(1.0, ScalarType::boolean));
        return make(ProgramOp::text_of_real, ScalarType::text, {value, digits, length, left});
    }
    Expr const length = option(integer(0));
    Expr const left = option(number(1.0, ScalarType::boolean));
    if (kind == TypeKind::enumeration) {
        return make(ProgramOp::text_of_literal, ScalarType::text, {value, length, left},
                    c_.enumeration_number(exprs_.type(arguments[0])));
    }
    ProgramOp const op = kind == TypeKind::boolean ? ProgramOp::text_of_boolean : ProgramOp::text_of_integer;
    return make(op, ScalarType::text, {value, length, left});
}

}  // namespace moo
