// The names of a flat model: variables, types and functions in one scope, and inside a function its variables.
#pragma once

#include <deque>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "moo/lower/lower_expression.h"
#include "moo/model/flat_model.h"

namespace moo {

// A declared type: the type itself, and the modifications of the types that it was derived from, innermost first.
struct ScopeType {
    TypeId type;
    std::vector<ast::ModificationId> modifications;
    ast::ClassId class_id;
};

class FlatScope : public NameResolver {
public:
    FlatScope(FlatModel& model, Interner& interner, bool unquote_names)
        : model_(model), interner_(interner), unquote_names_(unquote_names) {}

    // The name that an identifier represents: Base Modelica writes the component `a.b` as `'a.b'`.
    [[nodiscard]] Symbol name_of(Symbol identifier);

    // ---- declaring ----

    // False if the identifier is already used.
    bool add_variable(Symbol identifier, VarId variable);
    bool add_type(Symbol identifier, ScopeType type);
    // From now on the signature may be called; `identifier` is the name of the function, or of the type that it
    // constructs.
    bool add_function(Symbol identifier, FunctionSignature signature);
    // Called for types and functions that are used before they are declared.
    std::function<void(Symbol identifier)> declare_class;
    // Called for the binding of a variable whose value is needed before it has a binding.
    std::function<void(VarId)> lower_binding;

    [[nodiscard]] VarId find_variable(Symbol identifier) const;
    [[nodiscard]] ScopeType const* find_type(Symbol identifier);

    // ---- the inside of a function ----

    // The variables of a function by identifier. While they are set, nothing else is visible but package constants.
    using Locals = std::unordered_map<Symbol, ExprId>;
    // Returns those that were set before.
    Locals const* set_locals(Locals const* locals) { return std::exchange(locals_, locals); }

    // ---- NameResolver ----

    ExprId resolve(LoweringContext& context, ast::ExprId reference) override;
    std::vector<FunctionSignature const*> functions(LoweringContext& context, ast::ExprId callee) override;
    std::optional<ExprId> special_call(LoweringContext& context, ast::ExprId call) override;
    Symbol iterator_name(LoweringContext&, Symbol written) override { return name_of(written); }
    Value evaluate(LoweringContext& context, ExprId expr) override;

    // The variable in `guess(x)`, or none if the expression is not such a call; after a report if `x` is not a
    // variable.
    [[nodiscard]] std::optional<VarId> guess_target(LoweringContext& context, ast::ExprId call);

private:
    [[nodiscard]] ExprId find_value(LoweringContext& context, Symbol identifier);
    // The elements or fields of a variable that another tool has split: `x` where `x[1]`, `x[2]` are declared. Fills
    // by_name_ and stems_, which only models with such variables need.
    void collect_stems();
    [[nodiscard]] ExprId gather(LoweringContext& context, std::string const& name, int depth);
    [[nodiscard]] ExprId gather_subscripted(LoweringContext& context, std::string const& name);
    [[nodiscard]] ExprId gather_record(LoweringContext& context, std::string const& name, int depth);
    [[nodiscard]] ExprId find_literal(LoweringContext& context, std::span<ast::ReferencePart const> parts);
    ExprId apply_parts(LoweringContext& context, ExprId value, std::span<ast::ReferencePart const> parts,
                       SourceSpan span);
    [[nodiscard]] std::optional<Builtin> undeclared_builtin(LoweringContext& context, ast::ExprId call);
    ExprId lower_builtin(LoweringContext& context, ast::ExprId call, Builtin builtin);
    void report_unknown(LoweringContext& context, ast::ExprId reference);
    Value value_of(VarId variable, int depth);
    Value evaluate_within(ExprId expr, int depth);

    FlatModel& model_;
    Interner& interner_;
    bool unquote_names_;
    // Indexed by identifier: a hash table would cost a cache miss for each name of a large model.
    std::vector<Symbol> names_;
    std::vector<VarId> variables_;
    std::unordered_map<Symbol, VarId> by_name_;  // by name; filled with the stems
    std::unordered_map<Symbol, ScopeType> types_;
    std::unordered_map<Symbol, FunctionSignature const*> functions_;
    std::deque<FunctionSignature> signatures_;
    std::vector<TypeId> records_;  // in the order of their declarations
    std::unordered_set<std::string_view> stems_;
    Locals const* locals_ = nullptr;
};

}  // namespace moo
