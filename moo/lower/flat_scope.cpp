#include "moo/lower/flat_scope.h"

#include "moo/expr/evaluate.h"
#include "moo/lower/predefined.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_function{DiagnosticKind::UnknownName,
                                                     "no function named `{}` is declared here"};
constexpr Message<std::string_view, std::string_view> unknown_field{DiagnosticKind::UnknownName,
                                                                    "{} has no field `{}`"};
constexpr Message<std::string_view, std::string_view> unknown_literal{DiagnosticKind::UnknownName,
                                                                      "{} has no literal `{}`"};
constexpr Message<std::string_view, std::size_t> wrong_count{DiagnosticKind::WrongArguments,
                                                             "`{}` does not take {} arguments"};
constexpr Message<> guess_of_expression{DiagnosticKind::WrongArguments,
                                        "the argument of `guess` is not the name of a variable"};

// Constants that are defined by each other are an error that the passes report; here they only must not hang.
constexpr int most_nested_bindings = 100;
// Arrays in records in arrays.
constexpr int most_nested_parts = 10;

}  // namespace

Symbol FlatScope::name_of(Symbol identifier) {
    if (!unquote_names_) return identifier;
    if (identifier.index() >= names_.size()) names_.resize(interner_.size());
    Symbol& name = names_[identifier.index()];
    if (!name) {
        Symbol const plain = interner_.intern(unquote_identifier(interner_.text(identifier)));
        name = plain;
    }
    return name;
}

bool FlatScope::add_variable(Symbol identifier, VarId variable) {
    if (identifier.index() >= variables_.size()) variables_.resize(interner_.size());
    if (variables_[identifier.index()]) return false;
    variables_[identifier.index()] = variable;
    return true;
}

bool FlatScope::add_type(Symbol identifier, ScopeType type) {
    if (model_.exprs.types().kind(type.type) == TypeKind::record) records_.push_back(type.type);
    return types_.try_emplace(identifier, std::move(type)).second;
}

bool FlatScope::add_function(Symbol identifier, FunctionSignature signature) {
    auto const [known, is_new] = functions_.try_emplace(identifier, nullptr);
    if (!is_new) return false;
    known->second = &signatures_.emplace_back(std::move(signature));
    return true;
}

VarId FlatScope::find_variable(Symbol identifier) const {
    return identifier.index() < variables_.size() ? variables_[identifier.index()] : VarId();
}

ScopeType const* FlatScope::find_type(Symbol identifier) {
    auto found = types_.find(identifier);
    if (found == types_.end() && declare_class) {
        declare_class(identifier);
        found = types_.find(identifier);
    }
    return found == types_.end() ? nullptr : &found->second;
}

// ---- references ------------------------------------------------------------------------------------

ExprId FlatScope::resolve(LoweringContext& context, ast::ExprId reference) {
    auto const parts = context.ast.reference_parts(reference);
    if (ExprId const value = find_value(context, parts[0].name)) {
        return apply_parts(context, value, parts, context.ast[reference].span);
    }
    if (parts.size() == 2) {
        std::size_t const errors = context.diagnostics.error_count();
        if (ExprId const literal = find_literal(context, parts)) return literal;
        if (context.diagnostics.error_count() != errors) return {};
    }
    std::string const name(interner_.text(name_of(parts[0].name)));
    ExprId value = locals_ == nullptr ? gather(context, name, 0) : ExprId();
    if (!value) value = gather_subscripted(context, name);
    if (value) return apply_parts(context, value, parts, context.ast[reference].span);
    report_unknown(context, reference);
    return {};
}

ExprId FlatScope::find_value(LoweringContext& context, Symbol identifier) {
    if (locals_ != nullptr) {
        auto const local = locals_->find(identifier);
        if (local != locals_->end()) return local->second;
    }
    VarId const variable = find_variable(identifier);
    bool const is_visible = variable && (locals_ == nullptr || model_.variables[variable].is_package_constant);
    if (is_visible) return context.exprs.variable(variable, model_.variables[variable].type);
    if (interner_.text(identifier) == "time") return context.exprs.time();
    return {};
}

ExprId FlatScope::apply_parts(LoweringContext& context, ExprId value, std::span<ast::ReferencePart const> parts,
                              SourceSpan span) {
    for (std::size_t i = 0; i < parts.size() && value; ++i) {
        if (i > 0) {
            TypeTable const& types = context.exprs.types();
            TypeId const record = types.element(context.exprs.type(value));
            Symbol const field = name_of(parts[i].name);
            bool const is_record = types.kind(record) == TypeKind::record;
            if (!is_record || !types.field_index(record, field)) {
                context.diagnostics.error(span, unknown_field, type_text(types, record, interner_),
                                          interner_.text(field));
                return {};
            }
            value = context.exprs.field(value, field);
        }
        auto const subscripts = context.ast.items(parts[i].subscripts);
        if (!subscripts.empty()) value = lower_subscripts(context, value, subscripts, span);
    }
    return value;
}

