#include "frontend/library/package_order.h"

#include <algorithm>
#include <unordered_set>

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> unknown_entry{DiagnosticKind::PackageOrder,
                                                                    "package `{}` has no class or constant `{}`"};
constexpr Message<std::string_view> repeated_entry{DiagnosticKind::PackageOrder, "`{}` is listed a second time"};
constexpr Message<std::string_view, std::string_view> missing_entry{
    DiagnosticKind::PackageOrder, "`{}` of package `{}` is not listed in its package.order"};

struct Entry {
    Symbol name;
    SourceSpan span;
};

std::vector<Entry> read_entries(FileId file, SourceManager const& sources, Interner& interner) {
    constexpr std::string_view blanks = " \t\r\f\v";
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    std::string_view const text = sources.text(file);
    std::vector<Entry> entries;
    for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < text.size();) {
        std::size_t const end = std::min(text.find('\n', at), text.size());
        std::string_view const line = text.substr(at, end - at);
        std::size_t const first = line.find_first_not_of(blanks);
        if (first != std::string_view::npos) {
            std::size_t const last = line.find_last_not_of(blanks);
            SourceSpan const span{sources.loc(file, at + first), sources.loc(file, at + last + 1)};
            entries.push_back({interner.intern(line.substr(first, last + 1 - first)), span});
        }
        at = end + 1;
    }
    return entries;
}

// The declarations in package.mo itself.
struct Declared {
    std::vector<Symbol> ordered;  // classes and constants
    std::unordered_set<Symbol> all;
};

Declared declared_names(ast::Ast const& ast, ast::ClassId package) {
    Declared declared;
    auto const add = [&](Symbol name, bool is_ordered) {
        if (!name || !declared.all.insert(name).second) return;
        if (is_ordered) declared.ordered.push_back(name);
    };
    for (ast::Section const& section : ast.items(ast[package].sections)) {
        for (ast::ElementId const id : ast.items(section.elements)) {
            ast::Element const& element = ast[id];
            if (element.kind == ast::ElementKind::class_definition) {
                add(ast[ast.class_definition(element)].name.symbol, true);
            } else if (element.kind == ast::ElementKind::component_clause) {
                ast::ComponentClause const& clause = ast.component_clause(element);
                bool const is_constant = clause.variability == ast::Variability::constant;
                for (ast::ComponentId const component : ast.items(clause.components)) {
                    add(ast[component].name.symbol, is_constant);
                }
            }
        }
    }
    return declared;
}

}  // namespace

std::vector<Symbol> order_members(std::vector<Symbol> const& stored, ast::Ast const& ast, ast::ClassId package,
                                  FileId package_order, SourceManager const& sources, Interner& interner,
                                  Diagnostics& diagnostics) {
    Symbol const package_name = ast[package].name.symbol;
    std::string_view const package_text = package_name ? interner.text(package_name) : std::string_view();
    std::unordered_set<Symbol> const in_folder(stored.begin(), stored.end());
    Declared const declared = declared_names(ast, package);
    std::unordered_set<Symbol> seen;
    std::vector<Symbol> ordered;
    for (Entry const& entry : read_entries(package_order, sources, interner)) {
        if (!seen.insert(entry.name).second) {
            diagnostics.warning(entry.span, repeated_entry, interner.text(entry.name));
        } else if (in_folder.contains(entry.name)) {
            ordered.push_back(entry.name);
        } else if (!declared.all.contains(entry.name)) {
            diagnostics.warning(entry.span, unknown_entry, package_text, interner.text(entry.name));
        }
    }
    SourceSpan const start{sources.start_of(package_order), sources.start_of(package_order)};
    std::vector<Symbol> rest;
    for (Symbol const name : stored) {
        if (!seen.contains(name)) rest.push_back(name);
    }
    std::sort(rest.begin(), rest.end(), [&](Symbol a, Symbol b) { return interner.text(a) < interner.text(b); });
    ordered.insert(ordered.end(), rest.begin(), rest.end());
    for (Symbol const name : declared.ordered) {
        if (!seen.contains(name) && !in_folder.contains(name)) rest.push_back(name);
    }
    for (Symbol const name : rest) diagnostics.warning(start, missing_entry, interner.text(name), package_text);
    return ordered;
}

}  // namespace moo
