// The command line that all tools share: options, help, files, diagnostics, exit codes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/base/phase_stats.h"
#include "moo/base/source.h"

namespace moo {

inline constexpr int exit_fine = 0;
inline constexpr int exit_model_at_fault = 1;
inline constexpr int exit_usage_or_system = 2;

// One option of a tool: `--name` alone, or with a value if `value_name` is not empty.
struct CliOption {
    std::string name;        // `--model`
    std::string value_name;  // `NAME`, empty for a switch
    std::string help;
    std::function<void(std::string_view)> take;
};

// A tool: its name, its description, its options, and what it does.
class Tool {
public:
    Tool(std::string name, std::string summary, std::string arguments_help);

    // `target` keeps its value if the option is absent.
    void add_switch(std::string name, bool& target, std::string help);
    void add_value(std::string name, std::string value_name, std::string& target, std::string help);
    void add_list(std::string name, std::string value_name, std::vector<std::string>& target, std::string help);

    // Options that another part of the program takes, for suggestions.
    void suggest_also(std::vector<std::string_view> names) { other_options_ = std::move(names); }

    // For a tool whose output is not text: describes `-o`.
    void describe_output(std::string help);

    // Parses the command line, runs `body`, reports its diagnostics, and returns the exit code: 1 if there were errors
    // in the model, 2 for wrong usage and for files that cannot be read or written.
    int run(int argc, char const* const* argv, std::function<void(Tool&)> const& body);

    // For the body.
    [[nodiscard]] std::vector<std::string> const& arguments() const { return arguments_; }
    // The arguments: files (`-` is standard input) and names of classes, such as
    // `Modelica.Blocks.Examples.PID_Controller`.
    [[nodiscard]] std::vector<std::string> files() const;
    [[nodiscard]] std::vector<std::string> class_names() const;
    [[nodiscard]] std::string const& output() const { return output_; }
    [[nodiscard]] bool is_strict() const { return is_strict_; }
    SourceManager sources;
    Diagnostics diagnostics;
    PhaseStats stats;
    // Loads a file; `-` or an empty name is standard input. Loading a file again returns the same id. On failure it
    // reports the error and returns no id.
    FileId load(std::string const& path);
    // The same for a file that is to hold a model: files of other known kinds are refused by name.
    FileId load_model(std::string const& path);
    // Whether the user allows or forbids all C code of external functions (docs/security.md). Every tool has these options.
    [[nodiscard]] bool allows_external() const { return allows_external_; }
    [[nodiscard]] bool forbids_external() const { return forbids_external_; }
    // Writes to `-o` or standard output. If errors were reported, there is no output.
    void write_output(std::string_view text);
    // Whether output may go to this file: not if it is an input, which would be lost. A refusal is reported.
    bool may_write(std::string const& path);
    // The exit code if nothing else goes wrong, for a tool whose answer can be negative.
    void end_with(int code) { exit_code_ = code; }
    // Reports an error that is not caused by the model: a message, and exit code 2.
    void fail(std::string_view message);
    [[nodiscard]] bool has_failed() const { return system_failure_; }

private:
    enum class Parsed { run, done, wrong };
    Parsed parse(int argc, char const* const* argv);
    Parsed take_option(CliOption const& option, std::string_view given, std::string_view attached, bool has_attached,
                       int& at, int argc, char const* const* argv);
    [[nodiscard]] CliOption const* find_option(std::string_view name) const;
    [[nodiscard]] std::string help() const;
    Parsed wrong_usage(std::string const& message);
    void report();

    std::string name_;
    std::string summary_;
    std::string arguments_help_;
    std::vector<CliOption> options_;
    std::vector<std::string_view> other_options_;
    std::vector<std::string> arguments_;
    std::string output_ = "-";
    std::string diagnostics_format_ = "text";
    std::vector<std::pair<std::string, FileId>> loaded_;
    int exit_code_ = exit_fine;
    bool allows_external_ = false;
    bool forbids_external_ = false;
    bool show_stats_ = false;
    bool is_strict_ = false;
    bool system_failure_ = false;
};

}  // namespace moo
