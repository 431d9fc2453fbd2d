#include "moo/passes/refuse_unsupported.h"

#include <unordered_set>

#include "moo/model/plain_expression.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unsupported_operator{DiagnosticKind::UnsupportedConstruct,
                                                         "`{}` is not supported yet"};
constexpr Message<> unsupported_equality{DiagnosticKind::UnsupportedConstruct,
                                         "Real values are compared with `==` or `<>`, which is not supported yet"};
constexpr Message<std::string_view> unsupported_function{
    DiagnosticKind::UnsupportedConstruct, "`{}` is a function of the model; calls of these are not supported yet"};
constexpr Message<std::string_view, std::string_view> unsupported_variable{DiagnosticKind::UnsupportedConstruct,
                                                                           "`{}` is {}, which is not supported yet"};
constexpr Message<std::string_view> unsupported_input{DiagnosticKind::UnsupportedConstruct,
                                                      "`{}` is an input without a value; inputs are not supported yet"};
constexpr Message<std::string_view> unsupported_fixed{
    DiagnosticKind::UnsupportedConstruct,
    "`{}` is a parameter that initialization determines (fixed = false), which is not supported yet"};

constexpr Message<std::string_view> unsupported_fixed_value{
    DiagnosticKind::UnsupportedConstruct,
    "`fixed` of `{}` is not `true` or `false`; other values are not supported yet"};
constexpr Message<> unsupported_message{
    DiagnosticKind::UnsupportedConstruct,
    "the message of this assertion is not a plain text; others are not supported yet"};

class Search {
public:
    Search(System& system, Diagnostics& diagnostics)
        : system_(system), exprs_(system.exprs()), diagnostics_(diagnostics) {}

    bool run() {
        for (SystemEquation const& equation : system_.equations) left_sides_.insert(equation.lhs);
        for (VarId const id : system_.document.variables.ids()) check_variable(id);
        for (SystemEquation const& equation : system_.equations) check(equation);
        for (SystemEquation const& equation : system_.initial_equations) check(equation);
        for (InstantEquation const& instant : system_.instants) {
            check(instant.value, instant.source);
            for (std::uint32_t const condition : instant.conditions) {
                check(system_.document.when_conditions[condition].condition, instant.source);
            }
        }
        for (Assertion const& assertion : system_.document.assertions) {
            check(assertion.condition, assertion.source);
        }
        return !diagnostics_.has_errors();
    }

private:
    void check_variable(VarId id) {
        Variable const& variable = system_.document.variables[id];
        if (std::string_view const what = unsupported_type(variable.type); !what.empty()) {
            // One word about a variable is enough.
            diagnostics_.error(variable.source, unsupported_variable, system_.name_of(id), what);
            return;
        }
        if (variable.causality == Causality::input && !variable.is_parameter()) {
            bool const has_binding = left_sides_.contains(system_.reference(id));
            if (!has_binding) diagnostics_.error(variable.source, unsupported_input, system_.name_of(id));
        }
        ExprId const fixed = variable.attribute(Attribute::fixed);
        if (fixed && exprs_.kind(fixed) != ExprKind::boolean) {
            diagnostics_.error(variable.source, unsupported_fixed_value, system_.name_of(id));
        }
        if (variable.is_parameter() && fixed && exprs_.is_boolean(fixed, false)) {
            diagnostics_.error(variable.source, unsupported_fixed, system_.name_of(id));
        }
        if (variable.binding) check(variable.binding, variable.source);
        for (ExprId const attribute : variable.attributes) {
            if (attribute) check(attribute, variable.source);
        }
    }

    // What a variable of this type is, if that is too much.
    [[nodiscard]] std::string_view unsupported_type(TypeId type) const {
        switch (exprs_.types().kind(type)) {
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::integer:
            case TypeKind::boolean:
            case TypeKind::string: return {};
            case TypeKind::clock: return "a clock";
            case TypeKind::enumeration: return {};
            case TypeKind::record: return "a record";
            case TypeKind::external_object: return {};
            case TypeKind::array: return "an array";
            case TypeKind::tuple: return "a list of results";
        }
        return {};
    }

    void check(SystemEquation const& equation) {
        check(equation.lhs, equation.source);
        check(equation.rhs, equation.source);
    }

    void check(ExprId root, SourceSpan source) {
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (!seen_.insert(id).second) continue;
            check_node(id, source);
            for (ExprId const operand : exprs_.operands(id)) stack_.push_back(operand);
        }
    }

    void check_node(ExprId id, SourceSpan source) {
        ExprKind const kind = exprs_.kind(id);
        if (kind == ExprKind::builtin && !is_plain(exprs_.builtin_of(id))) {
            diagnostics_.error(source, unsupported_operator, builtin_info(exprs_.builtin_of(id)).name);
        }
        if (kind == ExprKind::equal || kind == ExprKind::not_equal) {
            bool const is_real =
                exprs_.type(exprs_.operand(id, 0)) == types::real || exprs_.type(exprs_.operand(id, 1)) == types::real;
            if (is_real) diagnostics_.error(source, unsupported_equality);
        }
    }

    System& system_;
    ExprStore& exprs_;
    Diagnostics& diagnostics_;
    std::unordered_set<ExprId> left_sides_;
    std::unordered_set<ExprId> seen_;
    std::vector<ExprId> stack_;
};

}  // namespace

bool refuse_unsupported(System& system, PassOptions const&, Diagnostics& diagnostics) {
    return Search(system, diagnostics).run();
}

}  // namespace moo
