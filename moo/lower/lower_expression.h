// From syntax trees of expressions to nodes of the expression store, with types checked.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/expr/store.h"
#include "moo/expr/value.h"
#include "moo/syntax/ast.h"

namespace moo {

struct LoweringContext;

// An input or output of a function, as a call sees it. Expressions refer to the inputs by leaves of kind `iterator`
// with their names.
struct SignatureVariable {
    Symbol name;
    TypeId type;
    std::vector<ExprId> sizes;  // of each dimension; none for `:`
    ExprId default_value;       // of an input; none if it must be given
    bool is_protected = false;  // a final field in the constructor of its record: it always has its default
};

// What a call needs to know about a function, or about the constructor of a record.
struct FunctionSignature {
    Symbol name;
    std::vector<SignatureVariable> inputs;
    std::vector<SignatureVariable> outputs;
    // The constructor of a record type: its call is `ExprStore::record` with the fields in order.
    bool is_record_constructor = false;
    bool is_impure = false;
    SourceSpan source;
};

// The meaning of names depends on the caller: a class scope, the variables of a flat model, a MOO document.
class NameResolver {
public:
    virtual ~NameResolver() = default;

    // The value of a reference with all its subscripts (`a[1].b`); `lower_subscripts` helps with these. If the name is
    // unknown or wrong, the resolver reports it and returns none. It is never called for iterators.
    virtual ExprId resolve(LoweringContext& context, ast::ExprId reference) = 0;
    // The functions that a call of this name could mean: one, or the constructors of an operator record. None, after a
    // report, if there is no such function. The pointers are valid as long as the resolver exists.
    virtual std::vector<FunctionSignature const*> functions(LoweringContext& context, ast::ExprId callee) = 0;
    // A call that only the resolver can handle, such as `inStream(c.h)`, `cardinality(c)`, `Connections.isRoot(f)` or a
    // function with a function as argument; nullopt if it is an ordinary call, none inside after a report.
    virtual std::optional<ExprId> special_call(LoweringContext&, ast::ExprId) { return std::nullopt; }
    // The overloads of an operator of a record type (Modelica 3.6, chapter 14): `'+'`, `'-'`, `'String'`, `'0'`, …
    virtual std::vector<FunctionSignature const*> operator_functions(LoweringContext&, TypeId /*record*/,
                                                                     std::string_view /*operator_name*/) {
        return {};
    }
    // The name of the leaf for an iterator of a reduction or loop. In Base Modelica, quotes around names are not part
    // of them.
    virtual Symbol iterator_name(LoweringContext&, Symbol written) { return written; }
    // The value of an expression at translation; without value if it has none then. Called where sizes or types depend
    // on it.
    virtual Value evaluate(LoweringContext&, ExprId) { return {}; }
    // The text that is passed to a function for this text: the path of the file if it is the address of a resource.
    virtual Symbol string_argument(LoweringContext&, Symbol text) { return text; }
    // Whether a reference since the last call depends on an iterator such that its loop must be unrolled, because it
    // selects an element of an array of components. Sets this flag and returns its old value.
    virtual bool exchange_unrolling(bool) { return false; }
    // Parameters whose values were requested since there were `count` of them are not needed after all.
    [[nodiscard]] virtual std::size_t evaluation_count() const { return 0; }
    virtual void forget_evaluations(std::size_t /*count*/) {}
    // For an expression that is not used, such as a branch that is not taken: only its names have to be right.
    virtual void check_names(LoweringContext&, ast::ExprId) {}
    // Whether `==` and `<>` may compare Real values: in functions (section 3.5).
    [[nodiscard]] virtual bool compares_reals() const { return true; }
};

// The value of an iterator while its body is lowered: a leaf of kind `iterator`, or a literal in an unrolled loop.
struct BoundIterator {
    Symbol name;
    ExprId value;
};

// Everything that lowering reads and writes.
struct LoweringContext {
    ast::Ast const& ast;
    Interner& interner;
    ExprStore& exprs;
    Diagnostics& diagnostics;
    NameResolver& names;
    std::vector<BoundIterator> iterators = {};  // innermost last
    // The meaning of `end` in the subscripts being lowered: the array and the dimension, from 1.
    struct Subscripted {
        ExprId array;
        std::int64_t dimension;
        TypeId index = types::integer;  // the type of subscripts of the dimension: Integer, Boolean or an enumeration
    };
    std::vector<Subscripted> subscripted = {};
    // Whether a call of an impure function is allowed here (Modelica 3.6, section 12.3).
    bool allows_impure = true;
    // Whether a conditional component may be mentioned here: in modifiers (section 4.4.5).
    bool allows_conditional = true;
};

// None if something was wrong, which is then reported.
[[nodiscard]] ExprId lower_expression(LoweringContext& context, ast::ExprId expr);

// As above, for a place where a value of this type is expected: `the condition`, `start`.
[[nodiscard]] ExprId lower_expression_as(LoweringContext& context, ast::ExprId expr, TypeId expected);

// `base[subscripts]`, with `end` bound to the sizes of `base`. None after a report. `index_types` gives the types of
// subscripts of the dimensions, such as E for `Real x[E]`; without it nothing is known.
[[nodiscard]] ExprId lower_subscripts(LoweringContext& context, ExprId base, std::span<ast::ExprId const> subscripts,
                                      SourceSpan span, std::span<TypeId const> index_types = {});

// Whether the subscript fits a dimension with subscripts of type `index`. If not, it is reported.
bool check_index_type(LoweringContext& context, ExprId subscript, TypeId index, ast::ExprId id);

// `function(arguments)` by position and name with defaults filled in, vectorized where the arguments have more
// dimensions than the inputs (section 12.4.6). One of the candidates must fit. None after a report.
[[nodiscard]] ExprId lower_function_call(LoweringContext& context, ast::ExprId call,
                                         std::span<FunctionSignature const* const> candidates);

// The same with arguments that are already lowered, all by position; none without a report if no candidate fits.
[[nodiscard]] ExprId call_function(LoweringContext& context, std::span<ExprId const> arguments,
                                   std::span<FunctionSignature const* const> candidates);

// A call that is an equation or statement of its own, or the right side of `(a, b) = f(x)`. Unless the function has
// exactly one output, the type of the call is the tuple of all outputs; `lower_expression` returns the first output.
[[nodiscard]] ExprId lower_call_with_outputs(LoweringContext& context, ast::ExprId call);

// The range of an iterator: a vector, or all values of a type (`for e in E`, `for b in Boolean`).
[[nodiscard]] ExprId lower_iteration_range(LoweringContext& context, ast::ExprId range);

// The range of an iterator without one, deduced from its use as a subscript in expressions that were lowered with the
// iterator as a leaf. None, without a report, if they do not determine it or contradict each other.
[[nodiscard]] ExprId deduce_range(LoweringContext& context, Symbol iterator, std::span<ExprId const> uses);

// "nothing named … is declared here", with the candidate that could be meant.
void report_unknown_name(LoweringContext& context, ast::ExprId reference,
                         std::vector<std::string_view> const& candidates);

}  // namespace moo
