// The arguments of the built-in functions (Modelica 3.6, sections 3.7, 10.3 and 16).
#include <algorithm>

#include "moo/lower/lower_expression_impl.h"
#include "moo/lower/shared_messages.h"

namespace moo {

namespace {

constexpr Message<std::int64_t, std::string_view, std::string_view> no_dimension{
    DiagnosticKind::SubscriptOutOfRange, "there is no dimension {} in `{}` of type {}"};
constexpr Message<std::string_view, std::int64_t> negative_size{DiagnosticKind::WrongArguments,
                                                                "the size `{}` is {}, which is negative"};
constexpr Message<std::int64_t> negative_order{DiagnosticKind::WrongArguments,
                                               "the order of `smooth` is {}, which is negative"};
constexpr Message<std::int64_t> too_few_values{DiagnosticKind::WrongArguments,
                                               "`linspace` needs at least 2 values, not {}"};
constexpr Message<std::string_view, std::string_view> unknown_dimension{
    DiagnosticKind::WrongArguments, "the dimension `{}` of `{}` is not known at translation"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> cannot_concatenate{
    DiagnosticKind::TypeMismatch, "`{}` of type {} cannot be concatenated with `{}` of type {}"};
constexpr Message<std::string_view, std::string_view> no_string_operator{DiagnosticKind::TypeMismatch,
                                                                         "{} has no operator `'String'` for `{}`"};

}  // namespace

ExprId ExpressionLowering::builtin_of(Builtin builtin, std::span<Operand const> arguments) {
    std::vector<ExprId> values;
    for (Operand const& argument : arguments) values.push_back(argument.value);
    return exprs_.builtin(builtin, values);
}

bool ExpressionLowering::expect_numbers(std::span<Operand const> arguments) {
    for (Operand const& argument : arguments) {
        if (is_numeric(argument.value) || is_unknown(argument.value)) continue;
        mismatch(argument.id, argument.value, "a number");
        return false;
    }
    return true;
}

bool ExpressionLowering::expect_scalar(Operand const& argument, TypeId type) {
    if (is_assignable(types_, exprs_.type(argument.value), type)) return true;
    mismatch(argument.id, argument.value, text_of(type));
    return false;
}

bool ExpressionLowering::expect_rank(Operand const& argument, std::size_t rank, std::string_view expected) {
    if (is_unknown(argument.value) || rank_of(argument.value) == rank) return true;
    mismatch(argument.id, argument.value, expected);
    return false;
}

bool ExpressionLowering::expect_vector_of(Operand const& argument, std::int64_t size) {
    TypeId const type = exprs_.type(argument.value);
    TypeId const expected = types_.array(types::real, {&size, 1});
    if (is_assignable(types_, type, expected)) return true;
    mismatch(argument.id, argument.value, text_of(expected));
    return false;
}

// Integers; those that are known at translation become literals, so that the type has them.
bool ExpressionLowering::expect_sizes(std::span<Operand> arguments) {
    for (Operand& argument : arguments) {
        if (!expect_scalar(argument, types::integer)) return false;
        argument.value = literal_if_known(argument.value);
        if (exprs_.kind(argument.value) != ExprKind::integer || exprs_.integer_value(argument.value) >= 0) continue;
        context_.diagnostics.error(ast_[argument.id].span, negative_size, source_text(argument.id),
                                   exprs_.integer_value(argument.value));
        return false;
    }
    return true;
}

ExprId ExpressionLowering::check_builtin(ast::ExprId id, Builtin builtin, std::vector<Operand>& arguments) {
    std::span<Operand> const all = arguments;
    switch (builtin) {
        case Builtin::sin:
        case Builtin::cos:
        case Builtin::tan:
        case Builtin::asin:
        case Builtin::acos:
        case Builtin::atan:
        case Builtin::sinh:
        case Builtin::cosh:
        case Builtin::tanh:
        case Builtin::exp:
        case Builtin::log:
        case Builtin::log10:
        case Builtin::sqrt:
        case Builtin::abs:
        case Builtin::sign:
        case Builtin::ceil:
        case Builtin::floor:
        case Builtin::integer:
        case Builtin::to_real: return expect_numbers(all) ? builtin_of(builtin, all) : ExprId();
        case Builtin::atan2:
        case Builtin::div:
        case Builtin::mod:
        case Builtin::rem:
        case Builtin::semi_linear: return expect_numbers(all) ? vectorize_builtin(id, builtin, all) : ExprId();
        case Builtin::homotopy:
            if (!expect_numbers(all)) return {};
            if (have_equal_shapes(types_, exprs_.type(all[0].value), exprs_.type(all[1].value))) break;
            return types_disagree(ast_[all[1].id].span, all[0].id, all[0].value, all[1].id, all[1].value);
        case Builtin::to_integer:
            if (is_enumeration(all[0].value) || is_integer(all[0].value) || is_unknown(all[0].value)) break;
            return mismatch(all[0].id, all[0].value, "an enumeration");
        case Builtin::to_string: return lower_string(id, all);
        case Builtin::min:
        case Builtin::max: return lower_extremum(id, builtin, all);
        case Builtin::sum:
            if (is_record(all[0].value)) return sum_of_records(id, all[0].value);
            [[fallthrough]];
        case Builtin::product:
            if (!expect_numbers(all)) return {};
            if (is_scalar(all[0].value) && !is_unknown(all[0].value))
                return mismatch(all[0].id, all[0].value, "an array");
            break;
        case Builtin::edge:
            if (!is_boolean(all[0].value) && !is_unknown(all[0].value)) {
                return mismatch(all[0].id, all[0].value, "Boolean");
            }
            [[fallthrough]];
        case Builtin::change:
        case Builtin::previous:
            if (is_place(all[0].value)) break;
            context_.diagnostics.error(ast_[id].span, lower_messages::needs_variable, builtin_info(builtin).name);
            return {};
        case Builtin::sample: {
            bool const is_event = all.size() == 2 && exprs_.type(all[1].value) != types::clock;
            if (is_event && (!expect_scalar(all[0], types::real) || !expect_scalar(all[1], types::real))) return {};
            break;
        }
        case Builtin::smooth:
            if (!expect_scalar(all[0], types::integer)) return {};
            if (exprs_.kind(all[0].value) == ExprKind::integer && exprs_.integer_value(all[0].value) < 0) {
                context_.diagnostics.error(ast_[id].span, negative_order, exprs_.integer_value(all[0].value));
                return {};
            }
            if (!is_record(all[1].value) && !expect_numbers(all.subspan(1))) return {};
            break;
        case Builtin::delay:
            for (Operand const& argument : all.subspan(1)) {
                if (!expect_scalar(argument, types::real)) return {};
            }
            break;
        case Builtin::spatial_distribution:
            for (std::size_t i = 0; i < 3; ++i) {
                if (!expect_scalar(all[i], types::real)) return {};
            }
            if (!expect_scalar(all[3], types::boolean)) return {};
            for (Operand const& argument : all.subspan(4)) {
                if (!expect_vector_of(argument, TypeTable::unknown_size)) return {};
            }
            break;
        case Builtin::size: return lower_size(id, all);
        case Builtin::scalar:
        case Builtin::vector:
        case Builtin::matrix: return lower_reshape(builtin, all[0]);
        case Builtin::identity:
        case Builtin::zeros:
        case Builtin::ones:
            if (!expect_sizes(all)) return {};
            break;
        case Builtin::fill:
            if (!expect_sizes(all.subspan(1))) return {};
            break;
        case Builtin::linspace:
            if (!expect_scalar(all[0], types::real) || !expect_scalar(all[1], types::real)) return {};
            if (!expect_sizes(all.subspan(2))) return {};
            if (exprs_.kind(all[2].value) == ExprKind::integer && exprs_.integer_value(all[2].value) < 2) {
                context_.diagnostics.error(ast_[id].span, too_few_values, exprs_.integer_value(all[2].value));
                return {};
            }
            break;
        case Builtin::diagonal:
            if (!expect_numbers(all) || !expect_rank(all[0], 1, "a vector of numbers")) return {};
            break;
        case Builtin::outer_product:
            for (Operand const& argument : all) {
                if (!expect_numbers({&argument, 1}) || !expect_rank(argument, 1, "a vector of numbers")) return {};
            }
            break;
        case Builtin::transpose:
        case Builtin::symmetric: {
            if (!expect_rank(all[0], 2, "a matrix")) return {};
            auto const dims = dims_of(all[0].value);
            bool const has_other_size = dims.size() == 2 && dims[0] != dims[1] && dims[0] >= 0 && dims[1] >= 0;
            if (builtin == Builtin::symmetric && has_other_size) {
                return mismatch(all[0].id, all[0].value, "a square matrix");
            }
            break;
        }
        case Builtin::cross:
        case Builtin::skew:
            for (Operand const& argument : all) {
                if (!expect_vector_of(argument, 3)) return {};
            }
            break;
        case Builtin::cat: return lower_cat(all);
        case Builtin::promote:
            if (!expect_sizes(all.subspan(1))) return {};
            break;
        case Builtin::sub_sample:
        case Builtin::super_sample:
        case Builtin::shift_sample:
        case Builtin::back_sample:
            for (Operand& argument : all.subspan(1)) {
                if (!expect_scalar(argument, types::integer)) return {};
                argument.value = literal_if_known(argument.value);
            }
            break;
        case Builtin::real_parameter_equal:
            if (!expect_numbers(all)) return {};
            break;
        case Builtin::initial:
        case Builtin::terminal:
        case Builtin::no_event:
        case Builtin::cardinality:
        case Builtin::in_stream:
        case Builtin::actual_stream:
        case Builtin::ndims:
        case Builtin::clock:
        case Builtin::hold:
        case Builtin::no_clock:
        case Builtin::first_tick:
        case Builtin::interval:
        case Builtin::active_state:
        case Builtin::ticks_in_state:
        case Builtin::time_in_state:
        case Builtin::get_instance_name: break;
    }
    return builtin_of(builtin, all);
}

// A function of several scalars, element by element where it is given arrays.
ExprId ExpressionLowering::vectorize_builtin(ast::ExprId id, Builtin builtin, std::span<Operand const> arguments) {
    ExprId array;
    for (Operand const& argument : arguments) {
        if (is_scalar(argument.value)) continue;
        if (!array) array = argument.value;
        if (have_equal_shapes(types_, exprs_.type(array), exprs_.type(argument.value))) continue;
        return types_disagree(ast_[id].span, arguments[0].id, arguments[0].value, argument.id, argument.value);
    }
    if (!array) return builtin_of(builtin, arguments);
    std::int64_t const size = dims_of(array)[0];
    constexpr std::int64_t most_elements = 4096;
    if (size < 0 || size > most_elements) {
        return refuse(id, "functions of several numbers applied to arrays of this or unknown size");
    }
    std::vector<ExprId> elements;
    for (std::int64_t k = 1; k <= size; ++k) {
        ExprId const at = exprs_.integer(k);
        std::vector<Operand> parts(arguments.begin(), arguments.end());
        for (Operand& part : parts) part.value = element(part.value, {&at, 1});
        elements.push_back(vectorize_builtin(id, builtin, parts));
        if (!elements.back()) return {};
    }
    return exprs_.array(elements);
}

ExprId ExpressionLowering::lower_extremum(ast::ExprId id, Builtin builtin, std::span<Operand const> arguments) {
    for (Operand const& argument : arguments) {
        ExprId const value = argument.value;
        bool const is_ordered = is_numeric(value) || is_boolean(value) || is_enumeration(value) || is_unknown(value);
        if (!is_ordered) return mismatch(argument.id, value, "a number, Boolean or an enumeration");
        bool const is_fine = arguments.size() == 2 ? is_scalar(value) : !is_scalar(value) || is_unknown(value);
        if (!is_fine) return mismatch(argument.id, value, arguments.size() == 2 ? "a scalar" : "an array");
    }
    bool const fits = arguments.size() == 1 ||
                      have_common_element(types_, exprs_.type(arguments[0].value), exprs_.type(arguments[1].value));
    if (fits) return builtin_of(builtin, arguments);
    return types_disagree(ast_[id].span, arguments[0].id, arguments[0].value, arguments[1].id, arguments[1].value);
}

ExprId ExpressionLowering::lower_size(ast::ExprId id, std::span<Operand const> arguments) {
    if (arguments.size() == 1) return builtin_of(Builtin::size, arguments);
    if (!expect_scalar(arguments[1], types::integer)) return {};
    ExprId const array = arguments[0].value;
    auto const dimension = evaluate_integer(arguments[1].value);
    if (!dimension || is_unknown(array)) return builtin_of(Builtin::size, arguments);
    if (*dimension < 1 || *dimension > static_cast<std::int64_t>(rank_of(array))) {
        context_.diagnostics.error(ast_[id].span, no_dimension, *dimension, source_text(arguments[0].id),
                                   type_of(array));
        return {};
    }
    // One size may be known where others are not.
    std::int64_t const size = dims_of(array)[static_cast<std::size_t>(*dimension - 1)];
    if (size != TypeTable::unknown_size) return exprs_.integer(size);
    return exprs_.builtin(Builtin::size, {array, exprs_.integer(*dimension)});
}

// scalar(A), vector(A) and matrix(A): all but none, one or two of the sizes are 1.
ExprId ExpressionLowering::lower_reshape(Builtin builtin, Operand const& argument) {
    std::vector<std::int64_t> const dims = dims_of(argument.value);
    std::size_t const kept = builtin == Builtin::scalar ? 0 : builtin == Builtin::vector ? 1 : 2;
    if (dims.size() == kept && !is_unknown(argument.value)) return argument.value;
    // The first dimensions of matrix(A) may be anything, those of the others not more than one together.
    std::size_t large = 0;
    for (std::size_t i = builtin == Builtin::matrix ? 2 : 0; i < dims.size(); ++i) {
        large += dims[i] != 1 && dims[i] != TypeTable::unknown_size ? 1u : 0u;
    }
    if (large > (builtin == Builtin::vector ? 1u : 0u)) {
        return mismatch(argument.id, argument.value,
                        builtin == Builtin::scalar   ? "an array with one element"
                        : builtin == Builtin::vector ? "an array with one size other than 1"
                                                     : "an array whose third and further sizes are 1");
    }
    if (builtin == Builtin::scalar && !is_unknown(argument.value)) {
        std::vector<ExprId> const ones(dims.size(), exprs_.integer(1));
        return exprs_.subscript(argument.value, ones);
    }
    return exprs_.builtin(builtin, {argument.value});
}

ExprId ExpressionLowering::lower_cat(std::span<Operand const> arguments) {
    if (!expect_scalar(arguments[0], types::integer)) return {};
    auto const along = evaluate_integer(arguments[0].value);
    if (!along) {
        context_.diagnostics.error(ast_[arguments[0].id].span, unknown_dimension, source_text(arguments[0].id), "cat");
        return {};
    }
    Operand const& first = arguments[1];
    std::vector<std::int64_t> const dims = dims_of(first.value);
    if (*along < 1 || *along > static_cast<std::int64_t>(dims.size())) {
        context_.diagnostics.error(ast_[arguments[0].id].span, no_dimension, *along, source_text(first.id),
                                   type_of(first.value));
        return {};
    }
    for (Operand const& argument : arguments.subspan(1)) {
        std::vector<std::int64_t> const other = dims_of(argument.value);
        bool fits = other.size() == dims.size() &&
                    have_common_element(types_, exprs_.type(first.value), exprs_.type(argument.value));
        for (std::size_t i = 0; fits && i < dims.size(); ++i) {
            bool const known = dims[i] != TypeTable::unknown_size && other[i] != TypeTable::unknown_size;
            fits = static_cast<std::int64_t>(i) + 1 == *along || !known || dims[i] == other[i];
        }
        if (fits) continue;
        context_.diagnostics.error(ast_[argument.id].span, cannot_concatenate, source_text(argument.id),
                                   type_of(argument.value), source_text(first.id), type_of(first.value));
        return {};
    }
    std::vector<ExprId> values{exprs_.integer(*along)};
    for (Operand const& argument : arguments.subspan(1)) values.push_back(argument.value);
    return exprs_.builtin(Builtin::cat, values);
}

ExprId ExpressionLowering::lower_string(ast::ExprId id, std::span<Operand const> arguments) {
    ExprId const value = arguments[0].value;
    if (is_record(value)) {
        std::vector<ExprId> values;
        for (Operand const& argument : arguments) values.push_back(argument.value);
        if (ExprId const result = apply_overload("'String'", values)) return result;
        context_.diagnostics.error(ast_[id].span, no_string_operator, type_of(value), source_text(arguments[0].id));
        return {};
    }
    bool const is_printable =
        is_numeric(value) || is_boolean(value) || is_enumeration(value) || is_string(value) || is_unknown(value);
    if (!is_printable || !is_scalar(value)) {
        return mismatch(arguments[0].id, value, "a scalar number, Boolean or enumeration");
    }
    bool const has_format = arguments.size() == 2 && exprs_.type(arguments[1].value) == types::string;
    for (std::size_t i = 1; i < arguments.size() && !has_format; ++i) {
        // Digits and length, then whether it is left-justified.
        std::size_t const last = element_of(value) == types::real ? 3 : 2;
        if (!expect_scalar(arguments[i], i == last ? types::boolean : types::integer)) return {};
    }
    return builtin_of(Builtin::to_string, arguments);
}

}  // namespace moo
