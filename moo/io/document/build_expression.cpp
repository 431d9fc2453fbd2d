#include "moo/io/document/build_expression.h"

#include <algorithm>

#include "moo/expr/substitute.h"
#include "moo/io/document/expression_names.h"
#include "moo/lower/type_text.h"

namespace moo {

ExprId ExpressionBuilder::fail(std::string text) {
    error_ = std::move(text);
    is_missing_ = false;
    return {};
}

ExprId ExpressionBuilder::missing(std::string text) {
    error_ = std::move(text);
    is_missing_ = true;
    return {};
}

std::string ExpressionBuilder::quoted(Symbol name) const {
    return name ? "`" + std::string(names_.interner().text(name)) + "`" : "that name";
}

// ---- leaves ----------------------------------------------------------------------------------------

ExprId ExpressionBuilder::variable(Symbol name) {
    VarId const variable = names_.variable(name);
    if (!variable) return missing("there is no variable " + quoted(name));
    return exprs_.variable(variable, variables_[variable].type);
}

ExpressionBuilder::Local const* ExpressionBuilder::find_local(Symbol name) const {
    for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
        if (local->name == name) return &*local;
    }
    return nullptr;
}

ExprId ExpressionBuilder::local(Symbol name) {
    Local const* const found = find_local(name);
    if (found == nullptr) return fail("no iterator or variable of a function here is called " + quoted(name));
    return exprs_.iterator(found->name, found->type);
}

ExprId ExpressionBuilder::shared(std::int64_t number) {
    if (number >= 1 && number <= static_cast<std::int64_t>(shared_.size())) {
        return shared_[static_cast<std::size_t>(number - 1)];
    }
    return missing("there is no shared expression " + std::to_string(number) + " before this place");
}

ExprId ExpressionBuilder::enumeration(Symbol type_name, Symbol literal) {
    TypeTable& types = exprs_.types();
    auto const type = names_.type(type_name, types);
    if (!type || types.kind(*type) != TypeKind::enumeration) {
        return fail("there is no enumeration " + quoted(type_name));
    }
    auto const literals = types.literals(*type);
    auto const found = std::find(literals.begin(), literals.end(), literal);
    if (!literal || found == literals.end()) {
        return fail("the enumeration " + quoted(type_name) + " has no literal " + quoted(literal));
    }
    return exprs_.enumeration(*type, static_cast<std::uint32_t>(found - literals.begin() + 1));
}

// ---- what files say beside the expressions ------------------------------------------------------------

bool ExpressionBuilder::remember(RememberedKind kind, std::int64_t number, ExprId expr) {
    std::uint64_t const row =
        static_cast<std::uint64_t>(kind) << 32 | (static_cast<std::uint64_t>(number) & 0xffffffff);
    auto const [known, is_new] = remembered_by_row_.try_emplace(row, expr);
    if (!is_new && known->second == expr) return false;
    remembered_.push_back({kind, static_cast<std::uint32_t>(number), expr, {}});
    return true;
}

bool ExpressionBuilder::check_type(ExprId expr, TypeId stated) {
    if (!stated) return true;
    TypeTable const& types = exprs_.types();
    TypeId const type = exprs_.type(expr);
    if (type == stated || types.kind(type) == TypeKind::unknown) return true;
    if (types.element(type) == types.element(stated) && have_equal_shapes(types, type, stated)) return true;
    fail("this is " + type_text(types, type, names_.interner()) + ", not " +
         type_text(types, stated, names_.interner()) + " as the file says");
    return false;
}

// ---- operators -------------------------------------------------------------------------------------

bool ExpressionBuilder::is_numeric(ExprId expr) const {
    TypeId const type = element(expr);
    return type == types::real || type == types::integer || type == types::unknown;
}

// Neither `:` nor a list of results.
bool ExpressionBuilder::is_value(ExprId expr) const {
    ExprKind const kind = exprs_.kind(expr);
    return kind != ExprKind::whole && kind != ExprKind::matrix_row &&
           exprs_.types().kind(exprs_.type(expr)) != TypeKind::tuple;
}

