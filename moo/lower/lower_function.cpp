#include "moo/lower/lower_function.h"

#include <algorithm>

#include "moo/lower/annotation.h"
#include "moo/lower/lower_sizes.h"
#include "moo/lower/lower_statement.h"
#include "moo/lower/shared_messages.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unsupported_in_function{DiagnosticKind::UnsupportedConstruct,
                                                            "{} in a function are not supported"};

// Makes the variables of the function visible while it is alive.
class LocalScope {
public:
    LocalScope(FlatScope& scope, FlatScope::Locals const& locals) : scope_(scope), before_(scope.set_locals(&locals)) {}
    ~LocalScope() { scope_.set_locals(before_); }
    LocalScope(LocalScope const&) = delete;
    LocalScope& operator=(LocalScope const&) = delete;

private:
    FlatScope& scope_;
    FlatScope::Locals const* before_;
};

}  // namespace

void FunctionLowering::declare(ast::ClassId class_id, Symbol name, ast::Decoration decoration) {
    class_id_ = class_id;
    ast::Class const& c = ast_[class_id];
    function_.name = name;
    function_.description = context_.interner.intern(ast_.description_text(c.comment.description));
    function_.source = locate_({decoration, c.comment.annotation, c.name.span}).span;
    function_.purity = c.purity == ast::Purity::impure ? FlatPurity::impure : FlatPurity::pure;
    LocalScope const local(scope_, locals_);
    // Sizes may mention variables that are declared further down, so all names come first.
    for (ast::Section const& section : ast_.items(c.sections)) {
        for (ast::ElementId const id : ast_.items(section.elements)) declare_names(ast_[id]);
    }
    // Then sizes, those of inputs before others, which often depend on them.
    for (bool const are_inputs : {true, false}) {
        for (ast::Section const& section : ast_.items(c.sections)) {
            for (ast::ElementId const id : ast_.items(section.elements)) declare_element(ast_[id], are_inputs);
        }
    }
    sort_variables();
    for (std::size_t i = 0; i < function_.variables.size(); ++i) {
        FunctionVariable& variable = function_.variables[i];
        if (variable.role == FunctionRole::input) variable.binding = lower_binding(i);
    }
}

// Makes the names of the variables visible, with their types but for the sizes.
void FunctionLowering::declare_names(ast::Element const& element) {
    if (element.kind != ast::ElementKind::component_clause) {
        context_.diagnostics.error(element.span, unsupported_in_function, "local classes, imports and extends-clauses");
        return;
    }
    ast::ComponentClause const& clause = ast_.component_clause(element);
    auto const declared = lower_type_name(context_, scope_, clause.type);
    if (!declared) return;
    for (ast::ComponentId const id : ast_.items(clause.components)) {
        ast::Component const& component = ast_[id];
        std::size_t const rank = ast_.items(clause.subscripts).size() + ast_.items(component.subscripts).size();
        TypeId const open_type =
            context_.exprs.types().array(declared->type, std::vector<std::int64_t>(rank, TypeTable::unknown_size));
        Symbol const name = scope_.name_of(component.name.symbol);
        if (locals_.try_emplace(component.name.symbol, context_.exprs.iterator(name, open_type)).second) continue;
        context_.diagnostics.error(component.name.span, lower_messages::duplicate_name, context_.interner.text(name));
    }
}

void FunctionLowering::declare_element(ast::Element const& element, bool are_inputs) {
    if (element.kind != ast::ElementKind::component_clause) return;
    ast::ComponentClause const& clause = ast_.component_clause(element);
    if ((clause.causality == ast::Causality::input) != are_inputs) return;
    for (ast::ComponentId const id : ast_.items(clause.components)) {
        WrittenPlace const place{element.decoration, ast_[id].comment.annotation, ast_[id].name.span};
        declare_variable(clause, ast_[id], locate_(place).span);
    }
}

