// Checks what may replace a replaceable element (Modelica 3.6, sections 6.4 and 7.3).
#include "frontend/flatten/check_elements.h"
#include "frontend/resolve/class_messages.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> not_subtype{
    DiagnosticKind::NotSubtype, "`{}` cannot replace `{}` for `{}`: {}"};
constexpr Message<std::string_view> constant_redeclared{DiagnosticKind::NotReplaceable,
                                                        "`{}` is a constant; it cannot be redeclared"};
constexpr Message<std::string_view, std::string_view> other_prefix{
    DiagnosticKind::NotSubtype, "`{}` is redeclared as `{}`, which its first declaration is not"};
constexpr Message<std::string_view, std::string_view> less_constant{
    DiagnosticKind::NotSubtype, "`{}` is redeclared as `{}`, but it was declared with less variability"};
constexpr Message<std::string_view, std::int64_t, std::int64_t> other_rank{
    DiagnosticKind::NotSubtype, "`{}` is redeclared with {} dimensions, but it was declared with {}"};

constexpr int deepest_comparison = 4;  // of components inside components whose types are compared

}  // namespace

void ElementChecks::check_redeclared(Element& element, Node* type, Layers const& layers) {
    auto const at = find_redeclaration(layers, element.def->is_replaceable());
    if (!at || type == nullptr) return;
    Layer const& redeclaring = layers[*at];
    std::string_view const name = interner_.text(element.def->name);
    SourceSpan const span = span_of(redeclaring);
    if (!is_new(*redeclaring.ast, redeclaring.redeclaration.index(), 4)) return;
    // A redeclaration further in allows another one only if it says `replaceable` again.
    for (std::size_t i = *at + 1; i < layers.size(); ++i) {
        if (!layers[i].redeclaration) continue;
        ast::Element const& inner = (*layers[i].ast)[layers[i].redeclaration];
        if (layers[i].is_final || inner.is_final) {
            diagnostics_.error(span, class_messages::is_final, name).note(inner.span, "it is made final here");
        } else if (!inner.is_replaceable && !layers[i].is_implied) {
            diagnostics_.error(span, class_messages::not_replaceable, name)
                .note(inner.span, "it is redeclared here without `replaceable`");
        }
        break;
    }
    check_constraint(element, *type, span);
}

void ElementChecks::check_constraint(Element& element, Node& type, SourceSpan span) {
    Node* const constraint = instances_.classes.constraint_of(element);
    if (constraint == nullptr) return;
    std::string const reason = misfit(type, *constraint, 0);
    if (reason.empty()) return;
    diagnostics_.error(span, not_subtype, interner_.text(instances_.path_of(type)),
                       interner_.text(instances_.path_of(*constraint)), interner_.text(element.def->name), reason);
}

// Prefixes and dimensions in the redeclaration must fit the first declaration.
void ElementChecks::check_redeclaration(Component& component) {
    Element& first = instances_.first_declaration(*component.element);
    MemberDef const& member = *first.def;
    ast::Component const& declared = (*member.ast)[member.component];
    ast::ComponentClause const& before = member.ast->component_clause((*member.ast)[member.element]);
    ast::ComponentClause const& now = component.ast->component_clause((*component.ast)[component.clause_element]);
    if (&now == &before || !is_new(*component.ast, component.syntax.index(), 6)) return;
    std::string_view const name = interner_.text(component.name);
    auto const note = [&](Diagnostics::Report report) { report.note(declared.name.span, "it is declared here"); };
    if (before.variability == ast::Variability::constant) {
        return note(diagnostics_.error(component.span(), constant_redeclared, name));
    }
    if (now.variability == ast::Variability::discrete && before.variability == ast::Variability::parameter) {
        return note(diagnostics_.error(component.span(), less_constant, name, "discrete"));
    }
    if (now.causality != ast::Causality::none && now.causality != before.causality) {
        bool const is_input = now.causality == ast::Causality::input;
        return note(diagnostics_.error(component.span(), other_prefix, name, is_input ? "input" : "output"));
    }
    if (component.is_outer || component.is_disabled || component.parent->is_function()) return;
    Node const* const type = declared_type(first);
    if (type == nullptr) return;
    std::size_t const rank = declared.subscripts.count + before.subscripts.count + type->dims.size();
    if (rank == component.dims.size()) return;
    note(diagnostics_.error(component.span(), other_rank, name, static_cast<std::int64_t>(component.dims.size()),
                            static_cast<std::int64_t>(rank)));
}

Node* ElementChecks::declared_type(Element& element) {
    MemberDef const& member = *element.def;
    return instances_.names.lookup_class(element.owner, *member.ast,
                                         member.ast->component_clause((*member.ast)[member.element]).type);
}

std::string ElementChecks::misfit(Node& type, Node& constraint, int depth) {
    if (type.def == constraint.def || depth > deepest_comparison || instances_.inherits(type, *constraint.def))
        return {};
    Primitive const primitive = instances_.primitive_of(type);
    if (primitive != instances_.primitive_of(constraint)) return "the types differ";
    if (primitive != Primitive::none) return {};
    std::string reason;
    instances_.for_each_element(constraint, [&](Element& wanted) {
        if (!reason.empty() || is_protected(wanted)) return;
        std::string const name(interner_.text(wanted.def->name));
        Element* const given = instances_.find_element(type, wanted.def->name);
        if (given == nullptr || given->def->is_class() != wanted.def->is_class()) {
            reason = "it has no element `" + name + "`";
        } else if (is_protected(*given)) {
            reason = "its element `" + name + "` is protected";
        } else if (!wanted.def->is_class()) {
            Node* const given_type = declared_type(*given);
            Node* const wanted_type = declared_type(wanted);
            if (given_type == nullptr || wanted_type == nullptr) return;
            if (!misfit(*given_type, *wanted_type, depth + 1).empty()) {
                reason = "its element `" + name + "` is of another type";
            }
        }
    });
    return reason;
}

}  // namespace moo
