#include "moo/lower/lower_package.h"

#include <algorithm>

#include "moo/lower/lower_sizes.h"
#include "moo/lower/shared_messages.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cyclic_type{DiagnosticKind::UnknownType, "type `{}` contains itself"};

}  // namespace

void PackageLowering::collect(std::span<ast::ElementId const> elements) {
    for (ast::ElementId const id : elements) {
        if (ast_[id].kind == ast::ElementKind::class_definition) collect(Entry{id, ast_.class_definition(ast_[id])});
    }
}

void PackageLowering::collect(std::span<ast::ClassId const> classes) {
    for (ast::ClassId const id : classes) collect(Entry{ast::ElementId(), id});
}

void PackageLowering::collect(Entry const& entry) {
    ast::Ident const& name = ast_[entry.class_id].name;
    auto const [known, is_new] = entries_.try_emplace(name.symbol, entry);
    if (is_new) {
        order_.push_back(name.symbol);
        return;
    }
    context_.diagnostics
        .error(name.span, lower_messages::duplicate_name, context_.interner.text(scope_.name_of(name.symbol)))
        .note(ast_[known->second.class_id].name.span, "the first declaration is here");
}

ast::Decoration PackageLowering::decoration_of(Entry const& entry) const {
    return entry.element ? ast_[entry.element].decoration : ast::Decoration();
}

void PackageLowering::declare(Symbol identifier) {
    auto const found = entries_.find(identifier);
    if (found == entries_.end() || found->second.state == State::done) return;
    Entry& entry = found->second;
    if (entry.state == State::running) {
        // A function may call itself; its signature is just not there yet for its own sizes and defaults.
        if (ast_[entry.class_id].kind != ast::ClassKind::function) {
            context_.diagnostics.error(ast_[entry.class_id].name.span, cyclic_type,
                                       context_.interner.text(scope_.name_of(identifier)));
        }
        return;
    }
    entry.state = State::running;
    // Declarations made here do not see the function that requested them.
    FlatScope::Locals const* const locals = scope_.set_locals(nullptr);
    auto iterators = std::exchange(context_.iterators, {});
    auto subscripted = std::exchange(context_.subscripted, {});
    declare_class(entry);
    context_.iterators = std::move(iterators);
    context_.subscripted = std::move(subscripted);
    scope_.set_locals(locals);
    entry.state = State::done;
}

void PackageLowering::declare_all() {
    for (Symbol const identifier : order_) declare(identifier);
}

void PackageLowering::declare_class(Entry const& entry) {
    ast::Class const& c = ast_[entry.class_id];
    switch (c.form) {
        case ast::ClassForm::enumeration: return declare_enumeration(entry);
        case ast::ClassForm::short_: return declare_alias(entry);
        case ast::ClassForm::extends_:
        case ast::ClassForm::derivative:
            context_.diagnostics.error(c.span, lower_messages::not_supported_yet,
                                       "derivative functions and extended classes");
            return;
        case ast::ClassForm::long_: break;
    }
    switch (c.kind) {
        case ast::ClassKind::function:
        case ast::ClassKind::operator_function: return declare_function(entry);
        case ast::ClassKind::record:
        case ast::ClassKind::operator_record: return declare_record(entry);
        case ast::ClassKind::class_: return declare_external_object(entry);
        case ast::ClassKind::model:
        case ast::ClassKind::block:
        case ast::ClassKind::connector:
        case ast::ClassKind::expandable_connector:
        case ast::ClassKind::type:
        case ast::ClassKind::package:
        case ast::ClassKind::operator_:
            context_.diagnostics.error(c.name.span, lower_messages::not_supported_yet,
                                       "models, blocks and packages next to the model");
            return;
    }
}

// ---- functions -------------------------------------------------------------------------------------

