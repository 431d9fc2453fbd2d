#include "tests/survey/stage.h"

#include <catch2/catch.hpp>

#include "tests/support/scratch_folder.h"

using namespace moo::survey;
using Words = std::vector<std::string>;

TEST_CASE("stages come in the order of the pipeline") {
    auto const names = [](std::string_view last, Route route) {
        std::string text;
        for (Stage const& stage : stages_up_to(last, route)) text += std::string(stage.name) + " ";
        return text;
    };
    CHECK(names("flatten", Route::interpreted) == "flatten ");
    CHECK(names("verify", Route::interpreted) == "flatten optimize simulate verify ");
    CHECK(names("verify", Route::compiled) == "flatten optimize compile simulate verify ");
    CHECK(names("compile", Route::interpreted).empty());
    CHECK(names("nothing", Route::compiled).empty());
}

TEST_CASE("words in braces are replaced") {
    StageFiles const files{"/tools", "/bin/mosurvey", {"/lib a", "/lib b"}, {"--allow-external"}, "A.B",
                           "/s/in",  "/s/out",        "/ref/B.csv"};
    CHECK(command_words(all_stages()[0], files) == Words{"/tools/moflat", "-L", "/lib a", "-L", "/lib b",
                                                         "--allow-external", "A.B", "-o", "/s/out", "--stats",
                                                         "--diagnostics=json"});
    CHECK(command_words(all_stages()[1], files) ==
          Words{"/tools/moopt", "/s/in", "-o", "/s/out", "--stats", "--diagnostics=json"});
    CHECK(command_words(all_stages()[2], files) == Words{"/tools/mosim", "-L", "/lib a", "-L", "/lib b",
                                                         "--allow-external", "A.B", "-o", "/s/out", "--quiet",
                                                         "--diagnostics=json"});
    CHECK(command_words(all_stages()[3], files)[0] == "/tools/mogen-cpp");
    CHECK(command_words(all_stages()[4], files) == Words{"/s/in", "-o", "/s/out", "--quiet"});
    CHECK(command_words(all_stages()[5], files) ==
          Words{"/bin/mosurvey", "--compare", "/ref/B.csv", "/s/in", "--plot", "/s/out"});
}

TEST_CASE("references lie in folders by the name of the model") {
    moo::test::ScratchFolder const folder;
    auto const file = folder.write("A/B/C/C.csv", "time,x\n0,1\n");
    folder.write("A/B/Empty/Empty.csv", "time,x\n");
    folder.write("A/B/Bare/Bare.csv", "time\n0\n");
    CHECK(find_reference(folder.path(), "A.B.C") == file);
    CHECK_FALSE(find_reference(folder.path(), "A.B"));
    CHECK_FALSE(find_reference(folder.path(), "A.B.Empty"));
    CHECK_FALSE(find_reference(folder.path(), "A.B.Bare"));
    CHECK_FALSE(find_reference(folder.path(), "A.B.D"));
    CHECK_FALSE(find_reference({}, "A.B.C"));
    CHECK_FALSE(find_reference(folder.path(), ""));
    CHECK_FALSE(find_reference(folder.path() / "A" / "B" / "C" / "x", "'../../C'"));
}