// `'E'.'a'` or `StateSelect.prefer`; none, without a report, if the first part is not an enumeration.
ExprId FlatScope::find_literal(LoweringContext& context, std::span<ast::ReferencePart const> parts) {
    TypeTable& types = context.exprs.types();
    std::string_view const name = interner_.text(parts[0].name);
    ScopeType const* const declared = find_type(parts[0].name);
    auto const type =
        declared != nullptr ? std::optional(declared->type) : find_predefined_enumeration(types, interner_, name);
    if (!type || types.kind(*type) != TypeKind::enumeration) return {};
    Symbol const wanted = declared != nullptr ? name_of(parts[1].name) : parts[1].name;
    auto const literals = types.literals(*type);
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (literals[i] == wanted) return context.exprs.enumeration(*type, static_cast<std::uint32_t>(i + 1));
    }
    context.diagnostics.error({parts[1].begin, parts[1].begin}, unknown_literal, type_text(types, *type, interner_),
                              interner_.text(wanted));
    return {};
}

// The beginnings of the names of variables, up to a subscript or field: `a` and `a[1` of `a[1,2]`.
void FlatScope::collect_stems() {
    if (!by_name_.empty()) return;
    for (VarId const variable : model_.variables.ids()) {
        by_name_.try_emplace(model_.variables[variable].name, variable);
        std::string_view const text = interner_.text(model_.variables[variable].name);
        for (std::size_t i = 1; i < text.size(); ++i) {
            bool const is_cut = text[i] == '[' || text[i] == ',' || text[i] == '.';
            if (is_cut) stems_.insert(text.substr(0, i));
        }
    }
}

ExprId FlatScope::gather(LoweringContext& context, std::string const& name, int depth) {
    if (depth > most_nested_parts) return {};
    collect_stems();
    Symbol const symbol = interner_.find(name);
    auto const found = symbol ? by_name_.find(symbol) : by_name_.end();
    if (found != by_name_.end()) return context.exprs.variable(found->second, model_.variables[found->second].type);
    if (!stems_.contains(name)) return {};
    // The elements of `x` are `x[1]`, those of the row `x[1` are `x[1,1]`.
    std::size_t const opened = name.rfind('[');
    bool const is_row = opened != std::string::npos && name.find(']', opened) == std::string::npos;
    std::vector<ExprId> elements;
    for (std::int64_t i = 1;; ++i) {
        std::string const prefix = name + (is_row ? "," : "[") + std::to_string(i);
        ExprId element = gather(context, prefix + "]", depth + 1);
        if (!element) element = gather(context, prefix, depth + 1);
        if (!element) break;
        elements.push_back(element);
    }
    return elements.empty() ? gather_record(context, name, depth) : context.exprs.array(elements);
}

// OpenModelica writes `x['i'].y` as one name where `x` or only `x[1].y`, `x[2].y` … are declared.
ExprId FlatScope::gather_subscripted(LoweringContext& context, std::string const& name) {
    std::size_t const begin = name.find("['");
    std::size_t const end = begin == std::string::npos ? begin : name.find("']", begin);
    if (end == std::string::npos) return {};
    Symbol const identifier = interner_.find(std::string_view(name).substr(begin + 1, end - begin));
    ExprId index;
    for (auto bound = context.iterators.rbegin(); bound != context.iterators.rend() && !index; ++bound) {
        if (bound->name == identifier) index = bound->value;
    }
    if (!index && identifier) index = find_value(context, identifier);
    if (!index) return {};
    if (end + 2 == name.size()) {
        // The array itself may be declared, in particular in a function.
        Symbol const array = interner_.find(quote_identifier(name.substr(0, begin)));
        ExprId const value = array ? find_value(context, array) : ExprId();
        if (value) return context.exprs.subscript(value, {index});
    }
    if (locals_ != nullptr) return {};
    std::vector<ExprId> elements;
    for (std::int64_t i = 1;; ++i) {
        std::string const part = name.substr(0, begin + 1) + std::to_string(i) + name.substr(end + 1);
        ExprId const element = gather(context, part, 0);
        if (!element) break;
        elements.push_back(element);
    }
    return elements.empty() ? ExprId() : context.exprs.subscript(context.exprs.array(elements), {index});
}

ExprId FlatScope::gather_record(LoweringContext& context, std::string const& name, int depth) {
    for (TypeId const record : records_) {
        std::vector<RecordField> const fields(context.exprs.types().fields(record).begin(),
                                              context.exprs.types().fields(record).end());
        std::vector<ExprId> values;
        for (RecordField const& field : fields) {
            ExprId const value = gather(context, name + "." + std::string(interner_.text(field.name)), depth + 1);
            if (!value || !is_assignable(context.exprs.types(), context.exprs.type(value), field.type)) break;
            values.push_back(value);
        }
        if (!fields.empty() && values.size() == fields.size()) return context.exprs.record(record, values);
    }
    return {};
}

