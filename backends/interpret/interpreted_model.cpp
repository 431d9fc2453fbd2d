#include "backends/interpret/interpreted_model.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "backends/interpret/build_tape.h"
#include "backends/interpret/function_code.h"
#include "backends/interpret/schedule_tape.h"
#include "moo/expr/print.h"
#include "moo/model/names.h"

namespace moo {

namespace {

// A block with the tapes behind its functions; the interface hands it back to them.
struct InterpretedBlock {
    MooBlock abi{};
    std::string name;
    std::string source;
    std::vector<std::uint32_t> unknowns;
    Tape residual;
    Tape jacobian;
    TapeTables const* tables = nullptr;
};

InterpretedBlock const& of(MooBlock const* block) { return *reinterpret_cast<InterpretedBlock const*>(block); }

MooStatus block_residual(MooInstance* m, MooBlock const* block, double* residual) {
    return run_tape(of(block).residual, *of(block).tables, m, residual);
}

MooStatus block_jacobian(MooInstance* m, MooBlock const* block, double* jacobian) {
    return run_tape(of(block).jacobian, *of(block).tables, m, jacobian);
}

}  // namespace

struct InterpretedModel::Parts {
    MooModel abi{};  // first, so that a function finds the rest from the pointer that it is given
    TapeTables tables;
    std::optional<FunctionTable> functions;
    // External objects in the order of their construction: slot and destructor.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> objects;
    std::vector<double> literals;
    std::uint32_t first_literal = 0;
    Tape parameters;
    Tape initialize;
    Tape derivatives;
    Tape outputs;
    Tape update;
    Tape crossings;
    std::deque<InterpretedBlock> blocks;
    std::deque<std::string> texts;
    std::vector<MooVariable> variables;
    std::vector<std::uint32_t> state_slots;
    std::vector<std::uint32_t> derivative_slots;
    std::vector<char const*> relation_texts;
};

namespace {

using Parts = InterpretedModel::Parts;

Parts const& parts_of(MooInstance const* m) { return *reinterpret_cast<Parts const*>(m->model); }

template <Tape Parts::*tape>
MooStatus run_step(MooInstance* m) {
    return run_tape(parts_of(m).*tape, parts_of(m).tables, m, nullptr);
}

// The first step of a simulation also brings the literals to their registers.
MooStatus run_parameters(MooInstance* m) {
    Parts const& parts = parts_of(m);
    std::copy(parts.literals.begin(), parts.literals.end(), m->value + parts.first_literal);
    return run_tape(parts.parameters, parts.tables, m, nullptr);
}

MooStatus run_crossings(MooInstance* m, double* z) { return run_tape(parts_of(m).crossings, parts_of(m).tables, m, z); }

// External objects are destructed, the last one first: one may use those before it.
void finish_instance(MooInstance* m) {
    Parts const& parts = parts_of(m);
    for (auto object = parts.objects.rbegin(); object != parts.objects.rend(); ++object) {
        double& slot = m->value[object->first];
        if (slot == 0.0) continue;
        try {
            parts.functions->call(object->second, m, &slot, nullptr);
        } catch (MooFailure const& failure) {
            moo_report(m, failure);
        }
        slot = 0.0;
    }
}

double no_time_event(MooInstance const*) { return std::numeric_limits<double>::infinity(); }

class ModelBuilder {
public:
    ModelBuilder(Document const& document, Interner const& interner, SourceManager const& sources, Parts& parts)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          names_(document.variables, interner, NameStyle::plain),
          program_(lower_program(document, interner)),
          registers_(document),
          parts_(parts) {}

