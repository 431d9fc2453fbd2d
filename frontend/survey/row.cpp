#include "frontend/survey/row.h"

#include <algorithm>

namespace moo::survey {

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

std::string_view sub_library(std::string_view model) {
    if (std::size_t const examples = model.find(".Examples."); examples != std::string_view::npos) {
        return model.substr(0, examples);
    }
    std::size_t const first = model.find('.');
    if (first == std::string_view::npos) return model;
    std::size_t const second = model.find('.', first + 1);
    // A model that stands directly in the library has no sub-library but the library.
    return model.substr(0, second == std::string_view::npos ? first : second);
}

}  // namespace moo::survey
