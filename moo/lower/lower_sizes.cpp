#include "moo/lower/lower_sizes.h"

#include "moo/lower/predefined.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_type{DiagnosticKind::UnknownType, "no type named `{}` is declared here"};
constexpr Message<> size_not_integer{DiagnosticKind::TypeMismatch, "the size of an array is not an Integer"};
constexpr Message<> size_negative{DiagnosticKind::TypeMismatch, "the size of an array is negative"};

// `Real x[E]` has one element for each literal of E; `Real x[Boolean]` has two.
std::optional<std::int64_t> size_of_type(FlatScope& scope, LoweringContext& context, ast::ExprId subscript) {
    if (context.ast[subscript].kind != ast::ExprKind::reference) return std::nullopt;
    auto const parts = context.ast.reference_parts(subscript);
    if (parts.size() != 1 || scope.find_variable(parts[0].name)) return std::nullopt;
    if (context.interner.text(parts[0].name) == "Boolean") return 2;
    ScopeType const* const type = scope.find_type(parts[0].name);
    if (type == nullptr || context.exprs.types().kind(type->type) != TypeKind::enumeration) return std::nullopt;
    return static_cast<std::int64_t>(context.exprs.types().literals(type->type).size());
}

}  // namespace

std::optional<DeclaredType> lower_type_name(LoweringContext& context, FlatScope& scope, ast::Name const& name) {
    std::string const text = name_text(context.ast, context.interner, name);
    if (auto const predefined = find_predefined_type(text)) return DeclaredType{*predefined, {}, {}};
    auto const parts = context.ast.items(name.parts);
    if (parts.size() == 1) {
        if (ScopeType const* const type = scope.find_type(parts[0].symbol)) {
            DeclaredType declared{type->type, {}, type->modifications};
            auto const dims = context.exprs.types().dims(type->type);
            std::vector<std::int64_t> const copy(dims.begin(), dims.end());
            for (std::int64_t const size : copy) declared.sizes.push_back(context.exprs.integer(size));
            return declared;
        }
        if (auto const predefined = find_predefined_enumeration(context.exprs.types(), context.interner, text)) {
            return DeclaredType{*predefined, {}, {}};
        }
    }
    context.diagnostics.error(name.span, unknown_type, text);
    return std::nullopt;
}

bool add_sizes(LoweringContext& context, FlatScope& scope, std::span<ast::ExprId const> subscripts,
               DeclaredType& declared) {
    std::vector<ExprId> sizes;
    std::vector<std::int64_t> dims;
    for (ast::ExprId const id : subscripts) {
        ExprId size;
        std::int64_t dim = TypeTable::unknown_size;
        if (auto const count = size_of_type(scope, context, id)) {
            size = context.exprs.integer(*count);
        } else if (context.ast[id].kind != ast::ExprKind::colon) {
            size = lower_expression(context, id);
            if (!size) return false;
            TypeId const type = context.exprs.type(size);
            if (type != types::integer && type != types::unknown) {
                context.diagnostics.error(context.ast[id].span, size_not_integer);
                return false;
            }
        }
        if (size) {
            Value const value = scope.evaluate(context, size);
            if (value.kind() == ValueKind::integer) dim = value.as_integer();
            if (dim < 0 && dim != TypeTable::unknown_size) {
                context.diagnostics.error(context.ast[id].span, size_negative);
                return false;
            }
        }
        sizes.push_back(size);
        dims.push_back(dim);
    }
    declared.type = context.exprs.types().array(declared.type, dims);
    declared.sizes.insert(declared.sizes.begin(), sizes.begin(), sizes.end());
    return true;
}

}  // namespace moo
