// The sets, blocks and events of a document as C++ functions of the model's interface.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "backends/common/c_expression.h"
#include "backends/common/partials_plan.h"
#include "backends/common/system_plan.h"
#include "backends/cpp/cpp_calls.h"
#include "backends/cpp/cpp_parts.h"
#include "moo/base/source.h"

namespace moo {

class CppSystem {
public:
    // With `parts`, functions go there instead of staying in `out`.
    CppSystem(Document const& document, SystemPlan& plan, CppCalls& calls, Interner const& interner,
              SourceManager const& sources, CLeaves const& leaves, TextWriter& out, CppParts* parts);

    // Functions with the names of the interface.
    void emit();
    // The tables that belong to them; `slot` finds the place of der(state).
    void emit_tables();
    // Members of MooModel from relations on, one a line, and the functions for optional features.
    void emit_model_features();

    // A function whose statements are written by `emit_statement(i)`, split into parts if there are many. It may be
    // given an array of numbers.
    void emit_function(std::string const& name, std::size_t count,
                       std::function<void(std::size_t)> const& emit_statement, std::string const& array = "");
    // Whether the functions that follow run at the start only. Compilers need not try hard with them.
    void set_once(bool runs_once) { runs_once_ = runs_once; }
    void write_expr(ExprId expr) { write_c_expression(out_, exprs_, expr, leaves_); }

private:
    enum class Selection { all, without_outputs, outputs_only };

    struct Statement {
        EquationSet const* set = nullptr;
        std::size_t block = 0;
        std::string set_name;    // as in a MOO file
        std::string block_name;  // of the constant, for a block that is solved
        std::vector<std::uint32_t> earlier_relations;
    };

    [[nodiscard]] std::vector<Statement> emit_blocks(std::string const& set_name, EquationSet const& set,
                                                     Selection selection);
    void emit_block(EquationSet const& set, std::size_t b, BlockPlan const& plan, std::string const& name);
    void emit_statement(Statement const& statement);
    void emit_equation(SetEquation const& equation, std::uint32_t index);
    void emit_condition(std::uint32_t condition);
    [[nodiscard]] std::string active_text(std::vector<std::uint32_t> const& conditions);
    void emit_instant(SetEquation const& equation, std::uint32_t index);
    void emit_relations();
    void emit_update();
    [[nodiscard]] std::vector<Statement> emit_outputs();
    void emit_assertion(Assertion const& assertion);
    void emit_action(Action const& action, std::string const& active);
    void emit_clock_condition(std::size_t clock);
    void emit_clock_start(std::size_t clock);
    void emit_begin();
    // Says a text of the model with its place; severities as in `MooInstance::message`.
    void emit_message(ExprId message, SourceSpan source, int severity);
    void emit_relation_value(std::size_t relation);
    // `MooStatus name(MooInstance* m, double* result)` with one assignment for each value; nothing if there are none.
    void emit_results(std::string const& name, std::vector<ExprId> const& values);
    void emit_operators();
    // Behind the blocks that it names.
    void emit_partials(std::vector<Statement> const& derivatives, std::vector<Statement> const& outputs);
    void emit_partial_entries(std::string const& prefix, std::vector<PartialsPlan::Entry> const& entries,
                              std::vector<std::uint32_t> const& row_starts);
    // Gives what to call; that is nothing if all entries are numbers.
    [[nodiscard]] std::string emit_partial_function(std::string const& name,
                                                    std::vector<PartialsPlan::Entry> const& entries, std::size_t first,
                                                    std::size_t end);
    void emit_state_sets();
    void emit_partitions();
    void begin_function(std::string const& name, std::string const& parameters, bool stays_apart = false);
    void end_function();
    [[nodiscard]] bool takes_same(std::string& name);
    void emit_numbers(std::string const& type, std::string const& name, std::vector<std::uint32_t> const& numbers);
    // Nothing and false if it is empty.
    bool emit_pattern(SystemPlan::Pattern const& pattern, char const* starts_name, char const* columns_name);
    void emit_texts(std::string const& name, std::vector<std::string> const& texts);

    void write_target(ExprId target);
    [[nodiscard]] std::uint32_t slot_of(ExprId target) const;
    [[nodiscard]] std::uint32_t derivative_slot(VarId state) const;
    [[nodiscard]] std::vector<std::uint32_t> slots_of(std::vector<VarId> const& variables) const;
    [[nodiscard]] std::string place(SourceSpan source) const;

    Document const& document_;
    ExprStore const& exprs_;
    SystemPlan& plan_;
    CppCalls& calls_;
    Interner const& interner_;
    SourceManager const& sources_;
    CLeaves const& leaves_;
    TextWriter& out_;
    CppParts* parts_;
    std::size_t function_start_ = 0;  // of the one that is being written
    std::string function_head_;
    std::unordered_map<std::string, std::string> same_functions_;  // names by statements
    Store<VarId, std::uint32_t> state_index_;
    std::vector<std::vector<std::uint32_t>> conditions_of_;
    std::vector<bool> emitted_conditions_;
    std::size_t place_count_ = 0;
    bool has_pattern_ = false;
    bool has_residual_pattern_ = false;
    bool has_partials_ = false;
    bool has_crossing_partials_ = false;
    bool runs_once_ = false;
};

}  // namespace moo
