// Reports about a model in a form for people, written by the tools that have one.
#pragma once

#include <string>

#include "backends/show/show_context.h"
#include "moo/base/cli.h"

namespace moo {

// What a report shows beside the document.
struct ReportExtras {
    ShownRun const* run = nullptr;
    Differences const* differences = nullptr;
};

// A page, or the same data as JSON. Empty after a report.
[[nodiscard]] std::string model_report(Tool& tool, Interner const& interner, Document const& document,
                                       Translation const& translation, ReportExtras const& extras, bool as_json);

// Unlike `Tool::write_output`, also if the model is wrong: then the report says why.
void write_report(Tool& tool, std::string const& path, std::string_view text);

}  // namespace moo