    void run() {
        build_functions();
        find_conditions();
        parts_.parameters = build([&](TapeBuilder& tape) { build_parameters(tape); });
        parts_.initialize = build_set("iEq", document_.initialization);
        parts_.derivatives = build_set("Eq", document_.integration);
        parts_.update = build_set("riEq", document_.reinitialization);
        parts_.outputs = build([&](TapeBuilder& tape) { build_assertions(tape); });
        parts_.crossings = build([&](TapeBuilder& tape) { build_crossings(tape); });
        place_registers();
        fill_tables();
        fill_model();
    }

private:
    template <class Fill>
    Tape build(Fill const& fill) {
        TapeBuilder tape(document_, registers_, &program_);
        fill(tape);
        scratch_count_ = std::max(scratch_count_, tape.scratch_used());
        return tape.take();
    }

    // ---- functions ----

    void build_functions() {
        if (program_.program.functions.empty()) return;
        parts_.functions.emplace(program_.program, interner_, sources_);
        parts_.tables.functions = &*parts_.functions;
        for (ModelCall const& call : program_.calls) {
            parts_.tables.most_arguments = std::max(parts_.tables.most_arguments, call.inputs.size());
        }
        for (VarId const id : document_.parameter_order) {
            auto const destructor = program_.destructors.find(document_.variables[id].type);
            if (destructor != program_.destructors.end()) {
                parts_.objects.emplace_back(registers_.slot(id), destructor->second);
            }
        }
    }

    // ---- steps ----

    // Parameters in order, then the start values that depend on them: first guesses for blocks that iterate.
    void build_parameters(TapeBuilder& tape) {
        auto const add = [&](VarId id, ExprId value) {
            std::size_t const jump = tape.begin_branch(Operation::jump_if_set, registers_.slot(id));
            tape.assign(registers_.slot(id), value);
            tape.end_branch(jump);
        };
        for (VarId const id : document_.parameter_order) {
            if (has_slot(document_.variables[id])) add(id, document_.variables[id].binding);
        }
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const start = variable.attribute(Attribute::start);
            if (start && !variable.is_parameter() && exprs_.varies(start)) add(id, start);
        }
    }

    Tape build_set(std::string const& name, EquationSet const& set) {
        return build([&](TapeBuilder& tape) {
            is_condition_there_.assign(document_.when_conditions.size(), false);
            for (SetEquation const& equation : set.equations) tape.count_uses(equation.value);
            for (std::size_t b = 0; b < set.block_count(); ++b) {
                auto const block = set.block(b);
                if (block[0].form == EquationForm::residual) {
                    tape.emit(Operation::solve, 0, add_block(name, set, b));
                } else {
                    build_equation(tape, block[0], set.block_starts[b]);
                }
            }
            if (&set != &document_.integration) build_relations(tape);
        });
    }

    // `a and b` looks at both here, but a branch that is not taken may hide a relation.
    void build_relations(TapeBuilder& tape) {
        for (ZeroCrossing const& crossing : document_.zero_crossings) (void)tape.compute(crossing.relation);
    }

    void build_equation(TapeBuilder& tape, SetEquation const& equation, std::uint32_t index) {
        if (equation.form == EquationForm::instant) return build_instant(tape, equation, index);
        VarId const variable = exprs_.referenced_variable(equation.target);
        if (!equation.is_start_value()) return build_assignment(tape, equation.target, equation.value);
        std::size_t const jump = tape.begin_branch(Operation::jump_if_set, registers_.slot(variable));
        build_assignment(tape, equation.target, equation.value);
        tape.end_branch(jump);
    }

    void build_assignment(TapeBuilder& tape, ExprId target, ExprId value) {
        VarId const variable = exprs_.referenced_variable(target);
        switch (exprs_.kind(target)) {
            case ExprKind::der: return tape.assign(registers_.derivative(variable), value);
            case ExprKind::pre: {
                std::uint32_t const reg = tape.compute(value);
                tape.emit(Operation::store_previous, registers_.slot(variable), reg);
                return;
            }
            default: return tape.assign(registers_.slot(variable), value);
        }
    }

