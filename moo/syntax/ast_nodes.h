// The nodes of the syntax tree: small plain structs that mirror the concrete grammar of Modelica 3.6
// and of Base Modelica (MCP-0031). They refer to each other by typed 32-bit ids and by lists.
#pragma once

#include <cstdint>

#include "moo/base/id.h"
#include "moo/base/interner.h"
#include "moo/base/source.h"

namespace moo::ast {

// Declared before use: `Id<struct ExprTag>` alone would name `moo::ExprTag` wherever that is visible.
struct ExprTag;
struct ClassTag;
struct ElementTag;
struct ComponentTag;
struct ModificationTag;
struct ModifierTag;
struct EquationTag;
struct StatementTag;

using ExprId = Id<ExprTag>;
using ClassId = Id<ClassTag>;
using ElementId = Id<ElementTag>;
using ComponentId = Id<ComponentTag>;
using ModificationId = Id<ModificationTag>;
using ModifierId = Id<ModifierTag>;
using EquationId = Id<EquationTag>;
using StatementId = Id<StatementTag>;

// A run of items in the pool of their type; `Ast::items` turns it into a `std::span`.
template <class T>
struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
    [[nodiscard]] bool empty() const { return count == 0; }
};

// ---- names, strings, comments ----------------------------------------------------------------------

// An identifier. Quoted identifiers keep their quotes, so `'x'` and `x` differ. The redundant escapes `\?` and `\"` are
// removed, so that equal identifiers have equal symbols.
struct Ident {
    Symbol symbol;
    SourceSpan span;
};

// A name or type specifier: `a.b.c` or `.a.b.c`.
struct Name {
    List<Ident> parts;
    SourceSpan span;
    bool is_global = false;  // has a leading dot
    [[nodiscard]] bool has_value() const { return !parts.empty(); }
};

// A string literal with its quotes; `Ast::string_value` unescapes it.
struct StringLiteral {
    SourceSpan span;
};

// A description and an annotation after a declaration, equation or statement; both are optional. The description is a
// list of the literals between plus signs: `"a" + "b"` has two.
struct Comment {
    List<StringLiteral> description;
    ModificationId annotation;
};

// A source decoration `@n` of Base Modelica.
struct Decoration {
    static constexpr std::uint32_t none = 0xffffffffu;
    std::uint32_t value = none;
    [[nodiscard]] bool has_value() const { return value != none; }
};

// ---- expressions -----------------------------------------------------------------------------------

enum class ExprKind : std::uint8_t {
    integer,              // `Expr::integer`
    real,                 // `Expr::real`
    boolean,              // `Expr::boolean`
    string,               // the span is the literal with its quotes
    reference,            // `a[1].b`: `Ast::reference_parts`, `Expr::is_global`
    call,                 // `f(x, n = 2)`: `Ast::callee`, `Ast::arguments`; also `der`, `initial`, `pure`
    partial_application,  // `function f(n = 2)`: `Ast::callee`, `Ast::arguments`
    unary,                // `-x`, `not b`: `Expr::op`, `Ast::operand`
    chain,                // `a + b - c`: `Ast::operand` is `a`, `Ast::terms` the rest
    range,                // `a:b` or `a:s:b`: `Ast::elements`
    conditional,          // `if c then x elseif d then y else z`: `Ast::elements` are c, x, d, y, z
    array,                // `{a, b}`: `Ast::elements`
    matrix,               // `[a, b; c, d]`: `Ast::elements` are the rows
    matrix_row,           // `Ast::elements`
    comprehension,        // `x for i in r`, the only argument of a call or element of an array:
                          // `Ast::operand`, `Ast::iterators`
    group,                // `(x)`: `Ast::operand`
    tuple,                // `(a, , b)` and `()`: `Ast::elements`, where a missing one has no value
    subscripted,          // `(x)[i]` of Base Modelica: `Ast::operand` (a group, tuple or member), `Ast::elements`
    member,               // `(x).name` of Base Modelica: `Ast::operand` (as above, or subscripted), `Ast::member_name`
    decorated,            // `x @7` of Base Modelica: `Ast::operand`, `Ast::decoration`
    end,                  // `end` in a subscript
    colon,                // `:` as a subscript
    break_,               // `break` as the value of a modifier
};

enum class Operator : std::uint8_t {
    none,
    // unary only
    not_,
    // unary and binary
    add,
    sub,
    add_elementwise,
    sub_elementwise,
    // binary
    mul,
    div,
    mul_elementwise,
    div_elementwise,
    pow,
    pow_elementwise,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    and_,
    or_,
};

