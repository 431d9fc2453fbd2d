// Functions of a model, and procedures of its equations, as instructions over registers and arrays.
//
// Registers of a function are those of its frame. Those of a procedure are the numbers of the instance: slots, then
// the literals of all procedures, then scratch space.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/interpret/external_call.h"
#include "moo/program/model_program.h"
#include "moo/program/spell_out.h"
#include "runtime/abi/values.h"

namespace moo {

enum class CodeOp : std::uint16_t {
#define MOO_CODE_OP(name, to, a, b, c) name,
#define MOO_BATCH_OP(name, to, a, b, c) name,
#include "backends/interpret/code_ops.def"
// The first of several instructions of one kind that run in a loop: `extra` more follow.
#define MOO_CODE_OP(name, to, a, b, c)
#define MOO_BATCH_OP(name, to, a, b, c) many_##name,
#include "backends/interpret/code_ops.def"
};

// Instructions before this one in the list may be reordered.
inline constexpr CodeOp first_fixed_op = CodeOp::condition;
inline constexpr bool is_jump(CodeOp op) { return op >= CodeOp::jump && op <= CodeOp::next_down; }

struct CodeInstruction {
    CodeOp op = CodeOp::move;
    std::uint16_t extra = 0;
    std::uint32_t to = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
};

struct CodeSubscript {
    SubscriptKind kind = SubscriptKind::whole;
    std::uint32_t first = 0, step = 0, last = 0;  // registers
    std::uint32_t values = 0;
};

struct CodeArrayOperation {
    ArrayOperation operation = ArrayOperation::copy;
    std::uint32_t target = 0;
    std::uint32_t extra = 0;
    std::vector<std::uint32_t> arrays;
    std::vector<std::uint32_t> scalars;  // registers
    std::vector<CodeSubscript> subscripts;
};

struct CodeCall {
    struct Item {
        bool is_array = false;
        std::uint32_t here = 0;   // register or array of the caller
        std::uint32_t there = 0;  // register or array of the function; during compilation, number of the scalar
    };
    std::uint32_t function = 0;
    std::vector<Item> inputs;
    std::vector<Item> outputs;
};

struct FunctionCode {
    std::string name;
    std::vector<CodeInstruction> code;
    std::vector<std::uint32_t> places;  // by instruction: number in `place_texts`
    std::vector<std::string> place_texts;
    // Registers: literals, then the scalars of the function, then temporaries.
    std::vector<double> literals;
    // Initial contents of registers and arrays when a call begins; empty for arrays that the caller passes.
    std::vector<double> registers_at_begin;
    std::vector<MooArray*> arrays_at_begin;
    std::uint32_t scalar_count = 0;
    std::uint32_t register_count = 0;
    std::uint32_t array_count = 0;          // of the function itself
    std::vector<std::uint32_t> own_arrays;  // those that the caller does not pass
    std::vector<std::uint32_t> constants;   // arrays numbered after those
    std::vector<std::string> array_names;
    std::vector<ProgramItem> inputs;
    std::vector<ProgramItem> outputs;
    std::vector<std::vector<std::uint32_t>> lists;  // of registers
    std::vector<CodeArrayOperation> operations;
    std::vector<CodeCall> calls;
    std::unique_ptr<ExternalCall> external;
};

class FunctionFrames;

// All functions of a model, ready to run.
class FunctionTable {
public:
    FunctionTable(Program const& program, SourceManager const& sources);

    // Calls a function whose inputs and outputs are scalars. Throws MooFailure.
    void call(std::uint32_t function, MooInstance* m, double const* inputs, double* outputs) const;
    // The same for a call from a procedure, whose registers are those of the instance.
    void enter(CodeCall const& call, MooInstance* m, double* r) const;

    // Referred to by procedures; the code that makes the procedures fills these in.
    std::vector<MooBlock const*> blocks;
    std::vector<ModelMessage> messages;

