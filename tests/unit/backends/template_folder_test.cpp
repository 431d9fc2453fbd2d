// Which files a template may use.
#include "backends/template/template_folder.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

namespace {

namespace fs = std::filesystem;

struct Folder {
    fs::path root;
    moo::SourceManager sources;
    moo::Diagnostics diagnostics;

    Folder() {
        std::string pattern = (fs::temp_directory_path() / "template_folder.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        root = pattern;
        fs::create_directories(root / "templates" / "parts");
        write("templates/a.j2", "{{ 1 }}");
        write("templates/parts/b.j2", "{{ 2 }}");
        write("templates/bad.j2", "{{ }}");
        write("secret.j2", "secret");
        fs::create_symlink(root / "secret.j2", root / "templates" / "link.j2");
        fs::create_symlink("parts", root / "templates" / "inner");
    }
    ~Folder() { fs::remove_all(root); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    void write(char const* name, char const* text) const { std::ofstream(root / name) << text; }
};

}  // namespace

TEST_CASE_METHOD(Folder, "files below the folder are found, others are not looked at") {
    moo::tmpl::TemplateFolder templates(root / "templates", sources, diagnostics);
    CHECK(templates.load("a.j2", {}) != nullptr);
    CHECK(templates.load("parts/b.j2", {}) != nullptr);
    CHECK(templates.load("inner/b.j2", {}) != nullptr);
    CHECK(templates.load("a.j2", {}) == templates.load("a.j2", {}));
    CHECK_FALSE(diagnostics.has_errors());

    std::string const absolute = (root / "templates" / "a.j2").string();
    std::string const with_nul("a.j2\0", 5);
    for (std::string const& name :
         {std::string("../secret.j2"), std::string("parts/../../secret.j2"), absolute, std::string("link.j2"),
          std::string(), with_nul, std::string("/etc/passwd"), std::string("..")}) {
        INFO(name);
        std::size_t const before = diagnostics.error_count();
        CHECK(templates.load(name, {}) == nullptr);
        REQUIRE(diagnostics.error_count() == before + 1);
        CHECK(diagnostics.items().back().text().ends_with("is not below the folder of the template"));
    }
    CHECK(templates.load("missing.j2", {}) == nullptr);
    CHECK(diagnostics.items().back().text().starts_with("cannot read `missing.j2`"));
    CHECK(templates.load("parts", {}) == nullptr);
    CHECK(templates.load("bad.j2", {}) == nullptr);
    CHECK(diagnostics.items().back().text() == "expected an expression");
}
