#include "backends/interpret/interpreted_model.h"

#include <algorithm>
#include <array>

#include "backends/interpret/code.h"
#include "backends/interpret/interpreted_tables.h"
#include "backends/interpret/schedule_code.h"
#include "moo/program/specialize_program.h"

namespace moo {

struct InterpretedModel::Parts {
    MooModel abi{};  // first, so that a function can get from a pointer to it to the rest
    InterpretedTables tables;
    FunctionTable code;
    std::vector<ModelProgram::Object> objects;
    std::vector<double> literals;
    std::array<FunctionCode, model_step_count> steps;
    std::vector<FunctionCode> residuals;
    std::vector<FunctionCode> jacobians;
    std::vector<FunctionCode> switches;
    std::vector<FunctionCode> state_set_jacobians;
    std::vector<FunctionCode> partitions;
    FunctionCode partial_derivatives;
    FunctionCode partial_outputs;
    FunctionCode partial_crossings;

    Parts(ModelProgram& program, SourceManager const& sources)
        : tables(std::move(program.tables)), code(program.functions, sources), objects(program.objects) {}

    template <class Visit>
    void for_each_procedure(Visit const& visit) {
        for (FunctionCode& each : steps) visit(each);
        for (auto* const list : {&residuals, &jacobians, &switches, &state_set_jacobians, &partitions}) {
            for (FunctionCode& each : *list) visit(each);
        }
        for (FunctionCode* const each : {&partial_derivatives, &partial_outputs, &partial_crossings}) visit(*each);
    }
};

// The functions of the interface.
struct InterpretedCalls {
    using Parts = InterpretedModel::Parts;

    static Parts const& parts_of(MooInstance const* m) { return *reinterpret_cast<Parts const*>(m->model); }

    template <ModelStep which>
    static FunctionCode const& step(Parts const& parts) {
        return parts.steps[static_cast<std::size_t>(which)];
    }
    template <ModelStep which>
    static MooStatus run(MooInstance* m) {
        return run_procedure(parts_of(m).code, step<which>(parts_of(m)), m, nullptr);
    }
    template <ModelStep which>
    static MooStatus fill(MooInstance* m, double* result) {
        return run_procedure(parts_of(m).code, step<which>(parts_of(m)), m, result);
    }
    // The first step of a simulation also loads the literals into their registers.
    static MooStatus run_parameters(MooInstance* m) {
        Parts const& parts = parts_of(m);
        std::copy(parts.literals.begin(), parts.literals.end(), m->value + parts.abi.variable_count);
        return run<ModelStep::parameters>(m);
    }
    template <FunctionCode Parts::*code>
    static MooStatus fill_partials(MooInstance* m, double* result) {
        return run_procedure(parts_of(m).code, parts_of(m).*code, m, result);
    }
    template <std::vector<FunctionCode> Parts::*list>
    static MooStatus fill_block(MooInstance* m, MooBlock const* block, double* result) {
        return run_procedure(parts_of(m).code, (parts_of(m).*list)[block->index], m, result);
    }
    static MooStatus switch_block(MooInstance* m, MooBlock const* block) {
        return run_procedure(parts_of(m).code, parts_of(m).switches[block->index], m, nullptr);
    }
    static MooStatus fill_state_set(MooInstance* m, MooStateSet const* set, double* jacobian) {
        Parts const& parts = parts_of(m);
        auto const index = static_cast<std::size_t>(set - parts.tables.state_sets.data());
        return run_procedure(parts.code, parts.state_set_jacobians[index], m, jacobian);
    }
    static MooStatus run_partition(MooInstance* m, MooPartition const* partition) {
        Parts const& parts = parts_of(m);
        auto const index = static_cast<std::size_t>(partition - parts.tables.partitions.data());
        return run_procedure(parts.code, parts.partitions[index], m, nullptr);
    }

    // Destructs external objects in reverse order, because an object may use earlier ones.
    static void finish(MooInstance* m) {
        Parts const& parts = parts_of(m);
        for (auto object = parts.objects.rbegin(); object != parts.objects.rend(); ++object) {
            double& slot = m->value[object->slot];
            if (slot == 0.0) continue;
            try {
                parts.code.call(object->destructor, m, &slot, nullptr);
            } catch (MooFailure const& failure) {
                moo_report(m, failure);
            }
            slot = 0.0;
        }
    }

    template <ModelStep which, bool fills>
    static auto function_of() {
        if constexpr (fills) {
            return &fill<which>;
        } else if constexpr (which == ModelStep::parameters) {
            return &run_parameters;
        } else {
            return &run<which>;
        }
    }

