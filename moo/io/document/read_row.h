// Fills one row of a document from its tree: an archive over `describe`.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "moo/base/diagnostics.h"
#include "moo/io/document/row_tree.h"
#include "moo/io/document/source_files.h"
#include "moo/model/describe_document.h"

namespace moo {

inline constexpr Message<std::string_view> malformed_document{DiagnosticKind::MooMalformed, "{}"};

// The document that rows are read into, and what they refer to.
struct ReadContext {
    ReadContext(Document& read_document, SourceManager& sources, Interner& symbols, Diagnostics& reports)
        : document(read_document),
          interner(symbols),
          diagnostics(reports),
          names(symbols),
          builder(read_document.exprs, read_document.variables, read_document.functions, names),
          files(sources, reports) {}
    ReadContext(ReadContext const&) = delete;
    ReadContext& operator=(ReadContext const&) = delete;

    Document& document;
    Interner& interner;
    Diagnostics& diagnostics;
    DocumentNames names;
    ExpressionBuilder builder;
    ReadFiles files;
    // The objects around the current one, the innermost last. It is kept here to reuse its memory.
    std::vector<RowField> given;
};

class RowReader {
public:
    // Before MOO 1.0 the origin was a text: `differentiated once, loop solved symbolically`.
    void read_old_provenance(Provenance& provenance);
    [[nodiscard]] bool is_before_1() const { return context_.builder.is_before_1(); }

    // How expressions are handled.
    enum class Mode : std::uint8_t {
        full,
        tentative,  // expressions that refer to something that is not known yet are left out: `is_incomplete`
        without,    // left out
    };

    RowReader(ReadContext& context, RowTree& tree, Mode mode = Mode::full)
        : context_(context), tree_(tree), mode_(mode) {}

    // For a row whose fields `elsewhere` are given in another form: they must not be given here, and are not missing.
    template <class Row>
    bool read_rest(Item item, Row& row, std::span<std::string_view const> elsewhere) {
        elsewhere_ = elsewhere;
        is_rest_ = true;
        return read_row(item, row);
    }

    // Fills `row` from the item; false if something was wrong, which was then reported.
    template <class Row>
    bool read_row(Item item, Row& row) {
        read(item, row, row_name<std::remove_cvref_t<Row>>);
        return good_;
    }
    // The same for a single value.
    template <class T>
    bool read_value(Item item, T& value, std::string_view name) {
        read(item, value, name);
        return good_;
    }
    [[nodiscard]] bool is_incomplete() const { return is_incomplete_; }

    // ---- the archive ----

    template <class T>
    void name(std::string_view field_name, T& value) {
        Item const item = take(field_name);
        if (!item.has_value()) return missing(field_name);
        read(item, value, field_name);
        if (good_ && !can_be_name(context_.interner.text(value))) {
            fail(item, field_name, "is not a name: it is empty or has characters that Modelica does not allow");
        }
    }
    template <class T>
    void required(std::string_view field_name, T& value) {
        Item const item = take(field_name);
        if (item.has_value()) return read(item, value, field_name);
        // Lists that are empty are left out.
        if constexpr (!requires { value.push_back({}); }) {
            bool const is_left_out = mode_ == Mode::without && std::same_as<T, ExprId>;
            if (!is_left_out) missing(field_name);
        }
    }
    template <class T>
    void field(std::string_view field_name, T& value) {
        Item const item = take(field_name);
        if (item.has_value()) read(item, value, field_name);
    }
    void index(std::string_view field_name, std::uint32_t& value, IndexOf table) {
        Item const item = take(field_name);
        if (!item.has_value()) return missing(field_name);
        auto const number = tree_.integer(item);
        if (!number) return fail(item, field_name, "is not an Integer");
        check_index(item, *number, table, value);
    }
    void indices(std::string_view field_name, std::vector<std::uint32_t>& values, IndexOf table) {
        Item const item = take(field_name);
        if (!item.has_value()) return;
        std::vector<std::int64_t> numbers;
        if (!tree_.integers(item, numbers)) return fail(item, field_name, "is not a list of Integers");
        values.resize(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) check_index(item, numbers[i], table, values[i]);
    }
    void set(std::string_view field_name, EquationSet& set) {
        std::vector<SetBlock> blocks;
        field(field_name, blocks);
        for (SetBlock& block : blocks) append_block(set, std::move(block));
    }
    void enter_loop(Symbol iterator, ExprId range) {
        if (iterator && range)
            context_.builder.bind_iterator(iterator, range);
        else if (iterator)
            context_.builder.bind(iterator, types::unknown);
    }
    void leave_loop(Symbol iterator) {
        if (iterator) context_.builder.unbind(1);
    }

private:
    void report(SourceSpan place, std::string const& text);
    void fail(Item item, std::string_view field_name, std::string_view what);
    void missing(std::string_view field_name);
    void check_index(Item item, std::int64_t number, IndexOf table, std::uint32_t& value);
    [[nodiscard]] std::size_t size_of(IndexOf table) const;
    // Fields are mostly in the order in which they are requested.
    Item take(std::string_view field_name) {
        std::vector<RowField>& given = context_.given;
        for (std::size_t i = first_given_; i < given.size(); ++i) {
            if (given[i].is_taken || given[i].name != field_name) continue;
            if (std::find(elsewhere_.begin(), elsewhere_.end(), field_name) != elsewhere_.end()) return {};
            given[i].is_taken = true;
            if (i == first_given_) ++first_given_;
            return given[i].value;
        }
        return {};
    }
    // Reports a field that was not requested, or that is given twice.
    void check_fields(std::size_t first);

