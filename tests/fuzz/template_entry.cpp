// Templates: what parses is run on a small document within tight limits. Every message has a place, and there are no
// more of them than the limit.
#include <nlohmann/json.hpp>
#include <string>

#include "backends/template/parser.h"
#include "backends/template/target_filters.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

namespace {

nlohmann::json const& model() {
    static nlohmann::json const data = nlohmann::json::parse(R"json({
        "name": "Ball", "parameters": ["e"], "number": 3, "real": 0.5, "nothing": null, "deep": [[[[1], 2], {"a": {"b": []}}]],
        "variables": [{"name": "h", "type": "Real", "role": "state"},
                      {"name": "on \" */", "type": "Boolean", "role": "discrete"}],
        "files": ["Ball.mo"], "shared": [["sin", "h"]], "zeroCrossings": [{"relation": ["shared", 1]}],
        "value": ["+", "h", ["if", ["<", "h", 1.5], -1, ["sin", ["der", "h"]]]]})json");
    return data;
}

tmpl::LanguageTable language() {
    tmpl::LanguageTable table;
    tmpl::Pattern::Piece const first = {"1", true, 1, 0};
    tmpl::Pattern::Piece const second = {"2", true, 2, 11};
    table.forms["+"] = {{first, {" + "}, second}, 10};
    table.forms["sin"] = {{{"sin("}, first, {")"}}};
    tmpl::Pattern const place = {{{"v["}, {"index", true}, {"]"}}};
    table.variables.push_back({{}, {}, place, place, place});
    table.integer = {{first}};
    table.real = {{first}};
    return table;
}

}  // namespace

void run(std::string_view text) {
    SourceManager sources;
    Diagnostics diagnostics;
    FileId const file = sources.add("fuzz.j2", std::string(text));
    tmpl::Template const source = tmpl::parse_template(file, sources, diagnostics);
    // The tag in which the limit is reached may have one more.
    check(diagnostics.error_count() <= tmpl::max_errors + 3, "more errors than the limit");
    if (!diagnostics.has_errors()) {
        tmpl::LanguageTable const table = language();
        tmpl::Value const data = tmpl::Value::of(model());
        tmpl::ExpressionWriter const writer(table, data);
        tmpl::Environment environment;
        add_document(environment, data);
        environment.limits = {300, 20'000, 100'000, 1'000, 20};
        tmpl::add_target_filters(environment, &table, &writer);
        // Every other file is the template itself.
        environment.load = [&](std::string const&, SourceSpan) { return &source; };
        std::string const output = render(source, environment, diagnostics);
        check(diagnostics.error_count() <= environment.limits.errors + 1, "more errors than the limit");
        check(output.size() <= 2 * environment.limits.text + text.size(), "more text than the limit");
    }
    for (Diagnostic const& item : diagnostics.items()) {
        check(sources.decode(item.span.begin).line > 0, "an error without a place");
    }
    check(render_text(diagnostics, sources).empty() == !diagnostics.has_errors(), "errors without a text");
}

}  // namespace moo::fuzz
