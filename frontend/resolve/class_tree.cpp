#include "frontend/resolve/class_tree.h"

#include <algorithm>

#include "frontend/resolve/class_messages.h"
#include "moo/syntax/parse.h"

namespace moo {

namespace {

// The definitions of the language itself (Modelica 3.6, sections 4.8, 4.9 and 8.3.7).
constexpr char const* predefined_text = R"(
type Real end Real;
type Integer end Integer;
type Boolean end Boolean;
type String end String;
type Clock end Clock;
partial class ExternalObject end ExternalObject;
type StateSelect = enumeration(never, avoid, default, prefer, always);
type AssertionLevel = enumeration(warning, error);
)";

Primitive primitive_named(std::string_view name) {
    if (name == "Real") return Primitive::real;
    if (name == "Integer") return Primitive::integer;
    if (name == "Boolean") return Primitive::boolean;
    if (name == "String") return Primitive::string;
    if (name == "Clock") return Primitive::clock;
    if (name == "ExternalObject") return Primitive::external_object;
    return Primitive::none;
}

}  // namespace

ClassTree::ClassTree(SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Library& library)
    : interner_(interner), diagnostics_(diagnostics), library_(library) {
    add_predefined(sources);
}

void ClassTree::add_predefined(SourceManager& sources) {
    FileId const file = sources.add("predefined types", predefined_text);
    predefined_ = std::make_unique<ast::Ast>(parse(file, sources, interner_, diagnostics_));
    for (ast::ClassId const id : predefined_->classes()) {
        ClassDef& def = add(*predefined_, id, nullptr);
        def.primitive = primitive_named(interner_.text(def.name));
        top_level_.emplace(def.name, &def);
    }
}

ClassDef& ClassTree::add(ast::Ast const& ast, ast::ClassId id, ClassDef* parent) {
    ClassDef& def = defs_.emplace_back();
    def.ast = &ast;
    def.id = id;
    def.parent = parent;
    def.name = ast[id].name.symbol;
    return def;
}

ClassDef& ClassTree::stored_class(StoredClass const& stored, ClassDef* parent) {
    auto const [at, is_new] = stored_.try_emplace(&stored, nullptr);
    if (is_new) {
        ClassDef& def = add(*stored.ast, stored.id, parent);
        def.stored = &stored;
        stored_[&stored] = &def;
        return def;
    }
    return *at->second;
}

ClassDef* ClassTree::top_level(Symbol name) {
    if (auto const found = top_level_.find(name); found != top_level_.end()) return found->second;
    StoredClass const* const stored = library_.find_top_level(name);
    ClassDef* const def = stored != nullptr ? &stored_class(*stored, nullptr) : nullptr;
    top_level_.emplace(name, def);
    return def;
}

MemberDef* ClassTree::member(ClassDef& def, Symbol name) {
    index(def);
    if (auto const found = def.by_name.find(name); found != def.by_name.end()) return found->second;
    if (def.stored == nullptr || def.absent.contains(name)) return nullptr;
    StoredClass const* const stored = library_.find_member(*def.stored, name);
    if (stored == nullptr) {
        def.absent.emplace(name, true);
        return nullptr;
    }
    MemberDef member;
    member.name = name;
    member.ast = stored->ast;
    member.class_def = &stored_class(*stored, &def);
    add_member(def, member);
    return &def.members.back();
}

void ClassTree::index(ClassDef& def) {
    if (def.is_indexed) return;
    def.is_indexed = true;
    for (ast::Section const& section : def.ast->items(def.syntax().sections)) {
        bool const is_protected = section.kind == ast::SectionKind::protected_;
        for (ast::ElementId const element : def.ast->items(section.elements)) {
            index_element(def, element, is_protected);
        }
    }
}

void ClassTree::index_element(ClassDef& def, ast::ElementId id, bool is_protected) {
    ast::Ast const& ast = *def.ast;
    ast::Element const& element = ast[id];
    MemberDef member;
    member.ast = &ast;
    member.element = id;
    member.is_protected = is_protected;
    switch (element.kind) {
        case ast::ElementKind::import: def.imports.push_back(id); return;
        case ast::ElementKind::extends:
            def.items.push_back({true, static_cast<std::uint32_t>(def.extends.size())});
            def.extends.push_back({id, is_protected});
            return;
        case ast::ElementKind::class_definition: {
            ClassDef& inner = add(ast, ast.class_definition(element), &def);
            member.name = inner.name;
            member.class_def = &inner;
            add_member(def, member);
            return;
        }
        case ast::ElementKind::component_clause:
            for (ast::ComponentId const component : ast.items(ast.component_clause(element).components)) {
                member.name = ast[component].name.symbol;
                member.component = component;
                add_member(def, member);
            }
            return;
        case ast::ElementKind::parameter_equation: return;
    }
}

void ClassTree::add_member(ClassDef& def, MemberDef member) {
    member.index = static_cast<std::uint32_t>(def.members.size());
    def.members.push_back(member);
    def.items.push_back({false, member.index});
    auto const [at, is_new] = def.by_name.try_emplace(member.name, &def.members.back());
    if (is_new) return;
    auto const span_of = [](MemberDef const& m) {
        return m.is_class() ? (*m.ast)[m.class_def->id].name.span : (*m.ast)[m.component].name.span;
    };
    diagnostics_.error(span_of(member), class_messages::declared_twice, interner_.text(member.name))
        .note(span_of(*at->second), "the first declaration is here");
}

ClassDef& ClassTree::modifier_class(ast::Ast const& ast, ast::ClassId id, ClassDef* parent) {
    std::uint64_t const key = (std::uint64_t{ast.file().index()} << 32) | id.index();
    auto const [at, is_new] = modifier_classes_.try_emplace(key, nullptr);
    if (is_new) at->second = &add(ast, id, parent);
    return *at->second;
}

Symbol redeclared_name(ast::Ast const& ast, ast::Element const& element) {
    if (element.kind == ast::ElementKind::class_definition) return ast[ast.class_definition(element)].name.symbol;
    return ast[ast.items(ast.component_clause(element).components)[0]].name.symbol;
}

std::string qualified_name(ClassDef const& def, Interner const& interner) {
    std::string name(interner.text(def.name));
    for (ClassDef const* at = def.parent; at != nullptr; at = at->parent) {
        name.insert(0, 1, '.');
        name.insert(0, interner.text(at->name));
    }
    return name;
}

}  // namespace moo
