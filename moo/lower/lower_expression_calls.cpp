// Calls of functions (Modelica 3.6, section 12.4).
#include <algorithm>
#include <utility>

#include "moo/expr/free_variables.h"
#include "moo/expr/substitute.h"
#include "moo/lower/lower_expression_impl.h"
#include "moo/lower/shared_messages.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cyclic_defaults{DiagnosticKind::WrongArguments,
                                                    "the defaults of the inputs of `{}` depend on each other"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view, std::string_view>
    argument_mismatch{DiagnosticKind::TypeMismatch, "input `{}` of `{}` has type {}, but `{}` has type {}"};
constexpr Message<std::string_view, std::string_view, std::int64_t, int, std::string_view, std::string_view>
    size_mismatch{DiagnosticKind::TypeMismatch,
                  "input `{}` of `{}` has size {} in dimension {} of this call, but `{}` has type {}"};
constexpr Message<std::string_view> argument_sizes_differ{
    DiagnosticKind::TypeMismatch, "the arrays that `{}` is applied to element by element have different sizes"};
constexpr Message<std::string_view, std::string_view> no_candidate{DiagnosticKind::WrongArguments,
                                                                   "no constructor of `{}` takes ({})"};
constexpr Message<std::string_view> ambiguous_call{DiagnosticKind::WrongArguments, "several constructors fit `{}`"};
constexpr Message<std::string_view> impure_call{DiagnosticKind::WrongArguments,
                                                "`{}` is impure, but it is called where the call may be repeated"};
constexpr Message<std::string_view> no_value{DiagnosticKind::TypeMismatch,
                                             "`{}` has no output, so its call has no value"};
constexpr Message<std::string_view> vectorized_without_value{
    DiagnosticKind::TypeMismatch, "`{}` has no output, so it cannot be applied to an array element by element"};

// The places of the inputs that a call can give.
std::vector<std::size_t> open_places(std::vector<SignatureVariable> const& inputs) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].is_protected) places.push_back(i);
    }
    return places;
}

// The place of a named input; the number of inputs if there is none.
std::size_t place_of(std::vector<SignatureVariable> const& inputs, Symbol name) {
    auto const found = std::find_if(inputs.begin(), inputs.end(), [&](SignatureVariable const& input) {
        return input.name == name && !input.is_protected;
    });
    return static_cast<std::size_t>(found - inputs.begin());
}

std::string count_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " argument" : " arguments"); }

}  // namespace

ExprId ExpressionLowering::lower_any_call(ast::ExprId id, CallUse use, bool is_called_pure) {
    id = ast_.strip(id);
    if (auto const special = context_.names.special_call(context_, id)) return *special;
    if (auto const callee = ast_.simple_callee(id)) {
        std::string_view const name = context_.interner.text(*callee);
        auto const arguments = ast_.arguments(id);
        if (name == "der") return lower_der(id);
        if (name == "pre") return lower_pre(id);
        // `pure(f(x))` only says that the call is allowed here; its arguments are not affected.
        if (name == "pure" && arguments.size() == 1) {
            ast::ExprId const inner = ast_.strip(arguments[0].value);
            if (ast_[inner].kind != ast::ExprKind::call) return lower(inner);
            return lower_any_call(inner, use, true);
        }
        if (name == "array") {
            bool const iterates =
                arguments.size() == 1 && ast_[arguments[0].value].kind == ast::ExprKind::comprehension;
            if (iterates) return lower_comprehension(arguments[0].value, Reduction::array);
            std::vector<ast::ExprId> ids;
            for (ast::Argument const& argument : arguments) ids.push_back(argument.value);
            auto const values = lower_all(ids);
            return values ? array_of(ids, *values) : ExprId();
        }
        if (auto const builtin = find_builtin(name)) return lower_builtin_call(id, *builtin);
    }
    auto const candidates = context_.names.functions(context_, ast_.callee(id));
    if (!context_.allows_impure && !is_called_pure && candidates.size() == 1 && candidates[0]->is_impure) {
        // One without results can do no harm to equations; the standard library has such a call.
        bool const has_results = !candidates[0]->outputs.empty();
        SourceSpan const span = ast_[id].span;
        auto report = has_results ? context_.diagnostics.error(span, impure_call, name_of(*candidates[0]))
                                  : context_.diagnostics.warning(span, impure_call, name_of(*candidates[0]));
        report.note({}, "it may be called in a when-clause, in an initial section, for a parameter, or as `pure(…)`");
        if (has_results) return {};
    }
    return candidates.empty() ? ExprId() : lower_function_call(id, candidates, use);
}

