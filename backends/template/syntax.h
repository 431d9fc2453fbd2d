// The syntax tree of a template.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/template/value.h"
#include "moo/base/source.h"
#include "moo/base/store.h"

namespace moo::tmpl {

using ExprId = Id<struct TemplateExprTag>;
using StatementId = Id<struct TemplateStatementTag>;

enum class ExprKind : std::uint8_t {
    literal,
    name,         // text
    list,         // operands
    dict,         // operands: key, value, key, value, …
    logical_not,  // operand
    negate,       // operand
    binary,       // text: the operator; two operands
    logical_and,
    logical_or,
    conditional,  // operands: condition, then, else
    attribute,    // operand; text: the member
    subscript,    // operands: base, index
    slice,        // operands: base, begin, end, step; each but the first may be missing
    call,         // operand: what is called
    filter,       // operand; text: the filter
    test,         // operand; text: the test
};

// `name = value` in a call, or a value without a name.
struct ArgumentSyntax {
    std::string name;
    ExprId value;
};

struct Expr {
    ExprKind kind = ExprKind::literal;
    SourceSpan span;
    std::string text;
    Value literal;
    std::vector<ExprId> operands;
    std::vector<ArgumentSyntax> arguments;  // of a call, filter or test
    std::uint32_t depth = 1;                // levels of the tree below and with this node
};

enum class StatementKind : std::uint8_t {
    text,
    output,      // {{ expr }}
    if_,         // branches; the `else` has no condition
    for_,        // names; expr: what is walked over; filter; branches: body, else
    set,         // names; expr
    set_member,  // names: namespace, member; expr
    set_block,   // names: one; branches: its text
    macro,       // text: its name; parameters; branches: body
    include,     // expr: the file
    import,      // expr: the file; names: one
};

struct Branch {
    ExprId condition;
    std::vector<StatementId> body;
};

struct Statement {
    StatementKind kind = StatementKind::text;
    SourceSpan span;  // the tag, for messages
    std::string text;
    std::vector<std::string> names;
    ExprId expr;
    ExprId filter;
    std::vector<ArgumentSyntax> parameters;  // of a macro, with their defaults
    std::vector<Branch> branches;
};

struct Template {
    Store<ExprId, Expr> exprs;
    Store<StatementId, Statement> statements;
    std::vector<StatementId> body;
};

// A macro that has been defined, and the names that its file defines.
struct Scope;
struct Macro {
    Template const* source;
    StatementId definition;
    Scope* scope;
};

}  // namespace moo::tmpl
