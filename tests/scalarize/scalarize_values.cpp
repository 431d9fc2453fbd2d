// Scalarizes Base Modelica files and compares the values of all equations, bindings and algorithms at random points:
// those of the whole model, of the scalar one, and of what is read back from its text. Prints how much was compared.
//
//   scalarize_values [--inline] FILE…
//
// With --inline functions are inlined before, and once more in the scalar equations.
#include <cstdio>
#include <string>
#include <string_view>

#include "moo/functions/inline_functions.h"
#include "moo/functions/inline_late.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/scalarize/scalarize.h"
#include "tests/scalarize/model_values.h"

namespace {

using namespace moo;

struct Totals {
    std::size_t compared = 0;
    std::size_t skipped = 0;
    std::size_t algorithms = 0;
    std::size_t algorithms_skipped = 0;
    int failures = 0;
};

void complain(Totals& totals, std::string const& file, std::string const& text) {
    std::printf("%s: %s\n", file.c_str(), text.c_str());
    ++totals.failures;
}

void check_file(std::string const& path, bool inlines, Totals& totals) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const loaded = sources.load(path).file;
    if (!loaded) return complain(totals, path, "cannot be read");
    FlatModel whole = read_base_modelica(loaded, sources, interner, diagnostics);
    FlatModel scalar = read_base_modelica(loaded, sources, interner, diagnostics);
    if (inlines && !diagnostics.has_errors()) inline_functions(scalar, interner);
    if (diagnostics.has_errors() || !scalarize(scalar, interner, diagnostics)) {
        return complain(totals, path, render_text(diagnostics, sources));
    }
    if (inlines) {
        std::vector<ExprId*> sides;
        for (FlatEquation& equation : scalar.equations) {
            if (equation.kind == FlatEquationKind::equality) sides.insert(sides.end(), {&equation.a, &equation.b});
        }
        inline_late(scalar, interner, sides);
    }
    for (std::string const& text : test::array_leftovers(scalar, interner)) complain(totals, path, text);
    std::string const text = write_base_modelica(scalar, interner, sources);
    FileId const file = sources.add("again", text);
    FlatModel again = read_base_modelica(file, sources, interner, diagnostics);
    if (diagnostics.has_errors()) return complain(totals, path, render_text(diagnostics, sources));
    if (write_base_modelica(again, interner, sources) != text)
        complain(totals, path, "is not read back as it was written");
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        test::Point const point = test::random_point(whole, interner, seed);
        test::ModelValues const expected = test::evaluate_model(whole, interner, point);
        for (FlatModel* const other : {&scalar, &again}) {
            test::Comparison const found = test::compare(expected, test::evaluate_model(*other, interner, point));
            totals.compared += found.compared;
            totals.skipped += found.skipped;
            totals.algorithms += found.algorithms;
            totals.algorithms_skipped += found.algorithms_skipped;
            for (std::string const& difference : found.differences) complain(totals, path, difference);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    Totals totals;
    bool const inlines = argc > 1 && std::string_view(argv[1]) == "--inline";
    for (int i = inlines ? 2 : 1; i < argc; ++i) check_file(argv[i], inlines, totals);
    std::printf("%zu scalars compared, %zu without a value; %zu algorithms compared, %zu without a value\n",
                totals.compared, totals.skipped, totals.algorithms, totals.algorithms_skipped);
    return totals.failures == 0 ? 0 : 1;
}
