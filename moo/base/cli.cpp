#include "moo/base/cli.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <new>

#include "moo/base/file_kind.h"
#include "moo/base/nearest_word.h"
#include "moo/base/output_file.h"
#include "moo/base/progress_note.h"
#include "moo/base/version.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> file_unreadable{DiagnosticKind::FileUnreadable,
                                                                      "cannot read `{}`: {}"};

constexpr Message<std::string_view, std::string_view> file_of_other_kind{DiagnosticKind::FileOfOtherKind,
                                                                         "`{}` is {}, not a model"};

constexpr Message<> stdin_empty{DiagnosticKind::FileEmpty, "standard input is empty"};

void write_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

// Additional letters are likelier than other mistakes: `--stop-time` means `--stop`.
std::string_view nearest_option(std::string_view given, std::vector<std::string_view> const& names) {
    std::string_view longest;
    for (std::string_view const name : names) {
        if (name.starts_with("--") && given.starts_with(name) && name.size() > longest.size()) longest = name;
    }
    return longest.empty() ? nearest_word(given, names) : longest;
}

// A dotted name of identifiers that is not a file name: `Ball.mo` is a file even if it does not exist.
bool is_class_name(std::string const& argument) {
    bool at_start = true;
    for (char const c : argument) {
        bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        bool const is_digit = c >= '0' && c <= '9';
        if (c == '.' ? at_start : !is_letter && (at_start || !is_digit)) return false;
        at_start = c == '.';
    }
    if (at_start || has_known_ending(argument)) return false;
    return ::access(argument.c_str(), F_OK) != 0;
}

}  // namespace

std::vector<std::string> Tool::files() const {
    std::vector<std::string> found;
    std::remove_copy_if(arguments_.begin(), arguments_.end(), std::back_inserter(found), is_class_name);
    return found;
}

std::vector<std::string> Tool::class_names() const {
    std::vector<std::string> found;
    std::copy_if(arguments_.begin(), arguments_.end(), std::back_inserter(found), is_class_name);
    return found;
}

Tool::Tool(std::string name, std::string summary, std::string arguments_help)
    : name_(std::move(name)), summary_(std::move(summary)), arguments_help_(std::move(arguments_help)) {
    add_value("-o", "FILE", output_, "write to FILE instead of standard output");
    add_value("--diagnostics", "FORMAT", diagnostics_format_, "how to report errors: text (default) or json");
    add_switch("--allow-external", allows_external_, "run any C code that a model refers to");
    add_switch("--no-external", forbids_external_, "never run C code, not even that of libraries");
    add_switch("--strict", is_strict_, "treat warnings as errors");
    add_switch("--stats", show_stats_, "print time and memory of each phase to standard error");
}

void Tool::describe_output(std::string help) { options_.front().help = std::move(help); }

void Tool::add_switch(std::string name, bool& target, std::string help) {
    options_.push_back({std::move(name), {}, std::move(help), [&target](std::string_view) { target = true; }});
}

void Tool::add_value(std::string name, std::string value_name, std::string& target, std::string help) {
    options_.push_back(
        {std::move(name), std::move(value_name), std::move(help), [&target](std::string_view v) { target = v; }});
}

void Tool::add_list(std::string name, std::string value_name, std::vector<std::string>& target, std::string help) {
    options_.push_back({std::move(name), std::move(value_name), std::move(help),
                        [&target](std::string_view v) { target.emplace_back(v); }});
}

CliOption const* Tool::find_option(std::string_view name) const {
    auto const found = std::find_if(options_.begin(), options_.end(), [&](auto const& o) { return o.name == name; });
    return found == options_.end() ? nullptr : &*found;
}

std::string Tool::help() const {
    std::string out = name_ + ": " + summary_ + "\n\nusage: " + name_ + " [options] " + arguments_help_ + "\n\n";
    std::vector<std::pair<std::string, std::string>> rows;
    for (CliOption const& option : options_) {
        std::string left = option.name;
        if (!option.value_name.empty()) left += (left.starts_with("--") ? "=" : " ") + option.value_name;
        rows.emplace_back(left, option.help);
    }
    rows.emplace_back("--help", "print this text");
    rows.emplace_back("--version", "print the version");
    std::size_t width = 0;
    for (auto const& row : rows) width = std::max(width, row.first.size());
    for (auto const& row : rows)
        out += "  " + row.first + std::string(width - row.first.size() + 2, ' ') + row.second + "\n";
    out += "\nexit codes: 0 success, 1 error in the model, 2 wrong usage or a system error\n";
    return out;
}

Tool::Parsed Tool::wrong_usage(std::string const& message) {
    write_error(name_ + ": error: " + message + "\n" + name_ + ": `" + name_ + " --help` shows the usage\n");
    return Parsed::wrong;
}

Tool::Parsed Tool::take_option(CliOption const& option, std::string_view given, std::string_view attached,
                               bool has_attached, int& at, int argc, char const* const* argv) {
    if (option.value_name.empty()) {
        if (has_attached) return wrong_usage("option `" + std::string(given) + "` takes no value");
        option.take({});
        return Parsed::run;
    }
    if (!has_attached) {
        if (at + 1 >= argc) {
            return wrong_usage("option `" + std::string(given) + "` needs a value: " + option.value_name);
        }
        attached = argv[++at];
    }
    option.take(attached);
    return Parsed::run;
}

