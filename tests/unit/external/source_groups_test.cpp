#include "moo/external/source_groups.h"

#include <catch2/catch.hpp>

#include "moo/external/c_names.h"
#include "moo/external/library_code.h"
#include "tests/support/scratch_folder.h"

using namespace moo;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> defined_in(std::string const& text) {
    std::vector<std::string> names;
    for (CNames::Definition const& one : read_c_names(text).defined) names.emplace_back(one.name);
    return names;
}

using NameList = std::vector<std::string>;

struct GroupedLibrary {
    test::ScratchFolder folder;

    NameList files_for(std::string const& name) const {
        SourceGroups const groups(c_files_in({folder.path()}), headers_in({folder.path()}));
        NameList names;
        for (fs::path const& file : groups.sources_for({name})) names.push_back(file.filename().string());
        return names;
    }
};

}  // namespace

TEST_CASE("definitions in C are told from uses and prototypes") {
    CHECK(defined_in("double f(double x) { return g(x); }\nint h(void);\n") == NameList{"f"});
    CHECK(defined_in("int f(x) int x; { return x; }") == NameList{"f"});
    CHECK(defined_in("extern int a; int b; int c = 3, d[2] = {1, 2}; char *const e[] = {\"f(int) {\"};") ==
          NameList{"b", "c", "d", "e"});
    CHECK(defined_in("struct s { int a; }; struct s t; enum { x, y }; union { int i; } u;") == NameList{"t", "u"});
    CHECK(defined_in("/* int a; */ // int b;\n#define c int d;\\\n int e;\nint f;") == NameList{"f"});
    CHECK(defined_in("extern \"C\" {\nint f(void) { return '}'; }\n}\nint g(void) { return 0; }") == NameList{"f", "g"});
    CHECK(defined_in("int f(void)\n#ifdef A\n{ if (1) {\n#else\n{ {\n#endif\n} }\nint g(void) { }") == NameList{"f", "g"});
}

TEST_CASE("sources belong together if one uses the names of the other") {
    GroupedLibrary library;
    library.folder.write("a.c", "double b(double); double a(double x) { return b(x); }");
    library.folder.write("b.c", "static int help(void) { return 1; } double b(double x) { return help() * x; }");
    library.folder.write("c.c", "static int help(void) { return 2; } double c(double x) { return help() * x; }");
    CHECK(library.files_for("a") == NameList{"a.c", "b.c"});
    CHECK(library.files_for("b") == NameList{"a.c", "b.c"});
    CHECK(library.files_for("c") == NameList{"c.c"});
    CHECK(library.files_for("d").empty());

    SECTION("also through macros") {
        library.folder.write("names.h", "#define twice(x) (c(x) + c(x))\n#define local static\n");
        library.folder.write("d.c", "#include \"names.h\"\nlocal int b; double d(double x) { return twice(x); }");
        CHECK(library.files_for("d") == NameList{"c.c", "d.c"});
    }
    SECTION("also if they define the same, as for two systems") {
        library.folder.write("other.c", "double c(double x) { return x; }");
        CHECK(library.files_for("c") == NameList{"c.c", "other.c"});
    }
}