ExprId ExpressionLowering::lower_function_call(ast::ExprId call, std::span<FunctionSignature const* const> candidates,
                                               CallUse use) {
    std::vector<GivenArgument> given;
    bool good = true;
    for (ast::Argument const& argument : ast_.arguments(call)) {
        Symbol const name = argument.name.symbol ? plain_name(argument.name.symbol) : Symbol();
        ExprId value = lower(argument.value);
        good = good && value.has_value();
        if (value && exprs_.kind(value) == ExprKind::string) {
            value = exprs_.string(context_.names.string_argument(context_, exprs_.symbol(value)));
        }
        given.push_back({name, argument.value, value});
    }
    if (!good || candidates.empty()) return {};
    if (candidates.size() == 1) {
        BoundCall bound;
        if (!bind_arguments(call, *candidates[0], given, bound)) return {};
        auto const extra = extra_dimensions(bound);
        if (extra) return finish_call(call, bound, *extra, use);
        report_misfit(call, bound);
        return {};
    }
    // The candidate that fits as it is, or else one that fits element by element (section 14.3). The default
    // constructor of a record comes last.
    for (bool const vectorized : {false, true}) {
        BoundCall chosen;
        std::size_t chosen_extra = 0;
        for (FunctionSignature const* candidate : candidates) {
            BoundCall bound;
            if (chosen.signature != nullptr && candidate->is_record_constructor) continue;
            if (!could_bind(*candidate, given) || !bind_arguments(call, *candidate, given, bound)) continue;
            auto const extra = extra_dimensions(bound);
            if (!extra || (*extra > 0) != vectorized) continue;
            if (chosen.signature != nullptr) {
                context_.diagnostics.error(ast_[call].span, ambiguous_call, source_text(call))
                    .note(chosen.signature->source, "one is here")
                    .note(candidate->source, "another is here");
                return {};
            }
            chosen = std::move(bound);
            chosen_extra = *extra;
        }
        if (chosen.signature != nullptr) return finish_call(call, chosen, chosen_extra, use);
    }
    std::string listed;
    for (GivenArgument const& argument : given) listed += (listed.empty() ? "" : ", ") + type_of(argument.value);
    auto report = context_.diagnostics.error(ast_[call].span, no_candidate, source_text(ast_.callee(call)), listed);
    for (FunctionSignature const* candidate : candidates) report.note(candidate->source, "a constructor is here");
    return {};
}

ExprId ExpressionLowering::call_function(std::span<ExprId const> arguments,
                                         std::span<FunctionSignature const* const> candidates) {
    std::vector<GivenArgument> given;
    for (ExprId const argument : arguments) given.push_back({Symbol(), ast::ExprId(), argument});
    for (bool const vectorized : {false, true}) {
        for (FunctionSignature const* candidate : candidates) {
            BoundCall bound;
            if (!could_bind(*candidate, given) || candidate->outputs.empty()) continue;
            if (!bind_arguments(ast::ExprId(), *candidate, given, bound)) continue;
            auto const extra = extra_dimensions(bound);
            if (!extra || (*extra > 0) != vectorized) continue;
            return vectorized ? vectorize(std::move(bound), *extra) : build_call(bound, CallUse::value);
        }
    }
    return {};
}