FunctionLowering& PackageLowering::lower_later(ast::ClassId class_id, Symbol name, ast::Decoration decoration) {
    PlacedFunction& placed =
        functions_.emplace_back(PlacedFunction{ast_[class_id].span.begin.offset, {context_, scope_, locate_}});
    placed.lowering.declare(class_id, name, decoration);
    return placed.lowering;
}

void PackageLowering::declare_function(Entry const& entry) {
    Symbol const identifier = ast_[entry.class_id].name.symbol;
    if (TypeId const record = constructed_record(identifier)) return add_constructor(identifier, record);
    Symbol const name = scope_.name_of(identifier);
    scope_.add_function(identifier, lower_later(entry.class_id, name, decoration_of(entry)).signature());
}

// Base Modelica has no implicit record constructors: `'-R'` is the name of the function that makes an `'R'` from values
// for all its fields.
TypeId PackageLowering::constructed_record(Symbol identifier) {
    std::string_view const name = context_.interner.text(scope_.name_of(identifier));
    if (!name.starts_with('-')) return {};
    Symbol const record = context_.interner.find(quote_identifier(name.substr(1)));
    ScopeType const* const type = record ? scope_.find_type(record) : nullptr;
    bool const is_record = type != nullptr && context_.exprs.types().kind(type->type) == TypeKind::record;
    return is_record ? type->type : TypeId();
}

// ---- types -----------------------------------------------------------------------------------------

Symbol PackageLowering::text_symbol(ast::List<ast::StringLiteral> description) {
    return context_.interner.intern(ast_.description_text(description));
}

FlatType PackageLowering::make_type(Entry const& entry, TypeId type) {
    ast::Class const& c = ast_[entry.class_id];
    SourceSpan const source = locate_({decoration_of(entry), c.comment.annotation, c.name.span}).span;
    return {type, text_symbol(c.comment.description), {}, source};
}

void PackageLowering::declare_enumeration(Entry const& entry) {
    ast::Class const& c = ast_[entry.class_id];
    if (c.is_open_enumeration) {
        context_.diagnostics.error(c.span, lower_messages::not_supported_yet, "enumerations without literals");
        return;
    }
    std::vector<Symbol> literals;
    std::vector<Symbol> descriptions;
    for (ast::EnumLiteral const& literal : ast_.items(c.literals)) {
        literals.push_back(scope_.name_of(literal.name.symbol));
        descriptions.push_back(text_symbol(literal.comment.description));
    }
    TypeId const type = context_.exprs.types().enumeration(scope_.name_of(c.name.symbol), literals);
    FlatType flat = make_type(entry, type);
    flat.member_descriptions = std::move(descriptions);
    types_.push_back({c.span.begin.offset, std::move(flat)});
    scope_.add_type(c.name.symbol, {type, {}, entry.class_id});
}

// `type L = Real(unit = "m")`: the variables of the type take over the attributes.
void PackageLowering::declare_alias(Entry const& entry) {
    ast::Class const& c = ast_[entry.class_id];
    if (c.kind == ast::ClassKind::function) {
        context_.diagnostics.error(c.span, lower_messages::not_supported_yet, "functions that are defined by another");
        return;
    }
    auto declared = lower_type_name(context_, scope_, c.base);
    if (!declared || !add_sizes(context_, scope_, ast_.items(c.subscripts), *declared)) return;
    if (c.modification) declared->modifications.push_back(c.modification);
    scope_.add_type(c.name.symbol, {declared->type, std::move(declared->modifications), entry.class_id});
}

