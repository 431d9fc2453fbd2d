#include "moo/io/xml/write.h"

#include <utility>

#include "moo/io/document/version.h"
#include "moo/io/document/walk_expression.h"
#include "moo/io/xml/xml_text.h"

namespace moo {

namespace {

// The name of a type as an attribute, and the sizes of an array as another one: ` type="Real" sizes="3 :"`.
void write_xml_type(TextWriter& out, WriteContext const& context, std::string_view attribute, TypeId type) {
    TypeTable const& types = context.document.exprs.types();
    write_xml_attribute(out, attribute, type_name(types, types.element(type), context.interner));
    if (!types.is_array(type)) return;
    char const* separator = " sizes=\"";
    for (std::int64_t const size : types.dims(type)) {
        out.write(separator);
        separator = " ";
        if (size == TypeTable::unknown_size) {
            out.write(':');
        } else {
            out.write_integer(size);
        }
    }
    out.write('"');
}

// The output of ExpressionWalk: <var name="x"/>, <apply op="+">…</apply>, <call function="f">…</call>, <reduction
// kind="sum">body<iterator name="i">range</iterator></reduction>.
class XmlExpressions {
public:
    XmlExpressions(TextWriter& out, WriteContext const& context) : out_(out), context_(context) {}

    void shared(std::uint32_t number) {
        out_.write("<shared ref=\"");
        out_.write_integer(number);
        out_.write("\"/>");
    }
    void real(double value) {
        out_.write("<real>");
        out_.write_real(value);
        out_.write("</real>");
    }
    void integer(std::int64_t value) {
        out_.write("<integer>");
        out_.write_integer(value);
        out_.write("</integer>");
    }
    void boolean(bool value) { out_.write(value ? "<true/>" : "<false/>"); }
    void string(std::string_view text) { leaf("<string", "value", text); }
    void enumeration(std::string_view type, std::string_view literal) {
        out_.write("<enum");
        write_xml_attribute(out_, "type", type);
        write_xml_attribute(out_, "literal", literal);
        out_.write("/>");
    }
    void variable(std::string_view name) { leaf("<var", "name", name); }
    void local(std::string_view name) { leaf("<local", "name", name); }

    void begin(OperationText const& operation, bool has_operands) {
        Element const element = element_of(operation.form);
        out_.write(element.begin);
        if (operation.form == OperationText::Form::output) {
            out_.write(" number=\"");
            out_.write_integer(operation.number);
            out_.write('"');
        } else {
            write_xml_attribute(out_, element.attribute, operation.text);
        }
        if (operation.type) write_xml_type(out_, context_, "type", operation.type);
        out_.write(has_operands ? ">" : "/>");
    }
    void separate() {}
    void end(OperationText const& operation, bool has_operands) {
        if (has_operands) out_.write(element_of(operation.form).end);
    }
    void begin_remembered(RememberedRow row) {
        out_.write('<');
        out_.write(word_of(row.kind));
        out_.write(" ref=\"");
        out_.write_integer(row.number);
        out_.write("\">");
    }
    void end_remembered(RememberedRow row) {
        out_.write("</");
        out_.write(word_of(row.kind));
        out_.write('>');
    }
    void begin_iterator(std::string_view name) {
        out_.write("<iterator");
        write_xml_attribute(out_, "name", name);
        out_.write('>');
    }
    void end_iterator() { out_.write("</iterator>"); }

private:
    struct Element {
        std::string_view begin;
        std::string_view attribute;
        std::string_view end;
    };
    static Element element_of(OperationText::Form form) {
        using Form = OperationText::Form;
        switch (form) {
            case Form::apply: return {"<apply", "op", "</apply>"};
            case Form::call: return {"<call", "function", "</call>"};
            case Form::record: return {"<record", "type", "</record>"};
            case Form::field: return {"<field", "name", "</field>"};
            case Form::output: return {"<output", "number", "</output>"};
            case Form::reduction: return {"<reduction", "kind", "</reduction>"};
        }
        return {};
    }
    void leaf(std::string_view begin, std::string_view attribute, std::string_view text) {
        out_.write(begin);
        write_xml_attribute(out_, attribute, text);
        out_.write("/>");
    }
    TextWriter& out_;
    WriteContext const& context_;
};

// A single value is an attribute, and so is a list of numbers; everything else is a child element. The fields are
// visited twice, because attributes come first.
class XmlArchive {
public:
    explicit XmlArchive(WriteContext const& context)
        : context_(context), syntax_(out_, context), expressions_(syntax_, context) {}

