// The classes as they are written: definitions with their members, found by name and loaded on demand. Nothing here
// knows about inheritance or modifiers.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "frontend/library/library.h"

namespace moo {

// The types that are not made of other classes.
enum class Primitive : std::uint8_t { none, real, integer, boolean, string, clock, enumeration, external_object };

struct ClassDef;

// A component or class that a class declares.
struct MemberDef {
    Symbol name;
    ast::Ast const* ast = nullptr;
    ast::ElementId element;         // none for a class in a file of its own
    ast::ComponentId component;     // of a component
    ClassDef* class_def = nullptr;  // of a class
    bool is_protected = false;
    std::uint32_t index = 0;  // in ClassDef::members

    [[nodiscard]] bool is_class() const { return class_def != nullptr; }
    [[nodiscard]] bool is_redeclare() const { return element && (*ast)[element].is_redeclare; }
    [[nodiscard]] bool is_replaceable() const { return element && (*ast)[element].is_replaceable; }
};

struct ExtendsDef {
    ast::ElementId element;
    bool is_protected = false;
};

// The members and extends-clauses in the order of the source.
struct ItemDef {
    bool is_extends = false;
    std::uint32_t index = 0;
};

struct ClassDef {
    ast::Ast const* ast = nullptr;
    ast::ClassId id;
    ClassDef* parent = nullptr;  // null for a top-level class
    Symbol name;
    StoredClass const* stored = nullptr;  // of a class in a file of its own
    Primitive primitive = Primitive::none;

    // The rest is filled when it is first needed.
    bool is_indexed = false;
    bool is_checked = false;
    bool is_reported = false;       // its base class is wrong
    std::deque<MemberDef> members;  // does not move its items
    std::unordered_map<Symbol, MemberDef*> by_name;
    std::vector<ExtendsDef> extends;
    std::vector<ItemDef> items;
    std::vector<ast::ElementId> imports;
    std::unordered_map<Symbol, bool> absent;  // names that were not found in the folder

    [[nodiscard]] ast::Class const& syntax() const { return (*ast)[id]; }
};

class ClassTree {
public:
    ClassTree(SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Library& library);

    // Predefined types first, then user's classes, then libraries; null if there is none.
    ClassDef* top_level(Symbol name);
    // A member that the class itself declares, not an inherited one; null if there is none.
    MemberDef* member(ClassDef& def, Symbol name);
    // Makes `members`, `extends` and `imports` complete, except for members in files of their own.
    void index(ClassDef& def);
    // The class inside the modifier `redeclare model A = B`; one for each place in the source.
    ClassDef& modifier_class(ast::Ast const& ast, ast::ClassId id, ClassDef* parent);
    // The definition of a stored class.
    ClassDef& stored_class(StoredClass const& stored, ClassDef* parent);

    [[nodiscard]] Interner& interner() const { return interner_; }
    [[nodiscard]] Library& library() const { return library_; }

private:
    ClassDef& add(ast::Ast const& ast, ast::ClassId id, ClassDef* parent);
    void index_element(ClassDef& def, ast::ElementId id, bool is_protected);
    void add_member(ClassDef& def, MemberDef member);
    void add_predefined(SourceManager& sources);

    Interner& interner_;
    Diagnostics& diagnostics_;
    Library& library_;
    std::unique_ptr<ast::Ast> predefined_;
    std::deque<ClassDef> defs_;
    std::unordered_map<Symbol, ClassDef*> top_level_;
    std::unordered_map<StoredClass const*, ClassDef*> stored_;
    std::unordered_map<std::uint64_t, ClassDef*> modifier_classes_;
};

// The name of the component or class that a redeclaration is about.
[[nodiscard]] Symbol redeclared_name(ast::Ast const& ast, ast::Element const& element);
// `A.B.C`
[[nodiscard]] std::string qualified_name(ClassDef const& def, Interner const& interner);

}  // namespace moo
