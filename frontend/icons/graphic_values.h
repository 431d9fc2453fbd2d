// Values in graphical annotations: literals, expressions of parameters, and the static part of DynamicSelect (Modelica
// 3.6, sections 18.3 and 18.6.6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Each function returns none if the expression is something else, or depends on something that is not known during
// translation.
class GraphicValues {
public:
    GraphicValues(Elaborator& elaborator, ast::Ast const& ast, Node& scope)
        : elaborator_(elaborator), ast_(ast), scope_(scope) {}

    [[nodiscard]] std::optional<double> number(ast::ExprId expr);
    [[nodiscard]] std::optional<bool> truth(ast::ExprId expr);
    [[nodiscard]] std::optional<std::string> text(ast::ExprId expr);
    // All numbers of nested lists, in order: those of `{{x1, y1}, {x2, y2}}` are four.
    [[nodiscard]] std::optional<std::vector<double>> numbers(ast::ExprId expr);
    // `Dash` of `LinePattern.Dash`; the enumerations of annotations are known nowhere else.
    [[nodiscard]] std::string_view literal(ast::ExprId expr);
    [[nodiscard]] std::vector<std::string_view> literals(ast::ExprId expr);

    // The value of an argument, of `Line(points = …)` or of `transformation(extent = …)`; none if it is not given.
    [[nodiscard]] ast::ExprId argument(ast::ExprId call, std::string_view name) const;
    [[nodiscard]] ast::ExprId argument(ast::ModificationId modification, std::string_view name) const;

    // The expression before simulation: without parentheses, and with the active branch of an if.
    [[nodiscard]] ast::ExprId static_part(ast::ExprId expr);

    [[nodiscard]] ast::Ast const& ast() const { return ast_; }
    [[nodiscard]] Node& scope() const { return scope_; }
    [[nodiscard]] Elaborator& elaborator() const { return elaborator_; }

private:
    bool add_numbers(ast::ExprId expr, std::vector<double>& numbers);

    Elaborator& elaborator_;
    ast::Ast const& ast_;
    Node& scope_;
};

}  // namespace moo
