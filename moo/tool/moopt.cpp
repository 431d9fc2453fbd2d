// moopt: Base Modelica to MOO.
#include <algorithm>
#include <iostream>
#include <sstream>

#include "moo/base/cli.h"
#include "moo/base/kept_memory.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/io/document/write.h"
#include "moo/passes/pipeline.h"
#include "moo/passes/report_states.h"

namespace {

struct Options {
    bool states = false;
    bool list_passes = false;
    std::string last_pass;
    std::vector<std::string> skipped;
    std::vector<std::string> dumped;
    std::string tearing_hints;
    std::string formulation = "ode";
};

// One hint a line: `prefer a.b.x`, with always, prefer, avoid or never. Empty lines and those with # are left out.
bool read_hints(moo::Tool& tool, std::string const& path, moo::PassOptions& options) {
    moo::FileId const file = tool.load(path);
    if (!file) return false;
    std::istringstream lines{std::string(tool.sources.text(file))};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::size_t const begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos || line[begin] == '#') continue;
        std::size_t const gap = line.find_first_of(" \t", begin);
        std::string const word = line.substr(begin, gap - begin);
        std::size_t const name_begin = gap == std::string::npos ? gap : line.find_first_not_of(" \t", gap);
        std::size_t const name_end = line.find_last_not_of(" \t\r");
        constexpr std::array words = {"never", "avoid", "neutral", "prefer", "always"};
        auto const known = std::find(words.begin(), words.end(), word);
        if (known == words.end() || name_begin == std::string::npos) {
            tool.fail(path + ":" + std::to_string(number) +
                      ": expected `always`, `prefer`, `avoid` or `never` and the name of a variable");
            return false;
        }
        options.tearing_hints[line.substr(name_begin, name_end + 1 - name_begin)] =
            static_cast<moo::TearPreference>(known - words.begin());
    }
    return true;
}

bool check_passes(moo::Tool& tool, Options const& options) {
    auto const is_known = [&](std::string const& name) {
        if (moo::find_pass(name) != nullptr) return true;
        tool.fail("there is no pass `" + name + "`; --list-passes names them");
        return false;
    };
    if (!options.last_pass.empty() && !is_known(options.last_pass)) return false;
    for (std::string const& name : options.dumped) {
        if (!is_known(name)) return false;
    }
    for (std::string const& name : options.skipped) {
        if (!is_known(name)) return false;
        if (moo::find_pass(name)->is_optional) continue;
        tool.fail("the pass `" + name + "` cannot be left out");
        return false;
    }
    return true;
}

// The model as a pass has left it.
std::string listing(moo::System const& system, moo::SourceManager const& sources) {
    return system.is_flat() ? write_base_modelica(system.flat, system.interner, sources) : system_listing(system);
}

void list_passes(moo::Tool& tool) {
    std::string text;
    for (moo::Pass const& pass : moo::all_passes()) {
        text += std::string(pass.name) + (pass.is_optional ? " (optional): " : ": ") + std::string(pass.summary) + "\n";
    }
    tool.write_output(text);
}

void run(moo::Tool& tool, Options const& options) {
    if (options.list_passes) return list_passes(tool);
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    moo::PassOptions pass_options;
    pass_options.last_pass = options.last_pass;
    pass_options.skipped = options.skipped;
    constexpr std::array formulations = {"ode", "dae", "overdetermined"};
    auto const formulation = std::find(formulations.begin(), formulations.end(), options.formulation);
    if (formulation == formulations.end()) return tool.fail("--formulation is ode, dae or overdetermined");
    pass_options.formulation = static_cast<moo::Formulation>(formulation - formulations.begin());
    if (!check_passes(tool, options)) return;
    if (!options.tearing_hints.empty() && !read_hints(tool, options.tearing_hints, pass_options)) return;
    moo::FileId const file = tool.load_model(tool.arguments().empty() ? "-" : tool.arguments()[0]);
    if (!file) return;
    moo::Interner interner;
    moo::FlatModel model = [&] {
        auto const scope = tool.stats.phase("parse");
        return read_base_modelica(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors()) return;
    std::string report;
    pass_options.observer = [&](std::string_view pass, moo::System const& system) {
        bool const is_dumped = std::find(options.dumped.begin(), options.dumped.end(), pass) != options.dumped.end();
        if (is_dumped) std::cerr << "after " << pass << ":\n" << listing(system, tool.sources);
        if (pass == options.last_pass) report = listing(system, tool.sources);
        if (options.states && pass == "classify_variables") report = states_report(system, tool.sources);
    };
    std::optional<moo::Document> const document =
        optimize(std::move(model), interner, pass_options, tool.diagnostics, tool.stats);
    if (!document) return;
    if (options.states || !options.last_pass.empty()) return tool.write_output(report);
    tool.stats.count("variables", document->variables.size());
    tool.stats.count("aliases", document->aliases.size() + document->recovered.size());
    tool.stats.count("states", document->states().size());
    tool.stats.count("state sets", document->state_sets.size());
    tool.stats.count("zero crossings", document->zero_crossings.size());
    tool.write_output(write_document(*document, interner, tool.sources));
}

}  // namespace

int main(int argc, char** argv) {
    moo::keep_freed_memory();
    moo::Tool tool("moopt", "sorts and solves the equations of a flat model and writes MOO", "[FILE]");
    Options options;
    tool.add_switch("--states", options.states, "print the states and why they were chosen, instead of MOO");
    tool.add_value("--formulation", "NAME", options.formulation,
                   "views to write in addition to the sorted sets: ode (none, default), dae or overdetermined");
    tool.add_value("--tearing-hints", "FILE", options.tearing_hints,
                   "file with lines such as `prefer x`, which say what to iterate over");
    tool.add_list("--skip", "PASS", options.skipped, "leave out an optional pass; may be repeated");
    tool.add_value("--pass", "PASS", options.last_pass,
                   "stop after this pass and print the model as it is then, instead of MOO");
    tool.add_list("--dump-after", "PASS", options.dumped,
                  "print the model after this pass to standard error; may be repeated");
    tool.add_switch("--list-passes", options.list_passes, "list the passes in their order");
    return tool.run(argc, argv, [&](moo::Tool& running) { run(running, options); });
}
