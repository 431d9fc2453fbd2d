#include "frontend/survey/stage.h"

namespace moo::survey {

namespace fs = std::filesystem;

namespace {

constexpr std::array stages = {
    Stage{"flatten",
          "moflat",
          {"{libraries}", "{model}", "-o", "{output}", "--stats", "--diagnostics=json"},
          ".bmo",
          Judge::output_file,
          false},
    Stage{"optimize",
          "moopt",
          {"{input}", "-o", "{output}", "--stats", "--diagnostics=json"},
          ".moo",
          Judge::output_file,
          false},
    Stage{"compile",
          "mogen-cpp",
          {"{input}", "-o", "{output}", "--stats", "--diagnostics=json"},
          ".simulator",
          Judge::output_file,
          false},
    Stage{"simulate", "{input}", {"-o", "{output}", "--quiet"}, ".csv", Judge::output_file, false},
    Stage{"verify", "{self}", {"--compare", "{reference}", "{input}"}, "", Judge::exit_code, true},
};

}  // namespace

std::span<Stage const> all_stages() { return stages; }

std::span<Stage const> stages_up_to(std::string_view name) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (stages[i].name == name) return std::span(stages).first(i + 1);
    }
    return {};
}

std::vector<std::string> command_words(Stage const& stage, StageFiles const& files) {
    std::vector<std::string> words;
    auto const add = [&](std::string_view word) {
        if (word == "{libraries}") {
            for (fs::path const& folder : files.libraries) words.insert(words.end(), {"-L", folder.string()});
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
    if (!fs::is_regular_file(found, ignored)) return std::nullopt;
    return found;
}

}  // namespace moo::survey
