// Calls of built-in functions: their arguments by position and by name.
#include <algorithm>
#include <array>

#include "moo/lower/lower_expression_impl.h"
#include "moo/lower/shared_messages.h"

namespace moo {

namespace {

using Names = std::span<std::string_view const>;

constexpr std::array<std::string_view, 2> homotopy_names{"actual", "simplified"};
constexpr std::array<std::string_view, 2> sample_names{"start", "interval"};
constexpr std::array<std::string_view, 2> sample_clock_names{"u", "clock"};
constexpr std::array<std::string_view, 2> smooth_names{"p", "expr"};
constexpr std::array<std::string_view, 3> delay_names{"expr", "delayTime", "delayMax"};
constexpr std::array<std::string_view, 3> semi_linear_names{"x", "positiveSlope", "negativeSlope"};
constexpr std::array<std::string_view, 6> spatial_names{"in0",           "in1",          "x", "positiveVelocity",
                                                        "initialPoints", "initialValues"};
constexpr std::array<std::string_view, 2> sub_sample_names{"u", "factor"};
constexpr std::array<std::string_view, 3> shift_sample_names{"u", "shiftCounter", "resolution"};
constexpr std::array<std::string_view, 3> back_sample_names{"u", "backCounter", "resolution"};
constexpr std::array<std::string_view, 1> u_names{"u"};
constexpr std::array<std::string_view, 2> xy_names{"x", "y"};
constexpr std::array<std::string_view, 3> linspace_names{"x1", "x2", "n"};

struct NamedInputs {
    Builtin builtin;
    Names names;
};

// Functions whose inputs have names in the specification; all others take arguments by position only.
constexpr NamedInputs named_inputs[] = {
    {Builtin::homotopy, homotopy_names},
    {Builtin::sample, sample_names},
    {Builtin::smooth, smooth_names},
    {Builtin::delay, delay_names},
    {Builtin::semi_linear, semi_linear_names},
    {Builtin::spatial_distribution, spatial_names},
    {Builtin::sub_sample, sub_sample_names},
    {Builtin::super_sample, sub_sample_names},
    {Builtin::shift_sample, shift_sample_names},
    {Builtin::back_sample, back_sample_names},
    {Builtin::previous, u_names},
    {Builtin::hold, u_names},
    {Builtin::no_clock, u_names},
    {Builtin::interval, u_names},
    {Builtin::first_tick, u_names},
    {Builtin::div, xy_names},
    {Builtin::mod, xy_names},
    {Builtin::rem, xy_names},
    {Builtin::min, xy_names},
    {Builtin::max, xy_names},
    {Builtin::linspace, linspace_names},
};

// `sample` has two forms, for events and for clocks.
Names parameter_names(Builtin builtin, bool has_clock_form) {
    if (builtin == Builtin::sample && has_clock_form) return sample_clock_names;
    auto const* const found = std::find_if(std::begin(named_inputs), std::end(named_inputs),
                                           [&](NamedInputs const& entry) { return entry.builtin == builtin; });
    return found == std::end(named_inputs) ? Names() : found->names;
}

std::string argument_count_text(BuiltinInfo const& info) {
    std::string const fewest = std::to_string(info.fewest);
    if (info.most == BuiltinInfo::many) return "at least " + fewest + " arguments";
    if (info.most != info.fewest) return fewest + " to " + std::to_string(info.most) + " arguments";
    return fewest + (info.fewest == 1 ? " argument" : " arguments");
}

std::optional<Reduction> reduction_of(Builtin builtin) {
    if (builtin == Builtin::sum) return Reduction::sum;
    if (builtin == Builtin::product) return Reduction::product;
    if (builtin == Builtin::min) return Reduction::min;
    if (builtin == Builtin::max) return Reduction::max;
    return std::nullopt;
}

}  // namespace

ExprId ExpressionLowering::wrong_count(ast::ExprId id, std::string_view name, std::string_view expected,
                                       std::size_t count) {
    context_.diagnostics.error(ast_[id].span, lower_messages::wrong_arguments, name, expected, count);
    return {};
}

ExprId ExpressionLowering::unknown_argument(ast::ExprId id, std::string_view function, Symbol name) {
    context_.diagnostics.error(ast_[id].span, lower_messages::unknown_input, function, context_.interner.text(name));
    return {};
}

ExprId ExpressionLowering::lower_builtin_call(ast::ExprId id, Builtin builtin) {
    auto const given = ast_.arguments(id);
    if (given.size() == 1 && ast_[given[0].value].kind == ast::ExprKind::comprehension) {
        if (auto const reduction = reduction_of(builtin)) return lower_comprehension(given[0].value, *reduction);
    }
    auto arguments = builtin_arguments(id, builtin);
    if (!arguments) return {};
    BuiltinInfo const& info = builtin_info(builtin);
    if (!info.takes(arguments->size())) {
        return wrong_count(id, info.name, argument_count_text(info), arguments->size());
    }
    return check_builtin(id, builtin, *arguments);
}

std::optional<std::vector<ExpressionLowering::Operand>> ExpressionLowering::builtin_arguments(ast::ExprId id,
                                                                                              Builtin builtin) {
    if (builtin == Builtin::to_string) return string_arguments(id);
    if (builtin == Builtin::clock) return clock_arguments(id);
    bool has_clock_form = false;
    for (ast::Argument const& argument : ast_.arguments(id)) {
        if (!argument.name.symbol) continue;
        std::string_view const name = context_.interner.text(argument.name.symbol);
        has_clock_form = has_clock_form || name == "u" || name == "clock";
    }
    return place_arguments(id, builtin_info(builtin).name, parameter_names(builtin, has_clock_form));
}

// Named arguments go to the place of their name. A gap before them is an error, because it has no default.
std::optional<std::vector<ExpressionLowering::Operand>> ExpressionLowering::place_arguments(ast::ExprId id,
                                                                                            std::string_view function,
                                                                                            Names parameters) {
    std::vector<Operand> result;
    bool good = true;
    for (ast::Argument const& argument : ast_.arguments(id)) {
        std::size_t at = result.size();
        if (argument.name.symbol) {
            std::string_view const name = context_.interner.text(argument.name.symbol);
            auto const found = std::find(parameters.begin(), parameters.end(), name);
            if (found == parameters.end()) {
                unknown_argument(argument.value, function, argument.name.symbol);
                return std::nullopt;
            }
            at = static_cast<std::size_t>(found - parameters.begin());
        }
        if (at >= result.size()) result.resize(at + 1);
        if (result[at].id) {
            context_.diagnostics.error(ast_[argument.value].span, lower_messages::input_twice, parameters[at],
                                       function);
            return std::nullopt;
        }
        result[at] = {argument.value, lower(argument.value)};
        good = good && result[at].value.has_value();
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (result[i].id) continue;
        context_.diagnostics.error(ast_[id].span, lower_messages::input_missing, parameters[i], function);
        return std::nullopt;
    }
    if (!good) return std::nullopt;
    return result;
}

// String(x, significantDigits, minimumLength, leftJustified) for a Real, without the digits for anything else, or
// String(x, format). Arguments that are not given in between have the defaults of the specification.
std::optional<std::vector<ExpressionLowering::Operand>> ExpressionLowering::string_arguments(ast::ExprId id) {
    auto const given = ast_.arguments(id);
    if (given.empty() || given[0].name.symbol) {
        wrong_count(id, "String", "at least 1 argument", 0);
        return std::nullopt;
    }
    Operand const first{given[0].value, lower(given[0].value)};
    if (!first.value) return std::nullopt;
    // Those of a record are the matter of its operator.
    if (is_record(first.value)) {
        std::vector<Operand> all{first};
        for (ast::Argument const& argument : given.subspan(1)) all.push_back({argument.value, lower(argument.value)});
        for (Operand const& operand : all) {
            if (!operand.value) return std::nullopt;
        }
        return all;
    }
    bool const is_real = element_of(first.value) == types::real;
    std::array<std::string_view, 3> const names{"significantDigits", "minimumLength", "leftJustified"};
    std::array<Operand, 3> placed{};
    Operand format{};
    std::size_t const offset = is_real ? 0 : 1;
    for (std::size_t i = 1; i < given.size(); ++i) {
        Operand const operand{given[i].value, lower(given[i].value)};
        if (!operand.value) return std::nullopt;
        std::size_t at = offset + i - 1;
        if (given[i].name.symbol) {
            std::string_view const name = context_.interner.text(given[i].name.symbol);
            at = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
            if (name == "format") {
                format = operand;
                continue;
            }
            if (at < offset || at == names.size()) {
                unknown_argument(given[i].value, "String", given[i].name.symbol);
                return std::nullopt;
            }
        } else if (i == 1 && exprs_.type(operand.value) == types::string) {
            format = operand;
            continue;
        }
        if (at >= names.size()) {
            wrong_count(id, "String", is_real ? "1 to 4 arguments" : "1 to 3 arguments", given.size());
            return std::nullopt;
        }
        if (placed[at].id) {
            context_.diagnostics.error(ast_[given[i].value].span, lower_messages::input_twice, names[at], "String");
            return std::nullopt;
        }
        placed[at] = operand;
    }
    std::vector<Operand> result{first};
    if (format.value) {
        if (given.size() != 2) {
            wrong_count(id, "String", "only a format besides the value", given.size());
            return std::nullopt;
        }
        result.push_back(format);
        return result;
    }
    std::array const defaults{exprs_.integer(6), exprs_.integer(0), exprs_.boolean(true)};
    std::size_t last = 0;
    for (std::size_t i = offset; i < names.size(); ++i) last = placed[i].id ? i + 1 : last;
    for (std::size_t i = offset; i < last; ++i) result.push_back(placed[i].id ? placed[i] : Operand{id, defaults[i]});
    return result;
}

// Clock(), Clock(intervalCounter, resolution = 1), Clock(interval), Clock(condition, startInterval = 0.0),
// Clock(c, solverMethod): two inputs at most, in the order of their names.
std::optional<std::vector<ExpressionLowering::Operand>> ExpressionLowering::clock_arguments(ast::ExprId id) {
    constexpr std::array<std::array<std::string_view, 2>, 4> forms{
        {{"intervalCounter", "resolution"}, {"interval", ""}, {"condition", "startInterval"}, {"c", "solverMethod"}}};
    for (ast::Argument const& argument : ast_.arguments(id)) {
        if (!argument.name.symbol) continue;
        std::string_view const name = context_.interner.text(argument.name.symbol);
        for (auto const& form : forms) {
            if (name == form[0] || name == form[1]) return place_arguments(id, "Clock", form);
        }
    }
    return place_arguments(id, "Clock", {});
}

// ---- der and pre -----------------------------------------------------------------------------------

ExprId ExpressionLowering::lower_der(ast::ExprId id) {
    auto const given = ast_.arguments(id);
    if (given.size() != 1) return wrong_count(id, "der", "1 argument", given.size());
    ExprId const argument = lower(given[0].value);
    if (!argument) return {};
    bool const is_real = element_of(argument) == types::real || is_unknown(argument);
    // A literal such as `der(1)` is constant, whatever its type.
    if (!is_real && (!is_numeric(argument) || exprs_.varies(argument)))
        return mismatch(given[0].value, argument, "Real");
    if (!exprs_.varies(argument) && is_scalar(argument)) return exprs_.real(0);
    return exprs_.der(argument);
}

// A variable, a part of one, or an array of such.
bool ExpressionLowering::is_place(ExprId value, int depth) const {
    constexpr int deepest = 16;
    if (exprs_.is_reference(value)) return true;
    if (exprs_.kind(value) != ExprKind::array || depth > deepest) return false;
    Operands const operands = exprs_.operands(value);
    return std::all_of(operands.begin(), operands.end(), [&](ExprId part) { return is_place(part, depth + 1); });
}

ExprId ExpressionLowering::lower_pre(ast::ExprId id) {
    auto const given = ast_.arguments(id);
    if (given.size() != 1) return wrong_count(id, "pre", "1 argument", given.size());
    ExprId const argument = lower(given[0].value);
    if (!argument) return {};
    if (is_place(argument)) return exprs_.pre(argument);
    // The value of a constant that was put in for its name.
    if (!exprs_.varies(argument)) return argument;
    context_.diagnostics.error(ast_[id].span, lower_messages::needs_variable, "pre");
    return {};
}

}  // namespace moo
