// mosurvey: takes the models of a library through the stages of the toolchain and writes a report.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include "moo/base/cli.h"
#include "moo/base/output_file.h"
#include "moo/base/scratch_folder.h"
#include "tests/survey/baseline.h"
#include "tests/survey/compare_trajectories.h"
#include "tests/survey/journal.h"
#include "tests/survey/models.h"
#include "tests/survey/plot_difference.h"
#include "tests/survey/progress.h"
#include "tests/survey/report.h"
#include "tests/survey/run_survey.h"
#include "tests/survey/stamp.h"

namespace {

namespace fs = std::filesystem;
using namespace moo::survey;

struct Options {
    std::string stage;
    std::string jobs;
    std::string reference;
    std::string time_limit = "60";
    std::string memory_limit = "4096";
    std::string models_file;
    std::vector<std::string> only;
    std::vector<std::string> library_folders;
    std::string tools;
    std::string keep;
    std::string baseline;
    std::string check_baseline;
    std::string write_baseline;
    bool resume = false;
    bool compare = false;
    bool compiled = false;
    std::string plot;
};

std::optional<std::string> read_text(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

template <class Number>
bool parse_number(std::string const& text, Number& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

fs::path own_program() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error);
}

// Where the files go that pass from stage to stage: a folder that vanishes, unless the user names one.
class Scratch {
public:
    explicit Scratch(std::string const& kept) {
        if (kept.empty()) {
            path_ = vanishing_.emplace("mosurvey").path();
            return;
        }
        std::error_code error;
        fs::create_directories(kept, error);
        if (!error) path_ = fs::canonical(kept, error);
    }
    [[nodiscard]] fs::path const& path() const { return path_; }

private:
    std::optional<moo::ScratchFolder> vanishing_;
    fs::path path_;
};

// One run of the tool. Each step says what is wrong and gives false.
class Program {
public:
    Program(moo::Tool& tool, Options options) : tool_(tool), options_(std::move(options)) {}

    // Gives the exit code, unless the tool itself failed.
    int run() {
        if (options_.compare) return compare_files();
        bool const is_ready =
            read_options() && read_baseline() && choose_library() && choose_models() && check_outputs();
        if (!is_ready) return moo::exit_usage_or_system;
        Scratch const scratch(options_.keep);
        if (scratch.path().empty()) return fail("cannot make a folder for the files between the stages");
        survey_options_.scratch = scratch.path();
        if (!survey() || !write_reports()) return moo::exit_usage_or_system;
        return judge_changes();
    }

private:
    int fail(std::string const& message) {
        tool_.fail(message);
        return moo::exit_usage_or_system;
    }

    int compare_files() {
        if (tool_.arguments().size() != 2) return fail("`--compare` takes two files: the reference and the result");
        fs::path const reference = tool_.arguments()[0];
        auto const signals = read_signal_list(reference.parent_path() / "comparisonSignals.txt");
        Trajectory const expected = read_csv(reference);
        Trajectory const result = read_csv(tool_.arguments()[1]);
        TrajectoryReport const report = compare_trajectories(expected, result, signals, default_tube_tolerance);
        if (!report.message.empty()) {
            if (!options_.plot.empty() && !report.signal.empty() &&
                !write(options_.plot, plot_difference(expected, result, report))) {
                return moo::exit_usage_or_system;
            }
            std::fprintf(stderr, "mosurvey: error: %s [%s]\n", report.message.c_str(), report.kind.c_str());
            return moo::exit_model_at_fault;
        }
        bool const is_written = write("-", std::to_string(report.compared) + " signals are in their tubes\n");
        return is_written ? moo::exit_fine : moo::exit_usage_or_system;
    }

