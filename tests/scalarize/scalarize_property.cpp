// A model says the same after it was taken apart into scalars.
#include <catch2/catch.hpp>

#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/scalarize/scalarize.h"
#include "tests/scalarize/model_values.h"
#include "tests/scalarize/random_model.h"

using namespace moo;

TEST_CASE("random models have the same values before and after they are taken apart") {
    std::size_t compared = 0;
    std::size_t skipped = 0;
    std::size_t algorithms = 0;
    std::size_t algorithms_skipped = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SourceManager sources;
        Interner interner;
        Diagnostics diagnostics;
        std::string const source = test::random_model(seed);
        INFO("seed " << seed << "\n" << source);
        FileId const file = sources.add("random", source);
        FlatModel whole = read_base_modelica(file, sources, interner, diagnostics);
        FlatModel scalar = read_base_modelica(file, sources, interner, diagnostics);
        INFO(render_text(diagnostics, sources));
        REQUIRE_FALSE(diagnostics.has_errors());
        bool const good = scalarize(scalar, interner, diagnostics);
        INFO(render_text(diagnostics, sources));
        REQUIRE(good);
        CHECK(test::array_leftovers(scalar, interner) == std::vector<std::string>());
        std::string const text = write_base_modelica(scalar, interner, sources);
        FlatModel again = read_base_modelica(sources.add("again", text), sources, interner, diagnostics);
        INFO(text << render_text(diagnostics, sources));
        REQUIRE_FALSE(diagnostics.has_errors());
        CHECK(write_base_modelica(again, interner, sources) == text);
        test::Point const point = test::random_point(whole, interner, seed);
        test::ModelValues const expected = test::evaluate_model(whole, interner, point);
        for (FlatModel* const other : {&scalar, &again}) {
            test::Comparison const found = test::compare(expected, test::evaluate_model(*other, interner, point));
            REQUIRE(found.differences == std::vector<std::string>());
            compared += found.compared;
            skipped += found.skipped;
            algorithms += found.algorithms;
            algorithms_skipped += found.algorithms_skipped;
        }
    }
    // Most of it has a value, so that there is something to compare.
    CHECK(compared > 50 * skipped);
    CHECK(algorithms > 10 * algorithms_skipped);
    WARN(compared << " scalars and " << algorithms << " algorithms compared; " << skipped << " and "
                  << algorithms_skipped << " without a value");
}
