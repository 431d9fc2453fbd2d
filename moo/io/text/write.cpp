#include "moo/io/text/write.h"

#include <algorithm>

#include "moo/io/class_writer.h"
#include "moo/io/document/version.h"
#include "moo/io/text/moo_names.h"
#include "moo/io/text/text_archive.h"
#include "moo/io/text/text_forms.h"

namespace moo {

namespace {

// Types and functions, with their places in annotations.
struct MooClassWriter : ClassWriter {
    MooClassWriter(WriteContext const& write_context, VariableNames const& written_names)
        : ClassWriter(write_context.document.exprs, write_context.document.types, write_context.document.functions,
                      write_context.interner, written_names),
          context(write_context) {
        style = NameStyle::plain;
    }
    [[nodiscard]] bool has_source(SourceSpan span) const override { return context.files.has_place(span); }
    void write_source(SourceSpan span) override {
        out.write("source = \"");
        context.files.write_place(out, span);
        out.write('"');
    }
    WriteContext const& context;
};

// The archive: each section in its own form, or as `section[number] = row(field = value, …);`
class DocumentWriter {
public:
    explicit DocumentWriter(WriteContext const& context)
        : context_(context),
          document_(context.document),
          interner_(context.interner),
          names_(context.document.variables, context.interner, context.shared, context.remembered),
          values_(out_, context, names_, "") {}

    std::string run() {
        MooClassWriter classes(context_, names_);
        write_classes(classes);
        function_order_ = written_order(classes).places;
        out_.write(classes.out.text());
        out_.write("model ");
        names_.write_identifier(out_, document_.name);
        write_description(out_, interner_, document_.description);
        out_.write('\n');
        out_.deeper();
        describe(*this, document_);
        if (!has_equations_) begin_equations();
        write_header();
        out_.shallower();
        out_.write("end ");
        names_.write_identifier(out_, document_.name);
        out_.write(";\n");
        return out_.take();
    }

    // ---- the header, and classes before the model ----

    void name(std::string_view, Symbol) {}
    void field(std::string_view, Symbol) {}
    void field(std::string_view, std::string const&) {}
    void field(std::string_view, std::vector<std::string> const&) {}
    void files(std::string_view) {}
    void section(std::string_view, Experiment const&) {}
    void types(std::string_view, Document const&) {}
    void table(std::string_view, std::vector<FlatFunction> const&) {}

    // ---- sections ----

    void variables(std::string_view, Document const&) {
        Store<VarId, Role> const roles = apparent_roles(document_);
        for (VarId const id : document_.variables.ids()) write_variable(id, roles[id]);
    }

    void shared(std::string_view section_name) {
        std::int64_t number = 0;
        for (ExprId const expr : context_.shared.list()) {
            begin_line(section_name, ++number);
            names_.set_defined(expr);
            values_.write(expr);
            names_.set_defined({});
            end_line();
        }
    }

    void field(std::string_view section_name, std::vector<VarId> const& values) {
        if (values.empty()) return;
        begin_line(section_name == "parameters" ? "p" : section_name);
        values_.write(values);
        end_line();
    }

    template <class T>
    void section(std::string_view section_name, T const& thing) {
        std::size_t const before = out_.text().size();
        bool const had_equations = has_equations_;
        begin_line(section_name);
        out_.write(row_name<T>);
        TextArchive fields(out_, context_, names_, "(");
        describe(fields, thing);
        if (fields.is_empty()) {
            out_.truncate(before);
            has_equations_ = had_equations;
            return;
        }
        out_.write(')');
        end_line();
    }

    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        std::int64_t number = 0;
        for (T const& row : rows) {
            begin_line(section_name, ++number);
            values_.write(row);
            end_line();
        }
    }
    void table(std::string_view section_name, std::vector<ClockedPartition> const& partitions) {
        std::int64_t number = 0;
        for (ClockedPartition const& partition : partitions) {
            begin_line(section_name, ++number);
            values_.write(partition);
            end_line();
            write_set(std::string(section_name) + "[" + std::to_string(number) + "].", partition.equations);
        }
    }

    void set(std::string_view section_name, EquationSet const& set) {
        for (SetName const& set_name : set_names) {
            if (set_name.section == section_name) write_set(std::string(set_name.prefix), set);
        }
    }

    // z = {{function, {equations}, relation}, …}
    void table(std::string_view section_name, std::vector<ZeroCrossing> const& crossings) {
        write_entries("z", crossings, [this](ZeroCrossing const& crossing) {
            values_.write(crossing.function);
            out_.write(", ");
            write_numbers(crossing.equations);
            if (!crossing.relation) return;
            out_.write(", ");
            values_.write(crossing.relation);
        });
        write_other_fields(section_name, crossings, crossing_fields);
    }

