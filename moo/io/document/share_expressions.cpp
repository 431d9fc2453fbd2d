#include "moo/io/document/share_expressions.h"

#include <algorithm>

#include "moo/model/visit_document.h"

namespace moo {

namespace {

// How often expressions are used, as far as it matters: 0, 1, or 2 for more.
class UseCounter : public DocumentVisitor {
public:
    explicit UseCounter(ExprStore const& exprs) : exprs_(exprs), uses_(exprs.size()) {}

    void begin_section(std::string_view name) { is_function_ = name == "functions"; }
    void expression(ExprId root) {
        if (is_function_) return;
        use(root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            for (ExprId const operand : exprs_.operands(id)) use(operand);
        }
    }
    [[nodiscard]] std::vector<std::uint8_t> const& uses() const { return uses_; }

private:
    void use(ExprId id) {
        std::uint8_t& uses = uses_[id.index()];
        if (uses == 0 && !exprs_.operands(id).empty()) stack_.push_back(id);
        if (uses < 2) ++uses;
    }

    ExprStore const& exprs_;
    std::vector<std::uint8_t> uses_;
    std::vector<ExprId> stack_;
    bool is_function_ = false;
};

// References occur on left-hand sides and under der and pre, where nothing else is allowed.
bool can_be_shared(ExprStore const& exprs, ExprId id) {
    switch (exprs.kind(id)) {
        case ExprKind::subscript:
        case ExprKind::field: return !exprs.is_reference(id) && !exprs.has_iterator(id);
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::der:
        case ExprKind::pre: return false;
        default: return !exprs.has_iterator(id);
    }
}

// Numbers the marked expressions in the order in which the document mentions them, operands first. The ids would not
// do: they tell how the store was filled.
class Numbering : public DocumentVisitor {
public:
    Numbering(ExprStore const& exprs, std::vector<std::uint32_t>& numbers, std::vector<ExprId>& list)
        : exprs_(exprs), numbers_(numbers), list_(list), is_seen_(exprs.size()) {}

    void begin_section(std::string_view name) { is_function_ = name == "functions"; }
    void expression(ExprId root) {
        if (is_function_) return;
        visit(root);
        while (!stack_.empty()) {
            Frame& top = stack_.back();
            Operands const operands = exprs_.operands(top.expr);
            if (top.next < operands.size()) {
                visit(operands[top.next++]);
                continue;
            }
            if (numbers_[top.expr.index()] == marked) {
                list_.push_back(top.expr);
                numbers_[top.expr.index()] = static_cast<std::uint32_t>(list_.size());
            }
            stack_.pop_back();
        }
    }

    static constexpr std::uint32_t marked = 0xffffffffu;

private:
    struct Frame {
        ExprId expr;
        std::size_t next = 0;
    };

    void visit(ExprId id) {
        if (is_seen_[id.index()]) return;
        is_seen_[id.index()] = true;
        stack_.push_back({id});
    }

    ExprStore const& exprs_;
    std::vector<std::uint32_t>& numbers_;
    std::vector<ExprId>& list_;
    std::vector<bool> is_seen_;
    std::vector<Frame> stack_;
    bool is_function_ = false;
};

}  // namespace

SharedExpressions::SharedExpressions(Document const& document, std::uint8_t smallest) {
    ExprStore const& exprs = document.exprs;
    UseCounter counter(exprs);
    visit_document(document, counter);
    auto const& uses = counter.uses();
    // Operands have smaller ids than what they are part of.
    std::vector<std::uint8_t> sizes(exprs.size());
    std::vector<std::uint16_t> heights(exprs.size());
    for (std::size_t i = 0; i < exprs.size(); ++i) {
        if (uses[i] == 0) continue;
        ExprId const id(i);
        std::size_t size = 1;
        std::uint16_t height = 0;
        for (ExprId const operand : exprs.operands(id)) {
            size += sizes[operand.index()];
            height = std::max(height, heights[operand.index()]);
        }
        sizes[i] = static_cast<std::uint8_t>(std::min<std::size_t>(size, smallest));
        heights[i] = static_cast<std::uint16_t>(height + 1);
        bool const is_repeated = uses[i] > 1 && sizes[i] == smallest;
        bool const is_deep = heights[i] >= deepest_written;
        if (heights[i] == 0xffff) heights[i] = 0xfffe;
        if ((!is_repeated && !is_deep) || !can_be_shared(exprs, id)) continue;
        if (numbers_.empty()) numbers_.resize(exprs.size());
        numbers_[i] = Numbering::marked;
        heights[i] = 0;
    }
    if (numbers_.empty()) return;
    Numbering numbering(exprs, numbers_, list_);
    visit_document(document, numbering);
}

}  // namespace moo
