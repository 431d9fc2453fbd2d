#include "moo/passes/build_initialization.h"

#include "moo/passes/sort_equations.h"

namespace moo {

namespace {

class Initialization {
public:
    explicit Initialization(System& system) : system_(system), document_(system.document), walk_(system.exprs()) {}

    SortableSystem collect() {
        sortable_.description = "the initial system";
        sortable_.surplus_kind = DiagnosticKind::InitializationOverdetermined;
        for (SystemEquation const& equation : system_.equations) add(equation);
        for (SystemEquation const& equation : system_.initial_equations) add(equation);
        is_when_defined_.resize(document_.variables.size());
        for (InstantEquation const& instant : system_.instants) add(instant);
        // `v = pre(v)` needs pre(v); so does any other equation that mentions it.
        needs_previous_ = is_when_defined_;
        for (SortableEquation const& equation : sortable_.equations) {
            for (VariableUse const& use : walk_.uses(equation.lhs, equation.rhs)) {
                if (use.occurrence == Occurrence::previous) needs_previous_[use.variable.index()] = true;
            }
        }
        add_start_values();
        add_unknowns();
        return std::move(sortable_);
    }

private:
    void add(SystemEquation const& equation) {
        sortable_.equations.push_back({equation.lhs, equation.rhs, equation.origin, equation.source, false, {}, false});
    }

    void add(InstantEquation const& instant) {
        VarId const variable = system_.exprs().variable_of(instant.target);
        if (instant.at_initial) {
            sortable_.equations.push_back(
                {instant.target, instant.value, "when initial()", instant.source, false, {}, false});
        } else if (!instant.is_reinit) {
            sortable_.equations.push_back({instant.target,
                                           system_.exprs().pre(instant.target),
                                           "no event, so unchanged",
                                           instant.source,
                                           false,
                                           {},
                                           false});
        }
        if (!instant.is_reinit) is_when_defined_[variable.index()] = true;
    }

    // Start values: v = start for a continuous variable, pre(v) = start for a discrete one.
    void add_start_values() {
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            if (variable.is_parameter()) continue;
            bool const is_fixed = variable.is_fixed(system_.exprs());
            bool const is_state = document_.role(id) == Role::state;
            bool const is_discrete = system_.is_discrete(id);
            if (is_discrete && is_fixed) needs_previous_[id.index()] = true;
            // An algebraic variable that is not fixed has its equation; its start value is a first guess.
            if (is_discrete ? !needs_previous_[id.index()] : !is_state && !is_fixed) continue;
            ExprId const reference = system_.reference(id);
            ExprId const target = is_discrete ? system_.exprs().pre(reference) : reference;
            sortable_.equations.push_back(
                {target, start_value(variable), origin_of(variable, is_fixed), variable.source, false, {}, !is_fixed});
        }
    }

    static std::string origin_of(Variable const& variable, bool is_fixed) {
        if (is_fixed) return "start value, fixed";
        if (variable.attribute(Attribute::start)) return "start value, not fixed, but nothing else determines it";
        return "default start value, as nothing else determines it";
    }

    // The default is part of the language (Modelica 3.6, section 4.8).
    ExprId start_value(Variable const& variable) {
        if (ExprId const start = variable.attribute(Attribute::start)) return start;
        if (variable.type == types::boolean) return system_.exprs().boolean(false);
        return system_.exprs().integer(0);
    }

    // In the order of declaration, pre(v) before v; then derivatives.
    void add_unknowns() {
        for (VarId const id : document_.variables.ids()) {
            if (document_.variables[id].is_parameter()) continue;
            if (needs_previous_[id.index()]) sortable_.unknowns.push_back({id, Occurrence::previous});
            sortable_.unknowns.push_back({id, Occurrence::value});
        }
        for (VarId const state : document_.states()) sortable_.unknowns.push_back({state, Occurrence::derivative});
    }

    System& system_;
    Document& document_;
    FreeVariables walk_;
    SortableSystem sortable_;
    std::vector<bool> is_when_defined_;
    std::vector<bool> needs_previous_;
};

}  // namespace

bool build_initialization(System& system, PassOptions const&, Diagnostics& diagnostics) {
    SortableSystem const sortable = Initialization(system).collect();
    auto set = sort_equations(system, sortable, diagnostics);
    if (!set) return false;
    system.document.initialization = std::move(*set);
    return true;
}

}  // namespace moo
