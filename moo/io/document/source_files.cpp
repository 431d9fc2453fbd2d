#include "moo/io/document/source_files.h"

#include <charconv>

#include "moo/model/visit_document.h"

namespace moo {

struct FileCollector : DocumentVisitor {
    explicit FileCollector(WrittenFiles& files) : files_(files) {}
    void source(SourceSpan span) {
        std::string_view const file = files_.sources_.decode(span.begin).file;
        if (file == files_.last_) return;
        files_.last_ = file;
        auto const number = static_cast<std::uint32_t>(files_.names_.size() + 1);
        if (files_.numbers_.try_emplace(file, number).second) files_.names_.push_back(file);
    }
    WrittenFiles& files_;
};

WrittenFiles::WrittenFiles(Document const& document, SourceManager const& sources) : sources_(sources) {
    FileCollector collector(*this);
    visit_document(document, collector);
    last_ = {};
}

std::uint32_t WrittenFiles::number_of(std::string_view file) const {
    // Neighbouring places nearly always share their file.
    if (file != last_ || last_number_ == 0) {
        last_ = file;
        last_number_ = numbers_.at(file);
    }
    return last_number_;
}

void WrittenFiles::write_place(TextWriter& out, SourceSpan span) const {
    DecodedLoc const place = sources_.decode(span.begin);
    out.write_integer(number_of(place.file));
    out.write(':');
    out.write_integer(place.line);
    out.write(':');
    out.write_integer(place.column);
}

// ---- reading ---------------------------------------------------------------------------------------

namespace {

constexpr Message<std::uint32_t> no_such_file{DiagnosticKind::MooMalformed,
                                              "a place refers to file {}, which the section `files` does not list"};

}  // namespace

ReadFiles::Remote& ReadFiles::remote(std::uint32_t number) {
    auto const [found, is_new] = files_.try_emplace(number);
    if (is_new) found->second.id = sources_.add_remote_file();
    return found->second;
}

void ReadFiles::add_name(std::string_view name) { sources_.name_remote_file(remote(++named_).id, name); }

std::optional<SourceSpan> ReadFiles::place(std::string_view text, SourceSpan where) {
    std::uint32_t numbers[3];
    char const* at = text.data();
    char const* const end = at + text.size();
    for (std::uint32_t& number : numbers) {
        auto const result = std::from_chars(at, end, number);
        bool const is_last = &number == &numbers[2];
        bool const is_good = result.ec == std::errc() && number > 0 && (is_last == (result.ptr == end)) &&
                             (is_last || *result.ptr == ':');
        if (!is_good) return std::nullopt;
        at = result.ptr + 1;
    }
    if (numbers[0] != last_number_) {
        Remote& file = remote(numbers[0]);
        if (!file.first_use.begin.has_value()) file.first_use = where;
        last_number_ = numbers[0];
        last_id_ = file.id;
    }
    SourceLoc const place = sources_.add_remote(last_id_, numbers[1], numbers[2]);
    return SourceSpan{place, place};
}

void ReadFiles::finish() {
    std::uint32_t smallest = 0;
    for (auto const& [number, file] : files_) {
        if (number > named_ && (smallest == 0 || number < smallest)) smallest = number;
    }
    if (smallest != 0) diagnostics_.error(files_[smallest].first_use, no_such_file, smallest);
}

}  // namespace moo
