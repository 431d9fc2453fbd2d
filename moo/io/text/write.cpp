#include "moo/io/text/write.h"

#include "moo/io/write_declaration.h"
#include "moo/model/describe_document.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace {

class Writer {
public:
    Writer(Document const& document, Interner const& interner, SourceManager const& sources)
        : document_(document),
          interner_(interner),
          names_(document.variables, interner, NameStyle::plain),
          sources_(sources) {}

    std::string run() {
        std::string const name = identifier_text(interner_.text(document_.name), NameStyle::plain);
        out_.write("model " + name);
        write_description(out_, interner_, document_.description);
        out_.write("\n");
        out_.deeper();
        for (Variable const& variable : document_.variables) write_variable(variable);
        out_.shallower();
        out_.line("equation");
        out_.deeper();
        write_parameter_order();
        write_set("i", document_.initialization);
        write_set("", document_.integration);
        write_set("ri", document_.reinitialization);
        write_crossings();
        write_conditions();
        write_triggers();
        for (Assertion const& assertion : document_.assertions) write_assertion(assertion);
        write_header();
        out_.shallower();
        out_.line("end " + name + ";");
        return out_.take();
    }

private:
    void write_expr(ExprId expr) { print(out_, document_.exprs, expr, names_); }

    // ` annotation(source = "Ball.mo:4:8", origin = "equation")`, without what is unknown.
    void write_provenance(SourceSpan source, std::string_view origin) {
        std::string const place = sources_.place_text(source.begin);
        if (place.empty() && origin.empty()) return;
        out_.write(" annotation(");
        if (!place.empty()) out_.write("source = " + escape_string(place));
        if (!place.empty() && !origin.empty()) out_.write(", ");
        if (!origin.empty()) out_.write("origin = " + escape_string(origin));
        out_.write(")");
    }

    void write_variable(Variable const& variable) {
        out_.indent();
        write_declaration(out_, {document_.exprs, interner_, names_, NameStyle::plain}, variable);
        write_provenance(variable.source, {});
        out_.write(";\n");
    }

    void write_parameter_order() {
        if (document_.parameter_order.empty()) return;
        out_.indent();
        char const* separator = "p = {";
        for (VarId const parameter : document_.parameter_order) {
            out_.write(separator);
            names_.write_variable(out_, parameter);
            separator = ", ";
        }
        out_.write("};\n");
    }

    // `iEq[block,equation] = {target, value, "ass"};`, then `iJac[equation] = {{column, entry}, …};`
    void write_set(std::string const& prefix, EquationSet const& set) {
        for (std::size_t block = 0; block < set.block_count(); ++block) {
            for (std::uint32_t i = set.block_starts[block]; i < set.block_starts[block + 1]; ++i) {
                SetEquation const& equation = set.equations[i];
                out_.indent();
                out_.write(prefix + "Eq[");
                out_.write_integer(static_cast<std::int64_t>(block) + 1);
                out_.write(",");
                out_.write_integer(i + 1);
                out_.write("] = {");
                write_expr(equation.target);
                out_.write(", ");
                write_expr(equation.value);
                out_.write(", \"");
                out_.write(name_of_value(equation.form));
                out_.write("\"}");
                write_provenance(equation.source, equation.origin);
                out_.write(";\n");
            }
        }
        for (std::size_t block = 0; block < set.block_count(); ++block) {
            if (set.blocks[block].kind == BlockKind::assign) continue;
            out_.indent();
            out_.write(prefix + "Block[");
            out_.write_integer(static_cast<std::int64_t>(block) + 1);
            out_.write("] = {\"");
            out_.write(name_of_value(set.blocks[block].kind));
            out_.write("\"};\n");
        }
        for (std::size_t i = 0; i < set.jacobian.size();) {
            std::uint32_t const row = set.jacobian[i].row;
            out_.indent();
            out_.write(prefix + "Jac[");
            out_.write_integer(row + 1);
            out_.write("] = ");
            char const* separator = "{";
            for (; i < set.jacobian.size() && set.jacobian[i].row == row; ++i) {
                out_.write(separator);
                out_.write("{");
                out_.write_integer(set.jacobian[i].column + 1);
                out_.write(", ");
                write_expr(set.jacobian[i].value);
                out_.write("}");
                separator = ", ";
            }
            out_.write("};\n");
        }
    }

    void write_numbers(std::vector<std::uint32_t> const& equations) {
        out_.write("{");
        for (std::size_t i = 0; i < equations.size(); ++i) {
            if (i > 0) out_.write(", ");
            out_.write_integer(equations[i] + 1);
        }
        out_.write("}");
    }

    void write_crossings() {
        if (document_.zero_crossings.empty()) return;
        out_.indent();
        char const* separator = "z = {";
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            out_.write(separator);
            out_.write("{");
            write_expr(crossing.function);
            out_.write(", ");
            write_numbers(crossing.equations);
            if (crossing.relation) {
                out_.write(", ");
                write_expr(crossing.relation);
            }
            out_.write("}");
            separator = ", ";
        }
        out_.write("};\n");
    }

    void write_conditions() {
        if (document_.when_conditions.empty()) return;
        out_.indent();
        char const* separator = "w = {";
        for (WhenCondition const& when : document_.when_conditions) {
            out_.write(separator);
            out_.write("{");
            write_expr(when.condition);
            out_.write(", ");
            write_numbers(when.equations);
            out_.write("}");
            separator = ", ";
        }
        out_.write("};\n");
    }

    void write_triggers() {
        if (document_.triggers.empty()) return;
        out_.indent();
        char const* separator = "c = {";
        for (Trigger const& trigger : document_.triggers) {
            out_.write(separator);
            out_.write("{");
            out_.write_integer(trigger.equation + 1);
            out_.write(", ");
            write_numbers(trigger.equations);
            out_.write("}");
            separator = ", ";
        }
        out_.write("};\n");
    }

    void write_assertion(Assertion const& assertion) {
        out_.indent();
        out_.write("assert(");
        write_expr(assertion.condition);
        out_.write(", ");
        write_expr(assertion.message);
        out_.write(")");
        write_provenance(assertion.source, {});
        out_.write(";\n");
    }

    void write_header() {
        out_.indent();
        out_.write("annotation(__moo(version = \"");
        out_.write(moo_format_version);
        out_.write("\")");
        write_experiment(out_, ", ", document_.experiment);
        out_.write(");\n");
    }

    Document const& document_;
    Interner const& interner_;
    VariableNames names_;
    SourceManager const& sources_;
    TextWriter out_;
};

}  // namespace

std::string write_moo(Document const& document, Interner const& interner, SourceManager const& sources) {
    return Writer(document, interner, sources).run();
}

}  // namespace moo
