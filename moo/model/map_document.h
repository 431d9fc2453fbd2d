// Replaces all that a document refers to: expressions, variables, numbers of rows in other tables.
#pragma once

#include <optional>

#include "moo/model/describe_document.h"

namespace moo {

// What a mapper leaves alone.
struct DocumentMapper {
    void expression(ExprId&) {}
    void variable(VarId&) {}
    // Those of the same set or row are never asked for.
    void index(std::uint32_t&, IndexOf) {}
    void indices(std::vector<std::uint32_t>&, IndexOf) {}
};

// An archive over `describe` that calls the mapper for each of them.
template <class Mapper>
class MapArchive {
public:
    explicit MapArchive(Mapper& mapper) : mapper_(mapper) {}

    // ---- fields ----
    template <class T>
    void name(std::string_view, T&) {}
    template <class T>
    void required(std::string_view, T& value) {
        map(value);
    }
    template <class T>
    void field(std::string_view, T& value) {
        map(value);
    }
    void index(std::string_view, std::uint32_t& value, IndexOf table) {
        if (table != IndexOf::same_set && table != IndexOf::same_row) mapper_.index(value, table);
    }
    void indices(std::string_view, std::vector<std::uint32_t>& values, IndexOf table) {
        if (table != IndexOf::same_set && table != IndexOf::same_row) mapper_.indices(values, table);
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}
    void set(std::string_view, EquationSet& set) {
        for (SetEquation& equation : set.equations) {
            map(equation.target);
            map(equation.value);
        }
        for (JacobianEntry& entry : set.jacobian) map(entry.value);
        for (KnownEntry& entry : set.known) {
            map(entry.by);
            map(entry.value);
        }
    }

    // ---- sections ----
    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view, T& thing) {
        describe(*this, thing);
    }
    template <class T>
    void table(std::string_view, std::vector<T>& rows) {
        map(rows);
    }
    void types(std::string_view, Document&) {}
    void variables(std::string_view, Document& document) {
        for (VarId const id : document.variables.ids()) {
            VariableRow<Variable, VariableFacts> const row{document.variables[id], document.facts[id]};
            describe(*this, row);
        }
    }

private:
    template <class T>
    void map(T& value) {
        if constexpr (std::same_as<T, ExprId>) {
            if (value) mapper_.expression(value);
        } else if constexpr (std::same_as<T, VarId>) {
            if (value) mapper_.variable(value);
        } else if constexpr (requires { describe(*this, value); }) {
            describe(*this, value);
        }
    }
    template <class T>
    void map(std::vector<T>& values) {
        for (T& value : values) map(value);
    }
    template <class T>
    void map(std::optional<T>& value) {
        if (value) map(*value);
    }

    Mapper& mapper_;
};

template <class Mapper>
void map_document(Document& document, Mapper& mapper) {
    MapArchive<Mapper> archive(mapper);
    describe(archive, document);
}

}  // namespace moo
