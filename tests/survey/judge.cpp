#include "tests/survey/judge.h"

#include <signal.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

namespace moo::survey {

namespace {

using nlohmann::json;

std::string_view next_line(std::string_view& text) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    std::string_view const line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::string text_member(json const& object, char const* name) {
    auto const found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint32_t number_member(json const& object, char const* name) {
    auto const found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint32_t>() : 0;
}

std::optional<Problem> json_error(std::string_view line) {
    if (!line.starts_with('{')) return std::nullopt;
    json const object = json::parse(line, nullptr, false);
    if (!object.is_object() || text_member(object, "severity") != "error") return std::nullopt;
    Problem problem;
    problem.kind = text_member(object, "kind");
    problem.message = text_member(object, "message");
    if (auto const place = object.find("place"); place != object.end() && place->is_object()) {
        problem.file = text_member(*place, "file");
        problem.line = number_member(*place, "line");
        problem.column = number_member(*place, "column");
    }
    return problem;
}

bool take_number(std::string_view& text, std::uint32_t& number) {
    std::size_t const colon = text.rfind(':');
    if (colon == std::string_view::npos) return false;
    std::string_view const digits = text.substr(colon + 1);
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return false;
    text = text.substr(0, colon);
    return true;
}

// `tank.mo:14:12: error: … [TypeMismatch]` or `moflat: error: …`
std::optional<Problem> text_error(std::string_view line) {
    constexpr std::string_view mark = ": error: ";
    std::size_t const at = line.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    Problem problem;
    std::string_view place = line.substr(0, at);
    std::string_view message = trim(line.substr(at + mark.size()));
    if (take_number(place, problem.column) && take_number(place, problem.line)) {
        problem.file = place;
    } else {
        problem.line = problem.column = 0;
    }
    std::size_t const bracket = message.rfind(" [");
    if (bracket != std::string_view::npos && message.ends_with(']')) {
        problem.kind = message.substr(bracket + 2, message.size() - bracket - 3);
        message = message.substr(0, bracket);
    }
    problem.message = message;
    return problem;
}

bool speaks_of_memory(std::string_view text) {
    for (std::string_view const words : {"out of memory", "memory exhausted", "bad_alloc", "annot allocate memory"}) {
        if (text.find(words) != std::string_view::npos) return true;
    }
    return false;
}

// The last line that says something: what a program printed before it gave up.
std::string last_words(std::string_view text) {
    std::string_view last;
    while (!text.empty()) {
        std::string_view const line = trim(next_line(text));
        if (!line.empty()) last = line;
    }
    return std::string(last.substr(0, 500));
}

std::string signal_text(int number) {
    char const* const name = ::sigabbrev_np(number);
    return "ended by signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

std::string seconds_text(double seconds) {
    char text[40];
    auto const end = std::to_chars(text, text + sizeof text, seconds).ptr;
    return std::string(text, end);
}

// The error that the tool reported, or the fact that it ended badly without a word.
Problem problem_of_exit(ChildResult const& result) {
    if (auto reported = first_error(result.errors)) {
        if (reported->kind.empty()) reported->kind = "ToolError";
        return *reported;
    }
    Problem problem;
    problem.kind = "ToolError";
    std::string const words = last_words(result.errors);
    problem.message = "exit code " + std::to_string(result.code) + (words.empty() ? "" : ": " + words);
    return problem;
}

std::optional<Problem> find_problem(Stage const& stage, ChildResult const& result, ChildLimits const& limits,
                                    std::filesystem::path const& output) {
    Problem problem;
    switch (result.ending) {
        case ChildEnding::not_started:
            problem.kind = "NotStarted";
            problem.message = "cannot run the tool: " + std::string(std::strerror(result.code));
            return problem;
        case ChildEnding::out_of_time:
            problem.kind = "TimeLimit";
            problem.message = "took more than " + seconds_text(limits.seconds) + " s";
            return problem;
        case ChildEnding::killed_by_signal: {
            problem.kind = "Crash";
            std::string const words = last_words(result.errors);
            problem.message = signal_text(result.code) + (words.empty() ? "" : ": " + words);
            break;
        }
        case ChildEnding::exited: {
            if (result.code != 0) {
                problem = problem_of_exit(result);
                break;
            }
            std::error_code error;
            bool const is_made =
                stage.judge == Judge::exit_code || (std::filesystem::file_size(output, error) > 0 && !error);
            if (is_made) return std::nullopt;
            problem.kind = "NoOutput";
            problem.message = "exit code 0, but no output";
            return problem;
        }
    }
    // Address space that is refused shows in many ways; near the limit it is the likely cause.
    bool const is_near = result.megabytes > 0.9 * static_cast<double>(limits.megabytes);
    if (limits.megabytes > 0 && (is_near || speaks_of_memory(result.errors))) {
        problem = {};
        problem.kind = "MemoryLimit";
        problem.message = "needs more than " + std::to_string(limits.megabytes) + " MB";
    }
    return problem;
}

}  // namespace

std::optional<Problem> first_error(std::string_view text) {
    while (!text.empty()) {
        std::string_view const line = trim(next_line(text));
        auto problem = line.starts_with('{') ? json_error(line) : text_error(line);
        if (problem) return problem;
    }
    return std::nullopt;
}

std::map<std::string, std::uint64_t> read_counts(std::string_view text) {
    std::map<std::string, std::uint64_t> counts;
    while (!text.empty()) {
        std::string_view const line = trim(next_line(text));
        std::size_t const blank = line.find_last_of(" \t");
        if (blank == std::string_view::npos || line.starts_with('{')) continue;
        std::string_view const digits = line.substr(blank + 1);
        std::string_view const name = trim(line.substr(0, blank));
        std::uint64_t value = 0;
        auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        bool const is_number = error == std::errc() && end == digits.data() + digits.size();
        // The columns of the statistics are wide: two blanks at least. Other lines are prose that ends in a number.
        bool const is_column = blank > 0 && line[blank - 1] == ' ';
        if (is_number && is_column && !name.empty()) counts[std::string(name)] = value;
    }
    return counts;
}

Judgement judge(Stage const& stage, ChildResult const& result, ChildLimits const& limits,
                std::filesystem::path const& output) {
    Judgement judgement;
    judgement.problem = find_problem(stage, result, limits, output);
    if (judgement.problem) judgement.problem->stage = stage.name;
    judgement.run.stage = stage.name;
    judgement.run.passed = !judgement.problem;
    judgement.run.seconds = result.seconds;
    judgement.run.megabytes = result.megabytes;
    judgement.run.counts = read_counts(result.errors);
    return judgement;
}

}  // namespace moo::survey
