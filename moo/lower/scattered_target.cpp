#include "moo/lower/scattered_target.h"

#include <algorithm>

#include "moo/expr/free_variables.h"

namespace moo {

namespace {

constexpr Message<> uses_itself{DiagnosticKind::UnsupportedConstruct,
                                "this assigns to an array that is declared element by element, and whose old value it "
                                "needs; that is not supported"};
constexpr Message<> slice_of_scattered{DiagnosticKind::UnsupportedConstruct,
                                       "this assigns to a part of an array that is declared element by element; that "
                                       "is not supported"};

class ScatteredAssignment {
public:
    ScatteredAssignment(LoweringContext& context, FlatStatement const& statement, std::vector<FlatStatement>& target)
        : exprs_(context.exprs), diagnostics_(context.diagnostics), statement_(statement), target_(target) {}

    bool assign_whole() {
        add_leaves(statement_.a, {});
        FreeVariables free(exprs_);
        std::vector<VariableUse> const& uses = free.uses(statement_.b);
        for (FlatStatement const& part : parts_) {
            VariableUse const old{exprs_.referenced_variable(part.a), Occurrence::value};
            if (std::find(uses.begin(), uses.end(), old) == uses.end()) continue;
            diagnostics_.error(statement_.source, uses_itself);
            return false;
        }
        for (FlatStatement& part : parts_) target_.push_back(std::move(part));
        return true;
    }

    // if i == 1 then x1 := e; elseif i == 2 then …
    bool assign_element() {
        Operands const operands = exprs_.operands(statement_.a);
        ExprId const array = operands[0];
        if (operands.size() != 2 || exprs_.type(operands[1]) != types::integer) {
            diagnostics_.error(statement_.source, slice_of_scattered);
            return false;
        }
        ExprId const index = operands[1];
        FlatStatement choice;
        choice.kind = FlatStatementKind::if_;
        choice.source = statement_.source;
        choice.description = statement_.description;
        std::int64_t number = 0;
        for (ExprId const element : exprs_.operands(array)) {
            FlatStatement part = statement_;
            part.a = element;
            FlatStatementBranch branch;
            branch.condition = exprs_.binary(ExprKind::equal, index, exprs_.integer(++number));
            if (exprs_.kind(element) == ExprKind::array) {
                if (!ScatteredAssignment(*this, part, branch.body).assign_whole()) return false;
            } else {
                branch.body.push_back(std::move(part));
            }
            choice.branches.push_back(std::move(branch));
        }
        target_.push_back(std::move(choice));
        return true;
    }

private:
    ScatteredAssignment(ScatteredAssignment const& outer, FlatStatement const& statement,
                        std::vector<FlatStatement>& target)
        : exprs_(outer.exprs_), diagnostics_(outer.diagnostics_), statement_(statement), target_(target) {}

    // The nesting is that of the subscripts of a variable.
    void add_leaves(ExprId array, std::vector<ExprId> const& subscripts) {
        std::int64_t number = 0;
        for (ExprId const element : exprs_.operands(array)) {
            std::vector<ExprId> inner = subscripts;
            inner.push_back(exprs_.integer(++number));
            if (exprs_.kind(element) == ExprKind::array) {
                add_leaves(element, inner);
                continue;
            }
            FlatStatement part = statement_;
            part.a = element;
            part.b = exprs_.subscript(statement_.b, inner);
            parts_.push_back(std::move(part));
        }
    }

    ExprStore& exprs_;
    Diagnostics& diagnostics_;
    FlatStatement const& statement_;
    std::vector<FlatStatement>& target_;
    std::vector<FlatStatement> parts_;
};

}  // namespace

bool assign_scattered(LoweringContext& context, FlatStatement statement, std::vector<FlatStatement>& target) {
    ExprStore const& exprs = context.exprs;
    bool const is_assignment = statement.kind == FlatStatementKind::assignment;
    ExprKind const kind = is_assignment ? exprs.kind(statement.a) : ExprKind::variable;
    if (kind == ExprKind::array) return ScatteredAssignment(context, statement, target).assign_whole();
    if (kind == ExprKind::subscript && exprs.kind(exprs.operand(statement.a, 0)) == ExprKind::array) {
        return ScatteredAssignment(context, statement, target).assign_element();
    }
    target.push_back(std::move(statement));
    return true;
}

}  // namespace moo