void FlatScope::report_unknown(LoweringContext& context, ast::ExprId reference) {
    std::vector<std::string_view> candidates;
    if (locals_ != nullptr) {
        for (auto const& [identifier, local] : *locals_) candidates.push_back(interner_.text(identifier));
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        if (variables_[i]) candidates.push_back(interner_.text(Symbol(i)));
    }
    report_unknown_name(context, reference, candidates);
}

// ---- calls -----------------------------------------------------------------------------------------

std::vector<FunctionSignature const*> FlatScope::functions(LoweringContext& context, ast::ExprId callee) {
    auto const parts = context.ast.reference_parts(callee);
    if (parts.size() == 1) {
        auto found = functions_.find(parts[0].name);
        if (found == functions_.end() && declare_class) {
            declare_class(parts[0].name);
            found = functions_.find(parts[0].name);
        }
        if (found != functions_.end()) return {found->second};
    }
    context.diagnostics.error(context.ast[callee].span, unknown_function, context.ast.text(context.ast[callee].span));
    return {};
}

std::optional<ExprId> FlatScope::special_call(LoweringContext& context, ast::ExprId call) {
    if (auto const builtin = undeclared_builtin(context, call)) return lower_builtin(context, call, *builtin);
    auto const target = guess_target(context, call);
    if (!target) return std::nullopt;
    if (!*target) return ExprId();
    Variable const& variable = model_.variables[*target];
    if (ExprId const start = variable.attribute(Attribute::start)) return start;
    TypeId const element = context.exprs.types().element(variable.type);
    if (element == types::boolean) return context.exprs.boolean(false);
    return element == types::integer ? context.exprs.integer(0) : context.exprs.real(0);
}

// OpenModelica calls `'Modelica.Math.atan2'`, whose external language is "builtin", without declaring it.
std::optional<Builtin> FlatScope::undeclared_builtin(LoweringContext& context, ast::ExprId call) {
    constexpr std::string_view package = "Modelica.Math.";
    auto const callee = context.ast.simple_callee(call);
    if (!callee) return std::nullopt;
    std::string_view const name = interner_.text(name_of(*callee));
    if (!name.starts_with(package) || functions_.contains(*callee)) return std::nullopt;
    if (declare_class) declare_class(*callee);
    if (functions_.contains(*callee)) return std::nullopt;
    auto const builtin = find_builtin(name.substr(package.size()));
    bool const is_elementary = builtin && builtin_info(*builtin).type == TypeRule::real_shape;
    return is_elementary ? builtin : std::nullopt;
}

ExprId FlatScope::lower_builtin(LoweringContext& context, ast::ExprId call, Builtin builtin) {
    std::vector<ExprId> arguments;
    for (ast::Argument const& argument : context.ast.arguments(call)) {
        ExprId const value = lower_expression_as(context, argument.value, types::real);
        if (!value) return {};
        arguments.push_back(value);
    }
    BuiltinInfo const& info = builtin_info(builtin);
    if (!info.takes(arguments.size())) {
        context.diagnostics.error(context.ast[call].span, wrong_count, info.name, arguments.size());
        return {};
    }
    return context.exprs.builtin(builtin, arguments);
}

std::optional<VarId> FlatScope::guess_target(LoweringContext& context, ast::ExprId call) {
    call = context.ast.strip(call);
    if (context.ast[call].kind != ast::ExprKind::call) return std::nullopt;
    auto const callee = context.ast.simple_callee(call);
    if (!callee || interner_.text(*callee) != "guess") return std::nullopt;
    auto const arguments = context.ast.arguments(call);
    if (arguments.size() == 1) {
        ast::ExprId const argument = context.ast.strip(arguments[0].value);
        if (context.ast[argument].kind == ast::ExprKind::reference) {
            auto const parts = context.ast.reference_parts(argument);
            VarId const variable = find_variable(parts[0].name);
            if (variable && parts.size() == 1 && parts[0].subscripts.empty()) return variable;
        }
    }
    context.diagnostics.error(context.ast[call].span, guess_of_expression);
    return VarId();
}

// ---- values at translation -------------------------------------------------------------------------

Value FlatScope::evaluate(LoweringContext&, ExprId expr) { return evaluate_within(expr, 0); }

Value FlatScope::evaluate_within(ExprId expr, int depth) {
    if (depth > most_nested_bindings) return {};
    Evaluation const result = moo::evaluate(model_.exprs, expr, [this, depth](ExprStore const& exprs, ExprId id) {
        return exprs.kind(id) == ExprKind::variable ? value_of(exprs.variable_of(id), depth) : Value();
    });
    return result.has_value() ? result.value : Value();
}

Value FlatScope::value_of(VarId variable, int depth) {
    if (!model_.variables[variable].is_parameter()) return {};
    if (!model_.variables[variable].binding && lower_binding) {
        Locals const* const locals = set_locals(nullptr);
        lower_binding(variable);
        set_locals(locals);
    }
    ExprId const binding = model_.variables[variable].binding;
    return binding ? evaluate_within(binding, depth + 1) : Value();
}

}  // namespace moo
