// Makes expressions for the readers of MOO, with checks.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "moo/io/document/document_names.h"
#include "moo/io/document/remembered.h"

namespace moo {

// Names in a MOO file are resolved and nothing has to be inferred. But a file may come from anyone, so this checks that
// it follows the rules. Each function returns none if something is wrong, and `error` says what.
class ExpressionBuilder {
public:
    // The things that expressions refer to grow while the document is read.
    ExpressionBuilder(ExprStore& exprs, VariableStore const& variables, std::vector<FlatFunction> const& functions,
                      DocumentNames const& names)
        : exprs_(exprs), variables_(variables), functions_(functions), names_(names) {}

    ExprId variable(Symbol name);
    // An iterator, or a variable of the function that is being read.
    ExprId local(Symbol name);
    [[nodiscard]] bool is_local(Symbol name) const { return find_local(name) != nullptr; }
    [[nodiscard]] bool has_locals() const { return !locals_.empty(); }
    ExprId shared(std::int64_t number);
    ExprId enumeration(Symbol type, Symbol literal);
    // Operators and constructors: all kinds that have an `operator_word`.
    ExprId apply(ExprKind kind, std::span<ExprId const> operands);
    ExprId builtin(Builtin builtin, std::span<ExprId const> arguments);
    ExprId call(Symbol function, std::span<ExprId const> arguments);
    ExprId record(Symbol type, std::span<ExprId const> fields);
    ExprId field(ExprId record, Symbol name);
    ExprId output(ExprId call, std::int64_t number);
    ExprId reduction(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators);
    // A call whose value is one of several results becomes the tuple of all results; anything else does not change.
    ExprId with_all_outputs(ExprId call);

    // Makes a name known until it is unbound; inner names hide outer names.
    void bind(Symbol name, TypeId type) { locals_.push_back({name, type}); }
    void bind_iterator(Symbol name, ExprId range) { bind(name, exprs_.types().element(exprs_.type(range))); }
    void unbind(std::size_t count) { locals_.resize(locals_.size() - count); }

    void add_shared(ExprId expr) { shared_.push_back(expr); }

    // An occurrence of a remembered value. True if this is the first one that names the row for this expression; then
    // `place_remembered` says where it is.
    bool remember(RememberedKind kind, std::int64_t number, ExprId expr);
    void place_remembered(SourceSpan place) { remembered_.back().place = place; }
    [[nodiscard]] std::vector<RememberedOccurrence> const& remembered() const { return remembered_; }

    // Whether an expression has the type that the file gives it; none is right for every expression.
    bool check_type(ExprId expr, TypeId stated);

    // Files before MOO 1.0 have other literals, and no numbers of remembered values.
    void set_before_1(bool is_before_1) { is_before_1_ = is_before_1; }
    [[nodiscard]] bool is_before_1() const { return is_before_1_; }

    [[nodiscard]] std::string const& error() const { return error_; }
    // The mistake may disappear when more of the document is read: a variable, function or shared expression is
    // missing.
    [[nodiscard]] bool is_something_missing() const { return is_missing_; }
    ExprId fail(std::string text);

    [[nodiscard]] ExprStore& exprs() { return exprs_; }
    [[nodiscard]] Interner& interner() const { return names_.interner(); }
    [[nodiscard]] DocumentNames const& names() const { return names_; }

private:
    struct Local {
        Symbol name;
        TypeId type;
    };

    ExprId missing(std::string text);
    [[nodiscard]] Local const* find_local(Symbol name) const;
    [[nodiscard]] std::string quoted(Symbol name) const;
    ExprId apply_unary(ExprKind kind, ExprId operand);
    ExprId apply_binary(ExprKind kind, ExprId a, ExprId b);
    ExprId apply_other(ExprKind kind, std::span<ExprId const> operands);
    ExprId apply_if(std::span<ExprId const> operands);
    ExprId apply_range(std::span<ExprId const> operands);
    ExprId apply_subscript(std::span<ExprId const> operands);
    ExprId apply_matrix(std::span<ExprId const> operands);
    [[nodiscard]] TypeId output_type(FlatFunction const& function, FunctionVariable const& output,
                                     std::span<ExprId const> arguments);
    [[nodiscard]] TypeId element(ExprId expr) const { return exprs_.types().element(exprs_.type(expr)); }
    [[nodiscard]] bool is_numeric(ExprId expr) const;
    [[nodiscard]] bool is_value(ExprId expr) const;

    ExprStore& exprs_;
    VariableStore const& variables_;
    std::vector<FlatFunction> const& functions_;
    DocumentNames const& names_;
    std::vector<Local> locals_;
    std::vector<ExprId> shared_;
    std::vector<RememberedOccurrence> remembered_;
    std::unordered_map<std::uint64_t, ExprId> remembered_by_row_;
    std::string error_;
    bool is_missing_ = false;
    // Until the version is known: a file in the notation of the paper has none.
    bool is_before_1_ = true;
};

}  // namespace moo
