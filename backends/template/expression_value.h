// Expressions and variables of a document in memory as the values that an ExpressionWriter takes. They are what a
// document in JSON would contain, without the detour through its text.
#pragma once

#include "backends/template/value.h"
#include "moo/io/document/write_context.h"

namespace moo::tmpl {

// The expression itself is written out; parts of it may be numbers of shared expressions and remembered values, as the
// context gives them.
[[nodiscard]] Value expression_value(WriteContext const& context, ::moo::ExprId expr);

// What an ExpressionWriter needs of a document: names, types and roles of the variables, shared expressions, and types.
[[nodiscard]] Value document_value(WriteContext const& context);

}  // namespace moo::tmpl
