#include "moo/io/json/write.h"

#include <utility>

#include "moo/io/document/expression_names.h"
#include "moo/io/document/version.h"

namespace moo {

void write_json_string(TextWriter& out, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    out.write('"');
    // What needs no escape, which is nearly always everything, is written at once.
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

// Expressions with an explicit stack, as their depth is the model's.
class JsonExpressions {
public:
    JsonExpressions(TextWriter& out, WriteContext const& context)
        : out_(out), context_(context), exprs_(context.document.exprs) {}

    void write(ExprId root) { run(root, false); }
    // The expression itself where it is one that others refer to.
    void write_definition(ExprId root) { run(root, true); }

private:
    struct Todo {
        ExprId expr;  // none: `text`, or a string of `name`
        std::string_view text;
        Symbol name = {};
    };

    void run(ExprId root, bool is_definition) {
        todo_.clear();
        write_node(root, is_definition);
        while (!todo_.empty()) {
            Todo const item = todo_.back();
            todo_.pop_back();
            if (item.name) {
                write_json_string(out_, context_.interner.text(item.name));
            } else if (!item.expr) {
                out_.write(item.text);
            } else {
                write_node(item.expr, false);
            }
        }
    }

    void push_text(std::string_view text) { todo_.push_back({ExprId(), text}); }
    // `head` with its operands behind it.
    void list(ExprId expr, std::string_view head) {
        out_.write("[\"");
        out_.write(head);
        out_.write('"');
        push_operands(expr);
    }
    void list(ExprId expr, std::string_view head, Symbol name) {
        out_.write("[\"");
        out_.write(head);
        out_.write("\",");
        write_json_string(out_, context_.interner.text(name));
        push_operands(expr);
    }
    void push_operands(ExprId expr) {
        Operands const operands = exprs_.operands(expr);
        push_text("]");
        for (std::size_t i = operands.size(); i-- > 0;) {
            todo_.push_back({operands[i], {}});
            push_text(",");
        }
    }

    void write_node(ExprId expr, bool is_definition) {
        std::uint32_t const shared = is_definition ? 0 : context_.shared.number_of(expr);
        if (shared != 0) {
            out_.write("[\"shared\",");
            out_.write_integer(shared);
            out_.write(']');
            return;
        }
        switch (exprs_.kind(expr)) {
            case ExprKind::real: return out_.write_real(exprs_.real_value(expr));
            case ExprKind::integer: return out_.write_integer(exprs_.integer_value(expr));
            case ExprKind::boolean: return out_.write(exprs_.boolean_value(expr) ? "true" : "false");
            case ExprKind::string: return list(expr, "string", exprs_.symbol(expr));
            case ExprKind::enumeration: {
                TypeTable const& types = exprs_.types();
                TypeId const type = exprs_.type(expr);
                out_.write("[\"enum\",");
                write_json_string(out_, context_.interner.text(types.name(type)));
                out_.write(',');
                write_json_string(out_,
                                  context_.interner.text(types.literals(type)[exprs_.enumeration_ordinal(expr) - 1]));
                out_.write(']');
                return;
            }
            case ExprKind::variable: {
                Variable const& variable = context_.document.variables[exprs_.variable_of(expr)];
                return write_json_string(out_, context_.interner.text(variable.name));
            }
            case ExprKind::iterator: return list(expr, "local", exprs_.symbol(expr));
            case ExprKind::builtin: return list(expr, builtin_info(exprs_.builtin_of(expr)).name);
            case ExprKind::call: return list(expr, exprs_.is_record(expr) ? "record" : "call", exprs_.symbol(expr));
            case ExprKind::field: return write_field(expr);
            case ExprKind::output: return write_output(expr);
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
            case ExprKind::tuple: return list(expr, operator_word(exprs_.kind(expr)));
        }
    }

    // ["field",record,"name"]
    void write_field(ExprId expr) {
        out_.write("[\"field\",");
        push_text("]");
        todo_.push_back({ExprId(), {}, exprs_.symbol(expr)});
        push_text(",");
        todo_.push_back({exprs_.operand(expr, 0), {}});
    }

    // ["output",2,call]
    void write_output(ExprId expr) {
        out_.write("[\"output\",");
        out_.write_integer(static_cast<std::int64_t>(exprs_.output_number(expr)));
        push_operands(expr);
    }

    // ["reduction","sum",body,["i",range],…]
    void write_reduction(ExprId expr) {
        out_.write("[\"reduction\",\"");
        out_.write(reduction_name(exprs_.reduction_of(expr)));
        out_.write("\",");
        push_text("]");
        for (std::size_t i = exprs_.iterator_count(expr); i-- > 0;) {
            ReductionIterator const iterator = exprs_.iterator_at(expr, i);
            push_text("]");
            todo_.push_back({iterator.range, {}});
            push_text(",");
            todo_.push_back({ExprId(), {}, iterator.name});
            push_text(",[");
        }
        todo_.push_back({exprs_.operand(expr, 0), {}});
    }

    TextWriter& out_;
    WriteContext const& context_;
    ExprStore const& exprs_;
    std::vector<Todo> todo_;
};

// The archive. A section begins a line, and so does each of its rows.
class JsonArchive {
public:
    explicit JsonArchive(WriteContext const& context) : context_(context), expressions_(out_, context) {}

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
        // An object without fields is no section.
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

    // The rows of a section stand on lines of their own.
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
            TextWriter text;
            write_type(text, context_.document.exprs.types(), value, context_.interner);
            write_json_string(out_, text.text());
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
    JsonExpressions expressions_;
    int depth_ = 0;
    bool is_first_ = false;
};

}  // namespace

std::string write_json(WriteContext const& context) { return JsonArchive(context).run(); }

}  // namespace moo