    // ---- values ----

    void read(Item item, bool& value, std::string_view field_name);
    void read(Item item, double& value, std::string_view field_name);
    void read(Item item, std::string& value, std::string_view field_name);
    void read(Item item, Symbol& value, std::string_view field_name);
    void read(Item item, ExprId& value, std::string_view field_name);
    void read(Item item, VarId& value, std::string_view field_name);
    void read(Item item, TypeId& value, std::string_view field_name);
    void read(Item item, SourceSpan& value, std::string_view field_name);
    void read(Item item, FlatStatement& value, std::string_view field_name);
    void read(Item item, FlatExternal& value, std::string_view field_name);

    template <class Integer>
    requires std::integral<Integer>
    void read(Item item, Integer& value, std::string_view field_name) {
        auto const number = tree_.integer(item);
        if (!number) return fail(item, field_name, "is not an Integer");
        if (!std::in_range<Integer>(*number)) return fail(item, field_name, "is out of range");
        value = static_cast<Integer>(*number);
    }
    template <class Enumeration>
    requires std::is_enum_v<Enumeration>
    void read(Item item, Enumeration& value, std::string_view field_name) {
        auto const text = tree_.text(item);
        NameList const names = names_of(value);
        auto const found = text ? std::find(names.begin(), names.end(), *text) : names.end();
        if (found != names.end()) {
            value = static_cast<Enumeration>(found - names.begin());
            return;
        }
        std::string expected;
        for (std::string_view const each : names)
            expected += (expected.empty() ? "`" : ", `") + std::string(each) + "`";
        fail(item, field_name, "is none of " + expected);
    }
    template <class T>
    void read(Item item, std::optional<T>& value, std::string_view field_name) {
        read(item, value.emplace(), field_name);
    }
    template <class T>
    void read(Item item, std::vector<T>& values, std::string_view field_name) {
        if constexpr (std::integral<T>) {
            std::vector<std::int64_t> numbers;
            if (!tree_.integers(item, numbers)) return fail(item, field_name, "is not a list of Integers");
            for (std::int64_t const number : numbers) {
                if (!std::in_range<T>(number)) return fail(item, field_name, "has a number out of range");
                values.push_back(static_cast<T>(number));
            }
        } else if constexpr (std::same_as<T, double>) {
            if (!tree_.reals(item, values)) return fail(item, field_name, "is not a list of numbers");
        } else {
            std::vector<Item> items;
            if (!tree_.elements(item, element_name<T>(), items))
                return fail(item, field_name, "is not a list of the right kind");
            values.reserve(items.size());
            for (Item const element : items) {
                values.emplace_back();
                if (!std::same_as<T, ExprId> || !tree_.is_nothing(element)) read(element, values.back(), field_name);
            }
        }
    }
    // What is described.
    template <class Row>
    requires requires(RowReader& archive, Row& row) { describe(archive, row); }
    void read(Item item, Row& row, std::string_view field_name) {
        if (!tree_.is_object(item, row_name<Row>)) return fail(item, field_name, "is not an object of the right kind");
        if (++depth_ > most_nested) {
            --depth_;
            return fail(item, field_name, "is nested too deep");
        }
        Item const outer = std::exchange(object_, item);
        std::size_t const first = context_.given.size();
        std::size_t const outer_first = std::exchange(first_given_, first);
        tree_.fields(item, context_.given);
        describe(*this, row);
        if (first_given_ != context_.given.size()) check_fields(first);
        context_.given.resize(first);
        first_given_ = outer_first;
        object_ = outer;
        --depth_;
    }

    // The name of the elements of a list, where they have one.
    template <class T>
    static std::string_view element_name() {
        return std::same_as<T, ExprId> ? std::string_view() : row_name<T>;
    }

    // The nesting of statements; the parser of the text has the same limit.
    static constexpr int most_nested = 500;

    ReadContext& context_;
    RowTree& tree_;
    Mode mode_;
    Item object_;
    std::size_t first_given_ = 0;  // the first field of the object that is not taken yet
    std::span<std::string_view const> elsewhere_;
    bool is_rest_ = false;
    int depth_ = 0;
    bool good_ = true;
    bool is_incomplete_ = false;
};

inline void describe_provenance(RowReader& reader, Provenance& provenance) {
    if (reader.is_before_1()) return reader.read_old_provenance(provenance);
    describe_provenance<RowReader>(reader, provenance);
}

}  // namespace moo
