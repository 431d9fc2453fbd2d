// Reports as files: a page for browsers, and JSON for scripts.
#pragma once

#include <string>

#include "backends/show/show_context.h"

namespace moo {

// One HTML file: the template from backends/show/page with the data in it.
[[nodiscard]] std::string write_page(ShowContext& context);
// All data as one JSON object; docs/moshow.md describes it.
[[nodiscard]] std::string write_report_json(ShowContext& context);

}  // namespace moo
