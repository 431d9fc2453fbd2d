#include "moo/io/base_modelica/check.h"

#include <array>
#include <unordered_set>

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> departs{DiagnosticKind::NotBaseModelica, "{}; {}"};

// The place of an equation, which determines whether a when-equation is allowed.
enum class Place : std::uint8_t { section, inside_if_or_for, inside_when };

class Check {
public:
    Check(ast::Ast const& ast, SourceManager const& sources, Interner const& interner, Diagnostics& diagnostics)
        : ast_(ast), sources_(sources), interner_(interner), diagnostics_(diagnostics) {}

    void run() {
        SourceSpan const start{sources_.start_of(ast_.file()), sources_.start_of(ast_.file())};
        if (ast_.base_version().empty()) {
            report(start, "the file has no version header", "it must begin with a line such as `//! base 0.1.0`");
        }
        if (ast_.has_within()) report(start, "the file has a within-clause", "a file is one package");
        bool const is_package = ast_.classes().size() == 1 && ast_[ast_.classes()[0]].kind == ast::ClassKind::package;
        if (is_package) {
            check_package(ast_[ast_.classes()[0]]);
        } else {
            report(start, "the file is not one package",
                   "the model must be at the end of a package with the same name");
            for (ast::ClassId const id : ast_.classes()) check_class(ast_[id]);
        }
        check_expressions();
    }

private:
    void report(SourceSpan span, std::string_view found, std::string_view wanted) {
        diagnostics_.error(span, departs, found, wanted);
    }

    // ---- the package ----

    void check_package(ast::Class const& package) {
        check_name(package.name, "a package");
        check_prefixes(package);
        ast::Class const* model = nullptr;
        for (ast::Section const& section : ast_.items(package.sections)) {
            if (section.kind != ast::SectionKind::elements) {
                report(section.span, "a section in the package",
                       "it contains only types, functions, constants and the model");
            }
            for (ast::ElementId const id : ast_.items(section.elements)) {
                ast::Element const& element = ast_[id];
                if (model != nullptr) {
                    report(element.span, "there is something after the model",
                           "the model must come last in its package");
                }
                ast::Class const* const c = check_package_element(element);
                if (c != nullptr && c->kind == ast::ClassKind::model) model = c;
            }
        }
        if (model == nullptr) {
            report(package.name.span, "the package has no model", "it must end with a model of the same name");
        } else if (model->name.symbol != package.name.symbol) {
            report(model->name.span, "the model has another name than its package", "both have the same name");
        }
    }

    // The class that the element defines, if it does.
    ast::Class const* check_package_element(ast::Element const& element) {
        check_element_prefixes(element);
        if (element.kind == ast::ElementKind::class_definition) {
            ast::Class const& c = ast_[ast_.class_definition(element)];
            check_class(c);
            return &c;
        }
        bool const is_constant = element.kind == ast::ElementKind::component_clause &&
                                 ast_.component_clause(element).variability == ast::Variability::constant;
        if (!is_constant) {
            report(element.span, "neither a class nor a constant in the package", "variables belong in the model");
        }
        if (element.kind == ast::ElementKind::component_clause) check_component_clause(element);
        return nullptr;
    }

    // ---- classes ----

    void check_prefixes(ast::Class const& c) {
        if (c.is_encapsulated) report(c.name.span, "`encapsulated`", "classes cannot have this prefix");
        if (c.is_partial) report(c.name.span, "`partial`", "classes cannot have this prefix");
        if (c.is_final) report(c.name.span, "`final`", "classes cannot have this prefix");
    }

    [[nodiscard]] bool is_external_object(ast::Class const& c) const {
        for (ast::Section const& section : ast_.items(c.sections)) {
            for (ast::ElementId const id : ast_.items(section.elements)) {
                ast::Element const& element = ast_[id];
                if (element.kind != ast::ElementKind::extends) continue;
                auto const parts = ast_.items(ast_.extends(element).type.parts);
                if (parts.size() == 1 && interner_.text(parts[0].symbol) == "ExternalObject") return true;
            }
        }
        return false;
    }

