#include "moo/lower/lower_class.h"

#include <unordered_map>

#include "moo/lower/annotation.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/literal.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> duplicate_name{DiagnosticKind::DuplicateName, "`{}` is declared twice"};
constexpr Message<std::string_view> attribute_twice{DiagnosticKind::DuplicateName, "attribute `{}` is given twice"};
constexpr Message<std::string_view> experiment_value{DiagnosticKind::TypeMismatch,
                                                     "`{}` of the experiment is not a number"};
constexpr Message<std::string_view> unknown_type{DiagnosticKind::UnknownType, "no type named `{}` is declared here"};
constexpr Message<std::string_view, std::string_view> unknown_attribute{DiagnosticKind::UnknownAttribute,
                                                                        "{} has no attribute `{}`"};
constexpr Message<std::string_view> unsupported{DiagnosticKind::UnsupportedConstruct, "{} are not supported yet"};
constexpr Message<std::string_view> constant_without_value{DiagnosticKind::MissingBinding,
                                                           "constant `{}` has no value"};

std::optional<TypeId> predefined_type(std::string_view name) {
    if (name == "Real") return types::real;
    if (name == "Integer") return types::integer;
    if (name == "Boolean") return types::boolean;
    if (name == "String") return types::string;
    return std::nullopt;
}

// The type of an attribute's value on a variable of type `variable`.
TypeId attribute_type(Attribute attribute, TypeId variable) {
    switch (attribute) {
        case Attribute::quantity:
        case Attribute::unit:
        case Attribute::display_unit: return types::string;
        case Attribute::fixed:
        case Attribute::unbounded: return types::boolean;
        case Attribute::min:
        case Attribute::max:
        case Attribute::start: return variable;
        case Attribute::nominal: return types::real;
        case Attribute::state_select: return types::unknown;
    }
    return types::unknown;
}

bool has_attribute(Attribute attribute, TypeId variable) {
    switch (attribute) {
        case Attribute::quantity:
        case Attribute::start:
        case Attribute::fixed: return true;
        case Attribute::min:
        case Attribute::max: return variable == types::real || variable == types::integer;
        case Attribute::unit:
        case Attribute::display_unit:
        case Attribute::nominal:
        case Attribute::unbounded:
        case Attribute::state_select: return variable == types::real;
    }
    return false;
}

class ClassLowering : public NameResolver {
public:
    ClassLowering(ast::Ast const& ast, Interner& interner, Diagnostics& diagnostics,
                  ClassLoweringOptions const& options, FlatModel& model)
        : ast_(ast),
          interner_(interner),
          diagnostics_(diagnostics),
          options_(options),
          model_(model),
          context_{ast, interner, model.exprs, diagnostics, *this} {}

    void run(ast::ClassId class_id) {
        ast::Class const& c = ast_[class_id];
        model_.name = interner_.intern(variable_name(c.name.symbol));
        model_.description = interner_.intern(ast_.description_text(c.comment.description));
        // All names first: an equation may use what is declared behind it.
        for (ast::Section const& section : ast_.items(c.sections)) {
            for (ast::ElementId const element : ast_.items(section.elements)) declare_element(element);
        }
        for (Declared const& declared : declared_) lower_modification(declared);
        for (ast::Section const& section : ast_.items(c.sections)) lower_section(section);
        if (!c.partitions.empty()) refuse(ast_.items(c.partitions)[0].span, "clock partitions");
        if (ast_.external(c) != nullptr) refuse(ast_.external(c)->span, "external functions");
        read_experiment(c.comment.annotation);
    }

    ExprId resolve(ast::Ast const& ast, ast::ExprId reference) override {
        auto const parts = ast.reference_parts(reference);
        if (parts.size() != 1) return {};
        if (auto const found = variables_.find(parts[0].name); found != variables_.end()) {
            return model_.exprs.variable(found->second, model_.variables[found->second].type);
        }
        if (interner_.text(parts[0].name) == "time") return model_.exprs.time();
        return {};
    }

    [[nodiscard]] std::vector<std::string_view> candidates() const override {
        std::vector<std::string_view> names;
        for (auto const& [symbol, variable] : variables_) names.push_back(interner_.text(symbol));
        return names;
    }

private:
    struct Declared {
        VarId variable;
        ast::ComponentId component;
    };

