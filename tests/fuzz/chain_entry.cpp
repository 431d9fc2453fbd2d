// The whole chain: text, flat model, MOO, and a hundred steps on the interpreter. Every stage refuses its input with a
// message, or its result is one that the next stage can take.
#include <chrono>

#include "backends/interpret/interpreted_model.h"
#include "frontend/flatten/flatten.h"
#include "frontend/library/library.h"
#include "moo/check/verify_document.h"
#include "moo/passes/pipeline.h"
#include "moo/program/check_program.h"
#include "runtime/instance/messages.h"
#include "runtime/simulate/simulation.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

Clock::time_point deadline;

bool is_late() { return Clock::now() > deadline; }

// Some models have more events than steps.
class ManyRows final : public runtime::ResultSink {
public:
    bool row(double, std::span<double const>) override { return ++rows_ < 1000; }

private:
    int rows_ = 0;
};

void simulate_briefly(InterpretedModel const& model) {
    runtime::Messages messages([](runtime::MessageSeverity, std::string_view) {});
    runtime::Instance instance(model.model(), messages);
    runtime::SimulationOptions options = runtime::default_options(model.model());
    options.stop_time = options.start_time + 1.0;
    options.interval = 0.01;
    options.solver = "heun";
    options.fixed_step = 0.01;
    options.interrupted = is_late;
    deadline = Clock::now() + std::chrono::seconds(2);
    ManyRows rows;
    static_cast<void>(simulate(instance, options, {&rows}));
}

}  // namespace

void run(std::string_view text) {
    // A loop in a function may run forever, and C code could do anything.
    for (std::string_view const word : {"while", "external"}) {
        if (text.find(word) != std::string_view::npos) return;
    }
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    PhaseStats stats;
    Library library(sources, interner, diagnostics, {});
    auto const stored = library.add_file(sources.add("fuzz.mo", std::string(text)));
    if (diagnostics.has_errors() || stored.empty()) return;
    std::string const name = default_model(*stored.back()->ast, interner);
    if (name.empty()) return;
    ClassTree tree(sources, interner, diagnostics, library);
    Instances instances(tree, interner, diagnostics);
    Node* const node = find_model(instances, name);
    if (node == nullptr) return;
    FlatModel model = flatten(instances, *node);
    if (diagnostics.has_errors()) return;
    std::optional<Document> const document = optimize(std::move(model), interner, {}, diagnostics, stats);
    check(document.has_value() == !diagnostics.has_errors(), "neither a document nor an error, or both");
    check(render_text(diagnostics, sources).empty() == diagnostics.items().empty(), "messages without a text");
    if (!document) return;
    check(verify_document(*document, diagnostics), "the document is unsound:\n" + render_text(diagnostics, sources));
    ModelProgram program = lower_model(*document, interner, sources);
    if (!check_program(program, diagnostics)) return;
    simulate_briefly(InterpretedModel(std::move(program), sources));
}

}  // namespace moo::fuzz
