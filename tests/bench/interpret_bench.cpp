// The derivatives of five models, interpreted and compiled: how many times slower is the interpreter?
//
// The generated C++ is compiled into a shared object whose `main` is renamed; it hands its model to
// `moo_simulator_main`, which is a function of this program.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "backends/cpp/emit_cpp.h"
#include "backends/interpret/interpreted_model.h"
#include "frontend/flatten/flatten.h"
#include "moo/passes/pipeline.h"
#include "runtime/events/event_iteration.h"

namespace {

namespace fs = std::filesystem;

MooModel const* compiled_model = nullptr;

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
    };
}

moo::Document translate(Case const& test, moo::SourceManager& sources, moo::Interner& interner) {
    moo::Diagnostics diagnostics;
    moo::PhaseStats stats;
    moo::Library library(sources, interner, diagnostics, {});
    moo::FileId const file = sources.add("model.mo", test.text);
    auto const stored = library.add_file(file);
    moo::ClassTree tree(sources, interner, diagnostics, library);
    moo::Instances instances(tree, interner, diagnostics);
    std::string const name = moo::default_model(*stored.back()->ast, interner);
    moo::System system(interner, moo::flatten(instances, *find_model(instances, name)));
    if (diagnostics.has_errors() || !run_pipeline(system, {}, diagnostics, stats)) {
        std::fputs(render_text(diagnostics, sources).c_str(), stderr);
        std::exit(1);
    }
    return std::move(system.document);
}

MooModel const* compile(std::string const& code) {
    std::string pattern = (fs::temp_directory_path() / "interpret_bench.XXXXXX").string();
    fs::path const folder = ::mkdtemp(pattern.data());
    std::ofstream(folder / "model.cpp") << code;
    std::string const command = "c++ -std=c++20 -O2 -fPIC -shared -Dmain=model_main -I" MOO_TEST_ROOT " '" +
                                (folder / "model.cpp").string() + "' -o '" + (folder / "model.so").string() + "'";
    if (std::system(command.c_str()) != 0) std::exit(1);
    void* const object = ::dlopen((folder / "model.so").c_str(), RTLD_NOW);
    if (object == nullptr) {
        std::fprintf(stderr, "%s\n", ::dlerror());
        std::exit(1);
    }
    // C++ gives the renamed function a mangled name.
    using Main = int (*)(int, char**);
    auto const entry = reinterpret_cast<Main>(::dlsym(object, "_Z10model_mainiPPc"));
    if (entry == nullptr) std::exit(1);
    entry(0, nullptr);
    fs::remove_all(folder);
    return compiled_model;
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

extern "C" int moo_simulator_main(int, char**, MooModel const* model) {
    compiled_model = model;
    return 0;
}

int main() {
    std::printf("%-24s %14s %14s %8s\n", "model", "compiled [ns]", "tape [ns]", "ratio");
    for (Case const& test : cases()) {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Document const document = translate(test, sources, interner);
        moo::InterpretedModel const interpreted(document, interner, sources);
        double const compiled = time_of_derivatives(*compile(emit_cpp(document, interner, sources)));
        double const tape = time_of_derivatives(interpreted.model());
        std::printf("%-24s %14.1f %14.1f %8.2f\n", test.name.c_str(), compiled, tape, tape / compiled);
    }
}
