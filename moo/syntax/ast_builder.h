// How the parser fills a syntax tree.
#pragma once

#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "moo/syntax/ast.h"

namespace moo::ast {

class AstBuilder {
public:
    explicit AstBuilder(Ast& ast) : ast_(ast) {}

    ExprId add(Expr const& expr) { return ast_.exprs_.add(expr); }
    ClassId add(Class const& node) { return ast_.class_store_.add(node); }
    ElementId add(Element const& node) { return ast_.elements_.add(node); }
    ComponentId add(Component const& node) { return ast_.components_.add(node); }
    ModificationId add(Modification const& node) { return ast_.modifications_.add(node); }
    ModifierId add(Modifier const& node) { return ast_.modifiers_.add(node); }
    EquationId add(Equation const& node) { return ast_.equations_.add(node); }
    StatementId add(Statement const& node) { return ast_.statements_.add(node); }

    void replace(ModificationId id, Modification const& node) { ast_.modifications_[id] = node; }

    // Index of the detail of an element.
    std::uint32_t add(Import const& node) { return push(ast_.imports_, node); }
    std::uint32_t add(Extends const& node) { return push(ast_.extends_, node); }
    std::uint32_t add(ComponentClause const& node) { return push(ast_.component_clauses_, node); }
    std::uint32_t add(Constraint const& node) { return push(ast_.constraints_, node); }
    std::uint32_t add(External const& node) { return push(ast_.externals_, node); }

    void set_within(Name const& name) {
        ast_.has_within_ = true;
        ast_.within_ = name;
    }
    void add_top_level(ClassId id) { ast_.top_level_.push_back(id); }
    void set_base_version(std::string_view version) { ast_.base_version_ = version; }

    // Lists are nested, so the items of an unfinished list wait on a stack and are moved to the pool together.
    template <class T>
    class ListScope {
    public:
        explicit ListScope(AstBuilder& builder)
            : builder_(builder), start_(std::get<std::vector<T>>(builder.waiting_).size()) {}
        ~ListScope() { waiting().resize(start_); }
        ListScope(ListScope const&) = delete;
        ListScope& operator=(ListScope const&) = delete;

        void add(T const& item) { waiting().push_back(item); }
        [[nodiscard]] std::size_t size() { return waiting().size() - start_; }
        [[nodiscard]] T const& front() { return waiting()[start_]; }
        List<T> finish() {
            auto& pool = std::get<std::vector<T>>(builder_.ast_.pools_);
            auto const from = waiting().begin() + static_cast<std::ptrdiff_t>(start_);
            List<T> const list{static_cast<std::uint32_t>(pool.size()), static_cast<std::uint32_t>(size())};
            pool.insert(pool.end(), from, waiting().end());
            return list;
        }

    private:
        std::vector<T>& waiting() { return std::get<std::vector<T>>(builder_.waiting_); }
        AstBuilder& builder_;
        std::size_t start_;
    };

private:
    template <class T>
    static std::uint32_t push(std::vector<T>& table, T const& node) {
        table.push_back(node);
        return static_cast<std::uint32_t>(table.size() - 1);
    }

    Ast& ast_;
    decltype(Ast::pools_) waiting_;
};

}  // namespace moo::ast
