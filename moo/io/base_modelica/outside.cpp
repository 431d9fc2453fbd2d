#include "moo/io/base_modelica/outside.h"

#include "moo/io/document/read_row.h"
#include "moo/io/text/text_archive.h"
#include "moo/io/text/text_tree.h"
#include "moo/lower/annotation.h"
#include "moo/model/names.h"

namespace moo::base_modelica {

bool write_outside(TextWriter& out, std::string_view before, FlatModel const& model, Interner const& interner,
                   SourceManager const& sources) {
    bool const has_icon = !model.icon.shapes.empty() || !model.icon.extent.empty();
    if (!has_icon && model.connectors.empty()) return false;
    // The rows have no expressions, so a document without any will do.
    Document const no_document;
    WriteContext const context(no_document, interner, sources);
    VariableNames const names(no_document.variables, interner, NameStyle::quoted);
    TextArchive values(out, context, names, "");
    out.write(before);
    out.write("__moo(");
    if (has_icon) {
        out.write("icon = ");
        values.write(model.icon);
    }
    if (!model.connectors.empty()) {
        out.write(has_icon ? ", connectors = " : "connectors = ");
        values.write(model.connectors);
    }
    out.write(')');
    return true;
}

void read_outside(ast::Ast const& ast, ast::ModificationId annotation, SourceManager& sources, Interner& interner,
                  Diagnostics& diagnostics, FlatModel& model) {
    ast::ModificationId const ours = find_argument(ast, interner, annotation, "__moo");
    if (!ours) return;
    Document no_document;
    ReadContext context(no_document, sources, interner, diagnostics);
    AstExpressions expressions(ast, context.builder);
    TextTree tree(ast, expressions, interner);
    Item const object = TextTree::item(ours);
    if (Item const icon = tree.find(object, "icon"); icon.has_value()) {
        RowReader(context, tree).read_row(icon, model.icon);
    }
    if (Item const connectors = tree.find(object, "connectors"); connectors.has_value()) {
        RowReader(context, tree).read_value(connectors, model.connectors, "connectors");
    }
}

}  // namespace moo::base_modelica
