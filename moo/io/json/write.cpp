#include "moo/io/json/write.h"

#include <utility>

#include "moo/io/document/version.h"
#include "moo/io/document/walk_expression.h"

namespace moo {

void write_json_string(TextWriter& out, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    out.write('"');
    // Text that needs no escape, which is almost always the whole text, is written at once.
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto const byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        out.write(text.substr(done, i - done));
        done = i + 1;
        out.write('\\');
        switch (byte) {
            case '"':
            case '\\': out.write(text[i]); break;
            case '\n': out.write('n'); break;
            case '\t': out.write('t'); break;
            default:
                out.write("u00");
                out.write(digits[byte >> 4u]);
                out.write(digits[byte & 15u]);
        }
    }
    out.write(text.substr(done));
    out.write('"');
}

namespace {

// `"Real"`, or `{"element":"Real","sizes":[3,null]}` for an array.
void write_json_type(TextWriter& out, WriteContext const& context, TypeId type) {
    TypeTable const& types = context.document.exprs.types();
    bool const is_array = types.is_array(type);
    if (is_array) out.write("{\"element\":");
    write_json_string(out, type_name(types, types.element(type), context.interner));
    if (!is_array) return;
    char const* separator = ",\"sizes\":[";
    for (std::int64_t const size : types.dims(type)) {
        out.write(separator);
        separator = ",";
        if (size == TypeTable::unknown_size) {
            out.write("null");
        } else {
            out.write_integer(size);
        }
    }
    out.write("]}");
}

// The output of ExpressionWalk: names of variables as texts, ["+",1.0,"x"], ["int",1], ["call","f","x"],
// ["field",record,"name"], ["output",2,call], ["reduction","sum",body,["i",range],…], ["relation",1,["<","x",1.0]].
class JsonExpressions {
public:
    JsonExpressions(TextWriter& out, WriteContext const& context) : out_(out), context_(context) {}

    void shared(std::uint32_t number) {
        out_.write("[\"shared\",");
        out_.write_integer(number);
        out_.write(']');
    }
    void real(double value) { out_.write_real(value); }
    void integer(std::int64_t value) {
        out_.write("[\"int\",");
        out_.write_integer(value);
        out_.write(']');
    }
    void boolean(bool value) { out_.write(value ? "true" : "false"); }
    void string(std::string_view text) { leaf("[\"string\",", text); }
    void enumeration(std::string_view type, std::string_view literal) {
        out_.write("[\"enum\",");
        write_json_string(out_, type);
        out_.write(',');
        write_json_string(out_, literal);
        out_.write(']');
    }
    void variable(std::string_view name) { write_json_string(out_, name); }
    void local(std::string_view name) { leaf("[\"local\",", name); }

    void begin(OperationText const& operation, bool) {
        using Form = OperationText::Form;
        switch (operation.form) {
            case Form::apply:
                out_.write("[\"");
                out_.write(operation.text);
                out_.write('"');
                break;
            case Form::call: named("[\"call\",", operation.text); break;
            case Form::record: named("[\"record\",", operation.text); break;
            case Form::reduction: named("[\"reduction\",", operation.text); break;
            case Form::field: out_.write("[\"field\""); break;
            case Form::output:
                out_.write("[\"output\",");
                out_.write_integer(operation.number);
                break;
        }
    }
    void separate() { out_.write(','); }
    void end(OperationText const& operation, bool) {
        if (operation.form == OperationText::Form::field) named(",", operation.text);
        if (operation.type) {
            out_.write(",{\"type\":");
            write_json_type(out_, context_, operation.type);
            out_.write('}');
        }
        out_.write(']');
    }
    void begin_remembered(RememberedRow row) {
        out_.write("[\"");
        out_.write(word_of(row.kind));
        out_.write("\",");
        out_.write_integer(row.number);
        out_.write(',');
    }
    void end_remembered(RememberedRow) { out_.write(']'); }
    void begin_iterator(std::string_view name) {
        named(",[", name);
        out_.write(',');
    }
    void end_iterator() { out_.write(']'); }

private:
    void named(std::string_view before, std::string_view name) {
        out_.write(before);
        write_json_string(out_, name);
    }
    void leaf(std::string_view before, std::string_view text) {
        named(before, text);
        out_.write(']');
    }
    TextWriter& out_;
    WriteContext const& context_;
};

// The archive. A section begins a line, and so does each of its rows.
class JsonArchive {
public:
    explicit JsonArchive(WriteContext const& context)
        : context_(context), syntax_(out_, context), expressions_(syntax_, context) {}

