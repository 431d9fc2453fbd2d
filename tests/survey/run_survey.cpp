#include "tests/survey/run_survey.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "tests/survey/judge.h"

namespace moo::survey {

namespace fs = std::filesystem;

namespace {

// The picture that a stage made of its failure; empty if it made none.
std::string read_plot(fs::path const& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (in) text << in.rdbuf();
    return text.str();
}

// A model that is on its way.
struct Traveller {
    Row row;
    std::size_t stage = 0;
    fs::path input;
    fs::path output;
    std::optional<fs::path> reference;
};

class Runner {
public:
    Runner(std::vector<std::string> const& models, SurveyOptions const& options, SurveyHooks const& hooks)
        : models_(models), options_(options), hooks_(hooks), travellers_(models.size()), rows_(models.size()) {}

    std::vector<Row> run() {
        while (!ChildPool::interrupted()) {
            while (next_ < models_.size() && pool_.running() < std::max<std::size_t>(options_.jobs, 1)) begin(next_++);
            if (pool_.running() == 0) break;
            for (ChildPool::Ended const& ended : pool_.wait(std::chrono::milliseconds(100))) {
                take(ended.token, ended.result);
            }
            if (hooks_.while_waiting) hooks_.while_waiting(running_models());
        }
        std::vector<Row> finished;
        for (auto& row : rows_) {
            if (row) finished.push_back(std::move(*row));
        }
        return finished;
    }

private:
    void begin(std::size_t index) {
        Traveller& traveller = travellers_[index].emplace();
        traveller.row.model = models_[index];
        traveller.reference = find_reference(options_.reference, models_[index]);
        traveller.row.has_reference = traveller.reference.has_value();
        start_stage(index);
    }

    void start_stage(std::size_t index) {
        Traveller& traveller = *travellers_[index];
        if (traveller.stage == options_.stages.size()) return finish(index);
        Stage const& stage = options_.stages[traveller.stage];
        if (stage.needs_reference && !traveller.reference) return finish(index);
        traveller.output = stage.extension.empty() ? fs::path() : scratch_file(index, stage.extension);
        StageFiles const files{options_.tools,
                               options_.self,
                               options_.libraries,
                               options_.trust,
                               traveller.row.model,
                               traveller.input,
                               traveller.output,
                               traveller.reference.value_or(fs::path()),
                               options_.is_strict};
        pool_.start(index, {command_words(stage, files), options_.scratch}, options_.limits);
    }

    void take(std::size_t index, ChildResult const& result) {
        Traveller& traveller = *travellers_[index];
        Stage const& stage = options_.stages[traveller.stage];
        Judgement judgement = judge(stage, result, options_.limits, traveller.output);
        traveller.row.runs.push_back(std::move(judgement.run));
        traveller.row.problem = std::move(judgement.problem);
        if (traveller.row.problem) {
            shorten(traveller.row.problem->file);
            if (stage.judge == Judge::exit_code) traveller.row.plot = read_plot(traveller.output);
            return finish(index);
        }
        traveller.input = traveller.output;
        ++traveller.stage;
        start_stage(index);
    }

    void shorten(std::string& file) const {
        std::string const root = (options_.root / "").string();
        if (!options_.root.empty() && file.starts_with(root)) file.erase(0, root.size());
    }

    void finish(std::size_t index) {
        Traveller& traveller = *travellers_[index];
        if (!options_.keep_files) {
            std::error_code ignored;
            for (Stage const& stage : options_.stages) {
                if (!stage.extension.empty()) fs::remove(scratch_file(index, stage.extension), ignored);
            }
        }
        if (hooks_.finished) hooks_.finished(traveller.row);
        rows_[index] = std::move(traveller.row);
        travellers_[index].reset();
    }

    // The name of the model where it makes a sound name of a file, else its number.
    [[nodiscard]] fs::path scratch_file(std::size_t index, std::string_view extension) const {
        std::string const& model = models_[index];
        bool const is_plain = model.size() < 200 && model.find_first_of("'/\\") == std::string::npos;
        return options_.scratch / ((is_plain ? model : "model_" + std::to_string(index + 1)) + std::string(extension));
    }

    [[nodiscard]] std::vector<std::string> running_models() const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < next_; ++i) {
            if (travellers_[i]) names.push_back(models_[i]);
        }
        return names;
    }

    std::vector<std::string> const& models_;
    SurveyOptions const& options_;
    SurveyHooks const& hooks_;
    ChildPool pool_;
    std::vector<std::optional<Traveller>> travellers_;
    std::vector<std::optional<Row>> rows_;
    std::size_t next_ = 0;
};

}  // namespace

std::vector<Row> run_survey(std::vector<std::string> const& models, SurveyOptions const& options,
                            SurveyHooks const& hooks) {
    return Runner(models, options, hooks).run();
}

}  // namespace moo::survey
