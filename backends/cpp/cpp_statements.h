// Statements and expressions of a program as C++.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "moo/base/text_writer.h"
#include "moo/program/model_program.h"
#include "moo/program/operations.h"

namespace moo {

// Texts of a model that are files of an FMU, and their names in the FMU.
using CppResources = std::map<std::string, std::string>;

// How statements write names, in a function of the model or in a procedure of its equations.
class CppNames {
public:
    CppNames() = default;
    CppNames(CppNames const&) = delete;
    CppNames& operator=(CppNames const&) = delete;
    virtual ~CppNames() = default;

    [[nodiscard]] virtual std::string scalar(std::uint32_t index) const = 0;
    [[nodiscard]] virtual std::string array(std::uint32_t index) const = 0;
    [[nodiscard]] virtual std::string slot(std::uint32_t index) const = 0;
    [[nodiscard]] virtual std::string previous(std::uint32_t index) const = 0;
    // The position of a statement in the model, for messages.
    [[nodiscard]] virtual std::string place(std::uint32_t number) const = 0;
};

class CppStatements {
public:
    CppStatements(TextWriter& out, ProgramNodes const& nodes, ModelProgram const& model, CppResources const& resources,
                  CppNames const& names)
        : out_(out), nodes_(nodes), model_(model), program_(model.functions), resources_(resources), names_(names) {}

    // `function` is the one whose body the statements are; null for statements of equations.
    void write(std::vector<ProgramStatement> const& list, ProgramFunction const* function);
    void statement(ProgramStatement const& s);
    [[nodiscard]] std::string text(ProgramExpr expr);

private:
    // ---- cpp_expressions.cpp ----
    void expression(ProgramExpr expr, int least);
    void operation(ProgramNode const& n, OperationInfo const& info, int least);
    void infix(ProgramNode const& n, OperationInfo const& info, int least);
    void choice(ProgramNode const& n, int least);
    void number(ProgramNode const& n, int least);
    void array_value(ProgramNode const& n);
    void text_value(ProgramNode const& n);
    void size(ProgramNode const& n);
    void call(std::string_view name, ProgramNode const& n, std::string_view more = {});
    void loaded(std::string_view value, ScalarType type);
    void operands(ProgramNode const& n);
    [[nodiscard]] std::string here() const { return names_.place(at_); }
    [[nodiscard]] ProgramNode const& operand_node(ProgramNode const& n, std::size_t i) const {
        return nodes_.nodes[nodes_.operand(n, i)];
    }
    [[nodiscard]] std::string element(std::uint32_t index, std::vector<std::string> const& subscripts) const;

    // ---- cpp_statements.cpp ----
    void statements(std::vector<ProgramStatement> const& list);
    void block(std::string const& head, std::vector<ProgramStatement> const& body);
    void if_statement(ProgramStatement const& s);
    void loop(ProgramStatement const& s);
    void call_statement(ProgramStatement const& s);
    void message(ProgramStatement const& s);
    void array_operation(ProgramStatement const& s);
    void assign(std::string const& target, ProgramExpr value) { out_.line(target + " = " + text(value) + ";"); }
    [[nodiscard]] std::string subscripts(std::vector<ProgramSubscript> const& list);

    TextWriter& out_;
    TextWriter expression_;  // the expression being written
    ProgramNodes const& nodes_;
    ModelProgram const& model_;
    Program const& program_;
    CppResources const& resources_;
    CppNames const& names_;
    ProgramFunction const* function_ = nullptr;
    std::uint32_t at_ = 0;
};

}  // namespace moo
