#include "tests/survey/stage.h"

#include <fstream>

namespace moo::survey {

namespace fs = std::filesystem;

namespace {

constexpr std::array stages = {
    Stage{"flatten",
          "moflat",
          {"{libraries}", "{trust}", "{model}", "-o", "{output}", "--stats", "--diagnostics=json"},
          ".bmo",
          Judge::output_file,
          false},
    Stage{"optimize",
          "moopt",
          {"{input}", "-o", "{output}", "--stats", "--diagnostics=json"},
          ".moo",
          Judge::output_file,
          false},
    // From the class, not from what the stage before made: the time is that of a user who types this command.
    Stage{"simulate",
          "mosim",
          {"{libraries}", "{trust}", "{model}", "-o", "{output}", "--quiet", "--diagnostics=json"},
          ".csv",
          Judge::output_file,
          false,
          Route::interpreted},
    Stage{"compile",
          "mogen-cpp",
          {"{libraries}", "{trust}", "{input}", "-o", "{output}", "--stats", "--diagnostics=json"},
          ".simulator",
          Judge::output_file,
          false,
          Route::compiled},
    Stage{"simulate", "{input}", {"-o", "{output}", "--quiet"}, ".csv", Judge::output_file, false, Route::compiled},
    Stage{"verify",
          "{self}",
          {"--compare", "{reference}", "{input}", "--plot", "{output}"},
          ".svg",
          Judge::exit_code,
          true},
};

// A header with a signal in addition to the time, and a line below it.
bool has_values(fs::path const& file) {
    std::ifstream in(file);
    std::string header;
    std::string values;
    return std::getline(in, header) && std::getline(in, values) && header.find(',') != std::string::npos &&
           values.find(',') != std::string::npos;
}

}  // namespace

std::span<Stage const> all_stages() { return stages; }

std::vector<Stage> stages_up_to(std::string_view name, Route route) {
    std::vector<Stage> chosen;
    for (Stage const& stage : stages) {
        if (stage.route.value_or(route) != route) continue;
        chosen.push_back(stage);
        if (stage.name == name) return chosen;
    }
    return {};
}

std::vector<std::string> command_words(Stage const& stage, StageFiles const& files) {
    std::vector<std::string> words;
    auto const add = [&](std::string_view word) {
        if (word == "{libraries}") {
            for (fs::path const& folder : files.libraries) words.insert(words.end(), {"-L", folder.string()});
        } else if (word == "{trust}") {
            words.insert(words.end(), files.trust.begin(), files.trust.end());
        } else if (word == "{model}") {
            words.push_back(files.model);
        } else if (word == "{input}") {
            words.push_back(files.input.string());
        } else if (word == "{output}") {
            words.push_back(files.output.string());
        } else if (word == "{reference}") {
            words.push_back(files.reference.string());
        } else if (word == "{self}") {
            words.push_back(files.self.string());
        } else {
            words.emplace_back(word);
        }
    };
    if (stage.program.starts_with('{')) {
        add(stage.program);
    } else {
        words.push_back((files.tools / stage.program).string());
    }
    if (files.is_strict && stage.program != "{self}") words.emplace_back("--strict");
    for (std::string_view const word : stage.arguments) {
        if (word.empty()) break;
        add(word);
    }
    return words;
}

std::optional<fs::path> find_reference(fs::path const& folder, std::string_view model) {
    // Quoted identifiers could name any file; references of such models are not looked for.
    if (folder.empty() || model.empty() || model.find_first_of("'/") != std::string_view::npos) return std::nullopt;
    fs::path found = folder;
    std::string_view last;
    while (!model.empty()) {
        std::size_t const dot = std::min(model.find('.'), model.size());
        last = model.substr(0, dot);
        found /= last;
        model.remove_prefix(std::min(dot + 1, model.size()));
    }
    found /= std::string(last) + ".csv";
    std::error_code ignored;
    if (!fs::is_regular_file(found, ignored) || !has_values(found)) return std::nullopt;
    return found;
}

}  // namespace moo::survey
