// A MOO document as back ends need it: tables, and a procedure for each function of a model.
//
// `lower_model` makes it once; interpreter, C++ and FMU only write it down. A procedure is a list of statements over values.
// Values are numbered: what is computed in several places is one node there, so a back end that meets a node again knows
// that it has the result already. `spell_out` (spell_out.h) turns statements into a small program with variables in which
// each shared value is computed once.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "moo/base/source.h"
#include "moo/program/layout.h"
#include "moo/program/model_tables.h"
#include "moo/program/program.h"

namespace moo {

inline constexpr ProgramExpr no_value = 0xffffffffu;

// One of the kinds of ProgramStatementKind that are for equations of a model, but `hold`; or `call`, of call number `target`.
struct ModelStatement {
    ProgramStatementKind kind = ProgramStatementKind::evaluate;
    std::uint32_t target = 0;
    ProgramExpr value = no_value;
    ProgramExpr condition = no_value;  // it counts only where that is true
    std::uint32_t origin = 0;          // number of a ModelOrigin; it makes no difference to what is done

    [[nodiscard]] bool does_the_same_as(ModelStatement const& other) const {
        return kind == other.kind && target == other.target && value == other.value && condition == other.condition;
    }
};

// Where a statement comes from: an equation of a block of a set, or none.
struct ModelOrigin {
    std::uint32_t set = 0;    // number in ModelProgram::set_names
    std::uint32_t block = 0;  // from 1; 0 for none
    SourceSpan source;
};

struct ModelProcedure {
    std::vector<ModelStatement> statements;
    bool runs_once = false;  // not in each step: quick to compile is worth more than quick to run

    [[nodiscard]] bool empty() const { return statements.empty(); }
};

// What the equations say: `assert`, `terminate`.
struct ModelMessage {
    std::string place;     // `Circuit.mo:14:3`
    std::string text;      // if it is a literal
    bool has_text = true;  // otherwise the statement has it as its value
    int severity = 0;      // as in MooInstance::message; 2 ends with an error, 0 ends the simulation well
};

enum class ModelStep : std::uint8_t {
#define MOO_STEP(name, fills, is_required) name,
#include "moo/program/steps.def"
#undef MOO_STEP
};
#define MOO_STEP(name, fills, is_required) +1
inline constexpr std::size_t model_step_count = 0
#include "moo/program/steps.def"
    ;
#undef MOO_STEP

struct ModelProgram {
    explicit ModelProgram(Layout where) : layout(std::move(where)) {}

    Layout layout;
    ModelTables tables;
    std::vector<ExprId> relations;  // of the document, in the order of the table

    Program functions;                   // those of the model, and what its equations call with scalars
    std::vector<std::uint32_t> callees;  // by number of a call: the function
    // External objects in the order of their construction, and their destructors: functions.
    struct Object {
        std::uint32_t slot = 0;
        std::uint32_t destructor = 0;
    };
    std::vector<Object> objects;

    ProgramNodes values;
    std::vector<ModelMessage> messages;
    std::vector<ModelOrigin> origins;
    std::vector<std::string> set_names;  // as in a MOO file

    std::array<ModelProcedure, model_step_count> steps;
    // By block.
    std::vector<ModelProcedure> residuals;
    std::vector<ModelProcedure> jacobians;  // empty where the block has none
    std::vector<ModelProcedure> switches;
    // By state set and by partition.
    std::vector<ModelProcedure> state_set_jacobians;
    std::vector<ModelProcedure> partitions;
    // Entries that are no numbers.
    ModelProcedure partial_derivatives;
    ModelProcedure partial_outputs;
    ModelProcedure partial_crossings;

    [[nodiscard]] ModelProcedure const& step(ModelStep which) const { return steps[static_cast<std::size_t>(which)]; }
    [[nodiscard]] ModelProcedure& step(ModelStep which) { return steps[static_cast<std::size_t>(which)]; }
};

// The document must have passed `verify_document`, and outlive the program. What cannot be computed is in
// `functions.problems`.
[[nodiscard]] ModelProgram lower_model(Document const& document, Interner const& interner,
                                       SourceManager const& sources);

}  // namespace moo
