#include "moo/external/load_external.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "moo/trust/external_trust.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/external/c_types.h"

using namespace moo;
namespace fs = std::filesystem;

namespace {

PermittedCode permitted(ExternalCode const& code) { return *ExternalTrust::everything().decide(code).code; }

struct Loads {
    test::ScratchFolder folder;
    ExternalLoader loader{folder.path() / "cache"};

    ExternalCode code(std::string function) const {
        ExternalCode result;
        result.function = std::move(function);
        result.include_folders = {folder.path() / "Include"};
        result.library_folders = {folder.path() / "Library"};
        result.source_folders = {folder.path() / "Source"};
        return result;
    }
    double call_with(ExternalCode const& external, double x) {
        LoadedExternal const loaded = loader.load(permitted(external), {test::c_double, {CKind::real}});
        INFO(loaded.error);
        REQUIRE(loaded.function);
        void* const arguments[] = {&x};
        double result = 0;
        CHECK_FALSE(loaded.function->call(&result, arguments));
        return result;
    }
    std::string error_of(ExternalCode const& external) {
        LoadedExternal const loaded = loader.load(permitted(external), {test::c_double, {CKind::real}});
        CHECK_FALSE(loaded.function);
        return loaded.error;
    }
};

}  // namespace

TEST_CASE("a function comes from the sources of its library") {
    Loads l;
    l.folder.write("Source/twice.c", "double twice(double x) { return 2 * x; }");
    ExternalCode external = l.code("twice");
    external.libraries = {"ours"};
    CHECK(l.call_with(external, 4) == 8);
    external.function = "thrice";
    CHECK(l.error_of(external) == "there is no function `thrice` in its libraries");
    external.source_folders.clear();
    CHECK(l.error_of(external) == "there is no library `ours`");
}

TEST_CASE("a function comes from a file of its library") {
    Loads l;
    fs::path const source = l.folder.write("lib.c", "double shared(double x) { return x + 1; }");
    fs::create_directory(l.folder.path() / "Library");
    ExternalCode external = l.code("shared");
    external.source_folders.clear();
    external.libraries = {"ready"};
    std::string const library = (l.folder.path() / "Library/libready").string();
    SECTION("shared") {
        REQUIRE(std::system(("cc -shared -fPIC -o " + library + ".so " + source.string()).c_str()) == 0);
        CHECK(l.call_with(external, 1) == 2);
    }
    SECTION("archive") {
        std::string const object = (l.folder.path() / "lib.o").string();
        REQUIRE(
            std::system(("cc -c -fPIC -o " + object + " " + source.string() + " && ar rc " + library + ".a " + object)
                            .c_str()) == 0);
        CHECK(l.call_with(external, 1) == 2);
    }
}

TEST_CASE("a function comes from the system") {
    Loads l;
    ExternalCode external = l.code("cbrt");
    external.source_folders.clear();
    external.libraries = {"m"};
    CHECK(l.call_with(external, 27) == Approx(3));
    external.libraries.clear();
    external.function = "fabs";
    CHECK(l.call_with(external, -2) == 2);
    external.function = "no such name";
    CHECK(l.error_of(external) == "`no such name` cannot be the name of a C function");
}

TEST_CASE("names of FORTRAN functions have an underscore") {
    Loads l;
    l.folder.write("Source/f.c", "double half_(double* x) { return *x / 2; }");
    ExternalCode external = l.code("HALF");
    external.language = ExternalLanguage::fortran77;
    external.libraries = {"ours"};
    LoadedExternal const loaded = l.loader.load(permitted(external), {test::c_double, {CKind::pointer}});
    REQUIRE(loaded.function);
    double x = 5;
    double* place = &x;
    void* const arguments[] = {&place};
    double result = 0;
    CHECK_FALSE(loaded.function->call(&result, arguments));
    CHECK(result == 2.5);
}

TEST_CASE("an include text is compiled with the call") {
    Loads l;
    ExternalCode external = l.code("hidden");
    external.source_folders.clear();
    SECTION("a static function") {
        external.includes = {"static double hidden(double x) { return x * x; }"};
        CHECK(l.call_with(external, 3) == 9);
    }
    SECTION("a prototype that wants another type") {
        external.includes = {"static float hidden(float x) { return x / 4; }"};
        CHECK(l.call_with(external, 1) == 0.25);
    }
    SECTION("a macro") {
        external.includes = {"#include <math.h>", "#define hidden fabs"};
        CHECK(l.call_with(external, -3) == 3);
    }
    SECTION("a header of ours") {
        external.includes = {
            "#include \"ModelicaUtilities.h\"\n"
            "static double hidden(double x) { if (x < 0) ModelicaFormatError(\"%g is %s\", x, \"low\"); "
            "return x; }"};
        CHECK(l.call_with(external, 3) == 3);
        LoadedExternal const loaded = l.loader.load(permitted(external), {test::c_double, {CKind::real}});
        double x = -1.5;
        void* const arguments[] = {&x};
        double result = 0;
        CHECK(loaded.function->call(&result, arguments) == "-1.5 is low");
    }
    SECTION("without the function") {
        external.includes = {"int other(void);"};
        CHECK(l.error_of(external) == "the C code of the function cannot be compiled");
    }
    SECTION("a struct as result") {
        external.includes = {
            "struct P { double x; int n; };\n"
            "static struct P hidden(double x) { struct P p; p.x = x; p.n = 3; return p; }"};
        CType const pair{CKind::structure, {test::c_double, test::c_int}};
        LoadedExternal const loaded = l.loader.load(permitted(external), {pair, {CKind::real}});
        REQUIRE(loaded.function);
        REQUIRE(loaded.result_is_argument);
        struct {
            double x;
            int n;
        } result{};
        void* place = &result;
        double x = 1.25;
        void* const arguments[] = {&place, &x};
        CHECK_FALSE(loaded.function->call(nullptr, arguments));
        CHECK(result.x == 1.25);
        CHECK(result.n == 3);
    }
}

TEST_CASE("without a compiler only what is there can be called") {
    Loads l;
    char const* const before = std::getenv("CC");
    std::string const kept = before != nullptr ? before : "";
    ::setenv("CC", "/nowhere/cc", 1);
    ExternalCode external = l.code("cbrt");
    external.source_folders.clear();
    external.libraries = {"m"};
    CHECK(l.call_with(external, 8) == Approx(2));
    external.includes = {"#include <math.h>"};
    CHECK(l.error_of(external) == "there is no C compiler to build it: neither $CC, cc, gcc nor clang");
    kept.empty() ? ::unsetenv("CC") : ::setenv("CC", kept.c_str(), 1);
}