    // w = {{condition, {equations}}, …}
    void table(std::string_view section_name, std::vector<WhenCondition> const& conditions) {
        write_entries("w", conditions, [this](WhenCondition const& when) {
            values_.write(when.condition);
            out_.write(", ");
            write_numbers(when.equations);
        });
        write_other_fields(section_name, conditions, condition_fields);
    }

    // c = {{equation, {equations}}, …}
    void table(std::string_view, std::vector<Trigger> const& triggers) {
        write_entries("c", triggers, [this](Trigger const& trigger) {
            out_.write_integer(trigger.equation + 1);
            out_.write(", ");
            write_numbers(trigger.equations);
        });
    }

    void table(std::string_view, std::vector<Assertion> const& assertions) {
        for (Assertion const& assertion : assertions) {
            if (!has_equations_) begin_equations();
            out_.indent();
            out_.write("assert(");
            values_.write(assertion.condition);
            out_.write(", ");
            values_.write(assertion.message);
            if (assertion.level == AssertionLevel::warning) out_.write(", AssertionLevel.warning");
            out_.write(')');
            TextArchive fields(out_, context_, names_, " annotation(");
            fields.field("source", assertion.source);
            if (!fields.is_empty()) out_.write(')');
            end_line();
        }
    }

private:
    // ---- lines ----

    void begin_equations() {
        has_equations_ = true;
        out_.write("equation\n");
    }
    void begin_line(std::string_view left) {
        if (!has_equations_) begin_equations();
        out_.indent();
        out_.write(left);
        out_.write(" = ");
    }
    void begin_line(std::string_view section_name, std::int64_t number) {
        if (!has_equations_) begin_equations();
        out_.indent();
        out_.write(section_name);
        out_.write('[');
        out_.write_integer(number);
        out_.write("] = ");
    }
    void end_line() { out_.write(";\n"); }

    void write_numbers(std::vector<std::uint32_t> const& equations) {
        // The grammar has no empty list; the number of no equation does.
        if (equations.empty()) return out_.write("{0}");
        out_.write('{');
        for (std::size_t i = 0; i < equations.size(); ++i) {
            if (i > 0) out_.write(", ");
            out_.write_integer(equations[i] + 1);
        }
        out_.write('}');
    }

    template <class T, class WriteEntry>
    void write_entries(std::string_view set_name, std::vector<T> const& entries, WriteEntry write_entry) {
        if (entries.empty()) return;
        begin_line(set_name);
        char const* separator = "{{";
        for (T const& entry : entries) {
            out_.write(separator);
            write_entry(entry);
            out_.write('}');
            separator = ", {";
        }
        out_.write('}');
        end_line();
    }