// One operator and its right operand. All operators of a chain have the same precedence and
// associate to the left; relations and powers have exactly one term. A chain of a hundred thousand
// terms is one node, so the depth of an expression tree is bounded by `ParseOptions::max_nesting`.
struct Term {
    Operator op = Operator::none;
    ExprId operand;
};

// An expression. The meaning of `a`, `b` and `c` depends on the kind; read them through `Ast`.
struct Expr {
    ExprKind kind = ExprKind::end;
    Operator op = Operator::none;
    bool is_global = false;  // of a reference: has a leading dot
    bool boolean = false;
    std::uint32_t c = 0;
    SourceSpan span;
    struct Pair {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
    };
    union {
        Pair pair = {};
        std::int64_t integer;
        double real;
    };
};
static_assert(sizeof(Expr) == 24);

struct ReferencePart {
    Symbol name;
    SourceLoc begin;
    List<ExprId> subscripts;  // expressions and colons
};

struct Argument {
    Ident name;  // without value if positional
    ExprId value;
};

struct Iterator {
    Ident name;
    ExprId range;  // without value in `for i loop`
};

// ---- modifiers -------------------------------------------------------------------------------------

enum class BindingKind : std::uint8_t { none, equal, assign };  // nothing, `= e`, `:= e` (deprecated)

// `(a = 1, redeclare B b) = value`; also the argument list of an annotation, which has no value.
struct Modification {
    SourceSpan span;
    bool has_arguments = false;  // has parentheses, even if they are empty
    BindingKind binding = BindingKind::none;
    List<ModifierId> arguments;
    ExprId value;  // kind `break_` for `= break`
};

enum class ModifierKind : std::uint8_t {
    modification,   // `each final a.b(c = 1) = 2 "text"`: `name`, `modification`, `description`
    element,        // `redeclare …` or `replaceable …`: `element`
    break_name,     // `break x` in an extends clause: `name`
    break_connect,  // `break connect(a, b)` in an extends clause: `connect_from`, `connect_to`
};

// One argument of a modification.
struct Modifier {
    ModifierKind kind = ModifierKind::modification;
    bool is_each = false;
    bool is_final = false;
    Decoration decoration;
    SourceSpan span;
    Name name;
    ModificationId modification;
    List<StringLiteral> description;
    ElementId element;  // a component clause with one component, or a short class; with its flags
    ExprId connect_from;
    ExprId connect_to;
};

// ---- elements --------------------------------------------------------------------------------------

enum class ElementKind : std::uint8_t { import, extends, component_clause, class_definition, parameter_equation };

enum class ImportKind : std::uint8_t {
    qualified,    // `import A.B;`
    renamed,      // `import C = A.B;`
    unqualified,  // `import A.*;`
    group,        // `import A.{B, C};`
};

// `Causality` and `Variability` as written; the front end decides what they mean for a type.
enum class FlowPrefix : std::uint8_t { none, flow, stream };
enum class Variability : std::uint8_t { none, discrete, parameter, constant };
enum class Causality : std::uint8_t { none, input, output };

struct Import {
    ImportKind kind = ImportKind::qualified;
    Ident alias;  // of `renamed`
    Name name;
    List<Ident> members;  // of `group`
    Comment comment;
};

struct Extends {
    Name type;
    ModificationId modification;
    ModificationId annotation;
};

struct ComponentClause {
    FlowPrefix flow = FlowPrefix::none;
    Variability variability = Variability::none;
    Causality causality = Causality::none;
    Name type;
    List<ExprId> subscripts;  // `Real[3] x`
    List<ComponentId> components;
};

// `x[3](start = 1) = 2 if c "text" annotation(…)`
struct Component {
    Ident name;
    SourceSpan span;
    List<ExprId> subscripts;
    ModificationId modification;
    ExprId condition;
    Comment comment;
};

struct Constraint {
    Name type;  // without value if there is no constraining clause
    ModificationId modification;
    Comment comment;
};

// The contents of an element are in the table of its kind: `Ast::import(id)` and so on.
struct Element {
    ElementKind kind = ElementKind::component_clause;
    bool is_redeclare = false;
    bool is_final = false;
    bool is_inner = false;
    bool is_outer = false;
    bool is_replaceable = false;
    Decoration decoration;
    SourceSpan span;
    std::uint32_t detail = 0;      // index into the table of the kind
    std::uint32_t constraint = 0;  // 0 if there is none, else index + 1
};

