#include "backends/template/target_filters.h"

#include <charconv>

#include "backends/template/call.h"
#include "backends/template/document_queries.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> no_language{
    DiagnosticKind::LanguageLacks, "`{}` needs to know the target language; give its table by `--language`"};
constexpr Message<std::string_view> unknown_variable{DiagnosticKind::UnknownName, "{}"};
constexpr Message<std::string_view> no_expression{DiagnosticKind::TypeMismatch, "{}"};
constexpr Message<std::string_view> no_form{DiagnosticKind::LanguageLacks, "{}"};

template <class Write>
Value written(Write const& write, Call const& call) {
    try {
        return write();
    } catch (CannotWrite const& failure) {
        if (failure.kind == DiagnosticKind::UnknownName) call.fail(unknown_variable, failure.problem);
        if (failure.kind == DiagnosticKind::TypeMismatch) call.fail(no_expression, failure.problem);
        call.fail(no_form, failure.problem);
    }
}

constexpr Message<std::string_view> no_place{DiagnosticKind::TemplateValue,
                                             "`{}` is not a place of the document, such as `1:14:5`"};

// `1:14:5` is line 14, column 5 of the first file.
Value write_place(Call const& call, Value const& files) {
    call.bind();
    std::string const& text = call.text();
    std::size_t const colon = text.find(':');
    std::size_t number = 0;
    auto const result = std::from_chars(text.data(), text.data() + std::min(colon, text.size()), number);
    bool const is_place = colon != std::string::npos && result.ptr == text.data() + colon && number >= 1 &&
                          files.is_list() && number <= files.size();
    if (!is_place) call.fail(no_place, text);
    return files.item(number - 1).string() + text.substr(colon);
}

}  // namespace

void add_document(Environment& environment, Value const& model) {
    environment.globals["model"] = model;
    environment.globals["variables"] = variables_by_name(model);
    environment.globals["functions"] = called_functions(model);
    environment.globals["aliases"] = ordered_aliases(model);
    environment.filters["relations"] = [model](Call const& call) -> Value {
        Value const targets = call.bind({"targets"})[0];
        ValueList list;
        for (std::size_t i = 0; targets.is_list() && i < targets.size(); ++i) list.push_back(targets.item(i));
        return relations_in(model, call.input, list);
    };
    environment.filters["place"] = [files = model.member("files")](Call const& call) {
        return write_place(call, files);
    };
}

void add_target_filters(Environment& environment, LanguageTable const* language, ExpressionWriter const* writer) {
    if (language == nullptr) {
        for (char const* const name : {"expr", "target", "identifier", "comment", "quote"}) {
            environment.filters[name] = [](Call const& call) -> Value { call.fail(no_language, call.name); };
        }
        return;
    }
    environment.filters["expr"] = [=](Call const& call) -> Value {
        Value const function = call.bind({"function"})[0];
        return written([&] { return writer->write(call.input, function); }, call);
    };
    environment.filters["target"] = [=](Call const& call) {
        call.bind();
        return written([&] { return writer->write_target(call.input); }, call);
    };
    environment.filters["identifier"] = [=](Call const& call) {
        call.bind();
        return written([&] { return identifier(*language, call.text()); }, call);
    };
    environment.filters["comment"] = [=](Call const& call) {
        call.bind();
        return written([&] { return comment_text(*language, call.text()); }, call);
    };
    environment.filters["quote"] = [=](Call const& call) {
        call.bind();
        return written([&] { return quote(*language, call.text()); }, call);
    };
}

}  // namespace moo::tmpl
