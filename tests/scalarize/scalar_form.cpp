// Whether a model has the form that `scalarize` promises.
#include "moo/model/names.h"
#include "tests/scalarize/model_values.h"

namespace moo::test {

namespace {

class FormCheck {
public:
    FormCheck(FlatModel const& model, Interner const& interner)
        : model_(model), exprs_(model.exprs), types_(model.exprs.types()), interner_(interner) {}

    std::vector<std::string> run() {
        for (Variable const& variable : model_.variables) {
            if (variable.is_package_constant) continue;
            if (!is_scalar(variable.type)) complain("variable " + std::string(interner_.text(variable.name)));
            scalar(variable.binding);
            for (ExprId const attribute : variable.attributes) scalar(attribute);
        }
        equations(model_.equations);
        equations(model_.initial_equations);
        for (FlatAlgorithm const& algorithm : model_.algorithms) statements(algorithm.statements);
        for (FlatAlgorithm const& algorithm : model_.initial_algorithms) statements(algorithm.statements);
        for (FlatPartition const& partition : model_.partitions) {
            for (FlatSubPartition const& sub : partition.sub_partitions) {
                equations(sub.equations);
                for (FlatAlgorithm const& algorithm : sub.algorithms) statements(algorithm.statements);
            }
        }
        return std::move(found_);
    }

private:
    void complain(std::string text) {
        if (found_.size() < 20) found_.push_back(std::move(text));
    }

    [[nodiscard]] bool is_scalar(TypeId type) const {
        TypeKind const kind = types_.kind(type);
        return kind != TypeKind::array && kind != TypeKind::record && kind != TypeKind::tuple;
    }

    // A scalar expression; arrays in it are arguments of calls, or something is taken of them.
    void scalar(ExprId root) {
        if (!root) return;
        std::vector<std::pair<ExprId, bool>> pending{{root, false}};
        while (!pending.empty()) {
            auto const [id, is_inside] = pending.back();
            pending.pop_back();
            ExprKind const kind = exprs_.kind(id);
            bool const is_composite = !is_scalar(exprs_.type(id));
            bool const is_fine = !is_composite || (is_inside && is_base(id));
            if (!is_fine) {
                complain("expression " +
                         to_string(exprs_, id, VariableNames(model_.variables, interner_, NameStyle::plain)));
                continue;
            }
            // What stands in arguments has the shape that the function wants.
            if (kind == ExprKind::call || kind == ExprKind::reduction) continue;
            if (kind == ExprKind::builtin && exprs_.builtin_of(id) == Builtin::spatial_distribution) continue;
            bool const is_taken_of = kind == ExprKind::subscript || kind == ExprKind::field || kind == ExprKind::output;
            std::size_t number = 0;
            for (ExprId const operand : exprs_.operands(id)) {
                pending.push_back({operand, (is_taken_of && number == 0) || kind == ExprKind::array});
                ++number;
            }
        }
    }

    [[nodiscard]] bool is_base(ExprId id) const {
        switch (exprs_.kind(id)) {
            case ExprKind::array:
            case ExprKind::call:
            case ExprKind::output:
            case ExprKind::field:
            case ExprKind::subscript:
            case ExprKind::builtin: return true;
            case ExprKind::variable: return model_.variables[exprs_.variable_of(id)].is_package_constant;
            default: return false;
        }
    }

    void condition(ExprId expr, bool may_be_vector) {
        if (!expr) return;
        if (!may_be_vector || exprs_.kind(expr) != ExprKind::array) return scalar(expr);
        for (ExprId const one : exprs_.operands(expr)) scalar(one);
    }

    void equations(std::vector<FlatEquation> const& list) {
        for (FlatEquation const& equation : list) {
            if (equation.kind == FlatEquationKind::for_) complain("for-equation");
            if (equation.kind != FlatEquationKind::call) scalar(equation.a);
            scalar(equation.b);
            scalar(equation.c);
            for (FlatBranch const& branch : equation.branches) {
                condition(branch.condition, equation.kind == FlatEquationKind::when);
                equations(branch.body);
            }
        }
    }

    void statements(std::vector<FlatStatement> const& list) {
        for (FlatStatement const& statement : list) {
            bool const has_results = statement.a && exprs_.kind(statement.a) == ExprKind::tuple;
            bool const is_call = statement.kind == FlatStatementKind::call;
            if (!has_results && !is_call && statement.kind != FlatStatementKind::for_) scalar(statement.a);
            if (!has_results) scalar(statement.b);
            bool const is_assignment = statement.kind == FlatStatementKind::assignment && !has_results;
            if (is_assignment && exprs_.kind(statement.a) != ExprKind::variable) complain("target of an assignment");
            for (FlatStatementBranch const& branch : statement.branches) {
                condition(branch.condition, statement.kind == FlatStatementKind::when);
                statements(branch.body);
            }
        }
    }

    FlatModel const& model_;
    ExprStore const& exprs_;
    TypeTable const& types_;
    Interner const& interner_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> array_leftovers(FlatModel const& model, Interner const& interner) {
    return FormCheck(model, interner).run();
}

}  // namespace moo::test
