// The syntax tree of one file.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "moo/base/store.h"
#include "moo/syntax/ast_nodes.h"

namespace moo::ast {

// Owns the nodes of one file. The parser fills it; everything else only reads it. String and number literals are read
// from the source text, so the `SourceManager` must outlive the tree.
//
//     for (ClassId id : ast.classes())
//         for (Section const& section : ast.items(ast[id].sections))
//             for (ElementId element : ast.items(section.elements)) …
class Ast {
public:
    Ast() = default;
    Ast(FileId file, SourceLoc start, std::string_view source) : file_(file), start_(start), source_(source) {}

    // ---- the file ----
    [[nodiscard]] FileId file() const { return file_; }
    // `within A.B;` has a name, `within;` has none.
    [[nodiscard]] bool has_within() const { return has_within_; }
    [[nodiscard]] Name const& within() const { return within_; }
    [[nodiscard]] std::span<ClassId const> classes() const { return top_level_; }
    // The version of the header `//! base 0.1.0`, empty if there is none.
    [[nodiscard]] std::string_view base_version() const { return base_version_; }

    // ---- nodes by id, lists ----
    [[nodiscard]] Expr const& operator[](ExprId id) const { return exprs_[id]; }
    [[nodiscard]] Class const& operator[](ClassId id) const { return class_store_[id]; }
    [[nodiscard]] Element const& operator[](ElementId id) const { return elements_[id]; }
    [[nodiscard]] Component const& operator[](ComponentId id) const { return components_[id]; }
    [[nodiscard]] Modification const& operator[](ModificationId id) const { return modifications_[id]; }
    [[nodiscard]] Modifier const& operator[](ModifierId id) const { return modifiers_[id]; }
    [[nodiscard]] Equation const& operator[](EquationId id) const { return equations_[id]; }
    [[nodiscard]] Statement const& operator[](StatementId id) const { return statements_[id]; }

    template <class T>
    [[nodiscard]] std::span<T const> items(List<T> list) const {
        return std::span<T const>(std::get<std::vector<T>>(pools_)).subspan(list.begin, list.count);
    }

    [[nodiscard]] std::size_t expr_count() const { return exprs_.size(); }

    // ---- removing nodes: those that were added since a mark ----
    struct Mark {
        std::array<std::uint32_t, 32> sizes{};
    };
    [[nodiscard]] Mark mark() const;
    void rollback(Mark const& mark);

    // ---- parts of expressions; `ExprKind` says which kinds have them ----
    [[nodiscard]] std::span<ReferencePart const> reference_parts(ExprId id) const {
        return items(pair_list<ReferencePart>(id));
    }
    [[nodiscard]] ExprId callee(ExprId id) const { return ExprId(exprs_[id].c); }
    [[nodiscard]] std::span<Argument const> arguments(ExprId id) const { return items(pair_list<Argument>(id)); }
    [[nodiscard]] ExprId operand(ExprId id) const { return ExprId(exprs_[id].c); }
    [[nodiscard]] std::span<Term const> terms(ExprId id) const { return items(pair_list<Term>(id)); }
    [[nodiscard]] std::span<ExprId const> elements(ExprId id) const { return items(pair_list<ExprId>(id)); }
    [[nodiscard]] std::span<Iterator const> iterators(ExprId id) const { return items(pair_list<Iterator>(id)); }
    [[nodiscard]] Symbol member_name(ExprId id) const { return Symbol(exprs_[id].pair.a); }
    [[nodiscard]] std::uint32_t decoration(ExprId id) const { return exprs_[id].pair.a; }
    // The expression without the parentheses and decorations around it.
    [[nodiscard]] ExprId strip(ExprId id) const;
    // The name that a call such as `der(x)` or `sin(x)` applies, if it is a single identifier.
    [[nodiscard]] std::optional<Symbol> simple_callee(ExprId id) const;

    // ---- details of elements and classes ----
    [[nodiscard]] Import const& import(Element const& element) const { return imports_[element.detail]; }
    [[nodiscard]] Extends const& extends(Element const& element) const { return extends_[element.detail]; }
    [[nodiscard]] ComponentClause const& component_clause(Element const& element) const {
        return component_clauses_[element.detail];
    }
    [[nodiscard]] ClassId class_definition(Element const& element) const { return ClassId(element.detail); }
    // An equality whose left side is the call `guess(x)`.
    [[nodiscard]] EquationId parameter_equation(Element const& element) const { return EquationId(element.detail); }
    // The constraining clause of a replaceable element, or null.
    [[nodiscard]] Constraint const* constraint(Element const& element) const {
        return element.constraint == 0 ? nullptr : &constraints_[element.constraint - 1];
    }
    // The external clause of a function, or null.
    [[nodiscard]] External const* external(Class const& c) const {
        return c.external == 0 ? nullptr : &externals_[c.external - 1];
    }

    // ---- source text ----
    [[nodiscard]] std::string_view text(SourceSpan span) const {
        return source_.substr(span.begin.offset - start_.offset, span.end.offset - span.begin.offset);
    }
    // The value of a string literal: without quotes, escapes replaced.
    [[nodiscard]] std::string string_value(StringLiteral literal) const;
    [[nodiscard]] std::string string_value(ExprId string) const { return string_value({exprs_[string].span}); }
    // The parts of a description, concatenated.
    [[nodiscard]] std::string description_text(List<StringLiteral> description) const;

private:
    friend class AstBuilder;

    // Calls `visit` for each table of nodes and each pool.
    template <class Self, class Visit>
    static void for_each_table(Self& self, Visit visit);

    template <class T>
    [[nodiscard]] List<T> pair_list(ExprId id) const {
        Expr::Pair const pair = exprs_[id].pair;
        return {pair.a, pair.b};
    }

    FileId file_;
    SourceLoc start_;
    std::string_view source_;
    bool has_within_ = false;
    Name within_;
    std::vector<ClassId> top_level_;
    std::string_view base_version_;

    Store<ExprId, Expr> exprs_;
    Store<ClassId, Class> class_store_;
    Store<ElementId, Element> elements_;
    Store<ComponentId, Component> components_;
    Store<ModificationId, Modification> modifications_;
    Store<ModifierId, Modifier> modifiers_;
    Store<EquationId, Equation> equations_;
    Store<StatementId, Statement> statements_;
    std::vector<Import> imports_;
    std::vector<Extends> extends_;
    std::vector<ComponentClause> component_clauses_;
    std::vector<Constraint> constraints_;
    std::vector<External> externals_;

    std::tuple<std::vector<ExprId>, std::vector<Term>, std::vector<ReferencePart>, std::vector<Argument>,
               std::vector<Iterator>, std::vector<Ident>, std::vector<StringLiteral>, std::vector<ModifierId>,
               std::vector<ElementId>, std::vector<ComponentId>, std::vector<EquationId>, std::vector<StatementId>,
               std::vector<EquationBranch>, std::vector<StatementBranch>, std::vector<EnumLiteral>,
               std::vector<Section>, std::vector<ClockClause>, std::vector<SubPartition>, std::vector<Partition>>
        pools_;
};

}  // namespace moo::ast
