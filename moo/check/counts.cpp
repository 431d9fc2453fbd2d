#include "moo/check/counts.h"

#include <algorithm>

#include "moo/expr/evaluate.h"

namespace moo {

namespace {

// A record cannot contain itself, so the recursion is as deep as declarations nest.
std::optional<std::int64_t> sum_of_counts(TypeTable const& types, std::span<TypeId const> members) {
    std::int64_t sum = 0;
    for (TypeId const member : members) {
        auto const count = find_scalar_count(types, member);
        if (!count) return std::nullopt;
        sum += *count;
    }
    return sum;
}

class Counter {
public:
    explicit Counter(FlatModel const& model) : exprs_(model.exprs) {}

    std::int64_t size(FlatEquation const& equation) {
        switch (equation.kind) {
            case FlatEquationKind::equality: return equality_size(equation);
            case FlatEquationKind::reinit:
            case FlatEquationKind::assertion:
            case FlatEquationKind::terminate:
            case FlatEquationKind::call: return 0;
            case FlatEquationKind::if_:
            case FlatEquationKind::when:
                return equation.branches.empty() ? 0 : body_size(equation.branches.front().body);
            case FlatEquationKind::for_: return loop_size(equation);
        }
        return 0;
    }

    std::int64_t body_size(std::vector<FlatEquation> const& body) {
        std::int64_t sum = 0;
        for (FlatEquation const& equation : body) sum += size(equation);
        return sum;
    }

    FlatEquation const* find_unbalanced(FlatEquation const& equation) {
        for (FlatBranch const& branch : equation.branches) {
            for (FlatEquation const& inner : branch.body) {
                if (FlatEquation const* const found = find_unbalanced(inner)) return found;
            }
        }
        if (equation.kind != FlatEquationKind::if_ || equation.branches.empty()) return nullptr;
        std::int64_t const first = body_size(equation.branches.front().body);
        bool const has_else = !equation.branches.back().condition;
        if (!has_else && first != 0) return &equation;
        for (FlatBranch const& branch : equation.branches) {
            if (body_size(branch.body) != first) return &equation;
        }
        return nullptr;
    }

private:
    // A call with several results has the type of the first, which is visible only if both sides are compared, and a
    // size may be known on one side only.
    std::int64_t equality_size(FlatEquation const& equation) {
        if (exprs_.kind(equation.a) == ExprKind::tuple) {
            std::int64_t sum = 0;
            for (ExprId const member : exprs_.operands(equation.a)) {
                if (exprs_.kind(member) != ExprKind::whole) sum += scalar_count(exprs_.types(), exprs_.type(member));
            }
            return sum;
        }
        if (auto const left = find_scalar_count(exprs_.types(), exprs_.type(equation.a))) return *left;
        return scalar_count(exprs_.types(), exprs_.type(equation.b));
    }

    std::int64_t loop_size(FlatEquation const& equation) {
        if (equation.branches.empty()) return 0;
        auto const& body = equation.branches.front().body;
        Evaluation const range = evaluate(exprs_, equation.a, [this](ExprStore const& exprs, ExprId id) {
            return exprs.kind(id) == ExprKind::iterator ? value_of(exprs.symbol(id)) : Value();
        });
        if (!range.has_value() || !range.value.is_array()) {
            auto const dims = exprs_.types().dims(exprs_.type(equation.a));
            std::int64_t const times = dims.empty() ? 0 : std::max<std::int64_t>(dims[0], 0);
            return times * body_size(body);
        }
        auto const& values = range.value.elements();
        if (!depends_on_iterator(body)) return static_cast<std::int64_t>(values.size()) * body_size(body);
        std::int64_t sum = 0;
        bindings_.push_back({equation.iterator, Value()});
        for (Value const& value : values) {
            bindings_.back().value = value;
            sum += body_size(body);
        }
        bindings_.pop_back();
        return sum;
    }

    // Whether the body has a different size for each value of the iterators. Only the range of an inner loop can cause
    // this.
    bool depends_on_iterator(std::vector<FlatEquation> const& body) const {
        for (FlatEquation const& equation : body) {
            if (equation.kind == FlatEquationKind::for_ && exprs_.has_iterator(equation.a)) return true;
            for (FlatBranch const& branch : equation.branches) {
                if (depends_on_iterator(branch.body)) return true;
            }
        }
        return false;
    }

    [[nodiscard]] Value value_of(Symbol iterator) const {
        for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
            if (binding->name == iterator) return binding->value;
        }
        return {};
    }

    struct Binding {
        Symbol name;
        Value value;
    };
    ExprStore const& exprs_;
    std::vector<Binding> bindings_;
};

}  // namespace

std::optional<std::int64_t> find_scalar_count(TypeTable const& types, TypeId type) {
    switch (types.kind(type)) {
        case TypeKind::unknown: return std::nullopt;
        case TypeKind::real:
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::string:
        case TypeKind::clock:
        case TypeKind::enumeration:
        case TypeKind::external_object: return 1;
        case TypeKind::record: {
            std::vector<TypeId> members;
            for (RecordField const& field : types.fields(type)) members.push_back(field.type);
            return sum_of_counts(types, members);
        }
        case TypeKind::tuple: return sum_of_counts(types, types.members(type));
        case TypeKind::array: break;
    }
    auto const element = find_scalar_count(types, types.element(type));
    if (!element) return std::nullopt;
    std::int64_t count = *element;
    for (std::int64_t const size : types.dims(type)) {
        if (size == TypeTable::unknown_size) return std::nullopt;
        count *= size;
    }
    return count;
}

std::int64_t scalar_count(TypeTable const& types, TypeId type) { return find_scalar_count(types, type).value_or(0); }

std::int64_t equation_size(FlatModel const& model, FlatEquation const& equation) {
    return Counter(model).size(equation);
}

FlatEquation const* find_unbalanced_if(FlatModel const& model, FlatEquation const& equation) {
    return Counter(model).find_unbalanced(equation);
}

}  // namespace moo
