// The units of expressions from those of the variables in them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"
#include "moo/units/unit.h"

namespace moo {

// What is known about the unit of an expression: nothing, that it is a number, or its dimension. A number counts as
// 1 in products and as anything in sums and comparisons: `0.5*m*v^2`, `p + 1`.
class UnitValue {
public:
    constexpr UnitValue() = default;
    static constexpr UnitValue unknown() { return UnitValue(1); }
    static constexpr UnitValue number() { return UnitValue(2); }

    [[nodiscard]] constexpr bool is_computed() const { return code_ != 0; }
    [[nodiscard]] constexpr bool is_number() const { return code_ == 2; }
    [[nodiscard]] constexpr bool has_dimension() const { return code_ > 2; }
    friend bool operator==(UnitValue, UnitValue) = default;

private:
    friend class UnitInference;
    constexpr explicit UnitValue(std::uint32_t code) : code_(code) {}
    std::uint32_t code_ = 0;  // 0 not computed yet, 1 unknown, 2 number, else a dimension
};

// Computes each expression once, no matter how many equations contain it.
class UnitInference {
public:
    // The unit of a variable, and what to do if two operands of an expression must agree and do not, or if an operand
    // must be a pure number and is not (then `other` is none).
    using VariableUnit = std::function<UnitValue(VarId)>;
    using Disagreement = std::function<void(ExprId whole, ExprId operand, ExprId other)>;

    UnitInference(ExprStore const& store, VariableUnit variable, Disagreement report)
        : store_(store), variable_(std::move(variable)), report_(std::move(report)) {}

    UnitValue unit(ExprId expr);
    // The unit of an expression for which `unit` has already been called, or which is part of such an expression.
    [[nodiscard]] UnitValue computed(ExprId expr) const { return memo_.get(expr); }
    UnitValue intern(Dimension const& dimension);
    // Of a literal or of a constant with this value.
    [[nodiscard]] static UnitValue of_number(double value);
    [[nodiscard]] Dimension const& dimension(UnitValue value) const { return dimensions_[value.code_ - 3]; }
    // Whether both are known and differ.
    [[nodiscard]] static bool differ(UnitValue a, UnitValue b) {
        return a.has_dimension() && b.has_dimension() && !(a == b);
    }

private:
    UnitValue known(ExprId expr) { return memo_[expr]; }
    UnitValue compute(ExprId expr);
    UnitValue compute_builtin(ExprId expr);
    UnitValue agree(ExprId whole, ExprId a, ExprId b);
    UnitValue common(ExprId expr, std::size_t first);
    UnitValue product(UnitValue a, UnitValue b);
    UnitValue quotient(UnitValue a, UnitValue b);
    UnitValue power(ExprId base, ExprId exponent);
    UnitValue root(UnitValue a, std::int64_t numerator, std::int64_t denominator);
    UnitValue pure_argument(ExprId whole);

    ExprStore const& store_;
    VariableUnit variable_;
    Disagreement report_;
    ExprMemo<UnitValue> memo_;
    std::vector<ExprId> stack_;
    std::vector<Dimension> dimensions_;
    std::map<Dimension, std::uint32_t> codes_;
};

}  // namespace moo
