#include "moo/passes/refuse_unsupported.h"
#include "moo/passes/report_at.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "moo/expr/free_variables.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unsupported_operator{DiagnosticKind::UnsupportedConstruct,
                                                         "`{}` is not supported here yet"};
constexpr Message<> unsupported_delay{DiagnosticKind::UnsupportedConstruct,
                                      "`delay` of something that is not a number is not supported yet"};
constexpr Message<> unsupported_equality{DiagnosticKind::UnsupportedConstruct,
                                         "Real values that change continuously are compared with `==` or `<>`, which "
                                         "is not supported outside of noEvent, when-clauses and functions"};
constexpr Message<> unsupported_array{DiagnosticKind::UnsupportedConstruct,
                                      "the sides of this equation are arrays or records, which is not supported here"};
constexpr Message<> unsupported_structure{DiagnosticKind::UnsupportedConstruct,
                                          "reductions and ranges in equations are not supported yet"};
constexpr Message<std::string_view, std::string_view> unsupported_variable{DiagnosticKind::UnsupportedConstruct,
                                                                           "`{}` is {}, which is not supported yet"};
constexpr Message<std::string_view> unsupported_fixed_value{
    DiagnosticKind::UnsupportedConstruct,
    "`fixed` of `{}` is not `true` or `false`; other values are not supported yet"};

// Operators that the front end replaces; later passes do not know them.
constexpr std::array foreign = {Builtin::get_instance_name,   Builtin::cardinality,    Builtin::in_stream,
                                Builtin::actual_stream,       Builtin::clock,          Builtin::sub_sample,
                                Builtin::super_sample,        Builtin::shift_sample,   Builtin::back_sample,
                                Builtin::active_state,        Builtin::ticks_in_state, Builtin::time_in_state,
                                Builtin::real_parameter_equal};

bool is_foreign(Builtin builtin) { return std::find(foreign.begin(), foreign.end(), builtin) != foreign.end(); }

class Search {
public:
    Search(System& system, Diagnostics& diagnostics)
        : system_(system), exprs_(system.exprs()), diagnostics_(diagnostics), walk_(system.exprs()) {}

    bool run() {
        for (VarId const id : system_.document.variables.ids()) check_variable(id);
        for (SystemEquation const& equation : system_.equations) check(equation, Events::cause);
        for (SystemEquation const& equation : system_.initial_equations) check(equation, Events::silent);
        for (SystemPartition const& partition : system_.partitions) {
            for (SystemEquation const& equation : partition.equations) check(equation, Events::silent);
        }
        for (InstantEquation const& instant : system_.instants)
            check(instant.value, instant.provenance.source, Events::silent);
        for (std::size_t i = 0; i < system_.document.when_conditions.size(); ++i) {
            check(system_.document.when_conditions[i].condition, system_.condition_places[i], Events::cause);
        }
        for (Assertion const& assertion : system_.document.assertions) {
            check(assertion.condition, assertion.source, Events::silent);
            check(assertion.message, assertion.source, Events::silent);
        }
        for (Action const& action : system_.document.actions) check(action.value, action.source, Events::silent);
        return !diagnostics_.has_errors();
    }

private:
    // Whether a relation in an expression causes events.
    enum class Events : std::uint8_t { cause, silent };

    void check_variable(VarId id) {
        Variable const& variable = system_.document.variables[id];
        if (std::string_view const what = unsupported_type(variable); !what.empty()) {
            // One message per variable is enough.
            error_at(system_, diagnostics_, variable, unsupported_variable, system_.name_of(id), what);
            return;
        }
        ExprId const fixed = variable.attribute(Attribute::fixed);
        if (fixed && exprs_.kind(fixed) != ExprKind::boolean) {
            error_at(system_, diagnostics_, variable, unsupported_fixed_value, system_.name_of(id));
        }
        if (variable.binding) check(variable.binding, variable.source, Events::silent);
        for (ExprId const attribute : variable.attributes) {
            if (attribute) check(attribute, variable.source, Events::silent);
        }
    }

    // What kind of type it is, if the passes do not support it. Package constants may have any type, since functions
    // use them.
    [[nodiscard]] std::string_view unsupported_type(Variable const& variable) const {
        switch (exprs_.types().kind(variable.type)) {
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::integer:
            case TypeKind::boolean:
            case TypeKind::string:
            case TypeKind::enumeration:
            case TypeKind::external_object: return {};
            case TypeKind::clock: return "a clock";
            case TypeKind::record: return variable.is_package_constant ? "" : "a record";
            case TypeKind::array: return variable.is_package_constant ? "" : "an array";
            case TypeKind::tuple: return "a list of results";
        }
        return {};
    }

    void check(SystemEquation const& equation, Events events) {
        TypeKind const kind = exprs_.types().kind(exprs_.type(equation.lhs));
        if (kind == TypeKind::array || kind == TypeKind::record || kind == TypeKind::tuple) {
            error_at(system_, diagnostics_, equation.provenance, unsupported_array);
        }
        check(equation.lhs, equation.provenance.source, events);
        check(equation.rhs, equation.provenance.source, events);
    }

    void check(ExprId root, SourceSpan source, Events events) {
        stack_.assign(1, {root, events});
        while (!stack_.empty()) {
            auto const [id, inside] = stack_.back();
            stack_.pop_back();
            if (!seen_[static_cast<std::size_t>(inside)].insert(id).second) continue;
            check_node(id, source, inside);
            Events const below = exprs_.is_builtin(id, Builtin::no_event) ? Events::silent : inside;
            for (ExprId const operand : exprs_.operands(id)) stack_.push_back({operand, below});
        }
    }

    void check_node(ExprId id, SourceSpan source, Events events) {
        ExprKind const kind = exprs_.kind(id);
        if (kind == ExprKind::builtin && is_foreign(exprs_.builtin_of(id))) {
            diagnostics_.error(source, unsupported_operator, builtin_info(exprs_.builtin_of(id)).name);
        }
        bool const is_delay = exprs_.is_builtin(id, Builtin::delay);
        if (is_delay && !exprs_.types().is_numeric(exprs_.type(id))) diagnostics_.error(source, unsupported_delay);
        if (events == Events::cause && (kind == ExprKind::equal || kind == ExprKind::not_equal)) {
            bool const is_real =
                exprs_.type(exprs_.operand(id, 0)) == types::real || exprs_.type(exprs_.operand(id, 1)) == types::real;
            if (is_real && is_continuous(id)) diagnostics_.error(source, unsupported_equality);
        }
        bool const is_structure = kind == ExprKind::reduction || kind == ExprKind::range || kind == ExprKind::iterator;
        if (is_structure) diagnostics_.error(source, unsupported_structure);
    }

    bool is_continuous(ExprId expr) {
        if (walk_.contains(expr, exprs_.time())) return true;
        for (VariableUse const& use : walk_.uses(expr)) {
            bool const is_known = use.occurrence == Occurrence::previous || system_.is_discrete(use.variable) ||
                                  system_.document.variables[use.variable].is_parameter();
            if (!is_known) return true;
        }
        return false;
    }

    struct Task {
        ExprId id;
        Events events;
    };

    System& system_;
    ExprStore& exprs_;
    Diagnostics& diagnostics_;
    FreeVariables walk_;
    std::array<std::unordered_set<ExprId>, 2> seen_;  // by Events
    std::vector<Task> stack_;
};

}  // namespace

bool refuse_unsupported(System& system, PassOptions const&, Diagnostics& diagnostics) {
    return Search(system, diagnostics).run();
}

}  // namespace moo
