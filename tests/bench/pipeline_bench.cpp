// How the stages grow with the model: a chain of n masses, 2 n equations and states, through flattening, the passes
// and both text formats. Prints the fitted complexity; the coefficient of NlgN or worse would be a finding.
#include <benchmark/benchmark.h>

#include "frontend/flatten/flatten.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "moo/passes/pipeline.h"

namespace {

std::string chain_model(std::int64_t masses) {
    std::string text = "model Chain\n  parameter Real k = 100;\n  parameter Real d = 0.1;\n";
    for (std::int64_t i = 0; i <= masses; ++i) {
        std::string const n = std::to_string(i);
        text += "  Real s" + n + "(start = " + n + ", fixed = true);\n  Real v" + n + ";\n  Real f" + n + ";\n";
    }
    text += "equation\n  s0 = sin(time);\n  v0 = 0;\n  f0 = 0;\n";
    for (std::int64_t i = 1; i <= masses; ++i) {
        std::string const n = std::to_string(i);
        std::string const p = std::to_string(i - 1);
        text += "  der(s" + n + ") = v" + n + ";\n  f" + n + " = k*(s" + p + " - s" + n + " + 1) + d*(v" + p + " - v" +
                n + ");\n  2*der(v" + n + ") = f" + n + " - 0.5*v" + n + ";\n";
    }
    // A boundary that moves is no state: its start value is a guess.
    text.replace(text.find("s0(start = 0, fixed = true)"), 27, "s0");
    return text + "end Chain;\n";
}

struct Stages {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::PhaseStats stats;

    moo::FlatModel flatten(std::string text) {
        moo::Library library(sources, interner, diagnostics, {});
        library.add_file(sources.add("chain.mo", std::move(text)));
        moo::ClassTree tree(sources, interner, diagnostics, library);
        moo::Instances instances(tree, interner, diagnostics);
        return moo::flatten(instances, *find_model(instances, "Chain"));
    }
    moo::Document optimize(moo::FlatModel model) {
        moo::System system(interner, std::move(model));
        run_pipeline(system, {}, diagnostics, stats);
        return std::move(system.document);
    }
};

void check(benchmark::State& state, Stages const& stages) {
    if (stages.diagnostics.has_errors()) state.SkipWithError(render_text(stages.diagnostics, stages.sources).c_str());
}

void flatten_to_base_modelica(benchmark::State& state) {
    std::string const text = chain_model(state.range(0));
    for (auto _ : state) {
        Stages stages;
        moo::FlatModel const model = stages.flatten(text);
        benchmark::DoNotOptimize(write_base_modelica(model, stages.interner, stages.sources));
        check(state, stages);
    }
    state.SetComplexityN(state.range(0));
}

void passes(benchmark::State& state) {
    std::string const text = chain_model(state.range(0));
    for (auto _ : state) {
        state.PauseTiming();
        Stages stages;
        moo::FlatModel model = stages.flatten(text);
        state.ResumeTiming();
        benchmark::DoNotOptimize(stages.optimize(std::move(model)));
        check(state, stages);
    }
    state.SetComplexityN(state.range(0));
}

void write_and_read_document(benchmark::State& state) {
    Stages stages;
    moo::Document const document = stages.optimize(stages.flatten(chain_model(state.range(0))));
    check(state, stages);
    for (auto _ : state) {
        Stages reading;
        std::string text = write_document(document, stages.interner, stages.sources);
        moo::FileId const file = reading.sources.add("chain.moo", std::move(text));
        benchmark::DoNotOptimize(read_document(file, reading.sources, reading.interner, reading.diagnostics));
        check(state, reading);
    }
    state.SetComplexityN(state.range(0));
}

BENCHMARK(flatten_to_base_modelica)
    ->RangeMultiplier(2)
    ->Range(1 << 11, 1 << 15)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(passes)->RangeMultiplier(2)->Range(1 << 11, 1 << 15)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(write_and_read_document)
    ->RangeMultiplier(2)
    ->Range(1 << 11, 1 << 15)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
