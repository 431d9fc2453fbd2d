#include "tests/survey/row.h"

#include <algorithm>

namespace moo::survey {

namespace {

// Names in backquotes and numbers are left out.
std::string without_particulars(std::string_view message) {
    std::string text;
    bool is_name = false;
    for (char const c : message) {
        if (c == '`') is_name = !is_name;
        bool const is_number = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
        if (!is_name && !is_number) text += c;
    }
    return text;
}

}  // namespace

std::string Problem::place() const {
    if (file.empty()) return {};
    return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

bool Row::passed(std::string_view stage) const {
    return std::any_of(runs.begin(), runs.end(), [&](StageRun const& run) { return run.stage == stage && run.passed; });
}

std::string_view Row::reached() const {
    std::string_view last;
    for (StageRun const& run : runs) {
        if (run.passed) last = run.stage;
    }
    return last;
}

double Row::seconds() const {
    double sum = 0.0;
    for (StageRun const& run : runs) sum += run.seconds;
    return sum;
}

double Row::megabytes() const {
    double peak = 0.0;
    for (StageRun const& run : runs) peak = std::max(peak, run.megabytes);
    return peak;
}

std::optional<std::uint64_t> Row::count(std::string_view name) const {
    for (StageRun const& run : runs) {
        if (auto const found = run.counts.find(std::string(name)); found != run.counts.end()) return found->second;
    }
    return std::nullopt;
}

std::vector<StageCount> count_stages(SurveyTable const& table) {
    std::vector<StageCount> counts;
    for (std::string const& stage : table.stages) {
        StageCount count{stage, 0, 0};
        for (Row const& row : table.rows) {
            count.passed += row.passed(stage) ? 1u : 0u;
            count.total += stage != "verify" || row.has_reference ? 1u : 0u;
        }
        counts.push_back(std::move(count));
    }
    return counts;
}

std::vector<std::pair<std::string, std::size_t>> count_kinds(SurveyTable const& table) {
    std::map<std::string, std::size_t> by_kind;
    for (Row const& row : table.rows) {
        if (row.problem) ++by_kind[row.problem->kind];
    }
    std::vector<std::pair<std::string, std::size_t>> kinds(by_kind.begin(), by_kind.end());
    std::stable_sort(kinds.begin(), kinds.end(), [](auto const& a, auto const& b) { return a.second > b.second; });
    return kinds;
}

std::vector<CauseGroup> group_causes(SurveyTable const& table) {
    std::map<std::string, CauseGroup> groups;
    for (Row const& row : table.rows) {
        if (!row.problem) continue;
        CauseGroup& group = groups[row.problem->kind + "\n" + without_particulars(row.problem->message)];
        if (group.models.empty()) {
            group.kind = row.problem->kind;
            group.message = row.problem->message;
        }
        group.models.push_back(row.model);
    }
    std::vector<CauseGroup> sorted;
    for (auto& group : groups) sorted.push_back(std::move(group.second));
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](auto const& a, auto const& b) { return a.models.size() > b.models.size(); });
    return sorted;
}

std::vector<StageTimes> stage_times(SurveyTable const& table) {
    std::vector<StageTimes> times;
    for (std::string const& stage : table.stages) {
        StageTimes time;
        time.stage = stage;
        std::vector<double> seconds;
        for (Row const& row : table.rows) {
            for (StageRun const& run : row.runs) {
                if (run.stage != stage) continue;
                time.total += run.seconds;
                if (run.passed) seconds.push_back(run.seconds);
            }
        }
        time.passed = seconds.size();
        if (!seconds.empty()) {
            auto const middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
            std::nth_element(seconds.begin(), middle, seconds.end());
            time.median = *middle;
            time.longest = *std::max_element(seconds.begin(), seconds.end());
        }
        times.push_back(std::move(time));
    }
    return times;
}

std::string_view sub_library(std::string_view model) {
    if (std::size_t const examples = model.find(".Examples."); examples != std::string_view::npos) {
        return model.substr(0, examples);
    }
    std::size_t const first = model.find('.');
    if (first == std::string_view::npos) return model;
    std::size_t const second = model.find('.', first + 1);
    // For a model directly in the library, the sub-library is the library itself.
    return model.substr(0, second == std::string_view::npos ? first : second);
}

}  // namespace moo::survey
