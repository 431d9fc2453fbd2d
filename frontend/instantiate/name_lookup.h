// What a name means: scopes, qualified names, imports (Modelica 3.6, chapter 5).
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/instantiate/node.h"

namespace moo {

class Instances;

// What a name refers to: an element of a node, or a top-level class, which is not an element.
struct Found {
    Element* element = nullptr;
    Node* class_node = nullptr;
    bool is_wrong = false;  // the import or the class is wrong, and this was reported
    [[nodiscard]] bool has_value() const { return element != nullptr || class_node != nullptr; }
};

class NameLookup {
public:
    NameLookup(Instances& instances, ClassTree& tree, Interner& interner, Diagnostics& diagnostics)
        : instances_(instances), tree_(tree), interner_(interner), diagnostics_(diagnostics) {}

    // Simple name lookup from a scope outwards, with imports (section 5.3.1).
    Found find_in_scope(Node* scope, Symbol name);
    Found find_top_level(Symbol name);
    // Finds a name after a dot.
    Found find_member(Node& node, Symbol name);
    // Finds a qualified name from the top level: `Modelica.Constants.pi`.
    Found find_qualified(std::span<ast::Ident const> parts, bool is_import);
    // Finds the class `A.B.C` as seen from a scope. Null after a report.
    Node* lookup_class(Node* scope, ast::Ast const& ast, ast::Name const& name);
    // Checks that the imports of a class, used or not, name elements of packages.
    void check_imports(Node& node);

    // All names that are visible from a scope, for hints.
    std::vector<std::string_view> visible_names(Node* scope);
    std::vector<std::string_view> visible_components(Node* scope);
    std::vector<std::string_view> member_names(Node& node);

private:
    Found find_import(Node& node, Symbol name);
    Found find_imported(Node& node, ast::Import const& import, Symbol name);
    Node* imported_package(std::span<ast::Ident const> parts);
    template <class Report>
    void report_import(ast::Ident const& part, Report const& report);
    void report_unknown_class(Node* scope, ast::Ast const& ast, ast::Name const& name, std::size_t part, Node* in);

    struct ImportKey {
        ClassDef const* def;
        Symbol name;
        bool operator==(ImportKey const&) const = default;
    };
    struct ImportHash {
        std::size_t operator()(ImportKey const& key) const {
            return std::hash<void const*>()(key.def) * 31u + key.name.index();
        }
    };

    Instances& instances_;
    ClassTree& tree_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    std::unordered_map<ImportKey, Found, ImportHash> imports_;
    std::unordered_set<std::uint32_t> wrong_imports_;  // by position of the wrong part
};

}  // namespace moo