    // `zeroCrossings[2] = zeroCrossing(kind = "time", …);` for what the entry of the set does not say.
    template <class T>
    void write_other_fields(std::string_view section_name, std::vector<T> const& rows,
                            std::span<std::string_view const> written) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::size_t const before = out_.text().size();
            begin_line(section_name, static_cast<std::int64_t>(i) + 1);
            out_.write(row_name<T>);
            TextArchive fields(out_, context_, names_, "(", written);
            describe(fields, rows[i]);
            if (fields.is_empty()) {
                out_.truncate(before);
                continue;
            }
            out_.write(')');
            end_line();
        }
    }

    // ---- variables ----

    void write_variable(VarId id, Role apparent) {
        Variable const& variable = document_.variables[id];
        VariableFacts const& facts = document_.facts[id];
        out_.indent();
        write_declaration(out_, {document_.exprs, interner_, names_, NameStyle::plain}, variable);
        // Fields that the declaration does not contain.
        TextArchive fields(out_, context_, names_, " annotation(");
        if (facts.role != apparent) fields.required("role", facts.role);
        bool const has_prefix = variable.variability != Variability::continuous;
        if (!has_prefix && variability_without_prefix(document_.exprs.types(), variable.type) != variable.variability) {
            fields.required("variability", variable.variability);
        }
        fields.skip(declaration_fields);
        VariableRow<Variable const, VariableFacts const> const row{variable, facts};
        describe(fields, row);
        if (!fields.is_empty()) out_.write(')');
        end_line();
    }

    // ---- sets ----

    // `iEq[block,equation] = {target, value, "ass"};`, then lines with the numbers of blocks and equations.
    void write_set(std::string const& prefix, EquationSet const& set) {
        if (set.empty()) return;
        if (!has_equations_) begin_equations();
        for (std::size_t block = 0; block < set.block_count(); ++block) {
            for (std::uint32_t i = set.block_starts[block]; i < set.block_starts[block + 1]; ++i) {
                write_equation(prefix, block, i, set.equations[i]);
            }
        }
        for (std::size_t block = 0; block < set.block_count() && block < set.blocks.size(); ++block) {
            write_block(prefix, block, set);
        }
        write_rows(prefix + "Jac", set.jacobian,
                   [this](JacobianEntry const& entry) { out_.write_integer(entry.column + 1); });
        write_rows(prefix + "Known", set.known, [this](KnownEntry const& entry) { values_.write(entry.by); });
    }

    void write_equation(std::string const& prefix, std::size_t block, std::uint32_t i, SetEquation const& equation) {
        out_.indent();
        out_.write(prefix);
        out_.write("Eq[");
        out_.write_integer(static_cast<std::int64_t>(block) + 1);
        out_.write(',');
        out_.write_integer(i + 1);
        out_.write("] = {");
        values_.write(equation.target);
        out_.write(", ");
        values_.write(equation.value);
        out_.write(", \"");
        out_.write(name_of_value(equation.form));
        out_.write("\"}");
        // ` annotation(origin = "connect", source = "1:4:8")`
        TextArchive fields(out_, context_, names_, " annotation(");
        fields.field("overridable", equation.is_overridable);
        describe_provenance(fields, equation.provenance);
        if (!fields.is_empty()) out_.write(')');
        end_line();
    }

    // `Block[3] = {"linear", "derivatives"};` where a block is not what it seems.
    void write_block(std::string const& prefix, std::size_t block, EquationSet const& set) {
        BlockFacts const& facts = set.blocks[block];
        BlockFacts const seeming = default_facts(set.block(block));
        if (facts.kind == seeming.kind && facts.jacobian == seeming.jacobian && facts.serves == seeming.serves) return;
        begin_line(prefix + "Block", static_cast<std::int64_t>(block) + 1);
        out_.write("{\"");
        out_.write(name_of_value(facts.kind));
        out_.write('"');
        if (facts.jacobian == BlockJacobian::partial) out_.write(", \"partialJacobian\"");
        if (facts.jacobian == BlockJacobian::none) out_.write(", \"noJacobian\"");
        if (facts.serves.derivatives) out_.write(", \"derivatives\"");
        if (facts.serves.crossings) out_.write(", \"crossings\"");
        if (facts.serves.outputs) out_.write(", \"outputs\"");
        out_.write('}');
        end_line();
    }

    // `Jac[1] = {{1, 2*x}, {2, 1.0, "constant"}};`
    template <class Entry, class WriteBy>
    void write_rows(std::string const& left, std::vector<Entry> const& entries, WriteBy write_by) {
        for (std::size_t i = 0; i < entries.size();) {
            std::uint32_t const row = entries[i].row;
            begin_line(left, row + std::int64_t{1});
            char const* separator = "{{";
            for (; i < entries.size() && entries[i].row == row; ++i) {
                out_.write(separator);
                write_by(entries[i]);
                out_.write(", ");
                values_.write(entries[i].value);
                if (entries[i].kind != apparent_kind(document_.exprs, entries[i].value)) {
                    out_.write(", ");
                    values_.write(entries[i].kind);
                }
                out_.write('}');
                separator = ", {";
            }
            out_.write('}');
            end_line();
        }
    }

    // ---- header ----

    void write_header() {
        out_.indent();
        out_.write("annotation(__moo(version = ");
        values_.write(moo_format_version);
        TextArchive fields(out_, context_, names_, ", ");
        fields.field("generator", document_.generator);
        fields.field("options", document_.options);
        fields.field("requires", document_.requirements);
        fields.field("slice", document_.slice);
        std::vector<std::string> files(context_.files.names().begin(), context_.files.names().end());
        fields.field("files", files);
        write_function_order();
        out_.write(')');
        write_experiment(out_, ", ", document_.experiment);
        out_.write(");\n");
    }

    // Functions inside external objects come first in the text; the others say where they belong.
    void write_function_order() {
        if (std::is_sorted(function_order_.begin(), function_order_.end())) return;
        char const* separator = ", functionOrder = {";
        for (std::size_t const place : function_order_) {
            out_.write(separator);
            out_.write_integer(static_cast<std::int64_t>(place) + 1);
            separator = ", ";
        }
        out_.write('}');
    }

    WriteContext const& context_;
    Document const& document_;
    Interner const& interner_;
    MooNames names_;
    TextWriter out_;
    TextArchive values_;
    std::vector<std::size_t> function_order_;
    bool has_equations_ = false;
};

}  // namespace

std::string write_text(WriteContext const& context) { return DocumentWriter(context).run(); }

}  // namespace moo
