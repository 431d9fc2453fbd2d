// Expressions of the equations as numbered values.
#pragma once

#include <unordered_map>
#include <vector>

#include "moo/program/layout.h"
#include "moo/program/lower_functions.h"
#include "moo/program/system_plan.h"

namespace moo {

// Equal expressions have equal ids in the document and become one value here. Inside noEvent(…), where relations are
// not remembered, they become a second value.
class ValueLowering {
public:
    // Appends values to `values`, and texts to those of the functions.
    ValueLowering(Document const& document, Interner const& interner, SystemPlan const& plan, Layout const& layout,
                  ModelFunctions& functions, ProgramNodes& values);

    [[nodiscard]] ProgramExpr lower(ExprId expr);
    // Lowers a call listed in `ModelFunctions::effects`.
    [[nodiscard]] ProgramExpr lower_effect(ExprId call);

    [[nodiscard]] ProgramExpr number(double value, ScalarType type = ScalarType::real);
    // Makes an operation on values, or a leaf.
    [[nodiscard]] ProgramExpr make(ProgramOp op, ScalarType type, std::initializer_list<ProgramExpr> operands = {},
                                   std::uint32_t index = 0, std::uint32_t other = 0);
    [[nodiscard]] ProgramExpr slot(VarId variable);
    [[nodiscard]] ProgramExpr pre(VarId variable);

private:
    // An expression, inside or outside of noEvent.
    struct Item {
        ExprId expr;
        bool is_plain;  // inside noEvent
    };
    [[nodiscard]] ProgramExpr& known(Item item) {
        return known_[static_cast<std::size_t>(item.expr.index()) * 2 + (item.is_plain ? 1 : 0)];
    }
    // Appends the expressions that have to be lowered before this one.
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
    std::vector<ProgramExpr> known_;  // two for each expression: outside and inside noEvent
    std::unordered_map<std::uint64_t, ProgramExpr> calls_;
    std::unordered_map<std::string, std::uint32_t> text_numbers_;
};

}  // namespace moo
