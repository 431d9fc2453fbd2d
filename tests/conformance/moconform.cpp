// moconform: runs the cases of the conformance kit with a back end and says which of them it gets right.
#include <algorithm>
#include <charconv>
#include <fstream>
#include <thread>

#include "moo/base/child_process.h"
#include "moo/base/cli.h"
#include "tests/conformance/case_file.h"
#include "tests/conformance/judge_run.h"

namespace {

namespace fs = std::filesystem;
using namespace moo::conformance;

struct Options {
    std::string encoding = "json";
    std::string only;
    std::string except;
    std::string level;
    std::string kit;
    std::string keep;
    std::string timeout = "20";
    std::string jobs;
    bool list = false;
    bool complete = false;
};

template <class Number>
bool parse_number(std::string const& text, Number& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string> split_names(std::string const& list) {
    std::vector<std::string> names;
    if (list.empty()) return names;
    for (std::size_t begin = 0; begin <= list.size();) {
        std::size_t const end = std::min(list.find(',', begin), list.size());
        names.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

bool begins_with_one(std::string const& name, std::vector<std::string> const& beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string const& beginning) { return name.starts_with(beginning); });
}

// The folder next to this program, as it is in the build tree and once installed.
fs::path default_kit() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / "share" / "moo" / "conformance";
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

std::string joined(std::vector<std::string> const& words) {
    std::string text;
    for (std::string const& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

char const* verdict_name(Verdict verdict) {
    switch (verdict) {
        case Verdict::passed: return "passed";
        case Verdict::refused: return "refused";
        case Verdict::failed: return "failed";
    }
    return "";
}

// One run of the tool. Each step says what is wrong and gives false.
class Program {
public:
    Program(moo::Tool& tool, Options const& options) : tool_(tool), options_(options) {}

    void run() {
        if (!read_options() || !choose_cases()) return;
        if (options_.list) return tool_.write_output(list_text());
        if (tool_.arguments().empty()) return tool_.fail("give the program to test, and its arguments");
        if (!run_cases()) return;
        tool_.write_output(table_text() + counts_text());
        bool const is_incomplete = options_.complete && count(Verdict::refused) > 0;
        if (count(Verdict::failed) > 0 || is_incomplete) tool_.end_with(moo::exit_model_at_fault);
    }

private:
    bool fail(std::string const& message) {
        tool_.fail(message);
        return false;
    }

    bool read_options() {
        auto const encoding = find_encoding(options_.encoding);
        if (!encoding) return fail("`--encoding` is text, json or xml, not `" + options_.encoding + "`");
        encoding_ = *encoding;
        if (!parse_number(options_.timeout, limits_.seconds) || !(limits_.seconds > 0.0)) {
            return fail("`--timeout` needs a positive number of seconds, not `" + options_.timeout + "`");
        }
        limits_.megabytes = 0;
        jobs_ = std::max(1u, std::thread::hardware_concurrency());
        if (!options_.jobs.empty() && (!parse_number(options_.jobs, jobs_) || jobs_ == 0)) {
            return fail("`--jobs` needs a whole number from 1, not `" + options_.jobs + "`");
        }
        if (!options_.level.empty() &&
            (!parse_number(options_.level, level_) || level_ < 1 || level_ > level_names().size())) {
            return fail("`--level` is a number from 1 to " + std::to_string(level_names().size()) + ", not `" +
                        options_.level + "`");
        }
        kit_ = options_.kit.empty() ? default_kit() : fs::path(options_.kit);
        return true;
    }

    bool choose_cases() {
        CaseList list = read_cases(kit_);
        if (!list.error.empty()) return fail(list.error);
        cases_ = std::move(list.cases);
        if (level_ != 0) {
            std::erase_if(cases_, [&](Case const& each) { return static_cast<std::size_t>(each.level) != level_; });
        }
        std::vector<std::string> const wanted = split_names(options_.only);
        std::vector<std::string> const unwanted = split_names(options_.except);
        if (!are_known(wanted) || !are_known(unwanted)) return false;
        std::erase_if(cases_, [&](Case const& each) {
            return (!wanted.empty() && !begins_with_one(each.name, wanted)) || begins_with_one(each.name, unwanted);
        });
        return true;
    }

    bool are_known(std::vector<std::string> const& beginnings) {
        for (std::string const& name : beginnings) {
            bool const is_known = std::any_of(cases_.begin(), cases_.end(),
                                              [&](Case const& each) { return each.name.starts_with(name); });
            if (!is_known || name.empty()) return fail("no case begins with `" + name + "`; `--list` shows them");
        }
        return true;
    }

    [[nodiscard]] std::size_t name_width() const {
        std::size_t width = 0;
        for (Case const& each : cases_) width = std::max(width, each.name.size());
        return width;
    }

    [[nodiscard]] std::string list_text() const {
        std::string text;
        for (Case const& each : cases_) {
            text += padded(each.name, name_width()) + "  " + each.purpose;
            if (!each.features.empty()) text += " (" + joined(each.features) + ")";
            text += "\n";
        }
        return text;
    }

    bool run_cases() {
        judgements_.resize(cases_.size());
        if (!options_.keep.empty()) {
            std::error_code error;
            fs::create_directories(options_.keep, error);
            if (error) return fail("cannot make the folder `" + options_.keep + "`");
        }
        moo::ChildPool pool;
        for (std::size_t next = 0; next < cases_.size() || pool.running() > 0;) {
            while (next < cases_.size() && pool.running() < jobs_) {
                pool.start(next, command_for(cases_[next]), limits_);
                ++next;
            }
            for (moo::ChildPool::Ended const& ended : pool.wait(std::chrono::milliseconds(1000))) {
                if (ended.result.ending == moo::ChildEnding::not_started) {
                    return fail("cannot start `" + tool_.arguments()[0] + "`");
                }
                judgements_[ended.token] = judge_run(cases_[ended.token], ended.result);
                if (!options_.keep.empty() && !keep(cases_[ended.token], ended.result)) return false;
            }
            if (moo::ChildPool::interrupted()) return fail("interrupted");
        }
        return true;
    }

    [[nodiscard]] moo::ChildCommand command_for(Case const& each) const {
        moo::ChildCommand command;
        command.words = tool_.arguments();
        auto const arguments = arguments_for(each, fs::absolute(file_of_case(kit_, each.name, encoding_)));
        command.words.insert(command.words.end(), arguments.begin(), arguments.end());
        return command;
    }

    bool keep(Case const& each, moo::ChildResult const& result) {
        fs::path const folder = options_.keep;
        std::ofstream(folder / (each.name + ".csv"), std::ios::binary) << result.output;
        std::ofstream errors(folder / (each.name + ".errors"), std::ios::binary);
        for (std::string const& word : command_for(each).words) errors << word << ' ';
        errors << '\n' << result.errors;
        return errors.good() || fail("cannot write to `" + options_.keep + "`");
    }

    [[nodiscard]] std::size_t count(Verdict verdict, int level = 0) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            if (judgements_[i].verdict == verdict && (level == 0 || cases_[i].level == level)) ++found;
        }
        return found;
    }

    [[nodiscard]] std::string table_text() const {
        std::string text;
        int level = 0;
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            if (cases_[i].level != level) {
                level = cases_[i].level;
                text += "level " + std::to_string(level) + ": " +
                        std::string(level_names()[static_cast<std::size_t>(level) - 1]) + "\n";
            }
            text += "  " + padded(cases_[i].name, name_width()) + "  " + verdict_name(judgements_[i].verdict);
            if (!judgements_[i].detail.empty()) text += ": " + judgements_[i].detail;
            text += "\n";
        }
        return text;
    }

    [[nodiscard]] std::string count_line(std::string const& name, int level) const {
        std::string text = padded(name, 20);
        for (Verdict const verdict : {Verdict::passed, Verdict::refused, Verdict::failed}) {
            std::string const number = std::to_string(count(verdict, level));
            text += std::string(10 - std::min<std::size_t>(number.size(), 9), ' ') + number;
        }
        return text + "\n";
    }

    [[nodiscard]] std::string counts_text() const {
        std::string text = "\nlevel                   passed   refused    failed\n";
        for (std::size_t i = 0; i < level_names().size(); ++i) {
            int const level = static_cast<int>(i) + 1;
            bool const is_used =
                std::any_of(cases_.begin(), cases_.end(), [&](Case const& each) { return each.level == level; });
            if (is_used) text += count_line(std::to_string(level) + " " + std::string(level_names()[i]), level);
        }
        return text + count_line("all", 0);
    }

    moo::Tool& tool_;
    Options const& options_;
    Encoding encoding_ = Encoding::json;
    moo::ChildLimits limits_;
    std::size_t jobs_ = 1;
    std::size_t level_ = 0;
    fs::path kit_;
    std::vector<Case> cases_;
    std::vector<Judgement> judgements_;
};

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("moconform", "runs the conformance kit of MOO with a back end", "[--] PROGRAM [ARGUMENT]…");
    Options options;
    tool.add_value("--encoding", "ENCODING", options.encoding, "give the program text, json (default) or xml");
    tool.add_value("--only", "NAMES", options.only, "only cases whose names begin so, such as 1,403,507_pendulum");
    tool.add_value("--except", "NAMES", options.except, "no cases whose names begin so");
    tool.add_value("--level", "N", options.level, "only cases of one level");
    tool.add_switch("--list", options.list, "list the cases, with what they are about and which features they need");
    tool.add_switch("--complete", options.complete, "a refused feature counts as a failure, too");
    tool.add_value("--timeout", "SECONDS", options.timeout, "for each case (default: 20)");
    tool.add_value("--jobs", "N", options.jobs, "run N cases at once (default: one for each core)");
    tool.add_value("--keep", "DIR", options.keep, "keep what the program wrote: DIR/NAME.csv and DIR/NAME.errors");
    tool.add_value("--kit", "DIR", options.kit, "the folder of the kit (default: the one installed with this tool)");
    return tool.run(argc, argv, [&](moo::Tool& t) { Program(t, options).run(); });
}
