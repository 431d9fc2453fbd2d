// The procedures of a model as C++ functions.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/cpp/cpp_parts.h"
#include "backends/cpp/cpp_statements.h"
#include "moo/base/source.h"

namespace moo {

class CppProcedures {
public:
    // With `parts`, functions are moved there instead of staying in `out`.
    CppProcedures(TextWriter& out, ModelProgram const& model, SourceManager const& sources,
                  CppResources const& resources, CppParts* parts)
        : out_(out), model_(model), sources_(sources), resources_(resources), parts_(parts) {}

    // Writes `MooStatus name(MooInstance* m, …)`, split into several functions if it is long. `parameters` are the
    // other parameters that the interface requires; a procedure uses only `double* result`. Returns the name to call:
    // that of an earlier function if it does the same.
    std::string emit(std::string const& name, ModelProcedure const& procedure, std::string const& parameters = {});

private:
    using Statements = std::span<ModelStatement const>;
    struct Made {
        Statements statements;
        std::string kind;  // the head without the name
        std::string name;
    };

    void emit_function(std::string const& head, Statements statements, bool stays_apart);
    void emit_body(Statements statements);
    // Returns the name of a function with the same statements and head; if there is none, registers this one.
    [[nodiscard]] std::string const* find_same(Statements statements, std::string const& kind, std::string const& name);

    TextWriter& out_;
    ModelProgram const& model_;
    SourceManager const& sources_;
    CppResources const& resources_;
    CppParts* parts_;
    std::unordered_multimap<std::size_t, Made> made_;  // by hash of the statements
};

}  // namespace moo