    // Which conditions each instant equation of riEq listens to.
    void find_conditions() {
        conditions_of_.assign(document_.reinitialization.equations.size(), {});
        for (std::uint32_t i = 0; i < document_.when_conditions.size(); ++i) {
            for (std::uint32_t const equation : document_.when_conditions[i].equations) {
                conditions_of_[equation].push_back(i);
            }
        }
    }

    void build_instant(TapeBuilder& tape, SetEquation const& equation, std::uint32_t index) {
        std::uint32_t const active = tape.scratch();
        std::uint32_t const rises = tape.scratch();
        tape.emit(Operation::move, active, registers_.literal(0.0));
        for (std::uint32_t const condition : conditions_of_[index]) {
            if (!is_condition_there_[condition]) {
                is_condition_there_[condition] = true;
                std::uint32_t const value = tape.compute(document_.when_conditions[condition].condition);
                tape.emit(Operation::store_condition, condition, value);
            }
            tape.emit(Operation::rises, rises, condition);
            tape.emit(Operation::logical_or, active, active, rises);
        }
        VarId const variable = exprs_.variable_of(equation.target);
        bool const is_reinit = document_.role(variable) == Role::state;
        // A discrete variable whose clause is silent keeps its value.
        if (!is_reinit) tape.emit(Operation::previous, registers_.slot(variable), registers_.slot(variable));
        std::size_t const jump = tape.begin_branch(Operation::jump_if_false, active);
        if (is_reinit) {
            std::uint32_t const value = tape.compute(equation.value);
            tape.emit(Operation::ask_reinit, registers_.state_number(variable), value);
        } else {
            tape.assign(registers_.slot(variable), equation.value);
        }
        tape.end_branch(jump);
    }

    void build_assertions(TapeBuilder& tape) {
        for (Assertion const& assertion : document_.assertions) {
            std::uint32_t const value = tape.compute(assertion.condition);
            std::uint32_t const failed = tape.scratch();
            tape.emit(Operation::logical_not, failed, value);
            std::size_t const jump = tape.begin_branch(Operation::jump_if_false, failed);
            std::uint32_t const message = tape.compute(assertion.message);
            bool const is_warning = assertion.level == AssertionLevel::warning;
            tape.emit(Operation::fail_text, 0, static_cast<std::uint32_t>(parts_.tables.messages.size()), message,
                      is_warning ? 1 : 0);
            std::string const place = sources_.place_text(assertion.source.begin);
            parts_.tables.messages.push_back(place.empty() ? place : place + ": ");
            tape.end_branch(jump);
        }
    }

    void build_crossings(TapeBuilder& tape) {
        for (std::uint32_t i = 0; i < document_.zero_crossings.size(); ++i) {
            store_result(tape, i, document_.zero_crossings[i].function);
        }
    }

    static void store_result(TapeBuilder& tape, std::uint32_t place, ExprId value) {
        std::uint32_t const reg = tape.compute(value);
        tape.emit(Operation::store_result, place, reg);
    }

    // ---- blocks ----