ExprId ExpressionBuilder::apply(ExprKind kind, std::span<ExprId const> operands) {
    auto const word = [&] { return "`" + std::string(operator_word(kind)) + "`"; };
    if (operator_word(kind).empty()) return fail("this is not an operator");
    if (!operator_arity(kind).takes(operands.size())) {
        return fail(word() + " does not take " + std::to_string(operands.size()) + " operands");
    }
    bool const may_be_whole = kind == ExprKind::tuple || kind == ExprKind::subscript || kind == ExprKind::matrix;
    for (ExprId const operand : operands) {
        if (!may_be_whole && !is_value(operand)) return fail("an operand of " + word() + " is not a value");
    }
    if (is_binary(kind)) {
        // Only `-` takes one operand, too.
        return operands.size() == 1 ? apply_unary(ExprKind::neg, operands[0])
                                    : apply_binary(kind, operands[0], operands[1]);
    }
    if (operands.size() == 1 && operator_arity(kind).most == 1) return apply_unary(kind, operands[0]);
    return apply_other(kind, operands);
}

// Operators that are neither unary nor binary.
ExprId ExpressionBuilder::apply_other(ExprKind kind, std::span<ExprId const> operands) {
    if (kind == ExprKind::time) return exprs_.time();
    if (kind == ExprKind::end) return exprs_.end();
    if (kind == ExprKind::whole) return exprs_.whole();
    if (kind == ExprKind::if_else) return apply_if(operands);
    if (kind == ExprKind::range) return apply_range(operands);
    if (kind == ExprKind::subscript) return apply_subscript(operands);
    if (kind == ExprKind::matrix) return apply_matrix(operands);
    if (kind == ExprKind::matrix_row) return exprs_.matrix_row(operands);
    if (kind == ExprKind::tuple) return exprs_.tuple(operands);
    for (ExprId const operand : operands) {
        if (have_common_element(exprs_.types(), exprs_.type(operands[0]), exprs_.type(operand))) continue;
        return fail("the elements of an array have different types");
    }
    return exprs_.array(operands);
}

ExprId ExpressionBuilder::apply_unary(ExprKind kind, ExprId operand) {
    switch (kind) {
        case ExprKind::neg:
            if (!is_numeric(operand)) return fail("`-` is applied to something that is not a number");
            return exprs_.neg(operand);
        case ExprKind::logical_not:
            if (element(operand) != types::boolean) return fail("`not` is applied to something that is not Boolean");
            return exprs_.logical_not(operand);
        case ExprKind::der:
            if (!exprs_.is_reference(operand) || !is_numeric(operand))
                return fail("`der` of something that is not a variable");
            return exprs_.der(operand);
        default:
            if (!exprs_.is_reference(operand)) return fail("`pre` of something that is not a variable");
            return exprs_.pre(operand);
    }
}

ExprId ExpressionBuilder::apply_binary(ExprKind kind, ExprId a, ExprId b) {
    auto const misfit = [&] {
        return fail("the operands of `" + std::string(operator_word(kind)) + "` do not fit together");
    };
    TypeTable const& types = exprs_.types();
    if (kind == ExprKind::logical_and || kind == ExprKind::logical_or) {
        if (element(a) != types::boolean || element(b) != types::boolean) return misfit();
    } else if (is_relation(kind)) {
        if (types.is_array(exprs_.type(a)) || types.is_array(exprs_.type(b))) return misfit();
        if (!have_common_element(types, exprs_.type(a), exprs_.type(b))) return misfit();
    } else {
        bool const are_strings =
            kind == ExprKind::add && exprs_.type(a) == types::string && exprs_.type(b) == types::string;
        if (!are_strings && (!is_numeric(a) || !is_numeric(b))) return misfit();
    }
    ExprId const result = exprs_.binary(kind, a, b);
    bool const is_known = element(a) != types::unknown && element(b) != types::unknown;
    return is_known && exprs_.type(result) == types::unknown ? misfit() : result;
}

ExprId ExpressionBuilder::apply_if(std::span<ExprId const> operands) {
    if (exprs_.type(operands[0]) != types::boolean) return fail("the condition of an `if` is not Boolean");
    if (!have_common_element(exprs_.types(), exprs_.type(operands[1]), exprs_.type(operands[2]))) {
        return fail("the branches of an `if` have different types");
    }
    return exprs_.if_else(operands[0], operands[1], operands[2]);
}