    [[nodiscard]] std::vector<FunctionCode> const& functions() const { return functions_; }
    [[nodiscard]] MooArray const& constant(std::uint32_t number) const { return constants_[number]; }
    [[nodiscard]] char const* const* literals(std::uint32_t enumeration) const {
        return enumeration_texts_[enumeration].data();
    }
    [[nodiscard]] std::int64_t literal_count(std::uint32_t enumeration) const {
        return static_cast<std::int64_t>(enumeration_texts_[enumeration].size());
    }

private:
    // How a procedure enters a function. If an expression only wraps a call, the called function is entered directly.
    struct Entry {
        FunctionCode const* code = nullptr;
        std::vector<double> registers;  // their initial contents
        std::vector<MooArray*> arrays;
        struct Move {
            std::uint32_t from = 0;
            std::uint32_t to = 0;
        };
        std::vector<Move> inputs;            // from argument to register
        std::vector<std::uint32_t> outputs;  // registers
    };
    // A frame that stays allocated, with its literals in place. It belongs to the first thread that uses it; other
    // threads build a frame for each call.
    struct ResidentFrame {
        std::atomic<FunctionFrames*> owner = nullptr;
        std::vector<double> registers;
        std::vector<MooArray*> arrays;
        std::deque<MooArray> own_arrays;
    };
    // `take(i)` returns input i, `give(i, value)` stores output i.
    template <class Take, class Give>
    void run(std::uint32_t function, MooInstance* m, Take const& take, Give const& give) const;
    bool claim(ResidentFrame& frame, Entry const& entry, FunctionFrames& frames) const;
    [[nodiscard]] Entry enter_directly(FunctionCode const& code) const;
    // Nullopt if the function does more than call another.
    [[nodiscard]] std::optional<Entry> enter_called(Program const& program, ProgramFunction const& function) const;
    void prepare(FunctionCode& code);
    [[nodiscard]] MooArray* constant_in_frame(std::uint32_t number) const;

    std::vector<FunctionCode> functions_;
    std::vector<Entry> entries_;
    mutable std::deque<ResidentFrame> residents_;  // one for each entry
    std::deque<std::vector<double>> constant_elements_;
    std::deque<MooArray> constants_;
    std::deque<std::string> texts_;
    std::vector<std::vector<char const*>> enumeration_texts_;
};

// Numbers the registers that all procedures share: slots, then literals.
class ModelRegisters {
public:
    explicit ModelRegisters(std::uint32_t slot_count) : slot_count_(slot_count) {}

    // The register that holds the literal.
    std::uint32_t literal(double value);
    [[nodiscard]] std::vector<double> const& literals() const { return literals_; }
    [[nodiscard]] std::uint32_t slot_count() const { return slot_count_; }
    [[nodiscard]] std::uint32_t first_scratch() const {
        return slot_count_ + static_cast<std::uint32_t>(literals_.size());
    }

private:
    std::uint32_t slot_count_;
    std::vector<double> literals_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // by the bits of the value
};

// compile_function.cpp; `texts` maps the numbers of Program::texts.
[[nodiscard]] FunctionCode compile_function(Program const& program, ProgramFunction const& function,
                                            std::vector<double> const& texts);
// Registers are placed once all procedures are compiled, because only then the number of literals is known.
[[nodiscard]] FunctionCode compile_procedure(SpelledOut procedure, Program const& program,
                                             std::vector<double> const& texts, ModelRegisters& registers);
// place_registers.cpp
void place_procedure(FunctionCode& code, ModelRegisters const& registers, std::uint32_t first_scratch);

// run_code.cpp; `r` and `arrays` belong to the frame, or to the instance. A procedure may be given an array `result`.
// `frames` are for the calls that a function makes; procedures pass null.
MooStatus run_code(FunctionTable const& table, FunctionFrames* frames, FunctionCode const& code, MooInstance* m,
                   double* r, MooArray** arrays, double* result);
// Runs a procedure of the equations. Failures of functions become a status and a message.
MooStatus run_procedure(FunctionTable const& table, FunctionCode const& code, MooInstance* m, double* result);

}  // namespace moo
