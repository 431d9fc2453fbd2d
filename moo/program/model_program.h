// A MOO document in the form that engines need: tables, and a procedure for each function of a model.
//
// `lower_model` makes it once; the interpreter, C++ and FMUs only write it down. A procedure is a list of statements
// over numbered values. A value that several procedures compute is the same node in all of them, so a back end that
// meets the node again knows that it has the result already. `spell_out` (spell_out.h) turns statements into a small
// program with variables in which each shared value is computed once.
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

// `kind` is one of those for the equations of a model, except `hold`; or `call`, of call number `target`.
struct ModelStatement {
    ProgramStatementKind kind = ProgramStatementKind::evaluate;
    std::uint32_t target = 0;
    ProgramExpr value = no_value;
    ProgramExpr condition = no_value;  // the statement runs only if this is true
    std::uint32_t origin = 0;          // number of a ModelOrigin; it does not affect what the statement does

    [[nodiscard]] bool does_the_same_as(ModelStatement const& other) const {
        return kind == other.kind && target == other.target && value == other.value && condition == other.condition;
    }
};

// Where a statement comes from: an equation in a block of a set, or nowhere.
struct ModelOrigin {
    std::uint32_t set = 0;    // number in ModelProgram::set_names
    std::uint32_t block = 0;  // from 1; 0 for none
    SourceSpan source;
};

struct ModelProcedure {
    std::vector<ModelStatement> statements;
    bool runs_once = false;  // not called in every step: compiling it quickly matters more than running it quickly

    [[nodiscard]] bool empty() const { return statements.empty(); }
};

// A message that the equations issue: by `assert` or `terminate`.
struct ModelMessage {
    std::string place;     // `Circuit.mo:14:3`
    std::string text;      // if it is a literal
    bool has_text = true;  // otherwise the value of the statement is the text
    int severity = 0;      // as in MooInstance::message: 2 ends with an error, 0 ends the simulation successfully
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

    Program functions;                   // functions of the model, and scalar wrappers for what its equations call
    std::vector<std::uint32_t> callees;  // by number of a call: the function that it calls
    // External objects in the order of their construction, with the number of the destructor.
    struct Object {
        std::uint32_t slot = 0;
        std::uint32_t destructor = 0;
    };
    std::vector<Object> objects;

    ProgramNodes values;
    std::vector<ModelMessage> messages;
    std::vector<ModelOrigin> origins;
    std::vector<std::string> set_names;  // named as in a MOO file

    std::array<ModelProcedure, model_step_count> steps;
    // By block:
    std::vector<ModelProcedure> residuals;
    std::vector<ModelProcedure> jacobians;  // empty where the block has none
    std::vector<ModelProcedure> switches;
    // By state set, and by partition:
    std::vector<ModelProcedure> state_set_jacobians;
    std::vector<ModelProcedure> partitions;
    // The entries that are not constants.
    ModelProcedure partial_derivatives;
    ModelProcedure partial_outputs;
    ModelProcedure partial_crossings;

    [[nodiscard]] ModelProcedure const& step(ModelStep which) const { return steps[static_cast<std::size_t>(which)]; }
    [[nodiscard]] ModelProcedure& step(ModelStep which) { return steps[static_cast<std::size_t>(which)]; }
};

// The document must have passed `verify_document` and must outlive the program. Constructs that cannot be computed are
// listed in `functions.problems`.
[[nodiscard]] ModelProgram lower_model(Document const& document, Interner const& interner,
                                       SourceManager const& sources);

}  // namespace moo
