// An engine for models in less than 300 lines: how little a back end needs beyond ModelProgram.
//
// It walks over the numbered values, keeps those that it has met in a pass, solves blocks by Newton's method with the Jacobian of
// the model, and integrates by the classical Runge-Kutta method. Functions, delays and clocks are left out.
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "backends/interpret/interpreted_model.h"
#include "moo/program/model_program.h"
#include "runtime/abi/values.h"
#include "runtime/instance/instance.h"
#include "tests/support/translate_text.h"

namespace moo {

namespace {

double truth(bool value) { return value ? 1.0 : 0.0; }

class ToyEngine {
public:
    explicit ToyEngine(ModelProgram const& model)
        : model_(model),
          value(model.layout.slot_count()),
          pre_(value.size()),
          relation_(model.tables.relations.size()),
          condition_(model.tables.condition_count),
          past_condition_(condition_.size()) {
        for (std::size_t i = 0; i < value.size(); ++i) value[i] = pre_[i] = model.tables.slots[i].start;
    }

    // ---- what a simulation calls ----

    void initialize() {
        is_event_ = is_initial_ = true;
        run(ModelStep::parameters);
        pre_ = value;
        run(ModelStep::initialize);
        run(ModelStep::begin);
        run(ModelStep::outputs);
        is_event_ = is_initial_ = false;
    }

    void derivatives() {
        run(ModelStep::derivatives);
        run(ModelStep::outputs);
    }

    // The event iteration: until nothing changes any more.
    void event() {
        is_event_ = true;
        for (bool changes = true; changes;) {
            past_condition_ = condition_;
            pre_ = value;
            new_states_.clear();
            run(ModelStep::update);
            for (auto const& [state, to] : new_states_) value[model_.tables.state_slots[state]] = to;
            changes = !new_states_.empty() || value != pre_;
        }
        is_event_ = false;
    }

    // True if a relation has changed since it was remembered.
    bool crosses() {
        std::vector<double> z(model_.tables.crossing_count);
        run(model_.step(ModelStep::zero_crossings), z.data());
        for (std::size_t i = 0; i < z.size(); ++i) {
            if ((z[i] > 0.0) != relation_[i]) return true;
        }
        return false;
    }

    void step(double h) {
        std::vector<std::uint32_t> const& states = model_.tables.state_slots;
        std::vector<double> start;
        for (std::uint32_t const slot : states) start.push_back(value[slot]);
        std::vector<double> sum(start.size());
        double const begin = time;
        constexpr double places[] = {0.0, 0.5, 0.5, 1.0};
        constexpr double weights[] = {1.0, 2.0, 2.0, 1.0};
        for (int k = 0; k < 4; ++k) {
            time = begin + places[k] * h;
            for (std::size_t i = 0; i < states.size(); ++i) {
                double const slope = k == 0 ? 0.0 : value[model_.tables.derivative_slots[i]];
                value[states[i]] = start[i] + places[k] * h * slope;
            }
            derivatives();
            for (std::size_t i = 0; i < states.size(); ++i) {
                sum[i] += weights[k] * value[model_.tables.derivative_slots[i]];
            }
        }
        time = begin + h;
        for (std::size_t i = 0; i < states.size(); ++i) value[states[i]] = start[i] + h / 6.0 * sum[i];
        derivatives();
        if (crosses()) event();
    }

    double time = 0.0;

private:
    // ---- values ----

    [[nodiscard]] double compute(ProgramExpr id) {
        if (auto const known = known_.find(id); known != known_.end()) return known->second;
        ProgramNode const& n = model_.values.nodes[id];
        bool const is_kept = n.operand_count > 0;
        double const made = evaluate(n);
        if (is_kept) known_[id] = made;
        return made;
    }