    std::string run() {
        out_.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<moo");
        write_xml_attribute(out_, "version", moo_format_version);
        is_attributes_ = true;
        describe(*this, context_.document);
        out_.write(">\n");
        is_attributes_ = false;
        describe(*this, context_.document);
        out_.write("</moo>\n");
        return out_.take();
    }

    // ---- fields ----

    template <class T>
    void name(std::string_view field_name, T const& value) {
        required(field_name, value);
    }
    template <class T>
    void required(std::string_view field_name, T const& value) {
        if constexpr (is_list<T>) {
            if (value.empty()) return;
        }
        if constexpr (std::same_as<T, TypeId>) {
            write_type_field(field_name, value);
        } else if constexpr (is_attribute<T>) {
            if (is_attributes_) attribute(field_name, value);
        } else {
            if (!is_attributes_) child(field_name, value);
        }
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        if (!is_default(context_, value)) required(field_name, value);
    }
    void index(std::string_view field_name, std::uint32_t value, IndexOf) { required(field_name, value + 1); }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const& values, IndexOf) {
        if (is_attributes_ && !values.empty()) numbers(field_name, values, std::uint32_t{1});
    }
    void set(std::string_view field_name, EquationSet const& set) {
        if (set.empty() || is_attributes_) return;
        begin(field_name);
        SetRows rows(set);
        for (std::size_t block = 0; block < set.block_count(); ++block) {
            BlockFacts const facts = block < set.blocks.size() ? set.blocks[block] : BlockFacts();
            element(
                row_name<SetBlock>, [&] { describe(*this, facts); },
                [&] {
                    describe(*this, facts);
                    begin("equations");
                    for (std::size_t i = 0; i < set.block(block).size(); ++i) {
                        SetRowView const row = rows.next();
                        write_row(row);
                    }
                    end("equations");
                });
        }
        end(field_name);
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view section_name) {
        if (is_attributes_ || context_.files.names().empty()) return;
        begin(section_name);
        for (std::string_view const file : context_.files.names()) write_item(file);
        end(section_name);
    }
    void shared(std::string_view section_name) {
        if (is_attributes_ || context_.shared.list().empty()) return;
        begin(section_name);
        for (ExprId const expr : context_.shared.list()) {
            expressions_.write_definition(expr);
            end_line();
        }
        end(section_name);
    }
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        if (is_attributes_) return;
        std::size_t const before = out_.text().size();
        child(section_name, thing);
        // An object without fields is not written as a section.
        std::size_t const empty = section_name.size() + 4;
        if (out_.text().size() == before + empty) out_.truncate(before);
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        required(section_name, rows);
    }
    void types(std::string_view section_name, Document const& document) {
        if (is_attributes_ || document.types.empty()) return;
        begin(section_name);
        for (FlatType const& type : document.types) write_row(type_row(document, type));
        end(section_name);
    }
    void variables(std::string_view section_name, Document const& document) {
        if (is_attributes_ || document.variables.empty()) return;
        begin(section_name);
        for (VarId const id : document.variables.ids()) {
            write_row(VariableRow<Variable const, VariableFacts const>{document.variables[id], document.facts[id]});
        }
        end(section_name);
    }

private:
    template <class T>
    struct Attribute {
        static constexpr bool value = std::integral<T> || std::is_enum_v<T> || std::same_as<T, double> ||
                                      std::same_as<T, std::string> || std::same_as<T, Symbol> ||
                                      std::same_as<T, VarId> || std::same_as<T, SourceSpan>;
    };
    template <class T>
    struct Attribute<std::optional<T>> : Attribute<T> {};
    template <class T>
    struct Attribute<std::vector<T>> {
        static constexpr bool value = std::integral<T> || std::same_as<T, double>;
    };
    template <class T>
    static constexpr bool is_attribute = Attribute<T>::value;

    void begin(std::string_view element_name) {
        out_.write('<');
        out_.write(element_name);
        out_.write('>');
        ++depth_;
        end_line();
    }
    void end(std::string_view element_name) {
        --depth_;
        out_.write("</");
        out_.write(element_name);
        out_.write('>');
        end_line();
    }
    // Sections and their rows are on lines of their own.
    void end_line() {
        if (depth_ <= 1) out_.write('\n');
    }

