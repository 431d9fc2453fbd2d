// Expressions to instructions.
#pragma once

#include <unordered_map>

#include "backends/common/system_plan.h"
#include "backends/interpret/tape.h"
#include "moo/model/document.h"
#include "moo/program/lower_program.h"

namespace moo {

// The registers that all tapes of a model share: slots of variables and derivatives, then literals, then scratch.
class Registers {
public:
    Registers(Document const& document, SystemPlan const& plan);

    [[nodiscard]] std::uint32_t slot(VarId variable) const { return variable.index(); }
    [[nodiscard]] std::uint32_t derivative(VarId state) const { return first_derivative_ + state_index_[state]; }
    [[nodiscard]] std::uint32_t state_number(VarId state) const { return state_index_[state]; }
    [[nodiscard]] std::uint32_t slot_count() const { return slot_count_; }
    // The register that holds a number.
    std::uint32_t literal(double value);
    [[nodiscard]] std::vector<double> const& literals() const { return literals_; }
    [[nodiscard]] SystemPlan const& plan() const { return plan_; }
    [[nodiscard]] std::vector<VarId> const& states() const { return states_; }

private:
    std::vector<VarId> states_;
    Store<VarId, std::uint32_t> state_index_;
    std::uint32_t first_derivative_;
    std::uint32_t slot_count_;
    std::unordered_map<std::uint64_t, std::uint32_t> literal_registers_;  // by the bits of the number
    std::vector<double> literals_;
    SystemPlan const& plan_;
};

// Appends instructions to one tape. Literals get their registers while tapes are built, so scratch registers are
// counted from `scratch_base` on and moved behind the literals by `place_scratch` when all tapes are there.
class TapeBuilder {
public:
    static constexpr std::uint32_t scratch_base = 0x80000000u;

    // Without a program, what needs one cannot be computed.
    TapeBuilder(Document const& document, Registers& registers, ModelProgram const* program = nullptr);

    // The register that holds the value.
    std::uint32_t compute(ExprId expr);
    // Computes into a slot.
    void assign(std::uint32_t to, ExprId expr);
    void emit(Operation operation, std::uint32_t to, std::uint32_t a = 0, std::uint32_t b = 0,
              std::uint16_t extra = 0) {
        tape_.push_back({operation, extra, 0, to, a, b});
    }
    // A call of `ModelProgram::effects`.
    void call_for_effect(ExprId effect);
    // Every result gets a register of its own, so that the order of the tape can be changed.
    std::uint32_t scratch();

    // What is computed between the two is forgotten, because it may be jumped over. `end_branch` makes the jump at
    // `from` lead here.
    [[nodiscard]] std::size_t begin_branch(Operation jump, std::uint32_t a);
    void end_branch(std::size_t from);

    // Expressions that `count_uses` meets more than once keep their result.
    void count_uses(ExprId root);
    [[nodiscard]] Tape take() { return std::move(tape_); }
    [[nodiscard]] std::uint32_t scratch_used() const { return scratch_high_; }

private:
    struct Frame {
        ExprId expr;
        std::uint32_t step;    // operands that are done
        std::uint32_t to;      // where the result is wanted; `anywhere`
        std::size_t jump = 0;  // of an if-expression: the instruction to be completed
    };
    static constexpr std::uint32_t anywhere = 0xffffffffu;

    std::uint32_t run(ExprId root, std::uint32_t to);
    // Handles a frame one step further; true if it is done, its register being pushed.
    bool advance(Frame& frame);
    bool start_leaf(Frame const& frame);
    bool advance_if(Frame& frame);
    bool advance_choice(Frame& frame);
    bool advance_logic(Frame& frame);
    [[nodiscard]] bool is_cheap(ExprId expr) const;
    bool advance_builtin(Frame& frame);
    // Operators with memory, and those of clocks. None if it is another one.
    std::optional<bool> advance_memory(Frame& frame);
    bool advance_transport(Frame& frame);
    bool advance_call(Frame& frame, ModelProgram::Computed const& computed);
    std::uint32_t emit_call(ModelCall const& call);
    void open_branch();
    void finish(Frame const& frame, Operation operation, std::uint32_t a, std::uint32_t b = 0, std::uint16_t extra = 0);
    void descend(ExprId expr, std::uint32_t to = anywhere) { frames_.push_back({expr, 0, to}); }
    std::uint32_t pop();
    std::uint32_t target_of(Frame const& frame);
    void remember_result(ExprId expr, std::uint32_t reg);

    struct Known {
        std::uint64_t key;
        std::uint32_t shadowed;  // what the key meant before; `anywhere` for nothing
    };
    [[nodiscard]] std::uint64_t key_of(ExprId expr) const {
        return (static_cast<std::uint64_t>(expr.index()) << 1) | (no_event_depth_ > 0 ? 1u : 0u);
    }

    [[nodiscard]] std::uint64_t call_key(std::uint32_t call) const {
        return (static_cast<std::uint64_t>(call) << 1) | (no_event_depth_ > 0 ? 1u : 0u);
    }

    ExprStore const& exprs_;
    Registers& registers_;
    Tape tape_;
    std::vector<Frame> frames_;
    std::vector<std::uint32_t> values_;  // registers of operands that are done
    std::unordered_map<ExprId, std::uint32_t> uses_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
    std::vector<Known> log_;             // what a branch has to forget
    std::vector<std::size_t> branches_;  // places in log_
    ModelProgram const* program_;
    std::unordered_map<std::uint64_t, std::uint32_t> made_calls_;  // first result of each call that was made
    std::vector<std::uint64_t> made_log_;                          // and which of them a branch has to forget
    std::vector<std::size_t> call_branches_;
    std::uint32_t scratch_high_ = 0;
    int no_event_depth_ = 0;
};

// Moves the scratch registers behind slots and literals.
void place_scratch(Tape& tape, std::uint32_t first);

}  // namespace moo