    bool read_options() {
        SurveyOptions& survey = survey_options_;
        std::string wrong;
        if (!parse_number(options_.time_limit, survey.limits.seconds) || !(survey.limits.seconds >= 0.0) ||
            survey.limits.seconds > 1e6) {
            wrong = "`--time-limit` needs a number of seconds, not `" + options_.time_limit + "`";
        } else if (!parse_number(options_.memory_limit, survey.limits.megabytes) ||
                   survey.limits.megabytes > (std::size_t{1} << 40)) {
            wrong = "`--memory-limit` needs a whole number of megabytes, not `" + options_.memory_limit + "`";
        } else if (survey.jobs = std::max(1u, std::thread::hardware_concurrency());
                   !options_.jobs.empty() && (!parse_number(options_.jobs, survey.jobs) || survey.jobs == 0)) {
            wrong = "`--jobs` needs a whole number from 1, not `" + options_.jobs + "`";
        } else if (tool_.output() != "-" && fs::path(tool_.output()).extension() != ".html") {
            wrong = "`-o` names the page, FILE.html; FILE.json and FILE.txt are written next to it";
        } else if (options_.resume && tool_.output() == "-") {
            wrong = "`--resume` needs `-o FILE.html`, the report to continue";
        } else if (!options_.reference.empty() && !fs::is_directory(options_.reference)) {
            wrong = "`" + options_.reference + "` is not a folder";
        }
        if (!wrong.empty()) return fail(wrong), false;
        survey.is_strict = tool_.is_strict();
        survey.self = own_program();
        survey.tools = options_.tools.empty() ? survey.self.parent_path() : fs::absolute(options_.tools);
        if (!options_.reference.empty()) survey.reference = fs::absolute(options_.reference);
        survey.keep_files = !options_.keep.empty();
        return true;
    }

    bool read_baseline() {
        if (!options_.check_baseline.empty() && !options_.baseline.empty()) {
            return fail("`--baseline` and `--check-baseline` cannot be combined"), false;
        }
        std::string const& file = options_.check_baseline.empty() ? options_.baseline : options_.check_baseline;
        if (!file.empty()) {
            auto const text = read_text(file);
            if (!text) return fail("cannot read `" + file + "`"), false;
            baseline_ = parse_baseline(*text);
            if (!baseline_->error.empty()) return fail("`" + file + "`: " + baseline_->error), false;
        }
        std::string const stage = !options_.stage.empty() ? options_.stage : baseline_ ? baseline_->stage : "flatten";
        Route const route = options_.compiled || stage == "compile" ? Route::compiled : Route::interpreted;
        survey_options_.stages = stages_up_to(stage, route);
        if (survey_options_.stages.empty()) return fail("there is no stage `" + stage + "`; " + known_stages()), false;
        for (Stage const& known : survey_options_.stages) table_.stages.emplace_back(known.name);
        if (table_.stages.back() == "verify" && survey_options_.reference.empty()) {
            return fail("`--stage verify` needs `--reference DIR`"), false;
        }
        bool const covers = !baseline_ || std::find(table_.stages.begin(), table_.stages.end(), baseline_->stage) !=
                                              table_.stages.end();
        if (!covers) return fail("`" + file + "` is about the stage `" + baseline_->stage + "`"), false;
        return true;
    }

    static std::string known_stages() {
        std::string text = "the stages are";
        for (Stage const& stage : stages_up_to("verify", Route::compiled)) text += " " + std::string(stage.name);
        return text;
    }

    bool choose_library() {
        auto const& arguments = tool_.arguments();
        if (arguments.size() > 1) return fail("more than one library is given"), false;
        bool const from_list = arguments.empty() && !options_.check_baseline.empty();
        if (arguments.empty() && !from_list) return fail("give a library: its name, its folder or its file"), false;
        library_ = find_library(from_list ? baseline_->library : arguments[0], options_.library_folders);
        if (!library_.error.empty()) return fail(library_.error), false;
        survey_options_.libraries = library_.folders;
        if (tool_.allows_external()) survey_options_.trust = {"--allow-external"};
        if (tool_.forbids_external()) survey_options_.trust = {"--no-external"};
        survey_options_.root = library_.path.parent_path();
        table_.library = library_.name;
        table_.limits = survey_options_.limits;
        return true;
    }