void PackageLowering::declare_record(Entry const& entry) {
    ast::Class const& c = ast_[entry.class_id];
    std::vector<RecordField> fields;
    std::vector<Symbol> descriptions;
    for (ast::Section const& section : ast_.items(c.sections)) {
        for (ast::ElementId const id : ast_.items(section.elements)) {
            ast::Element const& element = ast_[id];
            if (element.kind != ast::ElementKind::component_clause) {
                context_.diagnostics.error(element.span, lower_messages::not_supported_yet, "classes inside a record");
                continue;
            }
            ast::ComponentClause const& clause = ast_.component_clause(element);
            for (ast::ComponentId const component_id : ast_.items(clause.components)) {
                ast::Component const& component = ast_[component_id];
                auto declared = lower_type_name(context_, scope_, clause.type);
                if (!declared || !add_sizes(context_, scope_, ast_.items(clause.subscripts), *declared)) continue;
                if (!add_sizes(context_, scope_, ast_.items(component.subscripts), *declared)) continue;
                fields.push_back({scope_.name_of(component.name.symbol), declared->type});
                descriptions.push_back(text_symbol(component.comment.description));
            }
        }
    }
    TypeId const type = context_.exprs.types().record(scope_.name_of(c.name.symbol), fields);
    FlatType flat = make_type(entry, type);
    flat.member_descriptions = std::move(descriptions);
    types_.push_back({c.span.begin.offset, std::move(flat)});
    scope_.add_type(c.name.symbol, {type, {}, entry.class_id});
    add_constructor(c.name.symbol, type);
}

void PackageLowering::add_constructor(Symbol identifier, TypeId record) {
    FunctionSignature signature;
    signature.name = context_.exprs.types().name(record);
    signature.is_record_constructor = true;
    for (RecordField const& field : context_.exprs.types().fields(record)) {
        signature.inputs.push_back({field.name, field.type, {}, {}});
    }
    signature.outputs.push_back({signature.name, record, {}, {}});
    scope_.add_function(identifier, std::move(signature));
}

// `class T extends ExternalObject; function constructor … function destructor … end T`: the call `T(…)` constructs.
void PackageLowering::declare_external_object(Entry const& entry) {
    ast::Class const& c = ast_[entry.class_id];
    Symbol const name = scope_.name_of(c.name.symbol);
    TypeId const type = context_.exprs.types().external_object(name);
    types_.push_back({c.span.begin.offset, make_type(entry, type)});
    scope_.add_type(c.name.symbol, {type, {}, entry.class_id});
    for (ast::Section const& section : ast_.items(c.sections)) {
        for (ast::ElementId const id : ast_.items(section.elements)) {
            ast::Element const& element = ast_[id];
            if (element.kind != ast::ElementKind::class_definition) continue;
            ast::ClassId const part = ast_.class_definition(element);
            std::string const own_name(context_.interner.text(scope_.name_of(ast_[part].name.symbol)));
            std::string const full = std::string(context_.interner.text(name)) + "." + own_name;
            FunctionLowering const& lowering = lower_later(part, context_.interner.intern(full), element.decoration);
            if (own_name != "constructor") continue;
            FunctionSignature signature = lowering.signature();
            signature.name = name;
            scope_.add_function(c.name.symbol, std::move(signature));
        }
    }
}

// ---- the end ---------------------------------------------------------------------------------------

std::vector<PackageLowering::PlacedFunction*> PackageLowering::functions_in_order() {
    std::vector<PlacedFunction*> functions;
    for (PlacedFunction& placed : functions_) functions.push_back(&placed);
    std::sort(functions.begin(), functions.end(), [](auto const* a, auto const* b) { return a->offset < b->offset; });
    return functions;
}

void PackageLowering::finish_types() {
    auto const by_place = [](auto const& a, auto const& b) { return a.offset < b.offset; };
    std::sort(types_.begin(), types_.end(), by_place);
    for (PlacedType& placed : types_) model_.types.push_back(std::move(placed.type));
    types_.clear();
}

std::vector<FlatFunction> PackageLowering::declared_functions() {
    std::vector<FlatFunction> functions;
    for (PlacedFunction const* const placed : functions_in_order()) functions.push_back(placed->lowering.declared());
    return functions;
}

void PackageLowering::finish() {
    finish_types();
    for (PlacedFunction* const placed : functions_in_order()) model_.functions.push_back(placed->lowering.finish());
}

}  // namespace moo