    std::uint32_t add_block(std::string const& set_name, EquationSet const& set, std::size_t b) {
        auto const equations = set.block(b);
        std::uint32_t const first = set.block_starts[b];
        auto const size = static_cast<std::uint32_t>(equations.size());
        InterpretedBlock& block = parts_.blocks.emplace_back();
        block.name = set_name + "[" + std::to_string(b + 1) + "]";
        block.source = sources_.place_text(equations[0].source.begin);
        for (SetEquation const& equation : equations) {
            VarId const variable = exprs_.referenced_variable(equation.target);
            bool const is_derivative = exprs_.kind(equation.target) == ExprKind::der;
            block.unknowns.push_back(is_derivative ? registers_.derivative(variable) : registers_.slot(variable));
        }
        block.residual = build([&](TapeBuilder& tape) {
            for (SetEquation const& equation : equations) tape.count_uses(equation.value);
            for (std::uint32_t i = 0; i < size; ++i) store_result(tape, i, equations[i].value);
        });
        auto const by_row = [](JacobianEntry const& entry, std::uint32_t row) { return entry.row < row; };
        auto const begin = std::lower_bound(set.jacobian.begin(), set.jacobian.end(), first, by_row);
        auto const end = std::lower_bound(begin, set.jacobian.end(), first + size, by_row);
        block.jacobian = build([&](TapeBuilder& tape) {
            for (auto entry = begin; entry != end; ++entry) tape.count_uses(entry->value);
            for (auto entry = begin; entry != end; ++entry) {
                store_result(tape, (entry->column - first) * size + (entry->row - first), entry->value);
            }
        });
        block.tables = &parts_.tables;
        block.abi = {block.name.c_str(),
                     block.source.c_str(),
                     size,
                     block.unknowns.data(),
                     set.blocks[b].kind == BlockKind::linear ? std::uint8_t{1} : std::uint8_t{0},
                     block_residual,
                     block_jacobian};
        parts_.tables.blocks.push_back(&block.abi);
        return static_cast<std::uint32_t>(parts_.tables.blocks.size() - 1);
    }

    // ---- tables ----

    void place_registers() {
        parts_.literals = registers_.literals();
        parts_.first_literal = registers_.slot_count();
        std::uint32_t const first = parts_.first_literal + static_cast<std::uint32_t>(parts_.literals.size());
        for (Tape* const tape : {&parts_.parameters, &parts_.initialize, &parts_.derivatives, &parts_.outputs,
                                 &parts_.update, &parts_.crossings}) {
            place_scratch(*tape, first);
            schedule_tape(*tape);
        }
        for (InterpretedBlock& block : parts_.blocks) {
            for (Tape* const tape : {&block.residual, &block.jacobian}) {
                place_scratch(*tape, first);
                schedule_tape(*tape);
            }
        }
    }

    char const* keep(std::string text) { return parts_.texts.emplace_back(std::move(text)).c_str(); }
    char const* keep(Symbol symbol) { return symbol ? keep(std::string(interner_.text(symbol))) : ""; }

    // What depends on parameters is not known here; `parameters` computes it.
    [[nodiscard]] double literal_or(ExprId expr, double otherwise) const {
        if (!expr) return otherwise;
        if (exprs_.is_number(expr)) return exprs_.number_value(expr);
        if (exprs_.kind(expr) == ExprKind::boolean) return exprs_.boolean_value(expr) ? 1.0 : 0.0;
        if (exprs_.kind(expr) == ExprKind::enumeration) return exprs_.enumeration_ordinal(expr);
        if (exprs_.kind(expr) == ExprKind::string)
            return moo_text(std::string(interner_.text(exprs_.symbol(expr))).c_str());
        return otherwise;
    }

    [[nodiscard]] MooType type_of(Variable const& variable) const {
        switch (exprs_.types().kind(variable.type)) {
            case TypeKind::integer: return MOO_INTEGER;
            case TypeKind::boolean: return MOO_BOOLEAN;
            case TypeKind::enumeration: return MOO_ENUMERATION;
            case TypeKind::string: return MOO_STRING;
            case TypeKind::external_object: return MOO_OBJECT;
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::clock:
            case TypeKind::record:
            case TypeKind::array:
            case TypeKind::tuple: break;
        }
        return MOO_REAL;
    }
    [[nodiscard]] bool has_slot(Variable const& variable) const {
        return exprs_.types().kind(variable.type) < TypeKind::record ||
               exprs_.types().kind(variable.type) == TypeKind::external_object;
    }
    // Arrays and records are constants that functions use; the others have no number to show.
    [[nodiscard]] std::uint8_t is_hidden(Variable const& variable) const {
        MooType const type = type_of(variable);
        return type == MOO_STRING || type == MOO_OBJECT || !has_slot(variable) ? 1 : 0;
    }