    template <class WriteAttributes, class WriteChildren>
    void element(std::string_view element_name, WriteAttributes write_attributes, WriteChildren write_children) {
        out_.write('<');
        out_.write(element_name);
        bool const outer = std::exchange(is_attributes_, true);
        write_attributes();
        is_attributes_ = false;
        std::size_t const before = out_.text().size();
        out_.write('>');
        ++depth_;
        write_children();
        --depth_;
        is_attributes_ = outer;
        if (out_.text().size() == before + 1) {
            out_.truncate(before);
            out_.write("/>");
        } else {
            out_.write("</");
            out_.write(element_name);
            out_.write('>');
        }
        end_line();
    }

    template <class Row>
    void write_row(Row const& row) {
        element(
            row_name<Row>, [&] { describe(*this, row); }, [&] { describe(*this, row); });
    }

    void write_item(std::string_view value) {
        out_.write("<item");
        write_xml_attribute(out_, "value", value);
        out_.write("/>");
        end_line();
    }

    template <class T>
    void numbers(std::string_view field_name, std::vector<T> const& values, T offset) {
        out_.write(' ');
        out_.write(field_name);
        char const* separator = "=\"";
        for (T const value : values) {
            out_.write(separator);
            if constexpr (std::same_as<T, double>) {
                out_.write_real(value);
            } else {
                out_.write_integer(static_cast<std::int64_t>(value + offset));
            }
            separator = " ";
        }
        out_.write('"');
    }

    template <class T>
    void attribute(std::string_view field_name, T const& value) {
        if constexpr (is_list<T>) {
            numbers(field_name, value, typename T::value_type());
        } else if constexpr (requires { *value; }) {
            attribute(field_name, *value);
        } else {
            write_xml_attribute(out_, field_name, text_of(value));
        }
    }

    template <class T>
    std::string_view text_of(T const& value) {
        buffer_.truncate(0);
        if constexpr (std::same_as<T, bool>) {
            return value ? "true" : "false";
        } else if constexpr (std::integral<T>) {
            buffer_.write_integer(static_cast<std::int64_t>(value));
        } else if constexpr (std::same_as<T, double>) {
            buffer_.write_real(value);
        } else if constexpr (std::same_as<T, std::string>) {
            return value;
        } else if constexpr (std::same_as<T, Symbol>) {
            return value ? context_.interner.text(value) : std::string_view();
        } else if constexpr (std::is_enum_v<T>) {
            return name_of_value(value);
        } else if constexpr (std::same_as<T, VarId>) {
            return context_.interner.text(context_.document.variables[value].name);
        } else {
            context_.files.write_place(buffer_, value);
        }
        return buffer_.text();
    }

    // The type of an array is an element of its own: <type element="Real" sizes="3 :"/>
    void write_type_field(std::string_view field_name, TypeId type) {
        bool const is_array = context_.document.exprs.types().is_array(type);
        if (is_attributes_ == is_array) return;
        if (is_array) {
            out_.write('<');
            out_.write(field_name);
        }
        write_xml_type(out_, context_, is_array ? "element" : field_name, type);
        if (is_array) out_.write("/>");
    }

    template <class T>
    void child(std::string_view field_name, T const& value) {
        if constexpr (std::same_as<T, ExprId>) {
            begin_inline(field_name);
            expressions_.write(value);
            end_inline(field_name);
        } else if constexpr (is_list<T>) {
            begin(field_name);
            for (auto const& item : value) list_item(item);
            end(field_name);
        } else if constexpr (requires { *value; }) {
            child(field_name, *value);
        } else {
            element(
                field_name, [&] { describe(*this, value); }, [&] { describe(*this, value); });
        }
    }
    void begin_inline(std::string_view element_name) {
        out_.write('<');
        out_.write(element_name);
        out_.write('>');
    }
    void end_inline(std::string_view element_name) {
        out_.write("</");
        out_.write(element_name);
        out_.write('>');
    }

    template <class T>
    void list_item(T const& item) {
        if constexpr (std::same_as<T, ExprId>) {
            if (item) {
                expressions_.write(item);
            } else {
                out_.write("<none/>");
            }
        } else if constexpr (is_attribute<T>) {
            write_item(text_of(item));
        } else {
            write_row(item);
        }
    }

    WriteContext const& context_;
    TextWriter out_;
    TextWriter buffer_;
    XmlExpressions syntax_;
    ExpressionWalk<XmlExpressions> expressions_;
    int depth_ = 0;
    bool is_attributes_ = false;
};

}  // namespace

std::string write_xml(WriteContext const& context) { return XmlArchive(context).run(); }

}  // namespace moo
