#include "tests/conformance/judge_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/survey/trajectory.h"

namespace moo::conformance {

namespace {

Judgement failed(std::string detail) { return {Verdict::failed, std::move(detail)}; }

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

// The first line that speaks of an error; otherwise the last line.
std::string main_line(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    std::size_t const error = text.find("error");
    std::size_t const before = error == std::string_view::npos ? text.rfind('\n') : text.rfind('\n', error);
    if (before != std::string_view::npos) text.remove_prefix(before + 1);
    return std::string(text.substr(0, std::min<std::size_t>(text.find('\n'), 200)));
}

std::string with_message(std::string text, ChildResult const& run) {
    std::string const line = main_line(run.errors);
    return line.empty() ? text : text + ": " + line;
}

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether the text contains the word, and not only as a part of a longer one.
bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        std::size_t const end = at + word.size();
        bool const begins = at == 0 || !is_word_character(text[at - 1]);
        if (begins && (end == text.size() || !is_word_character(text[end]))) return true;
    }
    return false;
}

// A program may refuse what the file requires, and nothing else.
Judgement judge_refusal(Case const& each, ChildResult const& run) {
    std::string named;
    for (std::string const& feature : each.features) {
        if (has_word(run.errors, feature)) named += (named.empty() ? "" : ", ") + feature;
    }
    if (!named.empty()) return {Verdict::refused, named};
    if (each.features.empty()) return failed(with_message("refused, although the file requires no feature", run));
    return failed(with_message("refused, without naming a feature that the file requires", run));
}

bool is_close(double found, double expected, double tolerance) {
    return std::fabs(found - expected) <= tolerance * std::max(1.0, std::fabs(expected));
}

// The first difference; empty if there is none.
std::string compare_row(Case const& each, ExpectedRow const& row, survey::Trajectory const& found, std::size_t index) {
    if (!is_close(found.time[index], row.time, 1e-9)) {
        return "row " + std::to_string(index + 1) + " is for time " + number_text(found.time[index]) + ", not " +
               row.time_text;
    }
    for (std::size_t i = 0; i < each.names.size(); ++i) {
        if (!row.values[i]) continue;
        std::vector<double> const* const column = found.find(each.names[i]);
        if (column == nullptr) return "there is no column `" + each.names[i] + "`";
        if (is_close((*column)[index], *row.values[i], each.tolerance)) continue;
        return "at time " + row.time_text + " " + each.names[i] + " is " + number_text((*column)[index]) +
               ", expected " + number_text(*row.values[i]);
    }
    return {};
}

std::string compare_values(Case const& each, std::string const& output) {
    survey::Trajectory const found = survey::parse_csv(output);
    if (!found.error.empty()) return "the output: " + found.error;
    for (std::size_t i = 0; i < std::min(each.rows.size(), found.time.size()); ++i) {
        std::string difference = compare_row(each, each.rows[i], found, i);
        if (!difference.empty()) return difference;
    }
    if (found.time.size() < each.rows.size())
        return "there is no row for time " + each.rows[found.time.size()].time_text;
    if (found.time.size() > each.rows.size()) {
        return "there is a row for time " + number_text(found.time[each.rows.size()]) +
               (each.ends_early || !each.fails.empty() ? ", after the end" : ", which is not one of the points");
    }
    return {};
}

Judgement judge_results(Case const& each, ChildResult const& run) {
    if (std::string difference = compare_values(each, run.output); !difference.empty()) return failed(difference);
    std::string const& message = each.fails.empty() ? each.warns : each.fails;
    if (run.errors.find(message) == std::string::npos) return failed("the message `" + message + "` is missing");
    return {};
}

Judgement judge_exit(Case const& each, ChildResult const& run) {
    if (run.code == exit_refused) return judge_refusal(each, run);
    bool const should_fail = !each.fails.empty();
    if (run.code == (should_fail ? exit_simulation_failed : 0)) return judge_results(each, run);
    if (should_fail && run.code == 0) return failed("exit code 0, but the simulation has to fail: " + each.fails);
    return failed(with_message("exit code " + std::to_string(run.code), run));
}

}  // namespace

std::vector<std::string> arguments_for(Case const& each, std::filesystem::path const& file) {
    std::string points;
    for (ExpectedRow const& row : each.rows) points += (points.empty() ? "" : ",") + row.time_text;
    // There has to be no row for the stop time if the simulation ends before.
    if (each.ends_early || !each.fails.empty()) points += "," + each.stop;
    std::vector<std::string> words = {file.string(), "--stop", each.stop, "--points", points};
    for (std::string const& parameter : each.parameters) words.insert(words.end(), {"--parameter", parameter});
    return words;
}

Judgement judge_run(Case const& each, ChildResult const& run) {
    switch (run.ending) {
        case ChildEnding::exited: return judge_exit(each, run);
        case ChildEnding::killed_by_signal:
            return failed(with_message("killed by signal " + std::to_string(run.code), run));
        case ChildEnding::out_of_time: return failed("no end within the time limit");
        case ChildEnding::not_started: return failed("the program cannot be started");
    }
    return {};
}

}  // namespace moo::conformance