    [[nodiscard]] double evaluate(ProgramNode const& n) {
        auto const operand = [&](std::size_t i) { return compute(model_.values.operand(n, i)); };
        switch (n.op) {
            case ProgramOp::logical_and: return operand(0) != 0.0 ? operand(1) : 0.0;
            case ProgramOp::logical_or: return operand(0) != 0.0 ? 1.0 : operand(1);
            case ProgramOp::if_else: return operand(0) != 0.0 ? operand(1) : operand(2);
            case ProgramOp::to_real: return operand(0);
            case ProgramOp::number: return n.number;
            case ProgramOp::slot: return value[n.index];
            case ProgramOp::pre: return pre_[n.index];
            case ProgramOp::time: return time;
            case ProgramOp::initial: return truth(is_initial_);
            case ProgramOp::is_set: return 0.0;
            case ProgramOp::condition: return truth(condition_[n.index]);
            case ProgramOp::rises: return truth(condition_[n.index] && !past_condition_[n.index]);
            case ProgramOp::remembered: {
                bool const now = operand(0) != 0.0;
                if (is_event_) relation_[n.index] = now;
                return truth(relation_[n.index]);
            }
            default: return operate(n, operand(0), n.operand_count > 1 ? operand(1) : 0.0);
        }
    }

    // The operations of the table say themselves what they mean.
    [[nodiscard]] static double operate(ProgramNode const& n, double a, [[maybe_unused]] double b) {
        [[maybe_unused]] constexpr char const* place = "";
        switch (n.op) {
#define MOO_PREFIX(name, text, value, source) \
    case ProgramOp::name: return value;
#define MOO_INFIX(name, text, level, value, source) \
    case ProgramOp::name: return value;
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) \
    case ProgramOp::name: return value;
#define MOO_CHECKED(name, text, whole_text, value, source) \
    case ProgramOp::name: return value;
#include "moo/program/operations.def"
            default: throw std::runtime_error("the toy has no such operation");
        }
    }

    // ---- statements ----

    void run(ModelStep step) { run(model_.step(step), nullptr); }

    void run(ModelProcedure const& procedure, double* result) {
        std::unordered_map<ProgramExpr, double> const outer = std::exchange(known_, {});
        for (ModelStatement const& each : procedure.statements) {
            if (each.condition == no_value || compute(each.condition) != 0.0) execute(each, result);
        }
        known_ = outer;
    }

    void execute(ModelStatement const& s, double* result) {
        switch (s.kind) {
            case ProgramStatementKind::set_slot: value[s.target] = compute(s.value); return;
            case ProgramStatementKind::set_pre: pre_[s.target] = compute(s.value); return;
            case ProgramStatementKind::set_result: result[s.target] = compute(s.value); return;
            case ProgramStatementKind::set_condition: condition_[s.target] = compute(s.value) != 0.0; return;
            case ProgramStatementKind::reinit: new_states_[s.target] = compute(s.value); return;
            case ProgramStatementKind::evaluate: (void)compute(s.value); return;
            case ProgramStatementKind::solve: solve(s.target); return;
            default: throw std::runtime_error("the toy has no such statement");
        }
    }

    // ---- blocks: assigned variables, then unknowns, as rows and as columns ----

    void solve(std::uint32_t number) {
        BlockTable const& block = model_.tables.blocks[number];
        std::size_t const assigned = block.assigned.size();
        std::size_t const size = assigned + block.unknowns.size();
        for (int pass = 0; pass < 50; ++pass) {
            std::vector<double> residual(block.unknowns.size());
            run(model_.residuals[number], residual.data());
            std::vector<double> entries(block.entry_rows.size());
            run(model_.jacobians[number], entries.data());
            std::vector<std::vector<double>> matrix(size, std::vector<double>(size + 1));
            for (std::size_t i = 0; i < entries.size(); ++i) {
                matrix[block.entry_rows[i]][block.entry_columns[i]] = entries[i];
            }
            for (std::size_t i = 0; i < residual.size(); ++i) matrix[assigned + i][size] = -residual[i];
            eliminate(matrix);
            double largest = 0.0;
            for (std::size_t i = 0; i < residual.size(); ++i) {
                value[block.unknowns[i]] += matrix[assigned + i][size];
                largest = std::max(largest, std::fabs(matrix[assigned + i][size]));
            }
            if (largest < 1e-12) break;
        }
        std::vector<double> residual(block.unknowns.size());
        run(model_.residuals[number], residual.data());
    }

