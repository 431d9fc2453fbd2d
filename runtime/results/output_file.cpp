#include "runtime/results/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

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
    // Through a link the file behind it is meant, not the link.
    std::error_code ignored;
    std::filesystem::path const real = std::filesystem::weakly_canonical(path, ignored);
    path_ = real.empty() ? path : real.string();
    struct stat status {};
    owned_ = true;
    if (::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        file_ = std::fopen(path_.c_str(), "w");
        return file_ != nullptr || fail("write");
    }
    std::string name = path_ + ".XXXXXX";
    int const descriptor = ::mkstemp(name.data());
    if (descriptor < 0) return fail("write");
    temporary_ = name;
    // mkstemp makes files that only their owner can read; results are no secrets beyond the user's mask.
    mode_t const mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
    file_ = ::fdopen(descriptor, "w");
    if (file_ != nullptr) return true;
    ::close(descriptor);
    return fail("write");
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
    int const closed = std::fclose(file_);
    file_ = nullptr;
    if (closed != 0) return fail("write");
    if (temporary_.empty()) return true;
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return fail("write");
    temporary_.clear();
    return true;
}

}  // namespace moo::runtime
