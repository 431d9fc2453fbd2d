#include "moo/check/verify_document.h"

#include <algorithm>

#include "moo/check/plain_expression.h"
#include "moo/check/requirements.h"
#include "moo/check/verification.h"

namespace moo {

namespace {

constexpr Message<std::string_view> incomplete{DiagnosticKind::MooIncomplete, "{}"};

// Operators that depend on more than their operands: on the past, clocks or the phase of the simulation. They are
// allowed only where a section of the document lists them.
bool has_memory(Builtin builtin) {
    return builtin == Builtin::terminal || builtin == Builtin::homotopy || builtin == Builtin::sample ||
           builtin == Builtin::delay || builtin == Builtin::previous || builtin == Builtin::hold ||
           builtin == Builtin::sub_sample || builtin == Builtin::super_sample || builtin == Builtin::shift_sample ||
           builtin == Builtin::back_sample || builtin == Builtin::no_clock || builtin == Builtin::interval ||
           builtin == Builtin::first_tick;
}

// Whether the operator needs a row, so that its memory can be prepared.
bool needs_row(ExprStore const& exprs, ExprId id) {
    if (exprs.is_builtin(id, Builtin::delay) || exprs.is_builtin(id, Builtin::spatial_distribution)) return true;
    bool const is_periodic = exprs.is_builtin(id, Builtin::sample) && exprs.operands(id).size() == 2;
    return is_periodic && exprs.types().kind(exprs.type(exprs.operand(id, 1))) != TypeKind::clock;
}

bool has_row(Document const& document, ExprId call) {
    auto const is_in = [call](auto const& rows) {
        return std::any_of(rows.begin(), rows.end(), [call](auto const& row) { return row.call == call; });
    };
    return is_in(document.samplings) || is_in(document.delays) || is_in(document.transports);
}

void verify_requirements(Verification& verification) {
    std::vector<std::string> const used = requirements_of(verification.document);
    std::vector<std::string> const& listed = verification.document.requirements;
    auto const is_in = [](std::vector<std::string> const& list, std::string const& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    for (std::string const& name : used) {
        if (!is_in(listed, name))
            verification.report("`requires` does not list `" + name + "`, which the document uses");
    }
    for (std::string const& name : listed) {
        if (!is_in(used, name)) verification.report("`requires` lists `" + name + "`, which the document does not use");
    }
}

}  // namespace

std::string row_text(std::string_view section, std::size_t index) {
    return std::string(section) + "[" + std::to_string(index + 1) + "]";
}

void Verification::report(std::string const& what, SourceSpan source) {
    diagnostics.error(source, incomplete, what);
    good = false;
}

void Verification::verify_value(std::string const& where, ExprId expr, TypeId expected, SourceSpan source) {
    TypeId const found = exprs.type(expr);
    TypeTable const& table = exprs.types();
    // Integer values are accepted where Real ones are expected, in arrays too.
    bool const is_widened = table.element(expected) == types::real && table.element(found) == types::integer &&
                            std::ranges::equal(table.dims(expected), table.dims(found));
    bool const fits = found == expected || is_widened;
    if (!fits) return report(where + ": the expression does not have the type of what it determines", source);
    stack.assign(1, expr);
    seen.clear();
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!seen.insert(id).second) continue;
        ExprKind const kind = exprs.kind(id);
        if (needs_row(exprs, id) && !has_row(document, id)) {
            std::string_view const name = builtin_info(exprs.builtin_of(id)).name;
            return report(where + ": no section lists this `" + std::string(name) + "`", source);
        }
        if (exprs.is_builtin(id, Builtin::spatial_distribution)) {
            for (std::size_t i = 0; i < 4; ++i) stack.push_back(exprs.operand(id, i));
            continue;
        }
        bool const is_transport =
            kind == ExprKind::output && exprs.is_builtin(exprs.operand(id, 0), Builtin::spatial_distribution);
        bool const is_unknown =
            kind == ExprKind::builtin && !is_plain(exprs.builtin_of(id)) && !has_memory(exprs.builtin_of(id));
        if ((!is_plain(kind) && !is_transport) || is_unknown) {
            std::string_view const name =
                kind == ExprKind::builtin ? builtin_info(exprs.builtin_of(id)).name : kind_name(kind);
            return report(where + ": `" + std::string(name) + "` cannot be computed yet", source);
        }
        if (exprs.is_builtin(id, Builtin::previous) && !exprs.referenced_variable(exprs.operand(id, 0))) {
            return report(where + ": `previous` of something that is not a variable", source);
        }
        if (kind == ExprKind::der && document.role(exprs.referenced_variable(id)) != Role::state) {
            return report(where + ": `der` of a variable that is not a state", source);
        }
        for (ExprId const operand : exprs.operands(id)) stack.push_back(operand);
    }
}

bool verify_computation(Document const& document, Diagnostics& diagnostics) {
    Verification verification(document, diagnostics);
    if (!document.slice.empty()) {
        verification.report("the document is a slice of another one: what a simulation needs is not there");
        return false;
    }
    if (!verify_references(verification)) return false;
    for (EquationSet const* const set : {&document.initialization, &document.integration, &document.reinitialization}) {
        for (SetEquation const& equation : set->equations) {
            if (VarId const variable = document.exprs.referenced_variable(equation.target)) {
                verification.determined.insert(variable);
            }
        }
    }
    verify_variables(verification);
    verify_functions(verification);
    verify_parameters(verification);
    verify_arrays(verification);
    verify_eliminated(verification);
    verify_set(verification, "iEq", document.initialization, SetKind::initialization);
    verify_set(verification, "Eq", document.integration, SetKind::integration);
    verify_set(verification, "riEq", document.reinitialization, SetKind::reinitialization);
    verify_events(verification);
    verify_clocks(verification);
    verify_state_selection(verification);
    verify_views(verification);
    verify_results(verification);
    verify_requirements(verification);
    return verification.good;
}

bool verify_document(Document const& document, Diagnostics& diagnostics) {
    if (!verify_computation(document, diagnostics)) return false;
    Verification verification(document, diagnostics);
    verify_icon(verification);
    return verification.good;
}

}  // namespace moo