    std::string run() {
        out_.write("{\n\"moo\": \"");
        out_.write(moo_format_version);
        out_.write('"');
        describe(*this, context_.document);
        out_.write("\n}\n");
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
        key(field_name);
        write(value);
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        if (!is_default(context_, value)) required(field_name, value);
    }
    void index(std::string_view field_name, std::uint32_t value, IndexOf) { required(field_name, value + 1); }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const& values, IndexOf) {
        if (values.empty()) return;
        key(field_name);
        write_list(values, [this](std::uint32_t value) { out_.write_integer(value + 1); });
    }
    void set(std::string_view field_name, EquationSet const& set) {
        if (set.empty()) return;
        key(field_name);
        write_set(set);
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view section_name) {
        if (context_.files.names().empty()) return;
        key(section_name);
        write_list(context_.files.names(), [this](std::string_view file) { write_json_string(out_, file); });
    }
    void shared(std::string_view section_name) {
        if (context_.shared.list().empty()) return;
        key(section_name);
        write_list(context_.shared.list(), [this](ExprId expr) { expressions_.write_definition(expr); });
    }
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        std::size_t const before = out_.text().size();
        bool const was_first = is_first_;
        key(section_name);
        std::size_t const begin = out_.text().size();
        write(thing);
        // An object without fields is not written as a section.
        if (out_.text().size() > begin + 2) return;
        out_.truncate(before);
        is_first_ = was_first;
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        required(section_name, rows);
    }
    void types(std::string_view section_name, Document const& document) {
        if (document.types.empty()) return;
        key(section_name);
        write_list(document.types, [&](FlatType const& type) { write(type_row(document, type)); });
    }
    void variables(std::string_view section_name, Document const& document) {
        if (document.variables.empty()) return;
        key(section_name);
        write_list(document.variables.ids(), [&](VarId id) {
            VariableRow<Variable const, VariableFacts const> row{document.variables[id], document.facts[id]};
            write(row);
        });
    }

private:
    void key(std::string_view field_name) {
        if (depth_ == 0) {
            out_.write(",\n\"");
        } else {
            out_.write(is_first_ ? "\"" : ",\"");
        }
        is_first_ = false;
        out_.write(field_name);
        out_.write(depth_ == 0 ? "\": " : "\":");
    }

    // The rows of a section are on lines of their own.
    template <class List, class WriteItem>
    void write_list(List const& list, WriteItem write_item) {
        char const* const separator = depth_ == 0 ? ",\n" : ",";
        out_.write(depth_ == 0 ? "[\n" : "[");
        bool is_first = true;
        ++depth_;
        for (auto const& item : list) {
            if (!is_first) out_.write(separator);
            is_first = false;
            write_item(item);
        }
        --depth_;
        out_.write(depth_ == 0 ? "\n]" : "]");
    }

    template <class WriteFields>
    void write_object(WriteFields write_fields) {
        bool const outer = std::exchange(is_first_, true);
        ++depth_;
        out_.write('{');
        write_fields();
        out_.write('}');
        --depth_;
        is_first_ = outer;
    }

    void write_set(EquationSet const& set) {
        SetRows rows(set);
        std::vector<std::size_t> blocks(set.block_count());
        for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i] = i;
        write_list(blocks, [&](std::size_t block) {
            write_object([&] {
                BlockFacts const facts = block < set.blocks.size() ? set.blocks[block] : BlockFacts();
                describe(*this, facts);
                key("equations");
                write_list(set.block(block), [&](SetEquation const&) {
                    SetRowView const row = rows.next();
                    write(row);
                });
            });
        });
    }

    template <class T>
    void write(T const& value) {
        if constexpr (std::same_as<T, bool>) {
            out_.write(value ? "true" : "false");
        } else if constexpr (std::integral<T>) {
            out_.write_integer(static_cast<std::int64_t>(value));
        } else if constexpr (std::same_as<T, double>) {
            out_.write_real(value);
        } else if constexpr (std::same_as<T, std::string>) {
            write_json_string(out_, value);
        } else if constexpr (std::same_as<T, Symbol>) {
            write_json_string(out_, value ? context_.interner.text(value) : std::string_view());
        } else if constexpr (std::is_enum_v<T>) {
            write_json_string(out_, name_of_value(value));
        } else if constexpr (std::same_as<T, ExprId>) {
            if (value) {
                expressions_.write(value);
            } else {
                out_.write("null");
            }
        } else if constexpr (std::same_as<T, VarId>) {
            write_json_string(out_, context_.interner.text(context_.document.variables[value].name));
        } else if constexpr (std::same_as<T, TypeId>) {
            write_json_type(out_, context_, value);
        } else if constexpr (std::same_as<T, SourceSpan>) {
            out_.write('"');
            context_.files.write_place(out_, value);
            out_.write('"');
        } else if constexpr (is_list<T>) {
            write_list(value, [this](auto const& item) { this->write(item); });
        } else if constexpr (requires { value.has_value(); }) {
            write(*value);
        } else {
            write_object([&] { describe(*this, value); });
        }
    }

    WriteContext const& context_;
    TextWriter out_;
    JsonExpressions syntax_;
    ExpressionWalk<JsonExpressions> expressions_;
    int depth_ = 0;
    bool is_first_ = false;
};

}  // namespace

std::string write_json(WriteContext const& context) { return JsonArchive(context).run(); }

}  // namespace moo