ExprId ExpressionBuilder::apply_range(std::span<ExprId const> operands) {
    for (ExprId const operand : operands) {
        TypeId const type = exprs_.type(operand);
        bool const is_ordered =
            is_numeric(operand) || type == types::boolean || exprs_.types().kind(type) == TypeKind::enumeration;
        if (exprs_.types().is_array(type) || !is_ordered) return fail("a bound of a range is not a number");
    }
    return operands.size() == 2 ? exprs_.range(operands[0], operands[1])
                                : exprs_.range(operands[0], operands[1], operands[2]);
}

ExprId ExpressionBuilder::apply_subscript(std::span<ExprId const> operands) {
    if (!is_value(operands[0])) return fail("this has no subscripts");
    TypeTable const& types = exprs_.types();
    TypeId const type = exprs_.type(operands[0]);
    if (types.kind(type) != TypeKind::unknown && types.rank(type) < operands.size() - 1) {
        return fail("there are more subscripts than dimensions");
    }
    for (ExprId const subscript : operands.subspan(1)) {
        TypeId const index = element(subscript);
        bool const is_index = exprs_.kind(subscript) == ExprKind::whole || index == types::integer ||
                              index == types::boolean || index == types::unknown ||
                              types.kind(index) == TypeKind::enumeration;
        if (!is_index || types.rank(exprs_.type(subscript)) > 1) return fail("a subscript is no Integer");
    }
    return exprs_.subscript(operands[0], operands.subspan(1));
}

ExprId ExpressionBuilder::apply_matrix(std::span<ExprId const> operands) {
    std::size_t rows = 0;
    for (ExprId const operand : operands) rows += exprs_.kind(operand) == ExprKind::matrix_row ? 1u : 0u;
    if (rows == 0) return builtin(Builtin::matrix, operands);
    if (rows != operands.size()) return fail("a matrix is made of rows");
    return exprs_.matrix(operands);
}

// ---- calls -----------------------------------------------------------------------------------------

ExprId ExpressionBuilder::builtin(Builtin builtin, std::span<ExprId const> arguments) {
    BuiltinInfo const& info = builtin_info(builtin);
    auto const name = [&] { return "`" + std::string(info.name) + "`"; };
    if (!builtin_arity(builtin).takes(arguments.size())) {
        return fail(name() + " does not take " + std::to_string(arguments.size()) + " arguments");
    }
    for (ExprId const argument : arguments) {
        if (!is_value(argument)) return fail("an argument of " + name() + " is not a value");
        bool const needs_numbers =
            info.type == TypeRule::real_shape || info.type == TypeRule::widest || info.type == TypeRule::integer_sizes;
        bool const is_conversion = builtin == Builtin::to_real;
        if (needs_numbers && !is_conversion && !is_numeric(argument)) {
            return fail("an argument of " + name() + " is not a number");
        }
    }
    return exprs_.builtin(builtin, arguments);
}

// The declared type, with the sizes that follow from those of the arguments.
TypeId ExpressionBuilder::output_type(FlatFunction const& function, FunctionVariable const& output,
                                      std::span<ExprId const> arguments) {
    TypeTable& types = exprs_.types();
    if (types.has_known_sizes(output.type)) return output.type;
    auto const known = types.dims(output.type);
    std::vector<std::int64_t> dims(known.begin(), known.end());
    Substitution substitution(exprs_);
    std::size_t input = 0;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role == FunctionRole::input) substitution.set(variable.name, arguments[input++]);
    }
    for (std::size_t i = 0; i < std::min(dims.size(), output.sizes.size()); ++i) {
        if (dims[i] != TypeTable::unknown_size || !output.sizes[i]) continue;
        ExprId const size = substitution.apply(output.sizes[i]);
        if (exprs_.kind(size) == ExprKind::integer && exprs_.integer_value(size) >= 0)
            dims[i] = exprs_.integer_value(size);
    }
    return types.array(types.element(output.type), dims);
}

