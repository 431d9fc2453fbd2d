// Takes a model through moflat | moopt | mogen-cpp and the simulator, and through mosim, as a user does, and reads the
// result. The two have to agree.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace moo::test {

struct Trajectory {
    std::vector<double> time;
    std::map<std::string, std::vector<double>> columns;

    [[nodiscard]] std::vector<double> const& operator[](std::string const& name) const { return columns.at(name); }
    // The last value at or before `at`: behind an event that happens then.
    [[nodiscard]] double value(std::string const& name, double at) const;
};

// Exit code of a shell command.
[[nodiscard]] int run_shell(std::string const& command);
[[nodiscard]] std::string read_text(std::string const& path);
// Names that hold a comma are quoted; those that hold a quote do not occur in the models of this folder.
[[nodiscard]] Trajectory read_csv(std::string const& path);

// Fails the test unless what a compiled model and the interpreter computed agrees to 1e-6 relative, row by row: both
// make the same steps.
void check_same(Trajectory const& compiled, Trajectory const& interpreted);

// A folder that is removed with the object.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(ScratchFolder const&) = delete;
    ScratchFolder& operator=(ScratchFolder const&) = delete;
    [[nodiscard]] std::string const& path() const { return path_; }

private:
    std::string path_;
};

// The simulator of a model in this folder, or of a MOO file; the program is removed with the object.
class Simulator {
public:
    explicit Simulator(std::string const& model);

    // Fails the test unless the exit code is zero.
    [[nodiscard]] Trajectory run(std::string const& options) const;
    // Exit code and standard error of a run that may fail.
    struct Outcome {
        int exit_code;
        std::string errors;
    };
    [[nodiscard]] Outcome try_run(std::string const& options) const;
    [[nodiscard]] std::string result_path() const { return folder_.path() + "/result.csv"; }
    // What the last run of the compiled simulator has left.
    [[nodiscard]] Trajectory results() const;
    // And the interpreter.
    [[nodiscard]] Trajectory interpreted_results() const;

private:
    void check_linear(std::string const& options, double time) const;

    std::string source_;
    ScratchFolder folder_;
};

}  // namespace moo::test
