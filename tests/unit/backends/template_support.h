// Renders a template over JSON data; mistakes come back as text.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "backends/template/interpreter.h"
#include "backends/template/parser.h"

namespace moo::test {

class TemplateRun {
public:
    // Other templates, by name, for include and import.
    std::map<std::string, std::string> files;
    tmpl::Environment environment;
    nlohmann::json data = nlohmann::json::object();

    // The text, or the first line of every message, `t.j2:1:4: error: … [Kind]`, and all notes.
    std::string operator()(std::string const& text) {
        for (auto const& [name, value] : data.items()) environment.globals[name] = tmpl::Value::of(value);
        environment.load = [&](std::string const& name, SourceSpan) { return load(name); };
        std::unique_ptr<tmpl::Template> const source = parse("t.j2", text);
        std::string result;
        if (!diagnostics_.has_errors()) result = render(*source, environment, diagnostics_);
        return diagnostics_.has_errors() ? messages() : result;
    }

private:
    std::unique_ptr<tmpl::Template> parse(std::string const& name, std::string const& text) {
        FileId const file = sources_.add(name, text);
        return std::make_unique<tmpl::Template>(tmpl::parse_template(file, sources_, diagnostics_));
    }
    tmpl::Template const* load(std::string const& name) {
        auto& place = loaded_[name];
        if (!place) place = parse(name, files.at(name));
        return place.get();
    }
    std::string messages() {
        std::istringstream rendered(render_text(diagnostics_, sources_));
        std::string found;
        for (std::string line; std::getline(rendered, line);) {
            bool const is_source_line = line.starts_with(' ');
            if (!is_source_line) found += (found.empty() ? "" : "\n") + line;
        }
        return found;
    }

    SourceManager sources_;
    Diagnostics diagnostics_;
    std::map<std::string, std::unique_ptr<tmpl::Template>> loaded_;
};

inline std::string rendered(std::string const& text, nlohmann::json data = nlohmann::json::object()) {
    TemplateRun run;
    run.data = std::move(data);
    return run(text);
}

}  // namespace moo::test
