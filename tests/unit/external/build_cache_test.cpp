#include "moo/external/build_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <thread>

#include "tests/support/scratch_folder.h"

using namespace moo;
namespace fs = std::filesystem;

namespace {

// Writes the file `made` and counts how often it is asked.
struct Maker {
    int calls = 0;
    BuildCache::Make make() {
        return [this](fs::path const& folder) -> std::string {
            ++calls;
            std::ofstream(folder / "made") << "content";
            return {};
        };
    }
};

// A variable of the environment for one test.
class Setting {
public:
    Setting(char const* name, char const* value) : name_(name) {
        if (char const* const before = std::getenv(name)) before_ = before;
        value != nullptr ? ::setenv(name, value, 1) : ::unsetenv(name);
    }
    ~Setting() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

private:
    char const* name_;
    std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("hashes tell contents, names and borders apart") {
    auto const hash = [](auto const&... texts) {
        ContentHash result;
        (result.add(texts), ...);
        return result.text();
    };
    CHECK(hash("a").size() == 32);
    CHECK(hash("ab", "c") == hash("ab", "c"));
    CHECK(hash("ab", "c") != hash("a", "bc"));
    CHECK(hash() != hash(""));
    test::ScratchFolder const folder;
    auto const of_folder = [&] { return ContentHash().add_folder(folder.path()).text(); };
    std::string const empty = of_folder();
    folder.write("x/a.h", "1");
    std::string const one = of_folder();
    CHECK(one != empty);
    CHECK(one == of_folder());
    folder.write("x/a.h", "2");
    CHECK(of_folder() != one);
    fs::rename(folder.path() / "x", folder.path() / "y");
    folder.write("y/a.h", "1");
    CHECK(of_folder() != one);
    CHECK(ContentHash().add_file(folder.path() / "none").text() !=
          ContentHash().add_file(folder.path() / "y/a.h").text());
}

TEST_CASE("the folder of the cache follows the environment") {
    Setting const home("HOME", "/home/somebody");
    Setting const cache("XDG_CACHE_HOME", "/var/cache/somebody");
    CHECK(user_cache_folder() == "/var/cache/somebody/moo");
    Setting const relative("XDG_CACHE_HOME", "somewhere");
    CHECK(user_cache_folder() == "/home/somebody/.cache/moo");
    Setting const none("XDG_CACHE_HOME", nullptr);
    Setting const homeless("HOME", nullptr);
    CHECK(user_cache_folder().empty());
}

TEST_CASE("something is built once, also for later runs") {
    test::ScratchFolder const folder;
    Maker maker;
    for (int run = 0; run < 2; ++run) {
        BuildCache cache(folder.path() / "a/cache");
        BuildCache::Entry const entry = cache.get("key", maker.make());
        CHECK(entry.error.empty());
        CHECK(entry.folder == folder.path() / "a/cache/key");
        CHECK(fs::exists(entry.folder / "made"));
    }
    CHECK(maker.calls == 1);
    struct stat status {};
    REQUIRE(::stat((folder.path() / "a/cache").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
}

TEST_CASE("what cannot be built leaves nothing behind") {
    test::ScratchFolder const folder;
    BuildCache cache(folder.path() / "cache");
    BuildCache::Entry const entry = cache.get("key", [](fs::path const& scratch) {
        std::ofstream(scratch / "half") << "x";
        return std::string("no luck");
    });
    CHECK(entry.error == "no luck");
    CHECK(entry.folder.empty());
    int entries = 0;
    for (fs::path const& path : fs::directory_iterator(folder.path() / "cache")) entries += path.filename() != "lock";
    CHECK(entries == 0);
    Maker maker;
    CHECK(cache.get("key", maker.make()).error.empty());
    CHECK(maker.calls == 1);
}

TEST_CASE("those who come at the same time build once") {
    test::ScratchFolder const folder;
    std::atomic<int> calls = 0;
    std::atomic<int> found = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            BuildCache cache(folder.path() / "cache");
            auto const entry = cache.get("key", [&](fs::path const& scratch) -> std::string {
                ++calls;
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                std::ofstream(scratch / "made") << "content";
                return {};
            });
            found += fs::exists(entry.folder / "made") ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(calls == 1);
    CHECK(found == 6);
}

TEST_CASE("a damaged entry is made again") {
    test::ScratchFolder const folder;
    Maker maker;
    fs::path const entry = folder.path() / "cache/key";
    auto const get = [&] {
        BuildCache cache(folder.path() / "cache");
        CHECK(cache.get("key", maker.make()).folder == entry);
    };
    get();
    SECTION("because a file is cut off") { fs::resize_file(entry / "made", 0); }
    SECTION("because a file is missing") { fs::remove(entry / "made"); }
    SECTION("because there is one more") { folder.write("cache/key/more", ""); }
    SECTION("because nothing says what has to be there") { fs::remove(entry / "seal"); }
    SECTION("because there is a file in its place") {
        fs::remove_all(entry);
        folder.write("cache/key", "");
    }
    get();
    CHECK(maker.calls == 2);
    CHECK(fs::file_size(entry / "made") > 0);
    get();
    CHECK(maker.calls == 2);
}

TEST_CASE("what a killed process leaves behind is removed by the next build") {
    test::ScratchFolder const folder;
    Maker maker;
    fs::path const left = folder.path() / "cache/building.aBcDeF";
    fs::create_directories(left / "units");
    fs::permissions(folder.path() / "cache", fs::perms::owner_all);
    BuildCache cache(folder.path() / "cache");
    CHECK(cache.get("key", maker.make()).error.empty());
    CHECK_FALSE(fs::exists(left));
}

TEST_CASE("a folder that cannot be used is replaced by a temporary one") {
    test::ScratchFolder const folder;
    Maker maker;
    fs::path used;
    auto const build_in = [&](fs::path const& root) {
        BuildCache cache(root);
        BuildCache::Entry const entry = cache.get("key", maker.make());
        CHECK(entry.error.empty());
        CHECK(fs::exists(entry.folder / "made"));
        CHECK(cache.get("key", maker.make()).folder == entry.folder);
        used = entry.folder;
    };
    SECTION("because it is a file") {
        folder.write("cache", "");
        build_in(folder.path() / "cache");
    }
    SECTION("because others can write to it") {
        fs::create_directories(folder.path() / "cache/key");
        folder.write("cache/key/planted", "");
        fs::permissions(folder.path() / "cache", fs::perms::all);
        build_in(folder.path() / "cache");
        CHECK_FALSE(fs::exists(used / "planted"));
    }
    SECTION("because there is none") { build_in({}); }
    CHECK(maker.calls == 1);
    CHECK_FALSE(fs::exists(used));
}
