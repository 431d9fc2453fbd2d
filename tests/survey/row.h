// The results of a survey: one row for each model.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/child_process.h"

namespace moo::survey {

// The first error of a model. `kind` is that of the tool's diagnostic or one of ours: TimeLimit, MemoryLimit,
// Crash, ToolError, NoOutput, NotStarted.
struct Problem {
    std::string stage;
    std::string kind;
    std::string message;
    std::string file;  // empty if the message has no place
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    [[nodiscard]] std::string place() const;  // `file:line:column`
};

struct StageRun {
    std::string stage;
    bool passed = false;
    double seconds = 0.0;
    double megabytes = 0.0;
    std::map<std::string, std::uint64_t> counts;  // from `--stats`: variables, equations, …
};

struct Row {
    std::string model;
    std::vector<StageRun> runs;      // in the order of the stages; the last may have failed
    std::optional<Problem> problem;  // of the last run, if that failed
    bool has_reference = false;
    std::string plot;  // SVG: result and reference of the first signal that differs; else empty

    [[nodiscard]] bool passed(std::string_view stage) const;
    [[nodiscard]] std::string_view reached() const;  // the last stage that it passed; empty: none
    [[nodiscard]] double seconds() const;
    [[nodiscard]] double megabytes() const;
    // From the first run that counts it.
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view name) const;
};

struct SurveyTable {
    std::string library;
    std::vector<std::string> stages;  // those that were asked for, in order
    ChildLimits limits;
    std::string stamp;  // of the tools, the libraries and the options
    std::vector<Row> rows;
};

struct StageCount {
    std::string stage;
    std::size_t passed = 0;
    std::size_t total = 0;  // all models; for `verify` those that have a reference
};
[[nodiscard]] std::vector<StageCount> count_stages(SurveyTable const& table);

// Problems by kind, the most frequent first.
[[nodiscard]] std::vector<std::pair<std::string, std::size_t>> count_kinds(SurveyTable const& table);

// Problems that look alike: of one kind, with one message but for its names and numbers. The largest group first.
struct CauseGroup {
    std::string kind;
    std::string message;  // of the first model
    std::vector<std::string> models;
};
[[nodiscard]] std::vector<CauseGroup> group_causes(SurveyTable const& table);

// Of the models that passed a stage: the time of half of them is below the median.
struct StageTimes {
    std::string stage;
    std::size_t passed = 0;
    double median = 0.0;
    double longest = 0.0;
    double total = 0.0;  // of all models, also those that failed
};
[[nodiscard]] std::vector<StageTimes> stage_times(SurveyTable const& table);

// The part of a library that a model belongs to: what stands before `Examples`, else the first two names.
[[nodiscard]] std::string_view sub_library(std::string_view model);

}  // namespace moo::survey
