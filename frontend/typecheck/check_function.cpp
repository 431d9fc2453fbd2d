// Constructs that the body of a function must not contain (Modelica 3.6, section 12.2).
#include <unordered_set>

#include "frontend/resolve/class_messages.h"
#include "frontend/typecheck/function_parts.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> input_assigned{
    DiagnosticKind::FunctionVariable, "the input `{}` of the function `{}` cannot be assigned to"};
constexpr Message<std::string_view, std::string_view> not_in_function{DiagnosticKind::WrongArguments,
                                                                      "`{}` cannot be used in the function `{}`"};
constexpr Message<std::string_view> when_in_function{DiagnosticKind::WrongWhen,
                                                     "the function `{}` cannot have a when-statement"};

// Operators that need the simulation.
constexpr char const* refused_builtins[] = {"initial", "terminal", "sample",   "edge", "change",
                                            "delay",   "reinit",   "previous", "hold"};

class BodyCheck {
public:
    BodyCheck(ExprStore const& exprs, Interner const& interner, Diagnostics& diagnostics, FlatFunction const& function)
        : exprs_(exprs), interner_(interner), diagnostics_(diagnostics), function_(function) {}

    // As deep as the statements are nested.
    void check(std::vector<FlatStatement> const& statements, bool is_in_loop = false) {
        for (FlatStatement const& statement : statements) {
            bool const loops = statement.kind == FlatStatementKind::for_ || statement.kind == FlatStatementKind::while_;
            if (statement.kind == FlatStatementKind::break_ && !is_in_loop) {
                diagnostics_.error(statement.source, class_messages::misplaced_break);
            }
            if (statement.kind == FlatStatementKind::when) {
                diagnostics_.error(statement.source, when_in_function, interner_.text(function_.name));
            }
            if (statement.kind == FlatStatementKind::reinit) refuse(statement.source, "reinit");
            if (statement.kind == FlatStatementKind::assignment) check_target(statement.a, statement.source);
            for (ExprId const expr : {statement.a, statement.b, statement.c}) check(expr, statement.source);
            for (FlatStatementBranch const& branch : statement.branches) {
                check(branch.condition, statement.source);
                check(branch.body, is_in_loop || loops);
            }
        }
    }

private:
    void refuse(SourceSpan span, std::string_view what) {
        diagnostics_.error(span, not_in_function, what, interner_.text(function_.name));
    }

    void check_target(ExprId target, SourceSpan span) {
        if (exprs_.kind(target) == ExprKind::tuple) {
            for (ExprId const member : exprs_.operands(target)) check_target(member, span);
            return;
        }
        while (exprs_.kind(target) == ExprKind::subscript || exprs_.kind(target) == ExprKind::field) {
            target = exprs_.operand(target, 0);
        }
        if (exprs_.kind(target) != ExprKind::iterator) return;
        for (FunctionVariable const& variable : function_.variables) {
            if (variable.role != FunctionRole::input || variable.name != exprs_.symbol(target)) continue;
            diagnostics_.error(span, input_assigned, interner_.text(variable.name), interner_.text(function_.name));
        }
    }

    // Each expression once for the whole function.
    void check(ExprId root, SourceSpan span) {
        if (!root) return;
        std::vector<ExprId> open{root};
        while (!open.empty()) {
            ExprId const expr = open.back();
            open.pop_back();
            if (!seen_.insert(expr).second) continue;
            ExprKind const kind = exprs_.kind(expr);
            if (kind == ExprKind::time) refuse(span, "time");
            if (kind == ExprKind::der) refuse(span, "der");
            if (kind == ExprKind::pre) refuse(span, "pre");
            if (kind == ExprKind::builtin) {
                std::string_view const name = builtin_info(exprs_.builtin_of(expr)).name;
                for (std::string_view const refused : refused_builtins) {
                    if (name == refused) refuse(span, name);
                }
            }
            for (ExprId const operand : exprs_.operands(expr)) open.push_back(operand);
        }
    }

    ExprStore const& exprs_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
    FlatFunction const& function_;
    std::unordered_set<ExprId> seen_;
};

}  // namespace

void check_function_body(Elaborator& elaborator, FlatFunction const& function) {
    BodyCheck(elaborator.exprs, elaborator.interner, elaborator.diagnostics, function).check(function.body);
}

}  // namespace moo
