#include "moo/lower/place_arguments.h"

#include <algorithm>
#include <string>

#include "moo/lower/shared_messages.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> unknown_argument{DiagnosticKind::WrongArguments,
                                                                       "`{}` has no argument `{}`"};
constexpr Message<std::string_view> argument_twice{DiagnosticKind::WrongArguments, "argument `{}` is given twice"};

std::string count_text(CallForm const& form) {
    std::size_t const most = form.parameters.size();
    if (form.fewest == most) return std::to_string(most) + (most == 1 ? " argument" : " arguments");
    std::string_view const between = form.fewest + 1 == most ? " or " : " to ";
    return std::to_string(form.fewest).append(between) + std::to_string(most) + " arguments";
}

}  // namespace

std::optional<std::vector<ast::ExprId>> place_arguments(LoweringContext& context, ast::ExprId call,
                                                        CallForm const& form, SourceSpan span) {
    auto const given = context.ast.arguments(call);
    if (given.size() < form.fewest || given.size() > form.parameters.size()) {
        context.diagnostics.error(span, lower_messages::wrong_arguments, form.name, count_text(form), given.size());
        return std::nullopt;
    }
    std::vector<ast::ExprId> arguments(form.parameters.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        std::size_t place = i;
        if (given[i].name.symbol) {
            std::string_view const name = context.interner.text(given[i].name.symbol);
            auto const found = std::find(form.parameters.begin(), form.parameters.end(), name);
            place = static_cast<std::size_t>(found - form.parameters.begin());
            if (place == form.parameters.size()) {
                context.diagnostics.error(given[i].name.span, unknown_argument, form.name, name);
                return std::nullopt;
            }
        }
        if (arguments[place]) {
            context.diagnostics.error(context.ast[given[i].value].span, argument_twice, form.parameters[place]);
            return std::nullopt;
        }
        arguments[place] = given[i].value;
    }
    for (std::size_t i = 0; i < form.fewest; ++i) {
        if (arguments[i]) continue;
        context.diagnostics.error(span, lower_messages::wrong_arguments, form.name, count_text(form), given.size());
        return std::nullopt;
    }
    return arguments;
}

}  // namespace moo
