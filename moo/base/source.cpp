#include "moo/base/source.h"

#include <sys/stat.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace moo {

namespace {

constexpr std::uint32_t remote_base = 0xf0000000u;

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

// Reads to the end of the stream. Returns an errno value, 0 if all went well.
int read_all(std::FILE* in, std::string& text) {
    std::size_t used = 0;
    text.resize(64 * 1024);
    while (true) {
        std::size_t const got = std::fread(text.data() + used, 1, text.size() - used, in);
        used += got;
        if (used < text.size()) {
            if (std::ferror(in) != 0) return errno != 0 ? errno : EIO;
            if (got == 0 || std::feof(in) != 0) break;
        } else {
            text.resize(text.size() * 2);
        }
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

SourceManager::LoadResult SourceManager::load(std::string const& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return {{}, std::strerror(errno)};
    if (S_ISDIR(info.st_mode)) return {{}, "is a folder"};
    std::unique_ptr<std::FILE, FileCloser> const in(std::fopen(path.c_str(), "rb"));
    if (!in) return {{}, std::strerror(errno)};
    std::string text;
    if (S_ISREG(info.st_mode)) {
        // The size is known: one allocation and one read.
        text.resize(static_cast<std::size_t>(info.st_size));
        text.resize(std::fread(text.data(), 1, text.size(), in.get()));
        if (std::ferror(in.get()) != 0) return {{}, std::strerror(errno)};
    } else if (int const error = read_all(in.get(), text); error != 0) {
        return {{}, std::strerror(error)};
    }
    if (text.size() >= remote_base - next_) return {{}, "more source text than 32-bit positions can count"};
    return {add(path, std::move(text)), {}};
}

SourceManager::LoadResult SourceManager::load_stdin() {
    std::string text;
    if (int const error = read_all(stdin, text); error != 0) return {{}, std::strerror(error)};
    if (text.size() >= remote_base - next_) return {{}, "more source text than 32-bit positions can count"};
    return {add("<stdin>", std::move(text)), {}};
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
