// What equations in C++ need of the functions of a model: how a call is written, and where failures end.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "backends/common/c_expression.h"
#include "moo/model/document.h"
#include "moo/program/lower_program.h"

namespace moo {

class CppCalls {
public:
    CppCalls(Document const& document, Interner const& interner)
        : document_(document), program_(lower_program(document, interner)) {}

    [[nodiscard]] ModelProgram const& program() const { return program_; }
    [[nodiscard]] bool has_functions() const { return !program_.program.functions.empty(); }
    [[nodiscard]] bool has_external() const;

    // For CLeaves.
    [[nodiscard]] std::optional<CCall> call(ExprId expr) const;
    [[nodiscard]] std::string text(ExprId literal) const;
    // A call of `ModelProgram::effects`.
    [[nodiscard]] CCall effect(ExprId call) const;

    // The body of a function is written between the two: it gets a place for the results of each call that it mentions.
    void begin_body(TextWriter const& out);
    void end_body(TextWriter& out);

    // Functions leave by exceptions, which end in a function of the interface: the name to give for one.
    [[nodiscard]] std::string guarded(std::string const& step) const {
        return has_functions() ? "guarded<" + step + ">" : step;
    }
    void emit_guard(TextWriter& out) const;
    // `finish` of the interface.
    void emit_finish(TextWriter& out) const;

private:
    Document const& document_;
    ModelProgram program_;
    mutable std::set<std::uint32_t> used_;  // by the body that is being written
    std::size_t body_ = 0;                  // where it begins
};

}  // namespace moo
