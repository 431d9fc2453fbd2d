#include "tests/survey/baseline.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "tests/survey/models.h"
#include "tests/survey/plain_text.h"
#include "tests/survey/report.h"

namespace moo::survey {

namespace {

std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::size_t const end = std::min(text.find(' '), text.size());
    std::string_view const word = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return word;
}

// `512 of 529`
bool parse_counts(std::string_view text, Baseline& baseline) {
    auto const number = [](std::string_view word, std::size_t& value) {
        auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        return error == std::errc() && end == word.data() + word.size();
    };
    std::string_view const passed = take_word(text);
    std::string_view const of = take_word(text);
    return number(passed, baseline.passed) && of == "of" && number(take_word(text), baseline.total) && text.empty();
}

// `library: NAME`, `STAGE: 512 of 529` or a model. Returns false if the line is none of them.
bool parse_line(std::string_view line, Baseline& baseline, BaselineEntry*& last) {
    std::string_view rest = line;
    std::string_view const word = take_word(rest);
    if (word == "library:") {
        baseline.library = rest;
        return is_model_name(rest);
    }
    if (word.ends_with(':')) {
        baseline.stage = word.substr(0, word.size() - 1);
        return parse_counts(rest, baseline);
    }
    if (!is_model_name(word)) return false;
    last = &baseline.failing[std::string(word)];
    last->kind = take_word(rest);
    last->message = rest;
    return !last->kind.empty();
}

bool is_failing(Row const& row, std::string_view stage) {
    return !row.passed(stage) && (stage != "verify" || row.has_reference);
}

Baseline baseline_at(SurveyTable const& table, std::string const& stage) {
    Baseline baseline;
    baseline.library = table.library;
    baseline.stage = stage;
    for (StageCount const& count : count_stages(table)) {
        if (count.stage != stage) continue;
        baseline.passed = count.passed;
        baseline.total = count.total;
    }
    baseline.passing.emplace();
    for (Row const& row : table.rows) {
        if (row.passed(stage)) baseline.passing->push_back(row.model);
        if (stage == "verify" && !row.has_reference) baseline.without_reference.push_back(row.model);
        if (!is_failing(row, stage)) continue;
        Problem const problem = row.problem.value_or(Problem{});
        baseline.failing[row.model] = {problem.kind, one_line(problem.message), {}};
    }
    return baseline;
}

using KindAndModels = std::pair<std::string, std::vector<std::string>>;
std::vector<KindAndModels> failing_by_kind(Baseline const& baseline) {
    std::map<std::string, std::vector<std::string>> by_kind;
    for (auto const& [model, entry] : baseline.failing) {
        by_kind[entry.kind.empty() ? "Unknown" : one_line(entry.kind)].push_back(model);
    }
    std::vector<KindAndModels> kinds(by_kind.begin(), by_kind.end());
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](auto const& a, auto const& b) { return a.second.size() > b.second.size(); });
    return kinds;
}

void write_list(std::string& text, std::string_view title, std::vector<std::string> const& lines) {
    if (lines.empty()) return;
    text += std::string(title) + ": " + std::to_string(lines.size()) + "\n";
    for (std::string const& line : lines) text += "  " + line + "\n";
}

}  // namespace

Baseline make_baseline(SurveyTable const& table) {
    return baseline_at(table, table.stages.empty() ? std::string() : table.stages.back());
}

Baseline parse_baseline(std::string_view text) {
    Baseline baseline;
    if (text.starts_with('{')) {
        if (auto const table = parse_json(text)) return make_baseline(*table);
        baseline.error = "this is not a report of mosurvey";
        return baseline;
    }
    BaselineEntry* last = nullptr;
    for (std::size_t number = 1; !text.empty(); ++number) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with(' ') && last != nullptr) {
            last->explanation += std::string(line) + "\n";
        } else if (!parse_line(line, baseline, last)) {
            baseline.error = "line " + std::to_string(number) +
                             " is neither `library: NAME` nor `STAGE: NUMBER of NUMBER` nor `MODEL KIND MESSAGE`";
            return baseline;
        }
    }
    if (baseline.library.empty() || baseline.stage.empty()) {
        baseline.error = "`library: NAME` or `STAGE: NUMBER of NUMBER` is missing";
    }
    return baseline;
}

std::string write_baseline(Baseline const& baseline, Baseline const* previous) {
    std::string text =
        "# The models that do not pass, each with its first error. `mosurvey --write-baseline` writes this list and\n"
        "# keeps the indented lines, which are explanations by hand. `mosurvey --check-baseline` compares with it.\n";
    text += "library: " + baseline.library + "\n" + baseline.stage + ": " + std::to_string(baseline.passed) + " of " +
            std::to_string(baseline.total) + "\n";
    for (auto const& [kind, models] : failing_by_kind(baseline)) {
        text += "\n# " + kind + ": " + std::to_string(models.size()) + "\n";
        for (std::string const& model : models) {
            std::string const line = model + "  " + kind + "  " + one_line(baseline.failing.at(model).message);
            text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
            if (previous == nullptr) continue;
            if (auto const known = previous->failing.find(model); known != previous->failing.end()) {
                text += known->second.explanation;
            }
        }
    }
    if (baseline.without_reference.empty()) return text;
    text += "\n# Without a reference that can be read: " + std::to_string(baseline.without_reference.size()) + "\n";
    for (std::string const& model : baseline.without_reference) text += "# " + model + "\n";
    return text;
}

BaselineChanges compare_with_baseline(Baseline const& baseline, SurveyTable const& table, bool complete) {
    BaselineChanges changes;
    std::set<std::string> known;
    if (baseline.passing) known.insert(baseline.passing->begin(), baseline.passing->end());
    std::set<std::string> there;
    for (Row const& row : table.rows) {
        there.insert(row.model);
        auto const failed = baseline.failing.find(row.model);
        bool const has_failed = failed != baseline.failing.end();
        if (row.passed(baseline.stage)) {
            if (has_failed) changes.better.push_back(row.model);
            continue;
        }
        if (!is_failing(row, baseline.stage)) continue;
        Problem const problem = row.problem.value_or(Problem{});
        std::string const line = row.model + ": " + one_line(problem.message) + " [" + one_line(problem.kind) + "]";
        if (has_failed) {
            if (failed->second.kind != problem.kind) changes.other.push_back(line + ", was " + failed->second.kind);
        } else if (baseline.passing && !known.contains(row.model)) {
            changes.added.push_back(line);
        } else {
            changes.worse.push_back(line);
        }
    }
    if (!complete) return changes;
    for (auto const& entry : baseline.failing) known.insert(entry.first);
    std::set_difference(known.begin(), known.end(), there.begin(), there.end(), std::back_inserter(changes.gone));
    std::size_t const passed = baseline_at(table, baseline.stage).passed;
    if (passed < baseline.passed) {
        changes.fewer = baseline.stage + ": " + std::to_string(passed) + " models pass, " +
                        std::to_string(baseline.passed) + " did";
    }
    return changes;
}

std::string write_changes(BaselineChanges const& changes) {
    std::string text;
    write_list(text, "better", changes.better);
    write_list(text, "new and failing", changes.added);
    write_list(text, "failing in another way", changes.other);
    write_list(text, "gone", changes.gone);
    write_list(text, "worse", changes.worse);
    if (!changes.fewer.empty()) text += "fewer: " + changes.fewer + "\n";
    return text.empty() ? "no change\n" : text;
}

}  // namespace moo::survey
