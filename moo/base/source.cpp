#include "moo/base/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>

namespace moo {

namespace {

constexpr std::uint32_t remote_base = 0xf0000000u;

// Closes what `open` returned.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

// Reads to the end, or up to the limit. Nothing is read after a NUL, which no text contains: a device can deliver them
// forever. Returns an errno value, 0 if all went well.
int read_all(int descriptor, std::size_t size_hint, std::size_t limit, std::string& text) {
    std::size_t used = 0;
    text.resize(std::min(size_hint > 0 ? size_hint + 1 : 64 * 1024, limit));
    while (used < limit) {
        if (used == text.size()) text.resize(std::min(text.size() * 2, limit));
        ssize_t const got = ::read(descriptor, text.data() + used, text.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) break;
        bool const has_nul = std::memchr(text.data() + used, 0, static_cast<std::size_t>(got)) != nullptr;
        used += static_cast<std::size_t>(got);
        if (has_nul) break;
    }
    text.resize(used);
    return 0;
}

}  // namespace

FileId SourceManager::add(std::string name, std::string text) {
    assert(text.size() < remote_base - next_);
    auto file = std::make_unique<File>(File{std::move(name), std::move(text), next_, {}});
    // One past the end is a position too: errors at the end of a file point there.
    next_ += static_cast<std::uint32_t>(file->text.size()) + 1;
    files_.push_back(std::move(file));
    return FileId(files_.size() - 1);
}

SourceManager::LoadResult SourceManager::load(std::string const& path, ReadableFiles readable) {
    bool const may_block = readable == ReadableFiles::any;
    Descriptor const in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | (may_block ? 0 : O_NONBLOCK)));
    if (in.number() < 0) return {{}, std::strerror(errno)};
    struct stat info {};
    if (::fstat(in.number(), &info) != 0) return {{}, std::strerror(errno)};
    if (S_ISDIR(info.st_mode)) return {{}, "is a folder"};
    if (!S_ISREG(info.st_mode) && !may_block) return {{}, "is not a regular file"};
    if (S_ISBLK(info.st_mode)) return {{}, "is a device"};
    return load_descriptor(in.number(), path);
}

SourceManager::LoadResult SourceManager::load_stdin() { return load_descriptor(STDIN_FILENO, "<stdin>"); }

SourceManager::LoadResult SourceManager::load_descriptor(int descriptor, std::string name) {
    constexpr char const* too_large = "more source text than 32-bit positions can count";
    std::size_t const limit = remote_base - next_;
    struct stat info {};
    bool const is_regular = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
    std::size_t const size = is_regular ? static_cast<std::size_t>(info.st_size) : 0;
    if (size >= limit) return {{}, too_large};
    std::string text;
    if (int const error = read_all(descriptor, size, limit, text); error != 0) return {{}, std::strerror(error)};
    if (text.size() >= limit) return {{}, too_large};
    if (auto const file = identity_of(descriptor)) inputs_.push_back(*file);
    return {add(std::move(name), std::move(text)), {}};
}

bool SourceManager::has_read(FileIdentity file) const {
    return std::find(inputs_.begin(), inputs_.end(), file) != inputs_.end();
}

void SourceManager::add_input(std::string const& path) {
    if (auto const file = identity_of(path)) inputs_.push_back(*file);
}

std::string_view SourceManager::text(FileId file) const { return files_[file.index()]->text; }

std::string_view SourceManager::name(FileId file) const { return files_[file.index()]->name; }

SourceLoc SourceManager::start_of(FileId file) const { return {files_[file.index()]->start}; }

SourceLoc SourceManager::loc(FileId file, std::size_t offset) const {
    return {files_[file.index()]->start + static_cast<std::uint32_t>(offset)};
}

std::optional<FileId> SourceManager::file_of(SourceLoc loc) const {
    if (!loc.has_value() || loc.offset >= next_) return std::nullopt;
    auto const after = std::upper_bound(files_.begin(), files_.end(), loc.offset,
                                        [](std::uint32_t offset, auto const& file) { return offset < file->start; });
    return FileId(static_cast<std::size_t>(after - files_.begin()) - 1);
}

std::string_view SourceManager::text(SourceSpan span) const {
    auto const file_id = file_of(span.begin);
    if (!file_id) return {};
    File const& file = *files_[file_id->index()];
    if (span.end.offset < span.begin.offset) return {};
    return std::string_view(file.text).substr(span.begin.offset - file.start, span.end.offset - span.begin.offset);
}

DecodedLoc SourceManager::decode(SourceLoc loc) const {
    if (loc.offset >= remote_base) {
        RemoteLoc const& remote = remote_[0xffffffffu - loc.offset];
        return {remote_names_[remote.name], remote.line, remote.column, {}};
    }
    auto const file_id = file_of(loc);
    if (!file_id) return {};
    File const& file = *files_[file_id->index()];
    std::string_view const text = file.text;
    if (file.line_starts.empty()) {
        file.line_starts.push_back(0);
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
            file.line_starts.push_back(static_cast<std::uint32_t>(at) + 1);
        }
    }
    std::uint32_t const offset = loc.offset - file.start;
    auto const after = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), offset);
    auto const line = static_cast<std::uint32_t>(after - file.line_starts.begin());
    std::uint32_t const line_start = file.line_starts[line - 1];
    std::string_view line_text = text.substr(line_start);
    line_text = line_text.substr(0, line_text.find('\n'));
    if (line_text.ends_with('\r')) line_text.remove_suffix(1);
    return {file.name, line, offset - line_start + 1, line_text};
}

std::string SourceManager::place_text(SourceLoc loc) const {
    DecodedLoc const place = decode(loc);
    if (place.line == 0) return {};
    return std::string(place.file) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

SourceLoc SourceManager::add_remote(std::string_view file, std::uint32_t line, std::uint32_t column) {
    // Neighbouring positions nearly always share their file.
    std::size_t name = remote_names_.size();
    if (!remote_.empty() && remote_names_[remote_.back().name] == file) {
        name = remote_.back().name;
    } else {
        auto const known = std::find(remote_names_.begin(), remote_names_.end(), file);
        name = static_cast<std::size_t>(known - remote_names_.begin());
        if (known == remote_names_.end()) remote_names_.emplace_back(file);
    }
    return add_remote(static_cast<std::uint32_t>(name), line, column);
}

std::uint32_t SourceManager::add_remote_file() {
    remote_names_.emplace_back();
    return static_cast<std::uint32_t>(remote_names_.size() - 1);
}

SourceLoc SourceManager::add_remote(std::uint32_t file, std::uint32_t line, std::uint32_t column) {
    remote_.push_back({file, line, column});
    return {0xffffffffu - static_cast<std::uint32_t>(remote_.size() - 1)};
}

}  // namespace moo
