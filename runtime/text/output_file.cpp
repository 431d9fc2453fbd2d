#include "runtime/text/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

namespace moo::runtime {

OutputFile::~OutputFile() {
    if (file_ != nullptr && owned_) std::fclose(file_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool OutputFile::fail(std::string const& doing) {
    int const code = errno;
    closed_by_reader_ = code == EPIPE;
    error_ = "cannot " + doing + " `" + (path_.empty() ? "standard output" : path_) + "`: " + std::strerror(code);
    return false;
}

bool OutputFile::open(std::string const& path) {
    if (path.empty() || path == "-") {
        file_ = stdout;
        return true;
    }
    // For a link, the file that it points to is meant, not the link itself.
    std::error_code ignored;
    std::filesystem::path const real = std::filesystem::weakly_canonical(path, ignored);
    path_ = real.empty() ? path : real.string();
    struct stat status {};
    owned_ = true;
    if (::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        file_ = std::fopen(path_.c_str(), "w");
        return file_ != nullptr || fail("write");
    }
    int const descriptor = open_nameless();
    if (descriptor < 0) return fail("write");
    is_nameless_ = true;
    file_ = ::fdopen(descriptor, "w");
    if (file_ != nullptr) return true;
    ::close(descriptor);
    return fail("write");
}

namespace {

// Temporary files are readable only by their owner; results get the permissions of the user's umask.
void open_to_others(int descriptor) {
    mode_t const mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
}

bool copy_all(int from, int to) {
    std::vector<char> buffer(std::size_t{1} << 20);
    off_t done = 0;
    while (true) {
        ssize_t const got = ::pread(from, buffer.data(), buffer.size(), done);
        if (got <= 0) return got == 0;
        for (ssize_t at = 0; at < got;) {
            ssize_t const put = ::write(to, buffer.data() + at, static_cast<std::size_t>(got - at));
            if (put <= 0) return false;
            at += put;
        }
        done += got;
    }
}

}  // namespace

// If the file system does not support files without a name, uses a file whose name is removed at once; it cannot get
// another.
int OutputFile::open_nameless() {
    std::string const folder = std::filesystem::path(path_).parent_path().string();
    int const descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor >= 0) return descriptor;
    std::string name = path_ + ".XXXXXX";
    int const named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

// An existing name can only be replaced by renaming another file. So a file next to it gets the contents: this one, or
// a copy.
bool OutputFile::take_name() {
    std::string const from = "/proc/self/fd/" + std::to_string(::fileno(file_));
    auto const link_as = [&](std::string const& name) {
        return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (link_as(path_)) return true;
    std::string const beside = path_ + "." + std::to_string(::getpid());
    if (link_as(beside)) {
        temporary_ = beside;
        return true;
    }
    std::string name = path_ + ".XXXXXX";
    int const copy = ::mkostemp(name.data(), O_CLOEXEC);
    if (copy < 0) return fail("write");
    open_to_others(copy);
    temporary_ = name;
    bool const copied = copy_all(::fileno(file_), copy);
    bool const closed = ::close(copy) == 0;
    return (copied && closed) || fail("write");
}

void OutputFile::adopt(int descriptor) {
    path_ = "a temporary file";
    file_ = ::fdopen(::dup(descriptor), "w");
    owned_ = true;
    if (file_ == nullptr) static_cast<void>(fail("write"));
}

bool OutputFile::write(std::string_view text) {
    if (!error_.empty()) return false;
    written_ += text.size();
    return std::fwrite(text.data(), 1, text.size(), file_) == text.size() || fail("write");
}

bool OutputFile::write_at(std::size_t offset, std::string_view bytes) {
    if (file_ == nullptr) return false;
    if (std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0) return fail("write");
    bool const written = write(bytes);
    return written && (std::fseek(file_, 0, SEEK_END) == 0 || fail("write"));
}

bool OutputFile::flush() {
    if (!error_.empty()) return false;
    return std::fflush(file_) == 0 || fail("write");
}

bool OutputFile::commit() {
    if (!flush()) return false;
    if (!owned_) return true;
    if (is_nameless_ && !take_name()) return false;
    int const closed = std::fclose(file_);
    file_ = nullptr;
    if (closed != 0) return fail("write");
    if (temporary_.empty()) return true;
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return fail("write");
    temporary_.clear();
    return true;
}

}  // namespace moo::runtime