// ---- arguments to inputs ---------------------------------------------------------------------------

bool ExpressionLowering::could_bind(FunctionSignature const& signature, std::span<GivenArgument const> given) const {
    auto const& inputs = signature.inputs;
    std::vector<std::size_t> const places = open_places(inputs);
    if (given.size() > places.size()) return false;
    std::vector<bool> is_given(inputs.size(), false);
    for (std::size_t i = 0; i < given.size(); ++i) {
        std::size_t const at = given[i].name ? place_of(inputs, given[i].name) : places[i];
        if (at >= inputs.size() || is_given[at]) return false;
        is_given[at] = true;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!is_given[i] && !inputs[i].default_value) return false;
    }
    return true;
}

// Reports mistakes, unless there is no call at which to report them.
bool ExpressionLowering::bind_arguments(ast::ExprId call, FunctionSignature const& signature,
                                        std::span<GivenArgument const> given, BoundCall& bound) {
    auto const& inputs = signature.inputs;
    bound.signature = &signature;
    bound.values.assign(inputs.size(), ExprId());
    bound.ids.assign(inputs.size(), ast::ExprId());
    auto const fail = [&](SourceSpan span, auto const& message, auto const&... arguments) {
        if (call) {
            context_.diagnostics.error(span, message, arguments...).note(signature.source, "it is declared here");
        }
        return false;
    };
    std::vector<std::size_t> const places = open_places(inputs);
    if (given.size() > places.size()) {
        SourceSpan const span = call ? ast_[call].span : SourceSpan();
        return fail(span, lower_messages::wrong_arguments, name_of(signature), count_text(places.size()), given.size());
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        SourceSpan const span = given[i].id ? ast_[given[i].id].span : SourceSpan();
        std::size_t const at = given[i].name ? place_of(inputs, given[i].name) : places[i];
        if (at == inputs.size()) {
            return fail(span, lower_messages::unknown_input, name_of(signature), context_.interner.text(given[i].name));
        }
        if (bound.values[at]) {
            return fail(span, lower_messages::input_twice, context_.interner.text(inputs[at].name), name_of(signature));
        }
        bound.values[at] = given[i].value;
        bound.ids[at] = given[i].id;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (bound.values[i] || inputs[i].default_value) continue;
        SourceSpan const span = call ? ast_[call].span : SourceSpan();
        return fail(span, lower_messages::input_missing, context_.interner.text(inputs[i].name), name_of(signature));
    }
    if (fill_defaults(bound)) return true;
    return fail(call ? ast_[call].span : SourceSpan(), cyclic_defaults, name_of(signature));
}

bool ExpressionLowering::fill_defaults(BoundCall& bound) {
    for (std::size_t i = 0; i < bound.values.size(); ++i) {
        if (!fill_default(bound, i, 0)) return false;
    }
    return true;
}

// A default may use other inputs, so these come first. As deep as there are inputs, unless it is a circle.
bool ExpressionLowering::fill_default(BoundCall& bound, std::size_t input, std::size_t depth) {
    if (bound.values[input]) return true;
    auto const& inputs = bound.signature->inputs;
    if (depth > inputs.size()) return false;
    ExprId const value = inputs[input].default_value;
    if (!exprs_.has_iterator(value)) {
        bound.values[input] = value;
        return true;
    }
    for (Symbol const name : mentioned_iterators(exprs_, value)) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i].name == name && !fill_default(bound, i, depth + 1)) return false;
        }
    }
    bound.values[input] = substitute_inputs(bound, value);
    return true;
}

// The expression with the values of the inputs in place of the inputs, as far as they are known.
ExprId ExpressionLowering::substitute_inputs(BoundCall const& bound, ExprId expr) {
    if (!exprs_.has_iterator(expr)) return expr;
    Substitution substitution(exprs_);
    for (std::size_t i = 0; i < bound.values.size(); ++i) {
        if (bound.values[i]) substitution.set(bound.signature->inputs[i].name, bound.values[i]);
    }
    return substitution.apply(expr);
}

