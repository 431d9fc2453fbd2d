#include "moo/syntax/printer.h"

namespace moo {

using ast::Class;
using ast::ClassForm;
using ast::ClassKind;
using ast::ElementKind;
using ast::ImportKind;
using ast::ModifierKind;
using ast::SectionKind;

namespace {

std::string_view flow_text(ast::FlowPrefix flow) {
    switch (flow) {
        case ast::FlowPrefix::none: return "";
        case ast::FlowPrefix::flow: return "flow ";
        case ast::FlowPrefix::stream: return "stream ";
    }
    return {};
}

std::string_view variability_text(ast::Variability variability) {
    switch (variability) {
        case ast::Variability::none: return "";
        case ast::Variability::discrete: return "discrete ";
        case ast::Variability::parameter: return "parameter ";
        case ast::Variability::constant: return "constant ";
    }
    return {};
}

std::string_view causality_text(ast::Causality causality) {
    switch (causality) {
        case ast::Causality::none: return "";
        case ast::Causality::input: return "input ";
        case ast::Causality::output: return "output ";
    }
    return {};
}

std::string_view purity_text(ast::Purity purity) {
    switch (purity) {
        case ast::Purity::none: return "";
        case ast::Purity::pure: return "pure ";
        case ast::Purity::impure: return "impure ";
        case ast::Purity::pure_constant: return "pure constant ";
    }
    return {};
}

std::string_view section_text(SectionKind kind) {
    switch (kind) {
        case SectionKind::elements: return "";
        case SectionKind::public_: return "public";
        case SectionKind::protected_: return "protected";
        case SectionKind::equation: return "equation";
        case SectionKind::initial_equation: return "initial equation";
        case SectionKind::algorithm: return "algorithm";
        case SectionKind::initial_algorithm: return "initial algorithm";
    }
    return {};
}

}  // namespace

std::string_view class_kind_text(ClassKind kind) {
    switch (kind) {
        case ClassKind::class_: return "class";
        case ClassKind::model: return "model";
        case ClassKind::record: return "record";
        case ClassKind::operator_record: return "operator record";
        case ClassKind::block: return "block";
        case ClassKind::connector: return "connector";
        case ClassKind::expandable_connector: return "expandable connector";
        case ClassKind::type: return "type";
        case ClassKind::package: return "package";
        case ClassKind::function: return "function";
        case ClassKind::operator_function: return "operator function";
        case ClassKind::operator_: return "operator";
    }
    return {};
}

// ---- comments and modifiers ------------------------------------------------------------------------

void Printer::description(ast::List<ast::StringLiteral> list) {
    bool first = true;
    for (ast::StringLiteral const literal : tree_.items(list)) {
        out_.write(first ? " " : " + ");
        first = false;
        source(literal.span);
    }
}

void Printer::annotation(ast::ModificationId id) {
    out_.write("annotation");
    if (id) modifiers(tree_[id].arguments);
}

void Printer::comment(ast::Comment const& comment) {
    description(comment.description);
    if (!comment.annotation) return;
    out_.write(' ');
    annotation(comment.annotation);
}

void Printer::decoration(ast::Decoration decoration) {
    if (!decoration.has_value()) return;
    out_.write('@');
    out_.write_integer(decoration.value);
    out_.write(' ');
}

void Printer::modification(ast::ModificationId id) {
    if (!id) return;
    ast::Modification const& node = tree_[id];
    if (node.has_arguments) modifiers(node.arguments);
    switch (node.binding) {
        case ast::BindingKind::none: break;
        case ast::BindingKind::equal: out_.write(" = "); break;
        case ast::BindingKind::assign: out_.write(" := "); break;
    }
    expr(node.value);
}

void Printer::modifiers(ast::List<ast::ModifierId> list) {
    out_.write('(');
    bool first = true;
    for (ast::ModifierId const id : tree_.items(list)) {
        if (!first) out_.write(", ");
        first = false;
        modifier(tree_[id]);
    }
    out_.write(')');
}

void Printer::modifier(ast::Modifier const& modifier) {
    decoration(modifier.decoration);
    if (modifier.element && tree_[modifier.element].is_redeclare) out_.write("redeclare ");
    if (modifier.is_each) out_.write("each ");
    if (modifier.is_final) out_.write("final ");
    switch (modifier.kind) {
        case ModifierKind::modification:
            name(modifier.name);
            modification(modifier.modification);
            description(modifier.description);
            break;
        case ModifierKind::element: {
            // Here, `redeclare` comes before `each` and `final`.
            ast::Element element_part = tree_[modifier.element];
            element_part.is_redeclare = false;
            element(element_part);
            break;
        }
        case ModifierKind::break_name:
            out_.write("break ");
            name(modifier.name);
            break;
        case ModifierKind::break_connect:
            out_.write("break ");
            connect(modifier.connect_from, modifier.connect_to);
            break;
    }
}

// ---- elements --------------------------------------------------------------------------------------

void Printer::element(ast::Element const& element) {
    decoration(element.decoration);
    if (element.is_redeclare) out_.write("redeclare ");
    if (element.is_final) out_.write("final ");
    if (element.is_inner) out_.write("inner ");
    if (element.is_outer) out_.write("outer ");
    if (element.is_replaceable) out_.write("replaceable ");
    switch (element.kind) {
        case ElementKind::import: import(tree_.import(element)); break;
        case ElementKind::extends: {
            ast::Extends const& node = tree_.extends(element);
            out_.write("extends ");
            name(node.type);
            modification(node.modification);
            if (node.annotation) {
                out_.write(' ');
                annotation(node.annotation);
            }
            break;
        }
        case ElementKind::component_clause: component_clause(tree_.component_clause(element)); break;
        case ElementKind::class_definition: class_definition(tree_.class_definition(element)); break;
        case ElementKind::parameter_equation:
            out_.write("parameter equation ");
            equation(tree_.parameter_equation(element));
            break;
    }
    if (ast::Constraint const* constraint = tree_.constraint(element)) {
        out_.write(" constrainedby ");
        name(constraint->type);
        modification(constraint->modification);
        comment(constraint->comment);
    }
}

void Printer::import(ast::Import const& import) {
    out_.write("import ");
    if (import.kind == ImportKind::renamed) {
        symbol(import.alias.symbol);
        out_.write(" = ");
    }
    name(import.name);
    if (import.kind == ImportKind::unqualified) out_.write(".*");
    if (import.kind == ImportKind::group) {
        out_.write(".{");
        idents(tree_.items(import.members));
        out_.write('}');
    }
    comment(import.comment);
}

void Printer::component_clause(ast::ComponentClause const& clause) {
    out_.write(flow_text(clause.flow));
    out_.write(variability_text(clause.variability));
    out_.write(causality_text(clause.causality));
    name(clause.type);
    subscripts(clause.subscripts);
    bool first = true;
    for (ast::ComponentId const id : tree_.items(clause.components)) {
        out_.write(first ? " " : ", ");
        first = false;
        component(tree_[id]);
    }
}

void Printer::component(ast::Component const& component) {
    symbol(component.name.symbol);
    subscripts(component.subscripts);
    modification(component.modification);
    if (component.condition) {
        out_.write(" if ");
        expr(component.condition);
    }
    comment(component.comment);
}

// ---- classes ---------------------------------------------------------------------------------------

void Printer::class_definition(ast::ClassId id) {
    Class const& node = tree_[id];
    if (node.is_encapsulated) out_.write("encapsulated ");
    if (node.is_partial) out_.write("partial ");
    out_.write(purity_text(node.purity));
    out_.write(class_kind_text(node.kind));
    out_.write(' ');
    switch (node.form) {
        case ClassForm::long_:
        case ClassForm::extends_: long_class(node); break;
        case ClassForm::short_:
        case ClassForm::enumeration:
        case ClassForm::derivative: short_class(node); break;
    }
}

void Printer::short_class(Class const& node) {
    symbol(node.name.symbol);
    out_.write(" = ");
    if (node.form == ClassForm::enumeration) {
        out_.write("enumeration(");
        if (node.is_open_enumeration) out_.write(':');
        bool first = true;
        for (ast::EnumLiteral const& literal : tree_.items(node.literals)) {
            if (!first) out_.write(", ");
            first = false;
            symbol(literal.name.symbol);
            comment(literal.comment);
        }
        out_.write(')');
    } else if (node.form == ClassForm::derivative) {
        out_.write("der(");
        name(node.base);
        out_.write(", ");
        idents(tree_.items(node.derivative_variables));
        out_.write(')');
    } else {
        out_.write(causality_text(node.causality));
        name(node.base);
        subscripts(node.subscripts);
        modification(node.modification);
    }
    comment(node.comment);
}

void Printer::long_class(Class const& node) {
    if (node.form == ClassForm::extends_) out_.write("extends ");
    symbol(node.name.symbol);
    modification(node.extends_modification);
    description(node.comment.description);
    out_.write('\n');
    for (ast::Section const& part : tree_.items(node.sections)) section(part);
    out_.deeper();
    if (ast::External const* clause = tree_.external(node)) external(*clause);
    for (ast::Partition const& part : tree_.items(node.partitions)) partition(part);
    if (node.comment.annotation) {
        out_.indent();
        annotation(node.comment.annotation);
        out_.write(";\n");
    }
    out_.shallower();
    out_.indent();
    out_.write("end ");
    symbol(node.name.symbol);
}

void Printer::section(ast::Section const& section) {
    if (section.kind != SectionKind::elements) out_.line(section_text(section.kind));
    out_.deeper();
    for (ast::ElementId const id : tree_.items(section.elements)) {
        out_.indent();
        element(tree_[id]);
        out_.write(";\n");
    }
    out_.shallower();
    equations(section.equations);
    statements(section.statements);
}

void Printer::external(ast::External const& external) {
    out_.indent();
    decoration(external.decoration);
    out_.write("external");
    if (external.language.span.begin.has_value()) {
        out_.write(' ');
        source(external.language.span);
    }
    if (external.function.symbol) {
        out_.write(' ');
        if (external.output) {
            expr(external.output);
            out_.write(" = ");
        }
        symbol(external.function.symbol);
        out_.write('(');
        expr_list(tree_.items(external.arguments));
        out_.write(')');
    }
    if (external.annotation) {
        out_.write(' ');
        annotation(external.annotation);
    }
    out_.write(";\n");
}

void Printer::partition(ast::Partition const& partition) {
    auto const heading = [&](ast::Comment const& text) {
        description(text.description);
        out_.write('\n');
        if (!text.annotation) return;
        out_.indent();
        annotation(text.annotation);
        out_.write(";\n");
    };
    out_.indent();
    out_.write("partition");
    heading(partition.comment);
    for (ast::ClockClause const& clock : tree_.items(partition.clocks)) {
        out_.indent();
        decoration(clock.decoration);
        out_.write("Clock ");
        symbol(clock.name.symbol);
        out_.write(" = ");
        expr(clock.value);
        comment(clock.comment);
        out_.write(";\n");
    }
    for (ast::SubPartition const& sub : tree_.items(partition.sub_partitions)) {
        out_.indent();
        out_.write("subpartition ");
        modifiers(sub.arguments);
        heading(sub.comment);
        for (ast::Section const& part : tree_.items(sub.sections)) section(part);
    }
}

}  // namespace moo
