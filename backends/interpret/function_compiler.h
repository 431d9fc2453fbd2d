// State while a function of a program, or a procedure of the equations, is compiled to code for registers.
#pragma once

#include <unordered_map>

#include "backends/interpret/code.h"

namespace moo {

class FunctionCompiler {
public:
    // If `registers` is given, this is a procedure, whose registers are placed later. `nodes` are those of the body.
    FunctionCompiler(ProgramNodes const& nodes, Program const& program, ProgramFunction const& function,
                     std::vector<double> const& texts, ModelRegisters* registers);

    FunctionCode run();

    // During compilation, slots, literals and temporaries are numbered separately from scalars.
    static constexpr std::uint32_t slot_base = 0x20000000u;
    static constexpr std::uint32_t literal_base = 0x40000000u;
    static constexpr std::uint32_t temporary_base = 0x80000000u;

private:
    void mark_given(ProgramItem const& item);

    static constexpr std::uint32_t anywhere = 0xffffffffu;

    // ---- instructions ----

    std::uint32_t emit(CodeOp op, std::uint32_t to = 0, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                       std::uint32_t extra = 0);
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.code.size()); }
    void land(std::uint32_t jump) { landed_ = code_.code[jump].to = here(); }

    std::uint32_t literal(double value);
    std::uint32_t temporary();
    // Frees the temporaries that were made since then. In a procedure each keeps a register of its own, so that its
    // code can be reordered.
    void release(std::uint32_t kept) {
        if (registers_ == nullptr) temporaries_ = kept;
    }
    std::uint32_t list(std::vector<std::uint32_t> registers);
    // Constants are numbered after the arrays of the function.
    std::uint32_t array(std::uint32_t index);

    // ---- expressions: compile_value.cpp ----

    [[nodiscard]] ProgramNode const& node(ProgramExpr expr) const { return nodes_.nodes[expr]; }
    [[nodiscard]] ProgramExpr operand(ProgramNode const& n, std::size_t i) const { return nodes_.operand(n, i); }

    // Whether a value stays the same in loops and cannot fail: sizes of inputs, and simple arithmetic on them, on
    // inputs and on literals.
    bool is_fixed(ProgramExpr expr);

    // Moves the computation to the beginning of the function.
    std::uint32_t hoisted(ProgramExpr expr);

    // Puts hoisted computations before the rest.
    void put_prologue();

    std::uint32_t target(std::uint32_t to) { return to == anywhere ? temporary() : to; }

    // The register that holds the value: `to`, unless another register holds the value already.
    std::uint32_t value(ProgramExpr expr, std::uint32_t to = anywhere);

    // If the last result is multiplied by the same number again and something is added, this continues a polynomial.
    void multiply_add(std::uint32_t to, std::uint32_t a, std::uint32_t b, std::uint32_t c);
    void value_into(ProgramExpr expr, std::uint32_t to);

    // `i` from `i + 1`.
    ProgramExpr without_offset(ProgramExpr expr, std::uint32_t& offset) const;

    void compute(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r, std::uint32_t offset);


    // Texts are equal if their numbers are; their order needs the texts themselves.
    void relation(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r);
    // An operation of the table becomes the instruction of the same name.
    void operation(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r);
    // Compiles values that exist only in equations.
    void instance_value(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r);
    // Whether computing it takes no longer than jumping over it, and cannot fail.
    [[nodiscard]] bool is_cheap(ProgramExpr expr) const;

    std::uint32_t logic(ProgramNode const& n, std::uint32_t to);
    std::uint32_t choice(ProgramNode const& n, std::uint32_t to);

    // Returns the jumps that are taken if the condition is false.
    std::vector<std::uint32_t> jump_unless(ProgramExpr condition);

    // Jumps to `start` if the condition is true; returns the jumps that are taken if it is false.
    std::vector<std::uint32_t> jump_back_if(ProgramExpr condition, std::uint32_t start);

    // ---- statements: compile_function.cpp ----

    void statements(std::vector<ProgramStatement> const& list);
    std::vector<std::uint32_t> values(std::vector<ProgramExpr> const& exprs);
    void statement(ProgramStatement const& s);
    void loop(ProgramStatement const& s);
    void array_operation(ProgramStatement const& s);
    void call(ProgramStatement const& s);

    // Computes arguments that are expressions before the call, in the order in which the call takes them.
    void external_inputs(ProgramExternalArgument const& argument);

    // Replaces numbers of scalars, literals and temporaries by those of registers: place_registers.cpp.
    void place_registers();

    ProgramNodes const& nodes_;
    Program const& program_;
    ProgramFunction const& source_;
    ModelRegisters* registers_;
    std::vector<double> const& texts_;
    FunctionCode code_;
    std::unordered_map<std::uint64_t, std::uint32_t> literal_registers_;
    std::vector<std::uint32_t> breaks_;
    std::vector<bool> is_given_;  // arrays that are inputs or outputs: the caller owns them
    std::vector<bool> is_fixed_;  // scalars that are never assigned to
    std::unordered_map<ProgramExpr, std::uint32_t> hoisted_;
    std::vector<CodeInstruction> prologue_;
    std::vector<std::uint32_t> prologue_places_;
    int loops_ = 0;
    std::vector<std::uint32_t> external_registers_;
    std::uint32_t temporaries_ = 0;
    std::uint32_t most_temporaries_ = 0;
    std::uint32_t at_ = 0;
    std::uint32_t landed_ = 0;  // a jump leads here, so the next instruction must not be merged
};

}  // namespace moo