    void check_class(ast::Class const& c) {
        check_name(c.name, "a class");
        check_prefixes(c);
        switch (c.kind) {
            case ast::ClassKind::model:
            case ast::ClassKind::record:
            case ast::ClassKind::type:
            case ast::ClassKind::function: break;
            case ast::ClassKind::class_:
                report(c.name.span, "a `class`",
                       is_external_object(c) ? "the draft has no form for external objects"
                                             : "there are types, records and functions only");
                break;
            case ast::ClassKind::operator_record:
            case ast::ClassKind::operator_function:
            case ast::ClassKind::operator_:
            case ast::ClassKind::block:
            case ast::ClassKind::connector:
            case ast::ClassKind::expandable_connector:
            case ast::ClassKind::package:
                report(c.name.span, "a class of another kind", "there are types, records and functions only");
                break;
        }
        if (c.form == ast::ClassForm::extends_) report(c.name.span, "a class that extends another", "there are none");
        if (c.modification) check_modification(c.modification);
        for (ast::EnumLiteral const& literal : ast_.items(c.literals)) check_name(literal.name, "a literal");
        // One departure is said once.
        if (c.kind == ast::ClassKind::class_ && is_external_object(c)) return;
        for (ast::Section const& section : ast_.items(c.sections)) check_section(section);
        for (ast::Partition const& partition : ast_.items(c.partitions)) {
            for (ast::ClockClause const& clock : ast_.items(partition.clocks)) check_name(clock.name, "a clock");
            for (ast::SubPartition const& sub : ast_.items(partition.sub_partitions)) {
                for (ast::Section const& section : ast_.items(sub.sections)) check_section(section);
            }
        }
    }

    void check_section(ast::Section const& section) {
        bool const is_plain = section.kind != ast::SectionKind::public_ && section.kind != ast::SectionKind::protected_;
        if (!is_plain) {
            report(section.span, "a public or protected section",
                   "what was protected has the annotation `Protected = true`");
        }
        for (ast::ElementId const id : ast_.items(section.elements)) check_element(ast_[id]);
        for (ast::EquationId const id : ast_.items(section.equations)) check_equation(ast_[id], Place::section);
        for (ast::StatementId const id : ast_.items(section.statements)) check_statement(ast_[id]);
    }

    // Names that come from a model are quoted, so that they never meet those of the language.
    void check_name(ast::Ident const& name, std::string_view what) {
        if (!name.symbol) return;
        std::string_view const text = interner_.text(name.symbol);
        if (text.starts_with('\'') || text.starts_with('_')) return;
        diagnostics_.error(name.span, departs, std::string(what) + " has the plain name `" + std::string(text) + "`",
                           "names are quoted, or begin with `_` if a tool made them up");
    }

    // ---- elements and modifications ----

    void check_element_prefixes(ast::Element const& element) {
        if (element.is_final) report(element.span, "`final`", "a final parameter has an initial equation instead");
        if (element.is_inner || element.is_outer) report(element.span, "`inner` or `outer`", "there is one scope only");
        if (element.is_redeclare || element.is_replaceable) {
            report(element.span, "`redeclare` or `replaceable`", "nothing can be redeclared");
        }
    }

    void check_element(ast::Element const& element) {
        check_element_prefixes(element);
        switch (element.kind) {
            case ast::ElementKind::import: report(element.span, "an import", "there is one scope only"); break;
            case ast::ElementKind::extends: report(element.span, "an extends-clause", "nothing is inherited"); break;
            case ast::ElementKind::class_definition:
                report(element.span, "a local class", "classes belong in the package");
                check_class(ast_[ast_.class_definition(element)]);
                break;
            case ast::ElementKind::component_clause: check_component_clause(element); break;
            case ast::ElementKind::parameter_equation: break;
        }
    }

    void check_component_clause(ast::Element const& element) {
        ast::ComponentClause const& clause = ast_.component_clause(element);
        if (clause.flow != ast::FlowPrefix::none) {
            report(element.span, "`flow` or `stream`", "connections are equations already");
        }
        for (ast::ComponentId const id : ast_.items(clause.components)) {
            ast::Component const& component = ast_[id];
            check_name(component.name, "a component");
            if (component.condition) report(component.span, "a conditional component", "it is there or it is not");
            if (component.modification) check_modification(component.modification);
        }
    }

    void check_modification(ast::ModificationId id) {
        std::unordered_set<Symbol> names;
        for (ast::ModifierId const modifier_id : ast_.items(ast_[id].arguments)) {
            ast::Modifier const& modifier = ast_[modifier_id];
            if (modifier.is_each) report(modifier.span, "`each`", "the value is written once for all elements");
            if (modifier.is_final) report(modifier.span, "`final`", "modifications cannot have this prefix");
            if (modifier.kind != ast::ModifierKind::modification) {
                report(modifier.span, "a redeclaration or `break`", "nothing can be redeclared or removed");
                continue;
            }
            auto const parts = ast_.items(modifier.name.parts);
            if (parts.size() > 1) {
                report(modifier.name.span, "a name with dots in a modifier", "modifiers are nested");
            } else if (!parts.empty() && !names.insert(parts[0].symbol).second) {
                report(modifier.name.span, "a second modifier of the same name", "each name is modified once");
            }
            if (modifier.modification) check_modification(modifier.modification);
        }
    }

