// Sums: like terms are collected, constants folded.
#include <cmath>

#include "moo/expr/simplify_flatten.h"

namespace moo {

namespace {

template <class F>
void for_sum_operands(ExprStore const& store, ExprId id, F f) {
    ExprKind const kind = store.kind(id);
    f(store.operand(id, 0), kind == ExprKind::neg ? -1.0 : 1.0);
    if (kind != ExprKind::neg) f(store.operand(id, 1), kind == ExprKind::sub ? -1.0 : 1.0);
}

// Terms with distinct cores in the order of first appearance, and a constant.
class TermTable {
public:
    explicit TermTable(ExprStore& store) : store_(store) {}

    void add(ExprId term, double weight) {
        if (store_.is_number(term)) {
            constant_ += weight * store_.number_value(term);
            return;
        }
        auto const [coefficient, core] = split_coefficient(store_, term);
        std::size_t const place = places_.add(core, terms_.size());
        if (place == terms_.size()) terms_.push_back({core, 0});
        terms_[place].weight += weight * coefficient;
    }

    [[nodiscard]] std::vector<WeightedPart> const& terms() const { return terms_; }
    [[nodiscard]] double constant() const { return constant_; }

private:
    ExprStore& store_;
    std::vector<WeightedPart> terms_;
    PartPlaces places_;
    double constant_ = 0;
};

bool is_representable(TypeId type, double value) {
    constexpr double exact_limit = 9007199254740992.0;
    if (type == types::real) return std::isfinite(value);
    return std::fabs(value) < exact_limit && value == std::floor(value);
}

}  // namespace

bool is_sum(ExprStore const& store, ExprId id) {
    ExprKind const kind = store.kind(id);
    bool const family = kind == ExprKind::add || kind == ExprKind::sub || kind == ExprKind::neg;
    return family && is_scalar_number(store.type(id));
}

std::vector<WeightedPart> flatten_sum(ExprStore const& store, ExprId root) {
    return flatten_chain(
               root, [&](ExprId id) { return is_sum(store, id); },
               [&](ExprId id, auto f) { for_sum_operands(store, id, f); })
        .leaves;
}

ExprId simplify_sum(ExprStore& store, TypeId type, std::vector<WeightedPart> const& terms) {
    TermTable table(store);
    std::vector<WeightedPart> stack;
    for (WeightedPart const& term : terms) {
        // A term may have become a sum itself.
        stack.assign(1, term);
        while (!stack.empty()) {
            WeightedPart const top = stack.back();
            stack.pop_back();
            if (!is_sum(store, top.part)) {
                table.add(top.part, top.weight);
                continue;
            }
            std::size_t const first = stack.size();
            for_sum_operands(store, top.part, [&](ExprId operand, double sign) {
                stack.push_back({operand, sign * top.weight});
            });
            std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
        }
    }
    double const constant = table.constant();
    if (!is_representable(type, constant)) return {};
    std::vector<WeightedPart> rest;
    for (WeightedPart const& term : table.terms()) {
        if (!is_representable(type, term.weight)) return {};
        if (term.weight != 0) rest.push_back(term);
    }
    if (rest.empty()) return number_literal(store, type, constant);
    // A sum does not begin with a sign if some term has none.
    auto const head = std::find_if(rest.begin(), rest.end(), [](WeightedPart const& t) { return t.weight > 0; });
    bool const constant_leads = head == rest.end() && constant > 0;
    if (head != rest.end()) std::rotate(rest.begin(), head, head + 1);
    ExprId sum;
    if (constant_leads) sum = number_literal(store, type, constant);
    for (WeightedPart const& term : rest) {
        ExprId const value = with_coefficient(store, std::fabs(term.weight), term.part);
        if (!sum) {
            sum = term.weight > 0 ? value : store.neg(value);
        } else {
            sum = term.weight > 0 ? store.add(sum, value) : store.sub(sum, value);
        }
    }
    if (constant == 0 || constant_leads) return sum;
    ExprId const literal = number_literal(store, type, std::fabs(constant));
    return constant > 0 ? store.add(sum, literal) : store.sub(sum, literal);
}

}  // namespace moo