    void refuse(SourceSpan span, std::string_view what) { diagnostics_.error(span, unsupported, what); }

    [[nodiscard]] std::string variable_name(Symbol identifier) const {
        std::string_view const text = interner_.text(identifier);
        return options_.unquote_names ? unquote_identifier(text) : std::string(text);
    }

    // ---- declarations ----

    void declare_element(ast::ElementId id) {
        ast::Element const& element = ast_[id];
        switch (element.kind) {
            case ast::ElementKind::import: return refuse(element.span, "imports");
            case ast::ElementKind::extends: return refuse(element.span, "extends-clauses");
            case ast::ElementKind::class_definition: return refuse(element.span, "local classes");
            case ast::ElementKind::parameter_equation: return refuse(element.span, "parameter equations");
            case ast::ElementKind::component_clause: break;
        }
        if (element.is_inner || element.is_outer) return refuse(element.span, "inner and outer components");
        if (element.is_replaceable || element.is_redeclare) return refuse(element.span, "replaceable components");
        ast::ComponentClause const& clause = ast_.component_clause(element);
        if (clause.flow != ast::FlowPrefix::none) return refuse(element.span, "flow and stream variables");
        if (!clause.subscripts.empty()) return refuse(element.span, "arrays");
        std::string const type_name = name_text(ast_, interner_, clause.type);
        auto const type = predefined_type(type_name);
        if (!type) {
            diagnostics_.error(clause.type.span, unknown_type, type_name)
                .note({}, "components of other than the predefined types are not supported yet");
            return;
        }
        for (ast::ComponentId const component : ast_.items(clause.components)) {
            declare_component(element, clause, *type, component);
        }
    }

    void declare_component(ast::Element const& element, ast::ComponentClause const& clause, TypeId type,
                           ast::ComponentId id) {
        ast::Component const& component = ast_[id];
        if (!component.subscripts.empty()) return refuse(component.span, "arrays");
        if (component.condition) return refuse(component.span, "conditional components");
        Variable variable;
        variable.name = interner_.intern(variable_name(component.name.symbol));
        variable.type = type;
        variable.description = interner_.intern(ast_.description_text(component.comment.description));
        variable.source = options_.locate(element.decoration, component.name.span);
        switch (clause.variability) {
            case ast::Variability::none:
                variable.variability = type == types::real ? Variability::continuous : Variability::discrete;
                break;
            case ast::Variability::discrete: variable.variability = Variability::discrete; break;
            case ast::Variability::parameter: variable.variability = Variability::parameter; break;
            case ast::Variability::constant: variable.variability = Variability::constant; break;
        }
        switch (clause.causality) {
            case ast::Causality::none: break;
            case ast::Causality::input: variable.causality = Causality::input; break;
            case ast::Causality::output: variable.causality = Causality::output; break;
        }
        auto const [known, is_new] = variables_.try_emplace(component.name.symbol, VarId());
        if (!is_new) {
            diagnostics_.error(component.name.span, duplicate_name, interner_.text(variable.name))
                .note(model_.variables[known->second].source, "the first declaration is here");
            return;
        }
        known->second = model_.variables.add(variable);
        declared_.push_back({known->second, id});
    }

    // ---- attributes and bindings ----

    void lower_modification(Declared const& declared) {
        ast::Component const& component = ast_[declared.component];
        Variable& variable = model_.variables[declared.variable];
        if (component.modification) {
            ast::Modification const& modification = ast_[component.modification];
            for (ast::ModifierId const id : ast_.items(modification.arguments)) lower_attribute(variable, ast_[id]);
            if (modification.binding != ast::BindingKind::none) {
                lower_binding(declared.variable, modification.value);
                return;
            }
        }
        if (variable.variability == Variability::constant) {
            diagnostics_.error(variable.source, constant_without_value, interner_.text(variable.name));
        }
    }

