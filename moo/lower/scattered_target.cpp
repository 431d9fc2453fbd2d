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
        add_leaves(statement_.a, statement_.b);
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
            if (exprs_.kind(element) == ExprKind::array || exprs_.is_record(element)) {
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

    // The nesting is that of the arrays and records of a variable's type.
    void add_leaves(ExprId target, ExprId value) {
        if (exprs_.kind(target) == ExprKind::array) {
            std::int64_t number = 0;
            for (ExprId const element : exprs_.operands(target)) {
                add_leaves(element, exprs_.subscript(value, {exprs_.integer(++number)}));
            }
            return;
        }
        if (exprs_.is_record(target)) {
            auto const fields = exprs_.types().fields(exprs_.type(target));
            std::vector<RecordField> const names(fields.begin(), fields.end());
            for (std::size_t i = 0; i < names.size(); ++i) {
                add_leaves(exprs_.operand(target, i), exprs_.field(value, names[i].name));
            }
            return;
        }
        FlatStatement part = statement_;
        part.a = target;
        part.b = value;
        parts_.push_back(std::move(part));
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
    bool const is_whole = is_assignment && (kind == ExprKind::array || exprs.is_record(statement.a));
    bool const is_call = is_assignment && exprs.kind(statement.b) == ExprKind::call && !exprs.is_record(statement.b);
    if (is_whole && is_call) {
        // All results of one call: `({x1, x2}) := f(y)`.
        statement.a = context.exprs.tuple({statement.a});
        target.push_back(std::move(statement));
        return true;
    }
    if (is_whole) return ScatteredAssignment(context, statement, target).assign_whole();
    if (kind == ExprKind::subscript && exprs.kind(exprs.operand(statement.a, 0)) == ExprKind::array) {
        return ScatteredAssignment(context, statement, target).assign_element();
    }
    target.push_back(std::move(statement));
    return true;
}

}  // namespace moo
