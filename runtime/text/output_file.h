// A file that is either complete or not there at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace moo::runtime {

// Writes to a file without a name in the folder of its target, which gets the target's name at `commit`. Without that
// it disappears, even if the process is killed. An empty path or `-` is standard output; if the target is not a regular
// file (a pipe, /dev/null), it is written to directly.
class OutputFile {
public:
    OutputFile() = default;
    ~OutputFile();
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;

    // False, here and below, means failure: see `error`. After a failure, all calls fail.
    [[nodiscard]] bool open(std::string const& path);
    // Writes to a file that is open already, and leaves it open.
    void adopt(int descriptor);
    [[nodiscard]] bool write(std::string_view text);
    // The number of bytes.
    [[nodiscard]] std::size_t written() const { return written_; }
    // Overwrites earlier bytes; the next `write` continues at the end. Not for pipes.
    [[nodiscard]] bool write_at(std::size_t offset, std::string_view bytes);
    [[nodiscard]] bool flush();
    [[nodiscard]] bool commit();

    // Whether the reader of a pipe has closed it; this is not reported as an error.
    [[nodiscard]] bool closed_by_reader() const { return closed_by_reader_; }
    [[nodiscard]] std::string const& error() const { return error_; }

private:
    bool fail(std::string const& doing);
    int open_nameless();
    bool take_name();

    std::FILE* file_ = nullptr;
    bool owned_ = false;
    bool closed_by_reader_ = false;
    std::size_t written_ = 0;
    std::string path_;
    std::string temporary_;  // a file that is about to take the target's name
    bool is_nameless_ = false;
    std::string error_;
};

}  // namespace moo::runtime
