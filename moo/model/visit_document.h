// Goes over all that a document refers to: expressions, variables, places in source texts.
#pragma once

#include <optional>

#include "moo/model/describe_document.h"

namespace moo {

// What a visitor does not care about.
struct DocumentVisitor {
    void expression(ExprId) {}
    void variable(VarId) {}
    void source(SourceSpan) {}
    // Before the fields of the section.
    void begin_section(std::string_view) {}
};

// An archive over `describe` that calls the visitor for each field of these types.
template <class Visitor>
class VisitArchive {
public:
    explicit VisitArchive(Visitor& visitor) : visitor_(visitor) {}

    // ---- fields ----
    template <class T>
    void name(std::string_view, T const&) {}
    template <class T>
    void required(std::string_view, T const& value) {
        visit(value);
    }
    template <class T>
    void field(std::string_view, T const& value) {
        visit(value);
    }
    template <class T>
    void index(std::string_view, T, IndexOf) {}
    template <class T>
    void indices(std::string_view, T const&, IndexOf) {}
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}
    void set(std::string_view name, EquationSet const& set) {
        visitor_.begin_section(name);
        SetRows rows(set);
        for (std::size_t i = 0; i < set.equations.size(); ++i) {
            SetRowView const row = rows.next();
            describe(*this, row);
        }
    }

    // ---- sections ----
    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view name, T const& thing) {
        visitor_.begin_section(name);
        describe(*this, thing);
    }
    template <class T>
    void table(std::string_view name, std::vector<T> const& rows) {
        visitor_.begin_section(name);
        visit(rows);
    }
    void types(std::string_view name, Document const& document) {
        visitor_.begin_section(name);
        for (FlatType const& type : document.types) visitor_.source(type.source);
    }
    void variables(std::string_view name, Document const& document) {
        visitor_.begin_section(name);
        for (VarId const id : document.variables.ids()) {
            VariableRow<Variable const, VariableFacts const> row{document.variables[id], document.facts[id]};
            describe(*this, row);
        }
    }

private:
    template <class T>
    void visit(T const& value) {
        if constexpr (std::same_as<T, ExprId>) {
            if (value) visitor_.expression(value);
        } else if constexpr (std::same_as<T, VarId>) {
            if (value) visitor_.variable(value);
        } else if constexpr (std::same_as<T, SourceSpan>) {
            if (value.begin.has_value()) visitor_.source(value);
        } else if constexpr (requires { describe(*this, value); }) {
            describe(*this, value);
        }
    }
    template <class T>
    void visit(std::vector<T> const& values) {
        for (T const& value : values) visit(value);
    }
    template <class T>
    void visit(std::optional<T> const& value) {
        if (value) visit(*value);
    }

    Visitor& visitor_;
};

template <class Visitor>
void visit_document(Document const& document, Visitor& visitor) {
    VisitArchive<Visitor> archive(visitor);
    describe(archive, document);
}

}  // namespace moo
