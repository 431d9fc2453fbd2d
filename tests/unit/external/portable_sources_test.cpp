#include "moo/external/portable_sources.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "moo/external/c_compiler.h"
#include "tests/support/scratch_folder.h"

using namespace moo;
namespace fs = std::filesystem;

namespace {

struct Library {
    test::ScratchFolder folder;
    test::ScratchFolder target;

    PortableCall call(std::string function) const {
        PortableCall made;
        made.symbol = function;
        made.code.function = std::move(function);
        made.code.libraries = {"ours"};
        made.code.include_folders = {folder.path() / "Include"};
        made.code.library_folders = {folder.path() / "Library"};
        made.code.source_folders = {folder.path() / "Source"};
        made.signature = {{CKind::real, {}}, {CKind::real}};
        return made;
    }
    PortableCall call_with_text(std::string function, std::string text) const {
        PortableCall made = call(std::move(function));
        made.code.includes = {std::move(text)};
        made.symbol = "entry_" + made.code.function;
        return made;
    }
    PortableSources make(std::vector<PortableCall> const& calls) const { return make_portable(calls, target.path()); }
    std::string problem(PortableCall const& call) const {
        PortableSources const made = make({call});
        CHECK(made.error.empty());
        return made.problems.empty() ? "" : made.problems[0].text;
    }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("of the sources of a library those are packed that a function needs") {
    Library library;
    library.folder.write("Source/a.c", "#include \"a.h\"\ndouble a(double x) { return b(x); }");
    library.folder.write("Source/a.h", "double b(double x);");
    library.folder.write("Source/deep/b.c", "#include <a.h>\n#include <math.h>\ndouble b(double x) { return sin(x); }");
    library.folder.write("Source/c.c", "double c(double x) { return x; }");
    library.folder.write("Source/broken.c", "#include <not_here.h>\n");
    PortableSources const made = library.make({library.call("a")});
    CHECK(made.error.empty());
    REQUIRE(made.problems.empty());
    CHECK(made.files == Names{"external/1/a.c", "external/1/a.h", "external/1/deep/b.c", "external/ModelicaUtilities.h",
                              "external/modelica_utilities.c"});
    CHECK(made.libraries.empty());
    REQUIRE(made.sets.size() == 2);
    CHECK(made.sets[1].files == Names{"external/1/a.c", "external/1/deep/b.c"});
    CHECK(made.sets[1].include_folders == Names{"external/1", "external/1/deep", "external"});
    CHECK(made.sets[1].macros.size() >= 2);
    for (std::string const& name : made.files) CHECK(fs::is_regular_file(library.target.path() / name));
}

TEST_CASE("functions with the same include text share a source") {
    Library library;
    library.folder.write("Include/both.h", "double f(double x) { return x; }\ndouble g(double x) { return -x; }");
    PortableCall const f = library.call_with_text("f", "#include \"both.h\"");
    PortableCall const g = library.call_with_text("g", "#include \"both.h\"");
    PortableSources const made = library.make({f, g});
    REQUIRE(made.problems.empty());
    CHECK(made.files == Names{"external/1/both.h", "external/ModelicaUtilities.h", "external/functions_1.c",
                              "external/modelica_utilities.c"});

    SECTION("but definitions in different texts cannot go together") {
        PortableCall const h = library.call_with_text("f", "#include \"both.h\"\n/* another text */");
        PortableCall other = h;
        other.symbol = "another";
        PortableSources const refused = library.make({f, other});
        REQUIRE(refused.problems.size() == 1);
        CHECK(refused.problems[0].text == "its sources and those of other functions do not go together");
        CHECK_FALSE(refused.problems[0].details.empty());
    }
}

TEST_CASE("sources go before binaries, and a binary alone is refused with its name") {
    Library library;
    library.folder.write("Library/libours.a", "!<arch>\n");
    CHECK(library.problem(library.call("a")) == "its library `ours` is there as a binary only: `libours.a`");
    library.folder.write("Source/a.c", "double a(double x) { return x; }");
    CHECK(library.problem(library.call("a")).empty());
}

TEST_CASE("a function of FORTRAN 77 needs a C source or a library of the system") {
    Library library;
    PortableCall call = library.call("a");
    call.code.language = ExternalLanguage::fortran77;
    call.symbol = "a_";
    CHECK(library.problem(call) == "neither a C source nor a library of the system has `a_` of FORTRAN 77");
    library.folder.write("Source/a.c", "double a_(double* x) { return *x; }");
    CHECK(library.problem(call).empty());
}

TEST_CASE("a library of the system is named if something of it is needed") {
    Library library;
    library.folder.write("Source/a.c", "extern int ffi_call(void); double a(double x) { return x + ffi_call(); }");
    library.folder.write("Source/b.c", "double b(double x) { return x; }");
    PortableCall call = library.call("a");
    call.code.libraries = {"ours", "ffi"};
    CHECK(library.make({call}).libraries == Names{"ffi"});
    call = library.call("b");
    call.code.libraries = {"ours", "ffi"};
    CHECK(library.make({call}).libraries.empty());
}

TEST_CASE("what is missing or is no C99 is a problem with what the compiler says") {
    Library library;
    PortableSources const none = library.make({library.call("a")});
    REQUIRE(none.problems.size() == 1);
    CHECK(none.problems[0].text == "something that it needs is not among the C sources");
    library.folder.write("Source/a.c", "double a(double x) { typeof(x) y = x; return y; }");
    PortableSources const gnu = library.make({library.call("a")});
    REQUIRE(gnu.problems.size() == 1);
    CHECK(std::any_of(gnu.problems[0].details.begin(), gnu.problems[0].details.end(),
                      [](std::string const& line) { return line.find("typeof") != std::string::npos; }));
    PortableSources const text = library.make({library.call_with_text("f", "double f(double x) { return y; }")});
    REQUIRE(text.problems.size() == 1);
    CHECK(text.problems[0].text == "its C code is no C99 that compiles by itself");
}
