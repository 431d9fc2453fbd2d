// Generated code against what somebody would write by hand: right-hand sides, whole simulations, and how times grow
// with the size of a model. The argument chooses one of: derivatives, simulation, grid, compile, selection.
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>

#include "backends/cpp/compile.h"
#include "backends/cpp/emit_cpp.h"
#include "backends/interpret/interpreted_model.h"
#include "runtime/events/event_iteration.h"
#include "runtime/simulate/simulation.h"
#include "tests/bench/hand_written.h"
#include "tests/support/compiled_model.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/translate_text.h"

namespace {

using moo::test::compile_model;
using moo::test::translate_text;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string chain(int masses) {
    std::string const n = std::to_string(masses);
    return "model Chain\n  parameter Real k = 100;\n  parameter Real d = 0.1;\n  Real s[" + n +
           "](each start = 1, each fixed = true);\n  Real v[" + n + "](each start = 0, each fixed = true);\n  Real f[" +
           n + "];\nequation\n  f[1] = k*(0 - s[1] + 1) + d*(0 - v[1]);\n  for i in 1:" + n +
           " loop\n    der(s[i]) = v[i];\n    2*der(v[i]) = f[i] - 0.5*v[i];\n  end for;\n  for i in 2:" + n +
           " loop\n    f[i] = k*(s[i - 1] - s[i] + 1) + d*(v[i - 1] - v[i]);\n  end for;\nend Chain;\n";
}

struct Case {
    std::string name;
    std::string text;
    HandWritten function;
    std::vector<double> parameters;
    double stop;
    double tolerance;
};

std::vector<Case> cases() {
    return {
        {"van der Pol",
         "model VanDerPol\n  parameter Real mu = 5;\n  Real x(start = 2, fixed = true);\n  Real y(start = 0, fixed = "
         "true);\nequation\n  der(x) = y;\n  der(y) = mu*(1 - x^2)*y - x;\nend VanDerPol;\n",
         hand_van_der_pol,
         {5.0},
         1000.0,
         1e-6},
        {"Robertson",
         "model Robertson\n  Real a(start = 1, fixed = true);\n  Real b(start = 0, fixed = true);\n  Real c(start = 0, "
         "fixed = true);\nequation\n  der(a) = -0.04*a + 1e4*b*c;\n  der(b) = 0.04*a - 1e4*b*c - 3e7*b*b;\n  der(c) = "
         "3e7*b*b;\nend Robertson;\n",
         hand_robertson,
         {},
         1e6,
         1e-6},
        {"HIRES",
         "model Hires\n  Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true);\nequation\n"
         "  der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;\n  der(y[2]) = 1.71*y[1] - 8.75*y[2];\n"
         "  der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];\n  der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];\n"
         "  der(y[5]) = -1.745*y[5] + 0.43*y[6] + 0.43*y[7];\n"
         "  der(y[6]) = -280*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];\n"
         "  der(y[7]) = 280*y[6]*y[8] - 1.81*y[7];\n  der(y[8]) = -280*y[6]*y[8] + 1.81*y[7];\nend Hires;\n",
         hand_hires,
         {},
         321.8122,
         1e-6},
        {"pendulum",
         "model Pendulum\n  parameter Real g = 9.81;\n  parameter Real l = 1.3;\n  parameter Real d = 0.01;\n  Real "
         "phi(start = 1, fixed = true);\n  Real w(start = 0, fixed = true);\nequation\n  der(phi) = w;\n  der(w) = "
         "-g/l*sin(phi) - d*w;\nend Pendulum;\n",
         hand_pendulum,
         {9.81, 1.3, 0.01},
         1000.0,
         1e-6},
        {"chain of 15 masses", chain(15), hand_chain, {100.0, 0.1, 15.0}, 100.0, 1e-6},
        {"chain of 1000 masses", chain(1000), hand_chain, {100.0, 0.1, 1000.0}, 0.0, 1e-6},
    };
}

MooModel const& compiled(std::string const& text) {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Document const document = translate_text(text, sources, interner);
    return *compile_model(emit_cpp(lower_model(document, interner, sources), interner, sources));
}

// ---- right-hand sides ----------------------------------------------------------------------------------

struct ReadyInstance {
    explicit ReadyInstance(MooModel const& model) : messages([](auto, auto) {}), instance(model, messages) {
        if (!moo::runtime::EventHandler(instance).initialize()) std::exit(1);
        instance.raw()->phase = MOO_CONTINUOUS;
    }
    moo::runtime::Messages messages;
    moo::runtime::Instance instance;
};

// Where each state and its derivative are.
struct Places {
    std::vector<double*> states;
    std::vector<double const*> rates;
};

// Nanoseconds a call. A call waits for the one before, as it does in an integrator: derivatives move the states.
template <class Call>
double time_calls(Places const& places, Call const& call) {
    std::size_t const states = places.states.size();
    auto const calls = static_cast<int>(1e7 / (10.0 + 2.0 * static_cast<double>(states)));
    double const begin = processor_seconds();
    for (int i = 0; i < calls; ++i) {
        call(1e-9 * i);
        for (std::size_t s = 0; s < states; ++s) *places.states[s] += 1e-12 * *places.rates[s];
    }
    return 1e9 * (processor_seconds() - begin) / calls;
}

bool measure_derivatives() {
    std::printf("%-24s %14s %14s %8s   at most 1.2\n", "right-hand side", "by hand [ns]", "generated [ns]", "ratio");
    bool good = true;
    for (Case const& test : cases()) {
        MooModel const& model = compiled(test.text);
        ReadyInstance ready(model);
        MooInstance* const m = ready.instance.raw();
        std::size_t const states = model.state_count;
        std::vector<double> y(states);
        std::vector<double> dy(states);
        ready.instance.get_states(y.data());
        if (test.function == hand_chain) {
            for (std::size_t i = 0; i < states; ++i) y[i] = i % 2 == 0 ? 1.0 : 0.0;
        }
        Places hand_places;
        Places places;
        for (std::size_t i = 0; i < states; ++i) {
            hand_places.states.push_back(&y[i]);
            hand_places.rates.push_back(&dy[i]);
            places.states.push_back(&m->value[model.state_slots[i]]);
            places.rates.push_back(&m->value[model.derivative_slots[i]]);
        }
        double by_hand = 1e300;
        double generated = 1e300;
        // By turns, so that both meet the same disturbances.
        for (int series = 0; series < 9; ++series) {
            by_hand = std::min(by_hand, time_calls(hand_places, [&](double t) {
                                   test.function(t, y.data(), dy.data(), test.parameters.data());
                               }));
            generated = std::min(generated, time_calls(places, [&](double t) {
                                     m->time = t;
                                     model.derivatives(m);
                                 }));
        }
        double const ratio = generated / by_hand;
        good = good && ratio <= 1.2;
        std::printf("%-24s %14.1f %14.1f %8.2f\n", test.name.c_str(), by_hand, generated, ratio);
    }
    return good;
}

// ---- whole simulations ---------------------------------------------------------------------------------

struct HandData {
    Case const* test;
};

int hand_callback(realtype t, N_Vector y, N_Vector dy, void* data) {
    Case const& test = *static_cast<HandData*>(data)->test;
    test.function(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy), test.parameters.data());
    return 0;
}

