// The derivatives of nine models, interpreted and compiled: how many times slower is the interpreter?
#include <algorithm>
#include <chrono>
#include <ctime>

#include "backends/cpp/emit_cpp.h"
#include "backends/interpret/interpreted_model.h"
#include "runtime/events/event_iteration.h"
#include "tests/support/compiled_model.h"
#include "tests/support/translate_text.h"

namespace {

using moo::test::compile_model;
using moo::test::translate_text;

struct Case {
    std::string name;
    std::string text;
};

std::string chain(int masses) {
    std::string text = "model Chain\n  parameter Real k = 100;\n  parameter Real d = 0.1;\n";
    std::string equations;
    for (int i = 1; i <= masses; ++i) {
        std::string const n = std::to_string(i);
        std::string const p = std::to_string(i - 1);
        text += "  Real s" + n + "(start = " + n + ");\n  Real v" + n + ";\n  Real f" + n + ";\n";
        std::string const before_s = i == 1 ? "0" : "s" + p;
        std::string const before_v = i == 1 ? "0" : "v" + p;
        equations += "  der(s" + n + ") = v" + n + ";\n  f" + n + " = k*(" + before_s + " - s" + n + " + 1) + d*(" +
                     before_v + " - v" + n + ");\n  2*der(v" + n + ") = f" + n + " - 0.5*v" + n + ";\n";
    }
    return text + "equation\n" + equations + "end Chain;\n";
}

// As in the formulas of the properties of water: sums over tables of coefficients and exponents.
std::string powers() {
    std::string n;
    std::string i;
    std::string j;
    for (int k = 1; k <= 34; ++k) {
        n += (k == 1 ? "" : ", ") + std::to_string(0.01 * k) + "*(-1)";
        i += (k == 1 ? "" : ", ") + std::to_string(k % 7);
        j += (k == 1 ? "" : ", ") + std::to_string(k % 11 - 5);
    }
    return "model Powers\n  function g input Real p; input Real t; output Real y;\n  protected Real n[34] = {" + n +
           "}; Integer i[34] = {" + i + "}; Integer j[34] = {" + j +
           "}; Real pi; Real tau;\n  algorithm pi := 7.1 - p; tau := 1.222 - t; y := 0;\n"
           "  for k in 1:34 loop y := y + n[k]*pi^i[k]*(2 + tau)^j[k]; end for; end g;\n"
           "  Real x(start = 1);\n  Real y;\nequation\n  der(x) = 1e-3*g(x, 0.5);\n  der(y) = g(y, x);\nend Powers;\n";
}

std::string table() {
    return "model Table\n  function interpolate input Real u; input Real t[:, 2]; output Real y;\n"
           "  protected Integer i; algorithm i := 1;\n"
           "  while i < size(t, 1) - 1 and t[i + 1, 1] < u loop i := i + 1; end while;\n"
           "  y := t[i, 2] + (u - t[i, 1])*(t[i + 1, 2] - t[i, 2])/(t[i + 1, 1] - t[i, 1]); end interpolate;\n"
           "  function horner input Real u; input Real c[:]; output Real y; algorithm y := 0;\n"
           "  for i in size(c, 1):-1:1 loop y := y*u + c[i]; end for; end horner;\n"
           "  Real x(start = 9.5);\n  Real y;\nequation\n"
           "  der(x) = 1e-3*interpolate(x, [0, 1; 1, 3; 2, 2; 3, 5; 4, 4; 5, 3; 6, 7; 7, 6; 8, 8; 9, 7; 10, 9]);\n"
           "  der(y) = 1e-3*horner(x, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});\nend Table;\n";
}

// The same search where the table is not known when the model is translated.
std::string open_table() {
    return "model OpenTable\n  function interpolate input Real u; input Real t[:, 2]; output Real y;\n"
           "  protected Integer i; algorithm i := 1;\n"
           "  while i < size(t, 1) - 1 and t[i + 1, 1] < u loop i := i + 1; end while;\n"
           "  y := t[i, 2] + (u - t[i, 1])*(t[i + 1, 2] - t[i, 2])/(t[i + 1, 1] - t[i, 1]); end interpolate;\n"
           "  parameter Real t[11, 2] = [0, 1; 1, 3; 2, 2; 3, 5; 4, 4; 5, 3; 6, 7; 7, 6; 8, 8; 9, 7; 10, 9];\n"
           "  Real x(start = 9.5);\nequation\n  der(x) = 1e-3*interpolate(x, t);\nend OpenTable;\n";
}

std::string matrices() {
    return "model Matrices\n  function rotate input Real q; input Real v[3]; output Real w[3];\n  protected Real r[3, "
           "3];\n"
           "  algorithm r := [cos(q), -sin(q), 0; sin(q), cos(q), 0; 0, 0, 1];\n"
           "  w := r*v + cross(v, {0, 0, q}); end rotate;\n"
           "  Real x[3](start = {1, 0, 0.5});\nequation\n  der(x) = rotate(x[1], x);\nend Matrices;\n";
}

std::vector<Case> cases() {
    return {
        {"VanDerPol",
         "model VanDerPol\n  parameter Real mu = 5;\n  Real x(start = 2);\n  Real y;\nequation\n  der(x) = y;\n"
         "  der(y) = mu*(1 - x^2)*y - x;\nend VanDerPol;\n"},
        {"Robertson",
         "model Robertson\n  Real a(start = 1);\n  Real b;\n  Real c;\nequation\n  der(a) = -0.04*a + 1e4*b*c;\n"
         "  der(b) = 0.04*a - 1e4*b*c - 3e7*b*b;\n  der(c) = 3e7*b*b;\nend Robertson;\n"},
        {"Pendulum",
         "model Pendulum\n  parameter Real g = 9.81;\n  parameter Real l = 1.3;\n  parameter Real d = 0.1;\n"
         "  Real phi(start = 1);\n  Real w;\n  Real x;\n  Real y;\n  Real e;\nequation\n  der(phi) = w;\n"
         "  der(w) = -g/l*sin(phi) - d*w;\n  x = l*sin(phi);\n  y = -l*cos(phi);\n"
         "  e = 0.5*l*l*w*w + g*y;\nend Pendulum;\n"},
        {"Switches",
         "model Switches\n  Real x(start = 1);\n  Real y;\n  Real u;\n  Real f;\nequation\n"
         "  u = if x > 0.5 then 1 - x elseif x > 0 then x else noEvent(if y > 0 then y else -y);\n"
         "  f = smooth(0, if x < y then x - y else y - x);\n  der(x) = -x + f + u;\n  der(y) = x - 2*y + abs(u);\n"
         "end Switches;\n"},
        {"Chain of 1000 masses", chain(1000)},
        {"Sum of powers", powers()},
        {"Table", table()},
        {"Table of parameters", open_table()},
        {"Matrices", matrices()},
    };
}

// Nanoseconds for one call, the best of five series by processor time.
double time_of_derivatives(MooModel const& model) {
    moo::runtime::Messages messages([](auto, auto) {});
    moo::runtime::Instance instance(model, messages);
    if (!moo::runtime::EventHandler(instance).initialize()) std::exit(1);
    MooInstance* const m = instance.raw();
    m->phase = MOO_CONTINUOUS;
    auto const calls = static_cast<int>(2e7 / (20.0 + 10.0 * model.variable_count));
    double best = 1e300;
    for (int series = 0; series < 5; ++series) {
        std::clock_t const begin = std::clock();
        for (int i = 0; i < calls; ++i) {
            m->time += 1e-9;
            model.derivatives(m);
            // A call waits for the one before, as it does in an integrator.
            for (std::uint32_t s = 0; s < model.state_count; ++s) {
                m->value[model.state_slots[s]] += 1e-12 * m->value[model.derivative_slots[s]];
            }
        }
        best = std::min(best, 1e9 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / calls);
    }
    return best;
}

}  // namespace

// A name chooses one of the models.
int main(int argc, char** argv) {
    std::printf("%-24s %14s %14s %8s\n", "model", "compiled [ns]", "tape [ns]", "ratio");
    for (Case const& test : cases()) {
        if (argc > 1 && test.name != argv[1]) continue;
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = translate_text(test.text, sources, interner);
        moo::ModelProgram const program = lower_model(document, interner, sources);
        moo::InterpretedModel const interpreted(program, sources);
        double const compiled = time_of_derivatives(*compile_model(emit_cpp(program, interner, sources)));
        double const tape = time_of_derivatives(interpreted.model());
        std::printf("%-24s %14.1f %14.1f %8.2f\n", test.name.c_str(), compiled, tape, tape / compiled);
    }
}
