#include "tests/survey/progress.h"

#include <catch2/catch.hpp>

using namespace moo::survey;

TEST_CASE("the line shows how far the survey is") {
    CHECK(progress_line({6, 12, 2, 60.0, 0, "A.B"}, 200) ==
          "[############............] 6/12, 2 failed, 1:00 left  A.B");
    CHECK(progress_line({0, 12, 0, 0.0, 0, ""}, 200) == "[........................] 0/12");
    CHECK(progress_line({12, 12, 0, 9.0, 0, ""}, 200) == "[########################] 12/12");
}

TEST_CASE("models that were known before do not count for the time") {
    CHECK(progress_line({6, 12, 0, 5.0, 4, ""}, 200) == "[############............] 6/12, 0:15 left");
    CHECK(progress_line({4, 12, 0, 5.0, 4, ""}, 200) == "[########................] 4/12");
}

TEST_CASE("the line fits the terminal") {
    CHECK(progress_line({6, 12, 2, 60.0, 0, "A.Very.Long.Name"}, 40).size() == 40);
}
