#include "moo/io/schema/document_shape.h"

#include <limits>
#include <optional>
#include <unordered_map>

#include "moo/check/requirements.h"

namespace moo {

namespace {

template <class T>
inline constexpr char type_tag = 0;

NameList feature_names() {
    static std::vector<std::string_view> const names = [] {
        std::vector<std::string_view> list;
        for (Feature const& feature : all_features()) list.push_back(feature.name);
        return list;
    }();
    return names;
}

// The archive that writes down what it is called with.
class ShapeArchive {
public:
    DocumentShape take() {
        Document document;
        document_ = &shape_.sections;
        fields_ = document_;
        describe(*this, document);
        return std::move(shape_);
    }

    // ---- fields ----

    template <class T>
    void name(std::string_view field_name, T const&) {
        FieldShape& field = add(field_name);
        field.value = ValueShape::name;
        field.is_required = true;
    }
    template <class T>
    void required(std::string_view field_name, T const& value) {
        FieldShape const field = shape_of(field_name, value);
        add(field_name) = field;
        fields_->back().is_required = !field.is_list;
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        FieldShape field = shape_of(field_name, value);
        if (fields_ == document_ && field_name == "requires") {
            field.value = ValueShape::enumeration;
            field.names = feature_names();
        }
        add(field_name) = field;
    }
    void index(std::string_view field_name, std::uint32_t, IndexOf) {
        FieldShape& field = add(field_name);
        field.value = ValueShape::index;
        field.is_required = true;
    }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const&, IndexOf) {
        FieldShape& field = add(field_name);
        field.value = ValueShape::index;
        field.is_list = true;
    }
    void set(std::string_view field_name, EquationSet const&) { table(field_name, std::vector<SetBlock>()); }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view section_name) { field(section_name, std::vector<std::string>()); }
    void shared(std::string_view section_name) { field(section_name, std::vector<ExprId>()); }
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        field(section_name, thing);
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        field(section_name, rows);
    }
    void types(std::string_view section_name, Document const&) { field(section_name, std::vector<TypeRow>()); }
    void variables(std::string_view section_name, Document const&) {
        Variable const variable;
        VariableFacts const facts;
        VariableRow<Variable const, VariableFacts const> const row{variable, facts};
        FieldShape field = shape_of(section_name, row);
        field.is_list = true;
        add(section_name) = field;
    }

private:
    FieldShape& add(std::string_view field_name) {
        FieldShape& field = fields_->emplace_back();
        field.name = field_name;
        return field;
    }

    template <class T>
    FieldShape shape_of(std::string_view field_name, std::vector<T> const&) {
        FieldShape field = shape_of(field_name, T());
        field.is_list = true;
        return field;
    }
    template <class T>
    FieldShape shape_of(std::string_view field_name, std::optional<T> const&) {
        return shape_of(field_name, T());
    }
    template <class T>
    FieldShape shape_of(std::string_view field_name, T const& value) {
        FieldShape field;
        field.name = field_name;
        if constexpr (std::same_as<T, bool>) {
            field.value = ValueShape::boolean;
        } else if constexpr (std::integral<T>) {
            field.value = ValueShape::integer;
            field.has_lowest = std::unsigned_integral<T>;
        } else if constexpr (std::same_as<T, double>) {
            field.value = ValueShape::real;
        } else if constexpr (std::is_enum_v<T>) {
            field.value = ValueShape::enumeration;
            field.names = names_of(value);
        } else if constexpr (std::same_as<T, ExprId>) {
            field.value = field_name == "target" ? ValueShape::target : ValueShape::expression;
        } else if constexpr (std::same_as<T, VarId>) {
            field.value = ValueShape::variable;
        } else if constexpr (std::same_as<T, TypeId>) {
            field.value = ValueShape::type;
        } else if constexpr (std::same_as<T, SourceSpan>) {
            field.value = ValueShape::place;
        } else if constexpr (!std::same_as<T, std::string> && !std::same_as<T, Symbol>) {
            field.value = ValueShape::row;
            field.row = row_of(field_name, value);
        }
        return field;
    }

    // The shape of a row is found once; one that contains itself refers to it.
    template <class Row>
    std::size_t row_of(std::string_view field_name, Row const& row) {
        auto const [found, is_new] = rows_.try_emplace(&type_tag<Row>, shape_.rows.size());
        if (!is_new) return found->second;
        std::size_t const index = found->second;
        bool const is_section = fields_ == document_;
        std::string const outer_key = key_;
        key_ = is_section ? std::string(row_name<Row>) : key_ + "." + std::string(field_name);
        shape_.rows.push_back({row_name<Row>, key_, {}});
        std::vector<FieldShape> fields;
        std::vector<FieldShape>* const outer = fields_;
        fields_ = &fields;
        describe(*this, row);
        fields_ = outer;
        key_ = outer_key;
        shape_.rows[index].fields = std::move(fields);
        return index;
    }

    DocumentShape shape_;
    std::vector<FieldShape>* document_ = nullptr;
    std::vector<FieldShape>* fields_ = nullptr;
    std::string key_;
    std::unordered_map<void const*, std::size_t> rows_;
};

}  // namespace

DocumentShape document_shape() { return ShapeArchive().take(); }

}  // namespace moo