    static MooRole role_of(Role role) {
        switch (role) {
            case Role::state: return MOO_STATE;
            case Role::algebraic: return MOO_ALGEBRAIC;
            case Role::discrete: return MOO_DISCRETE;
            case Role::parameter: return MOO_PARAMETER;
            case Role::constant: return MOO_CONSTANT;
            case Role::input: return MOO_INPUT;
        }
        return MOO_ALGEBRAIC;
    }

    void fill_tables() {
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const unit = variable.attribute(Attribute::unit);
            bool const has_unit = unit && exprs_.kind(unit) == ExprKind::string;
            ExprId const value = variable.is_parameter() ? variable.binding : variable.attribute(Attribute::start);
            parts_.variables.push_back(
                {keep(variable.name), keep(variable.description), has_unit ? keep(exprs_.symbol(unit)) : "",
                 type_of(variable), role_of(document_.role(id)), literal_or(value, 0.0),
                 literal_or(variable.attribute(Attribute::nominal), 1.0),
                 document_.role(id) == Role::parameter ? std::uint8_t{1} : std::uint8_t{0}, is_hidden(variable)});
        }
        for (VarId const state : registers_.states()) {
            std::string const name = "der(" + std::string(interner_.text(document_.variables[state].name)) + ")";
            parts_.variables.push_back({keep(name), "", "", MOO_REAL, MOO_DERIVATIVE, 0.0, 1.0, 0, 0});
            parts_.state_slots.push_back(registers_.slot(state));
            parts_.derivative_slots.push_back(registers_.derivative(state));
        }
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            parts_.relation_texts.push_back(keep(to_string(exprs_, crossing.relation, names_)));
        }
    }

    void fill_model() {
        Experiment const& experiment = document_.experiment;
        auto const count = [](auto const& items) { return static_cast<std::uint32_t>(items.size()); };
        MooModel& model = parts_.abi;
        model.abi_version = MOO_ABI_VERSION;
        model.name = keep(document_.name);
        model.description = keep(document_.description);
        // The annotation's defaults are those of the language (Modelica 3.6, section 18.4).
        model.start_time = experiment.start_time.value_or(0.0);
        model.stop_time = experiment.stop_time.value_or(model.start_time + 1.0);
        model.tolerance = experiment.tolerance.value_or(1e-6);
        model.interval = experiment.interval.value_or(0.0);
        model.variable_count = count(parts_.variables);
        model.variables = parts_.variables.data();
        model.scratch_count = count(parts_.literals) + scratch_count_;
        model.state_count = count(parts_.state_slots);
        model.state_slots = parts_.state_slots.data();
        model.derivative_slots = parts_.derivative_slots.data();
        model.relation_count = count(parts_.relation_texts);
        model.relation_texts = parts_.relation_texts.data();
        model.condition_count = count(document_.when_conditions);
        model.crossing_count = model.relation_count;
        model.parameters = run_parameters;
        model.initialize = run_step<&Parts::initialize>;
        model.derivatives = run_step<&Parts::derivatives>;
        model.outputs = run_step<&Parts::outputs>;
        model.update = run_step<&Parts::update>;
        model.zero_crossings = run_crossings;
        model.next_time_event = no_time_event;
        model.finish = finish_instance;
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    VariableNames names_;
    ModelProgram program_;
    Registers registers_;
    Parts& parts_;
    std::vector<std::vector<std::uint32_t>> conditions_of_;
    std::vector<bool> is_condition_there_;
    std::uint32_t scratch_count_ = 0;
};

}  // namespace

InterpretedModel::InterpretedModel(Document const& document, Interner const& interner, SourceManager const& sources)
    : parts_(std::make_unique<Parts>()) {
    ModelBuilder(document, interner, sources, *parts_).run();
}

InterpretedModel::~InterpretedModel() = default;

MooModel const& InterpretedModel::model() const { return parts_->abi; }

}  // namespace moo
