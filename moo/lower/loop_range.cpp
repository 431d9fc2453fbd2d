#include "moo/lower/loop_range.h"

namespace moo {

namespace {

constexpr Message<std::string_view> no_range{DiagnosticKind::WrongArguments,
                                             "the range of `{}` is not given and does not follow from its use"};

}  // namespace

LoopRange::LoopRange(LoweringContext& context, ast::Iterator const& iterator)
    : context_(context), iterator_(iterator), name_(context.names.iterator_name(context, iterator.name.symbol)) {
    TypeId type = types::integer;
    if (iterator.range) {
        range_ = lower_iteration_range(context, iterator.range);
        is_good_ = range_.has_value();
        if (is_good_) type = context.exprs.types().element(context.exprs.type(range_));
    }
    context.iterators.push_back({iterator.name.symbol, context.exprs.iterator(name_, type)});
}

LoopRange::~LoopRange() { context_.iterators.pop_back(); }

ExprId LoopRange::finish(std::vector<ExprId> const& body) {
    if (range_) return range_;
    range_ = deduce_range(context_, name_, body);
    if (!range_) context_.diagnostics.error(iterator_.name.span, no_range, context_.interner.text(name_));
    return range_;
}

}  // namespace moo
