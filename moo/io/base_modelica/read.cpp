#include "moo/io/base_modelica/read.h"

#include <optional>

#include "moo/lower/annotation.h"
#include "moo/lower/lower_class.h"
#include "moo/syntax/parse.h"

namespace moo {

namespace {

constexpr Message<std::string_view> no_model{DiagnosticKind::ModelNotFound, "`{}` holds no model"};
constexpr Message<std::string_view> unsupported{DiagnosticKind::UnsupportedConstruct,
                                                "{} beside the model are not supported yet"};

class PackageReader {
public:
    PackageReader(ast::Ast const& ast, SourceManager& sources, Interner& interner, Diagnostics& diagnostics)
        : ast_(ast), sources_(sources), interner_(interner), diagnostics_(diagnostics) {}

    void run(FlatModel& model) {
        auto const model_class = find_model();
        if (!model_class) return;
        ClassLoweringOptions options;
        options.unquote_names = true;
        options.locate = [this](ast::Decoration decoration, SourceSpan span) { return locate(decoration, span); };
        lower_class(ast_, *model_class, interner_, diagnostics_, options, model);
    }

private:
    std::optional<ast::ClassId> find_model() {
        std::optional<ast::ClassId> found;
        for (ast::ClassId const id : ast_.classes()) {
            ast::Class const& c = ast_[id];
            if (c.kind == ast::ClassKind::package) {
                read_source_table(c.comment.annotation);
                for (ast::Section const& section : ast_.items(c.sections)) find_in_section(section, found);
            } else {
                found = id;
            }
        }
        if (!found) diagnostics_.error({sources_.start_of(ast_.file()), {}}, no_model, sources_.name(ast_.file()));
        return found;
    }

    void find_in_section(ast::Section const& section, std::optional<ast::ClassId>& found) {
        for (ast::ElementId const id : ast_.items(section.elements)) {
            ast::Element const& element = ast_[id];
            bool const is_class = element.kind == ast::ElementKind::class_definition;
            if (is_class && ast_[ast_.class_definition(element)].kind == ast::ClassKind::model) {
                found = ast_.class_definition(element);
            } else {
                diagnostics_.error(element.span, unsupported, is_class ? "types, records and functions" : "constants");
            }
        }
    }

    // ---- SourceLocations(__moo(files = {…}, table = {{file, line, column}, …})) ----

    [[nodiscard]] std::span<ast::ExprId const> array_elements(ast::ExprId id) const {
        if (!id || ast_[id].kind != ast::ExprKind::array) return {};
        return ast_.elements(id);
    }

    void read_source_table(ast::ModificationId annotation) {
        auto const find = [this](ast::ModificationId in, char const* name) {
            return find_argument(ast_, interner_, in, name);
        };
        ast::ModificationId const ours = find(find(annotation, "SourceLocations"), "__moo");
        ast::ModificationId const files = find(ours, "files");
        ast::ModificationId const table = find(ours, "table");
        if (!files || !table) return;
        std::vector<std::string> file_names;
        for (ast::ExprId const id : array_elements(ast_[files].value)) {
            file_names.push_back(ast_[id].kind == ast::ExprKind::string ? ast_.string_value(id) : std::string());
        }
        for (ast::ExprId const row : array_elements(ast_[table].value)) {
            auto const cells = array_elements(row);
            SourceLoc place;
            if (cells.size() == 3) place = place_of(file_names, cells);
            places_.push_back(place);
        }
    }

    [[nodiscard]] std::int64_t integer_of(ast::ExprId id) const {
        return ast_[id].kind == ast::ExprKind::integer ? ast_[id].integer : 0;
    }

    SourceLoc place_of(std::vector<std::string> const& file_names, std::span<ast::ExprId const> cells) {
        std::int64_t const file = integer_of(cells[0]);
        std::int64_t const line = integer_of(cells[1]);
        std::int64_t const column = integer_of(cells[2]);
        constexpr std::int64_t most = 0x7fffffff;
        if (file < 1 || file > static_cast<std::int64_t>(file_names.size())) return {};
        if (line < 1 || line > most || column < 1 || column > most) return {};
        return sources_.add_remote(file_names[static_cast<std::size_t>(file - 1)], static_cast<std::uint32_t>(line),
                                   static_cast<std::uint32_t>(column));
    }

    SourceSpan locate(ast::Decoration decoration, SourceSpan span) const {
        if (!decoration.has_value() || decoration.value < 1 || decoration.value > places_.size()) return span;
        SourceLoc const place = places_[decoration.value - 1];
        return place.has_value() ? SourceSpan{place, place} : span;
    }

    ast::Ast const& ast_;
    SourceManager& sources_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    std::vector<SourceLoc> places_;
};

}  // namespace

FlatModel read_base_modelica(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics) {
    FlatModel model;
    ParseOptions options;
    options.base_modelica = true;
    ast::Ast const ast = parse(file, sources, interner, diagnostics, options);
    if (diagnostics.has_errors()) return model;
    PackageReader(ast, sources, interner, diagnostics).run(model);
    return model;
}

}  // namespace moo
