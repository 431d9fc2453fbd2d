// The chunk `index`: the overview.
#include <array>
#include <cmath>

#include "backends/show/chunks.h"
#include "backends/show/overview.h"
#include "moo/base/version.h"

namespace moo {

namespace {

constexpr std::size_t most_loops = 100;

class IndexChunk {
public:
    explicit IndexChunk(ShowContext& context) : context_(context), document_(context.document), facts_(context.facts) {}

    std::string run(std::vector<std::string> const& chunks, std::size_t without_curve) {
        out_.begin_object();
        out_.always("format", 1);
        out_.always("generator", "moshow " + std::string(version_text));
        out_.always("status", context_.translation.has_failed() ? "failed" : "complete");
        write_model();
        write_sizes();
        write_passes();
        write_structure();
        write_loops();
        write_events();
        out_.items_field("messages", context_.translation.messages, [&](Diagnostic const& each) { message(each); });
        if (context_.translation.has_failed()) write_failure();
        if (context_.run != nullptr) write_run(*context_.run, without_curve);
        if (context_.differences != nullptr) {
            out_.key("diff");
            out_.begin_object();
            out_.always("other", context_.differences->other);
            out_.always("entries", static_cast<std::int64_t>(context_.differences->list.size()));
            out_.end_object();
        }
        // Now all files are known.
        out_.items_field("files", context_.places.files(), [&](std::string const& file) { out_.text(file); });
        out_.items_field("chunks", chunks, [&](std::string const& chunk) { out_.text(chunk); });
        out_.end_object();
        return out_.take();
    }

private:
    void write_model() {
        out_.key("model");
        out_.begin_object();
        out_.always("name", context_.text(document_.name));
        out_.text_field("description", context_.text(document_.description));
        Experiment const& experiment = document_.experiment;
        bool const has_experiment =
            experiment.start_time || experiment.stop_time || experiment.tolerance || experiment.interval;
        if (has_experiment) {
            out_.key("experiment");
            out_.begin_object();
            number("startTime", experiment.start_time);
            number("stopTime", experiment.stop_time);
            number("tolerance", experiment.tolerance);
            number("interval", experiment.interval);
            out_.end_object();
        }
        out_.end_object();
    }

    void number(std::string_view name, std::optional<double> value) {
        if (!value) return;
        out_.key(name);
        out_.real(*value);
    }

    void write_sizes() {
        out_.key("sets");
        out_.begin_list();
        for (ShownSet const& set : facts_.sets()) {
            if (set.set->empty()) continue;
            write_set(set.name, set.title, set.set->equations.size(), set.set->block_count());
        }
        std::size_t const unsorted = context_.translation.failure.equations.size();
        if (unsorted > 0) write_set("model", "before sorting", unsorted, 0);
        out_.end_list();
        out_.always("variables", static_cast<std::int64_t>(document_.variables.size()));
        out_.always("shared", static_cast<std::int64_t>(context_.write_context.shared.list().size()));
        out_.always("rowsOfChunk", rows_of_chunk);
        std::array<std::int64_t, variable_kind_count> counts{};
        for (VarId const id : document_.variables.ids()) ++counts[static_cast<std::size_t>(facts_.kind(id))];
        out_.key("counts");
        out_.begin_object();
        for (std::size_t i = 0; i < counts.size(); ++i) out_.always(kind_name(static_cast<VariableKind>(i)), counts[i]);
        out_.end_object();
    }

    void write_set(std::string_view name, std::string_view title, std::size_t equations, std::size_t blocks) {
        out_.begin_object();
        out_.always("set", name);
        out_.always("title", title);
        out_.always("equations", static_cast<std::int64_t>(equations));
        out_.always("blocks", static_cast<std::int64_t>(blocks));
        out_.end_object();
    }

    void write_passes() {
        out_.items_field("passes", context_.translation.passes, [&](PassStep const& pass) {
            write_pass(pass.pass, pass.summary, pass.equations, pass.variables, pass.milliseconds);
        });
        if (!context_.translation.passes.empty()) return;
        out_.items_field("passes", document_.report, [&](PassReport const& pass) {
            write_pass(pass.pass, {}, pass.equations, pass.variables, 1e3 * pass.seconds);
        });
    }

    void write_pass(std::string_view name, std::string_view summary, std::size_t equations, std::size_t variables,
                    double milliseconds) {
        out_.begin_object();
        out_.always("pass", name);
        out_.text_field("summary", summary);
        out_.always("equations", static_cast<std::int64_t>(equations));
        out_.always("variables", static_cast<std::int64_t>(variables));
        if (milliseconds > 0.0) number("milliseconds", std::round(1e3 * milliseconds) / 1e3);
        out_.end_object();
    }

    void write_structure() {
        out_.always("structuralIndex", structural_index(facts_));
        out_.always("stateSets", static_cast<std::int64_t>(document_.state_sets.size()));
        out_.always("assumptions", static_cast<std::int64_t>(list_assumptions(context_).size()));
        out_.always("dropped", static_cast<std::int64_t>(document_.dropped.size()));
    }

