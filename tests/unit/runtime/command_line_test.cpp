#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "runtime/simulate/variable_names.h"
#include "runtime/tool/option_table.h"
#include "runtime/tool/options.h"
#include "tests/unit/runtime/bouncing_ball.h"
#include "tests/unit/runtime/temporary_folder.h"

namespace moo::runtime {

namespace {

ParsedOptions parse(std::vector<std::string> const& arguments) { return parse_options(arguments, bouncing_ball); }

// Runs the ball's program in a shell, its output into `behind`; the arguments are ours and hold nothing that
// a shell minds.
struct ProgramRun {
    ProgramRun(TemporaryFolder const& folder, std::string const& arguments, std::string const& behind = "> output") {
        std::string const program = std::string(BOUNCING_BALL) + " " + arguments + "; echo $? > code";
        std::string const command = "cd " + folder.path("") + " && { " + program + "; } 2> errors " + behind;
        REQUIRE(std::system(command.c_str()) == 0);
        code = std::stoi(folder.read("code"));
        errors = folder.read("errors");
        output = folder.read("output");
    }
    int code;
    std::string errors;
    std::string output;
};

}  // namespace

TEST_CASE("options override what the model says") {
    ParsedOptions const parsed = parse({"--start-time", "1", "--stop=3", "--intervals", "4", "--tolerance", "1e-3",
                                        "-o", "x.csv", "--set", "e=0.5", "--start", "flying=false", "--chart"});
    REQUIRE(parsed.error.empty());
    Options const& options = parsed.options;
    CHECK(options.simulation.start_time == 1.0);
    CHECK(options.simulation.stop_time == 3.0);
    CHECK(options.simulation.interval == 0.5);
    CHECK(options.simulation.tolerance == 1e-3);
    CHECK(options.output == "x.csv");
    CHECK(options.chart);
    REQUIRE(options.assignments.size() == 2);
    CHECK(options.assignments[0].slot == ball_e);
    CHECK(options.assignments[0].value == 0.5);
    CHECK(options.assignments[1].slot == ball_flying);
    CHECK(options.assignments[1].value == 0.0);
}

TEST_CASE("mistakes in options are named") {
    auto const [arguments, part] = GENERATE(table<std::vector<std::string>, std::string>({
        {{"--nonsense"}, "unknown option `--nonsense`"},
        {{"--stop-time", "1"}, "unknown option `--stop-time`; did you mean `--stop`?"},
        {{"--tolerence", "1"}, "unknown option `--tolerence`; did you mean `--tolerance`?"},
        {{"stray"}, "unexpected argument `stray`"},
        {{"--stop"}, "option `--stop` needs a value"},
        {{"--stop", "soon"}, "`--stop` needs a number, not `soon`"},
        {{"--stop", "nan"}, "needs a number"},
        {{"--stop", "-1"}, "before the start time"},
        {{"--interval", "0"}, "needs a positive number"},
        {{"--intervals", "2.5"}, "needs a whole number"},
        {{"--interval", "1e-30", "--start-time", "1"}, "too small to distinguish points"},
        {{"--chart=yes"}, "`--chart` takes no value"},
        {{"--set", "e"}, "needs `name=value`"},
        {{"--set", "v_now=1"}, "no variable `v_now`; did you mean `v_new`?"},
        {{"--set", "h=1"}, "`h` is not a parameter; `--start h=…`"},
        {{"--start", "e=1"}, "`e` has no start value; `--set` gives parameters"},
        {{"--set", "e=big"}, "`big` is not a value for `e`, a Real"},
        {{"--start", "impact=2"}, "`2` is not a value for `impact`, a Boolean"},
        {{"--start", "der(h)=1"}, "`der(h)` has no start value; that of its state determines it"},
        {{"--variables", "h,fly"}, "no variable matches `fly`"},
        {{"--plot", "h,v_now"}, "no variable matches `v_now`; did you mean `v_new`?"},
        {{"--plot-file", "ball.gif"}, "ends in .html, .svg or .png, not `ball.gif`"},
        {{"--parameters", "/nonexistent"}, "cannot read `/nonexistent`"},
    }));
    CAPTURE(part);
    ParsedOptions const parsed = parse(arguments);
    INFO(parsed.error);
    CHECK(parsed.error.find(part) != std::string::npos);
}

TEST_CASE("values come from a file as well, in the order of the command line") {
    TemporaryFolder folder;
    folder.write("ball.txt", "# a harder floor\ne = 0.9   # bounces more\n\nstart h = 2\n");
    ParsedOptions const parsed = parse({"--set", "e=0.1", "--parameters", folder.path("ball.txt"), "--set", "g=1"});
    REQUIRE(parsed.error.empty());
    REQUIRE(parsed.options.assignments.size() == 4);
    CHECK(parsed.options.assignments[1].slot == ball_e);
    CHECK(parsed.options.assignments[1].value == 0.9);
    CHECK(parsed.options.assignments[2].slot == ball_h);
    CHECK(parsed.options.assignments[2].kind == SettingKind::start);
    CHECK(parsed.options.assignments[3].slot == ball_g);

    folder.write("bad.txt", "e = 0.9\n\ng 9.81\n");
    CHECK(parse({"--parameters", folder.path("bad.txt")}).error ==
          folder.path("bad.txt") + ":3: expected `name = value`, not `g 9.81`");
}

TEST_CASE("a name may have an equals sign in it, and a value a hash") {
    Setting const odd = split_setting(SettingKind::parameter, "'a=b'.c=3");
    CHECK(odd.name == "'a=b'.c");
    CHECK(odd.value == "3");
    TemporaryFolder folder;
    folder.write("texts.txt", "file = \"a # b\"  # a name\nstart = 3\n");
    SettingsFile const file = read_settings_file(folder.path("texts.txt"));
    REQUIRE(file.error.empty());
    REQUIRE(file.settings.size() == 2);
    CHECK(file.settings[0].value == "a # b");
    CHECK(file.settings[1].name == "start");
    CHECK(file.settings[1].kind == SettingKind::parameter);
}

TEST_CASE("every option is known by the names that its help shows") {
    std::string const help = options_text({});
    for (OptionInfo const& option : option_table()) {
        CAPTURE(option.name);
        CHECK(help.find(option.name) != std::string::npos);
        CHECK(find_option(option.name) == &option);
        CHECK(takes_value(option.name) == !option.value.empty());
    }
}

TEST_CASE("patterns know stars, question marks and nothing else") {
    CHECK(matches_pattern("*", ""));
    CHECK(matches_pattern("a*c", "abbc"));
    CHECK(matches_pattern("*a*b", "xaxbxab"));
    CHECK_FALSE(matches_pattern("a*c", "abcd"));
    CHECK(matches_pattern("x[?]", "x[1]"));
    CHECK_FALSE(matches_pattern("x[1]", "x1"));
    std::string const many(5000, 'a');
    CHECK_FALSE(matches_pattern("*a*a*a*a*a*a*a*a*b", many));
}

TEST_CASE("the program writes results to standard output or a file") {
    TemporaryFolder folder;
    ProgramRun const filter(folder, "--variables h,v --stop 0.1 --intervals 2");
    REQUIRE(filter.code == 0);
    CHECK(filter.errors.empty());
    CHECK(filter.output.starts_with("time,h,v\n0,1,0\n0.05,0.98773"));
    CHECK(std::count(filter.output.begin(), filter.output.end(), '\n') == 4);

    ProgramRun const to_file(folder, "-o ball.csv --plot-file ball.svg --stats");
    CHECK(to_file.code == 0);
    CHECK(to_file.errors.find(" events, ") != std::string::npos);
    CHECK(folder.read("ball.csv").starts_with("time,h,v,der(h),der(v),v_new,flying,impact,e,g\n"));
    CHECK(folder.read("ball.svg").starts_with("<svg "));
}

TEST_CASE("the program's exit code tells who is at fault, and a closed pipe is nobody's fault") {
    TemporaryFolder folder;
    ProgramRun const usage(folder, "--set gg=1");
    CHECK(usage.code == 2);
    CHECK(usage.errors ==
          "bouncing_ball: error: the model has no variable `gg`; did you mean `g`?\n"
          "bouncing_ball: `bouncing_ball --help` shows the usage\n");
    ProgramRun const folderless(folder, "-o missing/ball.csv");
    CHECK(folderless.code == 2);
    ProgramRun const full(folder, "-o /dev/full");
    CHECK(full.code == 2);
    CHECK(full.errors.find("cannot write `/dev/full`") != std::string::npos);
    ProgramRun const model(folder, "--set g=1e308");
    CHECK(model.code == 1);
    CHECK(model.errors.find("bouncing_ball: error: integration stopped at time ") != std::string::npos);
    ProgramRun const closed(folder, "--intervals 200000", "| head -n 1 > output");
    CHECK(closed.code == 0);
    CHECK(closed.errors.empty());
    CHECK(closed.output == "time,h,v,der(h),der(v),v_new,flying,impact,e,g\n");
    ProgramRun const help(folder, "--help");
    CHECK(help.code == 0);
    CHECK(help.output.find("--tolerance R           relative accuracy of the results (1e-06)") != std::string::npos);
}

TEST_CASE("an odd target is written to directly") {
    TemporaryFolder folder;
    ProgramRun const run(folder, "-o /dev/null --quiet");
    CHECK(run.code == 0);
    CHECK(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace moo::runtime
