#include "backends/xml/xml_sections.h"

namespace moo {

namespace {

// An archive over the description of a document. It sees rows of sections, and rows of fields that are lists.
class SectionArchive {
public:
    SectionArchive(pugi::xml_node parent, WriteContext const& context, XmlExpressions& expressions,
                   AppendSet const& append_set)
        : here_(parent), context_(context), expressions_(expressions), append_set_(append_set) {}

    // ---- fields ----

    template <class T>
    void name(std::string_view field_name, T const& value) {
        required(field_name, value);
    }
    template <class T>
    void required(std::string_view field_name, T const& value) {
        if (is_in_row_) append_value(append_field(field_name), value);
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        if (is_default(context_, value)) return;
        if (is_in_row_) return required(field_name, value);
        // Of the fields of the document itself, only lists are sections. The others, and the parameters, are written
        // elsewhere.
        if constexpr (is_list<T>) {
            if (field_name != "parameters") in_section(field_name, [&] { append_rows(value); });
        }
    }
    void index(std::string_view field_name, std::uint32_t value, IndexOf) { required(field_name, value + 1); }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const& values, IndexOf) {
        if (!values.empty()) append_numbers(append_field(field_name), "value", values);
    }
    void set(std::string_view field_name, EquationSet const& set) {
        if (is_in_row_ && !set.empty()) append_set_(append_field(field_name), set);
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view) {}
    void shared(std::string_view) {}
    void types(std::string_view, Document const&) {}
    void variables(std::string_view, Document const&) {}
    // These sections have elements of their own.
    void table(std::string_view, std::vector<FlatFunction> const&) {}
    void table(std::string_view, std::vector<ZeroCrossing> const&) {}
    void table(std::string_view, std::vector<WhenCondition> const&) {}
    void table(std::string_view, std::vector<Trigger> const&) {}
    void table(std::string_view, std::vector<Assertion> const&) {}
    void section(std::string_view, Experiment const&) {}

    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        if (!rows.empty()) in_section(section_name, [&] { append_rows(rows); });
    }
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        in_section(section_name, [&] {
            append_row(thing);
            if (!here_.first_child().first_child()) here_.remove_child(here_.first_child());
        });
    }

private:
    template <class T>
    static constexpr bool is_simple =
        std::integral<T> || std::is_enum_v<T> || std::same_as<T, double> || std::same_as<T, std::string> ||
        std::same_as<T, Symbol> || std::same_as<T, SourceSpan>;

    template <class Append>
    void in_section(std::string_view section_name, Append append) {
        pugi::xml_node outer = here_;
        here_ = append_element(outer, "section");
        append_attribute(here_, "name", section_name);
        append();
        if (!here_.first_child()) outer.remove_child(here_);
        here_ = outer;
    }

    pugi::xml_node append_field(std::string_view field_name) {
        pugi::xml_node const node = append_element(here_, "field");
        append_attribute(node, "name", field_name);
        return node;
    }

    template <class T>
    void append_rows(std::vector<T> const& items) {
        for (T const& item : items) append_row(item);
    }
    template <class T>
    void append_row(T const& item) {
        pugi::xml_node const outer = here_;
        bool const was_in_row = std::exchange(is_in_row_, true);
        here_ = append_element(outer, "row");
        append_value(here_, item);
        here_ = outer;
        is_in_row_ = was_in_row;
    }

    // Writes into an existing element.
    template <class T>
    void append_value(pugi::xml_node node, T const& value) {
        if constexpr (std::same_as<T, ExprId>) {
            if (value) expressions_.append(node, value);
        } else if constexpr (std::same_as<T, VarId>) {
            expressions_.append_variable(node, value);
        } else if constexpr (is_simple<T>) {
            append_attribute(node, "value", text_of(value));
        } else if constexpr (is_list<T>) {
            in(node, [&] { append_rows(value); });
        } else if constexpr (requires { value.has_value(); }) {
            append_value(node, *value);
        } else {
            in(node, [&] { describe(*this, value); });
        }
    }
    template <class Append>
    void in(pugi::xml_node node, Append append) {
        pugi::xml_node const outer = std::exchange(here_, node);
        append();
        here_ = outer;
    }

    template <class T>
    [[nodiscard]] std::string text_of(T const& value) const {
        TextWriter out;
        if constexpr (std::same_as<T, bool>) {
            out.write(value ? "true" : "false");
        } else if constexpr (std::integral<T>) {
            out.write_integer(static_cast<std::int64_t>(value));
        } else if constexpr (std::same_as<T, double>) {
            out.write_real(value);
        } else if constexpr (std::same_as<T, std::string>) {
            out.write(value);
        } else if constexpr (std::same_as<T, Symbol>) {
            if (value) out.write(context_.interner.text(value));
        } else if constexpr (std::same_as<T, SourceSpan>) {
            context_.files.write_place(out, value);
        } else {
            out.write(name_of_value(value));
        }
        return out.take();
    }

    pugi::xml_node here_;
    bool is_in_row_ = false;
    WriteContext const& context_;
    XmlExpressions& expressions_;
    AppendSet const& append_set_;
};

}  // namespace

void append_sections(pugi::xml_node parent, WriteContext const& context, XmlExpressions& expressions,
                     AppendSet const& append_set) {
    SectionArchive archive(parent, context, expressions, append_set);
    describe(archive, context.document);
}

}  // namespace moo
