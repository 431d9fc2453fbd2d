// The stages that a model passes through, as one table: what is run, what it makes, and how to judge it.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/child_process.h"

namespace moo::survey {

// What success is, beside the exit code 0. A stage that is judged by its exit code makes a picture of its failure.
enum class Judge : std::uint8_t { exit_code, output_file };

// How a model comes to a result: `mosim` with its interpreter in one process, or a simulator made by `mogen-cpp`.
enum class Route : std::uint8_t { interpreted, compiled };

// Words of the command line that are replaced:
//   {libraries}  `-L DIR` for every folder of libraries that the user names
//   {trust}      `--allow-external` or `--no-external`, if the user gives it
//   {model}      the name of the class
//   {input}      what the stage before made
//   {output}     what this stage makes
//   {reference}  the CSV file of the reference trajectories
//   {self}       this program
// A program without braces is a tool in the folder of tools.
struct Stage {
    std::string_view name;
    std::string_view program;
    std::array<std::string_view, 8> arguments;  // the first empty one ends them
    std::string_view extension;                 // of the output; empty: none
    Judge judge = Judge::output_file;
    bool needs_reference = false;
    std::optional<Route> route = std::nullopt;  // none: it belongs to both
};

[[nodiscard]] std::span<Stage const> all_stages();
// All stages of a route up to that name, which is the last; empty if there is none of that name.
[[nodiscard]] std::vector<Stage> stages_up_to(std::string_view name, Route route);

// What the braces stand for.
struct StageFiles {
    std::filesystem::path tools;
    std::filesystem::path self;
    std::vector<std::filesystem::path> libraries;
    std::vector<std::string> trust;
    std::string model;
    std::filesystem::path input;
    std::filesystem::path output;
    std::filesystem::path reference;
    bool is_strict = false;  // `--strict` for tools and simulators
};
[[nodiscard]] std::vector<std::string> command_words(Stage const& stage, StageFiles const& files);

// The CSV of a model below a folder that is laid out as the Modelica Association's: A.B.C in A/B/C/C.csv. A file
// without signals or values is none: some copies hold only names in place of their largest files.
[[nodiscard]] std::optional<std::filesystem::path> find_reference(std::filesystem::path const& folder,
                                                                  std::string_view model);

}  // namespace moo::survey
