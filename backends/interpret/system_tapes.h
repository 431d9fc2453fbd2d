// The sets, blocks and events of a document as tapes.
#pragma once

#include <string>

#include "backends/common/system_plan.h"
#include "backends/interpret/build_tape.h"
#include "backends/interpret/interpreted_parts.h"
#include "moo/base/source.h"

namespace moo {

class SystemTapes {
public:
    SystemTapes(Document const& document, SystemPlan& plan, ModelProgram const& program, Registers& registers,
                SourceManager const& sources, InterpretedModel::Parts& parts);

    // Fills the tapes of the parts, and tables that only they need.
    void build();
    // A tape of its own; its scratch registers are shared with others.
    template <class Fill>
    Tape build_tape(Fill const& fill) {
        TapeBuilder tape(document_, registers_, &program_);
        fill(tape);
        scratch_used_ = std::max(scratch_used_, tape.scratch_used());
        return tape.take();
    }
    [[nodiscard]] std::uint32_t scratch_used() const { return scratch_used_; }

private:
    enum class Selection { all, without_outputs, outputs_only };

    void build_equations(TapeBuilder& tape, std::string const& name, EquationSet const& set, Selection selection);
    void build_outputs(TapeBuilder& tape);
    void build_update(TapeBuilder& tape);
    void build_relations(TapeBuilder& tape);
    void build_equation(TapeBuilder& tape, SetEquation const& equation, std::uint32_t index);
    void build_assignment(TapeBuilder& tape, ExprId target, ExprId value);
    void build_condition(TapeBuilder& tape, std::uint32_t condition);
    [[nodiscard]] std::uint32_t build_active(TapeBuilder& tape, std::vector<std::uint32_t> const& conditions);
    void build_instant(TapeBuilder& tape, SetEquation const& equation, std::uint32_t index);
    void build_assertions(TapeBuilder& tape);
    void build_action(TapeBuilder& tape, Action const& action, std::uint32_t active);
    void build_clock_conditions(TapeBuilder& tape);
    void build_begin(TapeBuilder& tape);
    // Says a text of the model with its place; severities as in `MooInstance::message`.
    void build_message(TapeBuilder& tape, ExprId message, SourceSpan source, int severity);
    void build_operators();
    void build_partials();
    void build_state_sets();
    void build_clocks();

    [[nodiscard]] std::uint32_t add_block(EquationSet const& set, std::size_t b, BlockPlan const& plan);
    void build_block_tapes(InterpretedBlock& block, EquationSet const& set, BlockPlan const& plan);
    [[nodiscard]] std::uint32_t slot_of(ExprId target) const;
    [[nodiscard]] std::vector<std::uint32_t> slots_of(std::vector<VarId> const& variables) const;
    char const* keep_place(SourceSpan source);

    Document const& document_;
    ExprStore const& exprs_;
    SystemPlan& plan_;
    ModelProgram const& program_;
    Registers& registers_;
    SourceManager const& sources_;
    InterpretedModel::Parts& parts_;
    std::vector<std::vector<std::uint32_t>> conditions_of_;
    std::vector<bool> is_condition_there_;
    std::vector<MooBlock const*> blocks_of_integration_;  // by block of Eq; none for one that is not solved
    std::uint32_t scratch_used_ = 0;
};

}  // namespace moo