    // ---- equations and statements ----

    void check_iterators(ast::List<ast::Iterator> list, SourceSpan span) {
        auto const iterators = ast_.items(list);
        if (iterators.size() > 1) report(span, "several iterators", "loops have one and are nested");
        for (ast::Iterator const& iterator : iterators) {
            check_name(iterator.name, "an iterator");
            if (!iterator.range) report(iterator.name.span, "an iterator without a range", "it is written out");
        }
    }

    void check_equation(ast::Equation const& equation, Place place) {
        Place inner = place;
        switch (equation.kind) {
            case ast::EquationKind::equality:
            case ast::EquationKind::expression: break;
            case ast::EquationKind::connect:
                report(equation.span, "a connection", "connections are equations already");
                break;
            case ast::EquationKind::if_:
                if (place == Place::section) inner = Place::inside_if_or_for;
                break;
            case ast::EquationKind::for_:
                check_iterators(equation.iterators, equation.span);
                if (place == Place::section) inner = Place::inside_if_or_for;
                break;
            case ast::EquationKind::when:
                if (place != Place::section) {
                    report(equation.span, "a when-equation inside another",
                           "when-equations are not inside if-, for- or when-equations");
                }
                inner = Place::inside_when;
                break;
        }
        for (ast::EquationBranch const& branch : ast_.items(equation.branches)) {
            for (ast::EquationId const id : ast_.items(branch.body)) check_equation(ast_[id], inner);
        }
        for (ast::EquationId const id : ast_.items(equation.body)) check_equation(ast_[id], inner);
    }

    void check_statement(ast::Statement const& statement) {
        if (statement.kind == ast::StatementKind::for_) check_iterators(statement.iterators, statement.span);
        for (ast::StatementBranch const& branch : ast_.items(statement.branches)) {
            for (ast::StatementId const id : ast_.items(branch.body)) check_statement(ast_[id]);
        }
        for (ast::StatementId const id : ast_.items(statement.body)) check_statement(ast_[id]);
    }

    // ---- expressions ----

    void check_expressions() {
        for (std::size_t i = 0; i < ast_.expr_count(); ++i) {
            ast::ExprId const id(i);
            ast::ExprKind const kind = ast_[id].kind;
            if (kind == ast::ExprKind::comprehension) check_iterators_of(id);
            if (kind == ast::ExprKind::call) check_call(id);
            if (kind == ast::ExprKind::chain) check_chain(id);
            if (kind == ast::ExprKind::member) {
                report(ast_[id].span, "a field of something in parentheses",
                       "in the draft, only names have fields and single results");
            }
        }
    }

    void check_iterators_of(ast::ExprId id) {
        auto const iterators = ast_.iterators(id);
        if (iterators.size() > 1) report(ast_[id].span, "several iterators", "reductions have one and are nested");
        for (ast::Iterator const& iterator : iterators) check_name(iterator.name, "an iterator");
    }

    void check_call(ast::ExprId id) {
        constexpr std::array<std::string_view, 4> removed = {"cardinality", "inStream", "actualStream",
                                                             "getInstanceName"};
        auto const callee = ast_.simple_callee(id);
        if (!callee) return;
        for (std::string_view const name : removed) {
            if (interner_.text(*callee) != name) continue;
            diagnostics_.error(ast_[id].span, departs, "a call of `" + std::string(name) + "`",
                               "it has its value already when the model is flat");
        }
    }

    void check_chain(ast::ExprId id) {
        for (ast::Term const& term : ast_.terms(id)) {
            if (!term.operand || ast_[term.operand].kind != ast::ExprKind::unary) continue;
            bool const is_sign = ast_[term.operand].op != ast::Operator::not_;
            bool const is_product = term.op >= ast::Operator::add && term.op <= ast::Operator::pow_elementwise;
            if (is_sign && is_product) {
                report(ast_[term.operand].span, "a sign after an operator", "the operand must be in parentheses");
            }
        }
    }

    ast::Ast const& ast_;
    SourceManager const& sources_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
};

}  // namespace

void check_base_modelica(ast::Ast const& ast, SourceManager const& sources, Interner const& interner,
                         Diagnostics& diagnostics) {
    Check(ast, sources, interner, diagnostics).run();
}

}  // namespace moo
