// Checks that the parts of a declaration fit together, and that something determines each variable.
#include <algorithm>

#include "moo/check/verification.h"

namespace moo {

namespace {

bool is_numeric(TypeTable const& types, TypeId type) {
    TypeId const element = types.element(type);
    return element == types::real || element == types::integer;
}

void verify_role(Verification& all, std::string const& where, Variable const& variable, Role role) {
    bool fits = true;
    switch (role) {
        case Role::state:
            fits = variable.variability == Variability::continuous &&
                   all.exprs.types().element(variable.type) == types::real;
            break;
        case Role::algebraic: fits = variable.variability == Variability::continuous; break;
        case Role::discrete: fits = variable.variability == Variability::discrete; break;
        case Role::parameter: fits = variable.variability == Variability::parameter; break;
        case Role::constant: fits = variable.variability == Variability::constant; break;
        case Role::input: fits = variable.causality == Causality::input; break;
    }
    if (!fits) all.report(where + ": its role does not suit its declaration", variable.source);
}

void verify_attribute(Verification& all, std::string const& where, Variable const& variable, Attribute attribute) {
    ExprId const value = variable.attribute(attribute);
    if (!value) return;
    TypeTable const& types = all.exprs.types();
    TypeId const element = types.element(all.exprs.type(value));
    TypeId const own = types.element(variable.type);
    auto const is_own = [&] { return element == own || (own == types::real && element == types::integer); };
    bool fits = true;
    switch (attribute) {
        case Attribute::quantity:
        case Attribute::unit:
        case Attribute::display_unit: fits = element == types::string; break;
        case Attribute::min:
        case Attribute::max:
        case Attribute::start: fits = is_own(); break;
        case Attribute::nominal: fits = element == types::real || element == types::integer; break;
        case Attribute::fixed:
        case Attribute::unbounded: fits = element == types::boolean; break;
        case Attribute::state_select: fits = types.kind(element) == TypeKind::enumeration; break;
    }
    if (fits || element == types::unknown) return;
    all.report(where + ": the attribute `" + std::string(attribute_name(attribute)) + "` has another type",
               variable.source);
}

// A variable that no set, alias or recovery computes has no value.
void verify_determined(Verification& all) {
    Document const& document = all.document;
    std::unordered_set<VarId> determined = all.determined;
    std::unordered_set<VarId> derivatives;
    for (SetEquation const& equation : document.integration.equations) {
        if (all.exprs.kind(equation.target) != ExprKind::der) continue;
        derivatives.insert(all.exprs.referenced_variable(equation.target));
    }
    for (Alias const& alias : document.aliases) determined.insert(alias.variable);
    for (Recovered const& recovered : document.recovered) determined.insert(recovered.variable);
    // The runtime computes the selections of state sets.
    for (StateSet const& set : document.state_sets) determined.insert(set.selection.begin(), set.selection.end());
    for (ClockedPartition const& partition : document.partitions) {
        for (SetEquation const& equation : partition.equations.equations) {
            bool const is_previous = all.exprs.is_builtin(equation.target, Builtin::previous);
            determined.insert(
                all.exprs.referenced_variable(is_previous ? all.exprs.operand(equation.target, 0) : equation.target));
        }
    }
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        std::string const where = row_text("variables", id.index());
        switch (document.role(id)) {
            case Role::state:
                if (!derivatives.contains(id))
                    all.report(where + ": Eq does not determine the derivative of this state", variable.source);
                break;
            case Role::algebraic:
            case Role::discrete:
                if (!determined.contains(id)) all.report(where + ": nothing determines this variable", variable.source);
                break;
            case Role::parameter:
            case Role::constant:
            case Role::input: break;
        }
    }
}

}  // namespace

void verify_variables(Verification& all) {
    Document const& document = all.document;
    std::unordered_set<Symbol> names;
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        std::string const where = row_text("variables", id.index());
        if (!variable.name) all.report(where + " has no name", variable.source);
        if (!names.insert(variable.name).second) all.report(where + ": its name is taken", variable.source);
        verify_role(all, where, variable, document.role(id));
        for (std::size_t i = 0; i < attribute_count; ++i)
            verify_attribute(all, where, variable, static_cast<Attribute>(i));
        VarId const base = document.facts[id].derivative_of;
        if (base && (base == id || !is_numeric(all.exprs.types(), all.type(base)))) {
            all.report(where + ": it is the derivative of itself, or of something that is not a number",
                       variable.source);
        }
    }
    verify_determined(all);
}

void verify_results(Verification& all) {
    Document const& document = all.document;
    std::unordered_set<VarId> listed;
    for (std::size_t i = 0; i < document.results.size(); ++i) {
        if (!listed.insert(document.results[i]).second) all.report(row_text("results", i) + " is listed twice");
    }
    std::unordered_set<std::string_view> extensions;
    for (std::size_t i = 0; i < document.extensions.size(); ++i) {
        std::string const& name = document.extensions[i].name;
        std::string const where = row_text("extensions", i);
        if (name.find('.') == std::string::npos) {
            all.report(where + ": its name is not of the form `org.example.what`");
        }
        if (!extensions.insert(name).second) all.report(where + ": there is another one of that name");
    }
}

}  // namespace moo