Tool::Parsed Tool::parse(int argc, char const* const* argv) {
    bool only_arguments = false;
    for (int at = 1; at < argc; ++at) {
        std::string_view const given = argv[at];
        if (only_arguments || given == "-" || !given.starts_with('-')) {
            arguments_.emplace_back(given);
            continue;
        }
        if (given == "--") {
            only_arguments = true;
            continue;
        }
        if (given == "--help" || given == "-h" || given == "--version") {
            std::string const text = given == "--version" ? name_ + " " + std::string(version_text) + "\n" : help();
            return write_file("-", text).empty() ? Parsed::done : Parsed::wrong;
        }
        std::size_t const equals = given.find('=');
        std::string_view const option_name = given.substr(0, equals);
        CliOption const* const option = find_option(option_name);
        if (option == nullptr) {
            std::vector<std::string_view> names = {"--help", "--version"};
            for (CliOption const& known : options_) names.push_back(known.name);
            names.insert(names.end(), other_options_.begin(), other_options_.end());
            std::string message = "unknown option `" + std::string(option_name) + "`";
            std::string_view const nearest = nearest_option(option_name, names);
            if (!nearest.empty()) message += "; did you mean `" + std::string(nearest) + "`?";
            return wrong_usage(message);
        }
        bool const has_attached = equals != std::string_view::npos;
        std::string_view const attached = has_attached ? given.substr(equals + 1) : std::string_view();
        if (take_option(*option, option_name, attached, has_attached, at, argc, argv) == Parsed::wrong) {
            return Parsed::wrong;
        }
    }
    if (diagnostics_format_ != "text" && diagnostics_format_ != "json") {
        return wrong_usage("`--diagnostics` is text or json, not `" + diagnostics_format_ + "`");
    }
    if (allows_external_ && forbids_external_) return wrong_usage("`--allow-external` contradicts `--no-external`");
    return Parsed::run;
}

int Tool::run(int argc, char const* const* argv, std::function<void(Tool&)> const& body) {
    // If the reader goes away (`moflat M.mo | head`), writing fails with EPIPE, which is not an error here.
    std::signal(SIGPIPE, SIG_IGN);
    // The same for a file that must not grow any further: the error is reported, and the temporary file removed.
    std::signal(SIGXFSZ, SIG_IGN);
    Parsed const parsed = parse(argc, argv);
    if (parsed == Parsed::done) return exit_fine;
    if (parsed == Parsed::wrong) return exit_usage_or_system;
    if (is_strict_) diagnostics.treat_warnings_as_errors();
    if (diagnostics_format_ == "text") {
        set_progress_notes([this](std::string_view note) { write_error(name_ + ": " + std::string(note) + "\n"); });
    }
    if (is_strict_) diagnostics.treat_warnings_as_errors();
    try {
        body(*this);
    } catch (std::bad_alloc const&) {
        fail("out of memory");
    }
    report();
    if (system_failure_) return exit_usage_or_system;
    return diagnostics.has_errors() ? exit_model_at_fault : exit_code_;
}

FileId Tool::load(std::string const& path) {
    auto const scope = stats.phase("read");
    for (auto const& [known, file] : loaded_) {
        if (known == path) return file;
    }
    bool const is_stdin = path.empty() || path == "-";
    auto result = is_stdin ? sources.load_stdin() : sources.load(path);
    if (!result.file) {
        system_failure_ = true;
        diagnostics.error({}, file_unreadable, path.empty() ? "<stdin>" : std::string_view(path), result.error);
    } else if (is_stdin && sources.text(result.file).empty()) {
        // In a pipe the tool before has said why.
        diagnostics.error({}, stdin_empty);
        return {};
    } else if (!may_write(output_)) {
        return {};
    } else {
        loaded_.emplace_back(path, result.file);
    }
    return result.file;
}

bool Tool::may_write(std::string const& path) {
    auto const target = path == "-" ? identity_of(STDOUT_FILENO) : identity_of(path);
    if (!target || !sources.has_read(*target)) return true;
    std::string const name = path == "-" ? "standard output" : "`" + path + "`";
    fail(name + " is a file that is read; writing there would destroy it");
    return false;
}

FileId Tool::load_model(std::string const& path) {
    FileId const file = load(path);
    if (!file) return file;
    ForeignFile const foreign = recognize_foreign_file(path, sources.text(file));
    if (foreign.kind.empty()) return file;
    auto report = diagnostics.error({}, file_of_other_kind, path.empty() ? "<stdin>" : path, foreign.kind);
    if (!foreign.advice.empty()) report.note({}, "{}", foreign.advice);
    return {};
}

void Tool::write_output(std::string_view text) {
    if (diagnostics.has_errors() || system_failure_) return;
    auto const scope = stats.phase("write");
    if (!may_write(output_)) return;
    std::string const error = write_file(output_, text);
    if (error.empty() || error == closed_pipe) return;
    fail("cannot write `" + (output_ == "-" ? std::string("<stdout>") : output_) + "`: " + error);
}

void Tool::fail(std::string_view message) {
    system_failure_ = true;
    write_error(name_ + ": error: " + std::string(message) + "\n");
}

void Tool::report() {
    write_error(diagnostics_format_ == "json" ? render_json(diagnostics, sources) : render_text(diagnostics, sources));
    if (show_stats_) write_error(stats.render());
}

}  // namespace moo