// ---- equations and statements ----------------------------------------------------------------------

template <class BodyId>
struct BranchOf {
    ExprId condition;  // without value for `else`
    List<BodyId> body;
    SourceSpan span;
};
using EquationBranch = BranchOf<EquationId>;
using StatementBranch = BranchOf<StatementId>;

enum class EquationKind : std::uint8_t {
    equality,    // `lhs = rhs`
    expression,  // a call such as `assert(…)`: `lhs`; in Base Modelica any expression
    connect,     // `connect(lhs, rhs)`
    if_,         // `branches`
    when,        // `branches`
    for_,        // `iterators`, `body`
};

struct Equation {
    EquationKind kind = EquationKind::equality;
    Decoration decoration;
    SourceSpan span;
    ExprId lhs;
    ExprId rhs;
    List<EquationBranch> branches;
    List<Iterator> iterators;
    List<EquationId> body;
    Comment comment;
};

enum class StatementKind : std::uint8_t {
    assignment,  // `lhs := rhs`; `lhs` is a reference, or a tuple or group for several outputs
    call,        // `f(x)`: `lhs`
    break_,
    return_,
    if_,     // `branches`
    when,    // `branches`
    for_,    // `iterators`, `body`
    while_,  // `lhs` is the condition, `body`
};

struct Statement {
    StatementKind kind = StatementKind::assignment;
    Decoration decoration;
    SourceSpan span;
    ExprId lhs;
    ExprId rhs;
    List<StatementBranch> branches;
    List<Iterator> iterators;
    List<StatementId> body;
    Comment comment;
};

// ---- classes ---------------------------------------------------------------------------------------

enum class ClassKind : std::uint8_t {
    class_,
    model,
    record,
    operator_record,
    block,
    connector,
    expandable_connector,
    type,
    package,
    function,
    operator_function,
    operator_,
};

enum class ClassForm : std::uint8_t {
    long_,        // `model A … end A`
    extends_,     // `model extends A(…) … end A`
    short_,       // `type A = input B[3](…)`
    enumeration,  // `type A = enumeration(a, b)` or `enumeration(:)`
    derivative,   // `function A = der(f, x, y)`
};

enum class Purity : std::uint8_t { none, pure, impure, pure_constant };  // the last in Base Modelica only

enum class SectionKind : std::uint8_t {
    elements,  // before the first section keyword; public
    public_,
    protected_,
    equation,
    initial_equation,
    algorithm,
    initial_algorithm,
};

// A section of a class, in the order of the source. Only the list of its kind is filled.
struct Section {
    SectionKind kind = SectionKind::elements;
    SourceSpan span;
    List<ElementId> elements;
    List<EquationId> equations;
    List<StatementId> statements;
};

struct External {
    Decoration decoration;
    SourceSpan span;
    StringLiteral language;  // empty span if absent
    ExprId output;           // `y` in `external "C" y = f(x)`
    Ident function;          // without value if absent
    List<ExprId> arguments;
    ModificationId annotation;
};

struct EnumLiteral {
    Ident name;
    Comment comment;
};

// `Clock c = e` in a base partition of Base Modelica.
struct ClockClause {
    Decoration decoration;
    Ident name;
    ExprId value;
    Comment comment;
};

struct SubPartition {
    SourceSpan span;
    List<ModifierId> arguments;
    Comment comment;
    List<Section> sections;
};

struct Partition {
    SourceSpan span;
    Comment comment;
    List<ClockClause> clocks;
    List<SubPartition> sub_partitions;
};

struct Class {
    ClassKind kind = ClassKind::class_;
    ClassForm form = ClassForm::long_;
    Purity purity = Purity::none;
    Causality causality = Causality::none;  // of a short class
    bool is_encapsulated = false;
    bool is_partial = false;
    bool is_final = false;             // of a top-level class; elsewhere it is in the element
    bool is_open_enumeration = false;  // `enumeration(:)`
    Ident name;
    SourceSpan span;
    // A long class has its description here, and the annotation before its `end`.
    Comment comment;

    // long_ and extends_
    ModificationId extends_modification;
    List<Section> sections;
    std::uint32_t external = 0;  // 0 if there is none, else index + 1: `Ast::external`
    List<Partition> partitions;

    // short_ and derivative
    Name base;
    List<ExprId> subscripts;
    ModificationId modification;
    List<Ident> derivative_variables;

    // enumeration
    List<EnumLiteral> literals;
};

}  // namespace moo::ast
