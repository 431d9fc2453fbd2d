#include "backends/tool/model_report.h"

#include "backends/show/page.h"
#include "backends/template/template_folder.h"
#include "moo/base/output_file.h"

namespace moo {

std::string model_report(Tool& tool, Interner const& interner, Document const& document, Translation const& translation,
                         ReportExtras const& extras, bool as_json) {
    FileId const table = tool.load((tmpl::shipped_folder() / "mathml.json").string());
    if (!table) return {};
    auto const language = tmpl::read_language_table(table, tool.sources, tool.diagnostics);
    if (!language) return {};
    auto const scope = tool.stats.phase("report");
    ShowContext context(document, interner, tool.sources, translation, &*language);
    context.run = extras.run;
    context.differences = extras.differences;
    return as_json ? write_report_json(context) : write_page(context);
}

void write_report(Tool& tool, std::string const& path, std::string_view text) {
    auto const scope = tool.stats.phase("write");
    if (!tool.may_write(path)) return;
    std::string const error = write_file(path, text);
    if (!error.empty() && error != closed_pipe) tool.fail("cannot write `" + path + "`: " + error);
}

}  // namespace moo
