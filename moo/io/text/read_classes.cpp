#include "moo/io/text/read_classes.h"

#include <utility>

#include "moo/lower/annotation.h"

namespace moo {

namespace {

constexpr Message<> wrong_place{DiagnosticKind::MooMalformed,
                                "`source` is not \"file:line:column\" with the number of a file"};

}  // namespace

TextClasses::TextClasses(ast::Ast const& ast, ReadContext& context)
    : ast_(ast),
      read_(context),
      scope_(model_, context.interner, true),
      context_{ast, context.interner, model_.exprs, context.diagnostics, scope_},
      locate_([this](WrittenPlace const& place) { return locate(place); }),
      package_(context_, scope_, locate_, model_) {
    scope_.declare_class = [this](Symbol identifier) { package_.declare(identifier); };
}

void TextClasses::exchange() {
    std::swap(model_.exprs, read_.document.exprs);
    std::swap(model_.variables, read_.document.variables);
}

SourcePlace TextClasses::locate(WrittenPlace const& written) {
    ast::ModificationId const source = find_argument(ast_, read_.interner, written.annotation, "source");
    if (!source) return SourceSpan();
    std::string const text = string_argument(ast_, read_.interner, written.annotation, "source");
    auto const place = read_.files.place(text, written.span);
    if (!place) read_.diagnostics.error(ast_[source].span, wrong_place);
    return place.value_or(SourceSpan());
}

void TextClasses::declare() {
    if (classes_.empty()) return;
    exchange();
    package_.collect(std::span<ast::ClassId const>(classes_));
    package_.declare_all();
    package_.finish_types();
    exchange();
    Document& document = read_.document;
    document.types = std::move(model_.types);
    for (FlatType const& type : document.types) {
        read_.names.add_type(document.exprs.types().name(type.type), type.type);
    }
    document.functions = package_.declared_functions();
    for (std::size_t i = 0; i < document.functions.size(); ++i) {
        read_.names.add_function(document.functions[i].name, i);
    }
}

void TextClasses::finish() {
    if (classes_.empty()) return;
    exchange();
    package_.finish();
    exchange();
    read_.document.functions = std::move(model_.functions);
}

}  // namespace moo
