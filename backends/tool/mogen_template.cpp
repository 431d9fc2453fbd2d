// mogen-template: from MOO to text, as a template says.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "backends/template/parser.h"
#include "backends/template/target_filters.h"
#include "backends/template/template_folder.h"
#include "moo/base/cli.h"
#include "moo/base/version.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"

namespace {

namespace fs = std::filesystem;

// A file, or the name of an included template: `c99` is c99.j2 there.
fs::path find_file(std::string const& given, std::string const& extension) {
    std::error_code error;
    bool const is_name = given.find('/') == std::string::npos && !fs::path(given).has_extension();
    if (!is_name || fs::exists(given, error)) return given;
    return moo::tmpl::shipped_folder() / (given + extension);
}

std::string shipped_names() {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(moo::tmpl::shipped_folder(), error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == ".j2") names.push_back(entry->path().stem().string());
    }
    std::ranges::sort(names);
    std::string list;
    for (std::string const& name : names) list += (list.empty() ? "`" : ", `") + name + "`";
    return list;
}

// The requested table, or the one next to the template; none if there is none.
std::optional<moo::tmpl::LanguageTable> load_language(moo::Tool& tool, std::string const& asked,
                                                      fs::path const& template_file) {
    std::error_code error;
    fs::path const beside = fs::path(template_file).replace_extension(".json");
    fs::path const path = asked.empty() ? beside : find_file(asked, ".json");
    if (asked.empty() && !fs::exists(beside, error)) return {};
    moo::FileId const file = tool.load(path.string());
    if (!file) return {};
    return moo::tmpl::read_language_table(file, tool.sources, tool.diagnostics);
}

void run(moo::Tool& tool, std::string const& asked_language) {
    if (tool.arguments().empty()) return tool.fail("give a template: a file, or one of " + shipped_names());
    if (tool.arguments().size() > 2) return tool.fail("more than one template and one file are given");
    std::string const& given = tool.arguments()[0];
    fs::path const template_file = find_file(given, ".j2");
    std::error_code error;
    if (!fs::exists(template_file, error)) {
        return tool.fail("there is no template `" + given + "`; a template is a file, or one of " + shipped_names());
    }
    moo::FileId const source_file = tool.load(template_file.string());
    if (!source_file) return;
    moo::tmpl::Template const source = moo::tmpl::parse_template(source_file, tool.sources, tool.diagnostics);
    std::optional<moo::tmpl::LanguageTable> const language = load_language(tool, asked_language, template_file);
    if (tool.diagnostics.has_errors()) return;

    moo::FileId const file = tool.load_model(tool.arguments().size() < 2 ? "-" : tool.arguments()[1]);
    if (!file) return;
    moo::Interner interner;
    moo::Document const document = [&] {
        auto const scope = tool.stats.phase("parse");
        return read_document(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors() || !verify_document(document, tool.diagnostics)) return;
    // Templates see the JSON encoding, so that there is only one description of the document.
    nlohmann::json const json =
        nlohmann::json::parse(write_document(document, interner, tool.sources, moo::Encoding::json));
    moo::tmpl::Value const model = moo::tmpl::Value::of(json);

    moo::tmpl::Environment environment;
    add_document(environment, model);
    environment.globals["generator"] = "mogen-template " + std::string(moo::version_text);
    std::optional<moo::tmpl::ExpressionWriter> writer;
    if (language) writer.emplace(*language, model);
    add_target_filters(environment, language ? &*language : nullptr, writer ? &*writer : nullptr);
    moo::tmpl::TemplateFolder folder(template_file.parent_path(), tool.sources, tool.diagnostics);
    environment.load = [&](std::string const& name, moo::SourceSpan place) { return folder.load(name, place); };
    std::string const text = [&] {
        auto const scope = tool.stats.phase("render");
        return render(source, environment, tool.diagnostics);
    }();
    tool.write_output(text);
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("mogen-template", "writes a MOO file as a template says", "TEMPLATE [FILE.moo]");
    std::string language;
    tool.add_value("--language", "TABLE", language, "table that describes the target language; default: TEMPLATE.json");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, language); });
}