    // Leaves out functions that have nothing to do, unless they are required.
    static void point_to_functions(Parts& parts, ModelProgram const& program) {
        MooModel& model = parts.abi;
#define MOO_STEP(name, fills, is_required) \
    if (is_required || !program.step(ModelStep::name).empty()) model.name = function_of<ModelStep::name, fills>();
#include "moo/program/steps.def"
#undef MOO_STEP
        model.finish = finish;
        for (MooBlock& block : parts.tables.blocks) {
            BlockTable const& row = parts.tables.tables().blocks[block.index];
            block.residual = fill_block<&Parts::residuals>;
            if (row.has_jacobian) block.jacobian = fill_block<&Parts::jacobians>;
            if (row.switches()) block.switches = switch_block;
            parts.code.blocks.push_back(&block);
        }
        for (MooStateSet& set : parts.tables.state_sets) set.jacobian = fill_state_set;
        for (MooPartition& partition : parts.tables.partitions) partition.compute = run_partition;
        MooPartials& partials = parts.tables.partials;
        if (!program.partial_derivatives.empty()) partials.derivatives = fill_partials<&Parts::partial_derivatives>;
        if (!program.partial_outputs.empty()) partials.outputs = fill_partials<&Parts::partial_outputs>;
        MooCrossingPartials& crossings = parts.tables.crossing_partials;
        if (!program.partial_crossings.empty()) crossings.compute = fill_partials<&Parts::partial_crossings>;
    }
};

namespace {

class ProcedureCompiler {
public:
    explicit ProcedureCompiler(ModelProgram const& program)
        : program_(program), registers_(program.layout.slot_count()) {
        for (std::string const& text : program.functions.texts) texts_.push_back(moo_text(text.c_str()));
    }

    FunctionCode operator()(ModelProcedure const& procedure) {
        FunctionCode code =
            compile_procedure(spell_out(program_, procedure.statements), program_.functions, texts_, registers_);
        scratch_ = std::max(scratch_, code.register_count);
        return code;
    }
    std::vector<FunctionCode> operator()(std::vector<ModelProcedure> const& procedures) {
        std::vector<FunctionCode> made;
        for (ModelProcedure const& each : procedures) made.push_back((*this)(each));
        return made;
    }

    // Runs when all procedures are compiled. A procedure that solves a block continues afterwards with values that it
    // computed before, so code that runs meanwhile has scratch registers of its own.
    void finish(FunctionCode& code) const {
        bool const solves = std::any_of(code.code.begin(), code.code.end(),
                                        [](CodeInstruction const& i) { return i.op == CodeOp::solve; });
        place_procedure(code, registers_, registers_.first_scratch() + (solves ? 0 : scratch_));
        schedule_code(code.code);
    }
    [[nodiscard]] std::vector<double> const& literals() const { return registers_.literals(); }
    [[nodiscard]] std::uint32_t scratch_count() const {
        return static_cast<std::uint32_t>(literals().size()) + 2 * scratch_;
    }

private:
    ModelProgram const& program_;
    ModelRegisters registers_;
    std::vector<double> texts_;
    std::uint32_t scratch_ = 0;
};

}  // namespace

InterpretedModel::InterpretedModel(ModelProgram program, SourceManager const& sources) {
    specialize_program(program.functions);
    parts_ = std::make_unique<Parts>(program, sources);
    Parts& parts = *parts_;
    ProcedureCompiler compile(program);
    for (std::size_t i = 0; i < model_step_count; ++i) parts.steps[i] = compile(program.steps[i]);
    parts.residuals = compile(program.residuals);
    parts.jacobians = compile(program.jacobians);
    parts.switches = compile(program.switches);
    parts.state_set_jacobians = compile(program.state_set_jacobians);
    parts.partitions = compile(program.partitions);
    parts.partial_derivatives = compile(program.partial_derivatives);
    parts.partial_outputs = compile(program.partial_outputs);
    parts.partial_crossings = compile(program.partial_crossings);
    parts.for_each_procedure([&](FunctionCode& code) { compile.finish(code); });
    parts.literals = compile.literals();
    parts.code.messages = std::move(program.messages);
    parts.tables.describe(parts.abi);
    parts.abi.scratch_count = compile.scratch_count();
    InterpretedCalls::point_to_functions(parts, program);
}

InterpretedModel::~InterpretedModel() = default;

MooModel const& InterpretedModel::model() const { return parts_->abi; }

}  // namespace moo
