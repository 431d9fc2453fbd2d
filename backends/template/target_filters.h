// The filters that know the target language (expr, target, identifier, comment, quote) or the document (place).
#pragma once

#include "backends/template/interpreter.h"
#include "backends/template/write_expression.h"

namespace moo::tmpl {

// Adds them. Without a language they exist, but report that none was given. Both have to outlive the environment.
void add_target_filters(Environment& environment, LanguageTable const* language, ExpressionWriter const* writer);
// Adds the names `model` and `variables`, and the filter `place`.
void add_document(Environment& environment, Value const& model);

}  // namespace moo::tmpl
