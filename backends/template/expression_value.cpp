#include "backends/template/expression_value.h"

#include "moo/io/document/walk_expression.h"

namespace moo::tmpl {

namespace {

Value text_value(std::string_view text) { return std::string(text); }

Value type_value(WriteContext const& context, TypeId type) {
    TypeTable const& types = context.document.exprs.types();
    std::string element(type_name(types, types.element(type), context.interner));
    if (types.rank(type) == 0) return element;
    ValueList sizes;
    for (std::int64_t const size : types.dims(type)) {
        sizes.push_back(size == TypeTable::unknown_size ? Value(nullptr) : Value(size));
    }
    return ValueDict{{"element", std::move(element)}, {"sizes", std::move(sizes)}};
}

// The output of ExpressionWalk as values: what moo/io/json writes as text.
class ExpressionValues {
public:
    explicit ExpressionValues(WriteContext const& context) : context_(context) {}

    void shared(std::uint32_t number) { leaf({std::string("shared"), std::int64_t{number}}); }
    void real(double value) { open_.back().emplace_back(value); }
    void integer(std::int64_t value) { leaf({std::string("int"), value}); }
    void boolean(bool value) { open_.back().emplace_back(value); }
    void string(std::string_view text) { leaf({std::string("string"), text_value(text)}); }
    void enumeration(std::string_view type, std::string_view literal) {
        leaf({std::string("enum"), text_value(type), text_value(literal)});
    }
    void variable(std::string_view name) { open_.back().push_back(text_value(name)); }
    void local(std::string_view name) { leaf({std::string("local"), text_value(name)}); }

    void begin(OperationText const& operation, bool) {
        using Form = OperationText::Form;
        ValueList& items = open_.emplace_back();
        switch (operation.form) {
            case Form::apply: items = {text_value(operation.text)}; break;
            case Form::call: items = {std::string("call"), text_value(operation.text)}; break;
            case Form::record: items = {std::string("record"), text_value(operation.text)}; break;
            case Form::reduction: items = {std::string("reduction"), text_value(operation.text)}; break;
            case Form::field: items = {std::string("field")}; break;
            case Form::output: items = {std::string("output"), operation.number}; break;
        }
    }
    void separate() {}
    void end(OperationText const& operation, bool) {
        if (operation.form == OperationText::Form::field) open_.back().push_back(text_value(operation.text));
        if (operation.type) open_.back().emplace_back(ValueDict{{"type", type_value(context_, operation.type)}});
        close();
    }
    void begin_remembered(RememberedRow row) {
        open_.push_back({text_value(word_of(row.kind)), std::int64_t{row.number}});
    }
    void end_remembered(RememberedRow) { close(); }
    void begin_iterator(std::string_view name) { open_.push_back({text_value(name)}); }
    void end_iterator() { close(); }

    [[nodiscard]] Value result() { return open_.front().front(); }

private:
    void leaf(ValueList items) { open_.back().emplace_back(std::move(items)); }
    void close() {
        Value value(std::move(open_.back()));
        open_.pop_back();
        open_.back().push_back(std::move(value));
    }

    WriteContext const& context_;
    std::vector<ValueList> open_ = {{}};  // the lists around the present place; the first has the result
};

}  // namespace

Value expression_value(WriteContext const& context, ::moo::ExprId expr) {
    ExpressionValues values(context);
    ExpressionWalk<ExpressionValues> walk(values, context);
    walk.write_definition(expr);
    return values.result();
}

Value document_value(WriteContext const& context) {
    Document const& document = context.document;
    ValueList variables;
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        variables.emplace_back(ValueDict{{"name", text_value(context.interner.text(variable.name))},
                                         {"type", type_value(context, variable.type)},
                                         {"role", text_value(name_of_value(document.facts[id].role))}});
    }
    ValueList shared;
    for (::moo::ExprId const expr : context.shared.list()) shared.push_back(expression_value(context, expr));
    ValueList types;
    for (FlatType const& type : document.types) {
        TypeRow const row = type_row(document, type);
        ValueList members;
        for (TypeMember const& member : row.members) {
            members.emplace_back(ValueDict{{"name", text_value(context.interner.text(member.name))}});
        }
        types.emplace_back(
            ValueDict{{"name", text_value(context.interner.text(row.name))}, {"members", std::move(members)}});
    }
    return ValueDict{{"variables", std::move(variables)}, {"shared", std::move(shared)}, {"types", std::move(types)}};
}

}  // namespace moo::tmpl
