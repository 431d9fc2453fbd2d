#include "moo/external/build_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "moo/base/progress_note.h"

namespace moo {

namespace fs = std::filesystem;

// ---- hashes ----------------------------------------------------------------------------------------

struct ContentHash::State {
    XXH3_state_t state;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->state); }
ContentHash::~ContentHash() = default;
ContentHash::ContentHash(ContentHash&&) noexcept = default;
ContentHash& ContentHash::operator=(ContentHash&&) noexcept = default;

ContentHash& ContentHash::add(std::string_view text) {
    std::uint64_t const size = text.size();
    XXH3_128bits_update(&state_->state, &size, sizeof size);
    XXH3_128bits_update(&state_->state, text.data(), text.size());
    return *this;
}

ContentHash& ContentHash::add_file(fs::path const& path) { return add(path.string()).add_content(path); }

ContentHash& ContentHash::add_content(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return add("unreadable");
    std::ostringstream content;
    content << file.rdbuf();
    return add(content.view());
}

ContentHash& ContentHash::add_folder(fs::path const& folder) {
    add(folder.string());
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->is_regular_file(error)) files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    for (fs::path const& file : files) add_file(file);
    return *this;
}

std::string ContentHash::text() const {
    XXH128_hash_t const hash = XXH3_128bits_digest(&state_->state);
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits;
}

// ---- folders ---------------------------------------------------------------------------------------

fs::path user_cache_folder() {
    char const* const cache = std::getenv("XDG_CACHE_HOME");
    // The specification of the base directories requires that relative paths are ignored.
    if (cache != nullptr && cache[0] == '/') return fs::path(cache) / "moo";
    char const* const home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? fs::path(home) / ".cache" / "moo" : fs::path();
}

namespace {

constexpr std::string_view scratch_prefix = "building.";
constexpr char const* seal_name = "seal";

// A new folder in `root` that no other process uses; empty if it cannot be made.
fs::path make_scratch(fs::path const& root) {
    std::string name = (root / (std::string(scratch_prefix) + "XXXXXX")).string();
    return ::mkdtemp(name.data()) != nullptr ? fs::path(name) : fs::path();
}

// Lets in one process at a time; without effect where there are no locks.
class Turn {
public:
    explicit Turn(fs::path const& root) : file_(::open((root / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (file_ < 0) return;
        is_mine_ = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
        if (is_mine_ || errno != EWOULDBLOCK) return;
        note_progress("waiting for another process that compiles C code");
        while (!is_mine_) {
            is_mine_ = ::flock(file_, LOCK_EX) == 0;
            if (!is_mine_ && errno != EINTR) return;
        }
    }
    ~Turn() {
        if (file_ >= 0) ::close(file_);
    }
    Turn(Turn const&) = delete;
    Turn& operator=(Turn const&) = delete;

    // No other process builds anything now.
    [[nodiscard]] bool is_mine() const { return is_mine_; }

private:
    int file_;
    bool is_mine_ = false;
};

void remove_leftovers(fs::path const& root) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename().string().starts_with(scratch_prefix)) found.push_back(it->path());
    }
    for (fs::path const& path : found) fs::remove_all(path, error);
}

// ---- seals: files that say what is in a folder ------------------------------------------------------

std::string seal_of(fs::path const& folder) {
    ContentHash hash;
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        bool const counts = it->is_regular_file(error) && it->path() != folder / seal_name;
        if (counts) files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    for (fs::path const& file : files) hash.add(file.lexically_relative(folder).string()).add_content(file);
    return hash.text();
}

bool write_seal(fs::path const& folder) {
    std::string const seal = seal_of(folder);
    std::ofstream file(folder / seal_name, std::ios::binary);
    file << seal;
    file.close();
    return static_cast<bool>(file);
}

bool is_sealed(fs::path const& folder) {
    std::string seal;
    return std::ifstream(folder / seal_name) >> seal && seal == seal_of(folder);
}

// It belongs to us, and nobody else can write to it.
bool is_private(fs::path const& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) return false;
    return S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

BuildCache::BuildCache(fs::path folder) : folder_(std::move(folder)) {}

BuildCache::~BuildCache() {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

bool BuildCache::can_write() {
    if (folder_.empty()) return false;
    std::error_code error;
    fs::create_directories(folder_.parent_path(), error);
    if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) return false;
    return is_private(folder_) && ::access(folder_.c_str(), W_OK) == 0;
}

std::optional<BuildCache::Entry> BuildCache::find_in(fs::path const& root, std::string const& key) const {
    if (root.empty() || !is_sealed(root / key)) return std::nullopt;
    return Entry{root / key, {}};
}

BuildCache::Entry BuildCache::get(std::string const& key, Make const& make) {
    std::error_code error;
    bool const is_trusted = !folder_.empty() && is_private(folder_);
    if (is_trusted) {
        if (auto found = find_in(folder_, key)) return *found;
    }
    if (can_write()) {
        Turn const turn(folder_);
        if (auto found = find_in(folder_, key)) return *found;
        if (turn.is_mine()) remove_leftovers(folder_);
        if (fs::exists(folder_ / key, error)) {
            note_progress("making `" + (folder_ / key).string() + "` again, because it is damaged");
            fs::remove_all(folder_ / key, error);
        }
        return make_in(folder_, key, make);
    }
    if (temporary_.empty()) temporary_ = make_scratch(fs::temp_directory_path(error));
    if (temporary_.empty()) return {{}, "there is no folder for temporary files"};
    if (auto found = find_in(temporary_, key)) return *found;
    return make_in(temporary_, key, make);
}

BuildCache::Entry BuildCache::make_in(fs::path const& root, std::string const& key, Make const& make) {
    fs::path const scratch = make_scratch(root);
    if (scratch.empty()) return {{}, "cannot write to " + root.string()};
    std::string problem = make(scratch);
    if (problem.empty() && !write_seal(scratch)) problem = "cannot write to " + root.string();
    std::error_code error;
    if (problem.empty()) {
        fs::rename(scratch, root / key, error);
        // Somebody without a lock may have been faster, with the same content.
        bool const is_there = is_sealed(root / key);
        if (error && !is_there) problem = "cannot write to " + root.string() + ": " + error.message();
    }
    fs::remove_all(scratch, error);
    if (!problem.empty()) return {{}, std::move(problem)};
    return {root / key, {}};
}

}  // namespace moo