    bool choose_models() {
        ModelList list;
        if (options_.models_file.empty()) {
            list = list_models(library_, survey_options_.tools, survey_options_.limits);
        } else if (auto const text = read_text(options_.models_file)) {
            list = parse_model_list(*text);
            if (!list.error.empty()) list.error = "`" + options_.models_file + "`: " + list.error;
        } else {
            list.error = "cannot read `" + options_.models_file + "`";
        }
        if (!list.error.empty()) return fail(list.error), false;
        is_complete_ = options_.models_file.empty() && options_.only.empty();
        if (!options_.only.empty()) {
            std::erase_if(list.names, [&](std::string const& name) {
                return std::none_of(options_.only.begin(), options_.only.end(),
                                    [&](std::string const& pattern) { return matches_pattern(pattern, name); });
            });
        }
        if (list.names.empty()) return fail("there are no models to survey"), false;
        models_ = std::move(list.names);
        return true;
    }

    // None of the lists that are read may be overwritten, except the one that is to be written anew.
    bool check_outputs() {
        for (std::string const* path : {&options_.models_file, &options_.baseline, &options_.check_baseline}) {
            if (*path != options_.write_baseline) tool_.sources.add_input(*path);
        }
        if (tool_.output() == "-") return true;
        return tool_.may_write(tool_.output()) && tool_.may_write(beside_report(".json")) &&
               tool_.may_write(beside_report(".txt")) && tool_.may_write(beside_report(".journal"));
    }

    [[nodiscard]] std::string beside_report(char const* extension) const {
        return fs::path(tool_.output()).replace_extension(extension).string();
    }

    bool survey() {
        table_.stamp = survey_stamp(library_, survey_options_);
        bool const has_report = tool_.output() != "-";
        std::map<std::string, Row> known;
        if (options_.resume) known = finished_rows(beside_report(".json"), beside_report(".journal"), table_.stamp);
        std::vector<Row> known_rows;
        std::vector<std::string> left;
        for (std::string const& model : models_) {
            auto const found = known.find(model);
            found == known.end() ? left.push_back(model) : known_rows.push_back(found->second);
        }
        std::optional<Journal> journal;
        if (has_report) {
            journal.emplace(beside_report(".journal"), table_.stamp, known_rows);
            if (!journal->error().empty()) return journal_failed(*journal);
        }
        run_models(left, known_rows, journal);
        if (moo::ChildPool::interrupted()) {
            std::string const hint = has_report ? "; `--resume` continues from here" : "";
            return fail("interrupted after " + std::to_string(table_.rows.size()) + " of " +
                        std::to_string(models_.size()) + " models" + hint),
                   false;
        }
        return !journal || journal->error().empty() || journal_failed(*journal);
    }

    bool journal_failed(Journal const& journal) {
        return fail("cannot write `" + beside_report(".journal") + "`: " + journal.error()), false;
    }

    // Known rows and new ones, in the order of the models.
    void run_models(std::vector<std::string> const& left, std::vector<Row> const& known_rows,
                    std::optional<Journal>& journal) {
        auto const has_failed = [](Row const& row) { return row.problem.has_value(); };
        auto const known_failed = std::count_if(known_rows.begin(), known_rows.end(), has_failed);
        Progress progress(models_.size(), known_rows.size(), static_cast<std::size_t>(known_failed));
        SurveyHooks hooks;
        hooks.finished = [&](Row const& row) {
            if (journal) journal->add(row);
            progress.finished(!row.problem);
        };
        hooks.while_waiting = [&](std::vector<std::string> const& running) { progress.show(running); };
        table_.rows = run_survey(left, survey_options_, hooks);
        table_.rows.insert(table_.rows.end(), known_rows.begin(), known_rows.end());
        std::map<std::string, std::size_t> order;
        for (std::size_t i = 0; i < models_.size(); ++i) order[models_[i]] = i;
        std::sort(table_.rows.begin(), table_.rows.end(),
                  [&](Row const& a, Row const& b) { return order[a.model] < order[b.model]; });
    }

