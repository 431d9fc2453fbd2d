#include "moo/io/base_modelica/read.h"

#include <optional>

#include "moo/io/base_modelica/outside.h"
#include "moo/io/base_modelica/read_sources.h"
#include "moo/lower/lower_class.h"
#include "moo/syntax/parse.h"

namespace moo {

namespace {

constexpr Message<std::string_view> no_model{DiagnosticKind::ModelNotFound, "`{}` contains no model"};
constexpr Message<std::string_view> other_version{
    DiagnosticKind::NotBaseModelica, "the file is in version {} of Base Modelica; this tool reads versions 0.1"};

class PackageReader {
public:
    PackageReader(ast::Ast const& ast, SourceManager& sources, Interner& interner, Diagnostics& diagnostics)
        : ast_(ast), sources_(sources), interner_(interner), diagnostics_(diagnostics) {}

    void run(FlatModel& model) {
        find_model(model.places);
        if (!model_class_) {
            diagnostics_.error({sources_.start_of(ast_.file()), {}}, no_model, sources_.name(ast_.file()));
            return;
        }
        options_.unquote_names = true;
        options_.locate = [this](WrittenPlace const& place) { return locate(place); };
        lower_class(ast_, *model_class_, interner_, diagnostics_, options_, model);
        base_modelica::read_outside(ast_, ast_[*model_class_].comment.annotation, sources_, interner_, diagnostics_,
                                    model);
    }

private:
    void find_model(UserPlaces& user_places) {
        for (ast::ClassId const id : ast_.classes()) {
            ast::Class const& c = ast_[id];
            if (c.kind != ast::ClassKind::package) {
                model_class_ = id;
                continue;
            }
            places_ = base_modelica::read_source_table(ast_, c.comment.annotation, sources_, interner_, user_places);
            options_.package_elements.clear();
            for (ast::Section const& section : ast_.items(c.sections)) {
                for (ast::ElementId const element : ast_.items(section.elements)) find_in_package(element);
            }
        }
    }

    void find_in_package(ast::ElementId id) {
        ast::Element const& element = ast_[id];
        bool const is_class = element.kind == ast::ElementKind::class_definition;
        if (is_class && ast_[ast_.class_definition(element)].kind == ast::ClassKind::model) {
            model_class_ = ast_.class_definition(element);
        } else {
            options_.package_elements.push_back(id);
        }
    }

    SourcePlace locate(WrittenPlace const& place) const {
        if (!places_) return place.span;
        ast::Decoration const decoration = place.decoration;
        // An item without a place, in a file with a table, has no place at all, so that it is written as it was.
        if (!decoration.has_value() || decoration.value < 1 || decoration.value > places_->size()) return {};
        return (*places_)[decoration.value - 1];
    }

    ast::Ast const& ast_;
    SourceManager& sources_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    std::optional<std::vector<SourcePlace>> places_;
    std::optional<ast::ClassId> model_class_;
    ClassLoweringOptions options_;
};

// A file without a header is read as well, since other tools write such files.
bool check_version(ast::Ast const& ast, SourceManager const& sources, Diagnostics& diagnostics) {
    std::string_view const version = ast.base_version();
    if (version.empty() || version.starts_with("0.1.")) return true;
    SourceLoc const start = sources.start_of(ast.file());
    diagnostics.error({start, start}, other_version, version);
    return false;
}

}  // namespace

FlatModel read_base_modelica(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics) {
    FlatModel model;
    ParseOptions options;
    options.base_modelica = true;
    ast::Ast const ast = parse(file, sources, interner, diagnostics, options);
    if (diagnostics.has_errors() || !check_version(ast, sources, diagnostics)) return model;
    PackageReader(ast, sources, interner, diagnostics).run(model);
    return model;
}

}  // namespace moo
