#include "moo/io/base_modelica/write.h"

#include "moo/io/base_modelica/outside.h"
#include "moo/io/base_modelica/writer.h"

namespace moo {

namespace {

using base_modelica::Writer;

template <class Visit>
void for_each_listed(FlatModel const& model, Visit visit) {
    if (model.listing.empty()) {
        for (Variable const& variable : model.variables) visit(variable);
    } else {
        for (VarId const id : model.listing) visit(model.variables[id]);
    }
}

void write_package_elements(Writer& writer) {
    write_classes(writer);
    for_each_listed(writer.model, [&writer](Variable const& variable) {
        if (variable.is_package_constant) write_variable(writer, variable);
    });
}

void write_initial_equations(Writer& writer) {
    std::vector<Variable const*> final_parameters;
    std::vector<Variable const*> fixed;
    for_each_listed(writer.model, [&](Variable const& variable) {
        if (has_final_equation(writer, variable)) final_parameters.push_back(&variable);
        if (has_fixed_equation(writer, variable)) fixed.push_back(&variable);
    });
    if (final_parameters.empty() && fixed.empty() && writer.model.initial_equations.empty()) return;
    writer.out.line("initial equation");
    writer.out.deeper();
    for (Variable const* const variable : final_parameters) write_final_equation(writer, *variable);
    for (Variable const* const variable : fixed) write_fixed_equation(writer, *variable);
    write_equations(writer, writer.model.initial_equations);
    writer.out.shallower();
}

void write_algorithms(Writer& writer, std::string_view keyword, std::vector<FlatAlgorithm> const& algorithms) {
    for (FlatAlgorithm const& algorithm : algorithms) {
        writer.out.line(keyword);
        writer.out.deeper();
        write_statements(writer, algorithm.statements, algorithm.instance);
        writer.out.shallower();
    }
}

void write_model(Writer& writer, std::string const& name, SourceManager const& sources) {
    TextWriter& out = writer.out;
    FlatModel const& model = writer.model;
    out.indent();
    out.write("model ");
    out.write(name);
    write_description(out, writer.interner, model.description);
    out.write('\n');
    out.deeper();
    for_each_listed(model, [&writer](Variable const& variable) {
        if (!variable.is_package_constant) write_variable(writer, variable);
    });
    out.shallower();
    write_initial_equations(writer);
    if (!model.equations.empty()) {
        out.line("equation");
        out.deeper();
        write_equations(writer, model.equations);
        out.shallower();
    }
    write_algorithms(writer, "initial algorithm", model.initial_algorithms);
    write_algorithms(writer, "algorithm", model.algorithms);
    write_partitions(writer);
    bool const has_experiment = write_experiment(out, "    annotation(", model.experiment);
    std::string_view const before = has_experiment ? ", " : "    annotation(";
    bool const has_outside = base_modelica::write_outside(out, before, model, writer.interner, sources);
    if (has_experiment || has_outside) out.write(");\n");
    out.line("end " + name + ";");
}

}  // namespace

std::string write_base_modelica(FlatModel const& model, Interner const& interner, SourceManager const& sources,
                                BaseModelicaOptions const& options) {
    Writer writer(model, interner, sources, options);
    std::string const name = identifier_text(interner.text(model.name), NameStyle::quoted);
    TextWriter& out = writer.out;
    // A guess at the size spares the copying of a large text; memory that is not written to costs nothing.
    constexpr std::size_t bytes_of_variable = 180;
    constexpr std::size_t bytes_of_equation = 150;
    out.reserve(model.variables.size() * bytes_of_variable + model.equations.size() * bytes_of_equation);
    out.line("//! base 0.1.0");
    out.line("package " + name);
    out.deeper();
    write_package_elements(writer);
    write_model(writer, name, sources);
    if (writer.is_strict) {
        writer.places.add_declarations();
        writer.places.write(out);
    }
    out.shallower();
    out.line("end " + name + ";");
    return out.take();
}

}  // namespace moo