// ---- types and shapes of arguments -----------------------------------------------------------------

// The last dimensions of the argument are those of the input; `extra` dimensions may come before them.
bool ExpressionLowering::does_argument_fit(ExprId argument, TypeId input, std::size_t extra) const {
    TypeId const type = exprs_.type(argument);
    if (type == types::unknown || input == types::unknown) return true;
    auto const dims = types_.dims(type);
    auto const expected = types_.dims(input);
    if (dims.size() != expected.size() + extra) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        std::int64_t const size = dims[extra + i];
        bool const known = size != TypeTable::unknown_size && expected[i] != TypeTable::unknown_size;
        if (known && size != expected[i]) return false;
    }
    return is_assignable(types_, types_.element(type), types_.element(input));
}

std::optional<std::size_t> ExpressionLowering::extra_dimensions(BoundCall const& bound) const {
    auto const& inputs = bound.signature->inputs;
    std::size_t extra = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (is_unknown(bound.values[i]) || inputs[i].type == types::unknown) continue;
        std::size_t const rank = rank_of(bound.values[i]);
        std::size_t const expected = types_.rank(inputs[i].type);
        if (rank > expected) extra = std::max(extra, rank - expected);
    }
    std::vector<std::int64_t> leading(extra, TypeTable::unknown_size);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (does_argument_fit(bound.values[i], inputs[i].type, 0)) continue;
        if (extra == 0 || !does_argument_fit(bound.values[i], inputs[i].type, extra)) return std::nullopt;
        auto const dims = types_.dims(exprs_.type(bound.values[i]));
        for (std::size_t k = 0; k < extra; ++k) {
            if (leading[k] == TypeTable::unknown_size) leading[k] = dims[k];
            if (dims[k] != TypeTable::unknown_size && dims[k] != leading[k]) return std::nullopt;
        }
    }
    return extra;
}

void ExpressionLowering::report_misfit(ast::ExprId call, BoundCall const& bound) {
    auto const& inputs = bound.signature->inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        bool fits = false;
        std::size_t const rank = rank_of(bound.values[i]);
        for (std::size_t extra = 0; extra <= rank && !fits; ++extra) {
            fits = does_argument_fit(bound.values[i], inputs[i].type, extra);
        }
        if (fits) continue;
        ast::ExprId const id = bound.ids[i] ? bound.ids[i] : call;
        context_.diagnostics
            .error(ast_[id].span, argument_mismatch, context_.interner.text(inputs[i].name), name_of(*bound.signature),
                   text_of(inputs[i].type), source_text(id), type_of(bound.values[i]))
            .note(bound.signature->source, "it is declared here");
        return;
    }
    context_.diagnostics.error(ast_[call].span, argument_sizes_differ, name_of(*bound.signature))
        .note(bound.signature->source, "it is declared here");
}

// Sizes such as `input Real b[size(a, 1)]`, where they follow from the other arguments.
bool ExpressionLowering::check_input_sizes(ast::ExprId call, BoundCall const& bound) {
    auto const& inputs = bound.signature->inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (types_.has_known_sizes(inputs[i].type)) continue;
        std::vector<std::int64_t> const dims = dims_of(bound.values[i]);
        for (std::size_t k = 0; k < std::min(dims.size(), inputs[i].sizes.size()); ++k) {
            if (!inputs[i].sizes[k] || dims[k] == TypeTable::unknown_size) continue;
            ExprId const size = substitute_inputs(bound, inputs[i].sizes[k]);
            if (exprs_.kind(size) != ExprKind::integer || exprs_.integer_value(size) == dims[k]) continue;
            ast::ExprId const id = bound.ids[i] ? bound.ids[i] : call;
            context_.diagnostics
                .error(ast_[id].span, size_mismatch, context_.interner.text(inputs[i].name), name_of(*bound.signature),
                       exprs_.integer_value(size), static_cast<int>(k) + 1, source_text(id), type_of(bound.values[i]))
                .note(bound.signature->source, "it is declared here");
            return false;
        }
    }
    return true;
}

