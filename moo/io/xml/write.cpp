#include "moo/io/xml/write.h"

#include <utility>

#include "moo/io/document/expression_names.h"
#include "moo/io/document/version.h"
#include "moo/io/xml/xml_text.h"

namespace moo {

namespace {

// Expressions with an explicit stack, as their depth is the model's.
class XmlExpressions {
public:
    XmlExpressions(TextWriter& out, WriteContext const& context)
        : out_(out), context_(context), exprs_(context.document.exprs) {}

    void write(ExprId root) { run(root, false); }
    // The expression itself where it is one that others refer to.
    void write_definition(ExprId root) { run(root, true); }

private:
    struct Todo {
        ExprId expr;  // none: `text`, or the beginning of an iterator
        std::string_view text;
        Symbol iterator = {};
    };

    void run(ExprId root, bool is_definition) {
        todo_.clear();
        write_node(root, is_definition);
        while (!todo_.empty()) {
            Todo const item = todo_.back();
            todo_.pop_back();
            if (item.iterator) {
                open("iterator", "name", context_.interner.text(item.iterator));
                out_.write('>');
            } else if (!item.expr) {
                out_.write(item.text);
            } else {
                write_node(item.expr, false);
            }
        }
    }

    void open(std::string_view element, std::string_view attribute, std::string_view value) {
        out_.write('<');
        out_.write(element);
        write_xml_attribute(out_, attribute, value);
    }
    void leaf(std::string_view element, std::string_view attribute, std::string_view value) {
        open(element, attribute, value);
        out_.write("/>");
    }
    void number(std::string_view element, auto write_number) {
        out_.write('<');
        out_.write(element);
        out_.write('>');
        write_number();
        out_.write("</");
        out_.write(element);
        out_.write('>');
    }
    void push_text(std::string_view text) { todo_.push_back({ExprId(), text}); }
    // `end` closes what `open` has begun.
    void push_operands(ExprId expr, std::string_view end) {
        Operands const operands = exprs_.operands(expr);
        if (operands.empty()) return out_.write("/>");
        out_.write('>');
        push_text(end);
        for (std::size_t i = operands.size(); i-- > 0;) todo_.push_back({operands[i], {}});
    }
    [[nodiscard]] std::string_view text(Symbol symbol) const { return context_.interner.text(symbol); }

    void write_node(ExprId expr, bool is_definition) {
        std::uint32_t const shared = is_definition ? 0 : context_.shared.number_of(expr);
        if (shared != 0) {
            out_.write("<shared ref=\"");
            out_.write_integer(shared);
            out_.write("\"/>");
            return;
        }
        switch (exprs_.kind(expr)) {
            case ExprKind::real: return number("real", [&] { out_.write_real(exprs_.real_value(expr)); });
            case ExprKind::integer: return number("integer", [&] { out_.write_integer(exprs_.integer_value(expr)); });
            case ExprKind::boolean: return out_.write(exprs_.boolean_value(expr) ? "<true/>" : "<false/>");
            case ExprKind::string: return leaf("string", "value", text(exprs_.symbol(expr)));
            case ExprKind::enumeration: {
                TypeTable const& types = exprs_.types();
                TypeId const type = exprs_.type(expr);
                open("enum", "type", text(types.name(type)));
                write_xml_attribute(out_, "literal", text(types.literals(type)[exprs_.enumeration_ordinal(expr) - 1]));
                return out_.write("/>");
            }
            case ExprKind::variable:
                return leaf("var", "name", text(context_.document.variables[exprs_.variable_of(expr)].name));
            case ExprKind::iterator: return leaf("local", "name", text(exprs_.symbol(expr)));
            case ExprKind::builtin:
                open("apply", "op", builtin_info(exprs_.builtin_of(expr)).name);
                return push_operands(expr, "</apply>");
            case ExprKind::call:
                if (exprs_.is_record(expr)) {
                    open("record", "type", text(exprs_.symbol(expr)));
                    return push_operands(expr, "</record>");
                }
                open("call", "function", text(exprs_.symbol(expr)));
                return push_operands(expr, "</call>");
            case ExprKind::field:
                open("field", "name", text(exprs_.symbol(expr)));
                return push_operands(expr, "</field>");
            case ExprKind::output:
                out_.write("<output number=\"");
                out_.write_integer(static_cast<std::int64_t>(exprs_.output_number(expr)));
                out_.write('"');
                return push_operands(expr, "</output>");
            case ExprKind::reduction: return write_reduction(expr);
            case ExprKind::time:
            case ExprKind::end:
            case ExprKind::whole:
            case ExprKind::neg:
            case ExprKind::logical_not:
            case ExprKind::der:
            case ExprKind::pre:
            case ExprKind::add:
            case ExprKind::sub:
            case ExprKind::mul:
            case ExprKind::div:
            case ExprKind::pow:
            case ExprKind::element_add:
            case ExprKind::element_sub:
            case ExprKind::element_mul:
            case ExprKind::element_div:
            case ExprKind::element_pow:
            case ExprKind::logical_and:
            case ExprKind::logical_or:
            case ExprKind::less:
            case ExprKind::less_equal:
            case ExprKind::greater:
            case ExprKind::greater_equal:
            case ExprKind::equal:
            case ExprKind::not_equal:
            case ExprKind::if_else:
            case ExprKind::range:
            case ExprKind::subscript:
            case ExprKind::array:
            case ExprKind::matrix:
            case ExprKind::matrix_row:
            case ExprKind::tuple:
                open("apply", "op", operator_word(exprs_.kind(expr)));
                return push_operands(expr, "</apply>");
        }
    }

    // <reduction kind="sum">body<iterator name="i">range</iterator></reduction>
    void write_reduction(ExprId expr) {
        open("reduction", "kind", reduction_name(exprs_.reduction_of(expr)));
        out_.write('>');
        push_text("</reduction>");
        for (std::size_t i = exprs_.iterator_count(expr); i-- > 0;) {
            ReductionIterator const iterator = exprs_.iterator_at(expr, i);
            push_text("</iterator>");
            todo_.push_back({iterator.range, {}});
            todo_.push_back({ExprId(), {}, iterator.name});
        }
        todo_.push_back({exprs_.operand(expr, 0), {}});
    }

    TextWriter& out_;
    WriteContext const& context_;
    ExprStore const& exprs_;
    std::vector<Todo> todo_;
};

// What is one value stands in an attribute, also lists of numbers; everything else in a child element. The fields are
// gone through twice, because attributes come first.
class XmlArchive {
public:
    explicit XmlArchive(WriteContext const& context) : context_(context), expressions_(out_, context) {}

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
        if constexpr (is_attribute<T>) {
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
        // An object without fields is no section.
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
                                      std::same_as<T, VarId> || std::same_as<T, TypeId> || std::same_as<T, SourceSpan>;
    };
    template <class T>
    struct Attribute<std::optional<T>> : Attribute<T> {};
    template <class T>
    struct Attribute<std::vector<T>> {
        static constexpr bool value = std::integral<T>;
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
    // Sections and their rows stand on lines of their own.
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
            out_.write_integer(static_cast<std::int64_t>(value + offset));
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
        } else if constexpr (std::same_as<T, TypeId>) {
            write_type(buffer_, context_.document.exprs.types(), value, context_.interner);
        } else {
            context_.files.write_place(buffer_, value);
        }
        return buffer_.text();
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
    XmlExpressions expressions_;
    int depth_ = 0;
    bool is_attributes_ = false;
};

}  // namespace

std::string write_xml(WriteContext const& context) { return XmlArchive(context).run(); }

}  // namespace moo