ExprId ExpressionBuilder::call(Symbol function_name, std::span<ExprId const> arguments) {
    for (ExprId const argument : arguments) {
        if (!is_value(argument)) return fail("an argument of " + quoted(function_name) + " is not a value");
    }
    auto const index = names_.function(function_name);
    if (!index) {
        // `T(…)` makes an external object of type T; the function is `T.constructor`.
        auto const type = names_.type(function_name, exprs_.types());
        if (!type || exprs_.types().kind(*type) != TypeKind::external_object) {
            return missing("there is no function " + quoted(function_name));
        }
        return exprs_.call(function_name, arguments, *type);
    }
    FlatFunction const& function = functions_[*index];
    std::size_t inputs = 0;
    std::vector<TypeId> outputs;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role != FunctionRole::input) continue;
        if (inputs < arguments.size() &&
            !is_assignable(exprs_.types(), exprs_.type(arguments[inputs]), variable.type)) {
            return fail("argument " + std::to_string(inputs + 1) + " of " + quoted(function_name) +
                        " does not have the type of the input");
        }
        ++inputs;
    }
    if (inputs != arguments.size()) {
        return fail(quoted(function_name) + " has " + std::to_string(inputs) + " inputs, not " +
                    std::to_string(arguments.size()));
    }
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role != FunctionRole::output) continue;
        return exprs_.call(function_name, arguments, output_type(function, variable, arguments));
    }
    return exprs_.call(function_name, arguments, exprs_.types().tuple({}));
}

ExprId ExpressionBuilder::with_all_outputs(ExprId call) {
    auto const index = exprs_.kind(call) == ExprKind::call ? names_.function(exprs_.symbol(call)) : std::nullopt;
    if (!index) return call;
    FlatFunction const& function = functions_[*index];
    std::vector<ExprId> arguments;
    exprs_.operands(call).copy_to(arguments);
    std::vector<TypeId> outputs;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role == FunctionRole::output) outputs.push_back(output_type(function, variable, arguments));
    }
    if (outputs.size() < 2) return call;
    return exprs_.call(function.name, arguments, exprs_.types().tuple(outputs));
}

ExprId ExpressionBuilder::record(Symbol type_name, std::span<ExprId const> fields) {
    TypeTable& types = exprs_.types();
    auto const type = names_.type(type_name, types);
    if (!type || types.kind(*type) != TypeKind::record) return fail("there is no record " + quoted(type_name));
    if (types.fields(*type).size() != fields.size()) {
        return fail("the record " + quoted(type_name) + " has " + std::to_string(types.fields(*type).size()) +
                    " fields, not " + std::to_string(fields.size()));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        bool const fits =
            is_value(fields[i]) && is_assignable(types, exprs_.type(fields[i]), types.fields(*type)[i].type);
        if (!fits) return fail("field " + std::to_string(i + 1) + " of " + quoted(type_name) + " has another type");
    }
    return exprs_.record(*type, fields);
}

ExprId ExpressionBuilder::field(ExprId record, Symbol name) {
    TypeId const type = element(record);
    bool const is_record = exprs_.types().kind(type) == TypeKind::record;
    if (!name || !is_record || !exprs_.types().field_index(type, name)) {
        return fail("there is no field " + quoted(name) + " in this value");
    }
    return exprs_.field(record, name);
}

ExprId ExpressionBuilder::output(ExprId call, std::int64_t number) {
    ExprId const all = with_all_outputs(call);
    TypeId const type = exprs_.type(all);
    bool const has_many = exprs_.types().kind(type) == TypeKind::tuple;
    std::size_t const count = has_many ? exprs_.types().members(type).size() : 1;
    bool const is_call = exprs_.kind(all) == ExprKind::call || exprs_.kind(all) == ExprKind::builtin;
    if (!is_call || number < 1 || static_cast<std::size_t>(number) > count || number > 0xffff) {
        return fail("there is no result " + std::to_string(number) + " of this call");
    }
    return exprs_.output(all, static_cast<std::size_t>(number));
}

ExprId ExpressionBuilder::reduction(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators) {
    if (iterators.empty()) return fail("a reduction has an iterator");
    for (ReductionIterator const& iterator : iterators) {
        bool const is_vector = exprs_.types().rank(exprs_.type(iterator.range)) == 1;
        if (!is_vector && exprs_.type(iterator.range) != types::unknown)
            return fail("the range of an iterator is not a vector");
    }
    bool const adds = reduction == Reduction::sum || reduction == Reduction::product;
    if (!is_value(body) || (adds && !is_numeric(body))) return fail("the body of a reduction is not a number");
    return exprs_.reduction(reduction, body, iterators);
}

}  // namespace moo
