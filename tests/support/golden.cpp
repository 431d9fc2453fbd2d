// The golden-file harness: `golden BIN_FOLDER CASE_FOLDER [--update] [NAME…]`.
//
// A case is a file NAME.run of shell commands that run in the case's folder with our tools first in the
// PATH; NAME.expected holds what they print to standard output and standard error, and the exit code.
// `--update` writes the expectation anew; read the difference before you commit it.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string read_file(fs::path const& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

[[noreturn]] void exec_case(fs::path const& script, fs::path const& out, fs::path const& err) {
    // Standard input is empty, so that a tool that reads it by mistake ends at once.
    int const in_fd = ::open("/dev/null", O_RDONLY);
    int const out_fd = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int const err_fd = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(in_fd, STDIN_FILENO);
    ::dup2(out_fd, STDOUT_FILENO);
    ::dup2(err_fd, STDERR_FILENO);
    fs::current_path(script.parent_path());
    ::execl("/bin/bash", "bash", "-o", "pipefail", script.filename().c_str(), static_cast<char*>(nullptr));
    std::_Exit(127);
}

std::string run_case(fs::path const& script, fs::path const& scratch) {
    fs::path const out = scratch / "stdout";
    fs::path const err = scratch / "stderr";
    pid_t const child = ::fork();
    if (child == 0) exec_case(script, out, err);
    int status = 0;
    ::waitpid(child, &status, 0);
    int const code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return read_file(out) + "--- stderr\n" + read_file(err) + "--- exit " + std::to_string(code) + "\n";
}

// The first line that differs, with its number: enough to see what happened, `--update` shows the rest.
void print_difference(std::string const& expected, std::string const& actual) {
    std::istringstream expected_lines(expected);
    std::istringstream actual_lines(actual);
    std::string expected_line;
    std::string actual_line;
    for (int number = 1;; ++number) {
        bool const more_expected = static_cast<bool>(std::getline(expected_lines, expected_line));
        bool const more_actual = static_cast<bool>(std::getline(actual_lines, actual_line));
        if (!more_expected && !more_actual) return;
        if (more_expected && more_actual && expected_line == actual_line) continue;
        std::cout << "  line " << number << "\n    expected: " << (more_expected ? expected_line : "<end>")
                  << "\n    actual:   " << (more_actual ? actual_line : "<end>") << "\n";
        return;
    }
}

}  // namespace

int main(int argc, char** argv) {
    bool update = false;
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--update") {
            update = true;
        } else {
            words.emplace_back(argv[i]);
        }
    }
    if (words.size() < 2) {
        std::cerr << "usage: golden BIN_FOLDER CASE_FOLDER [--update] [NAME...]\n";
        return 2;
    }
    std::string const path = fs::absolute(words[0]).string() + ":" + std::getenv("PATH");
    ::setenv("PATH", path.c_str(), 1);
    ::setenv("LC_ALL", "C", 1);

    std::vector<fs::path> scripts;
    for (auto const& entry : fs::directory_iterator(fs::absolute(words[1]))) {
        std::string const stem = entry.path().stem().string();
        bool const wanted = words.size() == 2 || std::find(words.begin() + 2, words.end(), stem) != words.end();
        if (entry.path().extension() == ".run" && wanted) scripts.push_back(entry.path());
    }
    std::sort(scripts.begin(), scripts.end());

    std::string scratch = (fs::temp_directory_path() / "golden.XXXXXX").string();
    if (::mkdtemp(scratch.data()) == nullptr) return 2;
    int passed = 0;
    int failed = 0;
    for (fs::path const& script : scripts) {
        fs::path expectation = script;
        expectation.replace_extension(".expected");
        std::string const actual = run_case(script, scratch);
        if (update) std::ofstream(expectation, std::ios::binary) << actual;
        std::string const expected = read_file(expectation);
        if (actual == expected) {
            ++passed;
        } else {
            ++failed;
            std::cout << "FAILED " << script.string() << "\n";
            print_difference(expected, actual);
        }
    }
    fs::remove_all(scratch);
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