void FunctionLowering::declare_variable(ast::ComponentClause const& clause, ast::Component const& component,
                                        SourceSpan source) {
    if (locals_.find(component.name.symbol) == locals_.end()) return;  // reported before: its type is unknown
    auto declared = lower_type_name(context_, scope_, clause.type);
    if (!declared) return;
    if (!add_sizes(context_, scope_, ast_.items(clause.subscripts), *declared)) return;
    if (!add_sizes(context_, scope_, ast_.items(component.subscripts), *declared)) return;
    FunctionVariable variable;
    variable.name = scope_.name_of(component.name.symbol);
    variable.type = declared->type;
    variable.sizes = std::move(declared->sizes);
    variable.description = context_.interner.intern(ast_.description_text(component.comment.description));
    variable.source = source;
    switch (clause.causality) {
        case ast::Causality::none: variable.role = FunctionRole::local; break;
        case ast::Causality::input: variable.role = FunctionRole::input; break;
        case ast::Causality::output: variable.role = FunctionRole::output; break;
    }
    locals_[component.name.symbol] = context_.exprs.iterator(variable.name, variable.type);
    declared_.push_back({component.span.begin.offset, component.modification, std::move(variable)});
}

// Into the order of the source.
void FunctionLowering::sort_variables() {
    std::sort(declared_.begin(), declared_.end(), [](auto const& a, auto const& b) { return a.offset < b.offset; });
    for (Declared& declared : declared_) {
        function_.variables.push_back(std::move(declared.variable));
        modifications_.push_back(declared.modification);
    }
}

ExprId FunctionLowering::lower_binding(std::size_t index) {
    ast::ModificationId const modification = modifications_[index];
    if (!modification || ast_[modification].binding == ast::BindingKind::none) return {};
    return lower_expression_as(context_, ast_[modification].value, function_.variables[index].type);
}

FunctionSignature FunctionLowering::signature() const {
    FunctionSignature signature;
    signature.name = function_.name;
    signature.is_impure = function_.purity == FlatPurity::impure;
    signature.source = function_.source;
    for (FunctionVariable const& variable : function_.variables) {
        SignatureVariable const entry{variable.name, variable.type, variable.sizes, variable.binding};
        if (variable.role == FunctionRole::input) signature.inputs.push_back(entry);
        if (variable.role == FunctionRole::output) signature.outputs.push_back(entry);
    }
    return signature;
}

FlatFunction FunctionLowering::finish() {
    ast::Class const& c = ast_[class_id_];
    LocalScope const local(scope_, locals_);
    for (std::size_t i = 0; i < function_.variables.size(); ++i) {
        FunctionVariable& variable = function_.variables[i];
        if (variable.role != FunctionRole::input) variable.binding = lower_binding(i);
    }
    for (ast::Section const& section : ast_.items(c.sections)) {
        switch (section.kind) {
            case ast::SectionKind::elements:
            case ast::SectionKind::public_:
            case ast::SectionKind::protected_: break;
            case ast::SectionKind::algorithm:
                lower_statements(context_, ast_.items(section.statements), locate_, function_.body);
                break;
            case ast::SectionKind::equation:
            case ast::SectionKind::initial_equation:
            case ast::SectionKind::initial_algorithm:
                context_.diagnostics.error(section.span, unsupported_in_function, "equations and initial algorithms");
                break;
        }
    }
    if (ast::External const* const external = ast_.external(c)) lower_external(*external);
    read_annotation(c.comment.annotation);
    return std::move(function_);
}

void FunctionLowering::lower_external(ast::External const& external) {
    FlatExternal result;
    if (external.language.span.begin.has_value()) {
        result.language = context_.interner.intern(ast_.string_value(external.language));
    }
    if (external.function.symbol) result.function = scope_.name_of(external.function.symbol);
    if (external.output) result.result = lower_expression(context_, external.output);
    for (ast::ExprId const id : ast_.items(external.arguments)) {
        if (ExprId const argument = lower_expression(context_, id)) result.arguments.push_back(argument);
    }
    // The annotation of the class says it too in older libraries.
    for (ast::ModificationId const annotation : {external.annotation, ast_[class_id_].comment.annotation}) {
        auto const add = [&](char const* name, std::vector<std::string>& target) {
            auto texts = strings_argument(ast_, context_.interner, annotation, name);
            target.insert(target.end(), texts.begin(), texts.end());
        };
        add("Include", result.includes);
        add("Library", result.libraries);
        add("IncludeDirectory", result.include_directories);
        add("LibraryDirectory", result.library_directories);
        add("SourceDirectory", result.source_directories);
    }
    function_.external = std::move(result);
}

