#include "tests/survey/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "moo/base/output_file.h"
#include "tests/survey/report.h"

namespace moo::survey {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view stamp_word = "stamp ";

}  // namespace

Journal::Journal(fs::path path, std::string const& stamp, std::vector<Row> const& known) : path_(std::move(path)) {
    std::string text = std::string(stamp_word) + stamp + "\n";
    for (Row const& row : known) text += write_row_json(row) + "\n";
    error_ = write_file(path_.string(), text);
    if (!error_.empty()) return;
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) error_ = std::strerror(errno);
}

Journal::~Journal() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Journal::add(Row const& row) {
    std::string const text = write_row_json(row) + "\n";
    std::string_view left = text;
    while (error_.empty() && !left.empty()) {
        ssize_t const written = ::write(descriptor_, left.data(), left.size());
        if (written >= 0) {
            left.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            error_ = std::strerror(errno);
        }
    }
}

std::map<std::string, Row> finished_rows(fs::path const& report_json, fs::path const& journal,
                                         std::string const& stamp) {
    std::map<std::string, Row> rows;
    if (std::ifstream in(report_json); in) {
        std::ostringstream text;
        text << in.rdbuf();
        if (auto table = parse_json(text.str()); table && table->stamp == stamp) {
            for (Row& row : table->rows) rows[row.model] = std::move(row);
        }
    }
    std::ifstream in(journal);
    std::string line;
    if (!std::getline(in, line) || line != std::string(stamp_word) + stamp) return rows;
    while (std::getline(in, line)) {
        // The last line may be incomplete; then it is not a row.
        if (auto row = parse_row_json(line)) rows[row->model] = std::move(*row);
    }
    return rows;
}

}  // namespace moo::survey
