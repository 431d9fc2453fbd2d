// Expressions of the equations as numbered values.
#pragma once

#include <unordered_map>
#include <vector>

#include "moo/program/layout.h"
#include "moo/program/lower_functions.h"
#include "moo/program/system_plan.h"

namespace moo {

// Equal expressions have equal ids in the document, and get one value here; inside noEvent(…), where relations are not
// remembered, another one.
class ValueLowering {
public:
    // Values are added to `values`, texts to those of the functions.
    ValueLowering(Document const& document, Interner const& interner, SystemPlan const& plan, Layout const& layout,
                  ModelFunctions& functions, ProgramNodes& values);

    [[nodiscard]] ProgramExpr lower(ExprId expr);
    // A call of `ModelFunctions::effects`.
    [[nodiscard]] ProgramExpr lower_effect(ExprId call);

    [[nodiscard]] ProgramExpr number(double value, ScalarType type = ScalarType::real);
    // An operation on values, or a leaf.
    [[nodiscard]] ProgramExpr make(ProgramOp op, ScalarType type, std::initializer_list<ProgramExpr> operands = {},
                                   std::uint32_t index = 0, std::uint32_t other = 0);
    [[nodiscard]] ProgramExpr slot(VarId variable);
    [[nodiscard]] ProgramExpr pre(VarId variable);

private:
    // An expression inside or outside of noEvent.
    struct Item {
        ExprId expr;
        bool is_plain;  // inside
    };
    [[nodiscard]] ProgramExpr& known(Item item) {
        return known_[static_cast<std::size_t>(item.expr.index()) * 2 + (item.is_plain ? 1 : 0)];
    }
    // What has to be lowered before an expression.
    void needs(Item item, std::vector<Item>& items) const;
    [[nodiscard]] ProgramExpr node(Item item);
    [[nodiscard]] ProgramExpr literal(ExprId expr);
    [[nodiscard]] ProgramExpr operation(Item item);
    [[nodiscard]] ProgramExpr builtin(Item item);
    [[nodiscard]] ProgramExpr transport(Item item);
    [[nodiscard]] ProgramExpr call(std::uint32_t number, bool is_plain);
    [[nodiscard]] ProgramExpr operand(Item item, std::size_t i) {
        return known({exprs_.operand(item.expr, i), item.is_plain});
    }
    [[nodiscard]] ScalarType scalar_type(TypeId type) const;
    [[nodiscard]] std::uint32_t text_number(std::string const& text);

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SystemPlan const& plan_;
    Layout const& layout_;
    ModelFunctions& functions_;
    ProgramNodes& values_;
    std::vector<ProgramExpr> known_;  // two for each expression
    std::unordered_map<std::uint64_t, ProgramExpr> calls_;
    std::unordered_map<std::string, std::uint32_t> text_numbers_;
};

}  // namespace moo