    void lower_attribute(Variable& variable, ast::Modifier const& modifier) {
        if (modifier.kind != ast::ModifierKind::modification) return refuse(modifier.span, "redeclarations");
        std::string const name = name_text(ast_, interner_, modifier.name);
        auto const attribute = find_attribute(name);
        if (!attribute || !has_attribute(*attribute, variable.type)) {
            diagnostics_.error(modifier.name.span, unknown_attribute,
                               type_text(model_.exprs.types(), variable.type, interner_), name);
            return;
        }
        ExprId& place = variable.attributes[static_cast<std::size_t>(*attribute)];
        if (place) {
            diagnostics_.error(modifier.name.span, attribute_twice, name);
            return;
        }
        if (*attribute == Attribute::state_select) return refuse(modifier.span, "values of `stateSelect`");
        if (!modifier.modification || ast_[modifier.modification].binding == ast::BindingKind::none) return;
        ast::ExprId const value = ast_[modifier.modification].value;
        place = lower_expression_as(context_, value, attribute_type(*attribute, variable.type));
    }

    // The binding of a variable that is not a parameter is an equation.
    void lower_binding(VarId id, ast::ExprId value_id) {
        Variable& variable = model_.variables[id];
        ExprId const value = lower_expression_as(context_, value_id, variable.type);
        if (variable.is_parameter()) {
            variable.binding = value;
            return;
        }
        if (!value) return;
        FlatEquation equation;
        equation.a = model_.exprs.variable(id, variable.type);
        equation.b = value;
        equation.description = interner_.intern("");
        equation.source = variable.source;
        model_.equations.push_back(std::move(equation));
    }

    // ---- sections ----

    void lower_section(ast::Section const& section) {
        switch (section.kind) {
            case ast::SectionKind::elements:
            case ast::SectionKind::public_:
            case ast::SectionKind::protected_: return;
            case ast::SectionKind::equation: return lower_equations(section, model_.equations);
            case ast::SectionKind::initial_equation: return lower_equations(section, model_.initial_equations);
            case ast::SectionKind::algorithm:
            case ast::SectionKind::initial_algorithm: return refuse(section.span, "algorithm sections");
        }
    }

    void lower_equations(ast::Section const& section, std::vector<FlatEquation>& target) {
        for (ast::EquationId const id : ast_.items(section.equations)) {
            if (options_.take_equation) {
                options_.take_equation(context_, id);
                continue;
            }
            if (auto equation = lower_equation(context_, id, options_.locate)) target.push_back(std::move(*equation));
        }
    }

    // annotation(experiment(StopTime = 3, …))
    void read_experiment(ast::ModificationId annotation) {
        ast::ModificationId const experiment = find_argument(ast_, interner_, annotation, "experiment");
        auto const value = [&](char const* name) -> std::optional<double> {
            ast::ModificationId const given = find_argument(ast_, interner_, experiment, name);
            if (!given) return std::nullopt;
            auto const number = number_of(given);
            if (!number) diagnostics_.error(ast_[given].span, experiment_value, name);
            return number;
        };
        model_.experiment = {value("StartTime"), value("StopTime"), value("Tolerance"), value("Interval")};
    }

    [[nodiscard]] std::optional<double> number_of(ast::ModificationId modification) const {
        if (!ast_[modification].value) return std::nullopt;
        ast::ExprId const value = ast_[modification].value;
        ast::Expr const* expr = &ast_[ast_.strip(value)];
        bool const negative = expr->kind == ast::ExprKind::unary && expr->op == ast::Operator::sub;
        if (negative) expr = &ast_[ast_.operand(ast_.strip(value))];
        double const sign = negative ? -1.0 : 1.0;
        if (expr->kind == ast::ExprKind::real) return sign * expr->real;
        if (expr->kind == ast::ExprKind::integer) return sign * static_cast<double>(expr->integer);
        return std::nullopt;
    }

    ast::Ast const& ast_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    ClassLoweringOptions const& options_;
    FlatModel& model_;
    LoweringContext context_;
    std::unordered_map<Symbol, VarId> variables_;  // by identifier as written
    std::vector<Declared> declared_;
};

}  // namespace

void lower_class(ast::Ast const& ast, ast::ClassId class_id, Interner& interner, Diagnostics& diagnostics,
                 ClassLoweringOptions const& options, FlatModel& model) {
    ClassLowering(ast, interner, diagnostics, options, model).run(class_id);
}

}  // namespace moo
