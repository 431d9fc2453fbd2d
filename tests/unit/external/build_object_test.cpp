#include "moo/external/build_object.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "moo/external/shared_object.h"
#include "tests/support/scratch_folder.h"

using namespace moo;
namespace fs = std::filesystem;

namespace {

struct Builds {
    test::ScratchFolder folder;
    BuildCache cache{folder.path() / "cache"};
    // Notes down each run of the compiler.
    ObjectBuilder builder{cache, counting_compiler()};

    CCompiler counting_compiler() const {
        fs::path const script =
            folder.write_script("cc", "echo run >>" + (folder.path() / "runs").string() + "; exec cc \"$@\"\n");
        return {{script.string()}, {}, "test"};
    }
    int runs() const {
        std::ifstream file(folder.path() / "runs");
        int count = 0;
        for (std::string line; std::getline(file, line);) ++count;
        return count;
    }
    int call(BuiltObject const& object, char const* symbol) const {
        std::string error;
        SharedObject const loaded = SharedObject::load(object.path, SharedObject::Visibility::only_here, error);
        INFO(error);
        void* const address = loaded.find(symbol);
        REQUIRE(address != nullptr);
        return reinterpret_cast<int (*)()>(address)();
    }
    BuiltObject build() { return builder.sources({{}, {folder.path() / "src"}, {folder.path() / "include"}, {}}); }
};

bool contains(std::vector<std::string> const& lines, std::string_view part) {
    for (std::string const& line : lines) {
        if (line.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("all C files below a folder become one object") {
    Builds b;
    b.folder.write("src/one.c",
                   "#include \"deep.h\"\n#include \"number.h\"\nint one(void) { return deep() + NUMBER; }");
    b.folder.write("src/inside/deep.c", "int deep(void) { return 40; }");
    b.folder.write("src/inside/deep.h", "int deep(void);");
    b.folder.write("src/notes.txt", "no C");
    b.folder.write("include/number.h", "#define NUMBER 2");
    BuiltObject const object = b.build();
    CHECK(object.error.empty());
    CHECK(object.left_out.empty());
    CHECK(b.call(object, "one") == 42);
    SECTION("which is not built again") {
        int const before = b.runs();
        CHECK(b.build().path == object.path);
        CHECK(b.runs() == before);
    }
    SECTION("which is built again when a header changes") {
        b.folder.write("include/number.h", "#define NUMBER 3");
        BuiltObject const changed = b.build();
        CHECK(changed.path != object.path);
        CHECK(b.call(changed, "one") == 43);
    }
}

TEST_CASE("files that cannot be used are left out, with the reason") {
    Builds b;
    b.folder.write("src/good.c", "int good(void) { return 5; }");
    b.folder.write("src/windows.c", "#include <no_such_system.h>\nint other(void) { return good(); }");
    b.folder.write("src/needs.c", "int absent(void);\nint needs(void) { return absent(); }");
    b.folder.write("src/needs_needs.c", "int needs(void);\nint indirect(void) { return needs(); }");
    b.folder.write("src/again.c", "int good(void) { return 7; }");
    BuiltObject const object = b.build();
    CHECK(object.error.empty());
    CHECK(contains(object.left_out, "no_such_system.h"));
    CHECK(contains(object.left_out, "absent"));
    CHECK(contains(object.left_out, "delete it to build it again"));
    CHECK(b.call(object, "good") == 7);
    std::string error;
    SharedObject const loaded = SharedObject::load(object.path, SharedObject::Visibility::only_here, error);
    CHECK(loaded.find("needs") == nullptr);
    CHECK(loaded.find("indirect") == nullptr);
    // The next run knows the reasons too.
    CHECK(b.build().left_out == object.left_out);
}

TEST_CASE("if nothing can be compiled there is no object") {
    Builds b;
    b.folder.write("src/bad.c", "int bad( {");
    BuiltObject const object = b.build();
    CHECK(object.path.empty());
    CHECK(object.error == "the C sources cannot be compiled");
    CHECK(contains(object.details, "bad.c"));
}

TEST_CASE("a function without a prototype is an error") {
    Builds b;
    b.folder.write("src/bad.c", "double bad(void) { return unknown_to_c(1.0); }");
    CHECK(contains(b.build().details, "unknown_to_c"));
}

TEST_CASE("a snippet is compiled with its folders and libraries, and must be complete") {
    Builds b;
    b.folder.write("src/one.c", "int one(void) { return 1; }");
    b.folder.write("include/one.h", "int one(void);");
    BuiltObject const library = b.build();
    ObjectBuilder::Snippet snippet{
        "#include \"one.h\"\nint entry(void) { return one() + 1; }", {b.folder.path() / "include"}, {library.path}};
    CHECK(b.call(b.builder.snippet(snippet), "entry") == 2);
    snippet.libraries.clear();
    BuiltObject const incomplete = b.builder.snippet(snippet);
    CHECK(incomplete.path.empty());
    CHECK(contains(incomplete.details, "undefined reference to `one'"));
}

TEST_CASE("a compiler that does not work is told") {
    Builds b;
    ObjectBuilder broken(b.cache, {{"/bin/false"}, {}, "broken"});
    CHECK(broken.utilities().error == "the C compiler `/bin/false` does not work");
    ObjectBuilder missing(b.cache, {{"/nowhere/cc"}, {}, "missing"});
    BuiltObject const object = missing.snippet({"", {}, {}});
    CHECK(object.path.empty());
    CHECK(contains(object.details, "cannot run /nowhere/cc"));
}
