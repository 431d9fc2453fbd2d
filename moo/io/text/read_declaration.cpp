#include "moo/io/text/read_declaration.h"

#include "moo/io/text/text_forms.h"
#include "moo/lower/predefined.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_type{DiagnosticKind::UnknownType, "no type named `{}` is declared here"};
constexpr Message<std::string_view> declared_twice{DiagnosticKind::DuplicateName, "`{}` is declared twice"};
constexpr Message<std::string_view, std::string_view> unknown_attribute{DiagnosticKind::UnknownAttribute,
                                                                        "{} has no attribute `{}`"};

Causality causality_of(ast::Causality written) {
    switch (written) {
        case ast::Causality::none: break;
        case ast::Causality::input: return Causality::input;
        case ast::Causality::output: return Causality::output;
    }
    return Causality::local;
}

Variability variability_of(ast::Variability written, TypeTable const& types, TypeId type) {
    switch (written) {
        case ast::Variability::none: break;
        case ast::Variability::discrete: return Variability::discrete;
        case ast::Variability::parameter: return Variability::parameter;
        case ast::Variability::constant: return Variability::constant;
    }
    return variability_without_prefix(types, type);
}

// Fields that are not allowed in an annotation, because the declaration contains them.
constexpr auto declared_fields = [] {
    std::array<std::string_view, declaration_fields.size()> fields = declaration_fields;
    for (std::string_view& field : fields) {
        if (field == "role" || field == "variability") field = {};
    }
    return fields;
}();

}  // namespace

bool DeclarationReader::read(ast::ElementId id) {
    ast::Element const& element = ast_[id];
    bool const is_plain = element.kind == ast::ElementKind::component_clause && !element.is_inner &&
                          !element.is_outer && !element.is_replaceable && !element.is_redeclare;
    if (!is_plain) {
        fail(element.span, "a model of a MOO file declares variables and nothing else");
        return false;
    }
    std::size_t const kept = kept_.size();
    ast::ComponentClause const& clause = ast_.component_clause(element);
    for (ast::ComponentId const component : ast_.items(clause.components)) read_component(element, clause, component);
    return kept_.size() > kept;
}

// ---- types -----------------------------------------------------------------------------------------

bool DeclarationReader::read_sizes(ast::List<ast::ExprId> subscripts, std::vector<std::int64_t>& sizes) {
    for (ast::ExprId const id : ast_.items(subscripts)) {
        if (ast_[id].kind != ast::ExprKind::integer) {
            fail(ast_[id].span, "the size of a variable is a number");
            return false;
        }
        sizes.push_back(ast_[id].integer);
    }
    return true;
}

std::optional<TypeId> DeclarationReader::read_type(ast::ComponentClause const& clause,
                                                   ast::Component const& component) {
    TypeTable& types = context_.document.exprs.types();
    auto const parts = ast_.items(clause.type.parts);
    std::optional<TypeId> type;
    if (parts.size() == 1) {
        type = find_predefined_type(context_.interner.text(parts[0].symbol));
        if (!type) type = context_.names.type(expressions_.name_of(parts[0].symbol), types);
    }
    if (!type) {
        context_.diagnostics.error(clause.type.span, unknown_type, ast_.text(clause.type.span));
        return std::nullopt;
    }
    if (clause.subscripts.empty() && component.subscripts.empty()) return type;
    std::vector<std::int64_t> sizes;
    if (!read_sizes(clause.subscripts, sizes) || !read_sizes(component.subscripts, sizes)) return std::nullopt;
    return types.array(*type, sizes);
}

// ---- declarations ----------------------------------------------------------------------------------

void DeclarationReader::read_component(ast::Element const& element, ast::ComponentClause const& clause,
                                       ast::ComponentId id) {
    ast::Component const& component = ast_[id];
    if (component.condition) return fail(component.span, "a variable of a MOO file has no condition");
    auto const type = read_type(clause, component);
    if (!type) return;
    Variable variable;
    variable.name = expressions_.name_of(component.name.symbol);
    variable.type = *type;
    variable.is_final = element.is_final;
    variable.causality = causality_of(clause.causality);
    variable.variability = variability_of(clause.variability, context_.document.exprs.types(), *type);
    if (clause.flow == ast::FlowPrefix::flow) variable.connector_role = ConnectorRole::flow;
    if (clause.flow == ast::FlowPrefix::stream) variable.connector_role = ConnectorRole::stream;
    if (!component.comment.description.empty()) {
        variable.description = context_.interner.intern(ast_.description_text(component.comment.description));
    }
    if (context_.names.variable(variable.name)) {
        context_.diagnostics.error(component.name.span, declared_twice, context_.interner.text(variable.name));
        return;
    }
    Document& document = context_.document;
    VarId const variable_id = document.variables.add(variable);
    document.facts.add({});
    has_role_.push_back(false);
    context_.names.add_variable(variable.name, variable_id);
    if (!read_values(variable_id, component, false)) kept_.push_back({variable_id, id});
    if (document.variables[variable_id].is_package_constant) classes_.add_constant(component.name.symbol, variable_id);
}

bool DeclarationReader::read_value(ast::ExprId value, ExprId& target, bool is_last) {
    target = expressions_.read(value);
    if (target) return true;
    if (!is_last && context_.builder.is_something_missing()) return false;
    fail(ast_[expressions_.wrong()].span, context_.builder.error());
    return true;
}

bool DeclarationReader::read_values(VarId id, ast::Component const& component, bool is_last) {
    bool is_complete = true;
    Document& document = context_.document;
    if (component.modification) {
        ast::Modification const& modification = ast_[component.modification];
        for (ast::ModifierId const argument : ast_.items(modification.arguments)) {
            ast::Modifier const& modifier = ast_[argument];
            auto const parts = ast_.items(modifier.name.parts);
            bool const has_value = modifier.kind == ast::ModifierKind::modification && parts.size() == 1 &&
                                   modifier.modification && ast_[modifier.modification].value;
            std::string_view const name = parts.empty() ? std::string_view() : context_.interner.text(parts[0].symbol);
            auto const attribute = find_attribute(name);
            if (!has_value || !attribute) {
                if (!is_last) {
                    context_.diagnostics.error(modifier.span, unknown_attribute,
                                               context_.interner.text(document.variables[id].name), name);
                }
                continue;
            }
            ExprId& target = document.variables[id].attributes[static_cast<std::size_t>(*attribute)];
            is_complete = read_value(ast_[modifier.modification].value, target, is_last) && is_complete;
        }
        if (modification.value) {
            is_complete = read_value(modification.value, document.variables[id].binding, is_last) && is_complete;
        }
    }
    if (!component.comment.annotation) return is_complete;
    RowReader reader(context_, tree_, is_last ? RowReader::Mode::full : RowReader::Mode::tentative);
    VariableRow<Variable, VariableFacts> row{document.variables[id], document.facts[id]};
    Item const annotation = TextTree::item(component.comment.annotation);
    reader.read_rest(annotation, row, declared_fields);
    if (tree_.find(annotation, "role").has_value()) has_role_[id.index()] = true;
    return is_complete && !reader.is_incomplete();
}

void DeclarationReader::complete() {
    for (Kept const& kept : kept_) read_values(kept.variable, ast_[kept.component], true);
}

void DeclarationReader::finish() {
    Store<VarId, Role> const roles = apparent_roles(context_.document);
    for (VarId const id : context_.document.variables.ids()) {
        if (!has_role_[id.index()]) context_.document.facts[id].role = roles[id];
    }
}

}  // namespace moo
