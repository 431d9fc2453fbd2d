// Takes models through stages, several at once.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/survey/row.h"
#include "tests/survey/stage.h"

namespace moo::survey {

struct SurveyOptions {
    std::vector<Stage> stages;
    std::filesystem::path tools;  // the folder of moflat and its companions
    std::filesystem::path self;   // this program
    std::vector<std::filesystem::path> libraries;
    std::vector<std::string> trust;   // options about C code, for the tools
    std::filesystem::path reference;  // empty: no reference trajectories
    std::filesystem::path root;       // places in messages are shown from here
    std::filesystem::path scratch;    // for the files that pass from stage to stage
    bool keep_files = false;          // else they go with the end of their model
    bool is_strict = false;           // warnings of the tools count as errors
    std::size_t jobs = 1;
    ChildLimits limits;
};

struct SurveyHooks {
    std::function<void(Row const&)> finished;                                    // as soon as a model is through
    std::function<void(std::vector<std::string> const& running)> while_waiting;  // about ten times a second
};

// Rows in the order of `models`. After an interrupt only those that were finished; `ChildPool::interrupted()` tells.
[[nodiscard]] std::vector<Row> run_survey(std::vector<std::string> const& models, SurveyOptions const& options,
                                          SurveyHooks const& hooks);

}  // namespace moo::survey