// ---- the call --------------------------------------------------------------------------------------

ExprId ExpressionLowering::finish_call(ast::ExprId call, BoundCall const& bound, std::size_t extra, CallUse use) {
    std::size_t const outputs = bound.signature->outputs.size();
    if (outputs == 0 && use == CallUse::value) {
        context_.diagnostics.error(ast_[call].span, no_value, name_of(*bound.signature))
            .note(bound.signature->source, "it is declared here");
        return {};
    }
    if (extra == 0) return check_input_sizes(call, bound) ? build_call(bound, use) : ExprId();
    if (outputs == 0) {
        context_.diagnostics.error(ast_[call].span, vectorized_without_value, name_of(*bound.signature))
            .note(bound.signature->source, "it is declared here");
        return {};
    }
    return vectorize(bound, extra, use);
}

TypeId ExpressionLowering::output_type(BoundCall const& bound, SignatureVariable const& output) {
    if (types_.has_known_sizes(output.type)) return output.type;
    auto const known = types_.dims(output.type);
    std::vector<std::int64_t> dims(known.begin(), known.end());
    for (std::size_t i = 0; i < std::min(dims.size(), output.sizes.size()); ++i) {
        if (dims[i] != TypeTable::unknown_size || !output.sizes[i]) continue;
        auto const size = evaluate_integer(substitute_inputs(bound, output.sizes[i]));
        if (size && *size >= 0) dims[i] = *size;
    }
    return types_.array(types_.element(output.type), dims);
}

// A record that has more fields than the input, or has them in another order, is passed field by field.
ExprId ExpressionLowering::as_input(ExprId value, TypeId input) {
    TypeId const type = exprs_.type(value);
    if (type == input || types_.kind(type) != TypeKind::record || types_.kind(input) != TypeKind::record) return value;
    std::vector<RecordField> const given(types_.fields(type).begin(), types_.fields(type).end());
    std::vector<RecordField> const wanted(types_.fields(input).begin(), types_.fields(input).end());
    bool is_same = given.size() == wanted.size() && types_.name(type) == types_.name(input);
    for (std::size_t i = 0; i < wanted.size() && is_same; ++i) is_same = given[i].name == wanted[i].name;
    if (is_same) return value;
    std::vector<ExprId> fields;
    for (RecordField const& field : wanted) fields.push_back(as_input(exprs_.field(value, field.name), field.type));
    return exprs_.record(input, fields);
}

ExprId ExpressionLowering::build_call(BoundCall const& given, CallUse use) {
    BoundCall bound = given;
    for (std::size_t i = 0; i < bound.values.size(); ++i) {
        bound.values[i] = as_input(bound.values[i], bound.signature->inputs[i].type);
    }
    FunctionSignature const& signature = *bound.signature;
    if (signature.is_record_constructor && signature.outputs.size() == 1) {
        TypeId const record = signature.outputs[0].type;
        bool const is_plain =
            types_.kind(record) == TypeKind::record && types_.fields(record).size() == bound.values.size();
        if (is_plain) return exprs_.record(record, bound.values);
    }
    if (signature.outputs.size() == 1 || (use == CallUse::value && !signature.outputs.empty())) {
        return exprs_.call(signature.name, bound.values, output_type(bound, signature.outputs[0]));
    }
    std::vector<TypeId> members;
    for (SignatureVariable const& output : signature.outputs) members.push_back(output_type(bound, output));
    return exprs_.call(signature.name, bound.values, types_.tuple(members));
}

}  // namespace moo
