// The schemas of MOO files, made from the description of the document so that they always agree with it.
#pragma once

#include <string>

namespace moo {

// JSON Schema, draft 2020-12.
[[nodiscard]] std::string write_json_schema();
// XML Schema 1.0.
[[nodiscard]] std::string write_xml_schema();
// The grammar of the text, in the notation of the XML recommendation.
[[nodiscard]] std::string write_text_grammar();

// What operators and functions mean (moo/expr/operator_table.h): docs/operators.md, and the same as JSON.
[[nodiscard]] std::string write_operator_page();
[[nodiscard]] std::string write_operator_json();

}  // namespace moo