// ---- annotations -----------------------------------------------------------------------------------

void FunctionLowering::read_annotation(ast::ModificationId annotation) {
    if (!annotation) return;
    Interner const& interner = context_.interner;
    function_.is_inline = boolean_argument(ast_, interner, annotation, "Inline");
    function_.is_late_inline = boolean_argument(ast_, interner, annotation, "LateInline");
    function_.generates_events = boolean_argument(ast_, interner, annotation, "GenerateEvents");
    auto const order = integer_argument(ast_, interner, annotation, "smoothOrder");
    if (order && *order >= 0 && *order <= 0x7fffffff) function_.smooth_order = static_cast<int>(*order);
    for (ast::ModifierId const id : ast_.items(ast_[annotation].arguments)) {
        ast::Modifier const& modifier = ast_[id];
        if (modifier.kind != ast::ModifierKind::modification || !modifier.modification) continue;
        std::string const name = name_text(ast_, interner, modifier.name);
        if (name == "derivative") read_derivative(modifier);
        if (name == "inverse") read_inverse(modifier.modification);
    }
}

// The name on the right side of `x = name`.
Symbol FunctionLowering::name_value(ast::ModificationId modification) {
    if (!modification || !ast_[modification].value) return {};
    ast::ExprId const value = ast_.strip(ast_[modification].value);
    if (ast_[value].kind != ast::ExprKind::reference || ast_.reference_parts(value).size() != 1) return {};
    return scope_.name_of(ast_.reference_parts(value)[0].name);
}

void FunctionLowering::read_derivative(ast::Modifier const& modifier) {
    FlatDerivative derivative;
    derivative.function = name_value(modifier.modification);
    if (!derivative.function) return;
    auto const order = integer_argument(ast_, context_.interner, modifier.modification, "order");
    if (order && *order >= 1 && *order <= 0x7fffffff) derivative.order = static_cast<int>(*order);
    for (ast::ModifierId const id : ast_.items(ast_[modifier.modification].arguments)) {
        std::string const name = name_text(ast_, context_.interner, ast_[id].name);
        Symbol const variable = name_value(ast_[id].modification);
        if (!variable) continue;
        if (name == "zeroDerivative") derivative.zero_derivative.push_back(variable);
        if (name == "noDerivative") derivative.no_derivative.push_back(variable);
    }
    function_.derivatives.push_back(std::move(derivative));
}

void FunctionLowering::read_inverse(ast::ModificationId modification) {
    for (ast::ModifierId const id : ast_.items(ast_[modification].arguments)) {
        ast::Modifier const& modifier = ast_[id];
        auto const name = ast_.items(modifier.name.parts);
        if (name.size() != 1 || !modifier.modification || !ast_[modifier.modification].value) continue;
        ast::ExprId const call = ast_.strip(ast_[modifier.modification].value);
        if (ast_[call].kind != ast::ExprKind::call || !ast_.simple_callee(call)) continue;
        FlatInverse inverse;
        inverse.input = scope_.name_of(name[0].symbol);
        inverse.function = scope_.name_of(*ast_.simple_callee(call));
        for (ast::Argument const& argument : ast_.arguments(call)) {
            ast::ExprId const value = ast_.strip(argument.value);
            if (ast_[value].kind != ast::ExprKind::reference) continue;
            inverse.arguments.push_back(scope_.name_of(ast_.reference_parts(value)[0].name));
        }
        function_.inverses.push_back(std::move(inverse));
    }
}

}  // namespace moo
