#include "backends/show/text_report.h"

#include "backends/show/text_parts.h"

namespace moo {

bool TextQuery::is_empty() const {
    return !states && !loops && !singular && block.empty() && equation.empty() && uses.empty() && why.empty() &&
           path.empty();
}

TextAnswer write_text(ShowContext& context, TextQuery const& query) {
    Explanations explanations(context);
    if (query.is_empty()) return {overview_text(context), {}};
    TextAnswer whole;
    auto const add = [&](TextAnswer answer) {
        whole.text += answer.text;
        if (whole.problem.empty()) whole.problem = std::move(answer.problem);
    };
    whole.text = failure_text(context);
    // If there are not even variables, messages say all there is to say.
    if (context.translation.has_failed() && context.document.variables.empty()) return whole;
    if (query.states) whole.text += states_text(context, explanations);
    if (query.loops) whole.text += loops_text(context, explanations);
    if (query.singular) whole.text += singular_text(context);
    if (!query.block.empty()) add(block_text(context, explanations, query.block));
    if (!query.equation.empty()) add(equation_text(context, query.equation));
    if (!query.uses.empty()) add(uses_text(context, query.uses));
    if (!query.why.empty()) add(why_text(context, explanations, query.why));
    if (query.path.size() == 2) add(path_text(context, query.path[0], query.path[1]));
    return whole;
}

}  // namespace moo