    bool write_reports() {
        if (tool_.output() == "-") return write("-", write_text(table_));
        bool const is_written = write(beside_report(".json"), write_json(table_)) &&
                                write(beside_report(".txt"), write_text(table_)) &&
                                write(tool_.output(), write_html(table_)) && write("-", write_count_lines(table_));
        // The report holds all that the journal does.
        std::error_code ignored;
        if (is_written) fs::remove(beside_report(".journal"), ignored);
        return is_written;
    }

    bool write(std::string const& path, std::string const& text) {
        std::string const error = moo::write_file(path, text);
        if (error.empty() || error == moo::closed_pipe) return true;
        return fail("cannot write `" + path + "`: " + error), false;
    }

    int judge_changes() {
        if (!options_.write_baseline.empty() && !write_list()) return moo::exit_usage_or_system;
        if (!baseline_) return moo::exit_fine;
        BaselineChanges const changes = compare_with_baseline(*baseline_, table_, is_complete_);
        if (!write("-", "\n" + write_changes(changes))) return moo::exit_usage_or_system;
        return changes.is_worse() ? moo::exit_model_at_fault : moo::exit_fine;
    }

    bool write_list() {
        std::optional<Baseline> previous;
        if (auto const text = read_text(options_.write_baseline)) previous = parse_baseline(*text);
        return write(options_.write_baseline, write_baseline(make_baseline(table_), previous ? &*previous : nullptr));
    }

    moo::Tool& tool_;
    Options options_;
    SurveyOptions survey_options_;
    std::optional<Baseline> baseline_;
    LibraryPlace library_;
    std::vector<std::string> models_;
    bool is_complete_ = false;
    SurveyTable table_;
};

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("mosurvey", "takes the models of a library through the toolchain and writes a report", "LIBRARY");
    tool.describe_output("write FILE.html, FILE.json and FILE.txt, instead of text to standard output");
    Options options;
    tool.add_value("--stage", "STAGE", options.stage,
                   "the last stage: flatten (default), optimize, compile, simulate or verify");
    tool.add_value("--jobs", "N", options.jobs, "run N models at once (default: one for each core)");
    tool.add_value("--reference", "DIR", options.reference, "reference trajectories, A.B.C in DIR/A/B/C/C.csv");
    tool.add_value("--time-limit", "SECONDS", options.time_limit, "for each stage (default: 60; 0: none)");
    tool.add_value("--memory-limit", "MB", options.memory_limit, "for each process (default: 4096; 0: none)");
    tool.add_list("--only", "PATTERN", options.only,
                  "only models that match; `*` stands for any text; may be repeated");
    tool.add_value("--models", "FILE", options.models_file, "the models that FILE lists, one name per line");
    tool.add_switch("--resume", options.resume, "continue from the report and its journal, if nothing has changed");
    tool.add_value("--baseline", "FILE", options.baseline,
                   "compare with a list or a FILE.json; exit code 1 if something got worse");
    tool.add_value("--check-baseline", "FILE", options.check_baseline,
                   "the same, with library and stage from the list FILE");
    tool.add_value("--write-baseline", "FILE", options.write_baseline, "write the list of models that do not pass");
    tool.add_value("--keep", "DIR", options.keep, "keep the files that the stages make in DIR");
    tool.add_value("--tools", "DIR", options.tools, "the folder of moflat and its companions (default: our own)");
    tool.add_list("-L", "DIR", options.library_folders, "search DIR for libraries, before MODELICAPATH");
    tool.add_switch("--compiled", options.compiled, "simulate with programs compiled by mogen-cpp instead of mosim");
    tool.add_switch("--compare", options.compare, "compare two CSV files, REFERENCE and RESULT, and nothing else");
    tool.add_value("--plot", "FILE.svg", options.plot, "with --compare: draw the first signal that differs");
    int survey_code = moo::exit_fine;
    int const code = tool.run(argc, argv, [&](moo::Tool& t) { survey_code = Program(t, options).run(); });
    return code != moo::exit_fine ? code : survey_code;
}