// With the tolerances that our runtime derives from the user's, and 500 points of output.
double simulate_by_hand(Case const& test, std::vector<double> const& start, long& steps) {
    double const begin = processor_seconds();
    auto const size = static_cast<sunindextype>(start.size());
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    N_Vector y = N_VNew_Serial(size, context);
    std::copy(start.begin(), start.end(), N_VGetArrayPointer(y));
    SUNMatrix matrix = SUNDenseMatrix(size, size, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
    void* cvode = CVodeCreate(CV_BDF, context);
    HandData data{&test};
    CVodeInit(cvode, hand_callback, 0.0, y);
    CVodeSetUserData(cvode, &data);
    CVodeSStolerances(cvode, 0.1 * test.tolerance, 1e-3 * test.tolerance);
    CVodeSetLinearSolver(cvode, solver, matrix);
    CVodeSetMaxNumSteps(cvode, -1);
    std::vector<double> rows;
    rows.reserve(501 * (start.size() + 1));
    double t = 0.0;
    for (int i = 1; i <= 500; ++i) {
        if (CVode(cvode, test.stop * i / 500.0, y, &t, CV_NORMAL) < 0) std::exit(1);
        rows.push_back(t);
        rows.insert(rows.end(), N_VGetArrayPointer(y), N_VGetArrayPointer(y) + size);
    }
    CVodeGetNumSteps(cvode, &steps);
    CVodeFree(&cvode);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return processor_seconds() - begin;
}

struct RowKeeper final : moo::runtime::ResultSink {
    bool row(double time, std::span<double const> values) override {
        rows.push_back(time);
        rows.insert(rows.end(), values.begin(), values.end());
        return true;
    }
    std::vector<double> rows;
};

double simulate_generated(MooModel const& model, double stop, double tolerance,
                          moo::runtime::SimulationOutcome& outcome, std::string const& solver = "") {
    double const begin = processor_seconds();
    moo::runtime::Messages messages([](auto, std::string_view text) {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
    });
    moo::runtime::Instance instance(model, messages);
    moo::runtime::SimulationOptions options = moo::runtime::default_options(model);
    options.stop_time = stop;
    options.tolerance = tolerance;
    options.solver = solver;
    RowKeeper keeper;
    outcome = moo::runtime::simulate(instance, options, {&keeper});
    if (outcome.end != moo::runtime::SimulationEnd::stop_time) std::exit(1);
    return processor_seconds() - begin;
}

bool measure_simulations() {
    std::printf("%-24s %14s %14s %8s   at most 1.3\n", "simulation", "by hand [ms]", "generated [ms]", "ratio");
    bool good = true;
    for (Case const& test : cases()) {
        if (!(test.stop > 0.0)) continue;
        MooModel const& model = compiled(test.text);
        std::vector<double> start(model.state_count);
        ReadyInstance ready(model);
        ready.instance.get_states(start.data());
        if (test.function == hand_chain) {
            for (std::size_t i = 0; i < start.size(); ++i) start[i] = i % 2 == 0 ? 1.0 : 0.0;
        }
        double by_hand = 1e300;
        double generated = 1e300;
        long steps = 0;
        moo::runtime::SimulationOutcome outcome;
        for (int series = 0; series < 9; ++series) {
            by_hand = std::min(by_hand, simulate_by_hand(test, start, steps));
            generated = std::min(generated, simulate_generated(model, test.stop, test.tolerance, outcome));
        }
        double const ratio = generated / by_hand;
        good = good && ratio <= 1.3;
        std::printf("%-24s %14.2f %14.2f %8.2f   steps %ld, %lld\n", test.name.c_str(), 1e3 * by_hand, 1e3 * generated,
                    ratio, steps, static_cast<long long>(outcome.statistics.integrator.steps));
    }
    return good;
}

// ---- growth --------------------------------------------------------------------------------------------

// A plate of n x n cells whose border is kept at zero, warm in the middle.
std::string grid(int n) {
    std::string const size = std::to_string(n);
    return "model Grid\n  constant Integer n = " + size +
           ";\n  Real T[n, n](each start = 1, each fixed = true);\nequation\n  for i in 1:n loop\n    for j in 1:n "
           "loop\n"
           "      der(T[i, j]) = (if i > 1 then T[max(i - 1, 1), j] else 0) + (if i < n then T[min(i + 1, n), j] else "
           "0) + (if j > 1 then T[i, "
           "max(j - 1, 1)] else 0) + (if j < n then T[i, min(j + 1, n)] else 0) - 4*T[i, j];\n    end for;\n  end "
           "for;\nend Grid;\n";
}

bool measure_grid() {
    std::printf("%-10s %10s %10s %14s %20s\n", "heat grid", "states", "steps", "a step [ms]", "a step by state [ns]");
    double first = 0.0;
    double last = 0.0;
    for (int const n : {32, 100, 316}) {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = translate_text(grid(n), sources, interner);
        moo::InterpretedModel const model(lower_model(document, interner, sources), sources);
        moo::runtime::SimulationOutcome outcome;
        double const seconds = simulate_generated(model.model(), 10.0, 1e-4, outcome);
        auto const steps = static_cast<double>(outcome.statistics.integrator.steps);
        last = 1e9 * seconds / steps / (n * n);
        if (first == 0.0) first = last;
        std::printf("%-10d %10d %10.0f %14.2f %20.0f\n", n, n * n, steps, 1e3 * seconds / steps, last);
    }
    std::printf("a state of the largest costs %.2f times one of the smallest\n", last / first);
    return last < 1.5 * first;
}

double children_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

// As mogen-cpp does it: in files of their own where the model is large, compiled on all processors.
bool measure_compilation(bool large) {
    std::printf("%-12s %8s %16s %24s %12s\n", "equations", "files", "processor [s]", "an equation [ms]", "clock [s]");
    double first = 0.0;
    double last = 0.0;
    std::vector<int> sizes{333, 1000, 3333};
    if (large) sizes.push_back(33333);
    for (int const masses : sizes) {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = translate_text(chain(masses), sources, interner);
        auto const files = emit_cpp_files(lower_model(document, interner, sources), interner, sources, "chain");
        moo::test::ScratchFolder const folder;
        std::vector<std::string> texts;
        if (!write_sources(files, folder.path(), texts).empty()) return false;
        double const begin = children_seconds();
        auto const clock = std::chrono::steady_clock::now();
        std::string const problem = moo::compile_simulator(texts, (folder.path() / "chain").string(), {});
        if (!problem.empty()) {
            std::printf("%s\n", problem.c_str());
            return false;
        }
        double const seconds = children_seconds() - begin;
        double const elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
        last = 1e3 * seconds / (3 * masses);
        if (first == 0.0) first = last;
        std::printf("%-12d %8zu %16.2f %24.2f %12.2f\n", 3 * masses, texts.size(), seconds, last, elapsed);
    }
    return last < 1.5 * first;
}

// ---- states that could change but never do -------------------------------------------------------------

std::string swing(char const* select) {
    return std::string(
               "model Swing\n  parameter Real L = 1;\n  parameter Real g = 9.81;\n  Real x(start = 0.1, fixed = "
               "true") +
           select + ");\n  Real y(start = -1);\n  Real vx(start = 0, fixed = true" + select +
           ");\n  Real vy(start = 0);\n  Real F;\nequation\n  der(x) = vx;\n  der(y) = vy;\n  der(vx) = -F*x;\n"
           "  der(vy) = -F*y - g;\n  x^2 + y^2 = L^2;\nend Swing;\n";
}

bool measure_selection() {
    MooModel const& fixed = compiled(swing(", stateSelect = StateSelect.always"));
    MooModel const& chosen = compiled(swing(""));
    if (fixed.state_set_count != 0 || chosen.state_set_count == 0) {
        std::printf("the models do not differ in their state sets\n");
        return false;
    }
    double fixed_seconds = 1e300;
    double chosen_seconds = 1e300;
    moo::runtime::SimulationOutcome fixed_outcome;
    moo::runtime::SimulationOutcome chosen_outcome;
    for (int series = 0; series < 9; ++series) {
        fixed_seconds = std::min(fixed_seconds, simulate_generated(fixed, 100.0, 1e-6, fixed_outcome));
        chosen_seconds = std::min(chosen_seconds, simulate_generated(chosen, 100.0, 1e-6, chosen_outcome));
    }
    auto const fixed_steps = static_cast<double>(fixed_outcome.statistics.integrator.steps);
    auto const chosen_steps = static_cast<double>(chosen_outcome.statistics.integrator.steps);
    std::printf("states given    %8.2f ms, %.0f steps\nstates chosen   %8.2f ms, %.0f steps, %lld changes\n",
                1e3 * fixed_seconds, fixed_steps, 1e3 * chosen_seconds, chosen_steps,
                static_cast<long long>(chosen_outcome.statistics.selections));
    double const ratio = chosen_seconds / fixed_seconds;
    std::printf("ratio %.2f, at most 1.15\n", ratio);
    return ratio <= 1.15;
}

}  // namespace

int main(int argc, char** argv) {
    auto const wanted = [&](char const* name) { return argc < 2 || std::strcmp(argv[1], name) == 0; };
    bool good = true;
    if (wanted("derivatives")) good = measure_derivatives() && good;
    if (wanted("simulation")) good = measure_simulations() && good;
    if (wanted("selection")) good = measure_selection() && good;
    if (wanted("grid")) good = measure_grid() && good;
    if (wanted("compile")) good = measure_compilation(argc > 2) && good;
    return good ? 0 : 1;
}