    void write_loops() {
        std::vector<LoopRow> const loops = list_loops(facts_);
        out_.always("loopCount", static_cast<std::int64_t>(loops.size()));
        auto const shown = std::span(loops).first(std::min(loops.size(), most_loops));
        out_.items_field("loops", shown, [&](LoopRow const& loop) {
            ShownSet const& set = facts_.sets()[loop.set];
            out_.begin_object();
            out_.always("block", facts_.block_name(loop.set, loop.block));
            out_.always("kind", block_kind(set, loop.block));
            out_.always("equations", static_cast<std::int64_t>(loop.equations));
            out_.always("iteration", static_cast<std::int64_t>(loop.iteration));
            out_.end_object();
        });
    }

    void write_events() {
        auto const is_root = [](ZeroCrossing const& row) { return row.kind == RelationKind::state; };
        auto const roots = std::ranges::count_if(document_.zero_crossings, is_root);
        auto const count = [&](std::string_view name, std::size_t value) {
            out_.always(name, static_cast<std::int64_t>(value));
        };
        out_.key("events");
        out_.begin_object();
        count("state", static_cast<std::size_t>(roots));
        count("time", document_.zero_crossings.size() - static_cast<std::size_t>(roots));
        count("samples", document_.samplings.size());
        count("when", document_.when_conditions.size());
        count("clocks", document_.clocks.size());
        count("partitions", document_.partitions.size());
        count("delays", document_.delays.size() + document_.transports.size());
        count("actions", document_.actions.size());
        count("assertions", document_.assertions.size());
        out_.end_object();
    }

    void message(Diagnostic const& diagnostic) {
        out_.begin_object();
        out_.always("severity", severity_name(diagnostic.severity));
        out_.always("kind", kind_name(diagnostic.kind));
        out_.always("text", diagnostic.text());
        context_.places.field(out_, "place", diagnostic.span);
        out_.items_field("notes", diagnostic.notes, [&](DiagnosticNote const& note) {
            out_.begin_object();
            out_.always("text", note.text());
            context_.places.field(out_, "place", note.span);
            out_.end_object();
        });
        out_.end_object();
    }

    void write_run(ShownRun const& run, std::size_t without_curve) {
        out_.key("run");
        out_.begin_object();
        out_.always("file", run.file);
        number("start", run.table.columns.front().front());
        number("stop", run.table.columns.front().back());
        out_.always("points", static_cast<std::int64_t>(run.table.row_count()));
        out_.number_field("missing", without_curve);
        out_.items_field("profile", run.profile, [&](ProfileLine const& line) {
            out_.begin_object();
            out_.always("text", line.what);
            out_.text_field("block", line.block);
            number("milliseconds", line.milliseconds);
            out_.number_field("calls", line.calls);
            out_.end_object();
        });
        out_.end_object();
    }

    void write_failure() {
        TranslationFailure const& failure = context_.translation.failure;
        out_.key("failure");
        out_.begin_object();
        out_.always("stage", failure.stage);
        out_.items_field("done", context_.translation.passes, [&](PassStep const& pass) { out_.text(pass.pass); });
        out_.key("messages");
        out_.begin_list();
        for (Diagnostic const& each : context_.translation.messages) {
            if (each.severity == Severity::error) message(each);
        }
        out_.end_list();
        out_.items_field("conflicts", failure.conflicts, [&](EquationConflict const& conflict) {
            out_.begin_object();
            out_.items_field("equations", conflict.equations, [&](UnsortedEquation const& equation) {
                out_.begin_object();
                out_.key("equation");
                context_.formulas.write_equality(out_, equation.lhs, equation.rhs);
                context_.places.field(out_, "place", equation.provenance.source);
                out_.number_field("component", facts_.component_of(equation.provenance.instance));
                out_.end_object();
            });
            out_.items_field("unknowns", conflict.unknowns, [&](EquationConflict::Unknown const& unknown) {
                out_.begin_object();
                out_.always("text", unknown.text);
                context_.places.field(out_, "place", unknown.source);
                out_.end_object();
            });
            out_.end_object();
        });
        out_.items_field("undetermined", failure.undetermined, [&](UndeterminedUnknown const& unknown) {
            out_.begin_object();
            out_.always("text", unknown.text);
            context_.places.field(out_, "place", unknown.source);
            out_.always("reason", unknown.reason);
            out_.end_object();
        });
        out_.end_object();
    }

    ShowContext& context_;
    Document const& document_;
    ModelFacts const& facts_;
    JsonWriter out_;
};

}  // namespace

std::string index_chunk(ShowContext& context, std::vector<std::string> const& chunks, std::size_t without_curve) {
    return IndexChunk(context).run(chunks, without_curve);
}

}  // namespace moo