    // Gauss and Jordan, with pivots; the last column becomes the solution.
    static void eliminate(std::vector<std::vector<double>>& rows) {
        for (std::size_t k = 0; k < rows.size(); ++k) {
            std::size_t pivot = k;
            for (std::size_t i = k; i < rows.size(); ++i) {
                if (std::fabs(rows[i][k]) > std::fabs(rows[pivot][k])) pivot = i;
            }
            std::swap(rows[k], rows[pivot]);
            double const scale = rows[k][k];
            for (double& each : rows[k]) each /= scale;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                double const factor = rows[i][k];
                for (std::size_t j = 0; i != k && j < rows[i].size(); ++j) rows[i][j] -= factor * rows[k][j];
            }
        }
    }

    ModelProgram const& model_;

public:
    std::vector<double> value;

private:
    std::vector<double> pre_;
    std::vector<bool> relation_;
    std::vector<bool> condition_;
    std::vector<bool> past_condition_;
    std::unordered_map<std::uint32_t, double> new_states_;
    std::unordered_map<ProgramExpr, double> known_;
    bool is_event_ = false;
    bool is_initial_ = false;
};

struct Toy {
    SourceManager sources;
    Interner interner;
    Document document;
    ModelProgram model;
    ToyEngine engine{model};

    explicit Toy(std::string const& text)
        : document(test::translate_text("model M\n" + text + "\nend M;\n", sources, interner)),
          model(lower_model(document, interner, sources)) {
        engine.initialize();
    }
    double operator[](std::string const& name) const {
        std::vector<SlotRow> const& slots = model.tables.slots;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (slots[i].name == name) return engine.value[slots[i].alias_of == 0 ? i : slots[i].alias_of - 1];
        }
        FAIL("there is no `" + name + "`");
        return 0.0;
    }
};

}  // namespace

TEST_CASE("the toy integrates what has a closed form") {
    Toy toy("Real x(start = 1, fixed = true); Real y; equation der(x) = -y; y = 2*x;");
    for (int i = 0; i < 100; ++i) toy.engine.step(0.01);
    CHECK(toy["x"] == Approx(std::exp(-2.0)).epsilon(1e-8));
}

TEST_CASE("the toy solves loops like the interpreter") {
    Toy toy("Real u(start = 0.5, fixed = true); Real x(start = 1); Real y; Real z;\n"
            "equation der(u) = x - z; x + y^3 = u + 1; x*y + sin(z) = 0.2; z = x - y;");
    REQUIRE(!toy.model.tables.blocks.empty());
    InterpretedModel const interpreted(toy.model, toy.sources);
    runtime::Messages messages([](auto, std::string_view) {});
    runtime::Instance instance(interpreted.model(), messages);
    REQUIRE(interpreted.model().parameters(instance.raw()) == MOO_OK);
    REQUIRE(interpreted.model().initialize(instance.raw()) == MOO_OK);
    for (std::size_t i = 0; i < toy.engine.value.size(); ++i) {
        INFO(toy.model.tables.slots[i].name);
        CHECK(toy.engine.value[i] == Approx(instance.raw()->value[i]).epsilon(1e-8).margin(1e-8));
    }
}

TEST_CASE("the toy bounces a ball") {
    Toy toy("Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); Integer n(start = 0, fixed = true);\n"
            "equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.5*pre(v)); n = pre(n) + 1; end when;");
    double const fall = std::sqrt(2.0 / 9.81);
    while (toy.engine.time < 1.5 * fall) toy.engine.step(1e-4);
    CHECK(toy["n"] == 1.0);
    CHECK(toy["v"] == Approx(0.5 * 9.81 * fall - 9.81 * 0.5 * fall).margin(2e-3));
}

}  // namespace moo
